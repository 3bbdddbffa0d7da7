//! Words in NEON registers.

use super::*;
use crate::simd::arch::*;

#[inline(always)]
unsafe fn andnot(a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
    // SAFETY: the caller guarantees that the CPU has NEON.
    unsafe { vbicq_u32(b, a) }
}

words!(
    /// Four words in a NEON register.
    U32x4(uint32x4_t), Neon, u32, 4, vdupq_n_u32, vaddq_u32, vsubq_u32, veorq_u32, vandq_u32, vorrq_u32, andnot,
    |x, n| shl vshlq_u32(x, vdupq_n_s32(n)), shr vshlq_u32(x, vdupq_n_s32(-n)),
    rotl vorrq_u32(vshlq_u32(x, vdupq_n_s32(n)), vshlq_u32(x, vdupq_n_s32(n - 32))),
    next transposed4, write write4, xor xor4
);

/// Transposes four rows of four words.
///
/// # Safety
/// The CPU has NEON.
#[inline(always)]
unsafe fn square4(r: [uint32x4_t; 4]) -> [uint32x4_t; 4] {
    // SAFETY: the caller guarantees that the CPU has NEON.
    unsafe {
        let (a, b) = (vtrn1q_u32(r[0], r[1]), vtrn2q_u32(r[0], r[1]));
        let (c, d) = (vtrn1q_u32(r[2], r[3]), vtrn2q_u32(r[2], r[3]));
        let pair = |x, y| {
            let (x, y) = (vreinterpretq_u64_u32(x), vreinterpretq_u64_u32(y));
            (vreinterpretq_u32_u64(vtrn1q_u64(x, y)), vreinterpretq_u32_u64(vtrn2q_u64(x, y)))
        };
        let ((w0, w2), (w1, w3)) = (pair(a, c), pair(b, d));
        [w0, w1, w2, w3]
    }
}

/// Writes the eight words of each of the four lanes, one lane after the other.
///
/// # Safety
/// The CPU has NEON.
#[inline(always)]
unsafe fn write4(w: [uint32x4_t; 8], out: &mut [[u8; 32]; 4]) {
    // SAFETY: the caller guarantees that the CPU has NEON.
    let halves = unsafe { [square4([w[0], w[1], w[2], w[3]]), square4([w[4], w[5], w[6], w[7]])] };
    for lane in 0..4 {
        let (low, high) = out[lane].split_at_mut(16);
        for (out, half) in [low, high].into_iter().zip(halves) {
            // SAFETY: the caller guarantees that the CPU has the features, and any bytes are valid in both types.
            unsafe { store128(&mut out.as_chunks_mut().0[0], vreinterpretq_u8_u32(half[lane])) };
        }
    }
}

/// XORs sixteen words of four lanes into one block for each lane.
///
/// # Safety
/// The CPU has NEON.
#[inline(always)]
unsafe fn xor4(w: [uint32x4_t; 16], step: Step<'_, [u8; 16], 16>) {
    macro_rules! quarter {
        ($quarter:literal: $($lane:literal)*) => {
            // SAFETY: the caller guarantees that the CPU has NEON.
            let columns = unsafe { square4([w[4 * $quarter], w[4 * $quarter + 1], w[4 * $quarter + 2], w[4 * $quarter + 3]]) };
            $(
                let mut bytes = [0; 16];
                // SAFETY: the caller guarantees that the CPU has NEON.
                unsafe {
                    let sum = veorq_u8(load128(&step.get(4 * $lane + $quarter)), vreinterpretq_u8_u32(columns[$lane]));
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

/// Transposes four 64-byte blocks to sixteen registers: register `i` has word `i` of each block.
///
/// # Safety
/// The CPU has NEON.
#[inline(always)]
unsafe fn transposed4<const BIG: bool>(blocks: &[&[u8; 64]; 4]) -> [uint32x4_t; 16] {
    // SAFETY: the caller guarantees that the CPU has the features; each load reads 16 of a block's 64 bytes.
    unsafe {
        let mut words = [vdupq_n_u32(0); 16];
        for q in 0..4 {
            let mut r = [vdupq_n_u32(0); 4];
            for (r, block) in r.iter_mut().zip(blocks) {
                let row = vld1q_u8(block.as_ptr().add(16 * q));
                *r = vreinterpretq_u32_u8(if BIG { vrev32q_u8(row) } else { row });
            }
            words[4 * q..][..4].copy_from_slice(&square4(r));
        }
        words
    }
}

#[inline(always)]
unsafe fn andnot64(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    // SAFETY: the caller guarantees that the CPU has NEON.
    unsafe { vbicq_u64(b, a) }
}

words!(
    /// Two words in a NEON register.
    U64x2(uint64x2_t), Neon, u64, 2, vdupq_n_u64, vaddq_u64, vsubq_u64, veorq_u64, vandq_u64, vorrq_u64, andnot64,
    |x, n| shl vshlq_u64(x, vdupq_n_s64(n as i64)), shr vshlq_u64(x, vdupq_n_s64(-(n as i64))),
    rotl vorrq_u64(vshlq_u64(x, vdupq_n_s64(n as i64)), vshlq_u64(x, vdupq_n_s64(n as i64 - 64))),
    next transposed64x2
);

/// Transposes two 128-byte blocks to sixteen registers: register `i` has word `i` of each block.
///
/// # Safety
/// The CPU has NEON.
#[inline(always)]
unsafe fn transposed64x2<const BIG: bool>(blocks: &[&[u8; 128]; 2]) -> [uint64x2_t; 16] {
    // SAFETY: the caller guarantees that the CPU has the features; each load reads 16 of a block's 128 bytes.
    unsafe {
        let mut words = [vdupq_n_u64(0); 16];
        for i in 0..8 {
            let mut r = [vdupq_n_u64(0); 2];
            for (r, block) in r.iter_mut().zip(blocks) {
                let row = vld1q_u8(block.as_ptr().add(16 * i));
                *r = vreinterpretq_u64_u8(if BIG { vrev64q_u8(row) } else { row });
            }
            words[2 * i] = vtrn1q_u64(r[0], r[1]);
            words[2 * i + 1] = vtrn2q_u64(r[0], r[1]);
        }
        words
    }
}
