//! Erasing memory.

/// Zeroes the stack below the caller: what the functions that it called have left there. Their
/// frames are known to be smaller than this.
#[inline(never)]
pub(crate) fn stack() {
    wipe(&mut [0u64; 1536]);
}

/// What `f` gives, in a function of its own whose stack is zeroed then: for what is made there and moved into a box.
pub(crate) fn behind<T>(f: impl FnOnce() -> T) -> T {
    let value = apart(f);
    stack();
    value
}

/// The same, several times as deep: for what copies large values that hold a key.
pub(crate) fn behind_deep<T>(f: impl FnOnce() -> T) -> T {
    #[inline(never)]
    fn deep() {
        wipe(&mut [0u64; 8192]);
    }
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
