//! Keyed functions of byte strings: what key derivation is written over.

use crate::wipe::wipe;
use core::any::Any;

/// The longest value of a [`Prf`], in bytes.
pub const MAX_PRF: usize = 128;

/// A keyed function of byte strings, its key already worked in: what key derivation is written over.
pub trait Prf: Any + Send + Sync {
    /// The bytes of a value, at most [`MAX_PRF`].
    fn output_len(&self) -> usize;

    /// The front of the function's value on the parts, one after another; `out` is at most
    /// [`output_len`](Self::output_len) long.
    fn mac(&self, parts: &[&[u8]], out: &mut [u8]);

    /// PBKDF2's loop (RFC 8018, section 5.2): `count` times, each chain's `u` becomes the function's value on
    /// it and is added (XOR) to its `sum`. `u` and `sum` are chains of [`output_len`](Self::output_len) bytes,
    /// one after another.
    fn iterate(&self, count: u32, u: &mut [u8], sum: &mut [u8]) {
        iterate(self.output_len(), |u, value| self.mac(&[u], value), count, u, sum);
    }

    /// The same with a function of its own for each chain: `functions` are as many as there are chains, and this is
    /// the first. Those of one kind run side by side.
    fn iterate_each(&self, functions: &[&dyn Prf], count: u32, u: &mut [u8], sum: &mut [u8]) {
        iterate_apart(functions, self.output_len(), count, u, sum);
    }
}

/// [`Prf::iterate`] of a function that has no loop of its own.
pub(super) fn iterate(len: usize, mac: impl Fn(&[u8], &mut [u8]), count: u32, u: &mut [u8], sum: &mut [u8]) {
    let mut value = [0; MAX_PRF];
    let value = &mut value[..len];
    for (u, sum) in u.chunks_exact_mut(len).zip(sum.chunks_exact_mut(len)) {
        for _ in 0..count {
            mac(u, value);
            u.copy_from_slice(value);
            for (sum, byte) in sum.iter_mut().zip(&*value) {
                *sum ^= byte;
            }
        }
    }
    wipe(value);
}

/// The functions as those of one kind, if that is what they are.
pub(super) fn of_kind<'a, T: Prf>(functions: &'a [&'a dyn Prf]) -> Option<impl Iterator<Item = &'a T>> {
    let as_kind = |function: &&'a dyn Prf| {
        let function: &'a dyn Any = *function;
        function.downcast_ref::<T>()
    };
    functions.iter().all(|function| as_kind(function).is_some()).then(|| functions.iter().filter_map(as_kind))
}

/// [`Prf::iterate_each`], a chain at a time.
pub(super) fn iterate_apart(functions: &[&dyn Prf], len: usize, count: u32, u: &mut [u8], sum: &mut [u8]) {
    let chains = u.chunks_exact_mut(len).zip(sum.chunks_exact_mut(len));
    for (function, (u, sum)) in functions.iter().zip(chains) {
        function.iterate(count, u, sum);
    }
}
