//! Stream ciphers: keystreams that are XORed into messages.
//!
//! None of them detects whether a message was tampered with: changing a bit of the ciphertext changes that bit of the
//! plaintext. Never use one without a MAC over nonce and ciphertext, checked before anything is decrypted;
//! [`ChaCha20Poly1305`](crate::ChaCha20Poly1305) has one. And never use a nonce twice under one key: nonce reuse
//! reveals the XOR of the two messages.

mod frame;
mod keyed;
#[cfg(feature = "registry")]
mod registry;
mod self_test;
mod steps;

pub use frame::Stream;
pub use keyed::{KeyedCipher, Keystream};
#[cfg(feature = "registry")]
pub use registry::{Algorithm, AnyKeystream, Entry, entries, lookup};
pub(crate) use self_test::agrees;
pub(crate) use steps::{Steps, steps};

use crate::{
    backend::{Backend, Dispatch},
    names::{ByteLengths, Standing},
    simd::memory::InOut,
};

/// Declares the families: each word is a folder with the `ENTRIES` of its ciphers, after what it is compiled for.
macro_rules! families {
    ($($when:meta: $family:ident;)*) => {
        $(
            #[cfg($when)]
            pub mod $family;
        )*
        /// Every stream cipher, family by family.
        #[cfg(feature = "registry")]
        pub(crate) static FAMILIES: &[&[Entry]] = &[$(
            #[cfg($when)]
            $family::ENTRIES,
        )*];
    };
}

#[cfg(feature = "_arx")]
pub(crate) mod arx;
families! {
    feature = "abc": abc;
    feature = "chacha": chacha;
    feature = "hc": hc;
    feature = "rabbit": rabbit;
    feature = "rc4": rc4;
    feature = "salsa20": salsa20;
    feature = "sosemanuk": sosemanuk;
}

/// The properties of a stream cipher that a user should know, and its names.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The cipher's name, in lower case.
    pub name: &'static str,
    /// Other names. Only letters and digits of a name count, in either case.
    pub aliases: &'static [&'static str],
    /// The specification.
    pub specification: &'static str,
    /// Whether to choose the cipher for something new.
    pub standing: Standing,
    /// The lengths of a key in bytes.
    pub key_len: ByteLengths,
    /// The lengths of a nonce in bytes.
    pub nonce_len: ByteLengths,
    /// The number of rounds, if other even numbers are defined too.
    pub rounds: Option<u32>,
}

/// The largest number of bytes of keystream that any cipher computes at a time.
pub(crate) const MAX_BLOCK: usize = 128;

/// A stream cipher with its key, at some position in the keystream of a nonce.
pub trait StreamCipher: Clone + Send + Sync + 'static {
    /// The cipher's names, lengths and standing.
    const INFO: Info;
    /// The number of bytes of keystream that are computed at a time, at most 128.
    const BLOCK: usize;
    /// The number of bytes of keystream for a nonce.
    const LIMIT: u128;
    /// The function table of a backend.
    type Table: Sync + 'static;

    /// Returns the candidates.
    fn dispatch() -> &'static Dispatch<Self::Table>;
    /// Makes the cipher with a key of a valid length.
    fn keyed(backend: Backend<Self::Table>, key: &[u8]) -> Self;
    /// Sets another number of rounds, even and not 0. Called before a nonce is set.
    fn set_rounds(&mut self, _rounds: u32) {}
    /// Begins the keystream of a nonce of a valid length.
    fn begin(&mut self, backend: Backend<Self::Table>, nonce: &[u8]);
    /// XORs keystream into whole blocks.
    fn blocks(&mut self, backend: Backend<Self::Table>, data: &mut InOut<'_>);
    /// Encrypts or decrypts the only message of a key, and returns whether there is a function for that. The function
    /// erases what it stored. The lengths of key and nonce are valid.
    #[inline(always)]
    fn once(_: Backend<Self::Table>, _key: &[u8], _nonce: &[u8], _: &mut InOut<'_>) -> bool {
        false
    }
    /// Moves to a block of the keystream, at most the one after the last; returns false if the cipher cannot seek.
    fn seek(&mut self, _block: u128) -> bool {
        false
    }
    /// Erases the cipher.
    fn wipe(&mut self);
}
