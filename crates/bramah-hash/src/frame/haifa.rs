//! HAIFA-like constructions: with each block, the compression function receives the number of message bytes so far and
//! whether the block is the last. BLAKE2 (RFC 7693, section 3.3) works in this way.
//!
//! The message has no end mark, so its last block may be full. A full block therefore stays buffered until the message
//! continues or ends.

use super::{Backends, Batch, Batched, Frame, Held, Nested, Reader, State, batch};
use crate::{
    backend::{Backend, Dispatch, Entry, table_calls},
    simd::memory::{Bytes, Room, copy_short, copy_whole, wipe_whole},
    wipe::{self, wipe},
};

/// A compression function and its candidates.
pub trait Compress: Send + Sync + Sized + 'static {
    type State: State;
    type Block: Bytes;
    fn dispatch() -> &'static Dispatch<HaifaOps<Self>>;
    fn batch() -> &'static Dispatch<Batch<Self::State, Context>>;
}

/// The position of a run of blocks in its message. Both byte counts include a key block.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context {
    /// The number of message bytes before the run.
    pub before: u128,
    /// The length of the whole message in bytes, or [`UNKNOWN`] if more bytes may follow. A block that ends at or after
    /// this length is the last block of the message.
    pub length: u128,
    /// Whether the message is the last node of its level in a tree.
    pub last_node: bool,
}

/// The value of [`Context::length`] for a message that has not ended.
pub const UNKNOWN: u128 = u128::MAX;

impl Context {
    /// Returns the counter of the block that ends `end` bytes after the start of the message, and whether it is the
    /// last block. The counter of an incomplete last block is the length of the message.
    #[inline(always)]
    pub fn counter(&self, end: u128) -> (u128, bool) {
        if end < self.length { (end, false) } else { (self.length, true) }
    }

    /// Returns BLAKE's counter for a block of `len` bytes that ends at byte `end`: the number of message bits up to the
    /// end of the block, or 0 if the block contains no bits of the message.
    #[inline(always)]
    pub fn bits(&self, end: u128, len: u128) -> u128 {
        let bytes = match self.length {
            length if end <= length => end,
            length if end.wrapping_sub(len) < length => length,
            _ => 0,
        };
        bytes.wrapping_mul(8)
    }
}

/// The function table for one message.
pub struct HaifaOps<C: Compress> {
    pub(crate) compress: Entry<unsafe fn(&mut C::State, &[C::Block], &Context)>,
}

table_calls! {
    /// The calls of a backend for a compression function with a context.
    pub trait HaifaCalls[C: Compress]: Backend<HaifaOps<C>> {
        fn compress(state: &mut C::State, blocks: &[C::Block], context: &Context) = compress;
    }
}

/// The start of a message.
pub struct Start<C: Compress> {
    /// The initial value with the parameters XORed in.
    state: C::State,
    key: Option<Key<C::Block, C::State>>,
    last_node: bool,
}

/// A key, padded to a block that precedes the message.
#[derive(Clone, Copy)]
struct Key<B, S> {
    block: B,
    /// The state after the key block, for messages that are not empty. For an empty message the key block is the last
    /// block and is compressed when the hash is finished.
    after: S,
}

impl<C: Compress> Start<C> {
    /// Returns a start without a key.
    #[inline(always)]
    pub(crate) fn new(state: C::State, last_node: bool) -> Self {
        // stored with stores of whole registers, so that the kernel's vector loads do not stall
        Self { state: state.whole(), key: None, last_node }
    }

    /// Returns a start without a key, in a constant.
    pub(crate) const fn constant(state: C::State) -> Self {
        Self { state, key: None, last_node: false }
    }

    /// Returns a start with a key. This is a separate function so that `new` is small enough to be inlined.
    #[inline(never)]
    pub(crate) fn keyed(state: C::State, key: &[u8], last_node: bool) -> Self {
        let mut start = Self { state, key: None, last_node };
        start.key(key);
        start
    }

    /// Adds a key to a start without one. This is done in place so that no copies of the key remain. The key block is
    /// the key padded with zeros.
    #[inline(never)]
    pub(crate) fn key(&mut self, key: &[u8]) {
        let mut block = C::Block::ZERO;
        block.as_mut()[..key.len()].copy_from_slice(key);
        self.absorb(C::dispatch().get(), &mut block);
    }

    /// Adds a key to a start without one, given the key block, and erases `block`.
    fn absorb(&mut self, backend: Backend<HaifaOps<C>>, block: &mut C::Block) {
        let mut after = self.state;
        let context = Context { before: 0, length: UNKNOWN, last_node: self.last_node };
        backend.compress(&mut after, core::slice::from_ref(block), &context);
        self.key = Some(Key { block: *block, after });
        wipe(block.as_mut());
        after.wipe();
    }

    /// Returns the state before the message, and the number of bytes that the state has absorbed.
    #[inline(always)]
    fn begin(&self) -> (C::State, u128) {
        match &self.key {
            Some(key) => (key.after, C::Block::LEN as u128),
            None => (self.state, 0),
        }
    }
}

impl<C: Compress> Clone for Start<C> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<C: Compress> Drop for Start<C> {
    #[inline]
    fn drop(&mut self) {
        // nothing here is secret without a key
        if let Some(key) = &mut self.key {
            self.state.wipe();
            key.after.wipe();
            wipe(key.block.as_mut());
        }
    }
}

/// A hash in progress. Bytes are counted modulo 2^128; the counter of the compression function takes the low bits that
/// fit.
pub struct Haifa<C: Compress> {
    /// The state and the buffered block, of which `used` bytes are valid. With a key and no message yet, it is the key
    /// block.
    held: Held<C::State, C::Block>,
    used: usize,
    /// The number of bytes so far, including the key block.
    total: u128,
    /// The state before the message and before the key block, if there is one. It is not an `Option`, because the
    /// unused bytes of `None` would copy old stack bytes to the heap.
    before: C::State,
    /// Whether there is a key and no message byte yet. If none follows, the key block is the last block.
    at_key: bool,
    last_node: bool,
    backend: Backend<HaifaOps<C>>,
}

impl<C: Compress> Haifa<C> {
    const BLOCK_LEN: usize = C::Block::LEN;
}

impl<C: Compress> Clone for Haifa<C> {
    fn clone(&self) -> Self {
        Self { held: self.held.clone(), ..*self }
    }
}

impl<C: Compress> Drop for Haifa<C> {
    #[inline]
    fn drop(&mut self) {
        self.before.wipe();
    }
}

impl<C: Compress> Frame for Haifa<C> {
    type Start = Start<C>;
    type Block = C::Block;
    type Ops = HaifaOps<C>;
    type Many = Batch<C::State, Context>;
    const AFTER: bool = true;
    /// True, because a start contains the key block, which is the last block if the message is empty.
    const SHOWS: bool = true;
    const NESTED: Nested<Self> = batch::hash_nested::<Self>;

    super::lists_of!(C);

    #[inline]
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        let (state, total) = start.begin();
        let block = start.key.as_ref().map_or(C::Block::ZERO, |key| key.block);
        let at_key = start.key.is_some();
        Self {
            held: Held { state, block },
            used: 0,
            total,
            before: start.state,
            at_key,
            last_node: start.last_node,
            backend,
        }
    }
    fn after(start: &Self::Start, backend: Backend<Self::Ops>, block: &[u8]) -> Option<Self::Start> {
        let mut copy = C::Block::ZERO;
        copy_short(copy.as_mut(), block);
        let mut after = Start { state: start.state, key: None, last_node: start.last_node };
        after.absorb(backend, &mut copy);
        Some(after)
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.backend
    }

    #[inline]
    fn update(&mut self, data: &[u8]) {
        if data.is_empty() {
            return;
        }
        self.at_key = false;
        let mut context = Context {
            before: self.total.wrapping_sub(self.used as u128),
            length: UNKNOWN,
            last_node: self.last_node,
        };
        self.total = self.total.wrapping_add(data.len() as u128);
        let backend = self.backend;
        self.used = self.held.append_but_last(self.used, data, |state, blocks| {
            backend.compress(state, blocks, &context);
            context.before = context.before.wrapping_add(size_of_val(blocks) as u128);
        });
    }

    #[inline]
    fn finish(&mut self, out: &mut [u8]) {
        if self.at_key {
            (self.held.state, self.used) = (self.before, Self::BLOCK_LEN);
        }
        let before = self.total.wrapping_sub(self.used as u128);
        let context = Context { before, length: self.total, last_node: self.last_node };
        let (state, block) = self.held.padded(self.used);
        self.backend.compress(state, block, &context);
        if self.at_key {
            wipe::stack();
        }
        self.held.state.write_le(out);
    }

    #[inline]
    fn secret(start: &Self::Start) -> bool {
        start.key.is_some()
    }

    #[inline]
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        match &start.key {
            None if !message.is_empty() && message.len().is_multiple_of(Self::BLOCK_LEN) => {
                whole_message::<C>(&start.state, 0, start.last_node, backend, message, out);
            }
            None => ragged_message::<C>(start, backend, message, out),
            Some(key) => keyed_message::<C>(start, key, backend, message, out),
        }
    }

    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        batch::hash_many::<Self>(start, with, messages, length, out);
        if start.key.is_some() {
            wipe::stack();
        }
    }

    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        self.held.save(self.total, self.used, put);
    }

    fn restore(start: &Self::Start, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        let mut saved = Reader(saved);
        let total = saved.number()?;
        let mut frame = Self::new(start, backend);
        let message = total.checked_sub(frame.total)?;
        let used = Held::<C::State, C::Block>::held_back(message);
        let held = Held::restore(&mut saved, used)?;
        // for an empty message, `new` has already set the state and the key block
        if message > 0 {
            (frame.held, frame.total, frame.used, frame.at_key) = (held, total, used, false);
        }
        saved.0.is_empty().then_some(frame)
    }
}

/// Computes the digest of a message that begins with `state`, after `before` bytes.
#[inline(always)]
fn whole_message<C: Compress>(
    state: &C::State,
    before: usize,
    last_node: bool,
    backend: Backend<HaifaOps<C>>,
    message: &[u8],
    out: &mut [u8],
) {
    let mut state = *state;
    let before = before as u128;
    let mut context = Context { before, length: before + message.len() as u128, last_node };
    let (blocks, rest) = C::Block::split(message);
    if !blocks.is_empty() {
        backend.compress(&mut state, blocks, &context);
    }
    if !rest.is_empty() || blocks.is_empty() {
        let mut room = Room::<C::Block, 1>::new();
        let last = room.rows();
        copy_whole(last[0].as_mut(), rest, 0);
        context.before += (message.len() - rest.len()) as u128;
        backend.compress(&mut state, last, &context);
        wipe_whole(last[0].as_mut(), rest.len());
    }
    state.write_le(out);
    state.wipe();
}

/// Hashes an unkeyed message whose last block is incomplete. This is a separate function so that messages of whole
/// blocks do not save the registers that it needs across its calls.
#[inline(never)]
fn ragged_message<C: Compress>(
    start: &Start<C>,
    backend: Backend<HaifaOps<C>>,
    message: &[u8],
    out: &mut [u8],
) {
    whole_message::<C>(&start.state, 0, start.last_node, backend, message, out);
}

/// Hashes a keyed message. This is a separate function so that a start without a key need not be stored in memory.
#[inline(never)]
fn keyed_message<C: Compress>(
    start: &Start<C>,
    key: &Key<C::Block, C::State>,
    backend: Backend<HaifaOps<C>>,
    message: &[u8],
    out: &mut [u8],
) {
    if message.is_empty() {
        let mut state = start.state;
        let context = Context { before: 0, length: C::Block::LEN as u128, last_node: start.last_node };
        backend.compress(&mut state, core::slice::from_ref(&key.block), &context);
        wipe::stack();
        state.write_le(out);
        state.wipe();
    } else {
        whole_message::<C>(&key.after, C::Block::LEN, start.last_node, backend, message, out);
    }
}

impl<C: Compress> Batched for Haifa<C> {
    type State = C::State;
    type Context = Context;

    #[inline(always)]
    fn blocks(_: &Self::Start, len: usize) -> (usize, usize) {
        // the last block may be full; an empty message ends with the key block, or with a block of zeros if there is no
        // key
        (len / Self::BLOCK_LEN, usize::from(!len.is_multiple_of(Self::BLOCK_LEN) || len == 0))
    }
    #[inline(always)]
    fn begin(start: &Self::Start, _: Backend<Self::Ops>, empty: bool) -> Self::State {
        if empty { start.state } else { start.begin().0 }
    }
    #[inline(always)]
    fn tail(start: &Self::Start, message: &[u8], tail: &mut [u8]) {
        let block = &mut C::Block::split_mut(tail).0[0];
        if let (true, Some(key)) = (message.is_empty(), &start.key) {
            *block = key.block;
        } else {
            *block = C::Block::ZERO;
            copy_short(block.as_mut(), C::Block::split(message).1);
        }
    }
    #[inline(always)]
    fn context(start: &Self::Start, message: &[u8], done: usize, tail: bool) -> Context {
        let key = if start.key.is_some() { Self::BLOCK_LEN } else { 0 };
        let before = match (message, tail) {
            ([], _) => 0,
            (_, true) => key + message.len() / Self::BLOCK_LEN * Self::BLOCK_LEN,
            (_, false) => key + done * Self::BLOCK_LEN,
        };
        let length = key as u128 + message.len() as u128;
        Context { before: before as u128, length, last_node: start.last_node }
    }
    fn run(one: Backend<Self::Ops>, state: &mut Self::State, blocks: &[u8], context: Context) {
        one.compress(state, C::Block::split(blocks).0, &context);
    }
    #[inline(always)]
    fn output(_: &Self::Start, _: Backend<Self::Ops>, state: &mut Self::State, out: &mut [u8]) {
        state.write_le(out);
    }
}

/// Builds a candidate for hashing one message: `haifa_candidate!(Type, "name", "features", kernel)`.
macro_rules! haifa_candidate {
    ($compress:ty, $name:literal, $($features:literal,)? $kernel:path) => {
        $crate::backend::candidate!($name, $($features,)? HaifaOps {
            compress: $kernel = fn(
                state: &mut <$compress as Compress>::State,
                blocks: &[<$compress as Compress>::Block],
                context: &Context
            )
        })
    };
}
pub(crate) use haifa_candidate;
