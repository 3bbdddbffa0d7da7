//! The steps of ABC, sixteen at a time.
//!
//! The knapsack takes most of the time. There are thirty-two words, and the knapsack is the sum of the words whose bits are set
//! in `x`. The sum enters only the keystream, so the registers take their steps first, and then sixteen sums are computed side by
//! side, with each word masked by its bit. No table is indexed by secrets.

use super::{Cipher, Registers, State};
use crate::simd::{
    Portable,
    memory::{InOut, MAX_LANES},
    words::Words,
};

crate::backend::only! {
    x86: { use crate::simd::{Avx2, Sse41, words::{U32x4, U32x8}}; }
    aarch64: { use crate::simd::{Neon, words::U32x4}; }
    wasm: { use crate::simd::{Simd128, words::U32x4}; }
}

/// The number of steps in a block.
const STEPS: usize = 16;

pub(super) fn portable(cipher: &mut Cipher, data: &mut InOut<'_>) {
    blocks::<u32, STEPS>(Portable, cipher, data);
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
pub(super) fn avx2(cipher: &mut Cipher, data: &mut InOut<'_>) {
    blocks::<U32x8, { STEPS / 8 }>(Avx2::here(), cipher, data);
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "sse4.1")]
pub(super) fn sse41(cipher: &mut Cipher, data: &mut InOut<'_>) {
    blocks::<U32x4, { STEPS / 4 }>(Sse41::here(), cipher, data);
}

#[cfg(target_arch = "aarch64")]
#[target_feature(enable = "neon")]
pub(super) fn neon(cipher: &mut Cipher, data: &mut InOut<'_>) {
    blocks::<U32x4, { STEPS / 4 }>(Neon::here(), cipher, data);
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[target_feature(enable = "simd128")]
pub(super) fn simd128(cipher: &mut Cipher, data: &mut InOut<'_>) {
    blocks::<U32x4, { STEPS / 4 }>(Simd128::here(), cipher, data);
}

impl Registers {
    /// Advances the linear register and `x` by one step. Returns the word of the register and the value of `x`
    /// from which the next word of keystream is computed.
    #[inline(always)]
    fn step(&mut self) -> (u32, u32) {
        let [z0, z1, z2, z3] = self.z;
        let new = z2 ^ (z1 << 31) ^ (z0 >> 1);
        self.z = [z1, z2, z3, new];
        let [d0, d1, d2] = self.d;
        self.x = ((self.x ^ d0).wrapping_add(d1) ^ d2).wrapping_add(new);
        (z1, self.x)
    }
}

impl State {
    /// Returns the next word of the keystream.
    pub(super) fn word(&mut self) -> u32 {
        let (z, x) = self.registers.step();
        let [sum] = knapsack::<u32, 1>(Portable, self, [x]);
        z.wrapping_add(sum.rotate_left(16))
    }
}

/// Returns the knapsack's sums for `N` vectors of values of `x`.
#[inline(always)]
fn knapsack<V: Words<Word = u32>, const N: usize>(isa: V::Isa, state: &State, mut x: [V; N]) -> [V; N] {
    let mut sums = [V::splat(isa, state.base); N];
    for &word in state.bits.iter().rev() {
        let word = V::splat(isa, word);
        for (sum, x) in sums.iter_mut().zip(&mut x) {
            *sum = sum.add(x.where_high(word));
            *x = x.add(*x);
        }
    }
    sums
}

#[inline(always)]
fn blocks<V: Words<Word = u32>, const N: usize>(isa: V::Isa, cipher: &mut Cipher, data: &mut InOut<'_>) {
    let State { mut registers, .. } = cipher.state;
    while let Some(block) = data.next::<[u8; 4], STEPS>() {
        let (mut z, mut x) = ([0; STEPS], [0; STEPS + MAX_LANES]);
        for (z, x) in z.iter_mut().zip(&mut x) {
            (*z, *x) = registers.step();
        }
        let mut vectors = [V::splat(isa, 0); N];
        for (i, vector) in vectors.iter_mut().enumerate() {
            if let Some(row) = x[i * V::LANES..].first_chunk() {
                *vector = V::load(isa, row);
            }
        }
        for (i, sum) in knapsack::<V, N>(isa, &cipher.state, vectors).into_iter().enumerate() {
            if let Some(row) = x[i * V::LANES..].first_chunk_mut() {
                sum.rotl::<16>().store(row);
            }
        }
        for (i, (z, sum)) in z.into_iter().zip(x).enumerate() {
            block.put(i, (u32::from_le_bytes(block.get(i)) ^ z.wrapping_add(sum)).to_le_bytes());
        }
    }
    cipher.state.registers = registers;
}
