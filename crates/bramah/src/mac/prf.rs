//! Pseudorandom functions, on which key derivation is built.

use crate::wipe::wipe;
use bramah_machine::lengths::MAX_DIGEST;
use core::any::Any;

/// The maximum length in bytes of the output of a [`Prf`].
pub const MAX_PRF: usize = MAX_DIGEST;

/// A pseudorandom function of byte strings with its precomputed key, on which key derivation is built.
pub trait Prf: Any + Send + Sync {
    /// Returns the length of the function's output in bytes, at most [`MAX_PRF`].
    fn output_len(&self) -> usize;

    /// Computes the function's output for the concatenation of `parts`, and writes its first `out.len()` bytes, at most
    /// [`output_len`](Self::output_len).
    fn mac(&self, parts: &[&[u8]], out: &mut [u8]);

    /// Runs PBKDF2's loop (RFC 8018, section 5.2). `u` and `sum` each consist of chains of [`output_len`](Self::output_len)
    /// bytes. The following is done `count` times: each chain's `u` is replaced by the function's output for that `u`, and
    /// the new `u` is XORed into the chain's `sum`.
    fn iterate(&self, count: u32, u: &mut [u8], sum: &mut [u8]) {
        plainly(self, count, u, sum);
    }

    /// Runs PBKDF2's loop with a separate function for each chain. There are as many `functions` as chains, all with the same
    /// [`output_len`](Self::output_len). Functions of the same type run side by side.
    fn iterate_each(&self, functions: &[&dyn Prf], count: u32, u: &mut [u8], sum: &mut [u8]) {
        one_by_one(self.output_len(), functions, count, u, sum);
    }
}

/// Implements [`Prf::iterate_each`] one chain after another.
pub(crate) fn one_by_one(len: usize, functions: &[&dyn Prf], count: u32, u: &mut [u8], sum: &mut [u8]) {
    let chains = u.chunks_exact_mut(len).zip(sum.chunks_exact_mut(len));
    for (function, (u, sum)) in functions.iter().zip(chains) {
        function.iterate(count, u, sum);
    }
}

/// Returns the functions as values of type `T` if all of them have this type, otherwise `None`.
pub(crate) fn of_kind<'a, T: Prf>(functions: &'a [&'a dyn Prf]) -> Option<impl Iterator<Item = &'a T>> {
    let one = |function: &&'a dyn Prf| {
        let function: &'a dyn Any = *function;
        function.downcast_ref::<T>()
    };
    functions.iter().all(|function| one(function).is_some()).then(|| functions.iter().filter_map(one))
}

/// Implements [`Prf::iterate`] by calls of [`Prf::mac`].
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
