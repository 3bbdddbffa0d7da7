//! Memory for results, in large pages if the system has them: a column touches each of its pages once, and the first touch of a
//! small page may take longer than its digests.

/// Advises the system about memory that has not been written yet.
#[cfg(target_os = "linux")]
pub(super) fn large<T>(room: &mut [T]) {
    use std::ffi::{c_int, c_void};

    /// The length of a large page, and the number of the advice, `MADV_HUGEPAGE`.
    const LARGE: usize = 2 << 20;
    const ADVICE: c_int = 14;
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    let (start, len) = (room.as_mut_ptr().cast::<u8>(), size_of_val(room));
    let skip = start.align_offset(LARGE);
    if len < 4 * LARGE || skip > len {
        return;
    }
    let whole = (len - skip) / LARGE * LARGE;
    // SAFETY: advice about pages that lie within the slice, which changes no byte. If it is refused, nothing is lost.
    unsafe { madvise(start.add(skip).cast(), whole, ADVICE) };
}

/// Does nothing: only Linux takes this advice.
#[cfg(not(target_os = "linux"))]
pub(super) fn large<T>(_: &mut [T]) {}
