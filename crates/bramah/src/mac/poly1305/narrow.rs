//! Poly1305, one block after another, in words of 32 bits, for WebAssembly, which has products of 64 bits but not of 128.
//!
//! The words of a block need no conversion, unlike limbs of 26 bits. Carries stay where they arise until the next product: a
//! word of `h` is below 2.2 * 2^32, so with the word of a block it is below 3.2 * 2^32. The words of `r` are below 2^28, and their
//! multiples for the part above 2^130 are below 1.25 * 2^28. So a sum of products is below 14.3 * 2^60, which fits into 64 bits.

use super::{BLOCK, State, portable::add};

const WORD: u64 = u32::MAX as u64;

pub(super) fn blocks(state: &mut State, blocks: &[[u8; BLOCK]], top: u64) {
    let halves = |word: u64| [word & WORD, word >> 32];
    let ([r0, r1], [r2, r3]) = (halves(state.r[0]), halves(state.r[1]));
    // The two lowest bits of r1, r2 and r3 are clear. So modulo 2^130 - 5, `h1 * r3 * 2^128` is `h1 * (r3 / 4) * 5`, and so on.
    let [s1, s2, s3] = [r1, r2, r3].map(|r| r.wrapping_add(r >> 2));
    let (low, s0) = (r0 & 3, (r0 >> 2).wrapping_mul(5));
    let ([h0, h1], [h2, h3]) = (halves(state.h[0]), halves(state.h[1]));
    let (mut h, mut h4) = ([h0, h1, h2, h3], state.h[2]);
    for block in blocks {
        for (h, word) in h.iter_mut().zip(block.as_chunks::<4>().0) {
            *h = h.wrapping_add(u32::from_le_bytes(*word).into());
        }
        // at most 8
        h4 = h4.wrapping_add(top);
        let sum = |factors: [u64; 4], last: u64| {
            let products = h.iter().zip(factors).map(|(h, factor)| h.wrapping_mul(factor));
            products.fold(h4.wrapping_mul(last), u64::wrapping_add)
        };
        let d0 = sum([r0, s3, s2, s1], s0);
        let d1 = sum([r1, r0, s3, s2], s1);
        let d2 = sum([r2, r1, r0, s3], s2);
        let d3 = sum([r3, r2, r1, r0], s3);
        let above = h4.wrapping_mul(low).wrapping_add(d3 >> 32);
        h = [
            (d0 & WORD).wrapping_add((above >> 2).wrapping_mul(5)),
            (d1 & WORD).wrapping_add(d0 >> 32),
            (d2 & WORD).wrapping_add(d1 >> 32),
            (d3 & WORD).wrapping_add(d2 >> 32),
        ];
        h4 = above & 3;
    }
    // the words may have carries
    let [h0, h1, h2, h3] = h.map(u128::from);
    let low = h0.wrapping_add(h1 << 32).wrapping_add(h2 << 64);
    let (low, carry) = low.overflowing_add(h3 << 96);
    let above = h4.wrapping_add((h3 >> 32) as u64).wrapping_add(carry.into());
    state.h = add([low as u64, (low >> 64) as u64, above & 3], (above >> 2).wrapping_mul(5).into(), 0);
}
