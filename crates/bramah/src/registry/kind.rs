//! The kinds of algorithms, and all algorithms of each kind.

use super::{Algorithm, passwords};
use crate::{aead, block, encrypt_then_mac, fpe, hash, kdf, key_wrap, mac, mode, stream};
use alloc::boxed::Box;
use core::fmt;

/// The kind of an algorithm, by its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// Hash functions.
    Hash,
    /// Block ciphers.
    Cipher,
    /// Block ciphers in modes that do not authenticate.
    Mode,
    /// Stream ciphers.
    Stream,
    /// Authenticated encryption.
    Aead,
    /// Named compositions of a cipher and a MAC.
    EncryptThenMac,
    /// Forms of key wrap over block ciphers.
    KeyWrap,
    /// Format-preserving encryption over block ciphers.
    Fpe,
    /// Message authentication codes.
    Mac,
    /// Key derivation functions.
    Kdf,
    /// Password schemes.
    Password,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 11] = [
        Self::Hash,
        Self::Cipher,
        Self::Mode,
        Self::Stream,
        Self::Aead,
        Self::EncryptThenMac,
        Self::KeyWrap,
        Self::Fpe,
        Self::Mac,
        Self::Kdf,
        Self::Password,
    ];

    /// Returns the kind as text, such as `hash function`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hash => "hash function",
            Self::Cipher => "block cipher",
            Self::Mode => "block cipher in a mode",
            Self::Stream => "stream cipher",
            Self::Aead => "authenticated encryption",
            Self::EncryptThenMac => "composition of a cipher and a MAC",
            Self::KeyWrap => "key wrap",
            Self::Fpe => "format-preserving encryption",
            Self::Mac => "message authentication code",
            Self::Kdf => "function that derives keys",
            Self::Password => "scheme for passwords",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns all algorithms of a kind. Hash functions have the digest length that their name stands for. Modes, including modes
/// with authentication, come over each block cipher for which they are defined. MACs come as [`mac::algorithms`] returns them.
pub fn of(kind: Kind) -> Box<dyn Iterator<Item = Algorithm>> {
    let ciphers = || block::entries().map(block::Entry::algorithm);
    match kind {
        Kind::Hash => Box::new(hash::entries().map(|entry| Algorithm::Hash(entry.algorithm()))),
        Kind::Cipher => Box::new(ciphers().map(Algorithm::Cipher)),
        Kind::Mode => Box::new(ciphers().flat_map(|cipher| {
            let modes = mode::MODES.iter().filter(move |info| info.takes(&cipher));
            modes.map(move |info| Algorithm::Mode(mode::Algorithm::new(cipher, info)))
        })),
        Kind::Stream => Box::new(stream::entries().map(|entry| Algorithm::Stream(entry.algorithm()))),
        Kind::Aead => Box::new(aead::algorithms().map(Algorithm::Aead)),
        Kind::EncryptThenMac => Box::new(encrypt_then_mac::algorithms().map(Algorithm::EncryptThenMac)),
        Kind::KeyWrap => Box::new(key_wrap::algorithms().map(Algorithm::KeyWrap)),
        Kind::Fpe => Box::new(fpe::algorithms().map(Algorithm::Fpe)),
        Kind::Mac => Box::new(mac::algorithms().map(Algorithm::Mac)),
        Kind::Kdf => Box::new(kdf::entries().map(Algorithm::Kdf)),
        Kind::Password => Box::new(passwords::all().map(Algorithm::Password)),
    }
}

/// Returns all algorithms of all kinds.
pub fn all() -> impl Iterator<Item = Algorithm> {
    Kind::ALL.into_iter().flat_map(of)
}
