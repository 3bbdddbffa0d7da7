//! Streebog in registers of 64 bytes, with AVX-512 VBMI and GFNI, for one message or four.
//!
//! The state is stored under an isomorphism to the field of AES, in which `vgf2p8mulb` multiplies. A register contains
//! the state as it is in memory, word `i` in lane `i`. The S-box is a look-up in four registers. Byte `b` of word `r`
//! of the result is the sum, over all words `j`, of byte `r` of word `j` times a factor for `j` and `b`. For a diagonal
//! `j = b + k` of the factors this takes one permutation, which transposes and rotates at once, and one multiplication.
//! Diagonals 4 to 7 need no permutations of their own, because their permutations are as for diagonals 0 to 3, rotated by half a
//! word: their factors are stored rotated, and the sum of their products is rotated back. The keys and the state are
//! two chains that do not wait for each other within a round. They leave units idle, so further messages cost little.

use super::{
    Place,
    constants::{CONSTANTS, MATRIX, PI, POLYNOMIAL},
    inputs, split,
};
use crate::{
    frame::State,
    simd::{
        arch::*,
        gf::{Aligned, Linear, Table512, words512, xor3x512},
        memory::{MAX_LANES, Streams, load8x64, load512, store8x64},
        opaque::{opaque_ref, opaque512},
    },
};

const TO_AES: Linear = Linear::to_aes(POLYNOMIAL);

/// The S-box under the isomorphism to the field of AES.
static SBOX: [u8; 256] = {
    let (mut sbox, mut x) = ([0; 256], 0);
    while x < 256 {
        sbox[TO_AES.of(x as u8) as usize] = TO_AES.of(PI[x]);
        x += 1;
    }
    sbox
};

/// The shuffle indices of diagonals 0 to 3: byte `b` of word `r` comes from byte `r` of word `b + k`.
static ORDERS: [Aligned<64>; 4] = {
    let (mut orders, mut i) = ([Aligned([0; 64]); 4], 0);
    while i < 256 {
        let (k, r, b) = (i / 64, i / 8 % 8, i % 8);
        orders[k].0[8 * r + b] = (8 * ((b + k) % 8) + r) as u8;
        i += 1;
    }
    orders
};

/// The factors of the diagonals; the factors of diagonals 4 to 7 are rotated by half a word.
static FACTORS: [Aligned<64>; 8] = {
    let (mut factors, mut i) = ([Aligned([0; 64]); 8], 0);
    while i < 512 {
        let (k, r, b) = (i / 64, i / 8 % 8, i % 8);
        let at = if k < 4 { b } else { (b + 4) % 8 };
        factors[k].0[8 * r + at] = TO_AES.of(MATRIX[(b + k) % 8][b]);
        i += 1;
    }
    factors
};

/// The iteration constants under the isomorphism to the field of AES.
static KEYS: [Aligned<64>; 12] = {
    let (mut keys, mut i) = ([Aligned([0; 64]); 12], 0);
    while i < 12 * 64 {
        let byte = (CONSTANTS[i / 64][i % 64 / 8] >> (8 * (i % 8))) as u8;
        keys[i / 64].0[i % 64] = TO_AES.of(byte);
        i += 1;
    }
    keys
};

/// The values that stay in registers for all blocks.
struct Registers {
    sbox: Table512,
    orders: [__m512i; 4],
    factors: [__m512i; 8],
    to_aes: __m512i,
}

impl Registers {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn new() -> Self {
        let mut orders = [_mm512_setzero_si512(); 4];
        for (register, order) in orders.iter_mut().zip(opaque_ref(&ORDERS)) {
            *register = load512(&order.0);
        }
        let mut factors = [_mm512_setzero_si512(); 8];
        for (register, factor) in factors.iter_mut().zip(opaque_ref(&FACTORS)) {
            *register = load512(&factor.0);
        }
        Self { sbox: Table512::new(&SBOX), orders, factors, to_aes: words512(const { TO_AES.matrix() }) }
    }

    /// Loads words, and applies the isomorphism to them.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn load(&self, words: &[u64; 8]) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(load8x64(words), self.to_aes)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn store(&self, words: &mut [u64; 8], x: __m512i) {
        let from_aes = words512(const { TO_AES.inverse().matrix() });
        store8x64(words, _mm512_gf2p8affine_epi64_epi8::<0>(x, from_aes));
    }

    /// Applies the transformations S, P and L, and XORs a key into the result.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn lps(&self, x: __m512i, key: __m512i) -> __m512i {
        let bytes = self.sbox.look_up(x);
        let d0 = _mm512_permutexvar_epi8(self.orders[0], bytes);
        let d1 = _mm512_permutexvar_epi8(self.orders[1], bytes);
        let d2 = _mm512_permutexvar_epi8(self.orders[2], bytes);
        let d3 = _mm512_permutexvar_epi8(self.orders[3], bytes);
        let [f0, f1, f2, f3, f4, f5, f6, f7] = self.factors;
        let late = xor3x512(
            _mm512_gf2p8mul_epi8(d0, f4),
            _mm512_gf2p8mul_epi8(d1, f5),
            _mm512_gf2p8mul_epi8(d2, f6),
        );
        let late = _mm512_xor_si512(late, _mm512_gf2p8mul_epi8(d3, f7));
        let early = xor3x512(_mm512_gf2p8mul_epi8(d0, f0), _mm512_gf2p8mul_epi8(d1, f1), key);
        let more = _mm512_xor_si512(_mm512_gf2p8mul_epi8(d2, f2), _mm512_gf2p8mul_epi8(d3, f3));
        // opaque, because otherwise this would become a rotation, which takes twice as long
        let late = _mm512_shuffle_epi32::<0xb1>(opaque512(late));
        xor3x512(late, early, more)
    }

    /// Compresses one block of each message, given the counter and the words of each block.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn compress<const N: usize>(&self, hash: &mut [__m512i; N], parts: &[([u64; 8], [u64; 8]); N]) {
        let zero = _mm512_setzero_si512();
        let (mut key, mut text, mut feed) = (*hash, *hash, *hash);
        for n in 0..N {
            let (counter, message) = &parts[n];
            key[n] = self.lps(_mm512_xor_si512(hash[n], self.load(counter)), zero);
            let message = self.load(message);
            feed[n] = _mm512_xor_si512(hash[n], message);
            text[n] = _mm512_xor_si512(message, key[n]);
        }
        for constant in &KEYS {
            for n in 0..N {
                key[n] = self.lps(_mm512_xor_si512(key[n], load512(&constant.0)), zero);
                text[n] = self.lps(text[n], key[n]);
            }
        }
        for n in 0..N {
            hash[n] = _mm512_xor_si512(feed[n], text[n]);
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
pub(super) fn compress(state: &mut [u64; 16], blocks: &[[u8; 64]], place: &Place) {
    let registers = Registers::new();
    let (chaining, total) = split(state);
    let mut hash = [registers.load(chaining)];
    for (i, block) in blocks.iter().enumerate() {
        registers.compress(&mut hash, &[inputs(total, place, i, block)]);
    }
    registers.store(chaining, hash[0]);
}

/// Compresses blocks of four messages.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
pub(super) fn four(rows: &mut [[u64; MAX_LANES]; 16], mut streams: Streams<'_>, places: &[Place; MAX_LANES]) {
    let registers = Registers::new();
    let mut states = [[0; 16]; 4];
    let mut hash = [_mm512_setzero_si512(); 4];
    for (lane, state) in states.iter_mut().enumerate() {
        *state = State::take(rows, lane);
        hash[lane] = registers.load(split(state).0);
    }
    let mut i = 0;
    while let Some(blocks) = streams.next::<4, 64>() {
        let mut parts = [([0; 8], [0; 8]); 4];
        for (lane, part) in parts.iter_mut().enumerate() {
            *part = inputs(split(&mut states[lane]).1, &places[lane], i, blocks[lane]);
        }
        registers.compress(&mut hash, &parts);
        i += 1;
    }
    for (lane, state) in states.iter_mut().enumerate() {
        registers.store(split(state).0, hash[lane]);
        state.put(rows, lane);
    }
}
