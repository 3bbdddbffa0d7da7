//! Functions of other libraries under their original names, for programs that were written for those libraries. The
//! programs include the original header and link with Bramah. Like the originals, the functions return no errors: for
//! invalid arguments, which the originals assert or leave undefined, they write a message to standard error and abort.

pub mod blake2b;
pub mod chacha;
pub mod fastpbkdf2;

use crate::memory::Input;
use zeroize::Zeroizing;

/// Writes a message to standard error and aborts, because the function has no way to return an error.
#[cold]
fn refuse(function: &str, what: &str) -> ! {
    eprintln!("{function}: {what}");
    std::process::abort();
}

/// Returns the `len` bytes at `pointer` as a slice; aborts if the pointer is null and `len` is not 0, or if `len` is impossible.
///
/// # Safety
/// The pointer is null, or `len` bytes can be read from it, and do not change, for `'a`.
unsafe fn read<'a>(function: &str, name: &'static str, pointer: *const u8, len: usize) -> &'a [u8] {
    // SAFETY: the caller upholds the contract of this function.
    match unsafe { Input { name, pointer, len }.get() } {
        Ok(bytes) => bytes,
        Err(_) => refuse(function, &format!("{name} is null, or its length is impossible")),
    }
}

/// Returns the `len` bytes at `pointer` as a writable slice; aborts if the pointer is null and `len` is not 0, or if `len` is
/// impossible.
///
/// # Safety
/// The pointer is null, or `len` bytes can be written, and nothing else uses them, for `'a`.
unsafe fn write<'a>(function: &str, name: &'static str, pointer: *mut u8, len: usize) -> &'a mut [u8] {
    // SAFETY: the caller upholds the contract of this function.
    match unsafe { crate::memory::apart([], [crate::memory::Output { name, pointer, len }]) } {
        Ok(([], [bytes])) => bytes,
        Err(_) => refuse(function, &format!("{name} is null, or its length is impossible")),
    }
}

/// Returns whether two byte ranges overlap.
fn overlap(a: (*const u8, usize), b: (*const u8, usize)) -> bool {
    let (a, b) = ((a.0 as usize, a.1), (b.0 as usize, b.1));
    a.1 > 0 && b.1 > 0 && a.0 < b.0.saturating_add(b.1) && b.0 < a.0.saturating_add(a.1)
}

/// Returns a copy of bytes, which is erased when it is dropped.
fn copied(bytes: &[u8]) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(bytes.to_vec())
}
