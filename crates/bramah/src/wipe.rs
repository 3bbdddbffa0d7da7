//! Erasing memory.

/// Zeroes the stack below the caller: what the functions that it called have left there. Their
/// frames are known to be smaller than this.
#[inline(never)]
pub(crate) fn stack() {
    wipe(&mut [0u64; 1024]);
}

/// Zeroes `words` in a way that the compiler keeps.
#[inline]
pub(crate) fn wipe<T: Copy + Default>(words: &mut [T]) {
    words.fill(T::default());
    // the barrier counts as a read of all of `words`, so the stores above cannot be dropped
    zeroize::optimization_barrier(words);
}
