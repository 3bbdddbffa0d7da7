//! Kupyna with AVX-512 VBMI and GFNI: a state is one register, or two for digests of more than 32
//! bytes, in the order of its bytes.
//!
//! The S-boxes have no structure to compute with, so each is a table in registers, where a look-up is two shuffles and
//! a choice. Rows use the four S-boxes in turn. So that not every register needs all of them, the bytes of P and Q are
//! first exchanged such that a register holds bytes for two S-boxes, or for one where there are four registers.
//! Rotating the words of a register by bytes brings them to positions where the exchange is a blend; the shuffle of
//! ShiftBytes rotates them back at no cost.
//!
//! The circulant is a pair of instructions for each bit of its coefficients (see `simd/gf/matrix.rs`).

use super::constants::{LONG, MIX, POLYNOMIAL, SBOXES, SHORT, plus};
use crate::simd::{
    arch::*,
    gf::{Aligned, Linear, Table512, circulant_gather, mixed512, words512, xor3x512},
    memory::{load8x64, load512, store8x64},
    opaque::opaque512,
};

/// Returns the indices of the bytes that ShiftBytes takes into register `half` of a state, whose four-byte words are
/// rotated left by `turned` bytes.
const fn shifted(shifts: [usize; 8], columns: usize, half: usize, turned: [usize; 2]) -> Aligned<64> {
    let (mut from, mut i) = ([0; 64], 0);
    while i < 64 {
        let row = i % 8;
        let column = (8 * half + i / 8 + shifts[row]) % columns;
        from[i] = (8 * column + row / 4 * 4 + (row % 4 + turned[column / 8]) % 4) as u8;
        i += 1;
    }
    Aligned(from)
}

/// Returns the constants that are added to a column before a round, in P and in Q.
const fn constants<const REGISTERS: usize, const ROUNDS: usize>() -> [[[u64; 8]; REGISTERS]; ROUNDS] {
    let (mut all, mut round) = ([[[0; 8]; REGISTERS]; ROUNDS], 0);
    while round < ROUNDS {
        let mut i = 0;
        while i < 8 * REGISTERS {
            let columns = 4 * REGISTERS;
            let (j, r) = ((i % columns) as u64, round as u64);
            all[round][i / 8][i % 8] = if i < columns { j << 4 ^ r } else { plus(columns as u64, j, r) };
            i += 1;
        }
        round += 1;
    }
    all
}

static BOXES: [[u8; 256]; 4] = SBOXES;
static SHORT_CONSTANTS: [[[u64; 8]; 2]; 10] = constants();
static SHORT_SHIFTS: [Aligned<64>; 2] = [shifted(SHORT, 8, 0, [0, 0]), shifted(SHORT, 8, 0, [2, 2])];
static LONG_CONSTANTS: [[[u64; 8]; 4]; 14] = constants();
static LONG_SHIFTS: [Aligned<64>; 4] = [
    shifted(LONG, 16, 0, [0, 1]),
    shifted(LONG, 16, 1, [0, 1]),
    shifted(LONG, 16, 0, [2, 3]),
    shifted(LONG, 16, 1, [2, 3]),
];

/// The values that stay in registers for all blocks.
struct Maps {
    boxes: [Table512; 4],
    planes: [__m512i; 4],
    gathers: [__m512i; 4],
    /// The bytes of every four at these positions: 1 and 3, 1 and 2, 2 and 3.
    odd: __mmask64,
    at12: __mmask64,
    at23: __mmask64,
}

impl Maps {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new() -> Self {
        macro_rules! planes {
            ($c:literal) => {
                words512(const { Linear::times($c, POLYNOMIAL).matrix() })
            };
        }
        macro_rules! gather {
            ($bit:literal) => {
                words512(const { circulant_gather(MIX, $bit, true) })
            };
        }
        // black boxes: if the compiler saw the masks it would replace blends by slower shuffles
        let mask = |places: u64| core::hint::black_box(places * 0x1111_1111_1111_1111);
        Self {
            boxes: [
                Table512::new(&BOXES[0]),
                Table512::new(&BOXES[1]),
                Table512::new(&BOXES[2]),
                Table512::new(&BOXES[3]),
            ],
            planes: [planes!(1), planes!(2), planes!(4), planes!(8)],
            gathers: [gather!(0), gather!(1), gather!(2), gather!(3)],
            odd: mask(10),
            at12: mask(6),
            at23: mask(12),
        }
    }

    /// Multiplies each column by the circulant, and adds `add`.
    #[inline]
    #[target_feature(enable = "avx512f,gfni")]
    fn mix(&self, x: __m512i, add: __m512i) -> __m512i {
        let bit3 = mixed512(x, self.planes[3], self.gathers[3]);
        let bit2 = mixed512(x, self.planes[2], self.gathers[2]);
        let bit1 = mixed512(x, self.planes[1], self.gathers[1]);
        let bit0 = mixed512(x, self.planes[0], self.gathers[0]);
        xor3x512(xor3x512(add, bit3, bit2), bit1, bit0)
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load<const N: usize>(bytes: &[Aligned<64>; N]) -> [__m512i; N] {
    let mut registers = [_mm512_setzero_si512(); N];
    for (register, bytes) in registers.iter_mut().zip(bytes) {
        *register = opaque512(load512(&bytes.0));
    }
    registers
}

pub(crate) mod short {
    use super::*;

    /// Applies SubBytes to P and Q; the words of Q stay rotated by two bytes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn substitute(maps: &Maps, p: __m512i, q: __m512i) -> [__m512i; 2] {
        let turned = _mm512_rol_epi32::<16>(q);
        // rows 0, 1, 4, 5 of both, and rows 2, 3, 6, 7
        let a = _mm512_mask_blend_epi8(maps.at23, p, turned);
        let b = _mm512_mask_blend_epi8(maps.at23, turned, p);
        let [s0, s1, s2, s3] = &maps.boxes;
        let a = _mm512_mask_blend_epi8(maps.odd, s0.look_up(a), s1.look_up(a));
        let b = _mm512_mask_blend_epi8(maps.odd, s2.look_up(b), s3.look_up(b));
        [_mm512_mask_blend_epi8(maps.at23, a, b), _mm512_mask_blend_epi8(maps.at23, b, a)]
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    pub(crate) fn compress(state: &mut [u64; 8], blocks: &[[u8; 64]]) {
        let maps = Maps::new();
        let [p_shift, q_shift] = load(&SHORT_SHIFTS);
        let zero = _mm512_setzero_si512();
        let mut h = load8x64(state);
        for block in blocks {
            let m = load512(block);
            let mut p = xor3x512(h, m, load8x64(&SHORT_CONSTANTS[0][0]));
            let mut q = _mm512_add_epi64(m, load8x64(&SHORT_CONSTANTS[0][1]));
            for [p_add, q_add] in &SHORT_CONSTANTS[1..] {
                let [a, b] = substitute(&maps, p, q);
                q = maps.mix(_mm512_permutexvar_epi8(q_shift, b), zero);
                q = _mm512_add_epi64(q, load8x64(q_add));
                p = maps.mix(_mm512_permutexvar_epi8(p_shift, a), load8x64(p_add));
            }
            let [a, b] = substitute(&maps, p, q);
            q = maps.mix(_mm512_permutexvar_epi8(q_shift, b), h);
            h = maps.mix(_mm512_permutexvar_epi8(p_shift, a), q);
        }
        store8x64(state, h);
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    pub(crate) fn transform(state: &mut [u64; 8]) {
        let maps = Maps::new();
        let [p_shift, _] = load(&SHORT_SHIFTS);
        let h = load8x64(state);
        let mut p = _mm512_xor_si512(h, load8x64(&SHORT_CONSTANTS[0][0]));
        for [p_add, _] in &SHORT_CONSTANTS[1..] {
            let [a, _] = substitute(&maps, p, p);
            p = maps.mix(_mm512_permutexvar_epi8(p_shift, a), load8x64(p_add));
        }
        let [a, _] = substitute(&maps, p, p);
        store8x64(state, maps.mix(_mm512_permutexvar_epi8(p_shift, a), h));
    }
}

pub(crate) mod long {
    use super::*;

    /// Applies SubBytes to the registers of P and of Q; the words of register `i` stay rotated by `i` bytes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn substitute(maps: &Maps, p: [__m512i; 2], q: [__m512i; 2]) -> [[__m512i; 2]; 2] {
        let t =
            [p[0], _mm512_rol_epi32::<8>(p[1]), _mm512_rol_epi32::<16>(q[0]), _mm512_rol_epi32::<24>(q[1])];
        let [a, b, c, d] = exchanged(maps, t);
        let [s0, s1, s2, s3] = &maps.boxes;
        let boxed = [s0.look_up(a), s1.look_up(b), s2.look_up(c), s3.look_up(d)];
        let [a, b, c, d] = exchanged(maps, boxed);
        [[a, b], [c, d]]
    }

    /// Moves the byte at position `j` of each four of register `i` to the same position of register `j - i` modulo 4;
    /// applied twice, this is the identity.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn exchanged(maps: &Maps, t: [__m512i; 4]) -> [__m512i; 4] {
        let a = _mm512_mask_blend_epi8(maps.at23, t[0], t[2]);
        let b = _mm512_mask_blend_epi8(maps.at23, t[2], t[0]);
        let c = _mm512_mask_blend_epi8(maps.at12, t[3], t[1]);
        let d = _mm512_mask_blend_epi8(maps.at12, t[1], t[3]);
        [
            _mm512_mask_blend_epi8(maps.odd, a, c),
            _mm512_mask_blend_epi8(maps.odd, c, a),
            _mm512_mask_blend_epi8(maps.odd, b, d),
            _mm512_mask_blend_epi8(maps.odd, d, b),
        ]
    }

    /// Applies ShiftBytes to a state; `shifts` yields its two registers in order.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn shift(x: [__m512i; 2], shifts: [__m512i; 2]) -> [__m512i; 2] {
        [_mm512_permutex2var_epi8(x[0], shifts[0], x[1]), _mm512_permutex2var_epi8(x[0], shifts[1], x[1])]
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    pub(crate) fn compress(state: &mut [u64; 16], blocks: &[[u8; 128]]) {
        let maps = Maps::new();
        let [a, b, c, d] = load(&LONG_SHIFTS);
        let (p_shift, q_shift) = ([a, b], [c, d]);
        let zero = _mm512_setzero_si512();
        let mut h = load_state(state);
        for block in blocks {
            let halves = block.as_chunks().0;
            let m = [load512(&halves[0]), load512(&halves[1])];
            let [a, b, c, d] = &LONG_CONSTANTS[0];
            let mut p = [xor3x512(h[0], m[0], load8x64(a)), xor3x512(h[1], m[1], load8x64(b))];
            let mut q = [_mm512_add_epi64(m[0], load8x64(c)), _mm512_add_epi64(m[1], load8x64(d))];
            for [a, b, c, d] in &LONG_CONSTANTS[1..] {
                [p, q] = substitute(&maps, p, q);
                q = shift(q, q_shift);
                q = [
                    _mm512_add_epi64(maps.mix(q[0], zero), load8x64(c)),
                    _mm512_add_epi64(maps.mix(q[1], zero), load8x64(d)),
                ];
                p = shift(p, p_shift);
                p = [maps.mix(p[0], load8x64(a)), maps.mix(p[1], load8x64(b))];
            }
            [p, q] = substitute(&maps, p, q);
            (p, q) = (shift(p, p_shift), shift(q, q_shift));
            h = [maps.mix(p[0], maps.mix(q[0], h[0])), maps.mix(p[1], maps.mix(q[1], h[1]))];
        }
        store_state(state, h);
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    pub(crate) fn transform(state: &mut [u64; 16]) {
        let maps = Maps::new();
        let [a, b, ..] = load(&LONG_SHIFTS);
        let p_shift = [a, b];
        let h = load_state(state);
        let [a, b, ..] = &LONG_CONSTANTS[0];
        let mut p = [_mm512_xor_si512(h[0], load8x64(a)), _mm512_xor_si512(h[1], load8x64(b))];
        for [a, b, ..] in &LONG_CONSTANTS[1..] {
            [p, _] = substitute(&maps, p, p);
            p = shift(p, p_shift);
            p = [maps.mix(p[0], load8x64(a)), maps.mix(p[1], load8x64(b))];
        }
        [p, _] = substitute(&maps, p, p);
        p = shift(p, p_shift);
        store_state(state, [maps.mix(p[0], h[0]), maps.mix(p[1], h[1])]);
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load_state(state: &[u64; 16]) -> [__m512i; 2] {
        let halves = state.as_chunks().0;
        [load8x64(&halves[0]), load8x64(&halves[1])]
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store_state(state: &mut [u64; 16], registers: [__m512i; 2]) {
        for (words, register) in state.as_chunks_mut().0.iter_mut().zip(registers) {
            store8x64(words, register);
        }
    }
}
