//! Buffers that are not cleared on creation.

#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
use core::arch::asm;
use core::mem::MaybeUninit;

/// Types for which every bit pattern is a valid value: unsigned words and arrays of words.
///
/// # Safety
/// Every bit pattern must be a valid value, also one that happens to be in memory, and a value must have no padding.
#[allow(unreachable_pub)] // used in a public trait
pub unsafe trait Plain: Copy {}
// SAFETY: every bit pattern is a valid `u8`, and `u8` has no padding.
unsafe impl Plain for u8 {}
// SAFETY: every bit pattern is a valid `u32`, and `u32` has no padding.
unsafe impl Plain for u32 {}
// SAFETY: every bit pattern is a valid `u64`, and `u64` has no padding.
unsafe impl Plain for u64 {}
// SAFETY: an array has no padding between its elements.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// A buffer for `N` rows of `L` words.
pub type Scratch<W, const L: usize, const N: usize> = Room<[W; L], N>;

/// A buffer for `N` values.
#[repr(align(16))] // the largest alignment that needs no extra register for the stack frame
pub struct Room<T: Plain, const N: usize>(MaybeUninit<[T; N]>);

impl<T: Plain, const N: usize> Room<T, N> {
    /// Makes a buffer with unspecified contents.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    pub fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// Returns the values of the buffer, whose contents are unspecified.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    pub fn rows(&mut self) -> &mut [T; N] {
        // SAFETY: the assembly is only a comment, but to the compiler it may have written all of the buffer. So the buffer counts
        // as initialised with the bytes that it happens to hold, and every bit pattern is a valid value.
        unsafe {
            asm!("/* {0} */", in(reg) self.0.as_mut_ptr(), options(nostack, preserves_flags));
            self.0.assume_init_mut()
        }
    }

    /// Makes a buffer of zeros.
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    #[inline(always)]
    pub fn new() -> Self {
        Self(MaybeUninit::zeroed())
    }

    /// Returns the values of the buffer, all zero.
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    #[inline(always)]
    pub fn rows(&mut self) -> &mut [T; N] {
        // SAFETY: the buffer was initialised with zeros.
        unsafe { self.0.assume_init_mut() }
    }
}

/// A value in memory, aligned to a cache line. A function with a value of this type also has an aligned stack frame,
/// so no spilled register crosses a cache line: that would take at least twice as long.
#[repr(align(64))]
pub struct Line<T>(T);

impl<T> Line<T> {
    /// Puts a value at the start of a cache line.
    #[inline(always)]
    pub fn new(value: T) -> Self {
        Self(value)
    }

    /// Returns a reference to the value, which forces it into memory.
    #[inline(always)]
    pub fn get(&mut self) -> &mut T {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
        // SAFETY: the assembly is only a comment, so it leaves the value unchanged.
        unsafe {
            asm!("/* {0} */", in(reg) &mut self.0, options(nostack, preserves_flags));
        }
        &mut self.0
    }
}

/// Aligns the stack frame of the function into which it is inlined to the alignment of a [`Line`].
#[inline(always)]
pub fn align_frame() {
    Line::new(0_u8).get();
}
