//! The SM3 instructions of ARMv8.2, which have no intrinsics in stable Rust (Arm Architecture Reference Manual, C7.2: SM3SS1,
//! SM3TT1A to SM3TT2B, SM3PARTW1 and SM3PARTW2).

use crate::simd::arch::*;
use core::arch::asm;

/// Computes SS1 in the highest lane, from the highest lanes of A to D and of E to H, and the constant `t`.
#[inline]
#[target_feature(enable = "neon,sm4")]
pub fn ss1(abcd: uint32x4_t, efgh: uint32x4_t, t: uint32x4_t) -> uint32x4_t {
    let ss1;
    // SAFETY: this is an SM3 instruction, which this function enables, and it accesses no memory.
    unsafe {
        asm!("sm3ss1 {:v}.4s, {:v}.4s, {:v}.4s, {:v}.4s", lateout(vreg) ss1, in(vreg) abcd, in(vreg) efgh, in(vreg) t,
            options(pure, nomem, nostack, preserves_flags));
    }
    ss1
}

macro_rules! rounds {
    ($($(#[$doc:meta])* $name:ident $instruction:literal;)*) => { $(
        $(#[$doc])*
        #[inline]
        #[target_feature(enable = "neon,sm4")]
        pub fn $name<const I: i32>(mut state: uint32x4_t, ss1: uint32x4_t, w: uint32x4_t) -> uint32x4_t {
            // SAFETY: this is an SM3 instruction, which this function enables, and it accesses no memory.
            unsafe {
                asm!(concat!($instruction, " {:v}.4s, {:v}.4s, {:v}.s[{}]"), inlateout(vreg) state, in(vreg) ss1,
                    in(vreg) w, const I, options(pure, nomem, nostack, preserves_flags));
            }
            state
        }
    )* };
}

rounds! {
    /// Computes A to D after one of the rounds 0 to 15, from SS1 and word `I` of W', the XORs of message words.
    tt1a "sm3tt1a";
    /// Computes A to D after one of the rounds 16 to 63, from SS1 and word `I` of W', the XORs of message words.
    tt1b "sm3tt1b";
    /// Computes E to H after one of the rounds 0 to 15, from SS1 and message word `I`.
    tt2a "sm3tt2a";
    /// Computes E to H after one of the rounds 16 to 63, from SS1 and message word `I`.
    tt2b "sm3tt2b";
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident $instruction:literal;)*) => { $(
        $(#[$doc])*
        #[inline]
        #[target_feature(enable = "neon,sm4")]
        pub fn $name(mut x: uint32x4_t, y: uint32x4_t, z: uint32x4_t) -> uint32x4_t {
            // SAFETY: this is an SM3 instruction, which this function enables, and it accesses no memory.
            unsafe {
                asm!(concat!($instruction, " {:v}.4s, {:v}.4s, {:v}.4s"), inlateout(vreg) x, in(vreg) y, in(vreg) z,
                    options(pure, nomem, nostack, preserves_flags));
            }
            x
        }
    )* };
}

words! {
    /// Computes the first part of the next four message words, from the words 16, 9 and 4 positions before them.
    partw1 "sm3partw1";
    /// Computes the second part of the next four message words, from the first part and the words 6 and 13 positions before them.
    partw2 "sm3partw2";
}
