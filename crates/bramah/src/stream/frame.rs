//! A message that is encrypted or decrypted by a stream cipher.

use super::{KeyedCipher, Keystream, MAX_BLOCK, MAX_GROUP, StreamCipher};
#[cfg(feature = "std")]
use crate::spread::spread;
use crate::{
    Error,
    names::ByteLengths,
    simd::memory::{InOut, Scratch},
    wipe,
};
use bramah_machine::lengths::whole_blocks;
use core::fmt;

/// A stream cipher with its key and nonce, which encrypts or decrypts one message, in pieces of any length. Encryption and
/// decryption are the same operation.
///
/// ```
/// use bramah::ChaCha20;
///
/// let mut chacha = ChaCha20::new(&[0; 32], &[0; 8])?;
/// let mut text = *b"attack at dawn";
/// chacha.apply(&mut text[..])?;
/// assert_ne!(text, *b"attack at dawn");
/// chacha.seek(10)?;
/// chacha.apply(&mut text[10..])?;
/// assert_eq!(text[10..], *b"dawn");
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// A stream cipher does not detect whether a message was tampered with: see [`stream`](crate::stream).
#[derive(Clone)]
pub struct Stream<K> {
    cipher: K,
    /// The last block of keystream, if it was used only in part.
    held: [u8; MAX_BLOCK],
    /// The number of bytes of this block that have been used; 0 if there is no partly used block.
    count: usize,
    /// The number of bytes of the message so far.
    position: u128,
}

impl<C: StreamCipher> Stream<KeyedCipher<C>> {
    /// Begins a message.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the length of the key or of the nonce is not valid.
    pub fn new(key: &[u8], nonce: &[u8]) -> Result<Self, Error> {
        C::INFO.key_len.check("key", key.len())?;
        Self::with_cipher(KeyedCipher::new(C::dispatch().get(), key), nonce)
    }

    /// Encrypts or decrypts the only message under a key, in place or from one buffer to another. The result is the same as with
    /// [`new`](Self::new) and [`apply`](Self::apply), in less time, because the cipher is not moved with its key.
    ///
    /// ```
    /// use bramah::ChaCha20Ietf;
    ///
    /// let mut text = *b"attack at dawn";
    /// ChaCha20Ietf::apply_once(&[7; 32], &[0; 12], &mut text[..])?;
    /// ChaCha20Ietf::apply_once(&[7; 32], &[0; 12], &mut text[..])?;
    /// assert_eq!(text, *b"attack at dawn");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the length of the key or of the nonce is not valid; [`Error::KeystreamEnd`] if `data` is longer
    /// than the keystream. Nothing is written then.
    pub fn apply_once<'a>(key: &[u8], nonce: &[u8], data: impl Into<InOut<'a>>) -> Result<(), Error> {
        C::INFO.key_len.check("key", key.len())?;
        let (backend, mut data) = (C::dispatch().get(), InOut::passed(data));
        if C::INFO.nonce_len.contains(nonce.len()) && C::once(backend, key, nonce, &mut data) {
            return Ok(());
        }
        // the copies of the key that a move leaves lie in a separate stack frame, which is erased with the frames of the kernels
        let mut message = wipe::apart(|| Self::idle(KeyedCipher::new(backend, key)));
        message.reset(nonce)?;
        message.apply(data)
    }
}

impl<K: Keystream> Stream<K> {
    pub(crate) fn with_cipher(cipher: K, nonce: &[u8]) -> Result<Self, Error> {
        let mut new = Self::idle(cipher);
        new.reset(nonce)?;
        Ok(new)
    }

    /// Returns a stream that has no nonce yet.
    pub(crate) fn idle(cipher: K) -> Self {
        Self { cipher, held: [0; MAX_BLOCK], count: 0, position: 0 }
    }

    /// Returns the cipher, for fused implementations that bypass `Stream` and process the next `len` bytes themselves. These
    /// bytes must be whole blocks, and are counted here. Returns `None` if a block was used in part, or if fewer bytes of
    /// keystream remain.
    pub(crate) fn whole(&mut self, len: usize) -> Option<&mut K> {
        if self.count > 0 {
            return None;
        }
        self.position = self.admit(len).ok()?;
        Some(&mut self.cipher)
    }

    /// Discards the message, and begins another under the same key with this nonce.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the length of the nonce is not valid.
    #[inline]
    pub fn reset(&mut self, nonce: &[u8]) -> Result<(), Error> {
        self.cipher.nonce_len().check("nonce", nonce.len())?;
        self.cipher.begin(nonce);
        (self.count, self.position) = (0, 0);
        Ok(())
    }

    /// Returns the number of bytes of the message so far.
    pub fn position(&self) -> u128 {
        self.position
    }

    /// Returns the lengths of a nonce in bytes.
    pub fn nonce_len(&self) -> ByteLengths {
        self.cipher.nonce_len()
    }

    /// Returns the maximum length of a message in bytes: the number of keystream bytes for one nonce.
    pub fn limit(&self) -> u128 {
        self.cipher.limit()
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    /// XORs the next bytes of the keystream onto `data`, in place or from one buffer to another.
    ///
    /// # Errors
    /// [`Error::KeystreamEnd`] if fewer bytes of keystream remain than `data` has. Nothing is written then.
    #[inline]
    pub fn apply<'a>(&mut self, data: impl Into<InOut<'a>>) -> Result<(), Error> {
        self.apply_to(&mut data.into())
    }

    fn apply_to(&mut self, data: &mut InOut<'_>) -> Result<(), Error> {
        self.position = self.admit(data.len())?;
        if self.count > 0 {
            let part = data.take(self.cipher.block_len() - self.count);
            self.within(part);
        }
        let (len, block) = (data.len(), self.cipher.block_len());
        let whole = whole_blocks(len, block);
        // if the last block is incomplete, it is processed together with the whole blocks that fill no group
        let apart = if whole == len { 0 } else { whole % (self.cipher.group() * block) };
        let mut first = data.take(whole - apart);
        if !first.is_empty() {
            self.cipher.blocks(&mut first);
        }
        if apart > 0 {
            self.end(data);
        } else if !data.is_empty() {
            self.next_block();
            self.within(data.reborrow());
        }
        Ok(())
    }

    /// Encrypts or decrypts at most a group of blocks, of which the last is incomplete, by one call.
    #[inline(never)] // out of line, so that other messages do not pay for its stack frame
    fn end(&mut self, data: &mut InOut<'_>) {
        let mut room = Scratch::<u8, MAX_GROUP, 1>::new();
        let [buffer] = room.rows();
        let (len, block) = (data.len(), self.cipher.block_len());
        let buffer = &mut buffer[..len.next_multiple_of(block)];
        buffer[..len].copy_from_slice(data.input());
        buffer[len..].fill(0);
        self.cipher.blocks(&mut InOut::from(&mut *buffer));
        data.output().copy_from_slice(&buffer[..len]);
        self.count = len % block;
        self.held[self.count..block].copy_from_slice(&buffer[len..]);
        wipe::wipe(buffer);
    }

    /// XORs the next bytes of the keystream onto `input`, and appends the result to `output`.
    ///
    /// # Errors
    /// The errors of [`apply`](Self::apply). `output` is then unchanged.
    #[cfg(feature = "alloc")]
    pub fn apply_vec(&mut self, input: &[u8], output: &mut alloc::vec::Vec<u8>) -> Result<(), Error> {
        self.admit(input.len())?;
        let begin = output.len();
        output.extend_from_slice(input);
        self.apply(&mut output[begin..])
    }

    /// Writes the next bytes of the keystream.
    ///
    /// # Errors
    /// The errors of [`apply`](Self::apply).
    pub fn keystream(&mut self, out: &mut [u8]) -> Result<(), Error> {
        self.admit(out.len())?;
        out.fill(0);
        self.apply(out)
    }

    /// Moves to the byte of the keystream at `position`, counted from 0.
    ///
    /// # Errors
    /// [`Error::NoSeek`] if the cipher has no counter; [`Error::KeystreamEnd`] if `position` is after the end of the keystream.
    pub fn seek(&mut self, position: u128) -> Result<(), Error> {
        let limit = self.limit();
        if position > limit {
            return Err(Error::KeystreamEnd { limit });
        }
        let block = self.cipher.block_len() as u128;
        if !self.cipher.seek(position / block) {
            return Err(Error::NoSeek);
        }
        (self.count, self.position) = ((position % block) as usize, position);
        if self.count > 0 {
            self.next_block();
        }
        Ok(())
    }

    /// XORs the keystream that starts at `position` onto `data`. The message in progress does not change, so several threads can
    /// share one key. Each call copies the cipher, and erases the copy.
    ///
    /// ```
    /// use bramah::ChaCha20;
    ///
    /// let mut chacha = ChaCha20::new(&[0; 32], &[0; 8])?;
    /// let mut text = *b"attack at dawn";
    /// chacha.apply(&mut text[..])?;
    /// chacha.apply_at(10, &mut text[10..])?;
    /// assert_eq!(text[10..], *b"dawn");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoSeek`] if the cipher has no counter; [`Error::KeystreamEnd`] if the keystream ends before the end of `data`.
    /// Nothing is written then.
    pub fn apply_at<'a>(&self, position: u128, data: impl Into<InOut<'a>>) -> Result<(), Error>
    where
        K: Clone,
    {
        let mut there = Self::idle(self.cipher.clone());
        there.seek(position)?;
        there.apply(data)
    }

    /// Returns the position after `len` more bytes, if the keystream is long enough.
    #[inline(always)]
    fn admit(&self, len: usize) -> Result<u128, Error> {
        let limit = self.limit();
        match self.position.checked_add(len as u128) {
            Some(end) if end <= limit => Ok(end),
            _ => Err(Error::KeystreamEnd { limit }),
        }
    }

    /// Computes the next block of keystream, for a message that uses it in parts.
    #[inline(never)]
    fn next_block(&mut self) {
        let held = &mut self.held[..self.cipher.block_len()];
        held.fill(0);
        self.cipher.blocks(&mut InOut::from(held));
    }

    /// Encrypts or decrypts bytes within one block of keystream.
    fn within(&mut self, mut data: InOut<'_>) {
        data.xor(&self.held[self.count..]);
        self.count = (self.count + data.len()) % self.cipher.block_len();
    }

    /// XORs the keystream onto `data` as [`apply`](Self::apply) does. If the cipher has a counter, up to `threads` threads,
    /// including the caller's, share the work; otherwise only the caller's thread works. Several threads are faster from
    /// about 100 KiB on.
    ///
    /// # Errors
    /// The errors of [`apply`](Self::apply).
    #[cfg(feature = "std")]
    pub fn apply_parallel<'a>(&mut self, data: impl Into<InOut<'a>>, threads: usize) -> Result<(), Error> {
        let mut data = data.into();
        let end = self.admit(data.len())?;
        let block = self.cipher.block_len();
        let first = self.position.div_ceil(block as u128);
        // the condition seeks to the next whole block, to find out whether the cipher can seek
        if threads < 2 || data.len() / block < threads || !self.cipher.seek(first) {
            return self.apply_to(&mut data);
        }
        if self.count > 0 {
            let part = data.take(block - self.count);
            self.within(part);
        }
        let share = (data.len() / block).div_ceil(threads) * block;
        let mut whole = data.take(data.len() / block * block);
        let mut next = first;
        let used = whole.len().div_ceil(share.max(1));
        let cipher = &self.cipher;
        let parts = core::iter::from_fn(|| {
            let part = whole.take(share);
            let from = next;
            next += (part.len() / block) as u128;
            (!part.is_empty()).then_some((from, part))
        });
        spread(parts, &mut vec![(); used], |(from, mut part), ()| {
            let mut cipher = cipher.boxed();
            cipher.seek(from);
            cipher.blocks(&mut part);
        });
        self.cipher.seek(next);
        (self.count, self.position) = (0, end - data.len() as u128);
        self.apply_to(&mut data)
    }
}

impl<K> Drop for Stream<K> {
    fn drop(&mut self) {
        wipe::wipe(&mut self.held);
    }
}

impl<K> fmt::Debug for Stream<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("position", &self.position).finish_non_exhaustive()
    }
}
