//! Values that are opaque to the compiler.
//!
//! The compiler rewrites shuffles that it understands, mostly for the better. In some places it makes a chain of dependent
//! steps longer, or spills values to the stack that are in memory anyway. These functions prevent that. Most of them compile to
//! no instruction.

use crate::simd::arch::*;
use core::arch::asm;

macro_rules! registers {
    ($($name:ident $register:ident $class:ident $features:literal;)*) => { $(
        /// Returns `x` unchanged. The compiler moves no operation across this call.
        #[inline]
        #[target_feature(enable = $features)]
        pub fn $name(mut x: $register) -> $register {
            // SAFETY: the assembly is only a comment, without an instruction.
            unsafe { asm!("/* {0} */", inout($class) x, options(pure, nomem, nostack, preserves_flags)) }
            x
        }
    )* };
}

registers! {
    opaque128 __m128i xmm_reg "sse2";
    opaque256 __m256i ymm_reg "avx";
    opaque512 __m512i zmm_reg "avx512f";
}

/// Returns the bytes of `b` where the mask has a one, and the bytes of `a` elsewhere, all from registers. The compiler would load
/// one operand from memory under the mask, so that the bytes that are read would depend on the mask.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub fn blended512(mask: u64, a: __m512i, b: __m512i) -> __m512i {
    let blended;
    // SAFETY: the instruction only uses registers, and this function enables its features.
    unsafe {
        asm!("vpblendmb {}{{{}}}, {}, {}", lateout(zmm_reg) blended, in(kreg) mask, in(zmm_reg) a, in(zmm_reg) b,
            options(pure, nomem, nostack, preserves_flags));
    }
    blended
}

/// Returns the registers unchanged, but computed in program order.
#[inline]
#[target_feature(enable = "avx")]
pub fn in_order256([mut a, mut b, mut c, mut d]: [__m256i; 4]) -> [__m256i; 4] {
    // SAFETY: the assembly is only a comment, without an instruction. It is not `pure`, because then the compiler could reorder
    // it.
    unsafe {
        asm!("/* {0} {1} {2} {3} */", inout(ymm_reg) a, inout(ymm_reg) b, inout(ymm_reg) c, inout(ymm_reg) d,
            options(nomem, nostack, preserves_flags));
    }
    [a, b, c, d]
}

/// Shifts 16-bit words to the right by four bits with a multiplication, because shifts would use the CPU's shuffle units. The
/// instruction is in assembly because the compiler would turn a product with a power of two into a shift.
#[inline]
#[target_feature(enable = "avx2")]
pub fn shifted_by_4(x: __m256i) -> __m256i {
    static FACTORS: [u16; 16] = [1 << 12; 16];
    let shifted;
    // SAFETY: the instruction reads only the 32 bytes of the array, and this function enables its features.
    unsafe {
        asm!("vpmulhuw {}, {}, [{}]", lateout(ymm_reg) shifted, in(ymm_reg) x, in(reg) &FACTORS,
            options(pure, readonly, nostack, preserves_flags));
    }
    shifted
}

/// Returns `x` unchanged. Pinned values are computed in program order.
#[inline]
#[target_feature(enable = "avx")]
pub fn pinned256(mut x: __m256i) -> __m256i {
    // SAFETY: the assembly is only a comment, without an instruction. It is not `pure`, because then the compiler could reorder
    // it.
    unsafe { asm!("/* {0} */", inout(ymm_reg) x, options(nomem, nostack, preserves_flags)) }
    x
}

#[cfg(target_arch = "x86_64")]
macro_rules! pinned {
    ($($name:ident $word:ident $comment:literal;)*) => { $(
        /// Returns `x` unchanged. Pinned values are computed in program order.
        #[inline(always)]
        pub fn $name(mut x: $word) -> $word {
            // SAFETY: the assembly is only a comment, without an instruction. It is not `pure`, because then the compiler could
            // reorder it.
            unsafe { asm!($comment, inlateout(reg) x, options(nomem, nostack, preserves_flags)) }
            x
        }
    )* };
}

#[cfg(target_arch = "x86_64")]
pinned! {
    pinned u64 "/* {0} */";
    pinned32 u32 "/* {0:e} */";
}

/// Returns the pointer unchanged. The compiler then reads values through it again, even if it has read them before.
#[allow(clippy::pointers_in_nomem_asm_block)] // nothing is read
#[inline(always)]
pub fn read_again<T>(mut pointer: *const T) -> *const T {
    // SAFETY: the assembly is only a comment, without an instruction. The assembly is not `pure`, because then the compiler
    // could merge two copies of it.
    unsafe { asm!("/* {0} */", inout(reg) pointer, options(nomem, nostack, preserves_flags)) }
    pointer
}

/// Returns `x` unchanged. The compiler then reads values through it again, even if it has read them before.
#[inline(always)]
pub fn opaque_ref<T>(x: &T) -> &T {
    // SAFETY: the pointer comes from the reference.
    unsafe { &*read_again(x) }
}

/// Returns `x` unchanged. The compiler then reads elements through it again, even if it has read them before.
#[inline(always)]
pub fn opaque_slice<T>(x: &[T]) -> &[T] {
    // SAFETY: the pointer and the length come from the slice.
    unsafe { core::slice::from_raw_parts(read_again(x.as_ptr()), x.len()) }
}

/// Returns the pointer unchanged, in a register of its own, so that the compiler does not copy it and the value next to it in
/// memory with one vector load.
#[allow(clippy::pointers_in_nomem_asm_block)] // nothing is read
#[inline(always)]
pub fn opaque_pointer(mut x: *mut u8) -> *mut u8 {
    // SAFETY: the assembly is only a comment, without an instruction.
    unsafe { asm!("/* {0} */", inout(reg) x, options(pure, nomem, nostack, preserves_flags)) }
    x
}

/// Makes the compiler treat `x` as written to memory here. Without this call, words that are loaded one by one from memory to
/// which a register was stored would be extracted from the register instead.
#[inline(always)]
pub fn opaque_mut<T>(x: &mut T) {
    // SAFETY: the assembly is only a comment, without an instruction, so it leaves `x` unchanged.
    unsafe { asm!("/* {0} */", in(reg) x, options(nostack, preserves_flags)) }
}
