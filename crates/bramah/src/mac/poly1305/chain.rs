//! Poly1305, one block after another, in parts of a few instructions each that are interleaved with other work.
//!
//! The message of the next block is added before the bits above 2^130 are folded back. This leaves a product, two sums and a
//! carry as the dependent steps from block to block.

use super::{
    BLOCK, State,
    portable::{Factor, add, times},
};
use crate::simd::opaque::pinned;

/// The number of parts of a block.
pub(crate) const PARTS: usize = 4;

/// A chain over whole blocks. The message of the next block has already been added to the accumulator.
#[derive(Clone, Copy)]
pub(crate) struct Chain {
    h: [u64; 3],
    d: [u128; 2],
    factor: Factor,
}

impl Chain {
    /// Begins a chain from the state and the first block.
    #[inline(always)]
    pub(crate) fn new(state: &State, first: &[u8; BLOCK]) -> Self {
        let h = add(state.h, u128::from_le_bytes(*first), 1);
        Self { h, d: [0; 2], factor: Factor::new(state.r) }
    }

    /// Processes a block as a whole; `next` is the block after it.
    #[inline(always)]
    pub(crate) fn step(&mut self, next: &[u8; BLOCK]) {
        self.h = add(times(self.h, self.factor), u128::from_le_bytes(*next), 1);
    }

    /// Processes the last block.
    #[inline(always)]
    pub(crate) fn end(self, state: &mut State) {
        state.h = times(self.h, self.factor);
    }

    /// Processes one of the [`PARTS`] of a block; `next` is the block after it.
    #[inline(always)]
    pub(crate) fn part(&mut self, part: usize, next: &[u8; BLOCK]) {
        let product = |a: u64, b: u64| u128::from(a).wrapping_mul(b.into());
        let Factor { r0, r1, s1 } = self.factor;
        let (h, [d0, d1]) = (&mut self.h, &mut self.d);
        match part {
            0 => (*d0, *d1) = (pin(product(h[0], r0)), pin(product(h[0], r1))),
            1 => {
                (*d0, *d1) =
                    (pin(d0.wrapping_add(product(h[1], s1))), pin(d1.wrapping_add(product(h[1], r0))))
            }
            2 => {
                // r0 and r1 are below 2^60, and h[2] is below 8, so no sum overflows
                let carry = ((*d0 >> 64) as u64).wrapping_add(h[2].wrapping_mul(s1));
                *d1 = pin(d1.wrapping_add(u128::from(h[2].wrapping_mul(r0)) << 64 | u128::from(carry)));
                h[0] = *d0 as u64;
            }
            _ => {
                let (d1, d2) = (*d1 as u64, (*d1 >> 64) as u64);
                // two separate chains of carries; without `pins` the compiler would merge them into one, which has more steps
                let sum = pins(add([h[0], d1, d2 & 3], u128::from_le_bytes(*next), 1));
                *h = pins(add(sum, (d2 >> 2).wrapping_mul(5).into(), 0));
            }
        }
    }
}

#[inline(always)]
fn pins(x: [u64; 3]) -> [u64; 3] {
    [pinned(x[0]), pinned(x[1]), pinned(x[2])]
}

/// Returns `x` unchanged. Pinned values are computed in program order.
#[inline(always)]
fn pin(x: u128) -> u128 {
    u128::from(pinned(x as u64)) | u128::from(pinned((x >> 64) as u64)) << 64
}
