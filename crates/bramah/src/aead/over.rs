//! Modes of block ciphers that encrypt and authenticate.

use super::AnyScheme;
use crate::{Error, block, names::ByteLengths};

/// A mode of block ciphers that encrypts and authenticates, in the registry.
#[derive(Debug)]
pub struct Mode {
    /// Its name, in lower case.
    pub name: &'static str,
    /// Its name in words.
    pub title: &'static str,
    /// The specification.
    pub specification: &'static str,
    /// The bytes of the blocks that it is defined for.
    pub block_len: ByteLengths,
    /// The prefix of the names of the ciphers that the mode is defined for; empty if it is defined for any.
    pub ciphers: &'static str,
    /// The bytes of the cipher's keys that it is defined for.
    pub cipher_keys: ByteLengths,
    /// How many keys of the cipher, one after another, make up a key of this mode.
    pub keys: usize,
    /// Whether the mode takes a message in parts ([`Aead::begin`](super::Aead::begin)). A mode that goes over a message
    /// twice, or must know its length first, does not.
    pub in_parts: bool,
    /// Whether two messages under one nonce reveal no more than whether they are the same (RFC 8452, section 1), so that a
    /// constant nonce makes tokens.
    pub misuse_resistant: bool,
    /// Other names of the mode over the cipher of this name.
    pub(super) aliases: fn(&str) -> &'static [&'static str],
    /// Returns the lengths of a nonce in bytes, for blocks of that many bytes.
    pub(super) nonce_len: fn(usize) -> ByteLengths,
    /// Returns the lengths of a tag in bytes, for blocks of that many bytes; the longest is a whole tag.
    pub(super) tag_len: fn(usize) -> ByteLengths,
    /// Makes the scheme over a cipher with blocks that the mode is defined for, under a key of the right length.
    pub(super) over: fn(block::Algorithm, &[u8]) -> Result<AnyScheme, Error>,
}

/// Keys of any length.
pub(super) const ANY_KEYS: ByteLengths = ByteLengths { min: 0, max: usize::MAX, step: 1 };

impl Mode {
    /// Returns whether the mode is defined for a cipher: for its name, and for the lengths of its blocks and its keys.
    pub fn takes(&self, cipher: &block::Algorithm) -> bool {
        self.check(cipher).is_ok()
    }

    /// # Errors
    /// [`Error::Parameter`] if the mode is not defined for blocks of the cipher's length; [`Error::ByteLength`] if it
    /// is not defined for keys of the cipher's length; [`Error::OtherCipher`] if it is only defined over other ciphers.
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
