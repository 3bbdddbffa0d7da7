//! The operations that a table of functions provides for a cipher with its key.

use super::{
    Chained, Cipher, Pass,
    fused::{gcm, gcm_siv},
    ocb,
};
use crate::{
    backend::Backend,
    primitives::ghash::Powers,
    simd::memory::Packet,
    simd::memory::{InOut, Lanes},
    wipe::{self, Above, Stack},
};

/// A table of functions of a block cipher: [`Fused`](super::Fused) or [`Lean`](super::Lean). Slices that stand for a
/// block must have its length; otherwise nothing is done.
#[allow(missing_docs)] // described in `Keyed`, whose methods these are
#[allow(private_interfaces)] // no other crate can implement it
pub trait Table<C: Cipher>: Sized + Sync + 'static {
    /// Expands a key of a defined length; for encryption alone, unless the flag is set.
    fn expand(backend: Backend<Self>, key: &[u8], decrypts: bool, schedule: &mut C::Schedule);
    /// How much deeper [`mac`](Self::mac) and [`eax`](Self::eax) reach into the stack.
    const ABOVE: Above;
    /// How much deeper [`ocb`](Self::ocb), [`ocb_whole`](Self::ocb_whole), [`many`](Self::many) and
    /// [`gcm_many`](Self::gcm_many) reach into the stack.
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
    /// Encrypts or decrypts whole blocks in EAX mode. The three blocks are the counter, the result of OMAC's last
    /// encryption, and the block that OMAC adds next.
    fn eax(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        decrypt: bool,
        blocks: [&mut [u8]; 3],
        data: &mut InOut<'_>,
    );
    /// Encrypts or decrypts whole blocks in OCB mode, from the first of a message on. `multiples` are `L_0`, `L_1` and
    /// so on and then the sums, in the numbers that `block::ocb` defines. The two blocks are the offset, which is that
    /// before the first block and then that of the last, and the sum of the plaintext.
    fn ocb(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        decrypt: bool,
        multiples: &[u8],
        blocks: [&mut [u8]; 2],
        data: &mut InOut<'_>,
    );
    /// Encrypts or decrypts a whole message in OCB mode, and returns whether there is a function for that.
    fn ocb_whole(
        _: Backend<Self>,
        _: &C::Schedule,
        _decrypt: bool,
        _nonce: u128,
        _multiples: &[u8],
        _: (&ocb::Whole<'_>, &mut [u8; 16]),
        _: &mut InOut<'_>,
    ) -> bool {
        false
    }
    /// Returns how many powers of the hash key [`gcm`](Self::gcm) needs, or 0 if the backend has no such function.
    fn gcm_powers(_: Backend<Self>) -> usize {
        0
    }
    /// Encrypts or decrypts a part of a message in GCM, and hashes its ciphertext: the whole groups from the front of
    /// `data`, and all of it if the part is a whole message. `counter` is the counter of the first block, as a little-endian
    /// number, or that of the block that masks the tag if the part is a whole message. It must not wrap within the part.
    fn gcm(
        _: Backend<Self>,
        _: &C::Schedule,
        _decrypt: bool,
        _counter: u128,
        _: &mut gcm::Part<'_>,
        _: &mut InOut<'_>,
    ) {
    }
    /// Returns how many powers of the hash key [`gcm_many`](Self::gcm_many) needs, or 0 if the backend has no such function.
    fn gcm_many_powers(_: Backend<Self>) -> usize {
        0
    }
    /// Encrypts or decrypts several messages in GCM.
    fn gcm_many(
        _: Backend<Self>,
        _: &C::Schedule,
        _decrypt: bool,
        _: &Powers,
        _: &mut [Packet<'_>],
        _tags: &mut [[u8; 16]; gcm::ROW],
    ) {
    }
    /// Encrypts or decrypts a whole message in GCM-SIV, under a key of 16 or 32 bytes, and returns whether there is a function
    /// for that.
    fn gcm_siv(
        _: Backend<Self>,
        _: &C::Schedule,
        _decrypt: bool,
        _: &mut gcm_siv::Message<'_>,
        _: &mut InOut<'_>,
    ) -> bool {
        false
    }
    /// Wraps semiblocks of 8 bytes, or unwraps them if `back` is set, and returns whether there is a function for that. `check`
    /// is the semiblock before them, as a little-endian number.
    fn key_wrap(
        _: Backend<Self>,
        _: &C::Schedule,
        _back: bool,
        _check: &mut u64,
        _semiblocks: &mut InOut<'_>,
    ) -> bool {
        false
    }
    /// Encrypts or decrypts the one message of a key in CTR, and returns whether there is a function for that, which stores no
    /// round key. `counter` is the big-endian number of the first block.
    fn ctr_once(_: Backend<Self>, _key: &[u8], _counter: &[u8], _: &mut InOut<'_>) -> bool {
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
