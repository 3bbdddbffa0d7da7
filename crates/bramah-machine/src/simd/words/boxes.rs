//! Words whose bytes are looked up in tables of 256 words. Each look-up names a byte position and a table.

use super::*;
use crate::simd::gf::Aligned;

/// A table of 256 words.
pub struct Box32 {
    words: [u32; 256],
    /// The words as four tables of bytes: the lowest byte of each word, then the next byte, and so on.
    planes: [Aligned<256>; 4],
}

impl Box32 {
    /// Makes a table of these words.
    pub const fn new(words: &[u32; 256]) -> Self {
        let (mut planes, mut i) = ([Aligned([0; 256]); 4], 0);
        while i < 1024 {
            planes[i / 256].0[i % 256] = (words[i % 256] >> (8 * (i / 256))) as u8;
            i += 1;
        }
        Self { words: *words, planes }
    }
}

/// A table of 512 words.
pub struct Halves {
    words: [[u32; 256]; 2],
    /// The two halves of the table, which are tables of 256 words.
    pub boxes: [Box32; 2],
}

impl Halves {
    /// Makes a table of these words.
    pub const fn new(words: &[[u32; 256]; 2]) -> Self {
        Self { words: *words, boxes: [Box32::new(&words[0]), Box32::new(&words[1])] }
    }
}

/// Words that can be looked up in tables.
pub trait Boxed: Turning {
    /// Looks up bytes of every word of several registers. For each look-up, `boxes` has the index of the byte (0 for the lowest)
    /// and the table.
    fn look_up<const G: usize, const B: usize>(
        token: Self::Isa,
        x: [Self; G],
        boxes: [(usize, &'static Box32); B],
    ) -> [[Self; G]; B];
    /// Looks up the lowest nine bits of every word: eight bits in both halves of the table, and the ninth bit selects between the
    /// results.
    #[inline(always)]
    fn look_up_in_halves<const G: usize>(
        token: Self::Isa,
        x: [Self; G],
        table: &'static Halves,
    ) -> [Self; G] {
        let [low, high] = &table.boxes;
        let [low, high] = Self::look_up(token, x, [(0, low), (0, high)]);
        let mut out = x;
        for i in 0..G {
            out[i] = x[i].shl::<23>().where_high(low[i].xor(high[i])).xor(low[i]);
        }
        out
    }
    /// Returns the word in the first lane.
    fn first(self) -> u32;
}

impl Boxed for u32 {
    #[inline(always)]
    fn look_up<const G: usize, const B: usize>(
        _: Portable,
        x: [Self; G],
        boxes: [(usize, &'static Box32); B],
    ) -> [[Self; G]; B] {
        let mut found = [[0; G]; B];
        for j in 0..B {
            let (byte, table) = boxes[j];
            for i in 0..G {
                found[j][i] = table.words[(x[i] >> (8 * byte)) as usize & 255];
            }
        }
        found
    }
    #[inline(always)]
    fn look_up_in_halves<const G: usize>(_: Portable, mut x: [Self; G], table: &'static Halves) -> [Self; G] {
        for i in 0..G {
            x[i] = table.words.as_flattened()[x[i] as usize & 511];
        }
        x
    }
    #[inline(always)]
    fn first(self) -> u32 {
        self
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use super::*;
    use crate::simd::{arch::*, gf::Table512};

    /// Separates the bytes of the words of four registers: register `i` of the result has byte `i` of each word, in some order.
    ///
    /// # Safety
    /// The CPU has AVX-512 F and BW.
    #[inline(always)]
    unsafe fn planes(x: [__m512i; 4]) -> [__m512i; 4] {
        // SAFETY: the caller guarantees that the CPU has AVX-512 F and BW.
        unsafe {
            let order =
                _mm512_broadcast_i32x4(_mm_set_epi8(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0));
            let x = x.map_words(|x| _mm512_shuffle_epi8(x, order));
            let (a, b) = (_mm512_unpacklo_epi32(x[0], x[2]), _mm512_unpackhi_epi32(x[0], x[2]));
            let (c, d) = (_mm512_unpacklo_epi32(x[1], x[3]), _mm512_unpackhi_epi32(x[1], x[3]));
            [
                _mm512_unpacklo_epi32(a, c),
                _mm512_unpackhi_epi32(a, c),
                _mm512_unpacklo_epi32(b, d),
                _mm512_unpackhi_epi32(b, d),
            ]
        }
    }

    /// Undoes [`planes`].
    ///
    /// # Safety
    /// The CPU has AVX-512 F and BW.
    #[inline(always)]
    unsafe fn joined(x: [__m512i; 4]) -> [__m512i; 4] {
        // SAFETY: the caller guarantees that the CPU has AVX-512 F and BW.
        unsafe {
            let (a, b) = (_mm512_unpacklo_epi8(x[0], x[2]), _mm512_unpackhi_epi8(x[0], x[2]));
            let (c, d) = (_mm512_unpacklo_epi8(x[1], x[3]), _mm512_unpackhi_epi8(x[1], x[3]));
            [
                _mm512_unpacklo_epi8(a, c),
                _mm512_unpackhi_epi8(a, c),
                _mm512_unpacklo_epi8(b, d),
                _mm512_unpackhi_epi8(b, d),
            ]
        }
    }

    /// Looks up the bytes of a register in a table of words, and returns the bytes of the results in four planes.
    ///
    /// # Safety
    /// The CPU has AVX-512 F, BW and VBMI.
    #[inline(always)]
    unsafe fn found(x: __m512i, table: &[Aligned<256>; 4]) -> [__m512i; 4] {
        // SAFETY: the caller guarantees that the CPU has AVX-512 F, BW and VBMI.
        unsafe {
            let mut out = [x; 4];
            for (out, plane) in out.iter_mut().zip(table) {
                *out = Table512::of(&plane.0).look_up(x);
            }
            out
        }
    }

    impl Boxed for U32x16Vbmi {
        /// Looks up four registers at a time. Fewer registers take as long as four.
        #[inline(always)]
        fn look_up<const G: usize, const B: usize>(
            _: Avx512Vbmi,
            x: [Self; G],
            boxes: [(usize, &'static Box32); B],
        ) -> [[Self; G]; B] {
            let mut all = [x; B];
            for at in (0..G).step_by(4) {
                let mut four = [x[at].0; 4];
                for i in 0..4 {
                    four[i] = x[if at + i < G { at + i } else { at }].0;
                }
                // SAFETY: the token proves that the CPU has the features that this code needs.
                let bytes = unsafe { planes(four) };
                for j in 0..B {
                    let (byte, table) = boxes[j];
                    // SAFETY: the token proves that the CPU has the features that this code needs.
                    let words = unsafe { joined(found(bytes[byte], &table.planes)) };
                    for i in 0..4 {
                        if at + i < G {
                            all[j][at + i] = Self(words[i]);
                        }
                    }
                }
            }
            all
        }
        #[inline(always)]
        fn first(self) -> u32 {
            // SAFETY: this value was made with a token, so the CPU has the features needed here.
            unsafe { _mm_cvtsi128_si32(_mm512_castsi512_si128(self.0)) as u32 }
        }
    }
}
