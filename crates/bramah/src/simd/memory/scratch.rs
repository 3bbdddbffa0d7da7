//! Memory that no time is spent on clearing.

#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
use core::arch::asm;
use core::mem::MaybeUninit;

/// Words that any bytes are, and arrays of them.
///
/// # Safety
/// Any bytes are a valid value, also those that happen to lie in memory, and a value has no padding.
#[allow(unreachable_pub)] // named in a public trait
pub unsafe trait Plain: Copy {}
// SAFETY: an unsigned number.
unsafe impl Plain for u8 {}
// SAFETY: as above.
unsafe impl Plain for u32 {}
// SAFETY: as above.
unsafe impl Plain for u64 {}
// SAFETY: an array has no padding between its elements.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// Room for `N` rows of `L` words.
pub(crate) type Scratch<W, const L: usize, const N: usize> = Room<[W; L], N>;

/// Room for `N` of something.
#[repr(align(16))] // the most that takes no register for the frame
pub(crate) struct Room<T: Plain, const N: usize>(MaybeUninit<[T; N]>);

impl<T: Plain, const N: usize> Room<T, N> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// What it is room for, holding anything.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    pub(crate) fn rows(&mut self) -> &mut [T; N] {
        // SAFETY: to the compiler the assembly, a comment, has written all of it with the bytes
        // that happen to be there; any are valid words.
        unsafe {
            asm!("/* {0} */", in(reg) self.0.as_mut_ptr(), options(nostack, preserves_flags));
            self.0.assume_init_mut()
        }
    }

    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(MaybeUninit::zeroed())
    }

    /// What it is room for, zero.
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    #[inline(always)]
    pub(crate) fn rows(&mut self) -> &mut [T; N] {
        // SAFETY: zeros are valid words.
        unsafe { self.0.assume_init_mut() }
    }
}

/// A value that lies in memory, and begins a line of the cache. A function that has one has its stack so, and
/// no register that it keeps there lies on two lines, which takes twice as long or longer.
#[repr(align(64))]
pub(crate) struct Line<T>(T);

impl<T> Line<T> {
    #[inline(always)]
    pub(crate) fn new(value: T) -> Self {
        Self(value)
    }

    /// The value, in memory.
    #[inline(always)]
    pub(crate) fn get(&mut self) -> &mut T {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
        // SAFETY: a comment; what it could do with the value is to write what is there already.
        unsafe {
            asm!("/* {0} */", in(reg) &mut self.0, options(nostack, preserves_flags));
        }
        &mut self.0
    }
}
