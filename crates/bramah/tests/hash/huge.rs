//! Compares the digests of messages of more than 4 GiB, hashed in one call, with another library.
#![allow(unsafe_code)]

use crate::{
    common::{all, quick},
    kit::Random,
};

/// A large buffer in which every window of 2 MiB is mapped to the same 2 MiB of memory.
struct Windows {
    base: *mut u8,
    len: usize,
}

const WINDOW: usize = 2 << 20;

impl Windows {
    fn new(len: usize) -> Self {
        let len = len.next_multiple_of(WINDOW);
        // SAFETY: the address space was reserved here, and every window of it is mapped to the same file.
        unsafe {
            let file = libc::memfd_create(c"window".as_ptr(), 0);
            assert_eq!(libc::ftruncate(file, WINDOW as i64), 0);
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            let base = libc::mmap(std::ptr::null_mut(), len, libc::PROT_NONE, flags, -1, 0);
            assert_ne!(base, libc::MAP_FAILED);
            for at in (0..len).step_by(WINDOW) {
                let (access, flags) =
                    (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_FIXED);
                let window = libc::mmap(base.byte_add(at), WINDOW, access, flags, file, 0);
                assert_ne!(window, libc::MAP_FAILED);
            }
            libc::close(file);
            let base = base.cast::<u8>();
            std::slice::from_raw_parts_mut(base, WINDOW).copy_from_slice(&Random(4).bytes(WINDOW));
            Self { base, len }
        }
    }
    fn bytes(&self) -> &[u8] {
        // SAFETY: the memory is mapped, and nothing writes to it any more.
        unsafe { std::slice::from_raw_parts(self.base, self.len) }
    }
}

impl Drop for Windows {
    fn drop(&mut self) {
        // SAFETY: this is the mapping that `new` made.
        unsafe { libc::munmap(self.base.cast(), self.len) };
    }
}

#[test]
fn more_than_4_gib_in_one_call() {
    if quick() {
        return;
    }
    let windows = Windows::new((4 << 30) + WINDOW);
    let message = &windows.bytes()[..(4 << 30) + 12_345];
    // all three count bytes with the same code
    let names: &[&str] = if all() { &["sha1", "sha256", "blake2b-512"] } else { &["sha256"] };
    for name in names.iter().copied() {
        let algorithm = bramah::hash::lookup(name).unwrap();
        let mut out = vec![0; algorithm.output_len()];
        algorithm.digest(message, &mut out);
        let mut reference = crate::reference::rustcrypto(name).unwrap();
        reference.update(message);
        assert_eq!(out, reference.finalize().as_ref(), "{name}");
    }
}
