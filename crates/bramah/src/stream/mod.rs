//! Stream ciphers: keystreams that are added to messages.
//!
//! None of them tells whether a message was tampered with: whoever changes a bit of the ciphertext changes
//! that bit of the plaintext. Never use one without a MAC over nonce and ciphertext, checked before anything
//! is decrypted; [`ChaCha20Poly1305`](crate::ChaCha20Poly1305) has one. And never use a nonce twice under one
//! key: that gives away the exclusive or of the two messages.

mod frame;
mod keyed;
#[cfg(feature = "registry")]
mod registry;
mod self_test;
mod steps;

pub use frame::Stream;
pub use keyed::{Keyed, Keystream};
#[cfg(feature = "registry")]
pub use registry::{Algorithm, AnyKeystream, Entry, entries, lookup};
pub(crate) use self_test::agrees;
pub(crate) use steps::{Steps, steps};

use crate::{
    backend::{Backend, Dispatch},
    names::{ByteLengths, Standing},
    simd::memory::InOut,
};

/// Declares the families: each word is a folder with the `ENTRIES` of its ciphers.
macro_rules! families {
    ($($family:ident),* $(,)?) => {
        $(pub mod $family;)*
        /// Every stream cipher, family by family.
        #[cfg(feature = "registry")]
        pub(crate) static FAMILIES: &[&[Entry]] = &[$($family::ENTRIES),*];
    };
}

pub(crate) mod arx;
families! { abc, chacha, hc, rabbit, salsa20, sosemanuk }

/// What a user should know of a stream cipher, and how it is named.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its name, in lower case.
    pub name: &'static str,
    /// Other names. Names are compared by their letters and digits alone, in any case.
    pub aliases: &'static [&'static str],
    /// The specification.
    pub specification: &'static str,
    /// Whether to choose it for something new.
    pub standing: Standing,
    /// The bytes of a key.
    pub key_len: ByteLengths,
    /// The bytes of a nonce.
    pub nonce_len: ByteLengths,
    /// The rounds, where any other even number is defined too.
    pub rounds: Option<u32>,
}

/// The bytes of keystream that any cipher makes at a time at most.
pub(crate) const MAX_BLOCK: usize = 128;

/// A stream cipher with its key, somewhere in the keystream of a nonce.
pub trait StreamCipher: Clone + Send + Sync + 'static {
    /// Names, lengths and standing.
    const INFO: Info;
    /// The bytes of keystream that are made at a time, at most 128.
    const BLOCK: usize;
    /// The bytes of keystream that a nonce has.
    const LIMIT: u128;
    /// The functions that a backend has.
    type Table: Sync + 'static;

    /// Its implementations.
    fn dispatch() -> &'static Dispatch<Self::Table>;
    /// The cipher with a key of a length that it takes.
    fn keyed(backend: Backend<Self::Table>, key: &[u8]) -> Self;
    /// Another number of rounds, even and not 0, before a nonce is given.
    fn set_rounds(&mut self, _rounds: u32) {}
    /// The beginning of the keystream of a nonce of a length that it takes.
    fn begin(&mut self, backend: Backend<Self::Table>, nonce: &[u8]);
    /// Adds keystream to whole blocks.
    fn blocks(&mut self, backend: Backend<Self::Table>, data: &mut InOut<'_>);
    /// Goes to a block of the keystream, at most the one behind the last; false if the cipher cannot.
    fn seek(&mut self, _block: u128) -> bool {
        false
    }
    /// Erases it.
    fn wipe(&mut self);
}
