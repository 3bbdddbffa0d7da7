//! AEAD modes of block ciphers, in the registry.

use super::AnyScheme;
use crate::{Error, block, names::ByteLengths};

/// An AEAD mode of block ciphers.
#[derive(Debug)]
pub struct Mode {
    /// The name, in lower case.
    pub name: &'static str,
    /// A short description.
    pub title: &'static str,
    /// The specification.
    pub specification: &'static str,
    /// The lengths in bytes of the blocks for which the mode is defined.
    pub block_len: ByteLengths,
    /// The prefix of the names of the ciphers for which the mode is defined; empty if it is defined for any cipher.
    pub ciphers: &'static str,
    /// The lengths in bytes of the cipher's keys for which the mode is defined.
    pub cipher_keys: ByteLengths,
    /// The number of keys of the cipher, concatenated, that make up a key of this mode.
    pub keys: usize,
    /// Whether the mode can process a message in parts ([`Aead::begin`](super::Aead::begin)). A mode that makes two passes over a
    /// message, or must know the length of the message first, cannot.
    pub in_parts: bool,
    /// Whether two messages under one nonce reveal no more than whether they are the same (RFC 8452, section 1). With a
    /// constant nonce, such a mode turns equal messages into equal tokens.
    pub misuse_resistant: bool,
    /// Returns other names of the mode over the cipher with this name.
    pub(super) aliases: fn(&str) -> &'static [&'static str],
    /// Returns the lengths of a nonce in bytes, for blocks with this number of bytes.
    pub(super) nonce_len: fn(usize) -> ByteLengths,
    /// Returns the lengths of a tag in bytes, for blocks with this number of bytes; the maximum is the length of a whole tag.
    pub(super) tag_len: fn(usize) -> ByteLengths,
    /// Builds the scheme from a cipher and a key. The caller has checked that the mode is defined for the cipher, and that the
    /// key has the right length.
    pub(super) over: fn(block::Algorithm, &[u8]) -> Result<AnyScheme, Error>,
}

/// The lengths of keys in bytes, if keys may have any length.
pub(super) const ANY_KEYS: ByteLengths = ByteLengths { min: 0, max: usize::MAX, step: 1 };

impl Mode {
    /// Returns whether the mode is defined for a cipher: for its name, the length of its blocks and the lengths of its keys.
    pub fn takes(&self, cipher: &block::Algorithm) -> bool {
        self.check(cipher).is_ok()
    }

    /// # Errors
    /// [`Error::Parameter`] if the mode is not defined for blocks of the cipher's length; [`Error::ByteLength`] if the mode is
    /// not defined for keys of the cipher's length; [`Error::OtherCipher`] if the mode is only defined over other ciphers.
    pub(super) fn check(&self, cipher: &block::Algorithm) -> Result<(), Error> {
        cipher.check_name(self.name, self.ciphers)?;
        if !self.block_len.contains(cipher.block_len()) {
            let [value, min, max] =
                [cipher.block_len(), self.block_len.min, self.block_len.max].map(|bytes| 8 * bytes as u64);
            return Err(Error::Parameter { name: "the cipher's block in bits", value, min, max });
        }
        let keys = cipher.key_lengths();
        self.cipher_keys.check("key of the cipher", keys.min)?;
        self.cipher_keys.check("key of the cipher", keys.max)
    }
}
