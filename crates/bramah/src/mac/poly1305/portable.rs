//! One block after another, in words of 64 bits.
//!
//! Of `r` the four lowest bits of most bytes are clear, so `h1 * r1 * 2^128` is `h1 * (r1 / 4) * 2^130`, which
//! is `h1 * (r1 / 4) * 5`, and that is `h1 * (r1 + r1 / 4)`: a block takes four products of 64 bits, whose
//! sums overflow nowhere. The chain from block to block is about fifteen cycles, most of which the CPU waits.

use super::{BLOCK, State};

/// `r`, and what its upper word becomes beyond 2^130.
#[derive(Clone, Copy)]
pub(crate) struct Factor {
    r0: u64,
    r1: u64,
    s1: u64,
}

impl Factor {
    #[inline(always)]
    pub(crate) fn new([r0, r1]: [u64; 2]) -> Self {
        Self { r0, r1, s1: r1 + (r1 >> 2) }
    }
}

/// `(h + block + top * 2^128) * r`.
#[inline(always)]
pub(crate) fn step(h: [u64; 3], block: &[u8; BLOCK], top: u64, factor: Factor) -> [u64; 3] {
    let low = u128::from(h[0]) | u128::from(h[1]) << 64;
    let (low, carry) = low.overflowing_add(u128::from_le_bytes(*block));
    times([low as u64, (low >> 64) as u64, h[2] + u64::from(carry) + top], factor)
}

/// `h * r`, with the last word of `h` below 8; that of the product is at most 4.
#[inline(always)]
pub(crate) fn times(h: [u64; 3], Factor { r0, r1, s1 }: Factor) -> [u64; 3] {
    let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
    // r0, r1 and s1 are below 2^61
    let d0 = product(h[0], r0) + product(h[1], s1);
    let d1 = product(h[0], r1) + product(h[1], r0) + u128::from(h[2] * s1) + (d0 >> 64);
    let d2 = h[2] * r0 + (d1 >> 64) as u64;
    // what is above 2^130, times 5: as it lies, it is four times that
    let above = (d2 & !3) + (d2 >> 2);
    let low = u128::from(d0 as u64) | u128::from(d1 as u64) << 64;
    let (low, carry) = low.overflowing_add(u128::from(above));
    [low as u64, (low >> 64) as u64, (d2 & 3) + u64::from(carry)]
}

#[inline(always)]
pub(super) fn blocks(state: &mut State, blocks: &[[u8; BLOCK]], top: u64) {
    let factor = Factor::new(state.r);
    let mut h = state.h;
    for block in blocks {
        h = step(h, block, top, factor);
    }
    state.h = h;
}
