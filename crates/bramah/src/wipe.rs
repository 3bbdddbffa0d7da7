//! Erasing memory.

/// A part of the stack below a caller, which is erased after kernels that a key went through. Each candidate names one; the
/// assembly gate reads which, and limits the frames of the candidate's kernels to less. The rest is for the calls that
/// lead to a kernel.
pub(crate) struct Stack {
    /// The length of that part in bytes.
    pub(crate) bytes: usize,
    zero: fn(),
}

/// 2 KiB, for frames of at most 1.25 KiB.
pub(crate) static NARROW: Stack = Stack { bytes: 2 << 10, zero: narrow };
/// 3 KiB, for frames of at most 2 KiB.
pub(crate) static SHALLOW: Stack = Stack { bytes: 3 << 10, zero: shallow };
/// 6 KiB, for frames of at most 3 KiB.
pub(crate) static MIDDLE: Stack = Stack { bytes: 6 << 10, zero: middle };
/// 12 KiB, for frames of at most 8 KiB: those of all kernels for which nothing else is said.
pub(crate) static WHOLE: Stack = Stack { bytes: 12 << 10, zero: stack };

impl Stack {
    /// Zeroes this part of the stack below the caller.
    #[inline(always)]
    pub(crate) fn erase(&self) {
        (self.zero)();
    }

    /// Calls `f` in a stack frame of its own, erases this part of the stack, and returns the result.
    #[inline(always)]
    pub(crate) fn after<T>(&self, f: impl FnOnce() -> T) -> T {
        let value = apart(f);
        self.erase();
        value
    }
}

/// Zeroes 12 KiB of the stack below the caller, where functions that it has called may have left secrets.
#[inline(never)]
pub(crate) fn stack() {
    wipe(&mut [0u64; 1536]);
}

/// Zeroes 6 KiB of the stack below the caller.
#[inline(never)]
fn middle() {
    wipe(&mut [0u64; 768]);
}

/// Zeroes 3 KiB of the stack below the caller.
#[inline(never)]
fn shallow() {
    wipe(&mut [0u64; 384]);
}

/// Zeroes 2 KiB of the stack below the caller.
#[inline(never)]
fn narrow() {
    wipe(&mut [0u64; 256]);
}

/// Zeroes 24 KiB of the stack below the caller, for modes that hold chunks of a message of up to 4 KiB beside a kernel.
#[inline(never)]
pub(crate) fn chunks() {
    wipe(&mut [0u64; 3072]);
}

/// Zeroes 64 KiB of the stack below the caller, for kernels that hold large tables.
#[inline(never)]
pub(crate) fn deep() {
    wipe(&mut [0u64; 8192]);
}

/// Calls `f` in a stack frame of its own, zeroes 12 KiB of that stack, and returns the result. For values that `f`
/// builds on the stack and that are then moved into a box.
pub(crate) fn after<T>(f: impl FnOnce() -> T) -> T {
    WHOLE.after(f)
}

/// Calls `f` in a stack frame of its own, zeroes 64 KiB of that stack, and returns the result. For functions that copy
/// large values which hold a key.
pub(crate) fn behind_deep<T>(f: impl FnOnce() -> T) -> T {
    let value = apart(f);
    deep();
    value
}

#[inline(never)]
fn apart<T>(f: impl FnOnce() -> T) -> T {
    f()
}

/// Zeroes `words` in a way that the compiler keeps.
#[inline]
pub(crate) fn wipe<T: Copy + Default>(words: &mut [T]) {
    words.fill(T::default());
    // the barrier counts as a read of all of `words`, so the stores above cannot be dropped
    zeroize::optimization_barrier(words);
}
