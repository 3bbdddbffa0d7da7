//! Authenticated encryption by name.

use super::{Aead, AnyScheme, Dedicated, InParts, Info, Mode};
use crate::{
    Error,
    backend::{Backend, Choice},
    block,
    names::{ByteLengths, Standing, folded, folds_to},
    registry::{self, On, backends, registered},
    wipe,
};
use alloc::{format, string::String, vec::Vec};
use core::fmt;

/// All AEAD modes of block ciphers.
pub static MODES: &[Mode] = &[
    super::ccm::MODE,
    super::eax::MODE,
    super::gcm::MODE,
    super::gcm_siv::MODE,
    super::kccm::MODE,
    super::kccm::MODE_6,
    super::kccm::MODE_8,
    super::kgcm::MODE,
    super::mgm::MODE,
    super::ocb::MODE,
    super::siv::MODE,
];

/// How to build a scheme: a function that takes the key and, if the caller chose a candidate, its index in the list; and whether
/// the scheme can process messages in parts.
pub(crate) struct Make {
    keyed: fn(&[u8], Option<u8>) -> AnyScheme,
    in_parts: bool,
}

registered!(Info, Make);

/// Builds a scheme in a stack frame of its own. In a frame that also holds the result, a register with a part of the key could be
/// spilled to a place where the result has padding, and the padding is copied to the heap.
fn made<S: Dedicated>(backend: Backend<S::Table>, key: &[u8]) -> S {
    wipe::apart(|| S::keyed(backend, key))
}

impl Entry {
    /// Returns the constructor of a scheme that can process messages in parts.
    pub(crate) const fn of<S: Dedicated + InParts>() -> Self {
        Self::made::<S>(true, |key, index| {
            let backend = S::dispatch().at_or_chosen(index);
            wipe::after(|| AnyScheme::new(made::<S>(backend, key)))
        })
    }

    /// Returns the constructor of a scheme that only takes whole messages.
    pub(crate) const fn of_whole<S: Dedicated>() -> Self {
        Self::made::<S>(false, |key, index| {
            let backend = S::dispatch().at_or_chosen(index);
            wipe::after(|| AnyScheme::of_whole(made::<S>(backend, key)))
        })
    }

    const fn made<S: Dedicated>(in_parts: bool, keyed: fn(&[u8], Option<u8>) -> AnyScheme) -> Self {
        Self { info: S::INFO, choices: || backends::both(S::dispatch()), make: Make { keyed, in_parts } }
    }

    /// Returns this entry's algorithm, on the backend in use.
    pub fn algorithm(&'static self) -> Algorithm {
        Algorithm(Of::Entry(On::new(self)))
    }
}

/// Returns the entries of all schemes that are not modes of block ciphers.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    super::FAMILIES.iter().copied().flatten()
}

/// Returns all schemes: each mode over each block cipher for which it is defined, and then the schemes that are not modes of
/// block ciphers.
pub fn algorithms() -> impl Iterator<Item = Algorithm> {
    let over = block::entries()
        .flat_map(|entry| MODES.iter().filter_map(|mode| Algorithm::new(entry.algorithm(), mode).ok()));
    over.chain(entries().map(Entry::algorithm))
}

/// A scheme chosen by name: a mode with authentication over a block cipher, or a dedicated scheme.
#[derive(Clone, Copy)]
pub struct Algorithm(Of);

#[derive(Clone, Copy)]
enum Of {
    /// A mode over a cipher.
    Cipher(block::Algorithm, &'static Mode),
    Entry(On<Entry>),
}

/// Returns the scheme with this name, such as `chacha20-poly1305` or `aes-256-gcm`.
///
/// # Errors
/// [`Error::UnknownName`] if no scheme has this name; [`Error::Parameter`] if the mode is not defined for blocks of the cipher's
/// length; [`Error::OtherCipher`] if the mode is only defined over other ciphers.
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    registry::find(entries, name).map(Entry::algorithm).or_else(|unknown| {
        let wanted = folded(name);
        let over =
            |mode: &'static Mode| Some((block::lookup(wanted.strip_suffix(&folded(mode.name))?).ok()?, mode));
        match MODES.iter().find_map(over) {
            Some((cipher, mode)) => Algorithm::new(cipher, mode),
            None => other_name(&wanted).ok_or(unknown),
        }
    })
}

/// Returns the scheme, a mode over a cipher, that has this name as an alias.
fn other_name(wanted: &str) -> Option<Algorithm> {
    let has = |cipher: &&'static block::Entry, mode: &Mode| {
        (mode.aliases)(cipher.info.name).iter().any(|alias| folds_to(alias, wanted))
    };
    MODES.iter().find_map(|mode| {
        let cipher = block::entries().find(|cipher| has(cipher, mode))?;
        Algorithm::new(cipher.algorithm(), mode).ok()
    })
}

impl Algorithm {
    /// Returns the scheme that is this mode over this cipher.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the mode is not defined for blocks of the cipher's length; [`Error::ByteLength`] if the mode is
    /// not defined for keys of the cipher's length; [`Error::OtherCipher`] if the mode is only defined over other ciphers.
    pub fn new(cipher: block::Algorithm, mode: &'static Mode) -> Result<Self, Error> {
        mode.check(&cipher)?;
        Ok(Self(Of::Cipher(cipher, mode)))
    }

    /// Returns the mode, if the scheme is a mode of a block cipher.
    pub fn mode(&self) -> Option<&'static Mode> {
        match self.0 {
            Of::Cipher(_, mode) => Some(mode),
            Of::Entry(_) => None,
        }
    }

    /// Returns the name of the scheme.
    pub fn name(&self) -> String {
        match self.0 {
            Of::Cipher(cipher, mode) => format!("{}-{}", cipher.info().name, mode.name),
            Of::Entry(on) => String::from(on.info().name),
        }
    }

    /// Returns the other names of the scheme. A mode of a block cipher is also found by each name of the cipher, followed by the
    /// name of the mode.
    pub fn aliases(&self) -> &'static [&'static str] {
        match self.0 {
            Of::Cipher(cipher, mode) => (mode.aliases)(cipher.info().name),
            Of::Entry(on) => on.info().aliases,
        }
    }

    /// Returns the block cipher, if the scheme is a mode of one.
    pub fn cipher(&self) -> Option<block::Algorithm> {
        match self.0 {
            Of::Cipher(cipher, _) => Some(cipher),
            Of::Entry(_) => None,
        }
    }

    /// Returns whether this scheme is recommended for new designs.
    pub fn standing(&self) -> Standing {
        match self.0 {
            Of::Cipher(cipher, _) => cipher.info().standing,
            Of::Entry(on) => on.info().standing,
        }
    }

    /// Returns the lengths of a key in bytes: the lengths of the cipher's keys, doubled for a mode with two keys.
    pub fn key_len(&self) -> ByteLengths {
        match self.0 {
            Of::Cipher(cipher, mode) => cipher.key_lengths().times(mode.keys),
            Of::Entry(on) => on.info().key_len,
        }
    }

    /// Returns the lengths of a nonce in bytes.
    pub fn nonce_len(&self) -> ByteLengths {
        match self.0 {
            Of::Cipher(cipher, mode) => (mode.nonce_len)(cipher.block_len()),
            Of::Entry(on) => on.info().nonce_len,
        }
    }

    /// Returns the lengths of a tag in bytes; the maximum is the length of a whole tag.
    pub fn tag_len(&self) -> ByteLengths {
        match self.0 {
            Of::Cipher(cipher, mode) => (mode.tag_len)(cipher.block_len()),
            Of::Entry(on) => on.info().tag_len,
        }
    }

    /// Returns whether the scheme can process a message in parts ([`Aead::begin`]), and not only as a whole.
    pub fn takes_parts(&self) -> bool {
        match self.0 {
            Of::Cipher(_, mode) => mode.in_parts,
            Of::Entry(on) => on.entry.make.in_parts,
        }
    }

    /// Returns whether the scheme authenticates associated data.
    pub fn takes_header(&self) -> bool {
        match self.0 {
            Of::Cipher(..) => true,
            Of::Entry(on) => on.info().header,
        }
    }

    /// Returns whether two messages under one nonce reveal no more than whether they are the same.
    pub fn is_misuse_resistant(&self) -> bool {
        match self.0 {
            Of::Cipher(_, mode) => mode.misuse_resistant,
            Of::Entry(on) => on.info().misuse_resistant,
        }
    }

    /// Returns the candidates of the scheme, or of its block cipher.
    pub fn choice(&self) -> &'static dyn Choice {
        match self.0 {
            Of::Cipher(cipher, _) => cipher.choice(),
            Of::Entry(on) => on.choice(),
        }
    }

    /// Returns the names of the backends that this CPU can run, best first.
    pub fn backends_available(&self) -> Vec<&'static str> {
        backends::available([self.choice()])
    }

    /// Returns this scheme on the backend with this name. It may be a backend of the scheme or of its cipher.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if there is no backend with this name; [`Error::BackendUnavailable`] if this CPU cannot run it.
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(Self(match self.0 {
            Of::Cipher(cipher, mode) => Of::Cipher(cipher.with_backend(name)?, mode),
            Of::Entry(on) => Of::Entry(on.with_backend(name)?),
        }))
    }

    /// Returns this scheme with a tweak for its block cipher. Without this call the tweak is all zeros.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the tweak does not have the length that the cipher takes, or if the scheme has no block
    /// cipher.
    pub fn with_tweak(self, tweak: &[u8]) -> Result<Self, Error> {
        match self.0 {
            Of::Cipher(cipher, mode) => Ok(Self(Of::Cipher(cipher.with_tweak(tweak)?, mode))),
            Of::Entry(_) => {
                Err(Error::ParameterLength { name: "tweak", length: tweak.len(), min: 0, max: 0 })
            }
        }
    }

    /// Sets up the scheme with a key.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the key does not have a length that the scheme takes.
    pub fn keyed(&self, key: &[u8]) -> Result<Aead<AnyScheme>, Error> {
        self.key_len().check("key", key.len())?;
        let scheme = match self.0 {
            Of::Cipher(cipher, mode) => wipe::after(|| (mode.over)(cipher, key))?,
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
