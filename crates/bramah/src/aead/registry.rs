//! Authenticated encryption by name.

use super::{Aead, AnyScheme, Dedicated, Info};
use crate::{
    Error,
    backend::{self, Choice},
    block::{self, Use},
    names::{ByteLengths, Standing, folded, is_named},
    wipe,
};
use alloc::{format, string::String, vec::Vec};
use core::fmt;

/// A scheme that is not a mode of block ciphers, as the registry has it.
pub struct Entry {
    /// Names, lengths and standing.
    pub info: Info,
    choice: fn() -> &'static dyn Choice,
    keyed: fn(&[u8], Option<u8>) -> AnyScheme,
}

impl Entry {
    /// The entry of a scheme.
    pub(crate) const fn of<S: Dedicated>() -> Self {
        Self {
            info: S::INFO,
            choice: || S::dispatch(),
            keyed: |key, index| {
                let backend = S::dispatch().at_or_chosen(index);
                wipe::behind(|| AnyScheme::new(S::keyed(backend, key)))
            },
        }
    }

    /// The scheme, on the backend in use.
    pub fn algorithm(&'static self) -> Algorithm {
        Algorithm(Of::Entry(self, None))
    }
}

/// Every scheme that is not a mode of block ciphers.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    super::FAMILIES.iter().copied().flatten()
}

/// A scheme chosen by name: a mode with authentication over a block cipher, today EAX, or one of its own.
#[derive(Clone, Copy)]
pub struct Algorithm(Of);

#[derive(Clone, Copy)]
enum Of {
    /// EAX over a cipher.
    Cipher(block::Algorithm),
    /// With a candidate that stands in for the one in use, by its place in the list.
    Entry(&'static Entry, Option<u8>),
}

/// The scheme of a name such as `chacha20-poly1305` or `aes-256-eax`.
///
/// # Errors
/// [`Error::UnknownName`].
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    let wanted = folded(name);
    let entry = entries().find(|entry| is_named(&wanted, entry.info.name, entry.info.aliases));
    if let Some(entry) = entry {
        return Ok(entry.algorithm());
    }
    wanted
        .strip_suffix("eax")
        .and_then(|cipher| block::lookup(cipher).ok())
        .map(Algorithm::new)
        .ok_or_else(|| Error::UnknownName(String::from(name)))
}

impl Algorithm {
    /// EAX over a cipher.
    pub fn new(cipher: block::Algorithm) -> Self {
        Self(Of::Cipher(cipher))
    }

    /// Its name.
    pub fn name(&self) -> String {
        match self.0 {
            Of::Cipher(cipher) => format!("{}-eax", cipher.info().name),
            Of::Entry(entry, _) => String::from(entry.info.name),
        }
    }

    /// The block cipher, if it is a mode of one.
    pub fn cipher(&self) -> Option<block::Algorithm> {
        match self.0 {
            Of::Cipher(cipher) => Some(cipher),
            Of::Entry(..) => None,
        }
    }

    /// Whether to choose it for something new.
    pub fn standing(&self) -> Standing {
        match self.0 {
            Of::Cipher(cipher) => cipher.info().standing,
            Of::Entry(entry, _) => entry.info.standing,
        }
    }

    /// The bytes of a key.
    pub fn key_len(&self) -> ByteLengths {
        match self.0 {
            Of::Cipher(cipher) => ByteLengths::fixed(cipher.key_len()),
            Of::Entry(entry, _) => entry.info.key_len,
        }
    }

    /// The bytes of a nonce.
    pub fn nonce_len(&self) -> ByteLengths {
        match self.0 {
            Of::Cipher(_) => super::eax::NONCE,
            Of::Entry(entry, _) => entry.info.nonce_len,
        }
    }

    /// The bytes of a tag: the longest is a whole one.
    pub fn tag_len(&self) -> ByteLengths {
        match self.0 {
            Of::Cipher(cipher) => super::eax::tags(cipher.block_len()),
            Of::Entry(entry, _) => entry.info.tag_len,
        }
    }

    /// Whether it authenticates a header.
    pub fn takes_header(&self) -> bool {
        match self.0 {
            Of::Cipher(_) => true,
            Of::Entry(entry, _) => entry.info.header,
        }
    }

    /// Its candidates, or its cipher's.
    pub fn choice(&self) -> &'static dyn Choice {
        match self.0 {
            Of::Cipher(cipher) => cipher.choice(),
            Of::Entry(entry, _) => (entry.choice)(),
        }
    }

    /// The names of the backends that this CPU can run, best first.
    pub fn backends_available(&self) -> Vec<&'static str> {
        backend::available(self.choice())
    }

    /// The same on the backend of this name, its own or its cipher's.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if it has none of this name, [`Error::BackendUnavailable`] if this CPU
    /// cannot run it.
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(Self(match self.0 {
            Of::Cipher(cipher) => Of::Cipher(cipher.with_backend(name)?),
            Of::Entry(entry, _) => {
                Of::Entry(entry, Some(backend::find((entry.choice)(), entry.info.name, name)?))
            }
        }))
    }

    /// This algorithm under a tweak of the block cipher, which is zero otherwise.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the tweak has not the length that the cipher takes, or if there is no cipher.
    pub fn with_tweak(self, tweak: &[u8]) -> Result<Self, Error> {
        match self.0 {
            Of::Cipher(cipher) => Ok(Self(Of::Cipher(cipher.with_tweak(tweak)?))),
            Of::Entry(..) => {
                Err(Error::ParameterLength { name: "tweak", length: tweak.len(), min: 0, max: 0 })
            }
        }
    }

    /// The scheme under a key.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the key has not a length that is taken.
    pub fn keyed(&self, key: &[u8]) -> Result<Aead<AnyScheme>, Error> {
        self.key_len().check("key", key.len())?;
        let scheme = match self.0 {
            Of::Cipher(cipher) => super::eax::over(cipher.for_use(key, Use::Encryption)?),
            Of::Entry(entry, index) => (entry.keyed)(key, index),
        };
        Ok(Aead::with_scheme(scheme))
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Algorithm").field(&self.name()).finish()
    }
}
