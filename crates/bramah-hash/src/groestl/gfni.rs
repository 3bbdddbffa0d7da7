//! Grøstl with AVX-512 and GFNI: a state is one register, or two registers for the long variants, in byte order.
//!
//! ShiftBytes is a shuffle, and comes before the inversion of SubBytes, which is one instruction. The linear map after
//! the inversion is merged into MixBytes: bits 0, 1 and 2 of the coefficients take a pair of instructions each (see
//! `simd/gf/matrix.rs`). The constant of SubBytes goes through MixBytes and is merged into the constant of the next
//! round. P and Q are two chains of instructions, each of which fills the other's waiting times. The constant that the
//! last round adds to both P and Q cancels, and is omitted.

use super::constants::{MIX, P_LONG, P_SHORT, Q_LONG, Q_SHORT, constant as constant_of};
use crate::columns::registers::*;
use crate::simd::{
    arch::*,
    gf::{AES, Aligned, Linear, circulant_gather, mixed512, product, words512, xor3x512},
    memory::{load8x64, load512, store8x64},
};

/// The linear map of SubBytes, without its inversion and its constant.
const AFFINE: Linear = {
    let (mut images, mut i) = ([0; 8], 0);
    while i < 8 {
        let bit = 1u8 << i;
        images[i] = bit ^ bit.rotate_left(1) ^ bit.rotate_left(2) ^ bit.rotate_left(3) ^ bit.rotate_left(4);
        i += 1;
    }
    Linear(images)
};
/// The constant of SubBytes after MixBytes; the sum of the coefficients of MixBytes is 3.
const MIXED_IN: u8 = product(3, 0x63, AES);

/// Returns the shuffle indices by which ShiftBytes fills register `half` of a state.
const fn shifted(shifts: [usize; 8], columns: usize, half: usize) -> Aligned<64> {
    let (mut from, mut i) = ([0; 64], 0);
    while i < 64 {
        let (column, row) = (8 * half + i / 8, i % 8);
        from[i] = (8 * ((column + shifts[row]) % columns) + row) as u8;
        i += 1;
    }
    Aligned(from)
}

/// Returns the constant that is added before a round. It includes the constant of the previous round's SubBytes.
const fn constants(q: bool, round: usize, half: usize) -> Aligned<64> {
    let (mut bytes, mut i) = ([0; 64], 0);
    while i < 64 {
        let mixed_in = if round == 0 { 0 } else { MIXED_IN };
        bytes[i] = constant_of(q, i % 8, 8 * half + i / 8, round) ^ mixed_in;
        i += 1;
    }
    Aligned(bytes)
}

/// Returns the constants of each round: first for the registers of P, then for the registers of Q.
const fn all_constants<const REGISTERS: usize, const ROUNDS: usize>() -> [[Aligned<64>; REGISTERS]; ROUNDS] {
    let (mut all, mut round) = ([[Aligned([0; 64]); REGISTERS]; ROUNDS], 0);
    while round < ROUNDS {
        let mut i = 0;
        while i < REGISTERS {
            let half = REGISTERS / 2;
            all[round][i] = constants(i >= half, round, i % half);
            i += 1;
        }
        round += 1;
    }
    all
}

static SHORT_CONSTANTS: [[Aligned<64>; 2]; 10] = all_constants();
static SHORT_SHIFTS: [Aligned<64>; 2] = [shifted(P_SHORT, 8, 0), shifted(Q_SHORT, 8, 0)];
static LONG_CONSTANTS: [[Aligned<64>; 4]; 14] = all_constants();
static LONG_SHIFTS: [Aligned<64>; 4] =
    [shifted(P_LONG, 16, 0), shifted(P_LONG, 16, 1), shifted(Q_LONG, 16, 0), shifted(Q_LONG, 16, 1)];

/// The values that stay in registers for all blocks.
struct Maps {
    identity: __m512i,
    planes: [__m512i; 3],
    gathers: [__m512i; 3],
}

impl Maps {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new() -> Self {
        macro_rules! planes {
            ($c:literal) => {
                words512(const { Linear::times($c, AES).after(AFFINE).matrix() })
            };
        }
        macro_rules! gather {
            ($bit:literal) => {
                words512(const { circulant_gather(MIX, $bit, true) })
            };
        }
        Self {
            identity: words512(const { Linear::times(1, AES).matrix() }),
            planes: [planes!(1), planes!(2), planes!(4)],
            gathers: [gather!(0), gather!(1), gather!(2)],
        }
    }

    /// Applies the inversion and the linear map of SubBytes, and MixBytes, to bytes after ShiftBytes, and adds `add`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn mix(&self, x: __m512i, add: __m512i) -> __m512i {
        let y = _mm512_gf2p8affineinv_epi64_epi8::<0>(x, self.identity);
        let bit2 = mixed512(y, self.planes[2], self.gathers[2]);
        let bit1 = mixed512(y, self.planes[1], self.gathers[1]);
        let bit0 = mixed512(y, self.planes[0], self.gathers[0]);
        xor3x512(_mm512_xor_si512(add, bit2), bit1, bit0)
    }
}

/// Loads a constant.
#[inline]
#[target_feature(enable = "avx512f")]
fn constant(bytes: &Aligned<64>) -> __m512i {
    load512(&bytes.0)
}

/// Adds a round constant to the state of permutation Q.
#[inline]
#[target_feature(enable = "avx512f")]
fn add(q: __m512i, constant: __m512i) -> __m512i {
    _mm512_xor_si512(q, constant)
}

/// Applies the inversion and all following steps to Q, and adds the constant of the next round.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn mix_and_add(maps: &Maps, q: __m512i, constant: __m512i) -> __m512i {
    maps.mix(q, constant)
}

/// Returns the state plus the constant that the last round omits.
#[inline]
#[target_feature(enable = "avx512f")]
fn last(h: __m512i) -> __m512i {
    _mm512_xor_si512(h, _mm512_set1_epi8(MIXED_IN as i8))
}

/// Does nothing: in this kernel, ShiftBytes comes before SubBytes.
#[inline(always)]
fn short_boxes(_: &Maps, p: __m512i, q: __m512i) -> [__m512i; 2] {
    [p, q]
}
#[inline(always)]
fn long_boxes(_: &Maps, p: [__m512i; 2], q: [__m512i; 2]) -> [[__m512i; 2]; 2] {
    [p, q]
}

register_kernels!();
