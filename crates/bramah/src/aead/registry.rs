//! Authenticated encryption by name.

use super::Eax;
use crate::{
    Error,
    block::{self, AnyCipher, Use},
    names::folded,
};
use alloc::{format, string::String};

/// A mode with authentication over a block cipher, chosen by name. Today that is EAX.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    cipher: block::Algorithm,
}

/// The cipher and mode of a name such as `aes-256-eax`.
///
/// # Errors
/// [`Error::UnknownName`].
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    folded(name)
        .strip_suffix("eax")
        .and_then(|cipher| block::lookup(cipher).ok())
        .map(|cipher| Algorithm { cipher })
        .ok_or_else(|| Error::UnknownName(String::from(name)))
}

impl Algorithm {
    /// EAX over a cipher.
    pub fn new(cipher: block::Algorithm) -> Self {
        Self { cipher }
    }

    /// Its name.
    pub fn name(&self) -> String {
        format!("{}-eax", self.cipher.info().name)
    }

    /// The cipher.
    pub fn cipher(&self) -> block::Algorithm {
        self.cipher
    }

    /// The bytes of a key.
    pub fn key_len(&self) -> usize {
        self.cipher.key_len()
    }

    /// The bytes of a whole tag.
    pub fn tag_len(&self) -> usize {
        self.cipher.block_len()
    }

    /// The same on the cipher's backend of this name.
    ///
    /// # Errors
    /// Those of [`block::Algorithm::with_backend`].
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(Self { cipher: self.cipher.with_backend(name)? })
    }

    /// The mode under a key.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the key has not the length that is taken.
    pub fn keyed(&self, key: &[u8]) -> Result<Eax<AnyCipher>, Error> {
        Ok(Eax::with_cipher(self.cipher.for_use(key, Use::Encryption)?))
    }
}
