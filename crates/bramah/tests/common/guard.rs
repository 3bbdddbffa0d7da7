//! Memory between two pages without read and write access.
#![allow(unsafe_code)]

/// Pages of memory between two pages without read and write access.
pub(crate) struct Guarded {
    base: *mut u8,
    len: usize,
    page: usize,
}

impl Guarded {
    pub(crate) fn new(len: usize) -> Self {
        // SAFETY: the mapping is new; its first and last pages are protected, and only this value uses the pages
        // between.
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
    /// Returns the first `n` bytes, which begin right after the protected page.
    pub(crate) fn front(&mut self, n: usize) -> &mut [u8] {
        assert!(n <= self.len);
        // SAFETY: these bytes lie in the pages of this value, and are borrowed for as long as `self`.
        unsafe { std::slice::from_raw_parts_mut(self.base.add(self.page), n) }
    }
    /// Returns the last `n` bytes, which end right before the protected page.
    pub(crate) fn back(&mut self, n: usize) -> &mut [u8] {
        assert!(n <= self.len);
        // SAFETY: as in `front`.
        unsafe { std::slice::from_raw_parts_mut(self.base.add(self.page + self.len - n), n) }
    }
    /// Copies `bytes` to the end of the memory if `back` is set, or else to its beginning, and returns the copy.
    pub(crate) fn holding(&mut self, bytes: &[u8], back: bool) -> &mut [u8] {
        let to = if back { self.back(bytes.len()) } else { self.front(bytes.len()) };
        to.copy_from_slice(bytes);
        to
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: this is the mapping that `new` made.
        unsafe { libc::munmap(self.base.cast(), self.len + 2 * self.page) };
    }
}
