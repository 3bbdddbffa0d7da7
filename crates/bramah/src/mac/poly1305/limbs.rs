//! Poly1305, one block after another, in limbs of 26 bits, for CPUs with words of 32 bits. These CPUs have products of 64
//! bits; a sum of five products fits into 64 bits. The method is the same as in the module `lanes`, with one lane.
#![cfg_attr(target_pointer_width = "64", allow(dead_code))] // only the conversions are used there

use super::{BLOCK, State, portable::add};

pub(super) const LIMB: u32 = (1 << 26) - 1;

/// Converts a number in words of 64 bits to limbs of 26 bits; the last limb also holds the part above 2^130.
#[inline(always)]
pub(super) fn limbs([h0, h1, h2]: [u64; 3]) -> [u32; 5] {
    let mid = h0 >> 52 | h1 << 12;
    [
        h0 as u32 & LIMB,
        (h0 >> 26) as u32 & LIMB,
        mid as u32 & LIMB,
        (h1 >> 14) as u32 & LIMB,
        (h1 >> 40 | h2 << 24) as u32,
    ]
}

/// Converts limbs, which may still have carries of up to 2^32, to words of 64 bits.
#[inline(always)]
pub(super) fn words(d: [u64; 5]) -> [u64; 3] {
    let [d0, d1, d2, d3, d4] = d.map(u128::from);
    let low = d0.wrapping_add(d1 << 26).wrapping_add(d2 << 52).wrapping_add(d3 << 78);
    let (low, carry) = low.overflowing_add(d4 << 104);
    let above = (d[4] >> 24).wrapping_add(carry.into());
    add([low as u64, (low >> 64) as u64, above & 3], (above >> 2).wrapping_mul(5).into(), 0)
}

/// Returns the limbs of a block plus `top * 2^128`.
#[inline(always)]
fn split(block: &[u8; BLOCK], top: u64) -> [u32; 5] {
    let block = u128::from_le_bytes(*block);
    limbs([block as u64, (block >> 64) as u64, top])
}

pub(super) fn blocks(state: &mut State, blocks: &[[u8; BLOCK]], top: u64) {
    let [r0, r1, r2, r3, r4] = limbs([state.r[0], state.r[1], 0]);
    let [_, s1, s2, s3, s4] = [r0, r1, r2, r3, r4].map(|r| r.wrapping_mul(5));
    let mut h = limbs(state.h);
    for block in blocks {
        let m = split(block, top);
        for i in 0..5 {
            h[i] = h[i].wrapping_add(m[i]);
        }
        // the limbs of h are below 2^28, the limbs of r below 2^26, so the sums are below 2^60
        let sum = |r: [u32; 5], carry: u64| {
            let products = h.iter().zip(r).map(|(h, r)| u64::from(*h).wrapping_mul(r.into()));
            products.fold(carry, u64::wrapping_add)
        };
        let d0 = sum([r0, s4, s3, s2, s1], 0);
        let d1 = sum([r1, r0, s4, s3, s2], d0 >> 26);
        let d2 = sum([r2, r1, r0, s4, s3], d1 >> 26);
        let d3 = sum([r3, r2, r1, r0, s4], d2 >> 26);
        let d4 = sum([r4, r3, r2, r1, r0], d3 >> 26);
        let d0 = u64::from(d0 as u32 & LIMB).wrapping_add((d4 >> 26).wrapping_mul(5));
        let d1 = (d1 as u32 & LIMB).wrapping_add((d0 >> 26) as u32);
        h = [d0 as u32 & LIMB, d1, d2 as u32 & LIMB, d3 as u32 & LIMB, d4 as u32 & LIMB];
    }
    state.h = words(h.map(u64::from));
}
