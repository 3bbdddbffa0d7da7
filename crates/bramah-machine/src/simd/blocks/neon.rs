//! 16-byte blocks in NEON registers, on CPUs with AES instructions and 64-bit carry-less products.

use super::{
    AddWords, AesRounds, And, Blocks, Counter, EachPower, Halved, Increment, ModeBlocks, Partial, Shuffle,
};
use crate::simd::{
    NeonAes,
    arch::*,
    memory::{load128, store128},
};

/// One block in a NEON register.
#[derive(Clone, Copy)]
pub struct Block1(uint8x16_t);

/// A counter in a NEON register, like the counters for x86.
#[derive(Clone, Copy)]
pub struct Counter1 {
    now: uint8x16_t,
    order: uint8x16_t,
    step: uint8x16_t,
}

// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Counter<Block1> for Counter1 {
    #[inline(always)]
    fn new(_: NeonAes, start: &[u8; 16], increment: Increment) -> Self {
        let order = match increment.big_endian() {
            true => &[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
            false => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        };
        unsafe {
            let (order, step) = (load128(order), load128(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
            Self { now: vqtbl1q_u8(load128(start), order), order, step }
        }
    }
    #[inline(always)]
    fn next(&mut self) -> Block1 {
        unsafe {
            let now = Block1(vqtbl1q_u8(self.now, self.order));
            self.now = vreinterpretq_u8_u64(vaddq_u64(
                vreinterpretq_u64_u8(self.now),
                vreinterpretq_u64_u8(self.step),
            ));
            now
        }
    }
}

// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Blocks for Block1 {
    type Isa = NeonAes;
    type Block = [u8; 16];
    type Bytes = [u8; 16];
    const COUNT: usize = 1;

    #[inline(always)]
    fn load(_: NeonAes, bytes: &[u8; 16]) -> Self {
        Self(unsafe { load128(bytes) })
    }
    #[inline(always)]
    fn store(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        unsafe { store128(&mut bytes, self.0) };
        bytes
    }
    #[inline(always)]
    fn splat(_: NeonAes, block: &[u8; 16]) -> Self {
        Self(unsafe { load128(block) })
    }
    calls! { fn xor(o) = veorq_u8; }
}

// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[allow(clippy::undocumented_unsafe_blocks)]
impl ModeBlocks for Block1 {
    type Counter = Counter1;
    type Powers = EachPower<Self>;

    #[inline(always)]
    fn load_some(isa: NeonAes, _: &[u8]) -> Self {
        Self::splat(isa, &[0; 16])
    }
    #[inline(always)]
    fn store_some(self, _: &mut [u8]) {}
    #[inline(always)]
    fn gather(_: NeonAes, mut block: impl FnMut(usize) -> [u8; 16]) -> Self {
        Self(unsafe { load128(&block(0)) })
    }
    #[inline(always)]
    fn scatter(self, mut put: impl FnMut(usize, [u8; 16])) {
        put(0, self.store());
    }
    #[inline(always)]
    fn last(self) -> [u8; 16] {
        self.store()
    }
    #[inline(always)]
    fn after(self, before: Self) -> Self {
        before
    }
    #[inline(always)]
    fn powers(isa: NeonAes, t: &[u8; 16]) -> Self {
        Self::splat(isa, t)
    }
    #[inline(always)]
    fn times_x(self, _: NeonAes, n: u32) -> Self {
        if n == 0 {
            return self;
        }
        unsafe {
            let words = vreinterpretq_u64_u8(self.0);
            let shifted = vshlq_u64(words, vdupq_n_s64(n.into()));
            let out = vshlq_u64(words, vdupq_n_s64(i64::from(n) - 64));
            // the bits shifted out of the low half enter the high half; the bits shifted out of the high half are multiplied by
            // the polynomial
            let inner = vextq_u64::<1>(vdupq_n_u64(0), out);
            let over = vreinterpretq_u8_p128(vmull_p64(vgetq_lane_u64::<1>(out), 0x87));
            let sum = veorq_u64(shifted, inner);
            Self(veorq_u8(vreinterpretq_u8_u64(sum), over))
        }
    }
}

// The AES instructions XOR the round key before the round. With a key of zero, only the XOR after the round remains,
// and the compiler merges the two instructions.
// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[allow(clippy::undocumented_unsafe_blocks)]
impl AesRounds for Block1 {
    #[inline(always)]
    fn round(self, key: Self) -> Self {
        Self(unsafe { veorq_u8(vaesmcq_u8(vaeseq_u8(self.0, vdupq_n_u8(0))), key.0) })
    }
    #[inline(always)]
    fn last_round(self, key: Self) -> Self {
        Self(unsafe { veorq_u8(vaeseq_u8(self.0, vdupq_n_u8(0)), key.0) })
    }
    #[inline(always)]
    fn inverse_round(self, key: Self) -> Self {
        Self(unsafe { veorq_u8(vaesimcq_u8(vaesdq_u8(self.0, vdupq_n_u8(0))), key.0) })
    }
    #[inline(always)]
    fn last_inverse_round(self, key: Self) -> Self {
        Self(unsafe { veorq_u8(vaesdq_u8(self.0, vdupq_n_u8(0)), key.0) })
    }
}

// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[allow(clippy::undocumented_unsafe_blocks)]
impl And for Block1 {
    calls! { fn and(o) = vandq_u8; }
}

// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[allow(clippy::undocumented_unsafe_blocks)]
impl AddWords for Block1 {
    #[inline(always)]
    fn add_words(self, o: Self) -> Self {
        Self(unsafe {
            vreinterpretq_u8_u32(vaddq_u32(vreinterpretq_u32_u8(self.0), vreinterpretq_u32_u8(o.0)))
        })
    }
}

// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Shuffle for Block1 {
    calls! { fn shuffle(order) = vqtbl1q_u8; }
}

// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Halved for Block1 {
    #[inline(always)]
    fn before(self, other: Self) -> Self {
        let (this, other) = unsafe { (vreinterpretq_u64_u8(self.0), vreinterpretq_u64_u8(other.0)) };
        Self(unsafe { vreinterpretq_u8_u64(vcombine_u64(vget_low_u64(this), vget_high_u64(other))) })
    }
}

// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Partial for Block1 {
    #[inline(always)]
    fn first_bytes(self, isa: NeonAes, n: usize) -> Self {
        let places = Self::load(isa, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]).0;
        Self(unsafe { vandq_u8(self.0, vcltq_u8(places, vdupq_n_u8(n as u8))) })
    }
}
