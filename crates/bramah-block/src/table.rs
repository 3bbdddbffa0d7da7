//! The operations that a table of functions provides for a cipher with its key.

use super::{Authenticated, Chained, Cipher, Pass};
use crate::{
    backend::Backend,
    simd::{
        blocks::Increment,
        memory::{InOut, Lanes},
    },
    wipe::{self, Above, Stack},
};

/// A table of functions of a block cipher: [`Fused`](super::Fused) or [`Lean`](super::Lean). Slices that stand for a
/// block must have its length; otherwise nothing is done.
#[allow(missing_docs)] // described in `Keyed`, whose methods these are
pub trait Table<C: Cipher>: Sized + Sync + 'static {
    /// Expands a key of a defined length; for encryption alone, unless the flag is set.
    fn expand(backend: Backend<Self>, key: &[u8], decrypts: bool, schedule: &mut C::Schedule);
    /// How much deeper [`mac`](Self::mac) and [`Authenticated::Eax`] reach into the stack.
    const ABOVE: Above;
    /// How much deeper [`many`](Self::many) and most operations of [`authenticated`](Self::authenticated) reach into the stack.
    const ABOVE_SEVERAL: Above;
    /// Returns how much deeper [`pass`](Self::pass) reaches into the stack, for so many bytes of a scheme, which may hold several
    /// blocks there.
    fn above(_pass: Pass, _len: usize) -> Above {
        Self::ABOVE
    }
    /// Returns how much deeper [`pass`](Self::pass) reaches into the stack for so many bytes of plain blocks.
    fn above_blocks(_: Backend<Self>, _len: usize) -> Above {
        Self::ABOVE
    }
    /// Encrypts or decrypts whole blocks.
    fn pass(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        pass: Pass,
        chain: &mut [u8],
        data: &mut InOut<'_>,
    );
    /// Chains whole blocks as CBC does, but writes only the last block of ciphertext, to `chain`.
    fn mac(backend: Backend<Self>, schedule: &C::Schedule, chain: &mut [u8], data: &[u8]);
    /// Encrypts or decrypts in an authenticated mode, and returns whether there is a function for that.
    fn authenticated(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        decrypt: bool,
        number: u128,
        operation: &mut Authenticated<'_, '_>,
        data: &mut InOut<'_>,
    ) -> bool;
    /// Returns how many powers of the hash key [`Authenticated::Gcm`] needs, or 0 if there is no such function.
    fn gcm_powers(_: Backend<Self>) -> usize {
        0
    }
    /// Encrypts or decrypts the one message of a key in CTR, and returns whether there is a function for that, which stores no
    /// round key. `counter` is the big-endian number of the first block.
    fn ctr_once(_: Backend<Self>, _key: &[u8], _counter: &[u8], _: &mut InOut<'_>) -> bool {
        false
    }
    /// Encrypts or decrypts in CTR to an end within a block, and returns whether there is a function for that. The keystream of the
    /// last block is written to `last`.
    fn ctr_end(
        _: Backend<Self>,
        _: &C::Schedule,
        _: Increment,
        _counter: &mut [u8],
        _: &mut InOut<'_>,
        _last: &mut [u8],
    ) -> bool {
        false
    }
    /// Erases what kernels left on the stack below what modes held there, and the copy of the key schedule in the frame of its
    /// constructor, or several if it `moved`.
    #[inline]
    fn erase_stack(backend: Backend<Self>, moved: bool, above: Above) {
        let (mut stack, schedule) = (backend.stack(), size_of::<C::Schedule>());
        // the frame of the constructor, which returns a copy of the schedule, lies above the frames of the candidate, whose part of
        // the stack has room for half a KiB more
        let mut least = stack.bytes + schedule.saturating_sub(512);
        if moved {
            // two more copies, in the frames of two constructors, of which BROAD has room for two of 1 KiB
            least = (least + 2 * schedule).max(wipe::BROAD.bytes + 2 * schedule.saturating_sub(1024));
        }
        if least > wipe::DEEP.bytes {
            return wipe::deep();
        }
        if stack.bytes < least {
            stack = Stack::of_at_least(least);
        }
        stack.erase_below(above);
    }
    /// Returns the number of messages that are processed side by side.
    fn lanes(backend: Backend<Self>) -> usize;
    /// Takes messages side by side through a chained mode; `chains` holds a block of each.
    fn many(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        mode: Chained,
        chains: &mut [u8],
        lanes: &Lanes<'_, C::Block>,
    );
}
