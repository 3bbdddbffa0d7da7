//! OpenPGP signatures (RFC 9580), verified by `gpgv` of GnuPG or `sqv` of Sequoia. For a clear-signed text, the signed
//! message is the output of `gpgv`, and not the text in the file.

use super::Proof;
use crate::{
    sumfile::MESSAGE,
    temporary::{self, Temporary},
};
use base64ct::{Base64, Encoding as _};
use std::{
    env,
    fs::File,
    io::{self, Write as _},
    process::{Command, Stdio},
    thread,
};

const SIGNATURE: &str = "PGP SIGNATURE";
const KEY: &str = "PGP PUBLIC KEY BLOCK";
/// The last line of a clear-signed text.
const END: &[u8] = b"-----END PGP SIGNATURE-----";

/// The packet types of signatures and of public keys.
const SIGNATURE_PACKET: u8 = 2;
const KEY_PACKET: u8 = 6;

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end)
}

/// Returns whether a text contains a clear-signed part.
pub(super) fn is_framed(text: &[u8]) -> bool {
    lines(text).any(|line| line == MESSAGE)
}

/// Returns whether a file is a detached signature.
pub(super) fn is_signature(text: &[u8]) -> bool {
    is_armored(text, SIGNATURE) || first(text) == Some(SIGNATURE_PACKET)
}

fn is_armored(text: &[u8], kind: &str) -> bool {
    text.starts_with(format!("-----BEGIN {kind}-----").as_bytes())
}

/// Returns the type of the first packet, if there is one.
fn first(bytes: &[u8]) -> Option<u8> {
    packet(bytes).map(|(tag, _)| tag)
}

/// Parses the header of a packet (section 4.2); returns the packet type and the bytes after the packet.
fn packet(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let (&head, rest) = bytes.split_first()?;
    let (tag, octets) = match head {
        0xc0.. => {
            let (&length, rest) = rest.split_first()?;
            return match length {
                ..=191 => Some((head & 0x3f, rest.get(usize::from(length)..)?)),
                192..=223 => {
                    let (&low, rest) = rest.split_first()?;
                    let length = (usize::from(length) - 192) * 256 + usize::from(low) + 192;
                    Some((head & 0x3f, rest.get(length..)?))
                }
                255 => {
                    let (length, rest) = rest.split_first_chunk()?;
                    Some((head & 0x3f, rest.get(u32::from_be_bytes(*length) as usize..)?))
                }
                // a packet of partial or unknown length can only contain data
                _ => None,
            };
        }
        0x80.. => (head >> 2 & 15, 1 << (head & 3)),
        _ => return None,
    };
    if octets > 4 {
        return None;
    }
    let (length, rest) = rest.split_at_checked(octets)?;
    let length = length.iter().fold(0, |length, &byte| length << 8 | usize::from(byte));
    Some((tag, rest.get(length..)?))
}

/// Decodes blocks of armor (section 6) and returns their packets; `None` if the text contains anything else.
fn dearmored(text: &[u8], kind: &str) -> Option<Vec<u8>> {
    let text = str::from_utf8(text).ok()?;
    let (begin, end) = (format!("-----BEGIN {kind}-----"), format!("-----END {kind}-----"));
    let mut bytes = Vec::new();
    let mut lines = text.lines().map(str::trim_end);
    while let Some(line) = lines.next() {
        if line.is_empty() {
            continue;
        }
        if line != begin {
            return None;
        }
        // skips the headers, which an empty line ends
        lines.by_ref().find(|line| line.is_empty())?;
        let mut body = String::new();
        loop {
            let line = lines.next()?;
            if line == end {
                break;
            }
            // skips the checksum, which the signature makes redundant
            if !line.starts_with('=') {
                body.push_str(line);
            }
        }
        bytes.extend(Base64::decode_vec(&body).ok()?);
    }
    Some(bytes)
}

/// Parses a keyring: packets, armored packets, or GnuPG's own format; `None` if the file is not a keyring.
pub(super) fn keyring(bytes: &[u8]) -> Option<Result<Vec<u8>, String>> {
    if is_armored(bytes, KEY) {
        let packets = dearmored(bytes, KEY).filter(|packets| first(packets) == Some(KEY_PACKET));
        return Some(packets.ok_or_else(|| "malformed OpenPGP public key".into()));
    }
    let is_box = bytes.get(8..12) == Some(b"KBXf");
    (is_box || first(bytes) == Some(KEY_PACKET)).then(|| Ok(bytes.to_vec()))
}

/// Verifies a detached signature.
pub(super) fn verify(keyring: &[u8], signature: &[u8], message: &[u8]) -> Result<Proof, String> {
    let packets = match is_armored(signature, SIGNATURE) {
        true => dearmored(signature, SIGNATURE).ok_or("malformed OpenPGP signature")?,
        false => signature.to_vec(),
    };
    // if the signature file contained a message, the program would verify that message instead
    let mut rest = &packets[..];
    while !rest.is_empty() {
        match packet(rest) {
            Some((SIGNATURE_PACKET, after)) => rest = after,
            _ => return Err("malformed OpenPGP signature, or the file also contains other data".into()),
        }
    }
    let (keyring, signature) = (Kept::new(keyring)?, Kept::new(&packets)?);
    let mut gpgv = gpgv(&keyring);
    gpgv.arg(signature.path()).arg("-");
    if let Some(ran) = run(gpgv, message)? {
        return ran.proof();
    }
    let message = Kept::new(message)?;
    let mut sqv = Command::new("sqv");
    sqv.arg("--keyring").arg(keyring.path()).arg(signature.path()).arg(message.path());
    let ran = run(sqv, b"")?.ok_or("verifying OpenPGP signatures needs gpgv or sqv; install one of them")?;
    let signer = String::from_utf8_lossy(&ran.out).lines().next().unwrap_or_default().trim().to_string();
    match ran.well && !signer.is_empty() {
        true => Ok(Proof { signer, comment: None }),
        false => Err(format!("sqv rejected the signature{}", ran.last("sqv"))),
    }
}

/// Verifies a clear-signed text, and returns the signed message.
pub(super) fn open(keyring: &[u8], file: &[u8]) -> Result<(Vec<u8>, Proof), String> {
    let (mut begun, mut ended) = (false, false);
    for (line, number) in lines(file).zip(1_u64..) {
        let outside = !begun || ended;
        if outside && !line.is_empty() && (begun || line != MESSAGE) {
            return Err(format!("line {number} is outside the signed part"));
        }
        begun |= line == MESSAGE;
        ended |= line == END;
    }
    let keyring = Kept::new(keyring)?;
    let mut gpgv = gpgv(&keyring);
    gpgv.args(["--output", "-"]);
    let ran = run(gpgv, file)?.ok_or("verifying a clear-signed text needs gpgv, which is not installed")?;
    ran.proof().map(|proof| (ran.out, proof))
}

/// A file in the directory for temporary files, which is removed on drop.
struct Kept(Temporary<File>);

impl Kept {
    fn new(bytes: &[u8]) -> Result<Self, String> {
        let write = || -> io::Result<Self> {
            let file = Temporary::file(&env::temp_dir(), 0o600)?;
            file.get().write_all(bytes)?;
            Ok(Self(file))
        };
        write().map_err(|error| temporary::failed(&error))
    }

    fn path(&self) -> &std::path::Path {
        self.0.path()
    }
}

fn gpgv(keyring: &Kept) -> Command {
    let mut gpgv = Command::new("gpgv");
    gpgv.env("LC_ALL", "C").args(["--status-fd", "2", "--keyring"]).arg(keyring.path());
    gpgv
}

/// The output of a finished program, and whether its exit code was 0.
struct Ran {
    out: Vec<u8>,
    err: String,
    well: bool,
}

impl Ran {
    /// Returns the signer according to the status lines of gpgv (doc/DETAILS in its sources). Signatures with keys that
    /// are not in the keyring may exist next to a valid one; gpgv then exits with an error, which is ignored.
    ///
    /// # Errors
    /// No signature is valid; a signature is wrong; a key or a signature has expired or was revoked (gpgv
    /// itself accepts these).
    fn proof(&self) -> Result<Proof, String> {
        let (mut signer, mut unknown) = (None, false);
        for line in self.err.lines() {
            let mut words = line.strip_prefix("[GNUPG:] ").unwrap_or_default().split(' ');
            let reason = match words.next() {
                Some("VALIDSIG") => {
                    signer = words.next().map(String::from);
                    continue;
                }
                Some("NO_PUBKEY") => {
                    unknown = true;
                    continue;
                }
                Some("EXPSIG") => "the signature has expired",
                Some("EXPKEYSIG") => "the signing key has expired",
                Some("REVKEYSIG") => "the signing key was revoked",
                Some("BADSIG") => super::WRONG,
                Some("NODATA" | "UNEXPECTED" | "FAILURE" | "ERROR") => "gpgv cannot read the signature",
                _ => continue,
            };
            return Err(reason.into());
        }
        match signer.filter(|_| self.well || unknown) {
            Some(signer) => Ok(Proof { signer, comment: None }),
            None if unknown => Err("signed with a key that is not in the keyring".into()),
            None => Err(format!("gpgv rejected the signature{}", self.last("gpgv"))),
        }
    }

    /// Returns the last line of the program's messages.
    fn last(&self, name: &str) -> String {
        let said = self.err.lines().rev().find(|line| !line.is_empty() && !line.starts_with("[GNUPG:]"));
        let said = said.map(|line| line.strip_prefix(name).unwrap_or(line).trim_start_matches([':', ' ']));
        said.map(|said| format!(": {said}")).unwrap_or_default()
    }
}

/// Runs a program with this input; `None` if the program is not installed.
fn run(mut command: Command, input: &[u8]) -> Result<Option<Ran>, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let stdin = child.stdin.take();
    let ran = thread::scope(|scope| {
        // an error is ignored: a program may end without reading all of its input
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        child.wait_with_output()
    });
    let ran = ran.map_err(|error| error.to_string())?;
    let err = String::from_utf8_lossy(&ran.stderr).into_owned();
    Ok(Some(Ran { out: ran.stdout, err, well: ran.status.success() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_taken_whole() {
        for (bytes, wanted) in [
            (&[0x88, 2, 1, 2, 3][..], Some((2, 1))),
            (&[0x89, 0, 2, 1, 2], Some((2, 0))),
            (&[0x8a, 0, 0, 0, 1, 1, 9], Some((2, 1))),
            (&[0xc2, 2, 1, 2], Some((2, 0))),
            (&[0xc2, 0xff, 0, 0, 0, 1, 7, 8], Some((2, 1))),
            (&[0xcb, 1, 0], Some((11, 0))),
            (&[0x88, 3, 1, 2], None),
            (&[0x8b, 1], None),
            (&[0xc2, 0xe1, 1, 2], None),
            (&[0xc2, 0xc0], None),
            (&[0xc2], None),
            (b"SHA256", None),
            (b"", None),
        ] {
            assert_eq!(packet(bytes).map(|(tag, rest)| (tag, rest.len())), wanted, "{bytes:?}");
        }
        let long = [&[0xc2, 0xc0, 0][..], &[0; 192]].concat();
        assert_eq!(packet(&long), Some((2, &b""[..])));
    }

    #[test]
    fn the_status_of_gpgv() {
        let proof = |err: &str, well| {
            let err = err.lines().map(|line| format!("[GNUPG:] {line}\n")).collect();
            Ran { out: Vec::new(), err, well }.proof().map(|proof| proof.signer)
        };
        let valid = "NEWSIG\nGOODSIG 12 name\nVALIDSIG FF 2026-01-01\n";
        assert_eq!(proof(valid, true).as_deref(), Ok("FF"));
        assert_eq!(proof(&format!("{valid}NEWSIG\nERRSIG 34\nNO_PUBKEY 34"), false).as_deref(), Ok("FF"));
        for (status, well) in [
            (valid, false),
            ("", true),
            ("NEWSIG\nERRSIG 34\nNO_PUBKEY 34", false),
            ("EXPKEYSIG 12 name\nVALIDSIG FF", true),
            ("REVKEYSIG 12 name\nVALIDSIG FF", true),
            ("EXPSIG 12 name\nVALIDSIG FF", true),
            ("GOODSIG 12\nVALIDSIG FF\nBADSIG 34", true),
            ("GOODSIG 12 VALIDSIG FF", true),
        ] {
            assert!(proof(status, well).is_err(), "{status}");
        }
    }
}
