//! A stream cipher with its key and its backend: as a type, and as a trait object.

use super::StreamCipher;
use crate::{backend::Backend, names::ByteLengths, simd::memory::InOut};

/// The source of the keystream in [`Stream`](super::Stream): a [`KeyedCipher`], or a cipher chosen by name.
pub trait Keystream: sealed::Keystream {}
impl<K: sealed::Keystream + ?Sized> Keystream for K {}

pub(crate) mod sealed {
    use super::*;

    #[allow(missing_docs)] // documented at `StreamCipher`
    pub trait Keystream: Send + Sync {
        fn nonce_len(&self) -> ByteLengths;
        fn block_len(&self) -> usize;
        fn group(&self) -> usize;
        fn limit(&self) -> u128;
        fn backend(&self) -> &'static str;
        fn set_rounds(&mut self, rounds: u32);
        fn begin(&mut self, nonce: &[u8]);
        fn blocks(&mut self, data: &mut InOut<'_>);
        fn seek(&mut self, block: u128) -> bool;
        /// Returns a copy of the cipher, which continues independently.
        #[cfg(feature = "alloc")]
        fn boxed(&self) -> alloc::boxed::Box<dyn Keystream>;
    }
}

/// A stream cipher with its key, and the backend that computes its keystream.
pub struct KeyedCipher<C: StreamCipher> {
    cipher: C,
    backend: Backend<C::Table>,
}

impl<C: StreamCipher> Clone for KeyedCipher<C> {
    fn clone(&self) -> Self {
        Self { cipher: self.cipher.clone(), backend: self.backend }
    }
}

impl<C: StreamCipher> KeyedCipher<C> {
    /// Sets up the cipher with a key, whose length the caller has checked.
    pub(crate) fn new(backend: Backend<C::Table>, key: &[u8]) -> Self {
        debug_assert!(C::INFO.key_len.contains(key.len()));
        Self::with_cipher(backend, C::keyed(backend, key))
    }

    /// Combines a cipher that already has its key with a backend.
    pub(crate) fn with_cipher(backend: Backend<C::Table>, cipher: C) -> Self {
        Self { cipher, backend }
    }

    /// Returns the cipher, for a caller that computes the keystream itself.
    pub(crate) fn inner_mut(&mut self) -> &mut C {
        &mut self.cipher
    }
}

impl<C: StreamCipher> sealed::Keystream for KeyedCipher<C> {
    #[inline(always)]
    fn nonce_len(&self) -> ByteLengths {
        C::INFO.nonce_len
    }
    #[inline(always)]
    fn block_len(&self) -> usize {
        const { assert!(C::BLOCK <= super::MAX_BLOCK) };
        C::BLOCK
    }
    #[inline(always)]
    fn group(&self) -> usize {
        const { assert!(C::BLOCK * C::GROUP <= super::MAX_GROUP) };
        C::GROUP
    }
    #[inline(always)]
    fn limit(&self) -> u128 {
        C::LIMIT
    }
    fn backend(&self) -> &'static str {
        self.backend.name()
    }
    fn set_rounds(&mut self, rounds: u32) {
        self.cipher.set_rounds(rounds);
    }
    #[inline]
    fn begin(&mut self, nonce: &[u8]) {
        self.cipher.begin(self.backend, nonce);
    }
    #[inline]
    fn blocks(&mut self, data: &mut InOut<'_>) {
        self.cipher.blocks(self.backend, data);
    }
    fn seek(&mut self, block: u128) -> bool {
        self.cipher.seek(block)
    }
    #[cfg(feature = "alloc")]
    fn boxed(&self) -> alloc::boxed::Box<dyn sealed::Keystream> {
        alloc::boxed::Box::new(self.clone())
    }
}

impl<C: StreamCipher> Drop for KeyedCipher<C> {
    fn drop(&mut self) {
        self.cipher.wipe();
        // also erase the registers that kernels have spilled to the stack
        self.backend.stack().erase();
    }
}
