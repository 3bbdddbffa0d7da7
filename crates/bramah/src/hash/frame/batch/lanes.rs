//! How many messages go through the lanes.
//!
//! A lane runs a message's whole blocks where they lie, then its padded rest from a buffer, and
//! all lanes advance by the same number of blocks in a call. Short messages, of which there may
//! be millions, are run in step, those of equally many blocks together, so that nothing is kept
//! for each: mostly they lie so already, else their numbers are gathered. The others take the lanes
//! as they become free, so messages of mixed lengths keep them full. What a single stream does
//! faster, a few messages left at the end, runs there.
//!
//! A batch may be of three messages: what it is put into is not written before it is used.

use super::{
    super::{Backends, State, again, digest},
    Batch, Batched, Tail,
    places::{IDLE, Lane, ORDER, Tails, next_blocks, no_messages, of_members, slots, streams, tail_of},
};
use crate::simd::memory::{MAX_LANES, Room, Streams, copy_short};

/// One start for all messages, or one for each.
pub(super) struct Starts<'a, S> {
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
    /// Those of the messages from `index` on.
    #[inline(always)]
    fn from(self, index: usize) -> Self {
        Self { each: self.each.get(index..).unwrap_or(&[]), ..self }
    }
}

/// Hashes messages in lanes, and what is too little for those in fewer, or one after another.
#[inline(never)]
pub(super) fn run<F: Batched>(
    starts: Starts<'_, F::Start>,
    outer: Option<Starts<'_, F::Start>>,
    with: Backends<F>,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) {
    let mut done = 0;
    while done < messages.len() {
        let left = &messages[done..];
        let many = with.many.of(left.len());
        if many.ops().lanes == 1 || left.len() < many.ops().least {
            break;
        }
        let (starts, outer) = (starts.from(done), outer.map(|outer| outer.from(done)));
        done +=
            in_lanes::<F>(starts, outer, Backends { many, ..with }, left, length, &mut out[done * length..]);
    }
    let left = messages[done..].iter().zip(out[done * length..].chunks_exact_mut(length));
    for (i, (message, out)) in (done..).zip(left) {
        digest::<F>(starts.of(i), with.one, message, out);
        if let Some(outer) = outer {
            again::<F>(outer.of(i), with.one, out);
        }
    }
}

/// The same, in lanes alone; how many messages from the first on that were. There are enough for at least one call.
#[inline(never)]
fn in_lanes<F: Batched>(
    starts: Starts<'_, F::Start>,
    outer: Option<Starts<'_, F::Start>>,
    with: Backends<F>,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) -> usize {
    let mut lanes = Lanes::<F> {
        starts,
        outer,
        with,
        length,
        rows: Room::new(),
        tails: Tails::new(),
        contexts: [F::Context::default(); MAX_LANES],
    };
    let mut done = 0;
    for (messages, out) in messages.chunks(WINDOW).zip(out.chunks_mut(WINDOW * length)) {
        done += lanes.hash(messages, out);
        lanes.starts = lanes.starts.from(WINDOW);
        lanes.outer = lanes.outer.map(|outer| outer.from(WINDOW));
    }
    *lanes.rows.rows() = [F::State::NO_ROWS];
    zeroize::optimization_barrier(lanes.rows.rows());
    lanes.tails.wipe();
    done
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

/// The lanes and what they run on.
struct Lanes<'a, F: Batched> {
    starts: Starts<'a, F::Start>,
    /// Under which the digests are hashed once more.
    outer: Option<Starts<'a, F::Start>>,
    with: Backends<F>,
    length: usize,
    rows: Room<<F::State as State>::Rows, 1>,
    tails: Tails,
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
    /// The bytes of the whole tail.
    stride: usize,
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
        let stride = if joined { whole + rest } else { rest } * block_len;
        if joined {
            Self { whole: 0, rest: whole + rest, at: whole * block_len, stride }
        } else {
            Self { whole, rest, at: 0, stride }
        }
    }
}

/// The number of the shape of a short message; [`SHAPES`] of one that is long, or not for a lane.
#[inline(always)]
fn kind<F: Batched>(start: &F::Start, len: usize) -> usize {
    let (whole, rest) = F::blocks(start, len);
    match whole {
        _ if F::alone(start, len) => SHAPES,
        _ if len == 0 => SHAPES - 1,
        ..SHORT => 4 * whole + rest,
        _ => SHAPES,
    }
}

impl<'a, F: Batched> Lanes<'a, F> {
    /// Short messages that are of one shape as they lie, then all others. If there are no others, fewer than a call
    /// is worth may be left at the end; gives how many were hashed.
    fn hash(&mut self, messages: &[&[u8]], out: &mut [u8]) -> usize {
        const { assert!(WINDOW.is_multiple_of(MAX_LANES) && MAX_LANES.is_power_of_two()) };
        let start = self.starts.first;
        let Batch { lanes, least, .. } = *self.with.many.ops();
        let mut done = 0;
        loop {
            let left = messages.len() - done;
            let over = if left < MAX_LANES { left % lanes } else { 0 };
            let count = left.min(MAX_LANES) - if over < least { over } else { 0 };
            let some = &messages[done..][..count];
            let Some(first) = some.first() else { return done };
            let of = kind::<F>(start, first.len());
            let alike = |other: &&[u8]| other.len() == first.len() || kind::<F>(start, other.len()) == of;
            if of == SHAPES || !some.iter().all(alike) {
                self.scattered(done, messages, out);
                return messages.len();
            }
            let (starts, outer) = (self.starts.from(done), self.outer.map(|outer| outer.from(done)));
            self.in_step(starts, outer, some, &ORDER[..count], &mut out[done * self.length..]);
            done += count;
        }
    }

    /// Short messages in groups of one shape, then what is left in any order; those from the `first` on.
    #[inline(never)]
    fn scattered(&mut self, first: usize, messages: &[&[u8]], out: &mut [u8]) {
        let start = self.starts.first;
        let (starts, outer) = (self.starts, self.outer);
        let mut groups = [EMPTY; SHAPES];
        for (index, message) in messages.iter().enumerate().skip(first) {
            if F::alone(start, message.len()) {
                self.alone(index, message, out);
            } else if let Some(group) = groups.get_mut(kind::<F>(start, message.len())) {
                group.members[group.len] = index as u16;
                group.len += 1;
                if group.len == MAX_LANES {
                    group.len = 0;
                    let members = &group.members;
                    self.in_step(starts, outer, &of_members(messages, members), members, out);
                }
            }
        }
        let lanes = self.with.many.ops().lanes;
        for group in &mut groups {
            let full = group.len - group.len % lanes;
            if full > 0 {
                let members = &group.members[..full];
                self.in_step(starts, outer, &of_members(messages, members)[..full], members, out);
                group.members.copy_within(full..group.len, 0);
                group.len -= full;
            }
        }
        let few =
            groups.iter().flat_map(|group| &group.members[..group.len]).map(|index| usize::from(*index));
        let long = (first..messages.len()).filter(|index| {
            let len = messages[*index].len();
            kind::<F>(start, len) == SHAPES && !F::alone(start, len)
        });
        self.mixed(messages, &mut few.chain(long), out);
    }

    /// A message that is not for a lane.
    fn alone(&self, index: usize, message: &[u8], out: &mut [u8]) {
        let out = self.slot(index, out);
        digest::<F>(self.starts.of(index), self.with.one, message, out);
        self.close(index, out);
    }

    /// Messages of one shape, as many as fill all lanes some times, or more by what is worth a call. The members
    /// are their numbers among those that the starts and `out` are of.
    fn in_step(
        &mut self,
        starts: Starts<'a, F::Start>,
        outer: Option<Starts<'a, F::Start>>,
        messages: &[&[u8]],
        members: &[u16],
        out: &mut [u8],
    ) {
        const NOTHING: [u8; 128] = [0; 128];
        let Some(first) = messages.first() else { return };
        let shape = Shape::new::<F>(starts.first, first.len());
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
        // all of the digests is in the tails: only their lengths are looked at
        let list = [&NOTHING[..self.length]; MAX_LANES];
        self.run_tails(outer, shape, members, &list[..members.len()], out);
    }

    /// Writes all tails before the first is read, which a CPU does not like to do at once.
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

    /// Runs what is in place and the tails through the lanes, as often as they are full.
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
        let [rows] = self.rows.rows();
        // a lane without a message runs with the first's
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
            for (lane, member) in members.iter().enumerate() {
                let mut state = F::State::take(rows, lane);
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
        let mut slots = no_messages();
        let mut active = 0;
        for (lane, slot) in slots[..lanes].iter_mut().enumerate() {
            *slot = self.enter(lane, order.next(), messages);
            active += usize::from(slot.index != usize::MAX);
        }
        while active >= least {
            for (slot, context) in slots[..lanes].iter().zip(&mut self.contexts) {
                if let Some(message) = messages.get(slot.index) {
                    *context = F::context(start, message, slot.done, slot.tail);
                }
            }
            let (count, streams) = next_blocks(&slots[..lanes], self.tails.bytes(), messages, block_len);
            many.compress(&mut self.rows.rows()[0], &streams, &self.contexts);

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
        F::begin(self.starts.of(index), self.with.one, message.is_empty())
            .put(&mut self.rows.rows()[0], lane);
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
        F::tail(self.starts.of(slot.index), message, self.tails.of(lane));
        Some(Lane { done: 0, left, tail: true, ..slot })
    }

    /// Writes the digest of the message whose blocks are done.
    #[inline(never)]
    fn leave(&mut self, lane: usize, slot: Lane, out: &mut [u8]) {
        let mut state = F::State::take(&self.rows.rows()[0], lane);
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
            return self.alone(slot.index, message, out);
        }
        let block_len = F::block_len(start);
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
