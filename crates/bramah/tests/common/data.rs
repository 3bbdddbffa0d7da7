//! Messages and keys.

use bramah::hash::{Algorithm, Function, Options};

/// Returns a hash function without parameters, except for a key if the function needs one.
pub(crate) fn bare(algorithm: Algorithm) -> Function {
    let key: &[u8] = if algorithm.info().needs_key { b"the key that there must be" } else { b"" };
    algorithm.with_options(&Options { key, ..Options::default() }).unwrap()
}

/// Returns `n` bytes that repeat with a prime period, so that swapped blocks change the message.
pub(crate) fn pattern(n: usize) -> Vec<u8> {
    (0..n).map(|i| (i % 251) as u8).collect()
}

/// A small generator of random numbers, splitmix64, which gives the same numbers on every platform.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    pub(crate) fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.next() as u8).collect()
    }
}
