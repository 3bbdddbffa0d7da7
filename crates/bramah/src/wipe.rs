//! Erasing memory.

// The assembly gate limits the frames of kernels to less than these sizes: `FRAMES` in its `main.rs`. The rest of each
// size is for the calls that lead to a kernel.

/// Zeroes 12 KiB of the stack below the caller, where functions that it has called may have left secrets.
#[inline(never)]
pub(crate) fn stack() {
    wipe(&mut [0u64; 1536]);
}

/// Zeroes 6 KiB of the stack below the caller, for kernels whose frames are known to be small: those of Rijndael.
#[inline(never)]
pub(crate) fn shallow() {
    wipe(&mut [0u64; 768]);
}

/// Zeroes 1.5 KiB of the stack below the caller, for those kernels of Rijndael that the assembly gate limits to a smaller frame.
#[inline(never)]
pub(crate) fn narrow() {
    wipe(&mut [0u64; 192]);
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
    let value = apart(f);
    stack();
    value
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
