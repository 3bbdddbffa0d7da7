//! Stripes: the blocks of a message are dealt out in turn to a fixed number of leaves, so that one message fills the
//! lanes of a batch kernel. The root is the hash of the leaves' digests. BLAKE2bp and BLAKE2sp work in this way (the
//! BLAKE2 paper, section 2.10).
//!
//! A row consists of one block for each leaf. The last block of a leaf is processed differently and may be full, so a
//! row stays buffered until each leaf is sure to have another block. Less than two rows are buffered.

use super::{
    Backends, Batch, Frame, Reader, State,
    haifa::{Compress, Context, HaifaOps, UNKNOWN},
};
use crate::frame::BatchCalls;
use crate::frame::haifa::HaifaCalls;
use crate::{
    backend::{Backend, Dispatch, Pair},
    simd::memory::{Bytes, MAX_LANES, Room, Streams},
    wipe::{self, wipe},
};
use core::marker::PhantomData;

/// The parameters of a function over stripes.
pub trait StripesParams: Send + Sync + Sized + 'static {
    /// The compression function of the leaves and the root.
    type Compress: Compress;
    /// The number of leaves. Two rows of blocks are [`HELD`] bytes.
    const LEAVES: usize;
    fn dispatch() -> &'static Dispatch<StripesOps<Self>>;
    fn batch() -> &'static Dispatch<BatchOf<Self>>;
}

type StateOf<P> = <<P as StripesParams>::Compress as Compress>::State;
type BlockOf<P> = <<P as StripesParams>::Compress as Compress>::Block;
type Rows<P> = <StateOf<P> as State>::Rows;
type BatchOf<P> = Batch<StateOf<P>, Context>;

/// The length of two rows of blocks in bytes.
const HELD: usize = 1024;

/// The function table for one message: a candidate for the root or a single leaf, and a candidate for leaves in lanes.
pub type StripesOps<P> = Pair<HaifaOps<<P as StripesParams>::Compress>, BatchOf<P>>;

/// The backends for one message, with functions that run blocks through the leaves and the root.
struct Runs<P: StripesParams>(Backend<StripesOps<P>>);

impl<P: StripesParams> Runs<P> {
    /// Compresses blocks into the state of the root or of one leaf.
    fn one(&self, state: &mut StateOf<P>, blocks: &[BlockOf<P>], context: &Context) {
        self.0.one().compress(state, blocks, context);
    }

    /// Compresses blocks into the states of several leaves, one in each lane.
    fn lanes(&self, rows: &mut Rows<P>, streams: &Streams<'_>, contexts: &[Context; MAX_LANES]) {
        self.0.many().compress(rows, streams, contexts);
    }

    /// Compresses rows of blocks into the states of all leaves.
    fn rows(&self, rows: &mut Rows<P>, data: &[u8], contexts: &[Context; MAX_LANES]) {
        let (block, lanes) = (BlockOf::<P>::LEN, self.0.many().ops().lanes);
        if lanes == 1 {
            for (leaf, context) in contexts.iter().enumerate().take(P::LEAVES) {
                let mut state = StateOf::<P>::take(rows, leaf);
                let mut context = *context;
                for row in data.chunks_exact(P::LEAVES * block) {
                    let blocks = BlockOf::<P>::split(&row[leaf * block..][..block]).0;
                    self.one(&mut state, blocks, &context);
                    context.before = context.before.wrapping_add(block as u128);
                }
                state.put(rows, leaf);
            }
        } else if lanes >= P::LEAVES {
            self.lanes(rows, &Streams::striped(data, P::LEAVES, block, 0), contexts);
        } else {
            for first in (0..P::LEAVES).step_by(lanes) {
                let mut some = StateOf::<P>::NO_ROWS;
                let mut these = [Context::default(); MAX_LANES];
                for lane in 0..lanes {
                    StateOf::<P>::take(rows, first + lane).put(&mut some, lane);
                    these[lane] = contexts[first + lane];
                }
                self.lanes(&mut some, &Streams::striped(data, P::LEAVES, block, first), &these);
                for lane in 0..lanes {
                    StateOf::<P>::take(&some, lane).put(rows, first + lane);
                }
            }
        }
    }
}

/// The start of a message.
pub struct StripesStart<P: StripesParams> {
    /// The initial values of the leaves, and in `root` the initial value of the root, with the parameters XORed in.
    leaves: Rows<P>,
    root: StateOf<P>,
    /// The key block, which precedes the message in each leaf.
    key: Option<BlockOf<P>>,
}

impl<P: StripesParams> StripesStart<P> {
    /// Returns a start; `state` returns the initial value of the given leaf, or of the root for `None`.
    #[inline]
    pub(crate) fn new(key: &[u8], state: impl Fn(Option<usize>) -> StateOf<P>) -> Self {
        const { assert!(2 * P::LEAVES * BlockOf::<P>::LEN == HELD && P::LEAVES <= MAX_LANES) };
        let mut leaves = StateOf::<P>::NO_ROWS;
        for leaf in 0..P::LEAVES {
            state(Some(leaf)).put(&mut leaves, leaf);
        }
        let mut start = Self { leaves, root: state(None), key: None };
        if !key.is_empty() {
            let block = start.key.insert(BlockOf::<P>::ZERO);
            block.as_mut()[..key.len()].copy_from_slice(key);
        }
        start
    }
}

impl<P: StripesParams> Clone for StripesStart<P> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<P: StripesParams> Drop for StripesStart<P> {
    #[inline]
    fn drop(&mut self) {
        if let Some(key) = &mut self.key {
            wipe(key.as_mut());
        }
    }
}

/// A hash in progress over stripes.
pub struct Stripes<P: StripesParams> {
    leaves: Rows<P>,
    root: StateOf<P>,
    /// The buffered bytes of the message; `used` is their number.
    held: [u8; HELD],
    used: usize,
    /// Whether the buffered bytes include the key, so that the stack must be erased after they are hashed.
    holds_key: bool,
    /// The number of bytes so far, including the key blocks.
    total: u128,
    backend: Backend<StripesOps<P>>,
    params: PhantomData<P>,
}

impl<P: StripesParams> Clone for Stripes<P> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<P: StripesParams> Drop for Stripes<P> {
    #[inline]
    fn drop(&mut self) {
        self.leaves = StateOf::<P>::NO_ROWS;
        zeroize::optimization_barrier(&self.leaves);
        wipe(&mut self.held);
    }
}

impl<P: StripesParams> Stripes<P> {
    const BLOCK: usize = BlockOf::<P>::LEN;
    const ROW: usize = HELD / 2;
    /// The maximum number of bytes that stay buffered.
    const MOST: usize = HELD - Self::BLOCK;

    /// Returns the contexts of the leaves after `before` bytes of each leaf, for a message of `length` bytes (`None` if
    /// unknown).
    #[inline(always)]
    fn contexts(before: u128, length: Option<u128>) -> [Context; MAX_LANES] {
        let mut contexts = [Context { before, length: UNKNOWN, last_node: false }; MAX_LANES];
        for (leaf, context) in contexts.iter_mut().enumerate().take(P::LEAVES) {
            if let Some(length) = length {
                let rest = (length % Self::ROW as u128) as usize;
                let own = rest.saturating_sub(leaf * Self::BLOCK).min(Self::BLOCK);
                context.length = length / Self::ROW as u128 * Self::BLOCK as u128 + own as u128;
            }
            context.last_node = leaf + 1 == P::LEAVES;
        }
        contexts
    }

    /// Returns the number of bytes of each leaf in the rows that have been hashed; `held` is the number of buffered
    /// bytes.
    fn before(&self, held: usize) -> u128 {
        self.total.wrapping_sub(held as u128) / P::LEAVES as u128
    }
}

/// Hashes a whole message under a key. This is a separate function so that the caller can erase its stack, because
/// moves leave copies of the key there.
#[inline(never)]
fn at_once<P: StripesParams>(
    start: &StripesStart<P>,
    backend: Backend<StripesOps<P>>,
    message: &[u8],
    out: &mut [u8],
) {
    let mut frame = Stripes::<P>::new(start, backend);
    frame.update(message);
    frame.finish(out);
}

/// Hashes a whole message without a key, reading whole rows where they are instead of buffering them.
fn without_key<P: StripesParams>(
    start: &StripesStart<P>,
    backend: Backend<StripesOps<P>>,
    message: &[u8],
    out: &mut [u8],
) {
    let (rows, rest) = message.split_at(message.len() - message.len() % Stripes::<P>::ROW);
    let length = Some(message.len() as u128);
    let mut leaves = start.leaves;
    if !rows.is_empty() {
        Runs::<P>(backend).rows(&mut leaves, rows, &Stripes::<P>::contexts(0, length));
    }
    if !rest.is_empty() || rows.is_empty() {
        let mut row = Room::<u8, { HELD / 2 }>::new();
        let row = row.rows();
        row[..rest.len()].copy_from_slice(rest);
        row[rest.len()..].fill(0);
        let ended = leaves;
        let before = (rows.len() / P::LEAVES) as u128;
        Runs::<P>(backend).rows(&mut leaves, row, &Stripes::<P>::contexts(before, length));
        if !rows.is_empty() {
            for leaf in rest.len().div_ceil(Stripes::<P>::BLOCK)..P::LEAVES {
                StateOf::<P>::take(&ended, leaf).put(&mut leaves, leaf);
            }
        }
        wipe(row);
    }
    root::<P>(backend, start.root, &leaves, out);
}

/// Writes the digest of the root, whose message is the concatenated digests of the leaves.
fn root<P: StripesParams>(
    backend: Backend<StripesOps<P>>,
    root: StateOf<P>,
    leaves: &Rows<P>,
    out: &mut [u8],
) {
    let len = P::LEAVES * StateOf::<P>::LEN;
    let mut digests = Room::<u8, { HELD / 2 }>::new();
    let digests = &mut digests.rows()[..len];
    for (leaf, digest) in digests.chunks_exact_mut(StateOf::<P>::LEN).enumerate() {
        StateOf::<P>::take(leaves, leaf).write_le(digest);
    }
    let context = Context { before: 0, length: len as u128, last_node: true };
    let mut root = root.whole();
    Runs::<P>(backend).one(&mut root, BlockOf::<P>::split(digests).0, &context);
    root.write_le(out);
    root.wipe();
    wipe(digests);
}

impl<P: StripesParams> Frame for Stripes<P> {
    type Start = StripesStart<P>;
    type Block = BlockOf<P>;
    type Ops = StripesOps<P>;
    type Many = BatchOf<P>;

    super::lists_of!(P);

    #[inline]
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        let mut frame = Self {
            leaves: start.leaves,
            root: start.root,
            held: [0; HELD],
            used: 0,
            holds_key: start.key.is_some(),
            total: 0,
            backend,
            params: PhantomData,
        };
        if let Some(key) = &start.key {
            // the first row of the message consists of key blocks
            for block in BlockOf::<P>::split_mut(&mut frame.held[..Self::ROW]).0 {
                *block = *key;
            }
            (frame.used, frame.total) = (Self::ROW, Self::ROW as u128);
        }
        frame
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.backend
    }

    fn update(&mut self, mut data: &[u8]) {
        while self.used > 0 {
            let (head, rest) = data.split_at(data.len().min(HELD - self.used));
            self.held[self.used..][..head.len()].copy_from_slice(head);
            self.used += head.len();
            self.total = self.total.wrapping_add(head.len() as u128);
            data = rest;
            if self.used <= Self::MOST {
                return;
            }
            // hash one row, or both if more data follows than can be buffered
            let rows = if data.len() > Self::MOST { HELD } else { Self::ROW };
            let contexts = Self::contexts(self.before(self.used), None);
            Runs::<P>(self.backend).rows(&mut self.leaves, &self.held[..rows], &contexts);
            if core::mem::take(&mut self.holds_key) {
                wipe::stack();
            }
            self.held.copy_within(rows.., 0);
            self.used -= rows;
        }
        let many = data.len().saturating_sub(Self::MOST).div_ceil(Self::ROW);
        let (rows, rest) = data.split_at(many * Self::ROW);
        if many > 0 {
            let contexts = Self::contexts(self.before(0), None);
            Runs::<P>(self.backend).rows(&mut self.leaves, rows, &contexts);
        }
        self.held[..rest.len()].copy_from_slice(rest);
        self.used = rest.len();
        self.total = self.total.wrapping_add(data.len() as u128);
    }

    fn finish(&mut self, out: &mut [u8]) {
        self.held[self.used..].fill(0);
        let before = self.before(self.used);
        let (first, second) = self.held.split_at(Self::ROW);
        let contexts = Self::contexts(before, Some(self.total));
        Runs::<P>(self.backend).rows(&mut self.leaves, first, &contexts);
        if self.used > Self::ROW {
            let ended = self.leaves;
            let before = before.wrapping_add(Self::BLOCK as u128);
            Runs::<P>(self.backend).rows(&mut self.leaves, second, &Self::contexts(before, Some(self.total)));
            for (leaf, context) in contexts.iter().enumerate().take(P::LEAVES) {
                if context.length <= before {
                    StateOf::<P>::take(&ended, leaf).put(&mut self.leaves, leaf);
                }
            }
        }
        root::<P>(self.backend, self.root, &self.leaves, out);
        if self.holds_key {
            wipe::stack();
        }
    }

    #[inline]
    fn secret(start: &Self::Start) -> bool {
        start.key.is_some()
    }

    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        if start.key.is_none() {
            without_key(start, backend, message, out);
        } else {
            at_once(start, backend, message, out);
            wipe::stack();
        }
    }

    /// Hashes one message after another, because each message fills the lanes by itself.
    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        super::one_by_one::<Self>(start, with.one, messages, length, out);
    }

    /// Writes the number of bytes so far, the states of the leaves, and the buffered bytes.
    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        put(&self.total.to_le_bytes());
        let mut bytes = [0; 64];
        for leaf in 0..P::LEAVES {
            let bytes = &mut bytes[..StateOf::<P>::LEN];
            StateOf::<P>::take(&self.leaves, leaf).write_le(bytes);
            put(bytes);
        }
        wipe(&mut bytes);
        put(&self.held[..self.used]);
    }

    fn restore(start: &Self::Start, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        let mut saved = Reader(saved);
        let mut frame = Self::new(start, backend);
        let least = frame.total;
        frame.total = saved.number()?;
        for leaf in 0..P::LEAVES {
            StateOf::<P>::read_le(saved.take(StateOf::<P>::LEN)?).put(&mut frame.leaves, leaf);
        }
        let held = saved.0;
        frame.held.get_mut(..held.len())?.copy_from_slice(held);
        frame.used = held.len();
        let rows = frame.total.checked_sub(held.len() as u128)?;
        // not more bytes than are ever buffered and, once a row has been hashed, not fewer than always stay buffered then
        let valid = held.len() <= Self::MOST && (rows == 0 || held.len() > Self::MOST - Self::ROW);
        (frame.total >= least && rows.is_multiple_of(Self::ROW as u128) && valid).then_some(frame)
    }
}
