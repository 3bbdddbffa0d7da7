//! Modes of block ciphers that authenticate.

use super::AnyScheme;
use crate::{
    Error,
    block::{AnyCipher, Use},
    names::ByteLengths,
};

/// A mode of block ciphers that encrypts and authenticates, as the registry has it.
#[derive(Debug)]
pub struct Mode {
    /// Its name, in lower case.
    pub name: &'static str,
    /// In words.
    pub title: &'static str,
    /// The specification.
    pub specification: &'static str,
    /// The bytes of the blocks that it is defined for.
    pub block_len: ByteLengths,
    /// The bytes of a nonce, for blocks of so many bytes.
    pub(super) nonce_len: fn(usize) -> ByteLengths,
    /// The bytes of a tag, for blocks of so many bytes: the longest is a whole one.
    pub(super) tag_len: fn(usize) -> ByteLengths,
    /// The directions of the cipher that it needs.
    pub(super) needs: Use,
    /// The scheme over a cipher whose blocks it is defined for.
    pub(super) over: fn(AnyCipher) -> AnyScheme,
}

/// Every mode with authentication.
pub static MODES: &[Mode] = &[super::eax::MODE, super::gcm::MODE];

impl Mode {
    /// Whether the mode is defined for ciphers with blocks of that many bytes.
    pub fn takes_block(&self, len: usize) -> bool {
        self.block_len.contains(len)
    }

    /// # Errors
    /// [`Error::Parameter`] if the mode is not defined for blocks of that many bytes.
    pub(super) fn check_block(&self, len: usize) -> Result<(), Error> {
        if self.takes_block(len) {
            return Ok(());
        }
        let [value, min, max] = [len, self.block_len.min, self.block_len.max].map(|bytes| 8 * bytes as u64);
        Err(Error::Parameter { name: "the cipher's block in bits", value, min, max })
    }
}
