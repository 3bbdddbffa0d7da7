//! Authenticated encryption by name.

use super::{Aead, AnyScheme, Dedicated, InParts, Info, MODES, Mode};
use crate::{
    Error,
    backend::Choice,
    block,
    names::{ByteLengths, Standing, folded},
    registry::{self, On, backends, registered},
    wipe,
};
use alloc::{format, string::String, vec::Vec};
use core::fmt;

/// A scheme that is not a mode of block ciphers, as the registry has it.
pub type Entry = registry::Entry<Info>;

/// How a scheme is made, of a key and with the candidate at a place in the list, and whether it takes messages in parts.
pub struct Make {
    keyed: fn(&[u8], Option<u8>) -> AnyScheme,
    in_parts: bool,
}

registered!(Info, Make);

impl Entry {
    /// The entry of a scheme that takes messages in parts.
    pub(crate) const fn of<S: Dedicated + InParts>() -> Self {
        Self::made::<S>(true, |key, index| {
            let backend = S::dispatch().at_or_chosen(index);
            wipe::behind(|| AnyScheme::new(S::keyed(backend, key)))
        })
    }

    /// The entry of a scheme that takes whole messages alone.
    pub(crate) const fn of_whole<S: Dedicated>() -> Self {
        Self::made::<S>(false, |key, index| {
            let backend = S::dispatch().at_or_chosen(index);
            wipe::behind(|| AnyScheme::of_whole(S::keyed(backend, key)))
        })
    }

    const fn made<S: Dedicated>(in_parts: bool, keyed: fn(&[u8], Option<u8>) -> AnyScheme) -> Self {
        Self { info: S::INFO, choices: || backends::both(S::dispatch()), make: Make { keyed, in_parts } }
    }

    /// The scheme, on the backend in use.
    pub fn algorithm(&'static self) -> Algorithm {
        Algorithm(Of::Entry(On::new(self)))
    }
}

/// Every scheme that is not a mode of block ciphers.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    super::FAMILIES.iter().copied().flatten()
}

/// Every scheme: each mode over each block cipher that it is defined for, and those that are no modes of block ciphers.
pub fn algorithms() -> impl Iterator<Item = Algorithm> {
    let over = block::entries()
        .flat_map(|entry| MODES.iter().filter_map(|mode| Algorithm::new(entry.algorithm(), mode).ok()));
    over.chain(entries().map(Entry::algorithm))
}

/// A scheme chosen by name: a mode with authentication over a block cipher, or one of its own.
#[derive(Clone, Copy)]
pub struct Algorithm(Of);

#[derive(Clone, Copy)]
enum Of {
    /// A mode over a cipher.
    Cipher(block::Algorithm, &'static Mode),
    Entry(On<Info>),
}

/// The scheme of a name such as `chacha20-poly1305` or `aes-256-gcm`.
///
/// # Errors
/// [`Error::UnknownName`]; [`Error::Parameter`] if the mode is not defined for blocks of the cipher's length.
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    registry::find(entries(), name).map(Entry::algorithm).or_else(|unknown| {
        let wanted = folded(name);
        let over =
            |mode: &'static Mode| Some((block::lookup(wanted.strip_suffix(&folded(mode.name))?).ok()?, mode));
        match MODES.iter().find_map(over) {
            Some((cipher, mode)) => Algorithm::new(cipher, mode),
            None => other_name(&wanted).ok_or(unknown),
        }
    })
}

/// The mode over a cipher that has this name besides.
fn other_name(wanted: &str) -> Option<Algorithm> {
    let has = |cipher: &&'static block::Entry, mode: &Mode| {
        (mode.aliases)(cipher.info.name).iter().any(|alias| folded(alias) == wanted)
    };
    MODES.iter().find_map(|mode| {
        let cipher = block::entries().find(|cipher| has(cipher, mode))?;
        Algorithm::new(cipher.algorithm(), mode).ok()
    })
}

impl Algorithm {
    /// A mode over a cipher.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the mode is not defined for blocks of the cipher's length; [`Error::ByteLength`] if it is
    /// not defined for keys of its length.
    pub fn new(cipher: block::Algorithm, mode: &'static Mode) -> Result<Self, Error> {
        mode.check(&cipher)?;
        Ok(Self(Of::Cipher(cipher, mode)))
    }

    /// The mode, if it is one over a block cipher.
    pub fn mode(&self) -> Option<&'static Mode> {
        match self.0 {
            Of::Cipher(_, mode) => Some(mode),
            Of::Entry(_) => None,
        }
    }

    /// Its name.
    pub fn name(&self) -> String {
        match self.0 {
            Of::Cipher(cipher, mode) => format!("{}-{}", cipher.info().name, mode.name),
            Of::Entry(on) => String::from(on.info().name),
        }
    }

    /// Its other names. A mode of a block cipher is found by all names of the cipher besides.
    pub fn aliases(&self) -> &'static [&'static str] {
        match self.0 {
            Of::Cipher(cipher, mode) => (mode.aliases)(cipher.info().name),
            Of::Entry(on) => on.info().aliases,
        }
    }

    /// The block cipher, if it is a mode of one.
    pub fn cipher(&self) -> Option<block::Algorithm> {
        match self.0 {
            Of::Cipher(cipher, _) => Some(cipher),
            Of::Entry(_) => None,
        }
    }

    /// Whether to choose it for something new.
    pub fn standing(&self) -> Standing {
        match self.0 {
            Of::Cipher(cipher, _) => cipher.info().standing,
            Of::Entry(on) => on.info().standing,
        }
    }

    /// The bytes of a key: those of the cipher, or twice as many in a mode with two keys.
    pub fn key_len(&self) -> ByteLengths {
        match self.0 {
            Of::Cipher(cipher, mode) => ByteLengths::fixed(mode.keys * cipher.key_len()),
            Of::Entry(on) => on.info().key_len,
        }
    }

    /// The bytes of a nonce.
    pub fn nonce_len(&self) -> ByteLengths {
        match self.0 {
            Of::Cipher(cipher, mode) => (mode.nonce_len)(cipher.block_len()),
            Of::Entry(on) => on.info().nonce_len,
        }
    }

    /// The bytes of a tag: the longest is a whole one.
    pub fn tag_len(&self) -> ByteLengths {
        match self.0 {
            Of::Cipher(cipher, mode) => (mode.tag_len)(cipher.block_len()),
            Of::Entry(on) => on.info().tag_len,
        }
    }

    /// Whether it takes a message in parts ([`Aead::begin`]), or as a whole alone.
    pub fn takes_parts(&self) -> bool {
        match self.0 {
            Of::Cipher(_, mode) => mode.in_parts,
            Of::Entry(on) => on.entry.make.in_parts,
        }
    }

    /// Whether it authenticates a header.
    pub fn takes_header(&self) -> bool {
        match self.0 {
            Of::Cipher(..) => true,
            Of::Entry(on) => on.info().header,
        }
    }

    /// Its candidates, or its cipher's.
    pub fn choice(&self) -> &'static dyn Choice {
        match self.0 {
            Of::Cipher(cipher, _) => cipher.choice(),
            Of::Entry(on) => on.choice(),
        }
    }

    /// The names of the backends that this CPU can run, best first.
    pub fn backends_available(&self) -> Vec<&'static str> {
        backends::available([self.choice()])
    }

    /// This scheme on the backend of this name: its own backend, or its cipher's.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if it has none of this name, [`Error::BackendUnavailable`] if this CPU
    /// cannot run it.
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(Self(match self.0 {
            Of::Cipher(cipher, mode) => Of::Cipher(cipher.with_backend(name)?, mode),
            Of::Entry(on) => Of::Entry(on.with_backend(name)?),
        }))
    }

    /// This algorithm under a tweak of the block cipher, which is zero otherwise.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the tweak has not the length that the cipher takes, or if there is no cipher.
    pub fn with_tweak(self, tweak: &[u8]) -> Result<Self, Error> {
        match self.0 {
            Of::Cipher(cipher, mode) => Ok(Self(Of::Cipher(cipher.with_tweak(tweak)?, mode))),
            Of::Entry(_) => {
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
            Of::Cipher(cipher, mode) => wipe::behind(|| (mode.over)(cipher, key))?,
            Of::Entry(on) => (on.entry.make.keyed)(key, on.one),
        };
        Ok(Aead::with_scheme(scheme))
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Algorithm").field(&self.name()).finish()
    }
}
