//! Encryption without authentication, as [`EncryptThenMac`](super::EncryptThenMac) uses it.

use crate::{
    Error,
    block::{Keyed, MAX_BLOCK, Pass, Typed, whole_blocks},
    mode::Padding,
    names::ByteLengths,
    simd::{blocks::Increment, memory::InOut},
    stream::{Keystream, Stream},
    wipe,
};
use core::fmt;

/// Encryption without authentication, with its key: [`PaddedCbc`], [`Counter`], or a [`Stream`], whose current nonce and position
/// do not matter. The trait cannot be implemented outside this crate.
pub trait Encryption: sealed::Encryption {}
impl<E: sealed::Encryption> Encryption for E {}

mod sealed {
    use super::*;

    /// The methods of [`Encryption`](super::Encryption).
    #[allow(unreachable_pub)] // named in a public trait
    pub trait Encryption: Send + Sync {
        fn nonce_len(&self) -> ByteLengths;
        fn backend(&self) -> &'static str;
        /// Returns the maximum length of a text in bytes.
        fn limit(&self) -> u128 {
            u128::MAX
        }
        /// Returns the length in bytes of the ciphertext for a text of `text_len` bytes.
        fn ciphertext_len(&self, text_len: usize) -> usize {
            text_len
        }
        /// Refuses a length in bytes that no ciphertext has. The caller only passes lengths that are at least the
        /// length of the ciphertext for an empty text.
        fn check_ciphertext(&self, len: usize) -> Result<(), Error>;
        /// Encrypts the first `text_len` bytes of a buffer in place. The buffer is as long as the ciphertext.
        fn encrypt(&self, nonce: &[u8], buffer: &mut [u8], text_len: usize);
        /// Decrypts a ciphertext in place, and returns the length of the text in bytes; `None` if the padding is
        /// invalid.
        fn decrypt(&self, nonce: &[u8], buffer: &mut [u8]) -> Option<usize>;
    }
}

/// A block cipher in CBC mode with the padding of PKCS #7. The nonce is the IV, of one block, which must be random for each
/// message.
#[derive(Clone)]
pub struct PaddedCbc<K>(pub(super) K);

impl<K: Typed> PaddedCbc<K> {
    /// Sets up the cipher with a key. It does not compile for key types that cannot decrypt blocks.
    pub fn new(key: &K::Key) -> Self {
        const { assert!(K::DECRYPTS, "CBC decrypts blocks: the keys must be for both directions") };
        Self(K::keyed(key, true))
    }
}

impl<K: Keyed> PaddedCbc<K> {
    fn pass(&self, pass: Pass, nonce: &[u8], buffer: &mut [u8]) {
        let mut chain = [0; MAX_BLOCK];
        let chain = &mut chain[..self.0.block_len()];
        chain.copy_from_slice(nonce);
        self.0.pass(pass, chain, &mut InOut::from(buffer));
    }
}

impl<K: Keyed> sealed::Encryption for PaddedCbc<K> {
    fn nonce_len(&self) -> ByteLengths {
        ByteLengths::fixed(self.0.block_len())
    }

    fn backend(&self) -> &'static str {
        self.0.backend()
    }

    fn ciphertext_len(&self, text_len: usize) -> usize {
        let block = self.0.block_len();
        whole_blocks(text_len, block).saturating_add(block)
    }

    fn check_ciphertext(&self, len: usize) -> Result<(), Error> {
        let block = self.0.block_len();
        match len.is_multiple_of(block) {
            true => Ok(()),
            false => Err(Error::InputLength { length: len as u128, block }),
        }
    }

    fn encrypt(&self, nonce: &[u8], buffer: &mut [u8], text_len: usize) {
        let last = whole_blocks(text_len, self.0.block_len());
        Padding::Pkcs7.pad(&mut buffer[last..], text_len - last);
        self.pass(Pass::CbcEncrypt, nonce, buffer);
    }

    fn decrypt(&self, nonce: &[u8], buffer: &mut [u8]) -> Option<usize> {
        self.pass(Pass::CbcDecrypt, nonce, buffer);
        let last = buffer.len() - self.0.block_len();
        Padding::Pkcs7.unpad(&buffer[last..]).map(|len| last + len)
    }
}

impl<K> fmt::Debug for PaddedCbc<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PaddedCbc").finish_non_exhaustive()
    }
}

/// A block cipher in counter mode. The nonce is the first counter block, a big-endian number. No counter value may be used twice
/// under one key.
#[derive(Clone)]
pub struct Counter<K>(K);

impl<K: Typed> Counter<K> {
    /// Sets up the cipher with a key.
    pub fn new(key: &K::Key) -> Self {
        Self(K::keyed(key, false))
    }
}

impl<K: Keyed> sealed::Encryption for Counter<K> {
    fn nonce_len(&self) -> ByteLengths {
        ByteLengths::fixed(self.0.block_len())
    }

    fn backend(&self) -> &'static str {
        self.0.backend()
    }

    fn check_ciphertext(&self, _len: usize) -> Result<(), Error> {
        Ok(())
    }

    fn encrypt(&self, nonce: &[u8], buffer: &mut [u8], _text_len: usize) {
        let block = self.0.block_len();
        let (mut counter, ctr) = ([0; MAX_BLOCK], Pass::Ctr(Increment::Be));
        let counter = &mut counter[..block];
        counter.copy_from_slice(nonce);
        let mut data = InOut::from(buffer);
        let mut whole = data.take(whole_blocks(data.len(), block));
        if !whole.is_empty() {
            self.0.pass(ctr, counter, &mut whole);
        }
        if !data.is_empty() {
            let mut keystream = [0; MAX_BLOCK];
            let keystream = &mut keystream[..block];
            self.0.pass(ctr, counter, &mut InOut::from(&mut *keystream));
            data.xor(keystream);
            wipe::wipe(keystream);
        }
    }

    fn decrypt(&self, nonce: &[u8], buffer: &mut [u8]) -> Option<usize> {
        self.encrypt(nonce, buffer, buffer.len());
        Some(buffer.len())
    }
}

impl<K> fmt::Debug for Counter<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counter").finish_non_exhaustive()
    }
}

impl<K: Keystream + Clone> sealed::Encryption for Stream<K> {
    fn nonce_len(&self) -> ByteLengths {
        Stream::nonce_len(self)
    }

    fn backend(&self) -> &'static str {
        Stream::backend(self)
    }

    fn limit(&self) -> u128 {
        Stream::limit(self)
    }

    fn check_ciphertext(&self, len: usize) -> Result<(), Error> {
        let limit = Stream::limit(self);
        if len as u128 > limit { Err(Error::KeystreamEnd { limit }) } else { Ok(()) }
    }

    #[inline(never)] // so that what the copy leaves lies below the caller's frame, where it is erased when the key is dropped
    fn encrypt(&self, nonce: &[u8], buffer: &mut [u8], _text_len: usize) {
        let mut message = self.clone();
        let done = message.reset(nonce).and_then(|()| message.apply(buffer));
        debug_assert_eq!(done, Ok(()), "the lengths were checked");
    }

    fn decrypt(&self, nonce: &[u8], buffer: &mut [u8]) -> Option<usize> {
        self.encrypt(nonce, buffer, buffer.len());
        Some(buffer.len())
    }
}
