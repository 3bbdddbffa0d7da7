//! XOR of words in lanes into blocks in memory, such as a key stream into messages.

use super::{squares::*, *};
use crate::simd::{arch::*, rows::quarters512};

/// XORs sixteen words of four lanes into one block for each lane.
///
/// # Safety
/// The CPU has SSE4.1.
#[inline(always)]
pub(super) unsafe fn xor4(w: [__m128i; 16], step: Step<'_, [u8; 16], 16>) {
    // with literal indices, because otherwise the words would go through memory
    macro_rules! quarter {
        ($quarter:literal: $($lane:literal)*) => {
            // SAFETY: the caller guarantees that the CPU has the features that this code needs.
            let columns = unsafe { square4([w[4 * $quarter], w[4 * $quarter + 1], w[4 * $quarter + 2], w[4 * $quarter + 3]]) };
            $(
                let mut bytes = [0; 16];
                // SAFETY: the caller guarantees that the CPU has the features that this code needs.
                unsafe {
                    let sum = _mm_xor_si128(load128(&step.get(4 * $lane + $quarter)), columns[$lane]);
                    store128(&mut bytes, sum);
                }
                step.put(4 * $lane + $quarter, bytes);
            )*
        };
    }
    quarter!(0: 0 1 2 3);
    quarter!(1: 0 1 2 3);
    quarter!(2: 0 1 2 3);
    quarter!(3: 0 1 2 3);
}

/// XORs sixteen words of eight lanes into one block for each lane.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
pub(super) unsafe fn xor8(w: [__m256i; 16], step: Step<'_, [u8; 32], 16>) {
    // literal indices, as in `xor4`
    macro_rules! half {
        ($half:literal: $($word:literal)*; $($lane:literal)*) => {
            // SAFETY: the caller guarantees that the CPU has AVX2.
            let columns = unsafe { columns8([$(w[$half + $word]),*]) };
            $(
                let mut bytes = [0; 32];
                // SAFETY: the caller guarantees that the CPU has AVX2.
                unsafe {
                    let sum = _mm256_xor_si256(load256(&step.get(2 * $lane + $half / 8)), columns[$lane]);
                    store256(&mut bytes, sum);
                }
                step.put(2 * $lane + $half / 8, bytes);
            )*
        };
    }
    half!(0: 0 1 2 3 4 5 6 7; 0 1 2 3 4 5 6 7);
    half!(8: 0 1 2 3 4 5 6 7; 0 1 2 3 4 5 6 7);
}

/// XORs sixteen words of sixteen lanes into one block for each lane.
///
/// # Safety
/// The CPU has AVX-512 F.
#[inline(always)]
pub(super) unsafe fn xor16(w: [__m512i; 16], step: Step<'_, [u8; 64], 16>) {
    // SAFETY: the caller guarantees that the CPU has AVX-512 F.
    unsafe {
        // part `k` (128 bits) of `quads[i][j]` has words `4 * i` to `4 * i + 3` of lane `4 * k + j`
        let mut quads = [[_mm512_setzero_si512(); 4]; 4];
        for (quads, w) in quads.iter_mut().zip(w.as_chunks::<4>().0) {
            let (a, b) = (_mm512_unpacklo_epi32(w[0], w[1]), _mm512_unpackhi_epi32(w[0], w[1]));
            let (c, d) = (_mm512_unpacklo_epi32(w[2], w[3]), _mm512_unpackhi_epi32(w[2], w[3]));
            *quads = [
                _mm512_unpacklo_epi64(a, c),
                _mm512_unpackhi_epi64(a, c),
                _mm512_unpacklo_epi64(b, d),
                _mm512_unpackhi_epi64(b, d),
            ];
        }
        for j in 0..4 {
            let [a, b, c, d] = [quads[0][j], quads[1][j], quads[2][j], quads[3][j]];
            let columns = quarters512([a, b, c, d]);
            for k in 0..4 {
                let at = 4 * k + j;
                let mut bytes = [0; 64];
                store512(&mut bytes, _mm512_xor_si512(load512(&step.get(at)), columns[k]));
                step.put(at, bytes);
            }
        }
    }
}
