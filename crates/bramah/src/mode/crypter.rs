//! A message that is being encrypted or decrypted, in any mode.

use super::{
    padding::Padding,
    plan::{Ending, MAX_DATA_UNIT, Mode, Plan, all_iv_lengths, check_block, check_section},
    register::Register,
    sections::FirstKey,
    stealing,
};
use crate::{
    Error,
    block::{BlockCipher, Directions, Keyed, Pass, Tweakable, whole_blocks},
    direction::Direction,
    names::ByteLengths,
    simd::{
        blocks::double_le,
        memory::{Bytes, InOut, copy_short},
    },
    wipe,
};
#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec::Vec};
use core::fmt;

/// The type of a caller's function that replaces each counter by the next. Without `alloc` the function captures nothing.
#[cfg(feature = "alloc")]
pub(super) type Function = Box<dyn FnMut(&mut [u8]) + Send + Sync>;
#[cfg(not(feature = "alloc"))]
pub(super) type Function = fn(&mut [u8]);

/// A value that only few modes have. The value is on the heap, because otherwise it would make every message larger; without
/// `alloc`, the value is a part of the message.
#[cfg(feature = "alloc")]
pub(super) type Apart<T> = Box<T>;
#[cfg(not(feature = "alloc"))]
pub(super) type Apart<T> = T;

/// Computes a value, moves it to the heap, and erases the stack that the computation used.
#[cfg(feature = "alloc")]
pub(super) fn apart<T>(make: impl FnOnce() -> T) -> Apart<T> {
    wipe::after(|| Box::new(make()))
}
/// Computes a value that is a part of the message.
#[cfg(not(feature = "alloc"))]
pub(super) fn apart<T>(make: impl FnOnce() -> T) -> Apart<T> {
    make()
}

/// A message that is being encrypted or decrypted, in pieces of any length.
///
/// None of these modes detects whether a message was tampered with; use a MAC for that, or a mode such as [`Eax`](crate::Eax).
pub struct Crypter<K: Keyed> {
    pub(super) cipher: K,
    /// The length of a block in bytes.
    pub(super) block: usize,
    /// The second key of XTS; it encrypts the tweak.
    pub(super) tweaker: Option<Apart<K>>,
    pub(super) mode: Mode,
    /// The function that increments the counter, in [`Mode::CtrBy`]; `None` in other modes.
    pub(super) increment: Option<Function>,
    pub(super) direction: Direction,
    pub(super) plan: Plan,
    /// The block that the mode passes on from block to block, such as the last block of ciphertext or the counter.
    pub(super) chain: K::Room,
    /// The counter block with which CTR began.
    pub(super) start: K::Room,
    /// The bytes of the message that are buffered until their block is complete, or in stream modes a block of keystream.
    pub(super) held: [K::Room; 2],
    /// The number of buffered bytes, or in stream modes the number of keystream bytes that have been used.
    pub(super) count: usize,
    /// The number of bytes of the message so far.
    pub(super) position: u128,
    ended: bool,
    /// The first key of a message, in modes whose key changes within a message.
    pub(super) first: Option<Apart<FirstKey>>,
    /// The register of GOST R 34.13-2015, if the IV is longer than a block.
    pub(super) register: Option<Apart<Register>>,
}

impl<K: Keyed> Crypter<K> {
    /// Begins a message with the mode's second key, if the mode has one, and the IV. Refuses ciphers with blocks for which the
    /// mode is not defined.
    pub(crate) fn new(
        cipher: K,
        tweaker: Option<Apart<K>>,
        mode: Mode,
        direction: Direction,
        iv: &[u8],
    ) -> Result<Self, Error> {
        let mut new = Self::with_cipher(cipher, mode, direction);
        new.tweaker = tweaker;
        new.check()?;
        new.reset(iv)?;
        Ok(new)
    }

    /// Returns a message that has no IV yet.
    #[inline(always)]
    pub(super) fn with_cipher(cipher: K, mode: Mode, direction: Direction) -> Self {
        Self::with_plan(Plan::new(mode, direction, cipher.block_len()), cipher, mode, direction)
    }

    /// Returns a message with this plan that has no IV yet. No function is called after the plan is computed: so the compiler
    /// can create a cipher that has no key yet directly in the message. Otherwise it would create the cipher elsewhere, and
    /// then move it.
    #[inline(always)]
    pub(super) fn with_plan(plan: Plan, cipher: K, mode: Mode, direction: Direction) -> Self {
        Self {
            block: cipher.block_len(),
            plan,
            cipher,
            tweaker: None,
            mode,
            increment: None,
            direction,
            chain: K::Room::ZERO,
            start: K::Room::ZERO,
            held: [K::Room::ZERO; 2],
            count: 0,
            position: 0,
            ended: false,
            first: None,
            register: None,
        }
    }

    /// Refuses ciphers with blocks for which the mode is not defined, and sections that are not whole blocks.
    pub(super) fn check(&self) -> Result<(), Error> {
        check_block(self.mode, self.block)?;
        match self.mode {
            Mode::CtrAcpkm(section) => check_section(section, self.block),
            _ => Ok(()),
        }
    }

    /// Discards the message and begins another message under the same key.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the mode does not take IVs of this length. ECB takes no IV. CTR takes up to a block, and
    /// zeros are appended to a shorter IV. CTR-ACPKM takes from a quarter of a block to four bytes less than a block, the other
    /// modes exactly a block. With Kuznyechik and Magma, the ciphers of GOST R 34.12-2015, and the feature `alloc`, the error
    /// is [`Error::ByteLength`] in some modes, because an IV may also be longer than a block: 2 to 64 blocks in CBC without
    /// stealing and in OFB, and any length up to 64 blocks in CFB, CFB8 and CFB1 (GOST R 34.13-2015, 5.3 to 5.5, where the
    /// length is `m`).
    #[inline]
    pub fn reset(&mut self, iv: &[u8]) -> Result<(), Error> {
        let iv = if iv.len() == self.plan.iv { iv } else { self.unusual_iv(iv)? };
        match (<&[u8; 16]>::try_from(iv), self.chain.as_mut().first_chunk_mut()) {
            // for speed: an IV of 16 bytes, the usual length, is copied in one step
            (Ok(iv), Some(chain)) => *chain = *iv,
            _ if iv.is_empty() => {}
            _ => copy_short(self.chain.as_mut(), iv),
        }
        if self.plan.section.is_some() {
            self.first_key();
        }
        if self.plan.starts {
            self.start();
        }
        (self.count, self.position, self.ended) = (0, 0, false);
        Ok(())
    }

    /// Pads a short IV with zeros, or sets up the register for a long IV. Returns the bytes with which the chaining value begins;
    /// with a register, none.
    #[cold]
    fn unusual_iv<'a>(&mut self, iv: &'a [u8]) -> Result<&'a [u8], Error> {
        let length = iv.len();
        let lengths = all_iv_lengths(self.mode, self.block, self.cipher.takes_long_ivs());
        if !lengths.contains(length) {
            let ByteLengths { min, max, .. } = lengths;
            return Err(if max > self.block {
                Error::ByteLength { name: "IV", length, lengths }
            } else {
                Error::ParameterLength { name: "IV", length, min, max }
            });
        }
        if self.register.take().is_some() {
            self.plan = Plan::new(self.mode, self.direction, self.block);
        }
        if length > self.block {
            self.register = Some(apart(|| Register::new(iv)));
            // with a register, every IV must be checked, and whole blocks must not bypass the register
            (self.plan.iv, self.plan.beyond, self.plan.pass) = (usize::MAX, usize::MAX, None);
            return Ok(&[]);
        }
        self.chain.as_mut()[length..self.block].fill(0);
        if let Mode::CtrAcpkm(_) = self.mode {
            // RFC 8645, 6.2.2: the limit is half of the values of the counter
            self.plan.limit = self.block as u128 * (1 << (8 * (self.block - length) - 1));
        }
        Ok(iv)
    }

    /// Computes from the IV the values with which the mode starts.
    #[inline]
    fn start(&mut self) {
        let chain = &mut self.chain.as_mut()[..self.block];
        match &self.tweaker {
            None if matches!(self.mode, Mode::Kctr | Mode::Kxts | Mode::Cnt | Mode::CntMeshed) => {
                self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *chain));
                if let Mode::Kxts = self.mode {
                    double_le(chain);
                }
            }
            None => copy_short(self.start.as_mut(), chain),
            Some(tweaker) => tweaker.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(chain)),
        }
    }

    /// Returns the number of bytes of the message so far.
    pub fn position(&self) -> u128 {
        self.position
    }

    /// Returns the length of a block in bytes.
    pub fn block_len(&self) -> usize {
        self.block
    }

    /// Returns the mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    /// Returns the buffered bytes, or in stream modes the block of keystream.
    #[inline(always)]
    pub(super) fn held(&self) -> &[u8] {
        K::Room::flat(&self.held)
    }
    #[inline(always)]
    pub(super) fn held_mut(&mut self) -> &mut [u8] {
        K::Room::flat_mut(&mut self.held)
    }

    /// Rounds `len` down to whole blocks.
    #[inline(always)]
    pub(super) fn whole(&self, len: usize) -> usize {
        whole_blocks(len, self.block)
    }

    /// Returns whether the output of every call is as long as its input.
    pub fn is_stream(&self) -> bool {
        self.plan.stream
    }

    /// Returns the number of bytes that [`update`](Self::update) writes for `len` bytes of input.
    pub fn update_len(&self, len: usize) -> usize {
        if self.is_stream() {
            return len;
        }
        let available = self.count.saturating_add(len);
        self.whole(available.saturating_sub(self.plan.kept))
    }

    /// Returns whether the last block contains padding to be removed.
    fn unpads(&self) -> bool {
        self.direction == Direction::Decrypt && self.plan.padded
    }

    /// Returns the maximum number of bytes that [`finalize`](Self::finalize) writes.
    pub fn finalize_len(&self) -> usize {
        match (self.mode, self.direction) {
            (Mode::Ecb(Ending::Padded(_)) | Mode::Cbc(Ending::Padded(_)), Direction::Encrypt) => self.block,
            _ if self.is_stream() => 0,
            _ => self.count,
        }
    }

    /// Refuses bytes after the end of the message or beyond its maximum length. Returns the position after `len` more bytes.
    #[inline(always)]
    pub(super) fn admit(&self, len: usize) -> Result<u128, Error> {
        if self.ended {
            return Err(Error::Ended);
        }
        match self.position.checked_add(len as u128) {
            Some(end) if end <= self.plan.limit => Ok(end),
            end => Err(self.too_long(end.unwrap_or(u128::MAX))),
        }
    }

    /// Returns whether `len` more bytes may follow.
    #[cfg(feature = "rustcrypto")]
    pub(crate) fn takes(&self, len: usize) -> bool {
        self.admit(len).is_ok()
    }

    #[cold]
    fn too_long(&self, end: u128) -> Error {
        match self.mode {
            Mode::Xts => {
                let value = u64::try_from(end.div_ceil(self.block as u128)).unwrap_or(u64::MAX);
                Error::Parameter { name: "blocks of a data unit", value, min: 1, max: MAX_DATA_UNIT }
            }
            _ => Error::CounterOverflow,
        }
    }

    /// Encrypts or decrypts the next bytes of the message, and writes as much of the result as is ready. Returns the number of
    /// bytes written, which is [`update_len`](Self::update_len).
    ///
    /// # Errors
    /// [`Error::OutputRoom`] if `output` is shorter than [`update_len`](Self::update_len); [`Error::Ended`] if the message has
    /// ended; [`Error::CounterOverflow`] if a counter value would be used twice; [`Error::Parameter`] if a data unit of XTS would
    /// be too long. After any of these errors, the state is unchanged.
    pub fn update(&mut self, mut input: &[u8], output: &mut [u8]) -> Result<usize, Error> {
        self.admit(input.len())?;
        let out = self.update_len(input.len());
        let room = output.len();
        let Some(mut output) = output.get_mut(..out) else {
            return Err(Error::OutputRoom { length: room, needed: out });
        };
        if self.is_stream() {
            self.stream(&mut InOut::new(input, output)?);
            return Ok(out);
        }
        self.position += input.len() as u128;
        let block = self.block;
        while self.count > 0 && !output.is_empty() {
            // first process the buffered bytes, after filling up their last block from `input`
            let (more, rest) = input.split_at(self.count.next_multiple_of(block) - self.count);
            input = rest;
            let count = self.count;
            self.held_mut()[count..][..more.len()].copy_from_slice(more);
            self.count += more.len();
            let whole = self.count.min(output.len());
            let (now, later) = output.split_at_mut(whole);
            now.copy_from_slice(&self.held()[..whole]);
            self.blocks(&mut InOut::from(now));
            output = later;
            self.held_mut().copy_within(whole..count + more.len(), 0);
            self.count -= whole;
        }
        let (now, later) = input.split_at(output.len());
        self.blocks(&mut InOut::new(now, output)?);
        let count = self.count;
        self.held_mut()[count..][..later.len()].copy_from_slice(later);
        self.count += later.len();
        Ok(out)
    }

    /// Ends the message and writes the rest of the result; returns the length of this rest in bytes.
    ///
    /// # Errors
    /// [`Error::InputLength`] if the message does not consist of whole blocks and the mode has neither padding nor stealing;
    /// [`Error::InputShort`] if the message is too short for stealing; [`Error::Padding`] if the last block does not end in valid
    /// padding; [`Error::OutputRoom`] if `output` is shorter than the rest.
    pub fn finalize(&mut self, output: &mut [u8]) -> Result<usize, Error> {
        if self.ended {
            return Err(Error::Ended);
        }
        let needed = self.finalize_len();
        // with padding, the output length is known only after unpadding
        if output.len() < needed && !self.unpads() {
            return Err(Error::OutputRoom { length: output.len(), needed });
        }
        let end = self.end();
        self.ended = end.is_ok() || end == Err(Error::Padding);
        let len = end?;
        let room = output.len();
        let Some(output) = output.get_mut(..len) else {
            return Err(Error::OutputRoom { length: room, needed: len });
        };
        output.copy_from_slice(&self.held()[..len]);
        wipe::wipe(self.held_mut());
        Ok(len)
    }

    /// Encrypts or decrypts the next bytes of the message, and appends the complete part of the result to `output`.
    ///
    /// # Errors
    /// The errors of [`update`](Self::update), except [`Error::OutputRoom`]. `output` is then unchanged.
    #[cfg(feature = "alloc")]
    pub fn update_vec(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<(), Error> {
        appended(output, self.update_len(input.len()), |room| self.update(input, room))
    }

    /// Ends the message and appends the rest of the result to `output`.
    ///
    /// # Errors
    /// The errors of [`finalize`](Self::finalize), except [`Error::OutputRoom`]. `output` is then unchanged.
    #[cfg(feature = "alloc")]
    pub fn finalize_vec(&mut self, output: &mut Vec<u8>) -> Result<(), Error> {
        appended(output, self.finalize_len(), |room| self.finalize(room))
    }

    /// Encrypts or decrypts the buffered bytes as the end of the message, in place; returns the length of the result in bytes.
    fn end(&mut self) -> Result<usize, Error> {
        let (block, count) = (self.block, self.count);
        let (ending, chained) = match self.mode {
            Mode::Ecb(ending) => (ending, false),
            Mode::Cbc(ending) => (ending, true),
            Mode::Kxts | Mode::Xts => {
                self.long_enough()?;
                match count % block {
                    0 => self.held_blocks(),
                    _ => stealing::finish_xts(
                        &self.cipher,
                        &mut self.chain.as_mut()[..block],
                        self.direction,
                        &mut K::Room::flat_mut(&mut self.held)[..count],
                    ),
                }
                return Ok(count);
            }
            _ => return Ok(0),
        };
        match (ending, self.direction) {
            (Ending::Whole, _) | (Ending::Padded(Padding::Zero), Direction::Decrypt) => {
                if count > 0 {
                    return Err(self.broken());
                }
                Ok(0)
            }
            (Ending::Padded(Padding::Zero), Direction::Encrypt) if count == 0 => Ok(0),
            (Ending::Padded(padding), Direction::Encrypt) => {
                padding.pad(&mut self.held_mut()[..block], count);
                self.count = block;
                self.held_blocks();
                Ok(block)
            }
            (Ending::Padded(padding), Direction::Decrypt) => {
                if count != block {
                    return Err(self.broken());
                }
                self.held_blocks();
                padding.unpad(&self.held()[..block]).ok_or(Error::Padding)
            }
            (Ending::Stolen(stealing), direction) => {
                self.long_enough()?;
                if count == block {
                    self.held_blocks();
                } else {
                    let chain = chained.then_some(&self.chain.as_ref()[..block]);
                    let held = &mut K::Room::flat_mut(&mut self.held)[..count];
                    stealing::finish(&self.cipher, stealing, chain, direction, held);
                }
                Ok(count)
            }
        }
    }

    fn broken(&self) -> Error {
        Error::InputLength { length: self.position, block: self.block }
    }

    fn long_enough(&self) -> Result<(), Error> {
        let block = self.block;
        if self.count < block {
            return Err(Error::InputShort { length: self.count, min: block });
        }
        Ok(())
    }

    /// Encrypts or decrypts the buffered whole blocks in place.
    fn held_blocks(&mut self) {
        let block = self.block;
        let held = &mut InOut::from(&mut K::Room::flat_mut(&mut self.held)[..self.count]);
        if let Some(pass) = self.plan.pass {
            self.cipher.pass(pass, &mut self.chain.as_mut()[..block], held);
        } else if let Some(register) = &mut self.register {
            register.chain(&self.cipher, self.direction, held);
        }
    }

    /// Encrypts or decrypts whole blocks.
    #[inline(always)]
    fn blocks(&mut self, data: &mut InOut<'_>) {
        let block = self.block;
        match self.plan.pass {
            Some(pass) if !data.is_empty() => {
                self.cipher.pass(pass, &mut self.chain.as_mut()[..block], data);
            }
            Some(_) => {}
            None => self.in_register(data),
        }
    }

    /// Encrypts or decrypts whole blocks, chained through the register.
    #[cold]
    #[inline(never)]
    fn in_register(&mut self, data: &mut InOut<'_>) {
        if let Some(register) = &mut self.register {
            register.chain(&self.cipher, self.direction, data);
        }
    }

    /// Encrypts or decrypts a whole message, or in stream modes any part of a message, in place or from one buffer to another.
    /// The length does not change, because messages with padding are refused.
    ///
    /// ```
    /// use bramah::{Aes128, Cbc, mode::{Direction, Ending, Stealing}};
    ///
    /// let ending = Ending::Stolen(Stealing::Cs3);
    /// let mut cbc = Cbc::<Aes128>::new(&[1; 16], &[2; 16], ending, Direction::Encrypt)?;
    /// let mut text = *b"longer than one block";
    /// cbc.apply(&mut text[..])?;
    /// cbc.reset(&[2; 16])?;
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`update`](Self::update) and, except in stream modes, of [`finalize`](Self::finalize); [`Error::Padded`] if
    /// the mode has padding. The output is then unchanged.
    #[inline]
    pub fn apply<'a>(&mut self, data: impl Into<InOut<'a>>) -> Result<(), Error> {
        let mut data = InOut::passed(data);
        let len = data.len();
        // Whole blocks at the beginning of a message take this short path. Otherwise, a short message would spend most of
        // its time outside the cipher.
        let begins = self.position == 0 && !self.ended && len > 0;
        if begins && len & self.plan.beyond == 0 && len as u128 <= self.plan.limit {
            (self.position, self.ended) = (len as u128, !self.plan.stream);
            self.blocks(&mut data);
            return Ok(());
        }
        self.apply_to(&mut data)
    }

    fn apply_to(&mut self, data: &mut InOut<'_>) -> Result<(), Error> {
        let end = self.admit(data.len())?;
        if self.plan.stream {
            self.stream(data);
            return Ok(());
        }
        if self.plan.padded {
            return Err(Error::Padded);
        }
        if self.position > 0 {
            return Err(Error::Ended);
        }
        if self.plan.kept > 0 {
            return self.apply_with_end(data);
        }
        // the message ends here, so its last blocks need not be buffered
        if self.whole(data.len()) != data.len() {
            return Err(Error::InputLength { length: end, block: self.block });
        }
        (self.position, self.ended) = (end, true);
        self.blocks(data);
        Ok(())
    }

    /// Encrypts or decrypts a whole message in a mode that processes the end of a message differently.
    #[inline(never)]
    fn apply_with_end(&mut self, data: &mut InOut<'_>) -> Result<(), Error> {
        if data.len() < self.block {
            return Err(Error::InputShort { length: data.len(), min: self.block });
        }
        (self.position, self.ended) = (data.len() as u128, true);
        let mut whole = data.take(self.update_len(data.len()));
        self.blocks(&mut whole);
        self.count = data.len();
        copy_short(self.held_mut(), data.input());
        let len = self.end()?;
        copy_short(data.output(), &self.held()[..len]);
        Ok(())
    }
}

/// Appends to `output` the bytes that `write` writes, at most `len`.
#[cfg(feature = "alloc")]
fn appended(
    output: &mut Vec<u8>,
    len: usize,
    write: impl FnOnce(&mut [u8]) -> Result<usize, Error>,
) -> Result<(), Error> {
    let begin = output.len();
    output.resize(begin + len, 0);
    let written = write(&mut output[begin..]);
    output.truncate(begin + written.as_ref().map_or(0, |written| *written));
    written.map(drop)
}

impl<C: Tweakable, const KEY: usize, D: Directions> Crypter<BlockCipher<C, KEY, D>> {
    /// Sets the tweak of the cipher for the rest of the message. Before this call the tweak is zero.
    ///
    /// ```
    /// use bramah::{Ctr, Threefish512};
    ///
    /// let mut ctr = Ctr::<Threefish512>::new(&[1; 64], &[2; 64])?;
    /// ctr.set_tweak(b"sixteen bytes, 2");
    /// ctr.apply(&mut [0; 100][..])?;
    /// # Ok::<(), bramah::Error>(())
    /// ```
    pub fn set_tweak(&mut self, tweak: &[u8; 16]) {
        self.cipher.set_tweak(tweak);
    }
}

impl<K: Keyed> Drop for Crypter<K> {
    fn drop(&mut self) {
        wipe::wipe(self.chain.as_mut());
        wipe::wipe(K::Room::flat_mut(&mut self.held));
    }
}

impl<K: Keyed> fmt::Debug for Crypter<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crypter")
            .field("mode", &self.mode)
            .field("direction", &self.direction)
            .finish_non_exhaustive()
    }
}
