//! The scheduler of batches: it decides which messages are hashed in the lanes together, and when.
//!
//! ```text
//!             in step: messages of one shape           mixed: a lane that is done takes the next message
//!
//!  lane 0     | A A A a | E E E e |                    | A A A A A A A A A a | D D D D D d |
//!  lane 1     | B B B b | F F F f |                    | B B B b | C C C C C C C C c | ..
//!  lane 2     | C C C c | G G G g |                    ..
//!  lane 3     | D D D d | H H H h |
//!               `---´ one call for the whole blocks         each step is a call for as many blocks
//!                     where they lie, one for the           as all lanes have, up to the first
//!                     padded rests in their buffer          that ends
//! ```
//!
//! `A` is a block of message A that is read in place, `a` a block of its padded tail. Short messages, of which there
//! may be millions, run in step, and nothing is stored for each of them. If neighbours have different shapes, their
//! numbers are gathered by shape ([`Group`]). A long message takes the next free lane, so messages of mixed lengths
//! keep the lanes full. If only a few messages are left at the end, they are hashed faster one after another.
//!
//! Nothing in this file depends on the hash function, so it is compiled once. [`Lanes`] is its interface to a hash
//! function.

use super::places::{IDLE, Lane, ORDER, no_messages, of_members};
use crate::simd::memory::MAX_LANES;
use core::ops::Range;

/// The number of messages in a window, which is scheduled as a whole. The indices in a [`Group`] are below this number.
const WINDOW: usize = 1 << 16;
/// A message with fewer whole blocks than this waits for other messages of its shape.
pub(super) const SHORT: usize = 20;
/// The number of shapes of short messages. A shape is a number of whole blocks and a number of blocks of the tail;
/// empty messages have their own shape, because they may begin with a different state.
pub(super) const SHAPES: usize = 4 * SHORT + 1;
/// The kind of a long message.
pub(super) const LONG: usize = SHAPES;
/// The kind of a message that must be hashed outside the lanes.
pub(super) const ALONE: usize = SHAPES + 1;

/// The lanes of a hash function. Indices of messages count from the beginning of the window.
pub(super) trait Lanes {
    /// Returns the number of lanes, and the number of messages from which a call is faster than hashing one message
    /// after another.
    fn counts(&self) -> (usize, usize);
    /// Returns the kind of a message of `len` bytes: the number of its shape, below [`SHAPES`], if it is short;
    /// otherwise [`LONG`] or [`ALONE`].
    fn kind(&self, len: usize) -> usize;
    /// Moves the window on by this number of messages.
    fn shift(&mut self, messages: usize);
    /// Hashes messages of one shape. They fill all lanes, or enough lanes for a call to be faster. `members` are the
    /// numbers of the messages; these numbers and `out` begin at the message `first`.
    fn in_step(&mut self, first: usize, messages: &[&[u8]], members: &[u16], out: &mut [u8]);
    /// Hashes a message outside the lanes.
    fn alone(&self, index: usize, message: &[u8], out: &mut [u8]);
    /// Starts a message in a lane.
    fn enter(&mut self, lane: usize, index: usize, messages: &[&[u8]]) -> Lane;
    /// Compresses the blocks that every busy lane still has, and returns their number.
    fn step(&mut self, slots: &[Lane], messages: &[&[u8]]) -> usize;
    /// Starts the padded tail of a message whose whole blocks are done; `None` if it has no tail or the tail is done
    /// too.
    fn tail(&mut self, lane: usize, slot: Lane, messages: &[&[u8]]) -> Option<Lane>;
    /// Writes the digest of a message all of whose blocks are done.
    fn leave(&mut self, lane: usize, slot: Lane, out: &mut [u8]);
    /// Hashes the remaining blocks of a message outside the lanes.
    fn rest(&mut self, lane: usize, slot: Lane, messages: &[&[u8]], out: &mut [u8]);
}

/// A way to hash a part of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// One message after another.
    OneByOne,
    /// In the lanes of the candidate for few messages.
    Few,
    /// In the lanes of the candidate for many messages.
    Many,
}

/// The numbers that decide how a batch is divided.
#[derive(Clone, Copy)]
pub(super) struct Division {
    /// The number of lanes of a call.
    pub(super) lanes: usize,
    /// The number of messages from which the candidate for few messages is faster than one message after another.
    pub(super) few: usize,
    /// The number of messages from which the candidate for many messages is faster than the other ways.
    pub(super) many: usize,
}

/// Hashes `count` messages. As many as fill all lanes go through the lanes; the remaining messages are hashed in the
/// fastest way for their number. `hash` hashes a range of the messages in the given way, with a minimum number of
/// messages for each call, and returns how many it has hashed, counted from the first.
pub(super) fn divide(batch: Division, count: usize, hash: &mut dyn FnMut(Way, usize, Range<usize>) -> usize) {
    let mut done = 0;
    while done < count {
        let (way, least) = match count - done {
            1 => (Way::OneByOne, 1),
            _ if batch.lanes == 1 => (Way::OneByOne, 1),
            left if left >= batch.many => (Way::Many, batch.many),
            left if left >= batch.few => (Way::Few, batch.few),
            _ => (Way::OneByOne, 1),
        };
        done += hash(way, least, done..count);
    }
}

/// Messages of one shape: with equal numbers of whole blocks, and equal numbers of blocks of the padded tail.
#[derive(Clone, Copy)]
struct Group {
    members: [u16; MAX_LANES],
    len: usize,
}

const EMPTY: Group = Group { members: [0; MAX_LANES], len: 0 };

/// Hashes messages, of which there must be enough for at least one call. Returns how many have been hashed, counted from the
/// first.
pub(super) fn hash(work: &mut dyn Lanes, messages: &[&[u8]], length: usize, out: &mut [u8]) -> usize {
    let mut done = 0;
    for (messages, out) in messages.chunks(WINDOW).zip(out.chunks_mut(WINDOW * length)) {
        done += window(work, messages, length, out);
        work.shift(WINDOW);
    }
    done
}

/// Hashes the adjacent short messages of one shape, then all others. If there are no other messages, the last few messages are
/// not hashed if they are too few for a call. Returns how many messages were hashed.
fn window(work: &mut dyn Lanes, messages: &[&[u8]], length: usize, out: &mut [u8]) -> usize {
    const { assert!(WINDOW.is_multiple_of(MAX_LANES) && MAX_LANES.is_power_of_two()) };
    let (lanes, least) = work.counts();
    let mut done = 0;
    loop {
        let left = messages.len() - done;
        let over = if left < MAX_LANES { left % lanes } else { 0 };
        let count = left.min(MAX_LANES) - if over < least { over } else { 0 };
        let some = &messages[done..][..count];
        let Some(first) = some.first() else { return done };
        let of = work.kind(first.len());
        let alike = |other: &&[u8]| other.len() == first.len() || work.kind(other.len()) == of;
        if of >= SHAPES || !some.iter().all(alike) {
            scattered(work, done, messages, out);
            return messages.len();
        }
        work.in_step(done, some, &ORDER[..count], &mut out[done * length..]);
        done += count;
    }
}

/// Hashes the messages from `first` on: short messages in groups of one shape, then the remaining messages in any
/// order.
fn scattered(work: &mut dyn Lanes, first: usize, messages: &[&[u8]], out: &mut [u8]) {
    let mut groups = [EMPTY; SHAPES];
    for (index, message) in messages.iter().enumerate().skip(first) {
        let kind = work.kind(message.len());
        if kind == ALONE {
            work.alone(index, message, out);
        } else if let Some(group) = groups.get_mut(kind) {
            group.members[group.len] = index as u16;
            group.len += 1;
            if group.len == MAX_LANES {
                group.len = 0;
                let members = &group.members;
                work.in_step(0, &of_members(messages, members), members, out);
            }
        }
    }
    let (lanes, _) = work.counts();
    for group in &mut groups {
        let full = group.len - group.len % lanes;
        if full > 0 {
            let members = &group.members[..full];
            work.in_step(0, &of_members(messages, members)[..full], members, out);
            group.members.copy_within(full..group.len, 0);
            group.len -= full;
        }
    }
    let few = groups.iter().flat_map(|group| &group.members[..group.len]).map(|index| usize::from(*index));
    // the closure takes the lanes as an argument, because the search happens while `mixed` borrows them
    let long = |work: &dyn Lanes, from: usize| {
        (from..messages.len()).find(|index| work.kind(messages[*index].len()) == LONG)
    };
    let (mut few, mut next) = (few, first);
    mixed(work, messages, out, &mut |work| {
        few.next().or_else(|| {
            let found = long(work, next)?;
            next = found + 1;
            Some(found)
        })
    });
}

/// Hashes messages of any lengths in the order in which `next` returns them. A lane whose message is done takes the
/// next message.
fn mixed(
    work: &mut dyn Lanes,
    messages: &[&[u8]],
    out: &mut [u8],
    next: &mut dyn FnMut(&dyn Lanes) -> Option<usize>,
) {
    let (lanes, least) = work.counts();
    let mut enter = |work: &mut dyn Lanes, lane: usize| match next(work) {
        Some(index) => work.enter(lane, index, messages),
        None => IDLE,
    };
    let mut slots = no_messages();
    let mut active = 0;
    for (lane, slot) in slots[..lanes].iter_mut().enumerate() {
        *slot = enter(work, lane);
        active += usize::from(slot.index != usize::MAX);
    }
    while active >= least {
        let count = work.step(&slots[..lanes], messages);
        for (lane, slot) in slots[..lanes].iter_mut().enumerate() {
            if slot.index == usize::MAX {
                continue;
            }
            slot.done += count;
            slot.left -= count;
            if slot.left > 0 {
                continue;
            }
            if let Some(tail) = work.tail(lane, *slot, messages) {
                *slot = tail;
                continue;
            }
            work.leave(lane, *slot, out);
            *slot = enter(work, lane);
            active -= usize::from(slot.index == usize::MAX);
        }
    }
    for (lane, slot) in slots[..lanes].iter().enumerate() {
        if slot.index != usize::MAX {
            work.rest(lane, *slot, messages, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many messages as fill all lanes go through them; the remaining messages go through fewer lanes or are hashed
    /// one by one, depending on their number.
    #[test]
    fn a_rest_is_hashed_in_the_way_for_its_number() {
        let ways = |count| {
            let mut ways = std::vec::Vec::new();
            divide(Division { lanes: 16, few: 3, many: 11 }, count, &mut |way, least, left| {
                ways.push((way, least, left.start));
                match way {
                    Way::OneByOne => left.len(),
                    Way::Few => left.len() - left.len() % 4,
                    Way::Many => left.len() - if left.len() % 16 < least { left.len() % 16 } else { 0 },
                }
            });
            ways
        };
        assert_eq!(ways(1), [(Way::OneByOne, 1, 0)]);
        assert_eq!(ways(2), [(Way::OneByOne, 1, 0)]);
        assert_eq!(ways(10), [(Way::Few, 3, 0), (Way::OneByOne, 1, 8)]);
        assert_eq!(ways(11), [(Way::Many, 11, 0)]);
        assert_eq!(ways(32 + 4), [(Way::Many, 11, 0), (Way::Few, 3, 32)]);
    }
}
