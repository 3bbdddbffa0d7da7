//! Carry-less multiplication: 128-bit numbers, one, two or four in a register, as polynomials over GF(2). Products are defined as
//! in POLYVAL: a product is divided by x^128, modulo x^128 + x^127 + x^126 + x^121 + 1.

#[cfg(target_arch = "aarch64")]
use crate::simd::NeonAes;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::{
    Clmul, Clmul256, Clmul512,
    memory::{load2x64, load4x64, load8x64, load128, load256, load512, store2x64, store4x64, store8x64},
};
use crate::simd::{arch::*, memory::Bytes};

/// `COUNT` numbers of 128 bits. The low half of each number comes first.
pub trait Carryless: Copy {
    /// The type of the token, which proves that the CPU has the instructions for this type.
    type Isa: Copy;
    /// A register with one number.
    type One: Copy;
    /// The bytes of `COUNT` 16-byte blocks.
    type Blocks: Bytes;
    /// The number of 128-bit numbers in a register.
    const COUNT: usize;

    /// Loads blocks as big-endian numbers.
    fn load(isa: Self::Isa, blocks: &Self::Blocks) -> Self;
    /// Loads numbers. The slice must have at least `COUNT` items.
    fn numbers(isa: Self::Isa, numbers: &[[u64; 2]]) -> Self;
    /// Returns one number in all positions.
    fn all(isa: Self::Isa, number: &[u64; 2]) -> Self;
    /// Stores the numbers. The slice must have at least `COUNT` items.
    fn put(self, numbers: &mut [[u64; 2]]);
    /// Returns a register of zeros.
    fn zero(isa: Self::Isa) -> Self;
    /// Returns the number `x`, followed by zeros.
    fn first(isa: Self::Isa, x: Self::One) -> Self;
    /// Returns a register of the first [`COUNT`](Self::COUNT) numbers.
    fn joined(isa: Self::Isa, numbers: [Self::One; 4]) -> Self;
    /// Returns the XOR, which is the sum in GF(2^128).
    fn xor(self, o: Self) -> Self;
    /// Returns the XOR of both halves of each number as its low half.
    fn folded(self) -> Self;
    /// Moves the low half of each number to its high half, and zeros to its low half.
    fn raised(self) -> Self;
    /// Returns the carry-less products of the low halves.
    fn low(self, o: Self) -> Self;
    /// Returns the carry-less products of the high halves.
    fn high(self, o: Self) -> Self;
    /// Reduces a product modulo the polynomial of the field. `products` has the products of the low halves, of the XORs of both
    /// halves, and of the high halves.
    fn reduced(isa: Self::Isa, products: [Self; 3]) -> Self;
    /// Reduces like [`reduced`](Self::reduced), with less latency and possibly one more multiplication.
    #[inline(always)]
    fn reduced_soon(isa: Self::Isa, products: [Self; 3]) -> Self {
        Self::reduced(isa, products)
    }
    /// Returns the XOR of all numbers.
    fn sum(self) -> Self::One;
    /// Loads one block as a big-endian number.
    fn load_one(isa: Self::Isa, block: &[u8; 16]) -> Self::One;
    /// Loads one number.
    fn one(isa: Self::Isa, number: &[u64; 2]) -> Self::One;
    /// Returns the number as two 64-bit words, the low one first.
    fn number(one: Self::One) -> [u64; 2];
    /// Returns the number as the two 64-bit words of a big-endian block, the low one first. The result does not depend on the bit
    /// order that this type uses.
    #[inline(always)]
    fn hash(_: Self::Isa, one: Self::One) -> [u64; 2] {
        Self::number(one)
    }
    /// Returns the XOR of two numbers.
    fn add(one: Self::One, other: Self::One) -> Self::One;
    /// Returns the XOR of both halves of a number as its low half.
    fn folded_one(one: Self::One) -> Self::One;
    /// Returns the three products of a number and a power: of the low halves, of the XORs of both halves (`sums` is the XOR for
    /// the power), and of the high halves.
    fn products(x: Self::One, power: Self::One, sums: Self::One) -> [Self::One; 3];
    /// Reduces one product, like [`reduced`](Self::reduced).
    fn reduce(isa: Self::Isa, products: [Self::One; 3]) -> Self::One;
    /// Reduces one product, like [`reduced_soon`](Self::reduced_soon).
    #[inline(always)]
    fn reduce_soon(isa: Self::Isa, products: [Self::One; 3]) -> Self::One {
        Self::reduce(isa, products)
    }
}

/// Numbers whose form in memory is also the form in registers.
pub trait Stored: Carryless {
    /// Returns the blocks from which [`load`](Carryless::load) would read these numbers.
    fn blocks(self, isa: Self::Isa) -> Self::Blocks;
    /// Returns a register whose number `i` is the XOR of all numbers of register `i`, for the first [`COUNT`](Carryless::COUNT)
    /// registers.
    fn sums(of: [Self; 4]) -> Self;
    /// Loads blocks as little-endian numbers.
    fn load_little(isa: Self::Isa, blocks: &Self::Blocks) -> Self;
    /// Loads one block as a little-endian number.
    fn load_one_little(isa: Self::Isa, block: &[u8; 16]) -> Self::One;
}

/// Implements the functions of [`Carryless`] that a type delegates to its inner type.
macro_rules! of_the_inner {
    () => {
        #[inline(always)]
        fn put(self, numbers: &mut [[u64; 2]]) {
            self.0.put(numbers);
        }
        #[inline(always)]
        fn xor(self, o: Self) -> Self {
            Self(self.0.xor(o.0))
        }
        #[inline(always)]
        fn folded(self) -> Self {
            Self(self.0.folded())
        }
        #[inline(always)]
        fn raised(self) -> Self {
            Self(self.0.raised())
        }
        #[inline(always)]
        fn low(self, o: Self) -> Self {
            Self(self.0.low(o.0))
        }
        #[inline(always)]
        fn high(self, o: Self) -> Self {
            Self(self.0.high(o.0))
        }
    };
}
pub(super) use of_the_inner;

/// The upper 64 bits of the low 128 bits of the modulus.
const MODULUS: u64 = 0xc2 << 56;

/// One 128-bit number in an SSE register.
#[derive(Clone, Copy)]
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub struct Gf1(pub(super) __m128i);

/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! carryless {
    ($(#[$doc:meta])* $name:ident($register:ident), $token:ty, $count:literal, $bytes:literal, $load:ident, $numbers:ident, $words:literal,
     $store:ident $zero:ident $xor:ident $shuffle:ident $swap:ident $multiply:ident $up:ident $down:ident,
     splat |$x:ident| $splat:expr, first |$one:ident| $first:expr, joined |$numbers4:ident| $joined:expr, sum |$all:ident| $sum:expr,
     sums |$of:ident| $sums:expr) => {
        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Stored for $name {
            #[inline(always)]
            fn blocks(self, isa: $token) -> [u8; $bytes] {
                let mut words = [0; $words];
                unsafe { $store(&mut words, self.0) };
                let bytes = words.map(u64::to_le_bytes);
                let reversed = Self::load(isa, bytes.as_flattened().first_chunk().expect("as many bytes"));
                unsafe { $store(&mut words, reversed.0) };
                *words.map(u64::to_le_bytes).as_flattened().first_chunk().expect("as many bytes")
            }
            #[inline(always)]
            fn sums(of: [Self; 4]) -> Self {
                let $of = of.map(|register| register.0);
                #[allow(unused_unsafe)]
                Self(unsafe { $sums })
            }
            #[inline(always)]
            fn load_little(_: $token, blocks: &[u8; $bytes]) -> Self {
                Self(unsafe { $load(blocks) })
            }
            #[inline(always)]
            fn load_one_little(_: $token, block: &[u8; 16]) -> Gf1 {
                Gf1(unsafe { load128(block) })
            }
        }

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Carryless for $name {
            type Isa = $token;
            type One = Gf1;
            type Blocks = [u8; $bytes];
            const COUNT: usize = $count;

            #[inline(always)]
            fn load(_: $token, blocks: &[u8; $bytes]) -> Self {
                #[allow(unused_unsafe)]
                Self(unsafe {
                    let $x = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
                    $shuffle($load(blocks), $splat)
                })
            }
            #[inline(always)]
            fn numbers(_: $token, numbers: &[[u64; 2]]) -> Self {
                let words = numbers.as_flattened().first_chunk::<$words>().expect("enough numbers");
                Self(unsafe { $numbers(words) })
            }
            #[inline(always)]
            fn all(_: $token, number: &[u64; 2]) -> Self {
                #[allow(unused_unsafe)]
                Self(unsafe {
                    let $x = load2x64(number);
                    $splat
                })
            }
            #[inline(always)]
            fn zero(_: $token) -> Self {
                Self(unsafe { $zero() })
            }
            #[inline(always)]
            fn first(_: $token, $one: Gf1) -> Self {
                #[allow(unused_unsafe)]
                Self(unsafe { $first })
            }
            #[inline(always)]
            fn joined(_: $token, $numbers4: [Gf1; 4]) -> Self {
                #[allow(unused_unsafe)]
                Self(unsafe { $joined })
            }
            calls! { fn xor(o) = $xor; }
            #[inline(always)]
            fn folded(self) -> Self {
                Self(unsafe { $xor(self.0, $swap::<0x4e>(self.0)) })
            }
            #[inline(always)]
            fn raised(self) -> Self {
                Self(unsafe { $up::<8>(self.0) })
            }
            #[inline(always)]
            fn low(self, o: Self) -> Self {
                Self(unsafe { $multiply::<0>(self.0, o.0) })
            }
            #[inline(always)]
            fn high(self, o: Self) -> Self {
                Self(unsafe { $multiply::<0x11>(self.0, o.0) })
            }
            #[inline(always)]
            fn put(self, numbers: &mut [[u64; 2]]) {
                let words = numbers.as_flattened_mut().first_chunk_mut::<$words>().expect("enough room");
                unsafe { $store(words, self.0) }
            }
            #[inline(always)]
            fn reduced(isa: $token, [low, middle, high]: [Self; 3]) -> Self {
                let modulus = Self::all(isa, &[MODULUS, 0]);
                let middle = middle.xor(low.xor(high));
                Self(unsafe {
                    let mut low = $xor(low.0, $up::<8>(middle.0));
                    let high = $xor(high.0, $down::<8>(middle.0));
                    for _ in 0..2 {
                        let more = $multiply::<0>(low, modulus.0);
                        low = $xor($swap::<0x4e>(low), more);
                    }
                    $xor(low, high)
                })
            }
            #[inline(always)]
            fn reduced_soon(isa: $token, [low, middle, high]: [Self; 3]) -> Self {
                let modulus = Self::all(isa, &[MODULUS, 0]);
                // twice, the low half of the lowest part that is left is folded into the part above it
                let middle = middle.xor(low.xor(high)).xor(low.low(modulus));
                Self(unsafe {
                    let folded = $xor($multiply::<1>(low.0, modulus.0), $multiply::<0>(middle.0, modulus.0));
                    $xor($xor($xor(low.0, high.0), $swap::<0x4e>(middle.0)), folded)
                })
            }
            #[inline(always)]
            fn sum(self) -> Gf1 {
                let $all = self.0;
                #[allow(unused_unsafe)]
                Gf1(unsafe { $sum })
            }
            #[inline(always)]
            fn load_one(_: $token, block: &[u8; 16]) -> Gf1 {
                Gf1(unsafe {
                    let order = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
                    _mm_shuffle_epi8(load128(block), order)
                })
            }
            #[inline(always)]
            fn one(_: $token, number: &[u64; 2]) -> Gf1 {
                Gf1(unsafe { load2x64(number) })
            }
            #[inline(always)]
            fn number(one: Gf1) -> [u64; 2] {
                let mut number = [0; 2];
                unsafe { store2x64(&mut number, one.0) };
                number
            }
            #[inline(always)]
            fn add(one: Gf1, other: Gf1) -> Gf1 {
                Gf1(unsafe { _mm_xor_si128(one.0, other.0) })
            }
            #[inline(always)]
            fn folded_one(one: Gf1) -> Gf1 {
                one.folded()
            }
            #[inline(always)]
            fn products(x: Gf1, power: Gf1, sums: Gf1) -> [Gf1; 3] {
                unsafe {
                    let folded = _mm_xor_si128(x.0, _mm_shuffle_epi32::<0x4e>(x.0));
                    [
                        Gf1(_mm_clmulepi64_si128::<0>(x.0, power.0)),
                        Gf1(_mm_clmulepi64_si128::<0>(folded, sums.0)),
                        Gf1(_mm_clmulepi64_si128::<0x11>(x.0, power.0)),
                    ]
                }
            }
            #[inline(always)]
            fn reduce(isa: $token, products: [Gf1; 3]) -> Gf1 {
                Gf1::reduced(isa.into(), products)
            }
            #[inline(always)]
            fn reduce_soon(isa: $token, products: [Gf1; 3]) -> Gf1 {
                Gf1::reduced_soon(isa.into(), products)
            }
        }
    };
}

/// Two 128-bit numbers in an AVX2 register.
#[derive(Clone, Copy)]
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub struct Gf2(pub(super) __m256i);

/// Four 128-bit numbers in an AVX-512 register.
#[derive(Clone, Copy)]
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub struct Gf4(pub(super) __m512i);

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
carryless!(
    Gf1(__m128i), Clmul, 1, 16, load128, load2x64, 2,
    store2x64 _mm_setzero_si128 _mm_xor_si128 _mm_shuffle_epi8 _mm_shuffle_epi32 _mm_clmulepi64_si128
    _mm_slli_si128 _mm_srli_si128,
    splat |x| x, first |one| one.0, joined |of| of[0].0, sum |all| all,
    sums |of| of[0]
);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
carryless!(
    Gf2(__m256i), Clmul256, 2, 32, load256, load4x64, 4,
    store4x64 _mm256_setzero_si256 _mm256_xor_si256 _mm256_shuffle_epi8 _mm256_shuffle_epi32 _mm256_clmulepi64_epi128
    _mm256_bslli_epi128 _mm256_bsrli_epi128,
    splat |x| _mm256_broadcastsi128_si256(x), first |one| _mm256_zextsi128_si256(one.0),
    joined |of| _mm256_set_m128i(of[1].0, of[0].0),
    sum |all| _mm_xor_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all)),
    sums |of| _mm256_xor_si256(
        _mm256_permute2x128_si256::<0x20>(of[0], of[1]),
        _mm256_permute2x128_si256::<0x31>(of[0], of[1])
    )
);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
carryless!(
    Gf4(__m512i), Clmul512, 4, 64, load512, load8x64, 8,
    store8x64 _mm512_setzero_si512 _mm512_xor_si512 _mm512_shuffle_epi8 _mm512_shuffle_epi32 _mm512_clmulepi64_epi128
    _mm512_bslli_epi128 _mm512_bsrli_epi128,
    splat |x| _mm512_broadcast_i32x4(x), first |one| _mm512_zextsi128_si512(one.0),
    joined |of| _mm512_inserti64x4::<1>(
        _mm512_castsi256_si512(_mm256_set_m128i(of[1].0, of[0].0)),
        _mm256_set_m128i(of[3].0, of[2].0)
    ),
    sum |all| {
        let halves = _mm256_xor_si256(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64::<1>(all));
        _mm_xor_si128(_mm256_castsi256_si128(halves), _mm256_extracti128_si256::<1>(halves))
    },
    sums |of| {
        // returns, for each of two registers, the XOR of its first and third numbers and the XOR of its second and fourth
        // numbers
        let two = |a, b| _mm512_xor_si512(_mm512_shuffle_i64x2::<0x44>(a, b), _mm512_shuffle_i64x2::<0xee>(a, b));
        let (first, last) = (two(of[0], of[1]), two(of[2], of[3]));
        _mm512_xor_si512(
            _mm512_shuffle_i64x2::<0x88>(first, last),
            _mm512_shuffle_i64x2::<0xdd>(first, last)
        )
    }
);

/// One 128-bit number in a NEON register.
#[derive(Clone, Copy)]
#[cfg(target_arch = "aarch64")]
pub struct Gf1(uint64x2_t);

/// Returns the carry-less product of two words.
///
/// # Safety
/// The CPU has PMULL.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
unsafe fn multiply(a: u64, b: u64) -> uint64x2_t {
    // SAFETY: the caller guarantees that the CPU has PMULL.
    unsafe { vreinterpretq_u64_p128(vmull_p64(a, b)) }
}

/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[cfg(target_arch = "aarch64")]
#[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
impl Carryless for Gf1 {
    type Isa = NeonAes;
    type One = Self;
    type Blocks = [u8; 16];
    const COUNT: usize = 1;

    #[inline(always)]
    fn load(_: NeonAes, block: &[u8; 16]) -> Self {
        Self(unsafe {
            let words = vreinterpretq_u64_u8(vrev64q_u8(crate::simd::memory::load128(block)));
            vextq_u64::<1>(words, words)
        })
    }
    #[inline(always)]
    fn numbers(isa: NeonAes, numbers: &[[u64; 2]]) -> Self {
        Self::one(isa, &numbers[0])
    }
    #[inline(always)]
    fn put(self, numbers: &mut [[u64; 2]]) {
        numbers[0] = Self::number(self);
    }
    #[inline(always)]
    fn all(isa: NeonAes, number: &[u64; 2]) -> Self {
        Self::one(isa, number)
    }
    #[inline(always)]
    fn zero(_: NeonAes) -> Self {
        Self(unsafe { vdupq_n_u64(0) })
    }
    #[inline(always)]
    fn first(_: NeonAes, x: Self) -> Self {
        x
    }
    #[inline(always)]
    fn joined(_: NeonAes, numbers: [Self; 4]) -> Self {
        numbers[0]
    }
    calls! { fn xor(o) = veorq_u64; }
    #[inline(always)]
    fn folded(self) -> Self {
        Self(unsafe { veorq_u64(self.0, vextq_u64::<1>(self.0, self.0)) })
    }
    #[inline(always)]
    fn raised(self) -> Self {
        Self(unsafe { vextq_u64::<1>(vdupq_n_u64(0), self.0) })
    }
    #[inline(always)]
    fn low(self, o: Self) -> Self {
        Self(unsafe { multiply(vgetq_lane_u64::<0>(self.0), vgetq_lane_u64::<0>(o.0)) })
    }
    #[inline(always)]
    fn high(self, o: Self) -> Self {
        Self(unsafe { multiply(vgetq_lane_u64::<1>(self.0), vgetq_lane_u64::<1>(o.0)) })
    }
    #[inline(always)]
    fn sum(self) -> Self {
        self
    }
    #[inline(always)]
    fn load_one(isa: NeonAes, block: &[u8; 16]) -> Self {
        Self::load(isa, block)
    }
    #[inline(always)]
    fn one(_: NeonAes, number: &[u64; 2]) -> Self {
        Self(unsafe { vcombine_u64(vcreate_u64(number[0]), vcreate_u64(number[1])) })
    }
    #[inline(always)]
    fn number(one: Self) -> [u64; 2] {
        unsafe { [vgetq_lane_u64::<0>(one.0), vgetq_lane_u64::<1>(one.0)] }
    }
    #[inline(always)]
    fn add(one: Self, other: Self) -> Self {
        one.xor(other)
    }
    #[inline(always)]
    fn folded_one(one: Self) -> Self {
        one.folded()
    }
    #[inline(always)]
    fn products(x: Self, power: Self, sums: Self) -> [Self; 3] {
        [x.low(power), x.folded().low(sums), x.high(power)]
    }
    #[inline(always)]
    fn reduce(isa: NeonAes, products: [Self; 3]) -> Self {
        Self::reduced(isa, products)
    }
    #[inline(always)]
    fn reduced(_: NeonAes, [low, middle, high]: [Self; 3]) -> Self {
        let zero = Self(unsafe { vdupq_n_u64(0) });
        let middle = middle.xor(low.xor(high));
        let mut low = low.xor(Self(unsafe { vextq_u64::<1>(zero.0, middle.0) }));
        let high = high.xor(Self(unsafe { vextq_u64::<1>(middle.0, zero.0) }));
        for _ in 0..2 {
            let more = unsafe { multiply(vgetq_lane_u64::<0>(low.0), MODULUS) };
            low = Self(unsafe { veorq_u64(vextq_u64::<1>(low.0, low.0), more) });
        }
        low.xor(high)
    }
}

#[cfg(target_arch = "aarch64")]
impl Stored for Gf1 {
    #[inline(always)]
    fn blocks(self, _: NeonAes) -> [u8; 16] {
        let [low, high] = Self::number(self);
        (u128::from(high) << 64 | u128::from(low)).to_be_bytes()
    }
    #[inline(always)]
    fn sums(of: [Self; 4]) -> Self {
        of[0]
    }
    #[inline(always)]
    fn load_little(isa: NeonAes, block: &[u8; 16]) -> Self {
        Self::load_one_little(isa, block)
    }
    #[inline(always)]
    fn load_one_little(_: NeonAes, block: &[u8; 16]) -> Self {
        Self(unsafe { vreinterpretq_u64_u8(crate::simd::memory::load128(block)) })
    }
}
