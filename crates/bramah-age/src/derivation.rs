//! The ways in which `openssl enc` turns a passphrase into keys.

use std::fmt;

/// The way in which a passphrase becomes a key and an IV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derivation {
    /// PBKDF2 with HMAC and this number of rounds: `-pbkdf2`, and `-iter`.
    Pbkdf2 {
        /// The number of rounds, 1 or more.
        iterations: u32,
    },
    /// OpenSSL's function `EVP_BytesToKey` with one round, which `openssl enc` uses unless `-pbkdf2` or `-iter` is
    /// given. It does not protect a passphrase: a guess costs only one digest.
    BytesToKey,
}

/// A derivation and a digest other than those that were chosen, under which the file decrypts to something plausible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fitting {
    /// The derivation.
    pub derivation: Derivation,
    /// The name of the digest.
    pub digest: &'static str,
    /// Whether the result is text or a well-known format. Otherwise only the padding of the last block is right, which
    /// happens with one of 256 wrong passphrases too.
    pub sure: bool,
}

impl fmt::Display for Fitting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { digest, sure, .. } = self;
        f.write_str(match sure {
            true => "the passphrase is right, but the file was made ",
            false => "wrong passphrase, or the file was made ",
        })?;
        match self.derivation {
            Derivation::BytesToKey => write!(f, "without -pbkdf2, with -md {digest}"),
            Derivation::Pbkdf2 { iterations } => write!(f, "with -pbkdf2 -iter {iterations} -md {digest}"),
        }
    }
}
