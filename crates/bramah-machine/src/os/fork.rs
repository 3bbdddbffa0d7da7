//! Detection of a fork of the process.
//!
//! A number is stored in memory that a forked process does not inherit. On Linux this is a page that the kernel clears in the
//! child (`MADV_WIPEONFORK`, since version 4.14), however the child was forked. Without such a page, an `atfork` function clears
//! the number. Then the process ID is compared as well, because a child that was forked by the bare system call runs no `atfork`
//! functions. On systems that do not fork processes (Windows, WebAssembly, no operating system) nothing is detected.
//!
//! Copies of a process that are not forks are not detected: a virtual machine that is copied while it runs, or a process that is
//! restored twice from one image.

#[cfg(all(unix, not(target_family = "wasm")))]
pub use unix::Watch;

/// The fork detector on systems that do not fork processes.
#[cfg(not(all(unix, not(target_family = "wasm"))))]
pub struct Watch;

#[cfg(not(all(unix, not(target_family = "wasm"))))]
impl Watch {
    /// Makes a detector.
    pub fn new() -> Self {
        Self
    }
    /// Returns false, because there are no forks.
    #[inline]
    pub fn forked(&self) -> bool {
        false
    }
}

#[cfg(all(unix, not(target_family = "wasm")))]
mod unix {
    use core::{
        ptr,
        sync::atomic::{AtomicPtr, AtomicUsize, Ordering},
    };

    /// A fork detector. It holds the number that the process had when the detector was created. Every process has a different
    /// number than its parent.
    ///
    /// The numbers of a process and of its ancestors ascend, so the number that a child inherits never equals its own number.
    pub struct Watch {
        number: &'static AtomicUsize,
        seen: usize,
        /// The process ID; `None` if the kernel clears the memory of the number.
        process: Option<libc::pid_t>,
    }

    impl Watch {
        /// Makes a detector of the forks that happen after this call.
        pub fn new() -> Self {
            let (number, cleared) = number();
            let process = if cleared { None } else { Some(process()) };
            Self { number, seen: current(number), process }
        }

        /// Returns whether this process was forked since the detector was created. If the kernel clears the number, this takes
        /// one load.
        #[inline]
        pub fn forked(&self) -> bool {
            self.number.load(Ordering::Relaxed) != self.seen
                || self.process.is_some_and(|number| number != process())
        }

        /// Returns a detector as if it had been created by the parent of this process.
        #[doc(hidden)] // only for the test of the random generator
        pub fn inherited() -> Self {
            let now = Self::new();
            Self { seen: now.seen - 1, ..now }
        }
    }

    fn process() -> libc::pid_t {
        // SAFETY: `getpid` has no conditions.
        unsafe { libc::getpid() }
    }

    /// The highest number so far, in this process and its ancestors.
    static HIGHEST: AtomicUsize = AtomicUsize::new(0);

    /// Returns the number of this process. In a process that has just been forked the stored number is 0, and the process takes
    /// the next number.
    fn current(number: &AtomicUsize) -> usize {
        match number.load(Ordering::Relaxed) {
            0 => {
                let next = HIGHEST.fetch_add(1, Ordering::Relaxed) + 1;
                match number.compare_exchange(0, next, Ordering::Relaxed, Ordering::Relaxed) {
                    Ok(_) => next,
                    // another thread stored a number first
                    Err(there) => there,
                }
            }
            there => there,
        }
    }

    /// The memory of the number if the kernel cannot clear it.
    static INHERITED: AtomicUsize = AtomicUsize::new(0);
    /// A pointer to the memory of the number; null until the memory has been chosen.
    static PLACE: AtomicPtr<AtomicUsize> = AtomicPtr::new(ptr::null_mut());

    /// Returns the memory of the number, and whether the kernel clears it.
    fn number() -> (&'static AtomicUsize, bool) {
        let mut place = PLACE.load(Ordering::Acquire);
        if place.is_null() {
            let page = cleared_page();
            let made = page.unwrap_or_else(|| ptr::from_ref(&INHERITED).cast_mut());
            place = match PLACE.compare_exchange(ptr::null_mut(), made, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => {
                    if page.is_none() {
                        clear_in_children();
                    }
                    made
                }
                // another thread stored its page first, and this one stays unused
                Err(there) => there,
            };
        }
        // SAFETY: either `INHERITED` or the beginning of a page that is never unmapped and that holds zeros or a number
        // that was stored there.
        (unsafe { &*place }, !ptr::eq(place, &INHERITED))
    }

    /// Returns a page of zeros that is cleared again in every process forked from this one.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn cleared_page() -> Option<*mut AtomicUsize> {
        // `mmap` and `madvise` round this length up to a whole page
        const LEN: usize = size_of::<AtomicUsize>();
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: the call only requests new memory.
        let page = unsafe { libc::mmap(ptr::null_mut(), LEN, access, kind, -1, 0) };
        if page == libc::MAP_FAILED {
            return None;
        }
        // SAFETY: the page was just mapped, private and anonymous, as this advice requires.
        if unsafe { libc::madvise(page, LEN, libc::MADV_WIPEONFORK) } != 0 {
            // SAFETY: the page was just mapped, and there is no other pointer to it.
            unsafe { libc::munmap(page, LEN) };
            return None;
        }
        Some(page.cast())
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    fn cleared_page() -> Option<*mut AtomicUsize> {
        None
    }

    /// Registers a function that clears the number in every child that the C library forks. If this fails, only the process ID
    /// detects a fork.
    fn clear_in_children() {
        extern "C" fn clear() {
            INHERITED.store(0, Ordering::Relaxed);
        }
        // SAFETY: `clear` may be called at any time in a child, because it only stores to an atomic.
        let _ = unsafe { libc::pthread_atfork(None, None, Some(clear)) };
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn numbers_ascend_and_are_never_zero() {
            let number = AtomicUsize::new(0);
            let first = current(&number);
            assert_eq!((current(&number), number.load(Ordering::Relaxed)), (first, first));
            number.store(0, Ordering::Relaxed); // as in a child
            assert!(first > 0 && current(&number) > first);
        }

        #[test]
        fn the_other_way_to_notice_a_fork() {
            static NUMBER: AtomicUsize = AtomicUsize::new(0);
            let watch = |process| Watch { number: &NUMBER, seen: current(&NUMBER), process: Some(process) };
            let (this, other) = (watch(process()), watch(process() + 1));
            assert!(!this.forked() && other.forked());
            NUMBER.store(0, Ordering::Relaxed); // as `clear` does
            assert!(this.forked());
        }
    }
}
