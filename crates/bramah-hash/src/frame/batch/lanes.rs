//! The lanes of a hash function: the part of a batch that is compiled for each function.
//!
//! ```text
//!               members: 4 messages of 2 whole blocks and a rest, which is 1 block when padded
//!
//!  messages     0  A A a..    1  B B b..    2  C C c..    3  D D d..     where the caller has them
//!                      |             |             |             |       write_tails: F::tail
//!  tails               a             b             c             d       one buffer, each tail aligned
//!
//!  run_tails    rows = the state at the start, in every lane             F::begin
//!               compress(rows, [A A], [B B], [C C], [D D])               a call: whole blocks, where they lie
//!               compress(rows,  [a],   [b],   [c],   [d])                a call: tails
//!               lane i of rows -> digest i                               F::output
//! ```
//!
//! The picture shows [`in_step`](super::schedule::Lanes::in_step), which determines the speed of short messages; one
//! call takes enough messages to fill the lanes several times. The other functions serve one lane at a time, for long
//! messages. [`schedule`](super::schedule) decides which messages are hashed together.
//!
//! No buffer is zeroed in advance, because a batch may be as small as three messages, for which this would take too long.

use super::{
    super::{Backends, State, again, digest},
    Batch, Batched, Tail,
    places::{Lane, Tails, next_blocks, slots, streams, tail_of},
    schedule::{self, ALONE, Division, LONG, Lanes as Work, SHAPES, SHORT, Way, divide},
};
use crate::frame::BatchCalls;
use crate::simd::memory::{Bytes, MAX_LANES, Room, Streams, copy_short};

/// A block of zeros, long enough for every hash function.
const ZEROS: [u8; 256] = [0; 256];

/// One start for all messages, or one start for each message.
pub(super) struct Starts<'a, S> {
    first: &'a S,
    /// The start of each message of the window; empty if all messages share the start `first`.
    each: &'a [S],
}

impl<S> Clone for Starts<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for Starts<'_, S> {}

impl<'a, S> Starts<'a, S> {
    pub(super) fn one(first: &'a S) -> Self {
        Self { first, each: &[] }
    }
    pub(super) fn new(starts: &'a [S]) -> Option<Self> {
        Some(Self { first: starts.first()?, each: if starts.len() > 1 { starts } else { &[] } })
    }
    #[inline(always)]
    fn of(self, index: usize) -> &'a S {
        self.each.get(index).unwrap_or(self.first)
    }
    /// Returns the starts of the messages from number `index` on.
    #[inline(always)]
    fn from(self, index: usize) -> Self {
        Self { each: self.each.get(index..).unwrap_or(&[]), ..self }
    }
}

/// Hashes messages in lanes. If there are too few to fill all lanes, uses fewer lanes or hashes one after another.
#[inline(never)]
pub(super) fn run<F: Batched>(
    starts: Starts<'_, F::Start>,
    outer: Option<Starts<'_, F::Start>>,
    with: Backends<F>,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) {
    let (table, few) = (with.many.ops(), with.many.ops().few.and_then(crate::backend::Backend::admit));
    // the limits for messages of the length of the first message are used for the whole batch
    let (whole, rest) = F::blocks(starts.first, messages.first().map_or(0, |message| message.len()));
    let least = |table: &Batch<F::State, F::Context>| table.least(whole + rest);
    let few_from = few.map_or(usize::MAX, |few| least(few.ops()));
    let batch = Division { lanes: table.lanes, few: few_from, many: least(table) };
    divide(batch, messages.len(), &mut |way, least, range| {
        let (starts, outer) = (starts.from(range.start), outer.map(|outer| outer.from(range.start)));
        let out = &mut out[range.start * length..range.end * length];
        let messages = &messages[range];
        let many = match way {
            Way::OneByOne => {
                for (i, (message, out)) in messages.iter().zip(out.chunks_exact_mut(length)).enumerate() {
                    digest::<F>(starts.of(i), with.one, message, out);
                    if let Some(outer) = outer {
                        again::<F>(outer.of(i), with.one, out);
                    }
                }
                return messages.len();
            }
            Way::Few => few.unwrap_or(with.many),
            Way::Many => with.many,
        };
        in_lanes::<F>(starts, outer, Backends { many, ..with }, least, messages, length, out)
    });
}

/// Hashes messages only in lanes, and returns how many it has hashed, counted from the first. A call takes at least
/// `least` messages, unless earlier calls have filled all lanes.
#[inline(never)]
fn in_lanes<F: Batched>(
    starts: Starts<'_, F::Start>,
    outer: Option<Starts<'_, F::Start>>,
    with: Backends<F>,
    least: usize,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) -> usize {
    let mut lanes = Lanes::<F> {
        starts,
        outer,
        with,
        least,
        length,
        rows: Room::new(),
        tails: Tails::new(),
        contexts: [F::Context::default(); MAX_LANES],
    };
    let done = schedule::hash(&mut lanes, messages, length, out);
    *lanes.rows.rows() = [F::State::NO_ROWS];
    zeroize::optimization_barrier(lanes.rows.rows());
    lanes.tails.wipe();
    done
}

/// The lanes and their buffers.
struct Lanes<'a, F: Batched> {
    starts: Starts<'a, F::Start>,
    /// The starts under which the digests are hashed a second time, for HMAC.
    outer: Option<Starts<'a, F::Start>>,
    with: Backends<F>,
    /// The minimum number of messages of a call.
    least: usize,
    length: usize,
    rows: Room<<F::State as State>::Rows, 1>,
    tails: Tails,
    contexts: [F::Context; MAX_LANES],
}

/// The shape of the messages of one length: how their blocks are divided into blocks read in place and blocks of the
/// tail.
#[derive(Clone, Copy)]
struct Shape {
    /// The number of blocks that are read in place, and the number of blocks in the tail.
    whole: usize,
    rest: usize,
    /// The number of message bytes that are copied to the tail in front of its padded part.
    at: usize,
    /// The length of the whole tail in bytes.
    stride: usize,
}

impl Shape {
    #[inline(always)]
    fn new<F: Batched>(start: &F::Start, len: usize) -> Self {
        let (whole, rest) = F::blocks(start, len);
        let block_len = F::Block::LEN;
        // if there are only a few whole blocks, copy them to the tail, because a second call would cost more
        let joined = size_of::<F::Context>() == 0
            && whole > 0
            && rest > 0
            && (whole + rest) * block_len <= size_of::<Tail>().min(256 + block_len);
        let stride = if joined { whole + rest } else { rest } * block_len;
        if joined {
            Self { whole: 0, rest: whole + rest, at: whole * block_len, stride }
        } else {
            Self { whole, rest, at: 0, stride }
        }
    }
}

impl<F: Batched> Lanes<'_, F> {
    /// Writes all tails before any is read, because a load right after partial stores to the same bytes stalls.
    #[inline(never)]
    fn write_tails(
        &mut self,
        starts: Starts<'_, F::Start>,
        Shape { rest, at, stride, .. }: Shape,
        members: &[u16],
        messages: &[&[u8]],
    ) {
        if rest == 0 {
            return;
        }
        let tails = self.tails.first(members.len() * stride).chunks_exact_mut(stride);
        for ((member, message), tail) in members.iter().zip(messages).zip(tails) {
            let (head, tail) = tail.split_at_mut(at);
            if !head.is_empty() {
                copy_short(head, &message[..at]);
            }
            F::tail(starts.of(usize::from(*member)), message, tail);
        }
    }

    /// Compresses the blocks in place and the tails in the lanes, in several calls if needed, and writes the digests.
    #[inline(never)]
    fn run_tails(
        &mut self,
        starts: Starts<'_, F::Start>,
        Shape { whole, rest, stride, .. }: Shape,
        members: &[u16],
        messages: &[&[u8]],
        out: &mut [u8],
    ) {
        let (start, one, many) = (starts.first, self.with.one, self.with.many);
        let block_len = F::Block::LEN;
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
        let [rows] = self.rows.rows();
        // a lane without a message repeats the message of the first lane
        let mut tails = &*self.tails.bytes();
        let mut of_tails = Streams::none();
        let mut left = (members, messages);
        while !left.0.is_empty() {
            let (members, other_members) = left.0.split_at(left.0.len().min(lanes));
            let (messages, other_messages) = left.1.split_at(members.len());
            left = (other_members, other_messages);
            if starts.each.is_empty() {
                state.put_all(rows, lanes);
            } else {
                for (lane, (member, message)) in members.iter().zip(messages).enumerate() {
                    F::begin(starts.of(usize::from(*member)), one, message.is_empty()).put(rows, lane);
                }
            }
            if whole > 0 {
                contexts(&mut self.contexts, messages, false);
                many.compress(rows, &streams(messages, whole * block_len), &self.contexts);
            }
            if rest > 0 {
                contexts(&mut self.contexts, messages, true);
                of_tails.set_adjacent(tails, stride, members.len());
                many.compress(rows, &of_tails, &self.contexts);
                tails = &tails[members.len() * stride..];
            }
            let mut done = 0;
            loop {
                let piece = F::OUTPUT.min(self.length - done);
                for (lane, member) in members.iter().enumerate() {
                    let mut state = F::State::take(rows, lane);
                    let out = &mut out[usize::from(*member) * self.length + done..][..piece];
                    F::output(start, one, &mut state, out);
                }
                done += piece;
                if done == self.length {
                    break;
                }
                many.compress(rows, &Streams::new([&ZEROS[..block_len]], block_len), &self.contexts);
            }
        }
    }

    /// Returns the place in `out` for the digest of message number `index`.
    fn slot<'b>(&self, index: usize, out: &'b mut [u8]) -> &'b mut [u8] {
        &mut out[index * self.length..][..self.length]
    }

    /// Hashes a digest a second time if there are outer starts.
    fn close(&self, index: usize, digest: &mut [u8]) {
        if let Some(outer) = self.outer {
            again::<F>(outer.of(index), self.with.one, digest);
        }
    }
}

impl<F: Batched> Work for Lanes<'_, F> {
    fn counts(&self) -> (usize, usize) {
        (self.with.many.ops().lanes, self.least)
    }
    fn kind(&self, len: usize) -> usize {
        let start = self.starts.first;
        let (whole, rest) = F::blocks(start, len);
        match whole {
            _ if F::alone(start, len) => ALONE,
            _ if len == 0 => SHAPES - 1,
            ..SHORT => 4 * whole + rest,
            _ => LONG,
        }
    }
    fn shift(&mut self, messages: usize) {
        self.starts = self.starts.from(messages);
        self.outer = self.outer.map(|outer| outer.from(messages));
    }

    #[inline(never)]
    fn in_step(&mut self, first: usize, messages: &[&[u8]], members: &[u16], out: &mut [u8]) {
        const NOTHING: [u8; 128] = [0; 128];
        let Some(message) = messages.first() else { return };
        let (starts, outer) = (self.starts.from(first), self.outer.map(|outer| outer.from(first)));
        let shape = Shape::new::<F>(starts.first, message.len());
        self.write_tails(starts, shape, members, messages);
        self.run_tails(starts, shape, members, messages, out);

        let Some(outer) = outer else { return };
        let shape = Shape::new::<F>(outer.first, self.length);
        if shape.whole > 0 {
            for member in members {
                let index = usize::from(*member);
                again::<F>(outer.of(index), self.with.one, self.slot(index, out));
            }
            return;
        }
        let list = slots(out, self.length, members);
        self.write_tails(outer, shape, members, &list[..members.len()]);
        // the tails already contain the digests, so only the lengths of these slices matter
        let list = [&NOTHING[..self.length]; MAX_LANES];
        self.run_tails(outer, shape, members, &list[..members.len()], out);
    }

    fn alone(&self, index: usize, message: &[u8], out: &mut [u8]) {
        let out = self.slot(index, out);
        digest::<F>(self.starts.of(index), self.with.one, message, out);
        self.close(index, out);
    }

    #[inline(never)]
    fn enter(&mut self, lane: usize, index: usize, messages: &[&[u8]]) -> Lane {
        let message = messages[index];
        F::begin(self.starts.of(index), self.with.one, message.is_empty())
            .put(&mut self.rows.rows()[0], lane);
        let slot = Lane { index, done: 0, left: F::blocks(self.starts.first, message.len()).0, tail: false };
        if slot.left > 0 { slot } else { self.tail(lane, slot, messages).unwrap_or(slot) }
    }

    fn step(&mut self, slots: &[Lane], messages: &[&[u8]]) -> usize {
        let start = self.starts.first;
        for (slot, context) in slots.iter().zip(&mut self.contexts) {
            if let Some(message) = messages.get(slot.index) {
                *context = F::context(start, message, slot.done, slot.tail);
            }
        }
        let (count, streams) = next_blocks(slots, self.tails.bytes(), messages, F::Block::LEN);
        self.with.many.compress(&mut self.rows.rows()[0], &streams, &self.contexts);
        count
    }

    #[inline(never)]
    fn tail(&mut self, lane: usize, slot: Lane, messages: &[&[u8]]) -> Option<Lane> {
        let message = messages[slot.index];
        let left = F::blocks(self.starts.first, message.len()).1;
        if slot.tail || left == 0 {
            return None;
        }
        F::tail(self.starts.of(slot.index), message, self.tails.of(lane));
        Some(Lane { done: 0, left, tail: true, ..slot })
    }

    #[inline(never)]
    fn leave(&mut self, lane: usize, slot: Lane, out: &mut [u8]) {
        let mut state = F::State::take(&self.rows.rows()[0], lane);
        let out = self.slot(slot.index, out);
        F::output(self.starts.first, self.with.one, &mut state, out);
        state.wipe();
        self.close(slot.index, out);
    }

    #[inline(never)]
    fn rest(&mut self, lane: usize, mut slot: Lane, messages: &[&[u8]], out: &mut [u8]) {
        let (start, one, message) = (self.starts.first, self.with.one, messages[slot.index]);
        if slot.done == 0 && !slot.tail {
            return self.alone(slot.index, message, out);
        }
        let block_len = F::Block::LEN;
        let mut state = F::State::take(&self.rows.rows()[0], lane);
        loop {
            let blocks = if slot.tail { tail_of(self.tails.bytes(), lane) } else { message };
            let blocks = &blocks[slot.done * block_len..][..slot.left * block_len];
            F::run(one, &mut state, blocks, F::context(start, message, slot.done, slot.tail));
            match self.tail(lane, slot, messages) {
                Some(tail) => slot = tail,
                None => break,
            }
        }
        state.put(&mut self.rows.rows()[0], lane);
        state.wipe();
        self.leave(lane, slot, out);
    }
}
