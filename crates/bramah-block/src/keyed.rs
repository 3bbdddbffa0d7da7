//! A cipher with its key, as a trait that hides the type of the cipher.

use super::{
    Chained,
    fused::{gcm, gcm_siv},
    ocb,
};
use crate::{
    primitives::ghash::Powers,
    simd::memory::Packet,
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut},
    },
};

/// An operation on whole blocks in one call: a mode and a direction.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // the modes and directions
pub enum Pass {
    EcbEncrypt,
    EcbDecrypt,
    CbcEncrypt,
    CbcDecrypt,
    CfbEncrypt,
    CfbDecrypt,
    Ofb,
    Ctr(Increment),
    XtsEncrypt,
    XtsDecrypt,
}

pub use sealed::Holds;

/// A block cipher with its key, over which the modes are written. Only this crate implements it.
pub trait Keyed: sealed::Keyed {
    /// Room for a block: an array as long as a block if the type of the cipher says how long that is, and otherwise the longest.
    #[doc(hidden)]
    type Room: Bytes;
}

impl<T: Holds> Keyed for T {
    type Room = T::Room;
}

#[doc(hidden)]
pub mod sealed {
    use super::*;

    /// The methods of [`Keyed`](super::Keyed). Slices that stand for blocks must have the length of a block; otherwise
    /// nothing is done.
    pub trait Keyed: Send + Sync {
        /// Returns the length of a block in bytes.
        fn block_len(&self) -> usize;
        /// Returns the name of the backend.
        fn backend(&self) -> &'static str;
        /// Returns whether CBC, CFB and OFB take IVs of several blocks.
        fn takes_long_ivs(&self) -> bool;
        /// Encrypts or decrypts whole blocks. `chain` is the block that the mode passes on from block to block, such as
        /// a counter; ECB has none.
        fn pass(&self, pass: Pass, chain: &mut [u8], data: &mut InOut<'_>);
        /// Chains whole blocks as CBC does, but writes only the last block of ciphertext, to `chain`.
        fn mac(&self, chain: &mut [u8], data: &[u8]);
        /// Encrypts or decrypts whole blocks in EAX mode.
        fn eax(
            &self,
            decrypt: bool,
            counter: &mut [u8],
            chained: &mut [u8],
            pending: &mut [u8],
            data: &mut InOut<'_>,
        );
        /// Encrypts or decrypts whole blocks in OCB mode, from the first of a message on. `multiples` are `L_0`, `L_1`
        /// and so on and then the sums, in the numbers that [`ocb`](super::super::ocb) defines. `offset` is the offset
        /// before the first block, and then that of the last block; the plaintext is added to `sum`.
        fn ocb(
            &self,
            decrypt: bool,
            multiples: &[u8],
            offset: &mut [u8],
            sum: &mut [u8],
            data: &mut InOut<'_>,
        );
        /// Encrypts or decrypts a whole message in OCB mode, and returns whether there is a function for that, which is so
        /// for some tables of ciphers with blocks of 16 bytes. `nonce` is the block that the first offset is made of, as a
        /// little-endian number, with zeros in place of the bits that choose a part of the stretched block. The tag is written to
        /// the block beside the parts of the message.
        fn ocb_whole(
            &self,
            decrypt: bool,
            nonce: u128,
            multiples: &[u8],
            whole: (&ocb::Whole<'_>, &mut [u8; 16]),
            data: &mut InOut<'_>,
        ) -> bool;
        /// Returns how many powers of the hash key [`gcm`](Self::gcm) needs, or 0 if the backend has no such function.
        fn gcm_powers(&self) -> usize;
        /// Encrypts or decrypts a part of a message in GCM, and hashes its ciphertext: the whole groups from the front of
        /// `data`, and all of it if the part is a whole message. `counter` is the counter of the first block, as a
        /// little-endian number, or that of the block that masks the tag if the part is a whole message. It must not wrap
        /// within the part.
        fn gcm(&self, decrypt: bool, counter: u128, part: &mut gcm::Part<'_>, data: &mut InOut<'_>);
        /// Returns how many powers of the hash key [`gcm_many`](Self::gcm_many) needs, or 0 if the backend has no such
        /// function.
        fn gcm_many_powers(&self) -> usize;
        /// Encrypts or decrypts at most [`gcm::ROW`] messages in GCM, whose nonces have 12 bytes, if there is a function
        /// for that, and writes their tags.
        fn gcm_many(
            &self,
            decrypt: bool,
            powers: &Powers,
            packets: &mut [Packet<'_>],
            tags: &mut [[u8; 16]; gcm::ROW],
        );
        /// Encrypts or decrypts a whole message in GCM-SIV, under a key of 16 or 32 bytes from which its keys are derived, and
        /// returns whether there is a function for that, which is so for some tables of ciphers with blocks of 16 bytes. The
        /// tag of the message is the right one then.
        fn gcm_siv(&self, decrypt: bool, message: &mut gcm_siv::Message<'_>, data: &mut InOut<'_>) -> bool;
        /// Takes semiblocks of 8 bytes through the six rounds of key wrap (NIST SP 800-38F, 6.1), or back, and returns whether
        /// there is a function for that, which is so for some tables of ciphers with blocks of 16 bytes. `check` is the
        /// semiblock before them, as a little-endian number.
        fn key_wrap(&self, back: bool, check: &mut u64, semiblocks: &mut InOut<'_>) -> bool;
        /// Returns the number of messages that [`many`](Self::many) takes.
        fn lanes(&self) -> usize;
        /// Takes the first `blocks` blocks of each of up to [`lanes`](Self::lanes) messages through a mode: `chains`
        /// holds a block of each message.
        fn many(&self, mode: Chained, chains: &mut [u8], messages: &mut [InOut<'_>], blocks: usize);
        /// Chains the first `blocks` blocks of each of up to [`lanes`](Self::lanes) messages as [`mac`](Self::mac)
        /// does: `chains` holds a block of each message.
        fn many_macs(&self, chains: &mut [u8], messages: &[&[u8]], blocks: usize);
        /// Replaces the key by another of the same length, on the same backend and without a tweak. Does nothing if the
        /// cipher is shared, as it is by MACs that do not replace keys.
        fn rekey(&mut self, key: &[u8], decrypts: bool);
        /// Returns the address of the key schedule, and its length in bytes: for a caller that keeps it elsewhere between two
        /// calls. Null if another type holds it.
        fn schedule(&mut self) -> (*mut u8, usize) {
            (core::ptr::null_mut(), 0)
        }
        /// Calls `work` with this cipher under another key of a length that it takes, on the same backend, for
        /// encryption alone and without a tweak. The key is erased before this returns.
        fn with_key(&self, key: &[u8], work: &mut dyn FnMut(&dyn Keyed));
    }

    /// A type that holds a cipher with its key and delegates every method to it.
    pub trait Holds: Send + Sync {
        /// The cipher.
        type Inner: Keyed + ?Sized;
        /// Room for a block: that of the cipher.
        type Room: Bytes;
        /// Returns the cipher.
        fn inner(&self) -> &Self::Inner;
        /// Returns the cipher to be changed, unless it is shared.
        fn inner_mut(&mut self) -> Option<&mut Self::Inner>;
    }
}

impl<T: Holds> sealed::Keyed for T {
    #[inline(always)]
    fn block_len(&self) -> usize {
        self.inner().block_len()
    }
    fn backend(&self) -> &'static str {
        self.inner().backend()
    }
    fn takes_long_ivs(&self) -> bool {
        self.inner().takes_long_ivs()
    }
    #[inline]
    fn pass(&self, pass: Pass, chain: &mut [u8], data: &mut InOut<'_>) {
        self.inner().pass(pass, chain, data);
    }
    #[inline]
    fn mac(&self, chain: &mut [u8], data: &[u8]) {
        self.inner().mac(chain, data);
    }
    #[inline]
    fn eax(
        &self,
        decrypt: bool,
        counter: &mut [u8],
        chained: &mut [u8],
        pending: &mut [u8],
        data: &mut InOut<'_>,
    ) {
        self.inner().eax(decrypt, counter, chained, pending, data);
    }
    #[inline]
    fn ocb(&self, decrypt: bool, multiples: &[u8], offset: &mut [u8], sum: &mut [u8], data: &mut InOut<'_>) {
        self.inner().ocb(decrypt, multiples, offset, sum, data);
    }
    #[inline]
    fn ocb_whole(
        &self,
        decrypt: bool,
        nonce: u128,
        multiples: &[u8],
        whole: (&ocb::Whole<'_>, &mut [u8; 16]),
        data: &mut InOut<'_>,
    ) -> bool {
        self.inner().ocb_whole(decrypt, nonce, multiples, whole, data)
    }
    #[inline]
    fn gcm_powers(&self) -> usize {
        self.inner().gcm_powers()
    }
    #[inline]
    fn gcm(&self, decrypt: bool, counter: u128, part: &mut gcm::Part<'_>, data: &mut InOut<'_>) {
        self.inner().gcm(decrypt, counter, part, data);
    }
    fn gcm_many_powers(&self) -> usize {
        self.inner().gcm_many_powers()
    }
    #[inline]
    fn gcm_many(
        &self,
        decrypt: bool,
        powers: &Powers,
        packets: &mut [Packet<'_>],
        tags: &mut [[u8; 16]; gcm::ROW],
    ) {
        self.inner().gcm_many(decrypt, powers, packets, tags);
    }
    #[inline]
    fn gcm_siv(&self, decrypt: bool, message: &mut gcm_siv::Message<'_>, data: &mut InOut<'_>) -> bool {
        self.inner().gcm_siv(decrypt, message, data)
    }
    #[inline]
    fn key_wrap(&self, back: bool, check: &mut u64, semiblocks: &mut InOut<'_>) -> bool {
        self.inner().key_wrap(back, check, semiblocks)
    }
    fn lanes(&self) -> usize {
        self.inner().lanes()
    }
    fn many(&self, mode: Chained, chains: &mut [u8], messages: &mut [InOut<'_>], blocks: usize) {
        self.inner().many(mode, chains, messages, blocks);
    }
    fn many_macs(&self, chains: &mut [u8], messages: &[&[u8]], blocks: usize) {
        self.inner().many_macs(chains, messages, blocks);
    }
    fn rekey(&mut self, key: &[u8], decrypts: bool) {
        if let Some(inner) = self.inner_mut() {
            inner.rekey(key, decrypts);
        }
    }
    fn with_key(&self, key: &[u8], work: &mut dyn FnMut(&dyn sealed::Keyed)) {
        self.inner().with_key(key, work);
    }
}
