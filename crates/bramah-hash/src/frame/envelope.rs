//! Merkle-Damgård with a key before the message and its complement after it, as in the MAC of DSTU 7564: the hash of
//! `Pad(K) || Pad(M) || NOT K`.
//!
//! `Pad` is the padding of the hash function, which includes the length; so the padded key and the padded message are
//! whole blocks. Without a key this is plain Merkle-Damgård.

use super::{
    Backends, Batch, CompressOps, Frame, MerkleDamgard, Params, State, StateStart, batch,
    compress::{BlockOf, StateOf, padding},
};
use crate::frame::compress::Joined;
use crate::{
    backend::Backend,
    simd::memory::Bytes,
    wipe::{self, wipe},
};

/// The maximum length of a key in bytes.
const MAX_KEY: usize = 64;

/// The start of a message: the state before it, and the complement of the key for its end.
pub struct Start<P: Params> {
    /// The state before the message. If there is a key, it has absorbed the padded key.
    state: StateStart<StateOf<P>>,
    key: Option<Complement>,
}

/// The complement of a key: every bit inverted.
#[derive(Clone, Copy)]
struct Complement {
    bytes: [u8; MAX_KEY],
    len: usize,
}

impl Complement {
    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
    fn wipe(&mut self) {
        wipe(&mut self.bytes);
    }
}

impl<P: Params> Start<P> {
    /// Returns a start without a key.
    #[inline(always)]
    pub(crate) fn new(state: StateOf<P>) -> Self {
        Self { state: StateStart::new(state), key: None }
    }

    /// Returns a start with a key. Key and padding must fit into one block.
    #[inline(never)]
    pub(crate) fn keyed(mut state: StateOf<P>, key: &[u8]) -> Self {
        let mut pad = [BlockOf::<P>::ZERO; 2];
        let n = padding::<(), P, true>(&mut pad, key, key.len() as u128);
        debug_assert!(n == 1);
        MerkleDamgard::<P>::dispatch().get().compress(&mut state, &pad[..n], &[], ());
        wipe(pad[0].as_mut());
        let mut complement = Complement { bytes: [0; MAX_KEY], len: key.len() };
        for (inverted, byte) in complement.bytes.iter_mut().zip(key) {
            *inverted = !byte;
        }
        let start = Self { state: StateStart::new(state), key: Some(complement) };
        state.wipe();
        complement.wipe();
        start
    }
}

impl<P: Params> Clone for Start<P> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), key: self.key }
    }
}

impl<P: Params> Drop for Start<P> {
    #[inline]
    fn drop(&mut self) {
        // without a key, nothing in this value is secret
        if let Some(key) = &mut self.key {
            self.state.state.wipe();
            key.wipe();
        }
    }
}

/// A hash in progress, possibly with a key before and after the message.
pub struct Envelope<P: Params> {
    inner: MerkleDamgard<P>,
    key: Option<Complement>,
}

impl<P: Params> Envelope<P> {
    /// Pads the message, appends the complement of the key and the final padding, and writes the digest.
    #[inline(never)]
    fn finish_keyed(&mut self, out: &mut [u8]) {
        if let Some(key) = &self.key {
            // 1, because the padded key is the first block
            self.inner.pad_to_blocks(1);
            self.inner.update(key.bytes());
            self.inner.finish(out);
            wipe::stack();
        }
    }
}

impl<P: Params> Clone for Envelope<P> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone(), key: self.key }
    }
}

impl<P: Params> Drop for Envelope<P> {
    #[inline]
    fn drop(&mut self) {
        if let Some(key) = &mut self.key {
            key.wipe();
        }
    }
}

impl<P: Params> Frame for Envelope<P> {
    type Start = Start<P>;
    type Block = BlockOf<P>;
    type Ops = CompressOps<P::Compress>;
    type Many = Batch<StateOf<P>, ()>;
    const AFTER: bool = true;

    super::lists_of!(MerkleDamgard<P>);

    #[inline]
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        Self { inner: MerkleDamgard::new(&start.state, backend), key: start.key }
    }
    fn after(start: &Self::Start, backend: Backend<Self::Ops>, block: &[u8]) -> Option<Self::Start> {
        let state = MerkleDamgard::<P>::after(&start.state, backend, block)?;
        Some(Self::Start { state, key: start.key })
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.inner.backend()
    }
    #[inline]
    fn update(&mut self, data: &[u8]) {
        self.inner.update(data);
    }

    #[inline]
    fn finish(&mut self, out: &mut [u8]) {
        if self.key.is_some() {
            self.finish_keyed(out);
        } else {
            self.inner.finish(out);
        }
    }

    #[inline]
    fn secret(start: &Self::Start) -> bool {
        start.key.is_some() || MerkleDamgard::<P>::secret(&start.state)
    }

    #[inline]
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        if start.key.is_some() {
            let mut frame = Self::new(start, backend);
            frame.update(message);
            frame.finish_keyed(out);
        } else {
            MerkleDamgard::<P>::digest(&start.state, backend, message, out);
        }
    }

    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        if start.key.is_some() {
            super::one_by_one::<Self>(start, with.one, messages, length, out);
        } else {
            let with = Backends { one: with.one, many: with.many };
            batch::hash_many::<MerkleDamgard<P>>(&start.state, with, messages, length, out);
        }
    }

    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        self.inner.save(put);
    }

    fn restore(start: &Self::Start, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        Some(Self { inner: MerkleDamgard::restore(&start.state, backend, saved)?, key: start.key })
    }
}
