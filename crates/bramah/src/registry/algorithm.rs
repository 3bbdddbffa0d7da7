//! The names, the sizes and the backends of an algorithm of any kind.

use super::{Algorithm, Kind, backends, passwords};
use crate::{
    Error, Standing,
    backend::{self, Choice},
    block,
};
use alloc::{string::String, vec::Vec};

impl Algorithm {
    /// Returns the kind of the algorithm.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Hash(_) => Kind::Hash,
            Self::Cipher(_) => Kind::Cipher,
            Self::Mode(_) => Kind::Mode,
            Self::Stream(_) => Kind::Stream,
            Self::Aead(_) => Kind::Aead,
            Self::EncryptThenMac(_) => Kind::EncryptThenMac,
            Self::KeyWrap(_) => Kind::KeyWrap,
            Self::Fpe(_) => Kind::Fpe,
            Self::Mac(_) => Kind::Mac,
            Self::Kdf(_) => Kind::Kdf,
            Self::Password(_) => Kind::Password,
        }
    }

    /// Returns the name of the algorithm, in lower case.
    pub fn name(&self) -> String {
        match self {
            Self::Hash(hash) => hash.name(),
            Self::Cipher(cipher) => cipher.info().name.into(),
            Self::Mode(mode) => mode.name(),
            Self::Stream(stream) => stream.info().name.into(),
            Self::Aead(aead) => aead.name(),
            Self::EncryptThenMac(composition) => composition.info().name.into(),
            Self::KeyWrap(wrap) => wrap.name(),
            Self::Fpe(fpe) => fpe.name(),
            Self::Mac(mac) => mac.name(),
            Self::Kdf(kdf) => kdf.info.name.into(),
            Self::Password(scheme) => scheme.name().into(),
        }
    }

    /// Returns the other names of the algorithm. An algorithm that is built from two parts has no other names in this list:
    /// it is found by every name of its parts.
    pub fn aliases(&self) -> &'static [&'static str] {
        match self {
            Self::Hash(hash) => hash.info().aliases,
            Self::Cipher(cipher) => cipher.info().aliases,
            Self::Stream(stream) => stream.info().aliases,
            Self::Aead(aead) => aead.aliases(),
            Self::EncryptThenMac(composition) => composition.info().aliases,
            Self::Mac(mac) => mac.aliases(),
            Self::Kdf(kdf) => kdf.info.aliases,
            Self::Mode(_) | Self::KeyWrap(_) | Self::Fpe(_) | Self::Password(_) => &[],
        }
    }

    /// Returns whether the algorithm is recommended for new designs. Modes, key wrap and format-preserving encryption have the
    /// standing of their cipher. Password schemes that are not memory-hard are legacy.
    pub fn standing(&self) -> Standing {
        match self {
            Self::Hash(hash) => hash.info().standing,
            Self::Cipher(cipher) => cipher.info().standing,
            Self::Mode(mode) => mode.cipher().info().standing,
            Self::Stream(stream) => stream.info().standing,
            Self::Aead(aead) => aead.standing(),
            Self::EncryptThenMac(composition) => composition.info().standing,
            Self::KeyWrap(wrap) => wrap.cipher().info().standing,
            Self::Fpe(fpe) => fpe.cipher().info().standing,
            Self::Mac(mac) => mac.standing(),
            Self::Kdf(kdf) => kdf.info.standing,
            Self::Password(scheme) => passwords::standing(scheme),
        }
    }

    /// Returns the block cipher that the algorithm is, or is built on; `None` if there is none.
    pub fn cipher(&self) -> Option<block::Algorithm> {
        match self {
            Self::Cipher(cipher) => Some(*cipher),
            Self::Mode(mode) => Some(mode.cipher()),
            Self::Aead(aead) => aead.cipher(),
            Self::EncryptThenMac(composition) => Some(composition.cipher()),
            Self::KeyWrap(wrap) => Some(wrap.cipher()),
            Self::Fpe(fpe) => Some(fpe.cipher()),
            Self::Mac(mac) => mac.cipher(),
            Self::Hash(_) | Self::Stream(_) | Self::Kdf(_) | Self::Password(_) => None,
        }
    }

    /// Returns the list of candidates for one message and the list for many messages, which may be the same list; for a
    /// composition, the lists of its cipher and of its MAC. An algorithm that is built on a cipher or a hash function has the
    /// lists of that function. For key derivation they are the lists of the code that takes most of the time.
    pub fn choices(&self) -> [&'static dyn Choice; 2] {
        match self {
            Self::Hash(hash) => hash.choices(),
            Self::Cipher(cipher) => [cipher.choice(); 2],
            Self::Mode(mode) => [mode.cipher().choice(); 2],
            Self::Stream(stream) => [stream.choice(); 2],
            Self::Aead(aead) => [aead.choice(); 2],
            Self::EncryptThenMac(composition) => composition.choices(),
            Self::KeyWrap(wrap) => [wrap.cipher().choice(); 2],
            Self::Fpe(fpe) => [fpe.cipher().choice(); 2],
            Self::Mac(mac) => mac.choices(),
            Self::Kdf(kdf) => kdf.choices(),
            Self::Password(scheme) => passwords::choices(scheme),
        }
    }

    /// Returns the names of the backends for one message or for many that this CPU can run. Runs no self-test.
    pub fn backends_available(&self) -> Vec<&'static str> {
        backends::available(self.choices())
    }

    /// Returns whether all backends that this CPU can run take the same time, and access the same addresses, for all data of the
    /// same length.
    pub fn is_constant_time(&self) -> bool {
        let mut candidates = self.choices().into_iter().flat_map(backend::candidates);
        candidates.all(|candidate| candidate.constant_time || !candidate.available)
    }

    /// Returns this algorithm on the backend with this name. It may be a backend of the algorithm, of its cipher or of its
    /// hash function. Key derivation functions and password schemes are returned unchanged: they always use the backends in
    /// use, which [`Choice::force`] changes.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if there is no backend with this name; [`Error::BackendUnavailable`] if this CPU cannot run it.
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(match self {
            Self::Hash(hash) => Self::Hash(hash.with_backend(name)?),
            Self::Cipher(cipher) => Self::Cipher(cipher.with_backend(name)?),
            Self::Mode(mode) => Self::Mode(mode.with_backend(name)?),
            Self::Stream(stream) => Self::Stream(stream.with_backend(name)?),
            Self::Aead(aead) => Self::Aead(aead.with_backend(name)?),
            Self::EncryptThenMac(composition) => Self::EncryptThenMac(composition.with_backend(name)?),
            Self::KeyWrap(wrap) => Self::KeyWrap(wrap.with_backend(name)?),
            Self::Fpe(fpe) => Self::Fpe(fpe.with_backend(name)?),
            Self::Mac(mac) => Self::Mac(mac.with_backend(name)?),
            Self::Kdf(_) | Self::Password(_) => self,
        })
    }
}

/// Compares only kinds and names: algorithms that differ only in the backend compute the same results, and are equal.
impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.kind() == other.kind() && self.name() == other.name()
    }
}
impl Eq for Algorithm {}
