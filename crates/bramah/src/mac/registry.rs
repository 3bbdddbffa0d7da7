//! MACs by name.

use super::{BlockMac, Kind};
use crate::{
    Error,
    block::{self, AnyCipher, Use},
    names::{Standing, folded},
};
use alloc::{format, string::String};

/// A MAC over a block cipher, chosen by name.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    kind: Kind,
    cipher: block::Algorithm,
}

/// The MAC of a name such as `cmac-aes-128`; `omac1` is another word for `cmac`.
///
/// ```
/// let mut cmac = bramah::mac::lookup("cmac-aes-128")?.keyed(&[0; 16])?;
/// cmac.update(b"a message");
/// let mut tag = [0; 16];
/// cmac.finalize(&mut tag)?;
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownName`].
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    let wanted = folded(name);
    for kind in Kind::ALL {
        for word in [kind.name()].iter().chain(kind.aliases()) {
            if let Some(cipher) = wanted.strip_prefix(&folded(word))
                && let Ok(cipher) = block::lookup(cipher)
            {
                return Ok(Algorithm { kind, cipher });
            }
        }
    }
    Err(Error::UnknownName(String::from(name)))
}

impl Algorithm {
    /// A MAC over a cipher.
    pub fn new(kind: Kind, cipher: block::Algorithm) -> Self {
        Self { kind, cipher }
    }

    /// Its name.
    pub fn name(&self) -> String {
        format!("{}-{}", self.kind.name(), self.cipher.info().name)
    }

    /// Which MAC.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The cipher.
    pub fn cipher(&self) -> block::Algorithm {
        self.cipher
    }

    /// Whether to choose it for something new.
    pub fn standing(&self) -> Standing {
        if self.kind == Kind::CbcMac { Standing::Broken } else { self.cipher.info().standing }
    }

    /// The bytes of a key.
    pub fn key_len(&self) -> usize {
        self.cipher.key_len()
    }

    /// The bytes of a tag.
    pub fn tag_len(&self) -> usize {
        self.cipher.block_len()
    }

    /// The same on the cipher's backend of this name.
    ///
    /// # Errors
    /// Those of [`block::Algorithm::with_backend`].
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(Self { cipher: self.cipher.with_backend(name)?, ..self })
    }

    /// An empty message under a key.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the key has not the length that is taken.
    pub fn keyed(&self, key: &[u8]) -> Result<BlockMac<AnyCipher>, Error> {
        Ok(BlockMac::with_cipher(self.cipher.for_use(key, Use::Encryption)?, self.kind))
    }
}
