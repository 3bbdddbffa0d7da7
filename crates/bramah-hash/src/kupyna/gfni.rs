//! Kupyna with AVX-512 VBMI and GFNI: a state is one register, or two registers for digests of more than 32 bytes, in
//! byte order.
//!
//! The S-boxes have no structure that can be computed, so each is a table in registers, where a look-up takes two
//! shuffles and a choice. The rows use the four S-boxes in turn. So that not every register needs all of them, bytes of
//! the states of P and Q are first exchanged. Then a register contains bytes for two S-boxes, or for one if there are
//! four registers. Rotating the 32-bit words of a register by bytes brings the bytes to positions where the exchange is
//! a blend; the shuffle of ShiftBytes rotates them back at no cost.
//!
//! The circulant takes a pair of instructions for each bit of its coefficients (see `simd/gf/matrix.rs`).

use super::constants::{LONG, MIX, POLYNOMIAL, SBOXES, SHORT, plus};
use crate::columns::registers::*;
use crate::simd::{
    arch::*,
    gf::{Aligned, Linear, Table512, circulant_gather, mixed512, words512, xor3x512},
    memory::{load8x64, load512, store8x64},
};

/// Returns the shuffle indices by which ShiftBytes fills register `half` of a state. The 32-bit words of source
/// register `i` are rotated left by `turned[i]` bytes.
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

/// Returns the constants that are added to the columns of the states of P and of Q before each round.
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
    /// Masks of two bytes in every group of four: bytes 1 and 3, bytes 1 and 2, bytes 2 and 3.
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
        // black boxes, because if the compiler knew the masks it would replace blends by slower shuffles
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

    /// Multiplies each column by the circulant, and XORs `add` into the result.
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

/// Loads a round constant.
#[inline]
#[target_feature(enable = "avx512f")]
fn constant(words: &[u64; 8]) -> __m512i {
    load8x64(words)
}

/// Adds a round constant to the state of permutation Q.
#[inline]
#[target_feature(enable = "avx512f")]
fn add(q: __m512i, constant: __m512i) -> __m512i {
    _mm512_add_epi64(q, constant)
}

/// Multiplies each column of the state of Q by the circulant, and adds the constant of the next round.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn mix_and_add(maps: &Maps, q: __m512i, constant: __m512i) -> __m512i {
    add(maps.mix(q, _mm512_setzero_si512()), constant)
}

/// Returns the state unchanged, because the last round adds the state without a further constant.
#[inline(always)]
fn last(h: __m512i) -> __m512i {
    h
}

/// Applies SubBytes to the states of P and Q. Afterwards the 32-bit words of the state of Q are rotated by two bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn short_boxes(maps: &Maps, p: __m512i, q: __m512i) -> [__m512i; 2] {
    let turned = _mm512_rol_epi32::<16>(q);
    // `a` has rows 0, 1, 4 and 5 of both P and Q, `b` has rows 2, 3, 6 and 7
    let a = _mm512_mask_blend_epi8(maps.at23, p, turned);
    let b = _mm512_mask_blend_epi8(maps.at23, turned, p);
    let [s0, s1, s2, s3] = &maps.boxes;
    let a = _mm512_mask_blend_epi8(maps.odd, s0.look_up(a), s1.look_up(a));
    let b = _mm512_mask_blend_epi8(maps.odd, s2.look_up(b), s3.look_up(b));
    [_mm512_mask_blend_epi8(maps.at23, a, b), _mm512_mask_blend_epi8(maps.at23, b, a)]
}

/// Applies SubBytes to the registers with the states of P and Q. Afterwards the 32-bit words of register `i` are
/// rotated by `i` bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn long_boxes(maps: &Maps, p: [__m512i; 2], q: [__m512i; 2]) -> [[__m512i; 2]; 2] {
    let t = [p[0], _mm512_rol_epi32::<8>(p[1]), _mm512_rol_epi32::<16>(q[0]), _mm512_rol_epi32::<24>(q[1])];
    let [a, b, c, d] = exchanged(maps, t);
    let [s0, s1, s2, s3] = &maps.boxes;
    let boxed = [s0.look_up(a), s1.look_up(b), s2.look_up(c), s3.look_up(d)];
    let [a, b, c, d] = exchanged(maps, boxed);
    [[a, b], [c, d]]
}

/// Moves the byte at position `j` of each group of four in register `i` to the same position of register
/// `(j - i) mod 4`. Applied twice, this is the identity.
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

register_kernels!();
