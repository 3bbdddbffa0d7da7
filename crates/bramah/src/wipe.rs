//! Erasing memory.

/// Zeroes `words` in a way that the compiler keeps.
#[inline]
pub(crate) fn wipe<T: Copy + Default>(words: &mut [T]) {
    words.fill(T::default());
    // the barrier counts as a read of all of `words`, so the stores above cannot be dropped
    zeroize::optimization_barrier(words);
}
