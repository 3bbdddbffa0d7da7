//! The end of the process when a small allocation fails.
//!
//! The code that allocates large buffers reports a lack of memory itself. Small values are allocated everywhere, also
//! by libraries, and if one of these allocations failed, the standard library would abort the process.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    io::{Cursor, Write},
};

/// The size in bytes below which a failed allocation ends the process. Buffers whose failed allocation is reported
/// elsewhere are at least this large.
const SMALL: usize = 512 << 10;

/// The system's allocator, but a failed small allocation ends the process as documented: with a message, exit code 1,
/// and the temporary files removed.
struct Ending;

#[global_allocator]
static ALLOCATOR: Ending = Ending;

// SAFETY: every call is passed on to the system's allocator, which makes the promises of the trait.
unsafe impl GlobalAlloc for Ending {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller guarantees it.
        checked(unsafe { System.alloc(layout) }, layout.size())
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller guarantees it.
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller guarantees it.
        checked(unsafe { System.realloc(at, layout, size) }, size)
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller guarantees it.
        unsafe { System.dealloc(at, layout) }
    }
}

#[inline]
fn checked(at: *mut u8, size: usize) -> *mut u8 {
    if at.is_null() && size < SMALL {
        end(size);
    }
    at
}

/// Ends the process without allocating.
#[cold]
fn end(size: usize) -> ! {
    let mut message = Cursor::new([0; 80]);
    // the buffer is always long enough
    let _ = writeln!(message, "bramah: not enough memory: {size} bytes are needed");
    let len = message.position() as usize;
    let bytes = &message.get_ref()[..len];
    super::ending::clean_up();
    // SAFETY: `write` reads the bytes of one slice, and `_exit` runs no code of this process any more
    unsafe {
        libc::write(libc::STDERR_FILENO, bytes.as_ptr().cast(), len);
        libc::_exit(1)
    }
}
