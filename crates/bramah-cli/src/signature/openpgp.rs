//! Signatures of OpenPGP, which `gpgv` of GnuPG or `sqv` of Sequoia verifies. Of a text that is signed in place, what
//! counts is what `gpgv` writes, and not what stands in the file.

use super::Proof;

const MESSAGE: &[u8] = b"-----BEGIN PGP SIGNED MESSAGE-----";

/// Returns whether a text has a part that is signed in place.
pub(super) fn is_framed(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').any(|line| line.trim_ascii_end() == MESSAGE)
}

/// Returns whether a file is a signature.
pub(super) fn is_signature(text: &[u8]) -> bool {
    // a packet of the type 2, in either form
    text.starts_with(b"-----BEGIN PGP SIGNATURE-----") || matches!(text, [0x88..=0x8b | 0xc2, ..])
}

/// Reads a keyring, of packets or in armor; `None` if it is none.
pub(super) fn keyring(_: &[u8]) -> Option<Result<Vec<u8>, String>> {
    None
}

/// Verifies a signature beside what is signed.
pub(super) fn verify(_: &[u8], _: &[u8], _: &[u8]) -> Result<Proof, String> {
    Err(String::new())
}

/// Verifies a text that is signed in place, and returns it.
pub(super) fn open(_: &[u8], _: &[u8]) -> Result<(Vec<u8>, Proof), String> {
    Err(String::new())
}
