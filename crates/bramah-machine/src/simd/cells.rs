//! Cells: two 64-bit words side by side, for kernels over an 8x8 matrix of cells in memory whose rows and columns are processed
//! in the same way (Argon2).

#[cfg(target_arch = "aarch64")]
use crate::simd::Neon;
use crate::simd::Portable;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::{
    Avx2, Avx512, Sse41,
    rotate::{rotr64x2, rotr64x4},
};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::simd::{Simd128, words::wasm::rotl64x2};

/// The matrix: cell `8 * r + c` consists of the words `16 * r + 2 * c` and `16 * r + 2 * c + 1`.
pub type Matrix = [u64; 128];

/// `CELLS` adjacent cells of the matrix, which are processed together.
pub trait Cells: Copy {
    /// The number of cells: 1, 2 or 4.
    const CELLS: usize;
    /// The type of the token, which proves that the CPU has the instructions for this type.
    type Isa: Copy;

    /// Loads consecutive cells, beginning with cell `at`.
    fn load(isa: Self::Isa, matrix: &Matrix, at: usize) -> Self;
    /// Stores consecutive cells, beginning with cell `at`.
    fn store(self, matrix: &mut Matrix, at: usize);
    /// Returns the XOR of both values.
    fn xor(self, o: Self) -> Self;
    /// Returns, for each pair of words, the sum of both words and twice the product of their lower halves.
    fn mix(self, o: Self) -> Self;
    /// Rotates each word to the right by `N` bits: 16, 24, 32 or 63.
    fn rotr<const N: u32>(self) -> Self;
    /// Returns, in each cell, the second word of `self` followed by the first word of `o`.
    fn join(self, o: Self) -> Self;
    /// Transposes `CELLS` consecutive rows of the matrix to registers that have one cell of each row.
    fn turned(rows: [Self; 8]) -> [Self; 8];
    /// Transposes registers with one cell of each row back to rows.
    fn returned(rows: [Self; 8]) -> [Self; 8];
}

/// One cell, without special instructions.
#[derive(Clone, Copy)]
pub struct Cell([u64; 2]);

impl Cells for Cell {
    const CELLS: usize = 1;
    type Isa = Portable;

    #[inline(always)]
    fn load(_: Portable, matrix: &Matrix, at: usize) -> Self {
        Self(matrix.as_chunks().0[at])
    }
    #[inline(always)]
    fn store(self, matrix: &mut Matrix, at: usize) {
        matrix.as_chunks_mut().0[at] = self.0;
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        Self([self.0[0] ^ o.0[0], self.0[1] ^ o.0[1]])
    }
    #[inline(always)]
    fn mix(self, o: Self) -> Self {
        #[inline(always)]
        fn word(a: u64, b: u64) -> u64 {
            let product = u64::from(a as u32).wrapping_mul(u64::from(b as u32));
            a.wrapping_add(b).wrapping_add(product << 1)
        }
        Self([word(self.0[0], o.0[0]), word(self.0[1], o.0[1])])
    }
    #[inline(always)]
    fn rotr<const N: u32>(self) -> Self {
        Self([self.0[0].rotate_right(N), self.0[1].rotate_right(N)])
    }
    #[inline(always)]
    fn join(self, o: Self) -> Self {
        Self([self.0[1], o.0[0]])
    }
    #[inline(always)]
    fn turned(rows: [Self; 8]) -> [Self; 8] {
        rows
    }
    #[inline(always)]
    fn returned(rows: [Self; 8]) -> [Self; 8] {
        rows
    }
}

/// Declares a type of register as cells.
///
/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features; `at` is limited where
/// memory is accessed, and any bits are valid words.
#[allow(unused_macros)] // not used on architectures without registers
macro_rules! cells {
    ($(#[$doc:meta])* $name:ident($register:ty), $token:ty, $cells:literal, $xor:ident, |$x:ident, $y:ident| mix $mix:expr, join $join:expr,
     |$n:ident| rotr $rotr:expr, turned $turned:ident, returned $returned:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name($register);

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Cells for $name {
            const CELLS: usize = $cells;
            type Isa = $token;

            #[inline(always)]
            fn load(_: $token, matrix: &Matrix, at: usize) -> Self {
                let words: &[u64; 2 * $cells] = &matrix.as_chunks().0[at / $cells];
                Self(unsafe { words.as_ptr().cast::<$register>().read_unaligned() })
            }
            #[inline(always)]
            fn store(self, matrix: &mut Matrix, at: usize) {
                let words: &mut [u64; 2 * $cells] = &mut matrix.as_chunks_mut().0[at / $cells];
                unsafe { words.as_mut_ptr().cast::<$register>().write_unaligned(self.0) }
            }
            calls! { fn xor(o) = $xor; }
            #[inline(always)]
            fn mix(self, o: Self) -> Self {
                let ($x, $y) = (self.0, o.0);
                Self(unsafe { $mix })
            }
            #[inline(always)]
            fn rotr<const N: u32>(self) -> Self {
                let ($x, $n) = (self.0, N as i32);
                Self(unsafe { $rotr })
            }
            #[inline(always)]
            fn join(self, o: Self) -> Self {
                let ($x, $y) = (self.0, o.0);
                Self(unsafe { $join })
            }
            #[inline(always)]
            fn turned([a, b, c, d, e, f, g, h]: [Self; 8]) -> [Self; 8] {
                let [a, b, c, d, e, f, g, h] = unsafe { $turned([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0]) };
                [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)]
            }
            #[inline(always)]
            fn returned([a, b, c, d, e, f, g, h]: [Self; 8]) -> [Self; 8] {
                let [a, b, c, d, e, f, g, h] = unsafe { $returned([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0]) };
                [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)]
            }
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use super::*;
    use crate::simd::{
        arch::*,
        rotate::{by_bytes, shuffled256},
    };

    cells!(
        /// One cell in an SSE register.
        Cells1(__m128i), Sse41, 1, _mm_xor_si128,
        |x, y| mix {
            let product = _mm_mul_epu32(x, y);
            _mm_add_epi64(_mm_add_epi64(x, y), _mm_add_epi64(product, product))
        },
        join _mm_alignr_epi8::<8>(y, x),
        |n| rotr rotr64x2(x, n), turned same, returned same
    );
    cells!(
        /// Two cells in an AVX2 register.
        Cells2(__m256i), Avx2, 2, _mm256_xor_si256,
        |x, y| mix {
            let product = _mm256_mul_epu32(x, y);
            _mm256_add_epi64(_mm256_add_epi64(x, y), _mm256_add_epi64(product, product))
        },
        join _mm256_alignr_epi8::<8>(y, x),
        |n| rotr match n { 24 => shuffled256(x, const { &by_bytes::<8, 3, 32>() }), 16 => shuffled256(x, const { &by_bytes::<8, 2, 32>() }), _ => rotr64x4(x, n) }, turned turned2, returned returned2
    );
    cells!(
        /// Four cells in an AVX-512 register.
        Cells4(__m512i), Avx512, 4, _mm512_xor_si512,
        |x, y| mix {
            let product = _mm512_mul_epu32(x, y);
            _mm512_add_epi64(_mm512_add_epi64(x, y), _mm512_add_epi64(product, product))
        },
        join _mm512_alignr_epi8::<8>(y, x),
        |n| rotr _mm512_rorv_epi64(x, _mm512_set1_epi64(n.into())), turned turned4, returned returned4
    );

    #[inline(always)]
    unsafe fn same(rows: [__m128i; 8]) -> [__m128i; 8] {
        rows
    }

    /// # Safety
    /// The CPU has AVX2.
    #[inline(always)]
    unsafe fn turned2([a0, a1, a2, a3, b0, b1, b2, b3]: [__m256i; 8]) -> [__m256i; 8] {
        // SAFETY: the caller guarantees that the CPU has AVX2.
        unsafe {
            [
                _mm256_permute2x128_si256::<0x20>(a0, b0),
                _mm256_permute2x128_si256::<0x31>(a0, b0),
                _mm256_permute2x128_si256::<0x20>(a1, b1),
                _mm256_permute2x128_si256::<0x31>(a1, b1),
                _mm256_permute2x128_si256::<0x20>(a2, b2),
                _mm256_permute2x128_si256::<0x31>(a2, b2),
                _mm256_permute2x128_si256::<0x20>(a3, b3),
                _mm256_permute2x128_si256::<0x31>(a3, b3),
            ]
        }
    }

    /// # Safety
    /// The CPU has AVX2.
    #[inline(always)]
    unsafe fn returned2([c0, c1, c2, c3, c4, c5, c6, c7]: [__m256i; 8]) -> [__m256i; 8] {
        // SAFETY: the caller guarantees that the CPU has AVX2.
        unsafe {
            [
                _mm256_permute2x128_si256::<0x20>(c0, c1),
                _mm256_permute2x128_si256::<0x20>(c2, c3),
                _mm256_permute2x128_si256::<0x20>(c4, c5),
                _mm256_permute2x128_si256::<0x20>(c6, c7),
                _mm256_permute2x128_si256::<0x31>(c0, c1),
                _mm256_permute2x128_si256::<0x31>(c2, c3),
                _mm256_permute2x128_si256::<0x31>(c4, c5),
                _mm256_permute2x128_si256::<0x31>(c6, c7),
            ]
        }
    }

    /// Transposes four registers of four cells.
    ///
    /// # Safety
    /// The CPU has AVX-512 F.
    #[inline(always)]
    unsafe fn square([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
        // SAFETY: the caller guarantees that the CPU has AVX-512 F.
        unsafe {
            let (ab02, ab13) = (_mm512_shuffle_i64x2::<0x88>(a, b), _mm512_shuffle_i64x2::<0xdd>(a, b));
            let (cd02, cd13) = (_mm512_shuffle_i64x2::<0x88>(c, d), _mm512_shuffle_i64x2::<0xdd>(c, d));
            [
                _mm512_shuffle_i64x2::<0x88>(ab02, cd02),
                _mm512_shuffle_i64x2::<0x88>(ab13, cd13),
                _mm512_shuffle_i64x2::<0xdd>(ab02, cd02),
                _mm512_shuffle_i64x2::<0xdd>(ab13, cd13),
            ]
        }
    }

    /// # Safety
    /// The CPU has AVX-512 F.
    #[inline(always)]
    unsafe fn turned4([a0, a1, b0, b1, c0, c1, d0, d1]: [__m512i; 8]) -> [__m512i; 8] {
        // SAFETY: the caller guarantees that the CPU has AVX-512 F.
        unsafe {
            let [e0, e1, e2, e3] = square([a0, b0, c0, d0]);
            let [f0, f1, f2, f3] = square([a1, b1, c1, d1]);
            [e0, e1, e2, e3, f0, f1, f2, f3]
        }
    }

    /// # Safety
    /// The CPU has AVX-512 F.
    #[inline(always)]
    unsafe fn returned4([e0, e1, e2, e3, f0, f1, f2, f3]: [__m512i; 8]) -> [__m512i; 8] {
        // SAFETY: the caller guarantees that the CPU has AVX-512 F.
        unsafe {
            let [a0, b0, c0, d0] = square([e0, e1, e2, e3]);
            let [a1, b1, c1, d1] = square([f0, f1, f2, f3]);
            [a0, a1, b0, b1, c0, c1, d0, d1]
        }
    }
}
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[allow(unused_imports)] // unused without `alloc`, because Argon2 needs `alloc`
pub use x86::{Cells1, Cells2, Cells4};

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::*;
    use crate::simd::arch::*;

    cells!(
        /// One cell in a NEON register.
        CellNeon(uint64x2_t), Neon, 1, veorq_u64,
        |x, y| mix {
            let product = vmull_u32(vmovn_u64(x), vmovn_u64(y));
            vaddq_u64(vaddq_u64(x, y), vaddq_u64(product, product))
        },
        join vextq_u64::<1>(x, y),
        |n| rotr match n {
            32 => vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(x))),
            _ => vorrq_u64(vshlq_u64(x, vdupq_n_s64(64 - i64::from(n))), vshlq_u64(x, vdupq_n_s64(-i64::from(n)))),
        },
        turned same, returned same
    );

    #[inline(always)]
    unsafe fn same(rows: [uint64x2_t; 8]) -> [uint64x2_t; 8] {
        rows
    }
}
#[cfg(target_arch = "aarch64")]
#[allow(unused_imports)] // unused without `alloc`, because Argon2 needs `alloc`
pub use neon::CellNeon;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::*;
    use crate::simd::arch::*;

    cells!(
        /// One cell in a register of SIMD128.
        CellWasm(v128), Simd128, 1, v128_xor,
        |x, y| mix {
            // the lower halves of both words, side by side
            let (x0, y0) = (i32x4_shuffle::<0, 2, 0, 2>(x, x), i32x4_shuffle::<0, 2, 0, 2>(y, y));
            let product = u64x2_extmul_low_u32x4(x0, y0);
            u64x2_add(u64x2_add(x, y), u64x2_add(product, product))
        },
        join i64x2_shuffle::<1, 2>(x, y),
        |n| rotr rotl64x2(x, 64 - n as u32), turned same, returned same
    );

    #[inline(always)]
    fn same(rows: [v128; 8]) -> [v128; 8] {
        rows
    }
}
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unused_imports)] // unused without `alloc`, because Argon2 needs `alloc`
pub use wasm::CellWasm;
