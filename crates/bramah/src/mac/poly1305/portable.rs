//! Poly1305, one block after another, in words of 64 bits.
//!
//! The two lowest bits of `r1` are clear. So modulo 2^130 - 5, `h1 * r1 * 2^128` is `h1 * (r1 / 4) * 2^130`, that is `h1 * (r1 /
//! 4) * 5`, or `h1 * (r1 + r1 / 4)`: a block takes four products of 64 bits. Their sums never overflow; they are not checked,
//! because a check would be a branch. The dependent steps from block to block take about fifteen cycles, most of which the CPU
//! spends waiting.

use super::{BLOCK, State};

/// The factor `r`; and `s1`, which is `r1 + r1 / 4`, the multiplier for the part of the products above 2^130.
#[derive(Clone, Copy)]
pub(super) struct Factor {
    pub(super) r0: u64,
    pub(super) r1: u64,
    pub(super) s1: u64,
}

impl Factor {
    #[inline(always)]
    pub(super) fn new([r0, r1]: [u64; 2]) -> Self {
        Self { r0, r1, s1: r1.wrapping_add(r1 >> 2) }
    }
}

/// Returns `(h + block + top * 2^128) * r`.
#[inline(always)]
pub(super) fn step(h: [u64; 3], block: &[u8; BLOCK], top: u64, factor: Factor) -> [u64; 3] {
    times(add(h, u128::from_le_bytes(*block), top), factor)
}

/// Returns `h * r`. The last word of `h` must be below 8; the last word of the product is at most 4.
#[inline(always)]
pub(super) fn times(h: [u64; 3], Factor { r0, r1, s1 }: Factor) -> [u64; 3] {
    let product = |a: u64, b: u64| u128::from(a).wrapping_mul(b.into());
    // r0, r1 and s1 are below 2^61
    let d0 = product(h[0], r0).wrapping_add(product(h[1], s1));
    let d1 = product(h[0], r1).wrapping_add(product(h[1], r0));
    let d1 = d1.wrapping_add(h[2].wrapping_mul(s1).into()).wrapping_add(d0 >> 64);
    let d2 = h[2].wrapping_mul(r0).wrapping_add((d1 >> 64) as u64);
    // folds back the part above 2^130
    let above = (d2 >> 2).wrapping_mul(5);
    add([d0 as u64, d1 as u64, d2 & 3], above.into(), 0)
}

/// Returns `h + low + top * 2^128`.
#[inline(always)]
pub(super) fn add(h: [u64; 3], low: u128, top: u64) -> [u64; 3] {
    let (low, carry) = (u128::from(h[0]) | u128::from(h[1]) << 64).overflowing_add(low);
    [low as u64, (low >> 64) as u64, h[2].wrapping_add(carry.into()).wrapping_add(top)]
}

#[inline(always)]
pub(crate) fn blocks(state: &mut State, blocks: &[[u8; BLOCK]], top: u64) {
    let factor = Factor::new(state.r);
    let mut h = state.h;
    for block in blocks {
        h = step(h, block, top, factor);
    }
    state.h = h;
}
