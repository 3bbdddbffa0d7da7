//! The cycle counter.

/// Reads the time stamp counter, which counts at a constant rate near that of the processor's cycles. Earlier
/// instructions of the program have finished before it is read.
#[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
#[inline]
pub fn now() -> Option<u64> {
    use super::arch::{_mm_lfence, _rdtsc};
    // SAFETY: every x86 CPU since the Pentium has RDTSC, and Rust's targets for x86 have SSE2, which LFENCE belongs to.
    Some(unsafe {
        _mm_lfence();
        _rdtsc()
    })
}

/// Returns `None`: the counters of other architectures are too coarse for a few microseconds, or unavailable to
/// programs.
#[cfg(not(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64"))))]
#[inline]
pub fn now() -> Option<u64> {
    None
}
