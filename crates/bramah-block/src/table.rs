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

/// A table of functions of a block cipher: [`Fused`](super::Fused) or [`Lean`](super::Lean). Slices that stand for a block must
/// have the block length; with other lengths the functions do nothing.
#[allow(missing_docs)] // the methods are described in `Keyed`
pub trait Table<C: Cipher>: Sized + Sync + 'static {
    /// Expands a key of a valid length: only for encryption, unless `decrypts` is set.
    fn expand(backend: Backend<Self>, key: &[u8], decrypts: bool, schedule: &mut C::Schedule);
    /// How much deeper [`mac`](Self::mac) and [`Authenticated::Eax`] reach into the stack than the part that the candidate names.
    const ABOVE: Above;
    /// How much deeper [`many`](Self::many) and most operations of [`authenticated`](Self::authenticated) reach into the stack
    /// than the part that the candidate names.
    const ABOVE_SEVERAL: Above;
    /// Returns how much deeper [`pass`](Self::pass) reaches into the stack when a scheme, which may keep several blocks there,
    /// processes `_len` bytes.
    fn above(_pass: Pass, _len: usize) -> Above {
        Self::ABOVE
    }
    /// Returns how much deeper [`pass`](Self::pass) reaches into the stack when a caller without blocks on the stack processes
    /// `_len` bytes.
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
    /// Computes the CBC-MAC of whole blocks: chains them as CBC does, but writes only the last block of ciphertext, to `chain`.
    fn mac(backend: Backend<Self>, schedule: &C::Schedule, chain: &mut [u8], data: &[u8]);
    /// Encrypts or decrypts in an authenticated mode. Returns whether the backend has a function for this.
    fn authenticated(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        decrypt: bool,
        number: u128,
        operation: &mut Authenticated<'_, '_>,
        data: &mut InOut<'_>,
    ) -> bool;
    /// Returns the number of powers of the hash key that [`Authenticated::Gcm`] needs, or 0 if there is no function for GCM.
    fn gcm_powers(_: Backend<Self>) -> usize {
        0
    }
    /// Encrypts or decrypts the only message of a key in CTR without storing round keys. Returns whether the backend has a
    /// function for this. `counter` is the big-endian counter of the first block.
    fn ctr_once(_: Backend<Self>, _key: &[u8], _counter: &[u8], _: &mut InOut<'_>) -> bool {
        false
    }
    /// Encrypts or decrypts in CTR to the end of a message that does not consist of whole blocks. Returns whether the backend
    /// has a function for this. Writes the key stream of the last block to `last`.
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
    /// Erases the keys and blocks that kernels and modes left on the stack. Also erases the copy of the key schedule in the stack
    /// frame of its constructor, or several copies if `moved` is set.
    #[inline]
    fn erase_stack(backend: Backend<Self>, moved: bool, above: Above) {
        let (mut stack, schedule) = (backend.stack(), size_of::<C::Schedule>());
        // the stack frame of the constructor, which returns a copy of the schedule, lies above the stack frames of the candidate;
        // the size in `stack` includes half a KiB for it
        let mut least = stack.bytes + schedule.saturating_sub(512);
        if moved {
            // two more copies, in the stack frames of two more constructors; BROAD includes two copies of 1 KiB
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
    /// Processes several messages side by side in a chained mode. `chains` holds one chaining block for each message.
    fn many(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        mode: Chained,
        chains: &mut [u8],
        lanes: &Lanes<'_, C::Block>,
    );
}
