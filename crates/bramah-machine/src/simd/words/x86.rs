//! Words in SSE, AVX2 and AVX-512 registers.

use super::{squares::*, xor::*, *};
use crate::simd::arch::*;

words!(
    /// Four words in an SSE register.
    U32x4(__m128i), Sse41, u32, 4, _mm_set1_epi32, _mm_add_epi32, _mm_sub_epi32, _mm_xor_si128, _mm_and_si128,
    _mm_or_si128, _mm_andnot_si128,
    |x, n| shl _mm_sll_epi32(x, _mm_cvtsi32_si128(n)), shr _mm_srl_epi32(x, _mm_cvtsi32_si128(n)),
    rotl rotr32x4(x, 32 - n),
    next transposed4, write write4, xor xor4
);

words!(
    /// Eight words in an AVX2 register.
    U32x8(__m256i), Avx2, u32, 8, _mm256_set1_epi32, _mm256_add_epi32, _mm256_sub_epi32, _mm256_xor_si256, _mm256_and_si256,
    _mm256_or_si256, _mm256_andnot_si256,
    |x, n| shl _mm256_sll_epi32(x, _mm_cvtsi32_si128(n)), shr _mm256_srl_epi32(x, _mm_cvtsi32_si128(n)),
    rotl rotr32x8(x, 32 - n),
    next transposed8, write write8, xor xor8, pinned pinned256, high where_high
);

words!(
    /// Sixteen words in an AVX-512 register.
    U32x16(__m512i), Avx512, u32, 16, _mm512_set1_epi32, _mm512_add_epi32, _mm512_sub_epi32, _mm512_xor_si512, _mm512_and_si512,
    _mm512_or_si512, _mm512_andnot_si512,
    |x, n| shl _mm512_sll_epi32(x, _mm_cvtsi32_si128(n)), shr _mm512_srl_epi32(x, _mm_cvtsi32_si128(n)),
    rotl _mm512_rolv_epi32(x, _mm512_set1_epi32(n)),
    next transposed16, write write16, xor xor16, ternary _mm512_ternarylogic_epi32
);

words!(
    /// Sixteen words in an AVX-512 register, with the look-up instructions of VBMI.
    U32x16Vbmi(__m512i), Avx512Vbmi, u32, 16, _mm512_set1_epi32, _mm512_add_epi32, _mm512_sub_epi32, _mm512_xor_si512, _mm512_and_si512,
    _mm512_or_si512, _mm512_andnot_si512,
    |x, n| shl _mm512_sll_epi32(x, _mm_cvtsi32_si128(n)), shr _mm512_srl_epi32(x, _mm_cvtsi32_si128(n)),
    rotl _mm512_rolv_epi32(x, _mm512_set1_epi32(n)),
    next transposed16, write write16, xor xor16, high where_high16
);

/// Returns the word of `o` where the highest bit of `x` is set, and 0 otherwise. The operation is opaque to the compiler, which
/// would otherwise turn it into a shift and a mask.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn where_high(x: __m256i, o: __m256i) -> __m256i {
    // SAFETY: the caller guarantees that the CPU has AVX2.
    unsafe {
        let [x, o] = [x, o].map(|x| _mm256_castsi256_ps(x));
        _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(opaque256(_mm256_setzero_si256())), o, x))
    }
}

/// Returns the word of `o` where the highest bit of `x` is set, and 0 otherwise. The operation is opaque to the compiler, which
/// would otherwise load `o` with a mask, so that the words that are read would depend on `x`.
///
/// # Safety
/// The CPU has AVX-512 F.
#[inline(always)]
unsafe fn where_high16(x: __m512i, o: __m512i) -> __m512i {
    // SAFETY: the caller guarantees that the CPU has AVX-512 F.
    unsafe { _mm512_and_si512(opaque512(_mm512_srai_epi32::<31>(x)), o) }
}

/// Transposes four 64-byte blocks to sixteen registers: register `i` has word `i` of each block.
///
/// # Safety
/// The CPU has SSE4.1 and SSSE3.
#[inline(always)]
unsafe fn transposed4<const BIG: bool>(blocks: &[&[u8; 64]; 4]) -> [__m128i; 16] {
    // SAFETY: the caller guarantees that the CPU has the features that this code needs.
    unsafe {
        let swap = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
        let mut words = [_mm_setzero_si128(); 16];
        for quarter in 0..4 {
            let mut r = [_mm_setzero_si128(); 4];
            for (r, block) in r.iter_mut().zip(blocks) {
                let row = load128(&block.as_chunks::<16>().0[quarter]);
                *r = if BIG { _mm_shuffle_epi8(row, swap) } else { row };
            }
            words[4 * quarter..][..4].copy_from_slice(&square4(r));
        }
        words
    }
}

/// Writes the eight words of each of the four lanes, one lane after the other.
///
/// # Safety
/// The CPU has SSE4.1.
#[inline(always)]
unsafe fn write4(w: [__m128i; 8], out: &mut [[u8; 32]; 4]) {
    // SAFETY: the caller guarantees that the CPU has the features that this code needs.
    let halves = unsafe { [square4([w[0], w[1], w[2], w[3]]), square4([w[4], w[5], w[6], w[7]])] };
    for lane in 0..4 {
        let (low, high) = out[lane].split_at_mut(16);
        for (out, half) in [low, high].into_iter().zip(halves) {
            // SAFETY: the caller guarantees that the CPU has the features that this code needs.
            unsafe { store128(&mut out.as_chunks_mut().0[0], half[lane]) };
        }
    }
}

/// Writes the eight words of each of the eight lanes, one lane after the other.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn write8(words: [__m256i; 8], out: &mut [[u8; 32]; 8]) {
    // SAFETY: the caller guarantees that the CPU has AVX2.
    let columns = unsafe { columns8(words) };
    for (out, column) in out.iter_mut().zip(columns) {
        // SAFETY: the caller guarantees that the CPU has AVX2.
        unsafe { store256(out, column) };
    }
}

/// Writes the eight words of each of the sixteen lanes, one lane after the other.
///
/// # Safety
/// The CPU has AVX-512 F.
#[inline(always)]
unsafe fn write16(w: [__m512i; 8], out: &mut [[u8; 32]; 16]) {
    // SAFETY: the caller guarantees that the CPU has AVX-512 F.
    unsafe {
        let low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
        let high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
        // part `k` (128 bits) of `halves[i][j]` has words `4 * i` to `4 * i + 3` of lane `4 * k + j`
        let mut halves = [[_mm512_setzero_si512(); 4]; 2];
        for i in 0..2 {
            let r = [w[4 * i], w[4 * i + 1], w[4 * i + 2], w[4 * i + 3]];
            let (a, b) = (_mm512_unpacklo_epi32(r[0], r[1]), _mm512_unpackhi_epi32(r[0], r[1]));
            let (c, d) = (_mm512_unpacklo_epi32(r[2], r[3]), _mm512_unpackhi_epi32(r[2], r[3]));
            halves[i] = [
                _mm512_unpacklo_epi64(a, c),
                _mm512_unpackhi_epi64(a, c),
                _mm512_unpacklo_epi64(b, d),
                _mm512_unpackhi_epi64(b, d),
            ];
        }
        for j in 0..4 {
            for (k, order) in [(0, low), (8, high)] {
                let pair = _mm512_permutex2var_epi64(halves[0][j], order, halves[1][j]);
                store256(&mut out[k + j], _mm512_castsi512_si256(pair));
                store256(&mut out[k + 4 + j], _mm512_extracti64x4_epi64::<1>(pair));
            }
        }
    }
}

/// Transposes eight 64-byte blocks to sixteen registers: register `i` has word `i` of each block.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn transposed8<const BIG: bool>(blocks: &[&[u8; 64]; 8]) -> [__m256i; 16] {
    // SAFETY: the caller guarantees that the CPU has AVX2.
    unsafe {
        let swap = _mm256_set_epi64x(
            0x0c0d0e0f_08090a0b, 0x04050607_00010203, 0x0c0d0e0f_08090a0b, 0x04050607_00010203,
        );
        let mut words = [_mm256_setzero_si256(); 16];
        for quarter in 0..4 {
            // blocks `i` and `4 + i` are joined when they are loaded, which takes no shuffle
            let mut r = [_mm256_setzero_si256(); 4];
            for i in 0..4 {
                let low = load128(&blocks[i].as_chunks().0[quarter]);
                let high = load128(&blocks[4 + i].as_chunks().0[quarter]);
                let row = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high);
                r[i] = if BIG { _mm256_shuffle_epi8(row, swap) } else { row };
            }
            let (a, b) = (_mm256_unpacklo_epi32(r[0], r[1]), _mm256_unpackhi_epi32(r[0], r[1]));
            let (c, d) = (_mm256_unpacklo_epi32(r[2], r[3]), _mm256_unpackhi_epi32(r[2], r[3]));
            words[4 * quarter] = _mm256_unpacklo_epi64(a, c);
            words[4 * quarter + 1] = _mm256_unpackhi_epi64(a, c);
            words[4 * quarter + 2] = _mm256_unpacklo_epi64(b, d);
            words[4 * quarter + 3] = _mm256_unpackhi_epi64(b, d);
        }
        words
    }
}

/// Transposes sixteen 64-byte blocks to sixteen registers: register `i` has word `i` of each block.
///
/// # Safety
/// The CPU has AVX-512 F and BW.
#[inline(always)]
unsafe fn transposed16<const BIG: bool>(blocks: &[&[u8; 64]; 16]) -> [__m512i; 16] {
    // SAFETY: the caller guarantees that the CPU has AVX-512 F and BW.
    unsafe {
        let swap = _mm512_broadcast_i32x4(_mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203));
        let mut r = [_mm512_setzero_si512(); 16];
        for (r, block) in r.iter_mut().zip(blocks) {
            *r = if BIG { _mm512_shuffle_epi8(load512(block), swap) } else { load512(block) };
        }
        let mut t = [_mm512_setzero_si512(); 16];
        for i in 0..8 {
            t[2 * i] = _mm512_unpacklo_epi32(r[2 * i], r[2 * i + 1]);
            t[2 * i + 1] = _mm512_unpackhi_epi32(r[2 * i], r[2 * i + 1]);
        }
        // r[4 * g + c] has words c, 4 + c, 8 + c and 12 + c of blocks 4 * g to 4 * g + 3
        for i in 0..4 {
            r[4 * i] = _mm512_unpacklo_epi64(t[4 * i], t[4 * i + 2]);
            r[4 * i + 1] = _mm512_unpackhi_epi64(t[4 * i], t[4 * i + 2]);
            r[4 * i + 2] = _mm512_unpacklo_epi64(t[4 * i + 1], t[4 * i + 3]);
            r[4 * i + 3] = _mm512_unpackhi_epi64(t[4 * i + 1], t[4 * i + 3]);
        }
        let mut words = [_mm512_setzero_si512(); 16];
        for c in 0..4 {
            let even01 = _mm512_shuffle_i32x4::<0x88>(r[c], r[4 + c]);
            let odd01 = _mm512_shuffle_i32x4::<0xdd>(r[c], r[4 + c]);
            let even23 = _mm512_shuffle_i32x4::<0x88>(r[8 + c], r[12 + c]);
            let odd23 = _mm512_shuffle_i32x4::<0xdd>(r[8 + c], r[12 + c]);
            words[c] = _mm512_shuffle_i32x4::<0x88>(even01, even23);
            words[8 + c] = _mm512_shuffle_i32x4::<0xdd>(even01, even23);
            words[4 + c] = _mm512_shuffle_i32x4::<0x88>(odd01, odd23);
            words[12 + c] = _mm512_shuffle_i32x4::<0xdd>(odd01, odd23);
        }
        words
    }
}

words!(
    /// Eight words in a 256-bit register, with AVX-512 instructions.
    U32x8V(__m256i), Avx512, u32, 8, _mm256_set1_epi32, _mm256_add_epi32, _mm256_sub_epi32, _mm256_xor_si256, _mm256_and_si256,
    _mm256_or_si256, _mm256_andnot_si256,
    |x, n| shl _mm256_sll_epi32(x, _mm_cvtsi32_si128(n)), shr _mm256_srl_epi32(x, _mm_cvtsi32_si128(n)),
    rotl _mm256_rolv_epi32(x, _mm256_set1_epi32(n)),
    next transposed8, write write8, xor xor8
);

words!(
    /// Two words in a 128-bit register, with AVX-512 instructions.
    U64x2(__m128i), Avx512, u64, 2, _mm_set1_epi64x, _mm_add_epi64, _mm_sub_epi64, _mm_xor_si128, _mm_and_si128,
    _mm_or_si128, _mm_andnot_si128,
    |x, n| shl _mm_sll_epi64(x, _mm_cvtsi32_si128(n)), shr _mm_srl_epi64(x, _mm_cvtsi32_si128(n)),
    rotl _mm_rolv_epi64(x, _mm_set1_epi64x(n as i64)),
    next transposed64x2
);

words!(
    /// Four words in an AVX2 register.
    U64x4(__m256i), Avx2, u64, 4, _mm256_set1_epi64x, _mm256_add_epi64, _mm256_sub_epi64, _mm256_xor_si256, _mm256_and_si256,
    _mm256_or_si256, _mm256_andnot_si256,
    |x, n| shl _mm256_sll_epi64(x, _mm_cvtsi32_si128(n)), shr _mm256_srl_epi64(x, _mm_cvtsi32_si128(n)),
    rotl rotr64x4(x, 64 - n),
    next transposed64x4
);

words!(
    /// Four words in a 256-bit register, with AVX-512 instructions.
    U64x4V(__m256i), Avx512, u64, 4, _mm256_set1_epi64x, _mm256_add_epi64, _mm256_sub_epi64, _mm256_xor_si256, _mm256_and_si256,
    _mm256_or_si256, _mm256_andnot_si256,
    |x, n| shl _mm256_sll_epi64(x, _mm_cvtsi32_si128(n)), shr _mm256_srl_epi64(x, _mm_cvtsi32_si128(n)),
    rotl _mm256_rolv_epi64(x, _mm256_set1_epi64x(n as i64)),
    next transposed64x4
);

words!(
    /// Eight words in an AVX-512 register.
    U64x8(__m512i), Avx512, u64, 8, _mm512_set1_epi64, _mm512_add_epi64, _mm512_sub_epi64, _mm512_xor_si512, _mm512_and_si512,
    _mm512_or_si512, _mm512_andnot_si512,
    |x, n| shl _mm512_sll_epi64(x, _mm_cvtsi32_si128(n)), shr _mm512_srl_epi64(x, _mm_cvtsi32_si128(n)),
    rotl _mm512_rolv_epi64(x, _mm512_set1_epi64(n as i64)),
    next transposed64x8, ternary _mm512_ternarylogic_epi64
);

/// Transposes two 128-byte blocks to sixteen registers: register `i` has word `i` of each block.
///
/// # Safety
/// The CPU has AVX-512 F, BW and VL.
#[inline(always)]
unsafe fn transposed64x2<const BIG: bool>(blocks: &[&[u8; 128]; 2]) -> [__m128i; 16] {
    // SAFETY: the caller guarantees that the CPU has AVX-512 F, BW and VL.
    unsafe {
        let swap = _mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607);
        let mut words = [_mm_setzero_si128(); 16];
        for pair in 0..8 {
            let mut r = [_mm_setzero_si128(); 2];
            for (r, block) in r.iter_mut().zip(blocks) {
                let row = load128(&block.as_chunks::<16>().0[pair]);
                *r = if BIG { _mm_shuffle_epi8(row, swap) } else { row };
            }
            words[2 * pair] = _mm_unpacklo_epi64(r[0], r[1]);
            words[2 * pair + 1] = _mm_unpackhi_epi64(r[0], r[1]);
        }
        words
    }
}

/// Transposes four 128-byte blocks to sixteen registers: register `i` has word `i` of each block.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn transposed64x4<const BIG: bool>(blocks: &[&[u8; 128]; 4]) -> [__m256i; 16] {
    // SAFETY: the caller guarantees that the CPU has AVX2.
    unsafe {
        let swap = _mm256_set_epi64x(
            0x08090a0b_0c0d0e0f, 0x00010203_04050607, 0x08090a0b_0c0d0e0f, 0x00010203_04050607,
        );
        let mut words = [_mm256_setzero_si256(); 16];
        for quarter in 0..4 {
            let mut r = [_mm256_setzero_si256(); 4];
            for (r, block) in r.iter_mut().zip(blocks) {
                let row = block.as_chunks::<32>().0[quarter];
                *r = if BIG { _mm256_shuffle_epi8(load256(&row), swap) } else { load256(&row) };
            }
            let (a, b) = (_mm256_unpacklo_epi64(r[0], r[1]), _mm256_unpackhi_epi64(r[0], r[1]));
            let (c, d) = (_mm256_unpacklo_epi64(r[2], r[3]), _mm256_unpackhi_epi64(r[2], r[3]));
            words[4 * quarter] = _mm256_permute2x128_si256::<0x20>(a, c);
            words[4 * quarter + 1] = _mm256_permute2x128_si256::<0x20>(b, d);
            words[4 * quarter + 2] = _mm256_permute2x128_si256::<0x31>(a, c);
            words[4 * quarter + 3] = _mm256_permute2x128_si256::<0x31>(b, d);
        }
        words
    }
}

/// Transposes eight 128-byte blocks to sixteen registers: register `i` has word `i` of each block.
///
/// # Safety
/// The CPU has AVX-512 F and BW.
#[inline(always)]
unsafe fn transposed64x8<const BIG: bool>(blocks: &[&[u8; 128]; 8]) -> [__m512i; 16] {
    // SAFETY: the caller guarantees that the CPU has AVX-512 F and BW.
    unsafe {
        let swap = _mm512_broadcast_i32x4(_mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607));
        let mut words = [_mm512_setzero_si512(); 16];
        for half in 0..2 {
            let mut r = [_mm512_setzero_si512(); 8];
            for (r, block) in r.iter_mut().zip(blocks) {
                let row = block.as_chunks::<64>().0[half];
                *r = if BIG { _mm512_shuffle_epi8(load512(&row), swap) } else { load512(&row) };
            }
            // t[2 * g + p] has words p, 2 + p, 4 + p and 6 + p of blocks 2 * g and 2 * g + 1
            let mut t = [_mm512_setzero_si512(); 8];
            for i in 0..4 {
                t[2 * i] = _mm512_unpacklo_epi64(r[2 * i], r[2 * i + 1]);
                t[2 * i + 1] = _mm512_unpackhi_epi64(r[2 * i], r[2 * i + 1]);
            }
            for p in 0..2 {
                let even01 = _mm512_shuffle_i64x2::<0x88>(t[p], t[2 + p]);
                let odd01 = _mm512_shuffle_i64x2::<0xdd>(t[p], t[2 + p]);
                let even23 = _mm512_shuffle_i64x2::<0x88>(t[4 + p], t[6 + p]);
                let odd23 = _mm512_shuffle_i64x2::<0xdd>(t[4 + p], t[6 + p]);
                words[8 * half + p] = _mm512_shuffle_i64x2::<0x88>(even01, even23);
                words[8 * half + 4 + p] = _mm512_shuffle_i64x2::<0xdd>(even01, even23);
                words[8 * half + 2 + p] = _mm512_shuffle_i64x2::<0x88>(odd01, odd23);
                words[8 * half + 6 + p] = _mm512_shuffle_i64x2::<0xdd>(odd01, odd23);
            }
        }
        words
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::simd::features::Features;

    fn lanes_hold_their_blocks<V: Words>(isa: V::Isa, row: fn(V) -> Vec<u64>, word: fn(&[u8]) -> u64) {
        let size = size_of::<V::Word>();
        let data: Vec<u8> = (0..16 * size * V::LANES * 2).map(|i| (i % 251) as u8).collect();
        let lanes: Vec<&[u8]> = data.chunks(32 * size).collect();
        let mut streams = Streams::new(lanes.iter().copied(), 32 * size);
        for block in 0..2 {
            for (i, words) in V::next_be(isa, &mut streams).unwrap().into_iter().enumerate() {
                for (lane, value) in row(words).into_iter().take(V::LANES).enumerate() {
                    assert_eq!(
                        value,
                        word(&lanes[lane][(16 * block + i) * size..][..size]),
                        "lane {lane} word {i}"
                    );
                }
            }
        }
        assert!(streams.is_empty());
    }

    fn lanes_are_written<V: Words<Word = u32>>(isa: V::Isa) {
        let mut words = [V::splat(isa, 0); 8];
        for (i, word) in words.iter_mut().enumerate() {
            let mut row = [0; MAX_LANES];
            for (lane, word) in row.iter_mut().enumerate() {
                *word = 1000 * lane as u32 + i as u32;
            }
            *word = V::load(isa, &row);
        }
        let mut out = [[0; 32]; MAX_LANES];
        V::write_le(words, &mut out);
        for (lane, out) in out.iter().enumerate() {
            for (i, bytes) in out.as_chunks().0.iter().enumerate() {
                let expected = if lane < V::LANES { 1000 * lane as u32 + i as u32 } else { 0 };
                assert_eq!(u32::from_le_bytes(*bytes), expected, "lane {lane} word {i}");
            }
        }
    }

    fn row32<V: Words<Word = u32>>(v: V) -> Vec<u64> {
        let mut row = [0; MAX_LANES];
        v.store(&mut row);
        row.map(u64::from).to_vec()
    }
    fn row64<V: Words<Word = u64>>(v: V) -> Vec<u64> {
        let mut row = [0; MAX_LANES];
        v.store(&mut row);
        row.to_vec()
    }
    fn be32(b: &[u8]) -> u64 {
        u32::from_be_bytes(b.try_into().unwrap()).into()
    }
    fn be64(b: &[u8]) -> u64 {
        u64::from_be_bytes(b.try_into().unwrap())
    }

    #[test]
    fn transposing_loads() {
        #[target_feature(enable = "sse4.1,ssse3")]
        fn sse41() {
            lanes_hold_their_blocks::<U32x4>(Sse41::here(), row32, be32);
            lanes_are_written::<U32x4>(Sse41::here());
        }
        #[target_feature(enable = "avx2")]
        fn avx2() {
            lanes_hold_their_blocks::<U32x8>(Avx2::here(), row32, be32);
            lanes_are_written::<U32x8>(Avx2::here());
            lanes_hold_their_blocks::<U64x4>(Avx2::here(), row64, be64);
        }
        #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
        fn avx512() {
            lanes_hold_their_blocks::<U32x16>(Avx512::here(), row32, be32);
            lanes_are_written::<U32x16>(Avx512::here());
            lanes_hold_their_blocks::<U32x8V>(Avx512::here(), row32, be32);
            lanes_are_written::<U32x8V>(Avx512::here());
            lanes_hold_their_blocks::<U64x2>(Avx512::here(), row64, be64);
            lanes_hold_their_blocks::<U64x4V>(Avx512::here(), row64, be64);
            lanes_hold_their_blocks::<U64x8>(Avx512::here(), row64, be64);
        }
        if Features::detect().contains(Features::of("sse4.1,ssse3")) {
            // SAFETY: the CPU features were just detected.
            unsafe { sse41() }
        }
        if Features::detect().contains(Features::of("avx2")) {
            // SAFETY: the CPU features were just detected.
            unsafe { avx2() }
        }
        if Features::detect().contains(Features::of("avx512f,avx512bw,avx512vl")) {
            // SAFETY: the CPU features were just detected.
            unsafe { avx512() }
        }
        lanes_hold_their_blocks::<u32>(Portable, row32, be32);
        lanes_are_written::<u32>(Portable);
        lanes_hold_their_blocks::<u64>(Portable, row64, be64);
    }
}
