//! A message being encrypted or decrypted.

use super::{
    padding::Padding,
    stealing::{self, Stealing},
};
use crate::{
    Error,
    block::{Keyed, MAX_BLOCK, Pass},
    simd::{InOut, Increment, copy_short},
    wipe,
};
use core::fmt;

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From plaintext to ciphertext.
    Encrypt,
    /// And back.
    Decrypt,
}

/// What becomes of a message that is no whole number of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// It is refused.
    #[default]
    Whole,
    /// It is padded, and the padding taken off.
    Padded(Padding),
    /// It is as long encrypted; from one block on.
    Stolen(Stealing),
}

/// A mode of operation with its parameters.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Mode {
    /// Electronic codebook: NIST SP 800-38A, 6.1. Equal blocks are equal encrypted.
    Ecb(Ending),
    /// Cipher block chaining: NIST SP 800-38A, 6.2. The IV must not be foreseeable.
    Cbc(Ending),
    /// Cipher feedback of whole blocks: NIST SP 800-38A, 6.3 (CFB128, CFB64).
    Cfb,
    /// Cipher feedback of bytes: a call of the cipher for each.
    Cfb8,
    /// Cipher feedback of bits, from the highest of each byte: eight calls of the cipher for each byte.
    Cfb1,
    /// Output feedback: NIST SP 800-38A, 6.4.
    Ofb,
    /// Counter: NIST SP 800-38A, 6.5. No counter may come twice under one key.
    Ctr(Increment),
    /// Counter, incremented by a function of the caller's.
    CtrBy(fn(&mut [u8])),
    /// For storage: IEEE 1619. The key is two, side by side, and the IV the tweak: the number of the data
    /// unit, little-endian. A data unit is one message.
    Xts,
}

/// The blocks that a data unit of XTS has at most: NIST SP 800-38E.
pub(crate) const MAX_DATA_UNIT: u64 = 1 << 20;

/// A message being encrypted or decrypted, in any pieces.
///
/// None of these modes tells whether a message was tampered with; that takes a MAC, or a mode such as
/// [`Eax`](crate::Eax).
pub struct Crypter<K> {
    cipher: K,
    /// The bytes of a block.
    block: usize,
    /// XTS's second key.
    tweaker: Option<K>,
    mode: Mode,
    direction: Direction,
    /// What the mode hands on from block to block.
    chain: [u8; MAX_BLOCK],
    /// The counter that CTR began with.
    start: [u8; MAX_BLOCK],
    /// What is kept back of the message, or a block of keystream.
    held: [u8; 2 * MAX_BLOCK],
    /// How many bytes are kept back, or how many of the keystream were used.
    count: usize,
    /// The bytes of the message up to here.
    position: u128,
    ended: bool,
}

impl<K: Keyed> Crypter<K> {
    /// Begins a message: the mode's second key if it has one, and the IV.
    pub(crate) fn new(
        cipher: K,
        tweaker: Option<K>,
        mode: Mode,
        direction: Direction,
        iv: &[u8],
    ) -> Result<Self, Error> {
        let mut new = Self {
            block: cipher.block_len(),
            cipher,
            tweaker,
            mode,
            direction,
            chain: [0; MAX_BLOCK],
            start: [0; MAX_BLOCK],
            held: [0; 2 * MAX_BLOCK],
            count: 0,
            position: 0,
            ended: false,
        };
        new.reset(iv)?;
        Ok(new)
    }

    /// Forgets the message and begins another under the same key.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the IV has not the length that the mode takes: none in ECB, up to a
    /// block in CTR, where zeros follow a shorter one, and else a block.
    #[inline]
    pub fn reset(&mut self, iv: &[u8]) -> Result<(), Error> {
        let block = self.block;
        let (min, max) = iv_lengths(self.mode, block);
        if iv.len() < min || iv.len() > max {
            return Err(Error::ParameterLength { name: "IV", length: iv.len(), min, max });
        }
        let chain = &mut self.chain[..block];
        if iv.len() < block {
            chain.fill(0);
        }
        copy_short(chain, iv);
        match (self.mode, &self.tweaker) {
            (Mode::Ctr(_) | Mode::CtrBy(_), _) => copy_short(&mut self.start, chain),
            (Mode::Xts, Some(tweaker)) => tweaker.pass(Pass::EcbEncrypt, &mut [], InOut::from(chain)),
            _ => {}
        }
        (self.count, self.position, self.ended) = (0, 0, false);
        Ok(())
    }

    /// The bytes of the message up to here.
    pub fn position(&self) -> u128 {
        self.position
    }

    /// The bytes of a block.
    pub fn block_len(&self) -> usize {
        self.block
    }

    /// The mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    /// What of the message must be kept back because of what may follow, at least.
    fn kept(&self) -> usize {
        match (self.mode, self.direction) {
            (Mode::Ecb(Ending::Stolen(_)) | Mode::Cbc(Ending::Stolen(_)) | Mode::Xts, _) => {
                self.block + 1
            }
            (Mode::Ecb(Ending::Padded(padding)) | Mode::Cbc(Ending::Padded(padding)), Direction::Decrypt) => {
                usize::from(padding != Padding::Zero)
            }
            _ => 0,
        }
    }

    /// What is done to whole blocks; `None` where bytes are taken one by one.
    #[inline(always)]
    fn pass(&self) -> Option<Pass> {
        Some(match (self.mode, self.direction) {
            (Mode::Ecb(_), Direction::Encrypt) => Pass::EcbEncrypt,
            (Mode::Ecb(_), Direction::Decrypt) => Pass::EcbDecrypt,
            (Mode::Cbc(_), Direction::Encrypt) => Pass::CbcEncrypt,
            (Mode::Cbc(_), Direction::Decrypt) => Pass::CbcDecrypt,
            (Mode::Cfb, Direction::Encrypt) => Pass::CfbEncrypt,
            (Mode::Cfb, Direction::Decrypt) => Pass::CfbDecrypt,
            (Mode::Ofb, _) => Pass::Ofb,
            (Mode::Ctr(increment), _) => Pass::Ctr(increment),
            (Mode::Xts, Direction::Encrypt) => Pass::XtsEncrypt,
            (Mode::Xts, Direction::Decrypt) => Pass::XtsDecrypt,
            (Mode::Cfb8 | Mode::Cfb1 | Mode::CtrBy(_), _) => return None,
        })
    }

    /// Whether as many bytes come out as go in, at once.
    pub fn is_stream(&self) -> bool {
        !matches!(self.mode, Mode::Ecb(_) | Mode::Cbc(_) | Mode::Xts)
    }

    /// How many bytes [`update`](Self::update) writes for `len` bytes of input.
    pub fn update_len(&self, len: usize) -> usize {
        if self.is_stream() {
            return len;
        }
        let available = self.count.saturating_add(len);
        let block = self.block;
        available.saturating_sub(self.kept()) / block * block
    }

    /// Whether the last block holds padding to be taken off.
    fn unpads(&self) -> bool {
        self.direction == Direction::Decrypt
            && matches!(self.mode, Mode::Ecb(Ending::Padded(_)) | Mode::Cbc(Ending::Padded(_)))
    }

    /// How many bytes [`finalize`](Self::finalize) writes at most.
    pub fn finalize_len(&self) -> usize {
        match (self.mode, self.direction) {
            (Mode::Ecb(Ending::Padded(_)) | Mode::Cbc(Ending::Padded(_)), Direction::Encrypt) => {
                self.block
            }
            _ if self.is_stream() => 0,
            _ => self.count,
        }
    }

    /// Refuses more of the message than there may be, or any behind its end.
    #[inline]
    fn admit(&self, len: usize) -> Result<(), Error> {
        if self.ended {
            return Err(Error::Ended);
        }
        let end = self.position + len as u128;
        let block = self.block as u128;
        match self.mode {
            Mode::Xts => {
                if end > u128::from(MAX_DATA_UNIT) * block {
                    let value = u64::try_from(end.div_ceil(block)).unwrap_or(u64::MAX);
                    return Err(Error::Parameter {
                        name: "blocks of a data unit",
                        value,
                        min: 1,
                        max: MAX_DATA_UNIT,
                    });
                }
            }
            Mode::Ctr(increment) => {
                if increment.period(self.block).is_some_and(|period| end > period.saturating_mul(block)) {
                    return Err(Error::CounterOverflow);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes more of the message, and writes what can be told of the result:
    /// [`update_len`](Self::update_len) bytes.
    ///
    /// # Errors
    /// [`Error::OutputRoom`] if `output` is shorter; [`Error::Ended`] behind the end of a message;
    /// [`Error::CounterOverflow`] if a counter would come twice; [`Error::Parameter`] if a data unit of XTS
    /// gets too long. Nothing is taken then.
    pub fn update(&mut self, mut input: &[u8], output: &mut [u8]) -> Result<usize, Error> {
        self.admit(input.len())?;
        let out = self.update_len(input.len());
        let room = output.len();
        let Some(mut output) = output.get_mut(..out) else {
            return Err(Error::OutputRoom { length: room, needed: out });
        };
        if self.is_stream() {
            self.stream(InOut::new(input, output)?);
            return Ok(out);
        }
        self.position += input.len() as u128;
        let block = self.block;
        while self.count > 0 && !output.is_empty() {
            // what is kept back goes first, made whole if it is not
            let (more, rest) = input.split_at(self.count.wrapping_neg() % block);
            input = rest;
            self.held[self.count..][..more.len()].copy_from_slice(more);
            self.count += more.len();
            let whole = self.count.min(output.len());
            let (now, later) = output.split_at_mut(whole);
            now.copy_from_slice(&self.held[..whole]);
            self.blocks(InOut::from(now));
            output = later;
            self.held.copy_within(whole..self.count, 0);
            self.count -= whole;
        }
        let (now, later) = input.split_at(output.len());
        self.blocks(InOut::new(now, output)?);
        self.held[self.count..][..later.len()].copy_from_slice(later);
        self.count += later.len();
        Ok(out)
    }

    /// Ends the message and writes what is left of the result; returns how many bytes that is.
    ///
    /// # Errors
    /// [`Error::InputLength`] if the message has not whole blocks and neither padding nor stealing was
    /// asked for; [`Error::InputShort`] if there is nothing to steal from; [`Error::Padding`] if the last
    /// block does not end in such a padding; [`Error::OutputRoom`] if `output` is shorter than the rest.
    pub fn finalize(&mut self, output: &mut [u8]) -> Result<usize, Error> {
        if self.ended {
            return Err(Error::Ended);
        }
        let needed = self.finalize_len();
        // what padding leaves is known when it was taken off
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
        output.copy_from_slice(&self.held[..len]);
        wipe::wipe(&mut self.held);
        Ok(len)
    }

    /// Turns what is kept back into the end of the result, and says how long that is.
    fn end(&mut self) -> Result<usize, Error> {
        let (block, count) = (self.block, self.count);
        let (ending, chained) = match self.mode {
            Mode::Ecb(ending) => (ending, false),
            Mode::Cbc(ending) => (ending, true),
            Mode::Xts => {
                self.long_enough()?;
                match count % block {
                    0 => self.held_blocks(),
                    _ => stealing::finish_xts(
                        &self.cipher,
                        &mut self.chain[..block],
                        self.direction,
                        &mut self.held[..count],
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
                padding.pad(&mut self.held[..block], count);
                self.count = block;
                self.held_blocks();
                Ok(block)
            }
            (Ending::Padded(padding), Direction::Decrypt) => {
                if count != block {
                    return Err(self.broken());
                }
                self.held_blocks();
                padding.unpad(&self.held[..block]).ok_or(Error::Padding)
            }
            (Ending::Stolen(stealing), direction) => {
                self.long_enough()?;
                if count == block {
                    self.held_blocks();
                } else {
                    let chain = chained.then_some(&self.chain[..block]);
                    stealing::finish(&self.cipher, stealing, chain, direction, &mut self.held[..count]);
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

    /// Goes over the whole blocks that are kept back, in place.
    fn held_blocks(&mut self) {
        let block = self.block;
        if let Some(pass) = self.pass() {
            self.cipher.pass(pass, &mut self.chain[..block], InOut::from(&mut self.held[..self.count]));
        }
    }

    /// Goes over whole blocks.
    fn blocks(&mut self, data: InOut<'_>) {
        let block = self.block;
        if let (Some(pass), false) = (self.pass(), data.is_empty()) {
            self.cipher.pass(pass, &mut self.chain[..block], data);
        }
    }

    /// Goes over the whole of a message, or as much of it as a stream is given, in place or from one buffer
    /// to another: without padding, all modes keep the length.
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
    /// Those of [`update`](Self::update) and, but for streams, of [`finalize`](Self::finalize);
    /// [`Error::Padded`] where there is padding. The output is as it was.
    pub fn apply<'a>(&mut self, data: impl Into<InOut<'a>>) -> Result<(), Error> {
        let mut data = data.into();
        self.admit(data.len())?;
        if self.is_stream() {
            self.stream(data);
            return Ok(());
        }
        if matches!(self.mode, Mode::Ecb(Ending::Padded(_)) | Mode::Cbc(Ending::Padded(_))) {
            return Err(Error::Padded);
        }
        if self.position > 0 {
            return Err(Error::Ended);
        }
        let block = self.block;
        let whole = match self.kept() {
            // the message ends here: nothing need be kept back of whole blocks
            0 if !data.len().is_multiple_of(block) => {
                return Err(Error::InputLength { length: data.len() as u128, block });
            }
            0 => data.len(),
            _ if data.len() < block => {
                return Err(Error::InputShort { length: data.len(), min: block });
            }
            _ => self.update_len(data.len()),
        };
        self.position = data.len() as u128;
        self.blocks(data.take(whole));
        self.count = data.len();
        if self.count > 0 {
            self.held[..self.count].copy_from_slice(data.input());
        }
        let len = self.end()?;
        if len > 0 {
            data.output().copy_from_slice(&self.held[..len]);
        }
        self.ended = true;
        Ok(())
    }

    /// Goes over bytes of a stream.
    #[inline]
    fn stream(&mut self, mut data: InOut<'_>) {
        self.position += data.len() as u128;
        match self.mode {
            Mode::Cfb8 => return self.bytes(data),
            Mode::Cfb1 => return self.bits(data),
            _ => {}
        }
        let block = self.block;
        if self.count > 0 {
            let part = data.take(block - self.count);
            self.within(part);
        }
        if data.is_empty() {
            return;
        }
        let whole = data.take(data.len() / block * block);
        match (self.pass(), self.mode) {
            (Some(pass), _) if !whole.is_empty() => self.cipher.pass(pass, &mut self.chain[..block], whole),
            (None, Mode::CtrBy(increment)) => self.count_by(increment, whole),
            _ => {}
        }
        if !data.is_empty() {
            self.keystream();
            self.within(data);
        }
    }

    /// Makes a block of keystream.
    #[inline]
    fn keystream(&mut self) {
        let block = self.block;
        let (chain, held) = (&mut self.chain[..block], &mut self.held[..block]);
        held.fill(0);
        match self.mode {
            Mode::Cfb => {
                held.copy_from_slice(chain);
                self.cipher.pass(Pass::EcbEncrypt, &mut [], InOut::from(held));
            }
            Mode::Ofb => self.cipher.pass(Pass::Ofb, chain, InOut::from(held)),
            Mode::Ctr(increment) => self.cipher.pass(Pass::Ctr(increment), chain, InOut::from(held)),
            Mode::CtrBy(increment) => {
                held.copy_from_slice(chain);
                increment(chain);
                self.cipher.pass(Pass::EcbEncrypt, &mut [], InOut::from(held));
            }
            _ => {}
        }
    }

    /// Goes over bytes of one block of keystream.
    #[inline]
    fn within(&mut self, mut data: InOut<'_>) {
        let (block, from) = (self.block, self.count);
        let len = data.len();
        match (self.mode, self.direction) {
            (Mode::Cfb, Direction::Encrypt) => {
                data.xor(&self.held[from..]);
                self.chain[from..][..len].copy_from_slice(data.output());
            }
            (Mode::Cfb, Direction::Decrypt) => {
                self.chain[from..][..len].copy_from_slice(data.input());
                data.xor(&self.held[from..]);
            }
            _ => data.xor(&self.held[from..]),
        }
        self.count = if from + len == block { 0 } else { from + len };
    }

    /// CTR with a function of the caller's.
    fn count_by(&mut self, increment: fn(&mut [u8]), mut data: InOut<'_>) {
        let block = self.block;
        let room = self.held.len() / block * block;
        while !data.is_empty() {
            let mut part = data.take(room);
            let counters = &mut self.held[..part.len()];
            for counter in counters.chunks_mut(block) {
                counter.copy_from_slice(&self.chain[..block]);
                increment(&mut self.chain[..block]);
            }
            self.cipher.pass(Pass::EcbEncrypt, &mut [], InOut::from(&mut *counters));
            part.xor(counters);
        }
    }

    /// CFB8.
    fn bytes(&mut self, mut data: InOut<'_>) {
        let block = self.block;
        while !data.is_empty() {
            let mut byte = data.take(1);
            let before = byte.input()[0];
            self.held[..block].copy_from_slice(&self.chain[..block]);
            self.cipher.pass(Pass::EcbEncrypt, &mut [], InOut::from(&mut self.held[..block]));
            let after = before ^ self.held[0];
            byte.output()[0] = after;
            self.chain.copy_within(1..block, 0);
            self.chain[block - 1] = if self.direction == Direction::Encrypt { after } else { before };
        }
    }

    /// CFB1.
    fn bits(&mut self, mut data: InOut<'_>) {
        let block = self.block;
        while !data.is_empty() {
            let mut byte = data.take(1);
            let before = byte.input()[0];
            let mut after = 0;
            for bit in (0..8).rev() {
                self.held[..block].copy_from_slice(&self.chain[..block]);
                self.cipher.pass(Pass::EcbEncrypt, &mut [], InOut::from(&mut self.held[..block]));
                let (input, key) = (before >> bit & 1, self.held[0] >> 7);
                after |= (input ^ key) << bit;
                let fed = if self.direction == Direction::Encrypt { input ^ key } else { input };
                for i in 0..block - 1 {
                    self.chain[i] = self.chain[i] << 1 | self.chain[i + 1] >> 7;
                }
                self.chain[block - 1] = self.chain[block - 1] << 1 | fed;
            }
            byte.output()[0] = after;
        }
    }

    /// Goes to a byte of a CTR stream.
    ///
    /// # Errors
    /// [`Error::NoSeek`] in other modes, and with a function of the caller's; [`Error::CounterOverflow`] if
    /// there is no such byte.
    pub fn seek(&mut self, position: u128) -> Result<(), Error> {
        let Mode::Ctr(increment) = self.mode else { return Err(Error::NoSeek) };
        let block = self.block;
        let (blocks, within) = (position / block as u128, (position % block as u128) as usize);
        if increment.period(block).is_some_and(|period| blocks > period || (blocks == period && within > 0)) {
            return Err(Error::CounterOverflow);
        }
        self.chain[..block].copy_from_slice(&self.start[..block]);
        increment.add(&mut self.chain[..block], blocks);
        (self.count, self.position) = (within, position);
        if within > 0 {
            self.keystream();
        }
        Ok(())
    }

    /// Goes over bytes of a CTR stream on up to `threads` threads, of which this is one; in other modes on
    /// this. It pays from some 100 KiB on.
    ///
    /// # Errors
    /// Those of [`apply`](Self::apply).
    #[cfg(feature = "std")]
    pub fn apply_parallel<'a>(&mut self, data: impl Into<InOut<'a>>, threads: usize) -> Result<(), Error> {
        let mut data = data.into();
        let (Mode::Ctr(increment), true) = (self.mode, threads > 1) else { return self.apply(data) };
        self.admit(data.len())?;
        let block = self.block;
        if self.count > 0 {
            let part = data.take(block - self.count);
            self.stream(part);
        }
        let blocks = data.len() / block;
        let share = blocks.div_ceil(threads) * block;
        let mut whole = data.take(blocks * block);
        self.position += whole.len() as u128;
        let (cipher, pass) = (&self.cipher, Pass::Ctr(increment));
        let mut counter = self.chain;
        std::thread::scope(|scope| {
            while !whole.is_empty() {
                let mut from = counter;
                let part = whole.take(share);
                increment.add(&mut counter[..block], (part.len() / block) as u128);
                if whole.is_empty() {
                    cipher.pass(pass, &mut from[..block], part);
                } else {
                    scope.spawn(move || cipher.pass(pass, &mut from[..block], part));
                }
            }
        });
        self.chain = counter;
        self.stream(data);
        Ok(())
    }
}

/// The fewest and the most bytes of an IV.
pub(crate) fn iv_lengths(mode: Mode, block: usize) -> (usize, usize) {
    match mode {
        Mode::Ecb(_) => (0, 0),
        Mode::Ctr(_) | Mode::CtrBy(_) => (0, block),
        _ => (block, block),
    }
}

impl<K> Drop for Crypter<K> {
    fn drop(&mut self) {
        wipe::wipe(&mut self.chain);
        wipe::wipe(&mut self.held);
    }
}

impl<K> fmt::Debug for Crypter<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crypter")
            .field("mode", &self.mode)
            .field("direction", &self.direction)
            .finish_non_exhaustive()
    }
}
