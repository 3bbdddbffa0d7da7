//! Whirlpool in registers of 64 bytes, with AVX-512 VBMI and GFNI, for one message or four.
//!
//! A register contains the 8 x 8 square of bytes, row `i` in lane `i`. SubBytes is a look-up in four registers,
//! ShiftColumns a permutation of bytes. In MixRows, bits 0, 2 and 3 of the coefficients take a pair of affine
//! instructions each. Bit 1 is set in only one coefficient, the 2 of column 6, and takes one permutation and one affine
//! map. The key schedule and the state are two chains that do not wait for each other within a round. They leave units
//! idle, so further messages cost little.

use super::{CONSTANTS, DIFFUSION, POLYNOMIAL, SBOX};
use crate::{
    frame::State,
    simd::{
        arch::*,
        gf::{Aligned, Linear, Table512, circulant_gather, mixed512, words512, xor3x512},
        memory::{MAX_LANES, Streams, load8x64, load512, store8x64},
        opaque::opaque_ref,
    },
};

static TABLE: [u8; 256] = SBOX;

/// Returns the shuffle indices of ShiftColumns followed by a rotation of each row by `turn` bytes.
const fn shift(turn: usize) -> Aligned<64> {
    let (mut order, mut i) = ([0; 64], 0);
    while i < 64 {
        let (row, column) = (i / 8, i % 8);
        order[8 * row + (column + turn) % 8] = (8 * ((row + 8 - column) % 8) + column) as u8;
        i += 1;
    }
    Aligned(order)
}
static SHIFTS: [Aligned<64>; 2] = [shift(0), shift(6)];

/// The round constants, as squares of bytes.
static SQUARES: [[u64; 8]; 10] = {
    let (mut squares, mut r) = ([[0; 8]; 10], 0);
    while r < 10 {
        squares[r][0] = CONSTANTS[r];
        r += 1;
    }
    squares
};

/// The values that stay in registers for all blocks.
struct Registers {
    sbox: Table512,
    shifts: [__m512i; 2],
    /// The matrices of multiplication by 1, 4 and 8; in `gathers`, the matrices that select the bytes to be added up.
    times: [__m512i; 3],
    gathers: [__m512i; 3],
    twice: __m512i,
}

impl Registers {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn new() -> Self {
        const fn times(c: u8) -> u64 {
            Linear::times(c, POLYNOMIAL).matrix()
        }
        let [plain, turned] = opaque_ref(&SHIFTS);
        Self {
            sbox: Table512::new(&TABLE),
            shifts: [load512(&plain.0), load512(&turned.0)],
            times: [words512(const { times(1) }), words512(const { times(4) }), words512(const { times(8) })],
            gathers: [
                words512(const { circulant_gather(DIFFUSION, 0, false) }),
                words512(const { circulant_gather(DIFFUSION, 2, false) }),
                words512(const { circulant_gather(DIFFUSION, 3, false) }),
            ],
            twice: words512(const { times(2) }),
        }
    }

    /// Applies a round: SubBytes, ShiftColumns, MixRows and the addition of `key`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn round(&self, square: __m512i, key: __m512i) -> __m512i {
        let bytes = self.sbox.look_up(square);
        let shifted = _mm512_permutexvar_epi8(self.shifts[0], bytes);
        let twice =
            _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_permutexvar_epi8(self.shifts[1], bytes), self.twice);
        let bit3 = mixed512(shifted, self.times[2], self.gathers[2]);
        let bit2 = mixed512(shifted, self.times[1], self.gathers[1]);
        let bit0 = mixed512(shifted, self.times[0], self.gathers[0]);
        xor3x512(xor3x512(twice, bit3, key), bit2, bit0)
    }

    /// Compresses one block of each message.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn compress<const N: usize>(&self, hash: &mut [__m512i; N], blocks: [&[u8; 64]; N]) {
        let (mut key, mut square, mut feed) = (*hash, *hash, *hash);
        for n in 0..N {
            feed[n] = _mm512_xor_si512(hash[n], load512(blocks[n]));
            square[n] = feed[n];
        }
        for constant in &SQUARES {
            for n in 0..N {
                key[n] = self.round(key[n], load8x64(constant));
                square[n] = self.round(square[n], key[n]);
            }
        }
        for n in 0..N {
            hash[n] = _mm512_xor_si512(feed[n], square[n]);
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
pub(super) fn compress(state: &mut [u64; 8], blocks: &[[u8; 64]]) {
    let registers = Registers::new();
    let mut hash = [load8x64(state)];
    for block in blocks {
        registers.compress(&mut hash, [block]);
    }
    store8x64(state, hash[0]);
}

/// Compresses blocks of four messages.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
pub(super) fn four(rows: &mut [[u64; MAX_LANES]; 8], mut streams: Streams<'_>) {
    let registers = Registers::new();
    let mut hash = [_mm512_setzero_si512(); 4];
    for (lane, hash) in hash.iter_mut().enumerate() {
        *hash = load8x64(&State::take(rows, lane));
    }
    while let Some(blocks) = streams.next::<4, 64>() {
        registers.compress(&mut hash, blocks);
    }
    for (lane, hash) in hash.iter().enumerate() {
        let mut state = [0; 8];
        store8x64(&mut state, *hash);
        state.put(rows, lane);
    }
}
