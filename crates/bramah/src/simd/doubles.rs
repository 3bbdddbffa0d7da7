//! Two 64-bit words in a register, for functions that multiply the halves of each and look up both addends (yescrypt).

use super::*;

/// Two 64-bit words; in memory each is two of 32 bits, the lower first.
pub(crate) trait Double: Copy {
    /// Proof that the CPU has the instructions this type compiles to.
    type Isa: Copy;

    fn load(isa: Self::Isa, words: &[u32; 4]) -> Self;
    fn store(self, words: &mut [u32; 4]);
    /// Exclusive or.
    fn xor(self, o: Self) -> Self;
    /// The lower half of each word times the higher, plus that of `add`.
    fn multiply(self, add: Self) -> Self;
    /// The first word.
    fn first(self) -> u64;
}

impl Double for [u64; 2] {
    type Isa = Portable;

    #[inline(always)]
    fn load(_: Portable, [a, b, c, d]: &[u32; 4]) -> Self {
        [u64::from(*a) | u64::from(*b) << 32, u64::from(*c) | u64::from(*d) << 32]
    }
    #[inline(always)]
    fn store(self, words: &mut [u32; 4]) {
        let [x, y] = self;
        *words = [x as u32, (x >> 32) as u32, y as u32, (y >> 32) as u32];
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        [self[0] ^ o[0], self[1] ^ o[1]]
    }
    #[inline(always)]
    fn multiply(self, add: Self) -> Self {
        let word = |x: u64, add: u64| u64::from(x as u32).wrapping_mul(x >> 32).wrapping_add(add);
        [word(self[0], add[0]), word(self[1], add[1])]
    }
    #[inline(always)]
    fn first(self) -> u64 {
        self[0]
    }
}

/// Them in an SSE register.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct DoubleSse(arch::__m128i);

/// SAFETY of every block: a token, or a value made with one, is at hand, so the CPU has the features.
#[cfg(target_arch = "x86_64")]
#[allow(clippy::undocumented_unsafe_blocks)] // documented once, above
impl Double for DoubleSse {
    type Isa = Sse41;

    #[inline(always)]
    fn load(_: Sse41, words: &[u32; 4]) -> Self {
        Self(load4x32(words))
    }
    #[inline(always)]
    fn store(self, words: &mut [u32; 4]) {
        store4x32(words, self.0);
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        Self(unsafe { arch::_mm_xor_si128(self.0, o.0) })
    }
    #[inline(always)]
    fn multiply(self, add: Self) -> Self {
        unsafe {
            let high = arch::_mm_srli_epi64::<32>(self.0);
            Self(arch::_mm_add_epi64(arch::_mm_mul_epu32(self.0, high), add.0))
        }
    }
    #[inline(always)]
    fn first(self) -> u64 {
        unsafe { arch::_mm_cvtsi128_si64(self.0) as u64 }
    }
}
