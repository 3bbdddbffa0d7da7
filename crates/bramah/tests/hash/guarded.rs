//! Nothing is read or written beyond a buffer: each lies against a page that may not be touched.
#![allow(unsafe_code)]

use crate::kit::{digest, each_subject, pattern};

/// Pages between two that may not be touched.
struct Guarded {
    base: *mut u8,
    len: usize,
    page: usize,
}

impl Guarded {
    fn new(len: usize) -> Self {
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
    /// The first `n` bytes, right behind the page in front.
    fn front(&mut self, n: usize) -> &mut [u8] {
        assert!(n <= self.len);
        // SAFETY: within the pages that are ours, borrowed for as long as `self`.
        unsafe { std::slice::from_raw_parts_mut(self.base.add(self.page), n) }
    }
    /// The last `n` bytes, right before the page behind.
    fn back(&mut self, n: usize) -> &mut [u8] {
        assert!(n <= self.len);
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.base.add(self.page + self.len - n), n) }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the mapping made in `new`.
        unsafe { libc::munmap(self.base.cast(), self.len + 2 * self.page) };
    }
}

#[test]
fn one_message() {
    each_subject(|subject| {
        let data = pattern(4 * subject.block + 1);
        let out_len = subject.function.algorithm().output_len();
        let (mut input, mut output) = (Guarded::new(data.len()), Guarded::new(out_len));
        for length in 0..=data.len() {
            let expected = digest(&subject.portable, &data[..length]);
            let message = input.front(length);
            message.copy_from_slice(&data[..length]);
            subject.function.digest(message, output.front(out_len));
            assert_eq!(output.front(out_len), expected, "{}: {length} bytes", subject.name);
            let message = input.back(length);
            message.copy_from_slice(&data[..length]);
            subject.function.digest(message, output.back(out_len));
            assert_eq!(output.back(out_len), expected, "{}: {length} bytes", subject.name);
            let mut hasher = subject.function.hasher();
            let (head, tail) = input.back(length).split_at(length / 3);
            hasher.update(head);
            hasher.update(tail);
            hasher.finalize_reset_into(output.back(out_len));
            assert_eq!(output.back(out_len), expected, "{}: {length} bytes in two", subject.name);
        }
    });
}

#[test]
fn many_messages() {
    const COUNT: usize = 17;
    each_subject(|subject| {
        let out_len = subject.function.algorithm().output_len();
        let mut inputs: Vec<Guarded> = (0..COUNT).map(|_| Guarded::new(8192)).collect();
        let mut output = Guarded::new(COUNT * out_len);
        for length in (0..=3 * subject.block).step_by(7) {
            let data = pattern(length + COUNT);
            let mut messages: Vec<&[u8]> = Vec::new();
            for (i, input) in inputs.iter_mut().enumerate() {
                let message = if i % 2 == 0 { input.front(length + i) } else { input.back(length + i) };
                message.copy_from_slice(&data[..length + i]);
                messages.push(message);
            }
            let expected: Vec<u8> = messages.iter().flat_map(|m| digest(&subject.portable, m)).collect();
            subject.function.hash_many(&messages, output.front(COUNT * out_len));
            assert_eq!(output.front(COUNT * out_len), expected, "{}: {length} bytes", subject.name);
            subject.function.hash_many(&messages, output.back(COUNT * out_len));
            assert_eq!(output.back(COUNT * out_len), expected, "{}: {length} bytes", subject.name);
        }
    });
}
