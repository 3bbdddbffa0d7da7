//! Columns in registers of 512 bits: a state is one register, or two registers for the long variants, in byte order.

use crate::simd::{
    arch::*,
    gf::Aligned,
    memory::{load8x64, load512, store8x64},
    opaque::opaque512,
};

/// Loads shuffle indices. They stay in registers for all blocks.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn load_all<const N: usize>(bytes: &[Aligned<64>; N]) -> [__m512i; N] {
    let mut registers = [_mm512_setzero_si512(); N];
    for (register, bytes) in registers.iter_mut().zip(bytes) {
        *register = opaque512(load512(&bytes.0));
    }
    registers
}

/// Loads a long state.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn load_state(state: &[u64; 16]) -> [__m512i; 2] {
    let halves = state.as_chunks().0;
    [load8x64(&halves[0]), load8x64(&halves[1])]
}

/// Stores a long state.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn store_state(state: &mut [u64; 16], registers: [__m512i; 2]) {
    for (words, register) in state.as_chunks_mut().0.iter_mut().zip(registers) {
        store8x64(words, register);
    }
}

/// Moves the bytes of a long state; `shifts` are the shuffle indices of its two registers.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(crate) fn shift(x: [__m512i; 2], shifts: [__m512i; 2]) -> [__m512i; 2] {
    [_mm512_permutex2var_epi8(x[0], shifts[0], x[1]), _mm512_permutex2var_epi8(x[0], shifts[1], x[1])]
}

/// Declares `compress` and `transform` for short and for long states, in the modules `short` and `long`.
///
/// The calling module defines: `Maps`, the values that stay in registers, whose method `mix` multiplies columns by the
/// circulant and adds a register; the constants `SHORT_CONSTANTS` and `LONG_CONSTANTS`, for each round the constants of the
/// registers of P and then of Q, and `constant`, which loads one; the shuffle indices `SHORT_SHIFTS` and `LONG_SHIFTS` of
/// ShiftBytes, in the order of the constants; the functions `short_boxes` and `long_boxes`, which apply the steps before
/// ShiftBytes to the states of P and Q; `add`, which adds a round constant to the state of Q; `mix_and_add`, which multiplies
/// columns of the state of Q and then adds a round constant; and `last`, which returns the register that the last round of P
/// adds if there is no Q.
macro_rules! register_kernels {
    () => {
        pub(crate) mod short {
            use super::*;

            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
            pub(crate) fn compress(state: &mut [u64; 8], blocks: &[[u8; 64]]) {
                let maps = Maps::new();
                let [p_shift, q_shift] = load_all(&SHORT_SHIFTS);
                let mut h = load8x64(state);
                for block in blocks {
                    let m = load512(block);
                    let mut p = xor3x512(h, m, constant(&SHORT_CONSTANTS[0][0]));
                    let mut q = add(m, constant(&SHORT_CONSTANTS[0][1]));
                    for [p_add, q_add] in &SHORT_CONSTANTS[1..] {
                        let [a, b] = short_boxes(&maps, p, q);
                        q = mix_and_add(&maps, _mm512_permutexvar_epi8(q_shift, b), constant(q_add));
                        p = maps.mix(_mm512_permutexvar_epi8(p_shift, a), constant(p_add));
                    }
                    let [a, b] = short_boxes(&maps, p, q);
                    q = maps.mix(_mm512_permutexvar_epi8(q_shift, b), h);
                    h = maps.mix(_mm512_permutexvar_epi8(p_shift, a), q);
                }
                store8x64(state, h);
            }

            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
            pub(crate) fn transform(state: &mut [u64; 8]) {
                let maps = Maps::new();
                let [p_shift, _] = load_all(&SHORT_SHIFTS);
                let h = load8x64(state);
                let mut p = _mm512_xor_si512(h, constant(&SHORT_CONSTANTS[0][0]));
                for [p_add, _] in &SHORT_CONSTANTS[1..] {
                    let [a, _] = short_boxes(&maps, p, p);
                    p = maps.mix(_mm512_permutexvar_epi8(p_shift, a), constant(p_add));
                }
                let [a, _] = short_boxes(&maps, p, p);
                store8x64(state, maps.mix(_mm512_permutexvar_epi8(p_shift, a), last(h)));
            }
        }

        pub(crate) mod long {
            use super::*;

            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
            pub(crate) fn compress(state: &mut [u64; 16], blocks: &[[u8; 128]]) {
                let maps = Maps::new();
                let [a, b, c, d] = load_all(&LONG_SHIFTS);
                let (p_shift, q_shift) = ([a, b], [c, d]);
                let mut h = load_state(state);
                for block in blocks {
                    let halves = block.as_chunks().0;
                    let m = [load512(&halves[0]), load512(&halves[1])];
                    let [a, b, c, d] = &LONG_CONSTANTS[0];
                    let mut p = [xor3x512(h[0], m[0], constant(a)), xor3x512(h[1], m[1], constant(b))];
                    let mut q = [add(m[0], constant(c)), add(m[1], constant(d))];
                    for [a, b, c, d] in &LONG_CONSTANTS[1..] {
                        [p, q] = long_boxes(&maps, p, q);
                        q = shift(q, q_shift);
                        q = [mix_and_add(&maps, q[0], constant(c)), mix_and_add(&maps, q[1], constant(d))];
                        p = shift(p, p_shift);
                        p = [maps.mix(p[0], constant(a)), maps.mix(p[1], constant(b))];
                    }
                    [p, q] = long_boxes(&maps, p, q);
                    (p, q) = (shift(p, p_shift), shift(q, q_shift));
                    h = [maps.mix(p[0], maps.mix(q[0], h[0])), maps.mix(p[1], maps.mix(q[1], h[1]))];
                }
                store_state(state, h);
            }

            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
            pub(crate) fn transform(state: &mut [u64; 16]) {
                let maps = Maps::new();
                let [a, b, ..] = load_all(&LONG_SHIFTS);
                let p_shift = [a, b];
                let h = load_state(state);
                let [a, b, ..] = &LONG_CONSTANTS[0];
                let mut p = [_mm512_xor_si512(h[0], constant(a)), _mm512_xor_si512(h[1], constant(b))];
                for [a, b, ..] in &LONG_CONSTANTS[1..] {
                    [p, _] = long_boxes(&maps, p, p);
                    p = shift(p, p_shift);
                    p = [maps.mix(p[0], constant(a)), maps.mix(p[1], constant(b))];
                }
                [p, _] = long_boxes(&maps, p, p);
                p = shift(p, p_shift);
                store_state(state, [maps.mix(p[0], last(h[0])), maps.mix(p[1], last(h[1]))]);
            }
        }
    };
}
pub(crate) use register_kernels;
