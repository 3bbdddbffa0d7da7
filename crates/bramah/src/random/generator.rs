//! A random number generator for secrets: D. J. Bernstein, *Fast-key-erasure random-number generators*, 2017, over ChaCha20, with
//! keys from the operating system.
//!
//! Each keystream begins with the next key, which replaces the key of this keystream. Bytes are erased when they are returned. So
//! an attacker who sees the state learns nothing about earlier output.

use crate::{Error, os::Watch, stream::chacha::ChaCha20, wipe};
use core::fmt;

/// The number of bytes that are generated in advance for short requests.
const BUFFER: usize = 1024;
const KEY: usize = 32;
/// The number of bytes after which new bytes from the operating system are mixed in, so that an attacker who has seen a state
/// cannot predict later states.
const RENEW: u64 = 1 << 24;

/// A generator of random bytes for secrets: keys, nonces, passwords.
///
/// ```
/// use bramah::random::Generator;
///
/// let mut key = [0; 32];
/// Generator::new()?.fill(&mut key)?;
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// The generator gets its key from the operating system, and mixes in new bytes from there after every 16 MiB. In a forked
/// process it mixes in new bytes before it returns any, so that the bytes differ from those of the parent. On Linux and Android
/// 4.14 and later, the kernel signals a fork: it clears a page of memory in every forked process (`MADV_WIPEONFORK`). This also
/// works if parent and child have the same process number, in different namespaces, and if the system call was made without the
/// C library. On other Unix systems, an `atfork` function and the process number signal a fork. Together they miss only a child
/// that was forked without the C library and has the process number of its parent. On Windows, on WebAssembly and without an
/// operating system, processes are not forked. The generator does not detect a virtual machine that is copied while it runs, or
/// a process that is restored twice from one image.
pub struct Generator {
    key: [u8; KEY],
    /// The bytes for short requests. The bytes before index `next` have been returned, and are zeros.
    buffer: [u8; BUFFER],
    next: usize,
    /// The number of bytes that may be returned before the operating system is asked for new bytes.
    left: u64,
    /// Detects whether the process was forked after the key was last renewed.
    watch: Watch,
}

impl Generator {
    /// Returns an independent generator.
    ///
    /// # Errors
    /// [`Error::NoEntropy`] if the operating system returns no random bytes.
    pub fn new() -> Result<Self, Error> {
        let mut new = Self { key: [0; KEY], buffer: [0; BUFFER], next: BUFFER, left: 0, watch: Watch::new() };
        new.renew()?;
        Ok(new)
    }

    /// Fills `out` with random bytes.
    ///
    /// # Errors
    /// [`Error::NoEntropy`] if the operating system had to be asked again but returned no random bytes. `out` is then unchanged.
    pub fn fill(&mut self, out: &mut [u8]) -> Result<(), Error> {
        if self.left == 0 || self.watch.forked() {
            self.renew()?;
        }
        self.left = self.left.saturating_sub(out.len() as u64);
        let rest = BUFFER - self.next;
        if out.len() > rest + BUFFER {
            self.keystream(out);
            return Ok(());
        }
        let (first, second) = out.split_at_mut(out.len().min(rest));
        self.take(first);
        if !second.is_empty() {
            let mut buffer = [0; BUFFER];
            self.keystream(&mut buffer);
            (self.buffer, self.next) = (buffer, 0);
            wipe::wipe(&mut buffer);
            self.take(second);
        }
        Ok(())
    }

    /// Copies bytes from the buffer to `out` and erases them in the buffer, which must contain at least as
    /// many bytes.
    fn take(&mut self, out: &mut [u8]) {
        let taken = &mut self.buffer[self.next..][..out.len()];
        out.copy_from_slice(taken);
        wipe::wipe(taken);
        self.next += out.len();
    }

    /// Generates keystream under the current key. Its first 32 bytes become the next key, and the rest is written to
    /// `out`.
    fn keystream(&mut self, out: &mut [u8]) {
        let mut next = [0; KEY];
        let done = ChaCha20::new(&self.key, &[0; 8])
            .and_then(|mut stream| stream.keystream(&mut next).and_then(|()| stream.keystream(out)));
        done.expect("lengths that ChaCha20 takes, and a keystream longer than any memory");
        self.key = next;
        wipe::wipe(&mut next);
    }

    /// Mixes bytes from the operating system into the key, and derives a new key from both.
    fn renew(&mut self) -> Result<(), Error> {
        let watch = Watch::new(); // made before the bytes are requested, to detect a fork in between
        let mut more = [0; KEY];
        getrandom::fill(&mut more).map_err(|_| Error::NoEntropy)?;
        for (key, more) in self.key.iter_mut().zip(&more) {
            *key ^= more;
        }
        wipe::wipe(&mut more);
        wipe::wipe(&mut self.buffer);
        self.keystream(&mut []);
        (self.next, self.left, self.watch) = (BUFFER, RENEW, watch);
        Ok(())
    }
}

impl rand_core::TryRng for Generator {
    type Error = Error;

    fn try_next_u32(&mut self) -> Result<u32, Error> {
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }
    fn try_next_u64(&mut self) -> Result<u64, Error> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }
    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Error> {
        self.fill(out)
    }
}

impl rand_core::TryCryptoRng for Generator {}

impl Drop for Generator {
    fn drop(&mut self) {
        wipe::wipe(&mut self.key);
        wipe::wipe(&mut self.buffer);
    }
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{vec, vec::Vec};

    /// Returns a generator that starts with this key and never asks the operating system again.
    fn from(key: [u8; KEY]) -> Generator {
        Generator { key, buffer: [0; BUFFER], next: BUFFER, left: u64::MAX, watch: Watch::new() }
    }

    /// Recomputes the whole output: the keystream of each buffer begins with the next key.
    #[test]
    fn keys_are_erased_and_bytes_are_the_keystream() {
        let mut expected = Vec::new();
        let mut key = [7; KEY];
        for _ in 0..5 {
            let mut stream = vec![0; KEY + BUFFER];
            ChaCha20::new(&key, &[0; 8]).unwrap().keystream(&mut stream).unwrap();
            expected.extend_from_slice(&stream[KEY..]);
            key.copy_from_slice(&stream[..KEY]);
        }
        for step in [1, 7, 64, 333, 1000, 1024] {
            let mut generator = from([7; KEY]);
            let mut out = vec![0; 4 * BUFFER];
            for piece in out.chunks_mut(step) {
                generator.fill(piece).unwrap();
                assert!(generator.buffer[..generator.next].iter().all(|byte| *byte == 0));
            }
            assert!(out == expected[..out.len()], "{step} bytes at a time");
        }
        // a long request has a keystream of its own
        let mut generator = from([7; KEY]);
        let mut out = vec![0; 2 * BUFFER + 1];
        generator.fill(&mut out).unwrap();
        assert!(out[..BUFFER] == expected[..BUFFER] && out[BUFFER..] != expected[BUFFER..out.len()]);
        let mut stream = vec![0; KEY + out.len()];
        ChaCha20::new(&[7; KEY], &[0; 8]).unwrap().keystream(&mut stream).unwrap();
        assert!(out == stream[KEY..] && generator.key == stream[..KEY]);
    }

    #[cfg(all(unix, not(target_family = "wasm")))]
    #[test]
    fn another_process_gets_other_bytes() {
        let mut generator = from([7; KEY]);
        generator.fill(&mut [0; 5]).unwrap();
        let mut forked = from([7; KEY]);
        forked.fill(&mut [0; 5]).unwrap();
        forked.watch = Watch::inherited();
        let mut outs = [[0; 100]; 2];
        generator.fill(&mut outs[0]).unwrap();
        forked.fill(&mut outs[1]).unwrap();
        assert_ne!(outs[0], outs[1]);
        assert!(!forked.watch.forked());
        assert_eq!(forked.left, RENEW - 100);
    }

    #[test]
    fn the_system_is_asked_again() {
        let mut generator = from([7; KEY]);
        generator.left = 10;
        generator.fill(&mut [0; 20]).unwrap();
        assert_eq!(generator.left, 0);
        generator.fill(&mut [0; 20]).unwrap();
        assert_eq!(generator.left, RENEW - 20);
    }
}
