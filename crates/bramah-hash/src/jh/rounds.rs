//! The compression function F8 of JH over any [`Planes`]: one lane is a message in a register of 128 bits, or the
//! portable code; several lanes take a message each (section 4.3, and the bit-sliced form of section 9).
//!
//! Bit `i` of all even-numbered elements, of 256 elements of four bits, is one word of 128 bits (`x[2 * i]`), and bit
//! `i` of the odd ones another (`x[2 * i + 1]`), so the state is laid out as in memory. An S-box is 20 operations on
//! four words, and the linear transformation 10 on all. Elements stay in place except the odd ones, which are swapped
//! with neighbours at distances of 1, 2, 4 and so on to 64; after seven rounds all are back in place.

use super::constants::placed;
use crate::simd::{Portable, memory::Streams, planes::Planes};

crate::backend::only! {
    vectors: { use crate::simd::planes::Planes1; }
    x86: { use crate::simd::{Avx2, Avx512, Sse41, memory::MAX_LANES, planes::{Planes2, Planes4}}; }
    aarch64: { use crate::simd::Neon; }
    wasm: { use crate::simd::Simd128; }
}

/// The constants for kernels that swap elements after every round.
pub(super) static CONSTANTS: [[[u8; 16]; 2]; 42] = placed(0b111_1111);

/// Applies the S-boxes: S0 for each bit of the constant that is 0, else S1.
#[inline(always)]
fn substitute<V: Planes>([mut a, mut b, mut c, mut d]: [V; 4], constant: V) -> [V; 4] {
    d = d.not();
    a = a.xor(c.andnot(constant));
    let t = constant.xor(a.and(b));
    a = a.xor(c.and(d));
    d = d.xor(b.andnot(c));
    b = b.xor(a.and(c));
    c = c.xor(d.andnot(a));
    a = a.xor(b.or(d));
    d = d.xor(b.and(c));
    [a, b.xor(t.and(a)), c.xor(t), d]
}

#[inline(always)]
fn f8<V: Planes>(isa: V::Isa, x: &mut [V; 8], m: [V; 4]) {
    let [mut a, mut e, mut b, mut f, mut c, mut g, mut d, mut h] = *x;
    a = a.xor(m[0]);
    e = e.xor(m[1]);
    b = b.xor(m[2]);
    f = f.xor(m[3]);
    macro_rules! round {
        ($constants:ident, $round:literal) => {
            let [even, odd] = &$constants[$round];
            [a, b, c, d] = substitute([a, b, c, d], V::splat(isa, even));
            [e, f, g, h] = substitute([e, f, g, h], V::splat(isa, odd));
            e = e.xor(b);
            f = f.xor(c);
            g = g.xor(d.xor(a));
            h = h.xor(a);
            a = a.xor(f);
            b = b.xor(g);
            c = c.xor(h.xor(e));
            d = d.xor(e);
            e = e.swap::<{ 1 << $round }>();
            f = f.swap::<{ 1 << $round }>();
            g = g.swap::<{ 1 << $round }>();
            h = h.swap::<{ 1 << $round }>();
        };
    }
    for constants in CONSTANTS.as_chunks::<7>().0 {
        round!(constants, 0);
        round!(constants, 1);
        round!(constants, 2);
        round!(constants, 3);
        round!(constants, 4);
        round!(constants, 5);
        round!(constants, 6);
    }
    *x = [a, e, b, f, c.xor(m[0]), g.xor(m[1]), d.xor(m[2]), h.xor(m[3])];
}

/// Compresses blocks of one message.
#[inline(always)]
fn single<V: Planes>(isa: V::Isa, state: &mut [u64; 16], blocks: &[[u8; 64]]) {
    let mut row = [[0; 2]; 4];
    let mut x = [V::load(isa, &row); 8];
    for (x, words) in x.iter_mut().zip(state.as_chunks().0) {
        row[0] = *words;
        *x = V::load(isa, &row);
    }
    let mut streams = Streams::new([blocks.as_flattened()], 64 * blocks.len());
    while let Some(m) = V::next(isa, &mut streams) {
        f8(isa, &mut x, m);
    }
    for (x, words) in x.into_iter().zip(state.as_chunks_mut().0) {
        x.store(&mut row);
        *words = row[0];
    }
}

pub(super) fn compress(state: &mut [u64; 16], blocks: &[[u8; 64]]) {
    single::<[u64; 2]>(Portable, state, blocks);
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "sse4.1,ssse3")]
pub(super) fn sse41(state: &mut [u64; 16], blocks: &[[u8; 64]]) {
    single::<Planes1>(Sse41::here(), state, blocks);
}

/// Compresses blocks of one message with AVX, whose operations do not overwrite an operand that is needed again.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx")]
pub(super) fn avx(state: &mut [u64; 16], blocks: &[[u8; 64]]) {
    single::<Planes1>(Sse41::here(), state, blocks);
}

/// Compresses blocks of one message with AVX-512, which does three operations in one and has twice as many registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "sse4.1,ssse3,avx512f,avx512vl")]
pub(super) fn avx512vl(state: &mut [u64; 16], blocks: &[[u8; 64]]) {
    single::<Planes1>(Sse41::here(), state, blocks);
}

#[cfg(target_arch = "aarch64")]
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn neon(state: &mut [u64; 16], blocks: &[[u8; 64]]) {
    single::<Planes1>(Neon::here(), state, blocks);
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline]
#[target_feature(enable = "simd128")]
pub(super) fn simd128(state: &mut [u64; 16], blocks: &[[u8; 64]]) {
    single::<Planes1>(Simd128::here(), state, blocks);
}

/// Compresses blocks of several messages, one in each lane.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn lanes<V: Planes>(isa: V::Isa, rows: &mut [[u64; MAX_LANES]; 16], mut streams: Streams<'_>) {
    let mut row = [[0; 2]; 4];
    let mut x = [V::load(isa, &row); 8];
    for (x, [low, high]) in x.iter_mut().zip(rows.as_chunks().0) {
        for lane in 0..4 {
            row[lane] = [low[lane], high[lane]];
        }
        *x = V::load(isa, &row);
    }
    while let Some(m) = V::next(isa, &mut streams) {
        f8(isa, &mut x, m);
    }
    for (x, [low, high]) in x.into_iter().zip(rows.as_chunks_mut().0) {
        x.store(&mut row);
        for lane in 0..4 {
            [low[lane], high[lane]] = row[lane];
        }
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn avx2(rows: &mut [[u64; MAX_LANES]; 16], streams: Streams<'_>) {
    lanes::<Planes2>(Avx2::here(), rows, streams);
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn avx512(rows: &mut [[u64; MAX_LANES]; 16], streams: Streams<'_>) {
    lanes::<Planes4>(Avx512::here(), rows, streams);
}

#[cfg(test)]
mod tests {
    use super::{super::constants::*, *};

    /// Section 5.2: the first state is the compression of a block of zeros, from the number of bits.
    #[test]
    fn the_first_states_are_made_by_the_compression_function() {
        for (bits, first) in [(224u16, IV224), (256, IV256), (384, IV384), (512, IV512)] {
            let mut state = [0; 16];
            state[0] = u64::from(bits.swap_bytes());
            compress(&mut state, &[[0; 64]]);
            assert_eq!(state, first, "JH-{bits}");
        }
    }
}
