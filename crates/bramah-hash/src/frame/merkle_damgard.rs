//! The Merkle-Damgård construction: a compression function over blocks, the last of which are padded with an end mark
//! and the length of the message. The compression function may also receive the position of its blocks in the message,
//! as in BLAKE, and the construction may end with a transformation of the state, as in Grøstl.

use super::{
    Backends, Batch, Batched, Frame, Held, Nested, Reader, State, StateStart, batch,
    compress::{BlockOf, Compress, CompressOps, Joined, Params, Place, StateOf, end_blocks, padding},
    haifa::UNKNOWN,
    iterate,
};
use crate::{
    backend::Backend,
    simd::memory::{Bytes, Room, wipe_whole},
    wipe::wipe,
};

/// A hash in progress. Message lengths are counted modulo 2^128 bytes. The length field contains the low bits of the
/// number of message bits, as many as fit.
pub struct MerkleDamgard<P: Params<X>, X: Place = ()> {
    /// The state, and the buffered last `total % BLOCK_LEN` bytes of the message.
    held: Held<StateOf<P, X>, BlockOf<P, X>>,
    total: u128,
    backend: Backend<CompressOps<P::Compress, X>>,
}

impl<X: Place, P: Params<X>> MerkleDamgard<P, X> {
    /// The length of a block in bytes.
    pub(crate) const BLOCK_LEN: usize = BlockOf::<P, X>::LEN;

    #[inline(always)]
    fn used(&self) -> usize {
        // not a bit mask, because the length of a block need not be a power of two
        (self.total % Self::BLOCK_LEN as u128) as usize
    }

    /// Pads the message so far as if it ended here, and continues: the padded message, with `before` blocks in front of
    /// it, becomes the message so far.
    pub(super) fn pad_to_blocks(&mut self, before: u128) {
        let used = self.used();
        let mut pad = [BlockOf::<P, X>::ZERO; 2];
        let n = padding::<X, P, true>(&mut pad, self.held.bytes(used), self.total);
        let place = X::new(self.total.wrapping_sub(used as u128), self.total);
        self.backend.compress(&mut self.held.state, &pad[..n], &[], place);
        wipe(pad[0].as_mut());
        let blocks = (self.total / Self::BLOCK_LEN as u128).wrapping_add(n as u128 + before);
        self.total = blocks.wrapping_mul(Self::BLOCK_LEN as u128);
    }
}

impl<X: Place, P: Params<X>> Clone for MerkleDamgard<P, X> {
    fn clone(&self) -> Self {
        Self { held: self.held.clone(), ..*self }
    }
}

impl<X: Place, P: Params<X>> Frame for MerkleDamgard<P, X> {
    type Start = StateStart<StateOf<P, X>>;
    type Block = BlockOf<P, X>;
    type Ops = CompressOps<P::Compress, X>;
    type Many = Batch<StateOf<P, X>, X>;
    const AFTER: bool = true;
    const ITERATES: bool = true;
    const NESTED: Nested<Self> = batch::hash_nested::<Self>;

    super::lists_of!(P::Compress);

    #[inline]
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        Self { held: Held::new(start.state), total: start.before as u128, backend }
    }
    fn after(start: &Self::Start, backend: Backend<Self::Ops>, block: &[u8]) -> Option<Self::Start> {
        let before = start.before + block.len();
        let mut start = StateStart { before, ..*start };
        let place = X::new((before - block.len()) as u128, UNKNOWN);
        backend.compress(&mut start.state, BlockOf::<P, X>::split(block).0, &[], place);
        Some(start)
    }
    #[inline]
    fn secret(start: &Self::Start) -> bool {
        start.before > 0
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.backend
    }

    #[inline]
    fn update(&mut self, data: &[u8]) {
        let used = self.used();
        let place = X::new(self.total.wrapping_sub(used as u128), UNKNOWN);
        self.total = self.total.wrapping_add(data.len() as u128);
        let backend = self.backend;
        self.held.append(used, data, |state, blocks, more| backend.compress(state, blocks, more, place));
    }

    #[inline]
    fn finish(&mut self, out: &mut [u8]) {
        let used = self.used();
        let mut room = Room::<BlockOf<P, X>, 2>::new();
        let pad = room.rows();
        let n = padding::<X, P, true>(pad, self.held.bytes(used), self.total);
        let place = X::new(self.total.wrapping_sub(used as u128), self.total);
        self.backend.compress(&mut self.held.state, &pad[..n], &[], place);
        wipe(pad[0].as_mut());
        P::output(self.backend, &mut self.held.state, out);
    }

    #[inline]
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        if message.len().is_multiple_of(Self::BLOCK_LEN) {
            one_shot::<X, P>(start, backend, message, out);
        } else if message.len() == size_of::<StateOf<P, X>>() {
            of_digest::<X, P>(start, backend, message, out);
        } else {
            with_rest::<X, P>(start, backend, message, out);
        }
    }

    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        batch::hash_many::<Self>(start, with, messages, length, out);
    }
    #[cfg(feature = "alloc")]
    fn after_each(
        start: &Self::Start,
        with: Backends<Self>,
        blocks: &[&[u8]],
    ) -> Option<alloc::vec::Vec<Self::Start>> {
        Some(batch::run_each::<Self>(start, with, blocks, |state| StateStart {
            state,
            before: start.before + Self::BLOCK_LEN,
        }))
    }

    fn iterate(
        keys: &[[&Self::Start; 2]],
        one: Backend<Self::Ops>,
        length: usize,
        count: u32,
        u: &mut [u8],
        sum: &mut [u8],
    ) {
        iterate::iterate::<P, X>(keys, one, length, count, u, sum);
    }
    #[cfg(feature = "registry")]
    fn loops() -> Option<[&'static dyn crate::backend::Choice; 2]> {
        P::Compress::loops()
            .map(|loops| -> [&'static dyn crate::backend::Choice; 2] { [&loops.one, &loops.many] })
    }

    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        self.held.save(self.total, self.used(), put);
    }

    fn restore(_: &Self::Start, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        let mut saved = Reader(saved);
        let total = saved.number()?;
        let held = Held::restore(&mut saved, (total % Self::BLOCK_LEN as u128) as usize)?;
        saved.0.is_empty().then_some(Self { held, total, backend })
    }
}

/// Computes the digest of a message. Where the compiler knows that all blocks are whole, it removes most of this code.
#[inline(always)]
fn one_shot<X: Place, P: Params<X>>(
    start: &StateStart<StateOf<P, X>>,
    backend: Backend<CompressOps<P::Compress, X>>,
    message: &[u8],
    out: &mut [u8],
) {
    let mut state = start.state;
    let (blocks, rest) = BlockOf::<P, X>::split(message);
    // pad first, so that these stores have finished when the kernel loads the blocks
    let mut room = Room::<BlockOf<P, X>, 2>::new();
    let pad = room.rows();
    let before = start.before as u128;
    let length = before + message.len() as u128;
    let n = padding::<X, P, true>(pad, rest, length);
    let (first, more) = if blocks.is_empty() { (&pad[..n], blocks) } else { (blocks, &pad[..n]) };
    backend.compress(&mut state, first, more, X::new(before, length));
    P::output(backend, &mut state, out);
    // the second block contains no message bytes
    wipe_whole(pad[0].as_mut(), rest.len());
    state.wipe();
}

/// Hashes a message whose last block is incomplete. This is a separate function so that messages of whole blocks do not
/// save the registers that it needs across its call.
#[inline(never)]
fn with_rest<X: Place, P: Params<X>>(
    start: &StateStart<StateOf<P, X>>,
    backend: Backend<CompressOps<P::Compress, X>>,
    message: &[u8],
    out: &mut [u8],
) {
    // always true at this point; the condition lets the compiler remove the code for whole blocks
    if !message.len().is_multiple_of(BlockOf::<P, X>::LEN) {
        one_shot::<X, P>(start, backend, message, out);
    }
}

/// Hashes a message as long as the state, as most digests are: the second message of HMAC, and digests that are hashed
/// again. The compiler knows the length of the message and the position of the padding.
#[inline(never)]
fn of_digest<X: Place, P: Params<X>>(
    start: &StateStart<StateOf<P, X>>,
    backend: Backend<CompressOps<P::Compress, X>>,
    message: &[u8],
    out: &mut [u8],
) {
    // always true at this point; from the condition the compiler learns the length
    if message.len() == size_of::<StateOf<P, X>>() {
        one_shot::<X, P>(start, backend, message, out);
    }
}

impl<X: Place, P: Params<X>> Batched for MerkleDamgard<P, X> {
    type State = StateOf<P, X>;
    type Context = X;

    #[inline(always)]
    fn blocks(_: &Self::Start, len: usize) -> (usize, usize) {
        (len / Self::BLOCK_LEN, end_blocks::<X, P>(len % Self::BLOCK_LEN))
    }
    #[inline(always)]
    fn begin(start: &Self::Start, _: Backend<Self::Ops>, _: bool) -> Self::State {
        start.state
    }
    #[inline(always)]
    fn tail(start: &Self::Start, message: &[u8], tail: &mut [u8]) {
        let rest = &message[message.len() - message.len() % Self::BLOCK_LEN..];
        let length = start.before as u128 + message.len() as u128;
        padding::<X, P, false>(BlockOf::<P, X>::split_mut(tail).0, rest, length);
    }
    #[inline(always)]
    fn context(start: &Self::Start, message: &[u8], done: usize, tail: bool) -> X {
        let blocks = if tail { message.len() / Self::BLOCK_LEN } else { 0 } + done;
        let before = start.before as u128;
        X::new(before + (blocks * Self::BLOCK_LEN) as u128, before + message.len() as u128)
    }
    fn run(one: Backend<Self::Ops>, state: &mut Self::State, blocks: &[u8], place: X) {
        one.compress(state, BlockOf::<P, X>::split(blocks).0, &[], place);
    }
    #[inline(always)]
    fn output(_: &Self::Start, one: Backend<Self::Ops>, state: &mut Self::State, out: &mut [u8]) {
        P::output(one, state, out);
    }
}
