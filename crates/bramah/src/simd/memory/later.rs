//! What is made when it is first needed.

use crate::simd::memory::Plain;
use core::mem::MaybeUninit;

/// Room for something that most of its owners never make: it costs nothing before.
#[derive(Clone, Copy)]
pub(crate) struct Later<T: Plain> {
    value: MaybeUninit<T>,
    /// Whether it has been made; `value` is initialised then.
    made: bool,
}

impl<T: Plain> Later<T> {
    /// Nothing yet.
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { value: MaybeUninit::uninit(), made: false }
    }

    /// What was made.
    #[inline(always)]
    pub(crate) fn get(&self) -> Option<&T> {
        // SAFETY: it has been made.
        self.made.then(|| unsafe { self.value.assume_init_ref() })
    }

    /// What was made, for the last time: to erase it.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Option<&mut T> {
        // SAFETY: it has been made.
        core::mem::take(&mut self.made).then(|| unsafe { self.value.assume_init_mut() })
    }

    /// Here it is.
    #[inline(always)]
    pub(crate) fn put(&mut self, value: T) -> &T {
        self.made = true;
        self.value.write(value)
    }
}
