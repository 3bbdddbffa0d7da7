//! Boolean functions of six bits, evaluated side by side in constant time. The truth table of a function is two 32-bit words; a
//! shift by the value of the inputs moves the selected bit to the top.

use crate::simd::{
    Avx2,
    arch::*,
    memory::{load8x32, load256},
};

/// Thirty-two functions. The input of each function is one byte of a word.
///
/// A register has one word of each of eight functions: one register has the words for inputs below 32, another the words for
/// the other inputs. For the second register, the highest input bit is complemented before the shift. A shift by 32 or more
/// gives zero, so one of the two shifts finds the bit, and the other gives zero. The functions are ordered in the registers so
/// that the instructions that narrow registers collect the highest bits of the words in one 32-bit word. Therefore a
/// permutation of the results costs nothing.
#[repr(align(32))]
pub struct Functions {
    /// The functions: bit `31 - x` of the first word is the value for the inputs `x`, and bit `31 - x` of the second word is the
    /// value for the inputs `32 + x`.
    words: [[[u32; 8]; 2]; 4],
    /// Shuffle indices that copy the input byte of each function to the function's word.
    inputs: [[u8; 32]; 4],
}

impl Functions {
    /// Makes Boolean functions of six bits. Each is given by its truth table and the index of the byte that it reads. Bit `x` of the
    /// table is the value of the function for the input `x`. Byte 0 is the least significant byte of a word.
    pub const fn new(functions: &[(u64, u8); 32]) -> Self {
        let (mut words, mut inputs, mut i) = ([[[0; 8]; 2]; 4], [[0x80; 32]; 4], 0);
        while i < 32 {
            // narrowing concatenates the parts of four registers in each half
            let (register, lane) = (i % 16 / 4, i / 16 * 4 + i % 4);
            let (table, byte) = functions[i];
            words[register][0][lane] = (table as u32).reverse_bits();
            words[register][1][lane] = ((table >> 32) as u32).reverse_bits();
            inputs[register][4 * lane] = byte;
            i += 1;
        }
        Self { words, inputs }
    }

    /// Evaluates the functions for several words, whose bytes must be below 64. Bit `i` of a result is the value of function `i`.
    #[inline(always)]
    pub fn evaluate<const N: usize>(&self, _: Avx2, bytes: [u64; N]) -> [u32; N] {
        let mut results = [0; N];
        for (result, bytes) in results.iter_mut().zip(bytes) {
            // SAFETY: the token proves that the CPU has AVX2.
            *result = unsafe { self.evaluate_one(bytes) };
        }
        results
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn evaluate_one(&self, bytes: u64) -> u32 {
        let bytes = _mm256_set1_epi64x(bytes as i64);
        let highest = _mm256_set1_epi32(32);
        // the value of a function is the sign bit of its word
        let signs = |i: usize| {
            let shift = _mm256_shuffle_epi8(bytes, load256(&self.inputs[i]));
            let [low, high] = &self.words[i];
            _mm256_or_si256(
                _mm256_sllv_epi32(load8x32(low), shift),
                _mm256_sllv_epi32(load8x32(high), _mm256_xor_si256(shift, highest)),
            )
        };
        let low = _mm256_packs_epi32(signs(0), signs(1));
        let high = _mm256_packs_epi32(signs(2), signs(3));
        _mm256_movemask_epi8(_mm256_packs_epi16(low, high)) as u32
    }
}
