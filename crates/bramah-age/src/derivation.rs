//! The ways in which `openssl enc` derives keys from passphrases.

use std::fmt;

/// A method of deriving a key and an IV from a passphrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derivation {
    /// PBKDF2 with HMAC (`-pbkdf2`), with the given number of rounds (`-iter`).
    Pbkdf2 {
        /// The number of rounds, 1 or more.
        iterations: u32,
    },
    /// OpenSSL's function `EVP_BytesToKey` with one round, which `openssl enc` uses if neither `-pbkdf2` nor `-iter` is
    /// given. It does not protect a passphrase, because testing a guess costs only one digest.
    BytesToKey,
}

/// A derivation and a digest that differ from the chosen ones, and decrypt the file to something plausible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fitting {
    /// The derivation.
    pub derivation: Derivation,
    /// The name of the digest.
    pub digest: &'static str,
    /// Whether the plaintext is text or a common file format. Otherwise, only the padding of the last block is right,
    /// which is the case for one in 256 wrong passphrases too.
    pub sure: bool,
}

impl fmt::Display for Fitting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { digest, sure, .. } = self;
        f.write_str(match sure {
            true => "the passphrase is correct, but the file was encrypted with other options: ",
            false => "the passphrase is wrong, or the file was encrypted with other options: ",
        })?;
        match self.derivation {
            Derivation::BytesToKey => write!(f, "-md {digest}, without -pbkdf2"),
            Derivation::Pbkdf2 { iterations } => write!(f, "-pbkdf2 -iter {iterations} -md {digest}"),
        }
    }
}
