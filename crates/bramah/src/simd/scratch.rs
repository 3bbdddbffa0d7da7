//! Memory of a kernel's own.

use core::{arch::asm, mem::MaybeUninit};

/// Words that any bytes are.
pub(crate) trait Plain: Copy {}
impl Plain for u8 {}
impl Plain for u32 {}
impl Plain for u64 {}

/// Room for `N` rows of `L` words, which no time is spent on clearing.
#[repr(align(16))] // the most that takes no register for the frame
pub(crate) struct Scratch<W: Plain, const L: usize, const N: usize>(MaybeUninit<[[W; L]; N]>);

impl<W: Plain, const L: usize, const N: usize> Scratch<W, L, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// The rows, holding anything.
    #[inline(always)]
    pub(crate) fn rows(&mut self) -> &mut [[W; L]; N] {
        // SAFETY: to the compiler the assembly, a comment, has written all of it with the bytes
        // that happen to be there; any are valid words.
        unsafe {
            asm!("/* {0} */", in(reg) self.0.as_mut_ptr(), options(nostack, preserves_flags));
            self.0.assume_init_mut()
        }
    }
}
