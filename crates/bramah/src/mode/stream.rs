//! Modes in which the output of every call is as long as its input.

use super::{
    crypter::Crypter,
    plan::Mode,
    sections::{next_of_gost, next_of_kctr},
};
#[cfg(feature = "std")]
use crate::spread::spread;
use crate::{
    Error,
    block::{Keyed, MAX_BLOCK, Pass},
    direction::Direction,
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut},
    },
    wipe,
};

impl<K: Keyed> Crypter<K> {
    /// Encrypts or decrypts the next bytes of the message.
    #[inline]
    pub(super) fn stream(&mut self, data: &mut InOut<'_>) {
        match self.plan.section {
            None => self.under_one_key(data),
            Some(section) => self.in_sections(section, data),
        }
    }

    /// Encrypts or decrypts the next bytes of the message, within which the key does not change.
    #[inline]
    pub(super) fn under_one_key(&mut self, data: &mut InOut<'_>) {
        let Some(pass) = self.plan.pass else { return self.piecemeal(data) };
        self.position += data.len() as u128;
        let block = self.block;
        if self.count > 0 {
            let part = data.take(block - self.count);
            self.within(part);
        }
        let whole = self.whole(data.len());
        if whole == data.len() {
            if whole > 0 {
                self.cipher.pass(pass, &mut self.chain.as_mut()[..block], data);
            }
            return;
        }
        if let (Mode::Ctr(increment), true) = (self.mode, whole > 0) {
            let tail = data.len() - whole;
            let held = &mut K::Room::flat_mut(&mut self.held)[..block];
            if self.cipher.ctr_end(increment, &mut self.chain.as_mut()[..block], data, held) {
                self.count = tail;
                return;
            }
        }
        let mut blocks = data.take(whole);
        if whole > 0 {
            self.cipher.pass(pass, &mut self.chain.as_mut()[..block], &mut blocks);
        }
        self.keystream();
        self.within(data.reborrow());
    }

    /// Encrypts or decrypts the next bytes of the message in modes that have no pass over whole blocks.
    #[inline(never)]
    fn piecemeal(&mut self, data: &mut InOut<'_>) {
        self.position += data.len() as u128;
        match self.mode {
            Mode::Cfb | Mode::Ofb => self.feed(data),
            Mode::Cfb8 => self.bytes(data),
            Mode::Cfb1 => self.bits(data),
            Mode::CtrBy => self.count_by(data),
            Mode::Kctr => self.count_by_steps(next_of_kctr, data),
            Mode::Cnt | Mode::CntMeshed => self.count_by_steps(next_of_gost, data),
            _ => {}
        }
    }

    /// Computes the next block of keystream, and stores it in the buffer.
    #[inline(never)]
    pub(super) fn keystream(&mut self) {
        let block = self.block;
        let held = &mut K::Room::flat_mut(&mut self.held)[..block];
        let chain = &mut self.chain.as_mut()[..block];
        held.fill(0);
        match self.mode {
            Mode::Cfb | Mode::CfbMeshed => {
                held.copy_from_slice(chain);
                self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(held));
            }
            Mode::Ofb => self.cipher.pass(Pass::Ofb, chain, &mut InOut::from(held)),
            Mode::Ctr(increment) => self.cipher.pass(Pass::Ctr(increment), chain, &mut InOut::from(held)),
            Mode::CtrAcpkm(_) => self.cipher.pass(Pass::Ctr(Increment::Be), chain, &mut InOut::from(held)),
            Mode::Kctr | Mode::Cnt | Mode::CntMeshed => {
                let next = if let Mode::Kctr = self.mode { next_of_kctr } else { next_of_gost };
                next(chain);
                held.copy_from_slice(chain);
                self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(held));
            }
            Mode::CtrBy => {
                held.copy_from_slice(chain);
                if let Some(increment) = &mut self.increment {
                    increment(chain);
                }
                self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(held));
            }
            _ => {}
        }
    }

    /// Encrypts or decrypts bytes within one block of keystream.
    #[inline(never)]
    pub(super) fn within(&mut self, mut data: InOut<'_>) {
        let (block, from) = (self.block, self.count);
        let len = data.len();
        match (self.mode, self.direction) {
            (Mode::Cfb | Mode::CfbMeshed, Direction::Encrypt) => {
                data.xor(&self.held()[from..]);
                self.chain.as_mut()[from..][..len].copy_from_slice(data.output());
            }
            (Mode::Cfb | Mode::CfbMeshed, Direction::Decrypt) => {
                self.chain.as_mut()[from..][..len].copy_from_slice(data.input());
                data.xor(&self.held()[from..]);
            }
            _ => data.xor(&self.held()[from..]),
        }
        self.count = if from + len == block { 0 } else { from + len };
    }

    /// Encrypts or decrypts in CTR whose counter is advanced by a caller's function.
    fn count_by(&mut self, data: &mut InOut<'_>) {
        let block = self.block;
        if self.count > 0 {
            let part = data.take(block - self.count);
            self.within(part);
        }
        let mut room = [0; 2 * MAX_BLOCK];
        let most = room.len() / block * block;
        while data.len() >= block {
            let mut part = data.take(self.whole(data.len()).min(most));
            let Some(increment) = &mut self.increment else { return };
            let counters = &mut room[..part.len()];
            for counter in counters.chunks_mut(block) {
                counter.copy_from_slice(&self.chain.as_ref()[..block]);
                increment(&mut self.chain.as_mut()[..block]);
            }
            self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *counters));
            part.xor(counters);
        }
        wipe::wipe(&mut room);
        if !data.is_empty() {
            self.keystream();
            self.within(data.reborrow());
        }
    }

    /// Encrypts or decrypts in CFB8.
    fn bytes(&mut self, data: &mut InOut<'_>) {
        let block = self.block;
        let held = &mut self.held[0].as_mut()[..block];
        let chain = match &mut self.register {
            Some(register) => register.bytes(),
            None => &mut self.chain.as_mut()[..block],
        };
        while !data.is_empty() {
            let mut byte = data.take(1);
            let before = byte.input()[0];
            held.copy_from_slice(&chain[..block]);
            self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *held));
            let after = before ^ held[0];
            byte.output()[0] = after;
            let last = chain.len() - 1;
            chain.copy_within(1.., 0);
            chain[last] = if self.direction == Direction::Encrypt { after } else { before };
        }
    }

    /// Encrypts or decrypts in CFB1.
    fn bits(&mut self, data: &mut InOut<'_>) {
        let block = self.block;
        let held = &mut self.held[0].as_mut()[..block];
        let chain = match &mut self.register {
            Some(register) => register.bytes(),
            None => &mut self.chain.as_mut()[..block],
        };
        let last = chain.len() - 1;
        while !data.is_empty() {
            let mut byte = data.take(1);
            let before = byte.input()[0];
            let mut after = 0;
            for bit in (0..8).rev() {
                held.copy_from_slice(&chain[..block]);
                self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *held));
                let (input, key) = (before >> bit & 1, held[0] >> 7);
                after |= (input ^ key) << bit;
                let fed = if self.direction == Direction::Encrypt { input ^ key } else { input };
                for i in 0..last {
                    chain[i] = chain[i] << 1 | chain[i + 1] >> 7;
                }
                chain[last] = chain[last] << 1 | fed;
            }
            byte.output()[0] = after;
        }
    }

    /// Moves to the byte of a CTR stream at `position`, counted from 0.
    ///
    /// # Errors
    /// [`Error::NoSeek`] in other modes, and with a caller's function; [`Error::CounterOverflow`] if the keystream ends before
    /// `position`.
    pub fn seek(&mut self, position: u128) -> Result<(), Error> {
        let (_, chain, within) = self.place(position, 0)?;
        self.chain = chain;
        (self.count, self.position) = (within, position);
        if within > 0 {
            self.keystream();
        }
        Ok(())
    }

    /// Encrypts or decrypts the bytes of a CTR stream that start at `position`. The message in progress does not change, so
    /// several threads can share one key. The stack that the call used is erased.
    ///
    /// # Errors
    /// [`Error::NoSeek`] in other modes, and with a caller's function; [`Error::CounterOverflow`] if a counter value would be
    /// used twice. Nothing is written then.
    pub fn apply_at<'a>(&self, position: u128, data: impl Into<InOut<'a>>) -> Result<(), Error> {
        let mut data = data.into();
        let (increment, mut chain, within) = self.place(position, data.len())?;
        let block = self.block;
        let pass =
            |chain: &mut [u8], data: &mut InOut<'_>| self.cipher.pass(Pass::Ctr(increment), chain, data);
        wipe::after(|| {
            let chain = &mut chain.as_mut()[..block];
            // encrypts or decrypts a part of a block: its first `from` bytes of keystream are skipped
            let part_of_block = |chain: &mut [u8], from: usize, mut data: InOut<'_>| {
                let mut held = [0; MAX_BLOCK];
                pass(chain, &mut InOut::from(&mut held[..block]));
                data.xor(&held[from..]);
            };
            if within > 0 {
                part_of_block(chain, within, data.take(block - within));
            }
            let mut whole = data.take(self.whole(data.len()));
            if !whole.is_empty() {
                pass(chain, &mut whole);
            }
            if !data.is_empty() {
                part_of_block(chain, 0, data);
            }
        });
        Ok(())
    }

    /// Returns the increment of a CTR stream, the counter of the block that contains the byte at `position`, and the index of
    /// that byte in the block. Refuses a position after which fewer than `len` bytes of keystream remain.
    fn place(&self, position: u128, len: usize) -> Result<(Increment, K::Room, usize), Error> {
        let Mode::Ctr(increment) = self.mode else { return Err(Error::NoSeek) };
        if position.checked_add(len as u128).is_none_or(|end| end > self.plan.limit) {
            return Err(Error::CounterOverflow);
        }
        let block = self.block;
        let mut chain = self.start;
        increment.add(&mut chain.as_mut()[..block], position / block as u128);
        Ok((increment, chain, (position % block as u128) as usize))
    }

    /// Encrypts or decrypts bytes of a CTR stream on up to `threads` threads, including the caller's; in other modes only on
    /// the caller's thread. Several threads are faster from about 100 KiB on.
    ///
    /// # Errors
    /// The errors of [`apply`](Self::apply).
    #[cfg(feature = "std")]
    pub fn apply_parallel<'a>(&mut self, data: impl Into<InOut<'a>>, threads: usize) -> Result<(), Error> {
        let mut data = data.into();
        let (Mode::Ctr(increment), true) = (self.mode, threads > 1) else { return self.apply(data) };
        let end = self.admit(data.len())?;
        let block = self.block;
        if self.count > 0 {
            let part = data.take(block - self.count);
            self.within(part);
        }
        let blocks = data.len() / block;
        let share = blocks.div_ceil(threads) * block;
        let mut whole = data.take(blocks * block);
        let (cipher, pass) = (&self.cipher, Pass::Ctr(increment));
        let used = whole.len().div_ceil(share.max(1));
        let mut counter = self.chain;
        let parts = core::iter::from_fn(|| {
            let (from, part) = (counter, whole.take(share));
            increment.add(&mut counter.as_mut()[..block], (part.len() / block) as u128);
            (!part.is_empty()).then_some((from, part))
        });
        spread(parts, &mut vec![(); used], |(mut from, mut part), ()| {
            cipher.pass(pass, &mut from.as_mut()[..block], &mut part);
        });
        self.chain = counter;
        self.stream(&mut data);
        self.position = end;
        Ok(())
    }
}
