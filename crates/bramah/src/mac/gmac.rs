//! GMAC: NIST SP 800-38D. It is GCM with associated data but no text.

use super::verified;
use crate::{
    ByteLengths, Error,
    backend::Backend,
    block::{Keyed, Pass, Typed},
    primitives::ghash::{BLOCK, GHASH, Ghash, GhashOps},
    simd::memory::{InOut, short_le, store_whole},
    wipe::wipe,
};
use core::fmt;

/// The lengths of a nonce in bytes: 12 bytes are best, because nonces of other lengths must first be hashed to a block.
pub(super) const NONCE: ByteLengths = ByteLengths { min: 1, max: usize::MAX, step: 1 };
/// The lengths of a tag in bytes (section 5.2.1.2). Shorter tags are not offered: they can be forged step by step, so the
/// section limits the messages and keys for these tags.
pub(super) const TAG: ByteLengths = ByteLengths { min: 12, max: 16, step: 1 };

/// Absorbs whole blocks into GHASH, the hash function of GCM, for callers that keep its state themselves. `sum` is the hash of
/// the preceding blocks (zeros before the first), and `key` the encrypted block of zeros. Bytes after the last whole block are
/// ignored.
#[doc(hidden)]
pub fn ghash(key: &[u8; BLOCK], sum: &mut [u8; BLOCK], data: &[u8]) {
    let (blocks, _) = data.as_chunks::<BLOCK>();
    let Some((first, rest)) = blocks.split_first() else { return };
    // continuing from `sum` is the same as starting with `sum` XORed into the first block; the last block is passed to
    // `end` as its block of lengths
    let mut ghash = Ghash::new(GHASH.get(), key);
    let mut block = *first;
    for (byte, sum) in block.iter_mut().zip(&*sum) {
        *byte ^= sum;
    }
    let last = match rest.split_last() {
        None => block,
        Some((last, between)) => {
            ghash.update(&block);
            ghash.update(between.as_flattened());
            *last
        }
    };
    wipe(&mut block);
    let last = u128::from_be_bytes(last);
    *sum = ghash.end(&[], &[(last >> 64) as u64, last as u64]);
}

/// A message being authenticated by GMAC over a block cipher with blocks of 128 bits. A nonce must be used for one message only:
/// two messages under the same nonce reveal the key of the hash, and with this key every tag can be forged.
///
/// ```
/// use bramah::{Aes256, Gmac};
///
/// let mut gmac = Gmac::<Aes256>::new(&[7; 32], b"first nonce.")?;
/// gmac.update(b"a message");
/// let tag = gmac.finalize();
///
/// let mut gmac = Gmac::<Aes256>::new(&[7; 32], b"first nonce.")?;
/// gmac.update(b"a message");
/// gmac.verify(&tag)?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone)]
pub struct Gmac<K> {
    cipher: K,
    ghash: Ghash,
    /// The encrypted first counter block, which is XORed with the hash to give the tag.
    mask: [u8; BLOCK],
    /// The number of bytes of the message so far.
    length: u64,
}

impl<K: Typed + Keyed> Gmac<K> {
    /// Begins an empty message under this key and nonce.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the nonce is empty; [`Error::Parameter`] if the cipher's block does not have 128 bits.
    pub fn new(key: &K::Key, nonce: &[u8]) -> Result<Self, Error> {
        let mut new = Self::with_backend(K::keyed(key, false), GHASH.get())?;
        new.renew(nonce)?;
        Ok(new)
    }
}

impl<K: Keyed> Gmac<K> {
    /// Returns a MAC over a cipher with its key, with no nonce yet.
    pub(crate) fn with_backend(cipher: K, backend: Backend<GhashOps>) -> Result<Self, Error> {
        check(cipher.block_len())?;
        let ghash = Ghash::new(backend, &[0; BLOCK]);
        let mut new = Self { cipher, ghash, mask: [0; BLOCK], length: 0 };
        let mut h = [0; BLOCK];
        new.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut h[..]));
        new.ghash.set(&h);
        wipe(&mut h);
        Ok(new)
    }

    /// Returns the name of the cipher's backend.
    pub fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    /// Discards the message, and begins an empty one with another nonce.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the nonce is empty.
    #[inline]
    pub fn renew(&mut self, nonce: &[u8]) -> Result<(), Error> {
        NONCE.check("nonce", nonce.len())?;
        self.reset();
        if nonce.len() == 12 {
            store_whole(&mut self.mask, short_le(nonce) | 1 << 120);
        } else {
            self.mask = self.ghash.end(nonce, &[0, bits(nonce.len() as u64)]);
            self.ghash.reset();
        }
        self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut self.mask[..]));
        Ok(())
    }

    /// Discards the message, and begins an empty one with the same key and nonce, only for the same message again.
    #[inline]
    pub fn reset(&mut self) {
        self.ghash.reset();
        self.length = 0;
    }

    /// Appends to the message.
    #[inline]
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        let data = data.as_ref();
        self.length = self.length.wrapping_add(data.len() as u64);
        self.ghash.update(data);
    }

    /// Ends the message and returns its tag.
    #[inline]
    pub fn finalize(mut self) -> [u8; 16] {
        self.finish(&[])
    }

    /// Ends the message with `data` and returns its tag.
    #[inline]
    pub(crate) fn finish(&mut self, data: &[u8]) -> [u8; BLOCK] {
        self.length = self.length.wrapping_add(data.len() as u64);
        let hash = self.ghash.end(data, &[bits(self.length), 0]);
        (u128::from_ne_bytes(hash) ^ u128::from_ne_bytes(self.mask)).to_ne_bytes()
    }

    /// Ends the message and compares `tag` with its whole tag in constant time.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if the tag does not have 16 bytes.
    pub fn verify(self, tag: &[u8]) -> Result<(), Error> {
        self.verify_truncated(tag, BLOCK)
    }

    /// Ends the message and compares `tag`, which was truncated to `tag_len` bytes, with its tag in constant time. `tag_len`
    /// must be at least 12. Do not take this length from the tag that is verified.
    ///
    /// # Errors
    /// The errors of [`verify`](Self::verify); [`Error::ByteLength`] if `tag_len` is not a valid length of a tag, or if `tag`
    /// does not have `tag_len` bytes.
    pub fn verify_truncated(mut self, tag: &[u8], tag_len: usize) -> Result<(), Error> {
        verified(tag, tag_len, &mut self.finish(&[]), TAG)
    }
}

/// Refuses ciphers whose blocks do not have 16 bytes.
pub(super) fn check(block: usize) -> Result<(), Error> {
    if block == BLOCK {
        return Ok(());
    }
    let bits = BLOCK as u64 * 8;
    Err(Error::Parameter {
        name: "the cipher's block in bits",
        value: 8 * block as u64,
        min: bits,
        max: bits,
    })
}

/// Returns the number of bits in `bytes` bytes, modulo 2^64.
fn bits(bytes: u64) -> u64 {
    bytes.wrapping_mul(8)
}

impl<K> Drop for Gmac<K> {
    fn drop(&mut self) {
        wipe(&mut self.mask);
    }
}

impl<K> fmt::Debug for Gmac<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gmac").finish_non_exhaustive()
    }
}

#[cfg(feature = "registry")]
pub(super) mod named {
    //! GMAC over a cipher chosen by name.

    use super::*;
    use crate::{
        block,
        mac::{Object, block::Shared},
        wipe,
    };
    use alloc::boxed::Box;

    pub(crate) fn boxed(
        cipher: block::Algorithm,
        ghash: Option<u8>,
        key: &[u8],
        nonce: &[u8],
    ) -> Result<Box<dyn Object>, Error> {
        let cipher = Shared::new(cipher, key)?;
        wipe::after(|| {
            let mut gmac = Box::new(Gmac::with_backend(cipher, GHASH.at_or_chosen(ghash))?);
            gmac.renew(nonce)?;
            Ok(gmac as _)
        })
    }

    impl Object for Gmac<Shared> {
        fn backend(&self) -> &'static str {
            Gmac::backend(self)
        }
        fn update(&mut self, data: &[u8]) {
            Gmac::update(self, data);
        }
        fn finish(&mut self, tag: &mut [u8]) {
            tag.copy_from_slice(&Gmac::finish(self, &[]));
        }
        fn reset(&mut self) {
            Gmac::reset(self);
        }
        fn renew(&mut self, nonce: &[u8]) {
            // cannot fail, because the caller has checked the length of the nonce
            let renewed = Gmac::renew(self, nonce);
            debug_assert!(renewed.is_ok());
        }
        fn boxed_clone(&self) -> Box<dyn Object> {
            Box::new(self.clone())
        }
        fn whole(&mut self, message: &[u8], tag: &mut [u8]) {
            Gmac::reset(self);
            tag.copy_from_slice(&Gmac::finish(self, message));
        }
    }
}
