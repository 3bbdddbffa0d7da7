//! A chaining value and a buffered block: the data that every construction over a compression function stores for a
//! message that comes in pieces. This module joins the pieces to blocks; the construction defines how blocks are
//! compressed.

use super::{Reader, State, batch::save_state};
use crate::{
    simd::memory::{Bytes, copy_short},
    wipe::wipe,
};

/// The chaining value and the buffered bytes of the incomplete block. Both are erased on drop.
///
/// The number of valid bytes in the block is not stored here: the construction knows it, usually from the length of the
/// message, and passes it with each call. The other bytes of the block are meaningless.
pub(crate) struct Held<S: State, B: Bytes> {
    pub(super) state: S,
    pub(super) block: B,
}

impl<S: State, B: Bytes> Held<S, B> {
    /// Returns a state whose buffer is empty.
    #[inline(always)]
    pub(super) fn new(state: S) -> Self {
        Self { state, block: B::ZERO }
    }

    /// Returns the first `used` bytes of the block.
    #[inline(always)]
    pub(super) fn bytes(&self, used: usize) -> &[u8] {
        &self.block.as_ref()[..used]
    }

    /// Pads the block with zeros after its first `used` bytes; returns the state and the block.
    #[inline(always)]
    pub(super) fn padded(&mut self, used: usize) -> (&mut S, &[B]) {
        self.block.as_mut()[used..].fill(0);
        (&mut self.state, core::slice::from_ref(&self.block))
    }

    /// Appends `data` to the `used` buffered bytes, fewer than a block, and calls `run` with the full blocks. `run`
    /// takes two consecutive runs of blocks. The first run is not empty.
    #[inline(always)]
    pub(super) fn append(&mut self, used: usize, mut data: &[u8], run: impl Fn(&mut S, &[B], &[B])) {
        if used > 0 {
            let (head, rest) = data.split_at(data.len().min(B::LEN - used));
            copy_short(&mut self.block.as_mut()[used..], head);
            if used + head.len() < B::LEN {
                return;
            }
            data = rest;
        }
        let (blocks, rest) = B::split(data);
        if used > 0 {
            run(&mut self.state, core::slice::from_ref(&self.block), blocks);
        } else if !blocks.is_empty() {
            run(&mut self.state, blocks, &[]);
        }
        copy_short(self.block.as_mut(), rest);
    }

    /// Appends `data`, which is not empty, to the `used` buffered bytes, at most a block. Calls `run` with all blocks
    /// except the last, which stays buffered even if it is full. Returns the number of buffered bytes.
    #[inline(always)]
    pub(super) fn append_but_last(
        &mut self,
        used: usize,
        mut data: &[u8],
        mut run: impl FnMut(&mut S, &[B]),
    ) -> usize {
        if used > 0 {
            let (head, rest) = data.split_at(data.len().min(B::LEN - used));
            copy_short(&mut self.block.as_mut()[used..], head);
            if rest.is_empty() {
                return used + head.len();
            }
            run(&mut self.state, core::slice::from_ref(&self.block));
            data = rest;
        }
        let (blocks, rest) = data.split_at((data.len() - 1) / B::LEN * B::LEN);
        if !blocks.is_empty() {
            run(&mut self.state, B::split(blocks).0);
        }
        copy_short(self.block.as_mut(), rest);
        rest.len()
    }

    /// Returns the number of bytes of a string of `total` bytes that [`append_but_last`](Self::append_but_last) leaves
    /// buffered.
    pub(super) fn held_back(total: u128) -> usize {
        if total == 0 { 0 } else { ((total - 1) % B::LEN as u128) as usize + 1 }
    }

    /// Writes the construction's byte count, the state and the first `used` bytes of the block, as parts of a saved
    /// state.
    pub(super) fn save(&self, total: u128, used: usize, put: &mut dyn FnMut(&[u8])) {
        save_state(&self.state, total, put);
        put(self.bytes(used));
    }

    /// Reads the state and `used` bytes of the block, which follow the construction's byte count in a saved state.
    pub(super) fn restore(saved: &mut Reader<'_>, used: usize) -> Option<Self> {
        let mut held = Self::new(S::read_le(saved.take(S::LEN)?));
        held.block.as_mut()[..used].copy_from_slice(saved.take(used)?);
        Some(held)
    }
}

impl<S: State, B: Bytes> Clone for Held<S, B> {
    #[inline]
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<S: State, B: Bytes> Drop for Held<S, B> {
    #[inline]
    fn drop(&mut self) {
        self.state.wipe();
        wipe(self.block.as_mut());
    }
}
