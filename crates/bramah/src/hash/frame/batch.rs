//! Many messages at once, each in a lane of its own.
//!
//! A lane runs a message's whole blocks where they lie, then its padded rest from a buffer, and
//! all lanes advance by the same number of blocks in a call. Short messages, of which there may
//! be millions, are gathered by their numbers of blocks and run in step, so that nothing is kept
//! for each. The others take the lanes as they become free, so messages of mixed lengths keep
//! them full. What a single stream does faster, a few messages left at the end, runs there.

use super::{Backends, Frame, State, again, digest};
use crate::{
    backend::{Backend, Candidate, table_calls},
    simd::{MAX_LANES, Streams, copy_short},
    wipe::wipe,
};

/// The table of many messages: `lanes` of them at once.
pub struct Batch<S: State + 'static, C: 'static> {
    pub(crate) compress: BatchKernel<S, C>,
    pub(crate) lanes: usize,
    /// The number of messages from which a call is faster than one after another.
    pub(crate) least: usize,
    /// What takes fewer messages than that.
    pub(crate) few: Option<&'static Candidate<Self>>,
}

/// Runs every block of the streams through the states in the rows.
pub(crate) type BatchKernel<S, C> = unsafe fn(&mut <S as State>::Rows, &Streams<'_>, &[C; MAX_LANES]);

impl<S: State, C> Batch<S, C> {
    /// One message after another, on the backend for one.
    pub(crate) const ONE_BY_ONE: Self = {
        fn never<S: State, C>(_: &mut S::Rows, _: &Streams<'_>, _: &[C; MAX_LANES]) {
            unreachable!("one lane takes the single path")
        }
        Self { compress: never::<S, C>, lanes: 1, least: 1, few: None }
    };
}

impl<S: State, C> Candidate<Batch<S, C>> {
    /// The same, which leaves fewer messages than are worth a call to another, and needs what both need.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))] // where there is one
    pub(crate) const fn beside(mut self, few: &'static Self) -> Self {
        self.needs = self.needs.with(few.needs);
        self.constant_time &= few.constant_time;
        self.ops.few = Some(few);
        self
    }
}

impl<S: State, C> Backend<Batch<S, C>> {
    /// The backend for so many messages.
    fn of(self, messages: usize) -> Self {
        let Batch { least, few, .. } = self.ops();
        few.filter(|_| messages < *least).and_then(Self::admit).unwrap_or(self)
    }

    table_calls! {
        pub(crate) fn compress(rows: &mut S::Rows, streams: &Streams<'_>, contexts: &[C; MAX_LANES]) = compress;
    }
}

/// A candidate for many messages: its state and context, name, features, kernel call, lanes and
/// the number of messages from which it is worth a call. The names between the bars are what the
/// call may use: the states' rows, the streams, the contexts.
macro_rules! batch_candidate {
    ($state:ty, $context:ty, $name:literal, $features:literal, $lanes:literal, $least:literal,
     |$rows:ident, $streams:ident, $contexts:ident| $call:expr) => {
        $crate::backend::Candidate {
            name: $name,
            needs: $crate::simd::Features::of($features),
            first_on: $crate::simd::Design::Any,
            constant_time: true,
            ops: $crate::hash::frame::Batch {
                compress: {
                    #[target_feature(enable = $features)]
                    fn entry(
                        $rows: &mut <$state as $crate::hash::frame::State>::Rows,
                        $streams: &$crate::simd::Streams<'_>,
                        $contexts: &[$context; $crate::simd::MAX_LANES],
                    ) {
                        $call
                    }
                    entry
                },
                lanes: $lanes,
                least: $least,
                few: None,
            },
        }
    };
}
pub(crate) use batch_candidate;

/// Room for the padded end of a message, at most three blocks of 64 bytes or two of 168.
pub(crate) type Tail = [u8; 336];

/// What the scheduler asks of a frame.
pub trait Batched: Frame<Many = Batch<Self::State, Self::Context>> {
    type State: State;
    /// What a call needs besides the blocks of a lane, such as a byte count.
    type Context: Copy + Default;

    /// The bytes of a block.
    fn block_len(start: &Self::Start) -> usize;
    /// Whether a message of `len` bytes is not for a lane.
    #[inline(always)]
    fn alone(_: &Self::Start, _len: usize) -> bool {
        false
    }
    /// Of a message of `len` bytes, the number of blocks that are read in place, and that of the
    /// blocks of its padded rest, at most three. Not both are 0.
    fn blocks(start: &Self::Start, len: usize) -> (usize, usize);
    /// The state before a message, which may be another for an empty one.
    fn begin(start: &Self::Start, one: Backend<Self::Ops>, empty: bool) -> Self::State;
    /// Writes the blocks of the padded rest of the message, all of what will be read.
    fn tail(start: &Self::Start, message: &[u8], tail: &mut [u8]);
    /// The context of the run that begins at block `done` of the message, or of its tail.
    fn context(start: &Self::Start, message: &[u8], done: usize, tail: bool) -> Self::Context;
    /// Runs whole blocks through one state.
    fn run(one: Backend<Self::Ops>, state: &mut Self::State, blocks: &[u8], context: Self::Context);
    /// Writes the digest.
    fn output(start: &Self::Start, one: Backend<Self::Ops>, state: &mut Self::State, out: &mut [u8]);
}

/// The digests of `messages`, `length` bytes each, one after another in `out`.
pub(crate) fn hash_many<F: Batched>(
    start: &F::Start,
    with: Backends<F>,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) {
    run::<F>(Starts::one(start), None, with, messages, length, out);
}

/// The same, and of each the digest under `outer`: [`Frame::nested`].
pub(crate) fn hash_nested<F: Batched>(
    [inner, outer]: [&[F::Start]; 2],
    with: Backends<F>,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) {
    if let (Some(inner), outer @ Some(_)) = (Starts::new(inner), Starts::new(outer)) {
        run(inner, outer, with, messages, length, out);
    }
}

/// One start for all messages, or one for each.
struct Starts<'a, S> {
    first: &'a S,
    /// Those of each message of the window; none if all have one.
    each: &'a [S],
}

impl<S> Clone for Starts<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for Starts<'_, S> {}

impl<'a, S> Starts<'a, S> {
    fn one(first: &'a S) -> Self {
        Self { first, each: &[] }
    }
    fn new(starts: &'a [S]) -> Option<Self> {
        Some(Self { first: starts.first()?, each: if starts.len() > 1 { starts } else { &[] } })
    }
    #[inline(always)]
    fn of(self, index: usize) -> &'a S {
        self.each.get(index).unwrap_or(self.first)
    }
    /// Those of the next window.
    fn next(&mut self) {
        self.each = self.each.get(WINDOW..).unwrap_or(&[]);
    }
}

#[inline(never)]
fn run<F: Batched>(
    starts: Starts<'_, F::Start>,
    outer: Option<Starts<'_, F::Start>>,
    with: Backends<F>,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) {
    let with = Backends { many: with.many.of(messages.len()), ..with };
    if with.many.ops().lanes == 1 || messages.len() < with.many.ops().least {
        for (i, (message, out)) in messages.iter().zip(out.chunks_exact_mut(length)).enumerate() {
            digest::<F>(starts.of(i), with.one, message, out);
            if let Some(outer) = outer {
                again::<F>(outer.of(i), with.one, out);
            }
        }
        return;
    }
    let mut lanes = Lanes::<F> {
        starts,
        outer,
        with,
        length,
        rows: F::State::NO_ROWS,
        tails: [[0; size_of::<Tail>()]; MAX_LANES],
        contexts: [F::Context::default(); MAX_LANES],
    };
    for (messages, out) in messages.chunks(WINDOW).zip(out.chunks_mut(WINDOW * length)) {
        lanes.hash(messages, out);
        lanes.starts.next();
        lanes.outer.as_mut().map(Starts::next);
    }
    lanes.rows = F::State::NO_ROWS;
    zeroize::optimization_barrier(&lanes.rows);
    // a message has had one of the first tails
    wipe(lanes.tails[..messages.len().min(MAX_LANES)].as_flattened_mut());
}

/// What the state at the start comes to behind each of these blocks, which are not the last of a message.
#[cfg(feature = "alloc")]
pub(crate) fn run_each<F: Batched>(
    start: &F::Start,
    with: Backends<F>,
    blocks: &[&[u8]],
    mut made: impl FnMut(F::State) -> F::Start,
) -> alloc::vec::Vec<F::Start> {
    let (lanes, least) = (with.many.ops().lanes, with.many.ops().least);
    let len = F::block_len(start);
    let begin = F::begin(start, with.one, false);
    let mut starts = alloc::vec::Vec::with_capacity(blocks.len());
    let mut rows = F::State::NO_ROWS;
    for blocks in blocks.chunks(lanes) {
        if lanes == 1 || blocks.len() < least {
            for block in blocks {
                let mut state = begin;
                F::run(with.one, &mut state, &block[..len], F::context(start, block, 0, false));
                starts.push(made(state));
                state.wipe();
            }
            continue;
        }
        begin.put_all(&mut rows, lanes);
        let contexts = [F::context(start, blocks[0], 0, false); MAX_LANES];
        with.many.compress(&mut rows, &Streams::new(blocks.iter().copied(), len), &contexts);
        for lane in 0..blocks.len() {
            let mut state = F::State::take(&rows, lane);
            starts.push(made(state));
            state.wipe();
        }
    }
    rows = F::State::NO_ROWS;
    zeroize::optimization_barrier(&rows);
    starts
}

/// How many messages are looked at together: what the index of a [`Group`] counts.
const WINDOW: usize = 1 << 16;
/// A message of fewer whole blocks waits for others of its shape.
const SHORT: usize = 20;
/// How many shapes short messages have: a number of whole blocks, and one of the rest's; and
/// empty ones, that may begin with another state.
const SHAPES: usize = 4 * SHORT + 1;

/// Messages of one shape: of equally many whole blocks, and as many of the padded rest.
#[derive(Clone, Copy)]
struct Group {
    members: [u16; MAX_LANES],
    len: usize,
}

const EMPTY: Group = Group { members: [0; MAX_LANES], len: 0 };

/// A message on its way through a lane.
#[derive(Clone, Copy)]
struct Lane {
    /// Which message; `usize::MAX` for none.
    index: usize,
    /// Blocks done and left of this phase.
    done: usize,
    left: usize,
    tail: bool,
}

const IDLE: Lane = Lane { index: usize::MAX, done: 0, left: usize::MAX, tail: false };

/// The lanes and what they run on.
struct Lanes<'a, F: Batched> {
    starts: Starts<'a, F::Start>,
    /// Under which the digests are hashed once more.
    outer: Option<Starts<'a, F::Start>>,
    with: Backends<F>,
    length: usize,
    rows: <F::State as State>::Rows,
    tails: [Tail; MAX_LANES],
    contexts: [F::Context; MAX_LANES],
}

/// How messages of one length go through the lanes.
#[derive(Clone, Copy)]
struct Shape {
    /// The blocks that are read where they lie, and those of the tail.
    whole: usize,
    rest: usize,
    /// The bytes in front of the tail that are copied there.
    at: usize,
}

impl Shape {
    #[inline(always)]
    fn new<F: Batched>(start: &F::Start, len: usize) -> Self {
        let (whole, rest) = F::blocks(start, len);
        let block_len = F::block_len(start);
        // a few whole blocks are copied in front of the rest: another call costs more
        let joined = size_of::<F::Context>() == 0
            && whole > 0
            && rest > 0
            && (whole + rest) * block_len <= size_of::<Tail>().min(256 + block_len);
        if joined {
            Self { whole: 0, rest: whole + rest, at: whole * block_len }
        } else {
            Self { whole, rest, at: 0 }
        }
    }
}

/// The messages of these numbers. It and the next are functions of their own, for all frames.
#[inline(never)]
fn of_members<'a>(messages: &[&'a [u8]], members: &[u16]) -> [&'a [u8]; MAX_LANES] {
    let mut list: [&[u8]; MAX_LANES] = [&[]; MAX_LANES];
    for (message, member) in list.iter_mut().zip(members) {
        *message = messages[usize::from(*member)];
    }
    list
}

/// Their digests.
#[inline(never)]
fn slots<'a>(out: &'a [u8], length: usize, members: &[u16]) -> [&'a [u8]; MAX_LANES] {
    let mut list: [&[u8]; MAX_LANES] = [&[]; MAX_LANES];
    for (digest, member) in list.iter_mut().zip(members) {
        *digest = &out[usize::from(*member) * length..][..length];
    }
    list
}

impl<'a, F: Batched> Lanes<'a, F> {
    /// Short messages in groups of one shape, then what is left in any order.
    fn hash(&mut self, messages: &[&[u8]], out: &mut [u8]) {
        let start = self.starts.first;
        let mut groups = [EMPTY; SHAPES];
        for (index, message) in messages.iter().enumerate() {
            if F::alone(start, message.len()) {
                let out = self.slot(index, out);
                digest::<F>(self.starts.of(index), self.with.one, message, out);
                self.close(index, out);
                continue;
            }
            let (whole, rest) = F::blocks(start, message.len());
            if whole < SHORT {
                let shape = if message.is_empty() { SHAPES - 1 } else { 4 * whole + rest };
                let group = &mut groups[shape];
                group.members[group.len] = index as u16;
                group.len += 1;
                if group.len == MAX_LANES {
                    group.len = 0;
                    self.in_step(messages, &group.members, out);
                }
            }
        }
        let lanes = self.with.many.ops().lanes;
        for group in &mut groups {
            let full = group.len - group.len % lanes;
            self.in_step(messages, &group.members[..full], out);
            group.members.copy_within(full..group.len, 0);
            group.len -= full;
        }
        let few =
            groups.iter().flat_map(|group| &group.members[..group.len]).map(|index| usize::from(*index));
        let long = (0..messages.len()).filter(|index| {
            let len = messages[*index].len();
            F::blocks(start, len).0 >= SHORT && !F::alone(start, len)
        });
        self.mixed(messages, &mut few.chain(long), out);
    }

    /// Messages of one shape, as many as fill all lanes some times.
    fn in_step(&mut self, messages: &[&[u8]], members: &[u16], out: &mut [u8]) {
        const NOTHING: [u8; 128] = [0; 128];
        let Some(first) = members.first() else { return };
        let list = of_members(messages, members);
        let list = &list[..members.len()];
        let shape = Shape::new::<F>(self.starts.first, messages[usize::from(*first)].len());
        self.write_tails(self.starts, shape, members, list);
        self.run_tails(self.starts, shape, members, list, out);

        let Some(outer) = self.outer else { return };
        let shape = Shape::new::<F>(outer.first, self.length);
        if shape.whole > 0 {
            for member in members {
                let index = usize::from(*member);
                self.close(index, self.slot(index, out));
            }
            return;
        }
        let list = slots(out, self.length, members);
        self.write_tails(outer, shape, members, &list[..members.len()]);
        // all of the digests is in the tails: only their lengths are looked at
        let list = [&NOTHING[..self.length]; MAX_LANES];
        self.run_tails(outer, shape, members, &list[..members.len()], out);
    }

    /// Writes all tails before the first is read, which a CPU does not like to do at once.
    #[inline(never)]
    fn write_tails(
        &mut self,
        starts: Starts<'_, F::Start>,
        Shape { rest, at, .. }: Shape,
        members: &[u16],
        messages: &[&[u8]],
    ) {
        if rest == 0 {
            return;
        }
        for ((member, message), tail) in members.iter().zip(messages).zip(&mut self.tails) {
            let (head, tail) = tail.split_at_mut(at);
            copy_short(head, &message[..at]);
            F::tail(starts.of(usize::from(*member)), message, tail);
        }
    }

    /// Runs what is in place and the tails through the lanes, as often as they are full.
    #[inline(never)]
    fn run_tails(
        &mut self,
        starts: Starts<'_, F::Start>,
        Shape { whole, rest, .. }: Shape,
        members: &[u16],
        messages: &[&[u8]],
        out: &mut [u8],
    ) {
        let (start, one, many) = (starts.first, self.with.one, self.with.many);
        let block_len = F::block_len(start);
        let empty = |message: Option<&&[u8]>| message.is_some_and(|message| message.is_empty());
        let state = F::begin(start, one, empty(messages.first()));
        let contexts = |contexts: &mut [F::Context; MAX_LANES], messages: &[&[u8]], tail: bool| {
            if size_of::<F::Context>() > 0 {
                for (context, message) in contexts.iter_mut().zip(messages) {
                    *context = F::context(start, message, 0, tail);
                }
            }
        };
        let lanes = many.ops().lanes;
        let groups = members.chunks_exact(lanes).zip(messages.chunks_exact(lanes));
        for ((members, messages), tails) in groups.zip(self.tails.chunks_exact(lanes)) {
            if starts.each.is_empty() {
                state.put_all(&mut self.rows, lanes);
            } else {
                for (lane, (member, message)) in members.iter().zip(messages).enumerate() {
                    F::begin(starts.of(usize::from(*member)), one, message.is_empty())
                        .put(&mut self.rows, lane);
                }
            }
            if whole > 0 {
                contexts(&mut self.contexts, messages, false);
                let streams = Streams::new(messages.iter().copied(), whole * block_len);
                many.compress(&mut self.rows, &streams, &self.contexts);
            }
            if rest > 0 {
                contexts(&mut self.contexts, messages, true);
                let streams = Streams::new(tails.iter().map(Tail::as_slice), rest * block_len);
                many.compress(&mut self.rows, &streams, &self.contexts);
            }
            for (lane, member) in members.iter().enumerate() {
                let mut state = F::State::take(&self.rows, lane);
                let out = &mut out[usize::from(*member) * self.length..][..self.length];
                F::output(start, one, &mut state, out);
            }
        }
    }

    /// Messages of any lengths: a lane that is done with one takes the next.
    fn mixed(&mut self, messages: &[&[u8]], order: &mut dyn Iterator<Item = usize>, out: &mut [u8]) {
        let (start, many) = (self.starts.first, self.with.many);
        let (lanes, least) = (many.ops().lanes, many.ops().least);
        let block_len = F::block_len(start);
        let mut slots = [IDLE; MAX_LANES];
        let mut active = 0;
        for (lane, slot) in slots[..lanes].iter_mut().enumerate() {
            *slot = self.enter(lane, order.next(), messages);
            active += usize::from(slot.index != usize::MAX);
        }
        while active >= least {
            let (mut count, mut busy) = (usize::MAX, 0);
            for (lane, slot) in slots[..lanes].iter().enumerate() {
                if slot.left < count {
                    (count, busy) = (slot.left, lane);
                }
            }
            for (slot, context) in slots[..lanes].iter().zip(&mut self.contexts) {
                if let Some(message) = messages.get(slot.index) {
                    *context = F::context(start, message, slot.done, slot.tail);
                }
            }
            // a lane without a message runs with another's
            let pieces = (0..lanes).map(|lane| {
                let lane = if slots[lane].index == usize::MAX { busy } else { lane };
                let slot = &slots[lane];
                let piece = if slot.tail { self.tails[lane].as_slice() } else { messages[slot.index] };
                &piece[slot.done * block_len..]
            });
            many.compress(&mut self.rows, &Streams::new(pieces, count * block_len), &self.contexts);

            for (lane, slot) in slots[..lanes].iter_mut().enumerate() {
                if slot.index == usize::MAX {
                    continue;
                }
                slot.done += count;
                slot.left -= count;
                if slot.left > 0 {
                    continue;
                }
                if let Some(tail) = self.tail(lane, *slot, messages) {
                    *slot = tail;
                    continue;
                }
                self.leave(lane, *slot, out);
                *slot = self.enter(lane, order.next(), messages);
                active -= usize::from(slot.index == usize::MAX);
            }
        }
        for (lane, slot) in slots[..lanes].iter().enumerate() {
            if slot.index != usize::MAX {
                self.rest(lane, *slot, messages, out);
            }
        }
    }

    /// Puts a message into a lane.
    #[inline(never)]
    fn enter(&mut self, lane: usize, index: Option<usize>, messages: &[&[u8]]) -> Lane {
        let Some(index) = index else { return IDLE };
        let message = messages[index];
        F::begin(self.starts.of(index), self.with.one, message.is_empty()).put(&mut self.rows, lane);
        let slot = Lane { index, done: 0, left: F::blocks(self.starts.first, message.len()).0, tail: false };
        if slot.left > 0 { slot } else { self.tail(lane, slot, messages).unwrap_or(slot) }
    }

    /// Goes on to the padded rest of a message whose whole blocks are done; `None` if that is done, or none.
    #[inline(never)]
    fn tail(&mut self, lane: usize, slot: Lane, messages: &[&[u8]]) -> Option<Lane> {
        let message = messages[slot.index];
        let left = F::blocks(self.starts.first, message.len()).1;
        if slot.tail || left == 0 {
            return None;
        }
        F::tail(self.starts.of(slot.index), message, &mut self.tails[lane]);
        Some(Lane { done: 0, left, tail: true, ..slot })
    }

    /// Writes the digest of the message whose blocks are done.
    #[inline(never)]
    fn leave(&mut self, lane: usize, slot: Lane, out: &mut [u8]) {
        let mut state = F::State::take(&self.rows, lane);
        let out = self.slot(slot.index, out);
        F::output(self.starts.first, self.with.one, &mut state, out);
        state.wipe();
        self.close(slot.index, out);
    }

    /// Does what is left of a message by itself.
    #[inline(never)]
    fn rest(&mut self, lane: usize, mut slot: Lane, messages: &[&[u8]], out: &mut [u8]) {
        let (start, one, message) = (self.starts.first, self.with.one, messages[slot.index]);
        if slot.done == 0 && !slot.tail {
            let out = self.slot(slot.index, out);
            digest::<F>(self.starts.of(slot.index), one, message, out);
            return self.close(slot.index, out);
        }
        let block_len = F::block_len(start);
        let mut state = F::State::take(&self.rows, lane);
        loop {
            let blocks = if slot.tail { self.tails[lane].as_slice() } else { message };
            let blocks = &blocks[slot.done * block_len..][..slot.left * block_len];
            F::run(one, &mut state, blocks, F::context(start, message, slot.done, slot.tail));
            match self.tail(lane, slot, messages) {
                Some(tail) => slot = tail,
                None => break,
            }
        }
        state.put(&mut self.rows, lane);
        state.wipe();
        self.leave(lane, slot, out);
    }

    /// Where the digest of a message goes.
    fn slot<'b>(&self, index: usize, out: &'b mut [u8]) -> &'b mut [u8] {
        &mut out[index * self.length..][..self.length]
    }

    /// Hashes a digest once more if that is to be done.
    fn close(&self, index: usize, digest: &mut [u8]) {
        if let Some(outer) = self.outer {
            again::<F>(outer.of(index), self.with.one, digest);
        }
    }
}

/// The part of a saved state that all block-wise frames share.
pub(crate) fn save_state<S: State>(state: &S, total: u128, put: &mut dyn FnMut(&[u8])) {
    let mut bytes = [0; 256];
    put(&total.to_le_bytes());
    state.write_le(&mut bytes[..S::LEN]);
    put(&bytes[..S::LEN]);
    wipe(&mut bytes);
}
