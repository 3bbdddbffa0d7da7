//! Keyed functions of byte strings: what key derivation is written over.

use crate::{hash::frame::MAX_DIGEST, wipe::wipe};
use core::any::Any;

/// The longest value of a [`Prf`], in bytes.
pub const MAX_PRF: usize = MAX_DIGEST;

/// A keyed function of byte strings, its key already worked in: what key derivation is written over.
pub trait Prf: Any + Send + Sync {
    /// The bytes of a value, at most [`MAX_PRF`].
    fn output_len(&self) -> usize;

    /// The front of the function's value on the parts, one after another; `out` is at most
    /// [`output_len`](Self::output_len) long.
    fn mac(&self, parts: &[&[u8]], out: &mut [u8]);

    /// PBKDF2's loop (RFC 8018, section 5.2): `count` times, each chain's `u` becomes the function's value on
    /// it and is added (XOR) to its `sum`. `u` and `sum` are chains of [`output_len`](Self::output_len)
    /// bytes, one after another.
    fn iterate(&self, count: u32, u: &mut [u8], sum: &mut [u8]) {
        plainly(self, count, u, sum);
    }

    /// The same with a function of its own for each chain: `functions` are as many as there are chains, and
    /// of one [`output_len`](Self::output_len). Those of one kind run side by side.
    fn iterate_each(&self, functions: &[&dyn Prf], count: u32, u: &mut [u8], sum: &mut [u8]) {
        one_by_one(self.output_len(), functions, count, u, sum);
    }
}

/// [`Prf::iterate_each`], a chain at a time.
pub(crate) fn one_by_one(len: usize, functions: &[&dyn Prf], count: u32, u: &mut [u8], sum: &mut [u8]) {
    let chains = u.chunks_exact_mut(len).zip(sum.chunks_exact_mut(len));
    for (function, (u, sum)) in functions.iter().zip(chains) {
        function.iterate(count, u, sum);
    }
}

/// The functions as those of one kind, if that is what all are.
pub(crate) fn of_kind<'a, T: Prf>(functions: &'a [&'a dyn Prf]) -> Option<impl Iterator<Item = &'a T>> {
    let one = |function: &&'a dyn Prf| {
        let function: &'a dyn Any = *function;
        function.downcast_ref::<T>()
    };
    functions.iter().all(|function| one(function).is_some()).then(|| functions.iter().filter_map(one))
}

/// [`Prf::iterate`], a value at a time.
pub(crate) fn plainly<P: Prf + ?Sized>(prf: &P, count: u32, u: &mut [u8], sum: &mut [u8]) {
    let len = prf.output_len();
    let mut value = [0; MAX_PRF];
    let value = &mut value[..len];
    for (u, sum) in u.chunks_exact_mut(len).zip(sum.chunks_exact_mut(len)) {
        for _ in 0..count {
            prf.mac(&[u], value);
            u.copy_from_slice(value);
            for (sum, byte) in sum.iter_mut().zip(&*value) {
                *sum ^= byte;
            }
        }
    }
    wipe(value);
}
