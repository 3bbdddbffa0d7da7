//! Separate memory for work that is done while a subject is stopped.
//!
//! A subject may be stopped inside the allocator while it holds the allocator's locks. So the checker that follows the
//! subject allocates from separate memory, in pieces whose sizes are powers of two. Each thread has its own pieces.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::{Cell, UnsafeCell},
    ptr::null_mut,
    sync::atomic::{AtomicUsize, Ordering},
};

/// The number of bytes of address space that are reserved; unused addresses take no memory.
const SIZE: usize = 1 << 36;
/// The number of bytes that a thread reserves for itself at a time.
const CHUNK: usize = 1 << 22;

static BASE: AtomicUsize = AtomicUsize::new(0);
static TAKEN: AtomicUsize = AtomicUsize::new(0);

/// The memory of one thread: lists of freed pieces, by the logarithm of their size, and the unused rest of a chunk.
struct Own {
    free: [*mut u8; 64],
    next: usize,
    end: usize,
}

thread_local! {
    static IN_USE: Cell<bool> = const { Cell::new(false) };
    static OWN: UnsafeCell<Own> = const { UnsafeCell::new(Own { free: [null_mut(); 64], next: 0, end: 0 }) };
}

/// Makes this thread allocate from the separate memory if `apart` is set, or from the system's allocator if not.
pub(crate) fn set(apart: bool) {
    IN_USE.set(apart);
}

struct Either;

#[global_allocator]
static ALLOCATOR: Either = Either;

/// Returns the first reserved address.
fn base() -> usize {
    let base = BASE.load(Ordering::Acquire);
    if base != 0 {
        return base;
    }
    let (access, kind) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE);
    // SAFETY: this maps new memory at an address that the system chooses.
    let new = unsafe { libc::mmap(null_mut(), SIZE, access, kind, -1, 0) };
    if new == libc::MAP_FAILED {
        return 0;
    }
    // if two threads come here at the same time, the memory of the first is used
    match BASE.compare_exchange(0, new as usize, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => new as usize,
        Err(first) => first,
    }
}

fn is_ours(pointer: *mut u8) -> bool {
    let base = BASE.load(Ordering::Acquire);
    base != 0 && (base..base + SIZE).contains(&(pointer as usize))
}

/// Returns the logarithm of the size of the pieces in which a layout fits.
fn class(layout: Layout) -> usize {
    layout.size().max(layout.align()).max(16).next_power_of_two().trailing_zeros() as usize
}

impl Own {
    /// Returns a piece of `1 << class` bytes. Its address is a multiple of its size, or of a page's size if that is
    /// smaller.
    fn take(&mut self, class: usize) -> *mut u8 {
        let first = self.free[class];
        if !first.is_null() {
            // SAFETY: a freed piece begins with the address of the next freed piece, or with null.
            self.free[class] = unsafe { first.cast::<*mut u8>().read() };
            return first;
        }
        let (size, align) = (1 << class, 1_usize << class.min(12));
        self.next = self.next.next_multiple_of(align);
        if self.next + size > self.end {
            let chunk = CHUNK.max(size);
            let at = TAKEN.fetch_add(chunk, Ordering::Relaxed);
            let base = base();
            if base == 0 || at + chunk > SIZE {
                return null_mut();
            }
            (self.next, self.end) = (base + at, base + at + chunk);
        }
        let piece = self.next;
        self.next += size;
        piece as *mut u8
    }
}

// SAFETY: pieces from the system's allocator are returned to it. All other pieces lie in memory that nothing else uses,
// have the requested size and alignment (at most 4 KiB, which no layout here exceeds), and have one owner at a time.
unsafe impl GlobalAlloc for Either {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !IN_USE.get() {
            // SAFETY: the caller ensures the conditions.
            return unsafe { System.alloc(layout) };
        }
        // SAFETY: only this thread uses the value, and no code called here uses it again.
        OWN.with(|own| unsafe { &mut *own.get() }.take(class(layout)))
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if !is_ours(pointer) {
            // SAFETY: the caller ensures the conditions.
            return unsafe { System.dealloc(pointer, layout) };
        }
        OWN.with(|own| {
            // SAFETY: as in `alloc`.
            let own = unsafe { &mut *own.get() };
            let list = &mut own.free[class(layout)];
            // SAFETY: a piece has at least 16 bytes, and its owner no longer uses it.
            unsafe { pointer.cast::<*mut u8>().write(*list) };
            *list = pointer;
        });
    }
}
