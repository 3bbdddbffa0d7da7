//! The boundary to JavaScript: what a piece exports and imports.
//!
//! # Contract
//!
//! JavaScript keeps it, in `bindings/wasm/src/load.js`:
//!
//! - A pointer with a length is the beginning of that many bytes of memory, which JavaScript got from `allocate` and has
//!   not freed.
//! - The exports of an instance are called one after another, and never by a function that the instance itself has called.
#![allow(unsafe_code)] // the boundary to JavaScript

use core::cell::UnsafeCell;
#[cfg(feature = "named")]
use {
    crate::failure::Failure,
    core::slice,
    std::alloc::{GlobalAlloc, Layout, System, alloc_zeroed, dealloc},
};

/// A value of which an instance has one, and which one call uses at a time.
pub struct Single<T>(UnsafeCell<T>);

// SAFETY: an instance of a piece has one thread.
unsafe impl<T> Sync for Single<T> {}

impl<T> Single<T> {
    /// Makes the value.
    pub const fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    /// Calls a function with the value.
    pub fn with<R>(&self, body: impl FnOnce(&mut T) -> R) -> R {
        // SAFETY: one thread, and by the contract no export is called while another runs; only exports call this function,
        // each once.
        body(unsafe { &mut *self.0.get() })
    }
}

/// The length in bytes of the message buffer of a piece (a WebAssembly module) that has no allocator.
pub const BUFFER: usize = 1 << 16;

/// Makes the exports of a piece of one hash function: messages in progress by their numbers, and a buffer for the bytes of
/// messages, in which digests are returned.
#[macro_export]
macro_rules! small_piece {
    ($hash:ty) => {
        static POOL: $crate::boundary::Single<$crate::small::Pool<$hash>> =
            $crate::boundary::Single::new($crate::small::Pool::EMPTY);
        static BUFFER: $crate::boundary::Single<[u8; $crate::boundary::BUFFER]> =
            $crate::boundary::Single::new([0; $crate::boundary::BUFFER]);

        $crate::exports! {
            fn buffer() -> *mut u8 {
                BUFFER.with(|buffer| buffer.as_mut_ptr())
            }
            fn create() -> i32 {
                POOL.with(|pool| pool.create())
            }
            fn copy(slot: usize) -> i32 {
                POOL.with(|pool| pool.copy(slot))
            }
            fn update(slot: usize, len: usize) -> () {
                BUFFER.with(|buffer| {
                    POOL.with(|pool| pool.update(slot, buffer.get(..len).unwrap_or_default()));
                });
            }
            fn reset(slot: usize) -> () {
                POOL.with(|pool| pool.reset(slot));
            }
            fn finish(slot: usize) -> i32 {
                BUFFER.with(|buffer| POOL.with(|pool| pool.finish(slot, buffer)))
            }
            fn release(slot: usize) -> () {
                POOL.with(|pool| pool.release(slot));
            }
        }

        #[cfg(not(feature = "named"))]
        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            core::arch::wasm32::unreachable()
        }
    };
}

/// Exports functions under their names.
#[macro_export]
macro_rules! exports {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $returned:ty $body:block)*) => {$(
        #[allow(unsafe_code)] // the name is the module's own
        #[unsafe(no_mangle)]
        extern "C" fn $name($($argument: $type),*) -> $returned $body
    )*};
}

/// The functions of a piece.
#[cfg(feature = "named")]
pub trait Piece {
    /// No objects.
    const EMPTY: Self;

    /// Serves a request ([`requests`](crate::requests)). `input` may be overwritten with output of the same length. Other
    /// output goes to `reply`; the meaning of the number returned, below 2^31, depends on the request.
    ///
    /// # Errors
    /// The reason, for JavaScript.
    fn serve(
        &mut self,
        request: u32,
        handle: u32,
        input: &mut [u8],
        reply: &mut Vec<u8>,
    ) -> Result<u32, Failure>;
}

/// The functions of a piece, and the output of the last request.
#[cfg(feature = "named")]
pub struct Served<T> {
    piece: T,
    reply: Vec<u8>,
}

#[cfg(feature = "named")]
impl<T: Piece> Served<T> {
    /// No objects, and no output.
    pub const EMPTY: Self = Self { piece: T::EMPTY, reply: Vec::new() };

    /// Serves a request. Returns its number, or the negative number of a failure, whose text is the output.
    pub fn serve(&mut self, request: u32, handle: u32, input: &mut [u8]) -> i32 {
        self.clear();
        match self.piece.serve(request, handle, input, &mut self.reply) {
            Ok(number) => number as i32,
            Err(failure) => {
                self.reply = failure.text.into_bytes();
                -(failure.status as i32)
            }
        }
    }

    /// Returns the output of the last request.
    pub fn reply(&self) -> &[u8] {
        &self.reply
    }

    /// Erases the output of the last request. A short one leaves its memory for the next.
    pub fn clear(&mut self) {
        if self.reply.capacity() > 256 {
            self.reply = Vec::new();
        } else {
            self.reply.fill(0);
            self.reply.clear();
        }
    }
}

/// Makes the exports of a piece.
#[macro_export]
macro_rules! piece {
    ($piece:ty) => {
        static SERVED: $crate::boundary::Single<$crate::boundary::Served<$piece>> =
            $crate::boundary::Single::new($crate::boundary::Served::EMPTY);

        $crate::exports! {
            fn allocate(len: usize) -> *mut u8 {
                $crate::boundary::allocate(len)
            }
            fn free(pointer: *mut u8, len: usize) -> () {
                $crate::boundary::free(pointer, len);
            }
            fn serve(request: u32, handle: u32, pointer: *mut u8, len: usize) -> i32 {
                SERVED.with(|served| served.serve(request, handle, $crate::boundary::bytes(pointer, len)))
            }
            fn reply() -> *const u8 {
                SERVED.with(|served| served.reply().as_ptr())
            }
            fn reply_length() -> usize {
                SERVED.with(|served| served.reply().len())
            }
            fn clear() -> () {
                SERVED.with(|served| served.clear());
            }
        }
    };
}

/// Returns the bytes at a pointer.
#[cfg(feature = "named")]
pub fn bytes<'a>(pointer: *mut u8, len: usize) -> &'a mut [u8] {
    match len {
        0 => &mut [],
        // SAFETY: the contract with JavaScript, which uses the bytes again only after the call.
        _ => unsafe { slice::from_raw_parts_mut(pointer, len) },
    }
}

/// Returns memory of this length, all zeros; null if there is none, or `len` is 0.
#[cfg(feature = "named")]
pub fn allocate(len: usize) -> *mut u8 {
    match Layout::from_size_align(len, 16) {
        // SAFETY: the length is not 0.
        Ok(layout) if len > 0 => unsafe { alloc_zeroed(layout) },
        _ => core::ptr::null_mut(),
    }
}

/// Erases and frees memory that [`allocate`] returned for this length.
#[cfg(feature = "named")]
pub fn free(pointer: *mut u8, len: usize) {
    if let Ok(layout) = Layout::from_size_align(len, 16)
        && !pointer.is_null()
    {
        // SAFETY: the contract with JavaScript.
        unsafe { dealloc(pointer, layout) };
    }
}

/// The allocator of a piece, which erases all memory that is freed.
#[cfg(feature = "named")]
struct Erasing;

#[cfg(feature = "named")]
#[global_allocator]
static ALLOCATOR: Erasing = Erasing;

// SAFETY: each function calls the same function of the system's allocator; `realloc` is the default method, which copies.
#[cfg(feature = "named")]
unsafe impl GlobalAlloc for Erasing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of this function.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the memory is the caller's until it is freed.
        unsafe { pointer.write_bytes(0, layout.size()) };
        // so that the compiler does not leave the writing out
        let pointer = core::hint::black_box(pointer);
        // SAFETY: the caller upholds the contract of this function.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[cfg(feature = "named")]
#[link(wasm_import_module = "bramah")]
unsafe extern "C" {
    /// Writes random bytes. Returns 0 if there are none.
    safe fn random(pointer: *mut u8, len: usize) -> u32;
}

/// The source of random bytes of the crate `getrandom`, which the build chooses by `getrandom_backend="custom"`.
#[cfg(feature = "named")]
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(pointer: *mut u8, len: usize) -> Result<(), getrandom::Error> {
    match random(pointer, len) {
        0 => Err(getrandom::Error::UNSUPPORTED),
        _ => Ok(()),
    }
}
