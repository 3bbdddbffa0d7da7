//! The key schedule of a cipher, with the backend that made it: the content of every keyed cipher type.

use super::{Authenticated, Chained, Cipher, Keyed, Pass, Schedule, Table, keyed::sealed};
use crate::{
    backend::Backend,
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut, Lanes},
    },
    wipe::Above,
};
use core::sync::atomic::{AtomicBool, Ordering};

/// The directions for which a key schedule is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Encryption of blocks only. Many modes need nothing else, even to decrypt messages.
    Encryption,
    /// Encryption and decryption of blocks.
    Both,
}

/// A key schedule and the backend that made it.
#[doc(hidden)]
pub struct Scheduled<C: Cipher> {
    pub schedule: C::Schedule,
    pub backend: Backend<C::Table>,
    /// Whether constructors of an outer type moved this value with its key, so that their stack frames may still hold copies of
    /// it.
    pub(super) moved: bool,
    /// How deep functions have reached into the stack, where they may have left keys: a flag for each variant of `Above` except
    /// `Nothing`.
    above: [AtomicBool; 3],
}

impl<C: Cipher> Clone for Scheduled<C> {
    fn clone(&self) -> Self {
        Self {
            schedule: self.schedule.clone(),
            backend: self.backend,
            moved: true,
            above: self.above.each_ref().map(|held| AtomicBool::new(held.load(Ordering::Relaxed))),
        }
    }
}

impl<C: Cipher> Drop for Scheduled<C> {
    fn drop(&mut self) {
        self.schedule.wipe();
        let above = match self.above.each_mut().map(|held| *held.get_mut()) {
            [_, _, true] => Above::Chunks,
            [_, true, _] => Above::Group,
            [true, ..] => Above::Few,
            _ => Above::Nothing,
        };
        // also erases the round keys that kernels have spilled to the stack
        C::Table::erase_stack(self.backend, self.moved, above);
    }
}

impl<C: Cipher> Scheduled<C> {
    /// Makes a schedule without a key. The key is expanded only when the schedule is in its final place, because a move would
    /// leave a copy of the round keys in memory.
    #[inline(always)]
    pub fn empty(backend: Backend<C::Table>) -> Self {
        Self {
            schedule: C::Schedule::EMPTY,
            backend,
            moved: false,
            above: [const { AtomicBool::new(false) }; 3],
        }
    }

    /// Expands a key, whose length must be valid for the cipher.
    pub fn expand(&mut self, key: &[u8], purpose: Use) {
        debug_assert!(C::KEYS.contains(key.len()));
        C::Table::expand(self.backend, key, purpose == Use::Both, &mut self.schedule);
    }

    /// Encrypts or decrypts whole blocks independently of each other, for a caller that keeps no copy of the blocks on the
    /// stack.
    #[inline]
    pub(super) fn ecb(&self, pass: Pass, blocks: &mut [u8]) {
        self.held(C::Table::above_blocks(self.backend, blocks.len()));
        C::Table::pass(self.backend, &self.schedule, pass, &mut [], &mut InOut::from(blocks));
    }

    /// Records how deep a function has reached into the stack.
    #[inline(always)]
    fn held(&self, above: Above) {
        let [few, group, chunks] = &self.above;
        match above {
            Above::Nothing => {}
            Above::Few => few.store(true, Ordering::Relaxed),
            Above::Group => group.store(true, Ordering::Relaxed),
            Above::Chunks => chunks.store(true, Ordering::Relaxed),
        }
    }
}

impl<C: Cipher> Keyed for Scheduled<C> {
    type Room = C::Block;
}

impl<C: Cipher> sealed::Keyed for Scheduled<C> {
    #[inline(always)]
    fn block_len(&self) -> usize {
        C::Block::LEN
    }
    fn backend(&self) -> &'static str {
        self.backend.name()
    }
    fn takes_long_ivs(&self) -> bool {
        C::LONG_IVS
    }
    #[inline]
    fn pass(&self, pass: Pass, chain: &mut [u8], data: &mut InOut<'_>) {
        self.held(C::Table::above(pass, data.len()));
        C::Table::pass(self.backend, &self.schedule, pass, chain, data);
    }
    #[inline]
    fn ctr_end(
        &self,
        increment: Increment,
        counter: &mut [u8],
        data: &mut InOut<'_>,
        last: &mut [u8],
    ) -> bool {
        self.held(C::Table::above(Pass::Ctr(increment), data.len()));
        C::Table::ctr_end(self.backend, &self.schedule, increment, counter, data, last)
    }
    #[inline]
    fn mac(&self, chain: &mut [u8], data: &[u8]) {
        self.held(C::Table::ABOVE);
        C::Table::mac(self.backend, &self.schedule, chain, data);
    }
    #[inline]
    fn authenticated(
        &self,
        decrypt: bool,
        number: u128,
        operation: &mut Authenticated<'_, '_>,
        data: &mut InOut<'_>,
    ) -> bool {
        self.held(match operation {
            Authenticated::Gcm(_) | Authenticated::KeyWrap(_) => Above::Nothing,
            Authenticated::Eax(_) => C::Table::ABOVE,
            _ => C::Table::ABOVE_SEVERAL,
        });
        C::Table::authenticated(self.backend, &self.schedule, decrypt, number, operation, data)
    }
    #[inline]
    fn gcm_powers(&self) -> usize {
        C::Table::gcm_powers(self.backend)
    }
    fn lanes(&self) -> usize {
        C::Table::lanes(self.backend)
    }
    fn many(&self, mode: Chained, chains: &mut [u8], messages: &mut [InOut<'_>], blocks: usize) {
        let lanes = Lanes::new(messages.iter_mut().take(self.lanes()), blocks);
        self.held(C::Table::ABOVE_SEVERAL);
        C::Table::many(self.backend, &self.schedule, mode, chains, &lanes);
    }
    fn many_macs(&self, chains: &mut [u8], messages: &[&[u8]], blocks: usize) {
        let lanes = Lanes::reading(messages.iter().copied().take(self.lanes()), blocks);
        self.held(C::Table::ABOVE_SEVERAL);
        C::Table::many(self.backend, &self.schedule, Chained::Cbc, chains, &lanes);
    }
    fn schedule(&mut self) -> (*mut u8, usize) {
        (core::ptr::from_mut(&mut self.schedule).cast(), size_of::<C::Schedule>())
    }
    fn rekey(&mut self, key: &[u8], decrypts: bool) {
        self.expand(key, if decrypts { Use::Both } else { Use::Encryption });
    }
    fn with_key(&self, key: &[u8], work: &mut dyn FnMut(&dyn sealed::Keyed)) {
        let mut other = Self::empty(self.backend);
        other.expand(key, Use::Encryption);
        work(&other);
    }
}
