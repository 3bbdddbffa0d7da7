//! Values that are built on first use.

use crate::simd::memory::Plain;
use core::mem::MaybeUninit;

/// A value that is built on first use; creating it unbuilt costs nothing.
#[derive(Clone, Copy)]
pub struct Lazy<T: Plain> {
    value: MaybeUninit<T>,
    /// Whether the value has been built; `value` is then initialised.
    made: bool,
}

impl<T: Plain> Lazy<T> {
    /// Makes a value that is not built yet.
    #[inline(always)]
    pub const fn new() -> Self {
        Self { value: MaybeUninit::uninit(), made: false }
    }

    /// Returns the value, if it has been built.
    #[inline(always)]
    pub fn get(&self) -> Option<&T> {
        // SAFETY: `made` is true only if the value is initialised.
        self.made.then(|| unsafe { self.value.assume_init_ref() })
    }

    /// Returns the value to be erased. Afterwards the value counts as not built.
    #[inline(always)]
    pub fn take(&mut self) -> Option<&mut T> {
        // SAFETY: `made` is true only if the value is initialised.
        core::mem::take(&mut self.made).then(|| unsafe { self.value.assume_init_mut() })
    }

    /// Stores the value and returns a reference to it.
    #[inline(always)]
    pub fn put(&mut self, value: T) -> &T {
        self.made = true;
        self.value.write(value)
    }
}
