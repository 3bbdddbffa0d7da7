//! Stream ciphers: their keystreams are XORed onto messages.
//!
//! No stream cipher detects whether a message was tampered with: a change of a bit of the ciphertext changes the same bit of the
//! plaintext. Never use a stream cipher without a MAC over nonce and ciphertext, which must be verified before anything is
//! decrypted; [`ChaCha20Poly1305`](crate::ChaCha20Poly1305) includes a MAC. Never use a nonce twice under one key: nonce reuse
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

/// Declares the families. Each line contains the condition under which a family is compiled, and the name of the folder with
/// the `ENTRIES` of its ciphers.
macro_rules! families {
    ($($when:meta: $family:ident;)*) => {
        $(
            #[cfg($when)]
            pub mod $family;
        )*
        /// The entries of all stream ciphers, family by family.
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
    /// The name of the cipher, in lower case.
    pub name: &'static str,
    /// Other names. Comparisons of names ignore case and everything except letters and digits.
    pub aliases: &'static [&'static str],
    /// The specification.
    pub specification: &'static str,
    /// The standing of the cipher, which states whether it is recommended for new designs.
    pub standing: Standing,
    /// The lengths of a key in bytes.
    pub key_len: ByteLengths,
    /// The lengths of a nonce in bytes.
    pub nonce_len: ByteLengths,
    /// The usual number of rounds; `None` if the cipher is defined for only one number of rounds.
    pub rounds: Option<u32>,
}

/// The maximum length in bytes of a cipher's block of keystream.
pub(crate) const MAX_BLOCK: usize = 128;
/// The maximum length in bytes of a group of blocks.
pub(crate) const MAX_GROUP: usize = 1024;

/// A stream cipher with its key, at a position in the keystream for a nonce.
pub trait StreamCipher: Clone + Send + Sync + 'static {
    /// The cipher's names, lengths and standing.
    const INFO: Info;
    /// The length of a block in bytes: the number of keystream bytes that are computed at a time, at most 128.
    const BLOCK: usize;
    /// The number of blocks that the widest candidate computes side by side; 1 if every block depends on the one before. A group
    /// has at most 1,024 bytes.
    const GROUP: usize = 1;
    /// The maximum number of keystream bytes for one nonce.
    const LIMIT: u128;
    /// The table of functions of a candidate.
    type Table: Sync + 'static;

    /// Returns the candidates, with the backend in use.
    fn dispatch() -> &'static Dispatch<Self::Table>;
    /// Sets up the cipher with a key, whose length the caller has checked.
    fn keyed(backend: Backend<Self::Table>, key: &[u8]) -> Self;
    /// Sets another number of rounds, which must be even and not 0. Called before a nonce is set.
    fn set_rounds(&mut self, _rounds: u32) {}
    /// Begins the keystream for a nonce, whose length the caller has checked.
    fn begin(&mut self, backend: Backend<Self::Table>, nonce: &[u8]);
    /// XORs keystream onto whole blocks.
    fn blocks(&mut self, backend: Backend<Self::Table>, data: &mut InOut<'_>);
    /// Encrypts or decrypts the only message under a key if the cipher has a function for that; returns whether it has. That
    /// function erases everything that it stored. The caller has checked the lengths of key and nonce.
    #[inline(always)]
    fn once(_: Backend<Self::Table>, _key: &[u8], _nonce: &[u8], _: &mut InOut<'_>) -> bool {
        false
    }
    /// Moves to the block of the keystream with this number, which is at most the number of blocks of the keystream; returns
    /// false if the cipher cannot seek.
    fn seek(&mut self, _block: u128) -> bool {
        false
    }
    /// Erases the cipher.
    fn wipe(&mut self);
}
