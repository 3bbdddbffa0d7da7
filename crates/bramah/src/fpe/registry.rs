//! FF1 by name.

use super::{BLOCK, Ff1, numerals::Radix};
use crate::{
    Error,
    block::{self, AnyCipher},
    names::{ByteLengths, folded},
};
use alloc::{format, string::String};
use core::fmt;

/// FF1 over a block cipher, chosen by name.
#[derive(Clone, Copy)]
pub struct Algorithm {
    cipher: block::Algorithm,
}

/// FF1 with a key and a radix, over a cipher chosen by name.
pub type AnyFf1 = Ff1<AnyCipher>;

/// Returns FF1 over all block ciphers for which it is defined.
pub fn algorithms() -> impl Iterator<Item = Algorithm> {
    block::entries().filter_map(|entry| Algorithm::new(entry.algorithm()).ok())
}

/// Returns FF1 over the cipher whose name precedes `ff1` in this name, such as `aes-256-ff1`.
///
/// ```
/// let ff1 = bramah::fpe::lookup("aes-128-ff1")?.keyed(&[7; 16], 10)?;
/// let mut digits = [1, 2, 3, 4, 5, 6];
/// ff1.encrypt(b"tweak", &mut digits)?;
/// ff1.decrypt(b"tweak", &mut digits)?;
/// assert_eq!(digits, [1, 2, 3, 4, 5, 6]);
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownName`] if FF1 over no cipher has this name; the errors of [`Algorithm::new`].
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    let wanted = folded(name);
    let cipher = wanted.strip_suffix("ff1").and_then(|cipher| block::lookup(cipher).ok());
    cipher.map_or_else(|| Err(Error::UnknownName(name.into())), Algorithm::new)
}

impl Algorithm {
    /// Returns FF1 over a cipher.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the cipher's blocks do not have 16 bytes.
    pub fn new(cipher: block::Algorithm) -> Result<Self, Error> {
        if cipher.block_len() != BLOCK {
            let [value, bits] = [cipher.block_len(), BLOCK].map(|bytes| 8 * bytes as u64);
            return Err(Error::Parameter { name: "the cipher's block in bits", value, min: bits, max: bits });
        }
        Ok(Self { cipher })
    }

    /// Returns the name of the algorithm.
    pub fn name(&self) -> String {
        format!("{}-ff1", self.cipher.info().name)
    }

    /// Returns the block cipher.
    pub fn cipher(&self) -> block::Algorithm {
        self.cipher
    }

    /// Returns the length of a key in bytes; the usual one if the cipher takes several.
    pub fn key_len(&self) -> usize {
        self.cipher.key_len()
    }

    /// Returns the lengths of a key in bytes.
    pub fn key_lengths(&self) -> ByteLengths {
        self.cipher.key_lengths()
    }

    /// Returns this algorithm on the cipher's backend with this name.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if the cipher has no backend with this name; [`Error::BackendUnavailable`] if this CPU cannot
    /// run it.
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(Self { cipher: self.cipher.with_backend(name)? })
    }

    /// Sets up FF1 with a key, for texts whose numerals are below `radix`, 2 to 65536.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the radix is less than 2 or more than 65536; [`Error::ParameterLength`] or [`Error::ByteLength`]
    /// if the key does not have a length that the cipher takes.
    pub fn keyed(&self, key: &[u8], radix: u32) -> Result<AnyFf1, Error> {
        let radix = Radix::new(radix)?;
        Ok(Ff1 { cipher: self.cipher.keyed(key)?, radix })
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Algorithm").field(&self.name()).finish()
    }
}
