//! Memory between pages that may not be touched.
#![allow(unsafe_code)]

/// Pages between two that may not be touched.
pub(crate) struct Guarded {
    base: *mut u8,
    len: usize,
    page: usize,
}

impl Guarded {
    pub(crate) fn new(len: usize) -> Self {
        // SAFETY: a fresh mapping; its first and last page are protected, those between are ours.
        unsafe {
            let page = libc::sysconf(libc::_SC_PAGESIZE) as usize;
            let len = len.next_multiple_of(page);
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let base = libc::mmap(std::ptr::null_mut(), len + 2 * page, libc::PROT_NONE, flags, -1, 0);
            assert_ne!(base, libc::MAP_FAILED);
            let inner = base.cast::<u8>().add(page);
            assert_eq!(libc::mprotect(inner.cast(), len, libc::PROT_READ | libc::PROT_WRITE), 0);
            Self { base: base.cast(), len, page }
        }
    }
    /// Returns the first `n` bytes, right after the protected page before them.
    pub(crate) fn front(&mut self, n: usize) -> &mut [u8] {
        assert!(n <= self.len);
        // SAFETY: within the pages that are ours, borrowed for as long as `self`.
        unsafe { std::slice::from_raw_parts_mut(self.base.add(self.page), n) }
    }
    /// Returns the last `n` bytes, right before the protected page after them.
    pub(crate) fn back(&mut self, n: usize) -> &mut [u8] {
        assert!(n <= self.len);
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.base.add(self.page + self.len - n), n) }
    }
    /// Returns the last bytes if `back` is set, or else the first, after a copy of these bytes to them.
    pub(crate) fn holding(&mut self, bytes: &[u8], back: bool) -> &mut [u8] {
        let to = if back { self.back(bytes.len()) } else { self.front(bytes.len()) };
        to.copy_from_slice(bytes);
        to
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the mapping made in `new`.
        unsafe { libc::munmap(self.base.cast(), self.len + 2 * self.page) };
    }
}
