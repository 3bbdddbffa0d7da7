//! A block cipher with its key, as a type.

use super::{
    Both, Cipher, Directions, EffectiveBits, Holds, Keyed, Pass, Schedule, Scheduled, Table, Tweakable, Use,
};
use crate::{
    Error,
    simd::memory::{Bytes, InOut},
};
use core::{fmt, marker::PhantomData};

/// A block cipher with its key, of `KEY` bytes.
///
/// ```
/// use bramah::Aes128;
///
/// let cipher = Aes128::new(&[0; 16]);
/// let mut block = [0; 16];
/// cipher.encrypt_block(&mut block);
/// assert_eq!(block[..4], [0x66, 0xe9, 0x4b, 0xd4]);
/// cipher.decrypt_block(&mut block);
/// assert_eq!(block, [0; 16]);
/// ```
///
/// A cipher alone protects only single blocks that never repeat. For messages, use one of the modes of `bramah`.
///
/// With [`EncryptOnly`](super::EncryptOnly) as its directions `D`, the type has only the keys for encryption, like
/// [`Aes128Enc`](super::rijndael::Aes128Enc), and its set-up does not compute the round keys for decryption. This is
/// enough wherever no block is decrypted: CFB, OFB and CTR in both directions, encryption in the other modes, MACs and
/// authenticated encryption. A value has the same size as with keys for both directions.
///
/// ```
/// use bramah::{Aes128Enc, Cbc, Ctr, Error, mode::{Direction, Ending}};
///
/// let cipher = Aes128Enc::new(&[0; 16]);
/// let mut block = [0; 16];
/// cipher.encrypt_block(&mut block);
/// assert_eq!(block[..4], [0x66, 0xe9, 0x4b, 0xd4]);
///
/// let mut ctr = Ctr::<Aes128Enc>::new(&[0; 16], &[1; 16])?;
/// ctr.apply(&mut block[..])?;
/// let cbc = Cbc::<Aes128Enc>::new(&[0; 16], &[1; 16], Ending::Whole, Direction::Decrypt);
/// assert_eq!(cbc.err(), Some(Error::EncryptOnly));
/// # Ok::<(), Error>(())
/// ```
pub struct BlockCipher<C: Cipher, const KEY: usize, D: Directions = Both>(
    pub(crate) Scheduled<C>,
    PhantomData<fn() -> D>,
);

impl<C: Cipher, const KEY: usize, D: Directions> Clone for BlockCipher<C, KEY, D> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

impl<C: Cipher, const KEY: usize> BlockCipher<C, KEY> {
    /// Decrypts a block.
    pub fn decrypt_block(&self, block: &mut C::Block) {
        self.0.ecb(Pass::EcbDecrypt, block.as_mut());
    }

    /// Decrypts blocks independently of each other.
    pub fn decrypt_blocks(&self, blocks: &mut [C::Block]) {
        self.0.ecb(Pass::EcbDecrypt, C::Block::flat_mut(blocks));
    }
}

impl<C: Cipher, const KEY: usize, D: Directions> BlockCipher<C, KEY, D> {
    /// Expands the key.
    // A function of its own, because then the copy of the round keys that it leaves on the stack lies in a frame of a known size,
    // which is erased when the cipher is dropped.
    #[inline(never)]
    pub fn new(key: &[u8; KEY]) -> Self {
        let mut new = Self::without_key();
        new.set_key(key, D::DECRYPTS);
        new
    }

    /// Encrypts a block.
    pub fn encrypt_block(&self, block: &mut C::Block) {
        self.0.ecb(Pass::EcbEncrypt, block.as_mut());
    }

    /// Encrypts blocks independently of each other.
    pub fn encrypt_blocks(&self, blocks: &mut [C::Block]) {
        self.0.ecb(Pass::EcbEncrypt, C::Block::flat_mut(blocks));
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.0.backend.name()
    }
}

impl<C: Tweakable, const KEY: usize, D: Directions> BlockCipher<C, KEY, D> {
    /// Expands the key and sets the tweak.
    ///
    /// ```
    /// use bramah::Threefish256;
    ///
    /// let (key, mut block) = ([7; 32], [1; 32]);
    /// Threefish256::with_tweak(&key, &[2; 16]).encrypt_block(&mut block);
    /// let mut cipher = Threefish256::new(&key);
    /// cipher.set_tweak(&[2; 16]);
    /// cipher.decrypt_block(&mut block);
    /// assert_eq!(block, [1; 32]);
    /// ```
    pub fn with_tweak(key: &[u8; KEY], tweak: &[u8; 16]) -> Self {
        let mut new = Self::new(key);
        new.set_tweak(tweak);
        new
    }

    /// Sets the tweak for the blocks that follow. The tweak is zero until it is set.
    pub fn set_tweak(&mut self, tweak: &[u8; 16]) {
        self.0.schedule.set_tweak(tweak);
    }
}

/// Returns an error unless the number of effective bits is from 1 to `max`.
pub(super) fn check_effective_bits(bits: u16, max: u16) -> Result<(), Error> {
    match bits {
        1.. if bits <= max => Ok(()),
        _ => Err(Error::Parameter { name: "effective bits", value: bits.into(), min: 1, max: max.into() }),
    }
}

impl<C: EffectiveBits, const KEY: usize, D: Directions> BlockCipher<C, KEY, D> {
    /// Expands the key, whose strength is reduced to this number of effective bits.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the number is 0 or larger than the cipher's maximum.
    pub fn with_effective_bits(key: &[u8; KEY], bits: u16) -> Result<Self, Error> {
        const { assert!(C::KEYS.contains(KEY), "the cipher has no keys of this length") };
        check_effective_bits(bits, C::Schedule::EFFECTIVE_BITS.unwrap_or(0))?;
        let mut new = Self(Scheduled::empty(C::dispatch().get()), PhantomData);
        new.0.schedule.set_effective_bits(bits);
        new.set_key(key, D::DECRYPTS);
        new.will_move();
        Ok(new)
    }
}

impl<C: Cipher, const KEY: usize, D: Directions> fmt::Debug for BlockCipher<C, KEY, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(C::NAME).finish_non_exhaustive()
    }
}

/// A cipher type with a single key length, known at compile time.
pub trait Typed: Keyed + Sized {
    /// The type of a key.
    type Key: AsRef<[u8]> + ?Sized;
    /// The type of a block.
    type Block: Bytes;
    /// The length of a key in bytes.
    #[doc(hidden)]
    const KEY_LEN: usize;
    /// Whether the type computes the round keys for decryption.
    #[doc(hidden)]
    const DECRYPTS: bool;
    /// Returns the cipher without a key.
    #[doc(hidden)]
    fn without_key() -> Self;
    /// Sets the key, for encryption of blocks and, if `decrypts` is set, for decryption too.
    #[doc(hidden)]
    fn set_key(&mut self, key: &Self::Key, decrypts: bool);
    /// Returns the cipher with a key. If the caller moves the value, copies of the round keys remain in memory. To avoid
    /// these, build the cipher without a key in its final place, and set the key there.
    #[doc(hidden)]
    #[inline(always)]
    fn keyed(key: &Self::Key, decrypts: bool) -> Self {
        let mut new = Self::without_key();
        new.set_key(key, decrypts);
        new.will_move();
        new
    }
    /// Encrypts or decrypts in CTR the only message of a key. Returns false if there is no function for this: only AES has one,
    /// for messages of a few blocks. `counter` is the big-endian counter of the first block.
    #[doc(hidden)]
    fn ctr_once(key: &Self::Key, counter: &Self::Block, data: &mut InOut<'_>) -> bool;
    /// Marks the cipher as one that will be moved with its key, which leaves copies of the round keys on the stack.
    #[doc(hidden)]
    fn will_move(&mut self);
}

impl<C: Cipher, const KEY: usize, D: Directions> Typed for BlockCipher<C, KEY, D> {
    type Key = [u8; KEY];
    type Block = C::Block;
    const KEY_LEN: usize = KEY;
    const DECRYPTS: bool = D::DECRYPTS;
    #[inline(always)]
    fn without_key() -> Self {
        Self(Scheduled::empty(C::dispatch().get()), PhantomData)
    }
    #[inline(always)]
    fn set_key(&mut self, key: &[u8; KEY], decrypts: bool) {
        const { assert!(C::KEYS.contains(KEY), "the cipher has no keys of this length") };
        self.0.expand(key, if decrypts { Use::Both } else { Use::Encryption });
    }
    #[inline(always)]
    fn ctr_once(key: &[u8; KEY], counter: &C::Block, data: &mut InOut<'_>) -> bool {
        C::Table::ctr_once(C::dispatch().get(), key, counter.as_ref(), data)
    }
    #[inline(always)]
    fn will_move(&mut self) {
        self.0.moved = true;
    }
}

impl<C: Cipher, const KEY: usize, D: Directions> Holds for BlockCipher<C, KEY, D> {
    type Inner = Scheduled<C>;
    type Room = C::Block;
    #[inline(always)]
    fn inner(&self) -> &Self::Inner {
        &self.0
    }
    fn inner_mut(&mut self) -> Option<&mut Self::Inner> {
        Some(&mut self.0)
    }
}
