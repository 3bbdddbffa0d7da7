//! The bookkeeping of messages in lanes: their padded tails, positions in the lanes, and lists of messages. Nothing
//! here depends on the hash function. Code of more than a few instructions is in functions that are never inlined, so
//! that it is compiled once and not for each instance of the generic code.

use super::Tail;
use crate::{
    simd::memory::{MAX_LANES, Room, Streams},
    wipe::wipe,
};

/// The padded tails of messages, one after another, aligned to a cache line. If a block is as long as a cache line, a
/// register that is loaded from one never crosses a line.
pub(super) struct Tails {
    room: Room<[u8; Self::EACH], { MAX_LANES + 1 }>,
    /// The number of bytes that have been written, which are erased at the end.
    used: usize,
}

impl Tails {
    /// The distance in bytes between the tails of two neighbouring lanes, unless the tails are known to be shorter.
    const EACH: usize = size_of::<Tail>().next_multiple_of(64);

    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { room: Room::new(), used: 0 }
    }
    #[inline(always)]
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        let bytes = self.room.rows().as_flattened_mut();
        let skipped = bytes.as_ptr().align_offset(64).min(64);
        &mut bytes[skipped..][..MAX_LANES * Self::EACH]
    }
    /// Returns the first `len` bytes of the tails for writing.
    #[inline(always)]
    pub(super) fn first(&mut self, len: usize) -> &mut [u8] {
        self.used = self.used.max(len);
        &mut self.bytes()[..len]
    }
    /// Returns the tail of a lane for writing.
    pub(super) fn of(&mut self, lane: usize) -> &mut [u8] {
        &mut self.first((lane + 1) * Self::EACH)[lane * Self::EACH..]
    }
    pub(super) fn wipe(&mut self) {
        let used = self.used;
        wipe(&mut self.bytes()[..used]);
    }
}

/// The progress of a message in a lane.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    /// The index of the message; `usize::MAX` if the lane has none.
    pub(super) index: usize,
    /// The number of blocks that are done, and the number that are left, of the message or (if `tail`) of its padded
    /// tail.
    pub(super) done: usize,
    pub(super) left: usize,
    pub(super) tail: bool,
}

pub(super) const IDLE: Lane = Lane { index: usize::MAX, done: 0, left: usize::MAX, tail: false };

/// Returns the first `len` bytes of each message as the streams of a call, one for each lane.
#[inline(never)]
pub(super) fn streams<'a>(messages: &[&'a [u8]], len: usize) -> Streams<'a> {
    Streams::new(messages.iter().copied(), len)
}

/// Returns lanes that have no message.
#[inline(never)]
pub(super) fn no_messages() -> [Lane; MAX_LANES] {
    [IDLE; MAX_LANES]
}

/// Returns the number of blocks that every lane with a message still has, and these blocks as streams. At least one
/// lane must have a message.
#[inline(never)]
pub(super) fn next_blocks<'a>(
    slots: &[Lane],
    tails: &'a [u8],
    messages: &[&'a [u8]],
    block_len: usize,
) -> (usize, Streams<'a>) {
    let (mut count, mut busy) = (usize::MAX, 0);
    for (lane, slot) in slots.iter().enumerate() {
        if slot.left < count {
            (count, busy) = (slot.left, lane);
        }
    }
    let mut pieces: [&[u8]; MAX_LANES] = [&[]; MAX_LANES];
    for (lane, piece) in pieces[..slots.len()].iter_mut().enumerate() {
        // a lane that has no message repeats the message of another lane
        let lane = if slots[lane].index == usize::MAX { busy } else { lane };
        let slot = &slots[lane];
        let all = if slot.tail { tail_of(tails, lane) } else { messages[slot.index] };
        *piece = &all[slot.done * block_len..];
    }
    (count, streams(&pieces[..slots.len()], count * block_len))
}

/// Returns the messages with these numbers.
#[inline(never)]
pub(super) fn of_members<'a>(messages: &[&'a [u8]], members: &[u16]) -> [&'a [u8]; MAX_LANES] {
    let mut list: [&[u8]; MAX_LANES] = [&[]; MAX_LANES];
    for (message, member) in list.iter_mut().zip(members) {
        *message = messages[usize::from(*member)];
    }
    list
}

/// Returns the digests of the messages with these numbers.
#[inline(never)]
pub(super) fn slots<'a>(out: &'a [u8], length: usize, members: &[u16]) -> [&'a [u8]; MAX_LANES] {
    let mut list: [&[u8]; MAX_LANES] = [&[]; MAX_LANES];
    for (digest, member) in list.iter_mut().zip(members) {
        *digest = &out[usize::from(*member) * length..][..length];
    }
    list
}

/// Returns the padded tail of a lane.
pub(super) fn tail_of(tails: &[u8], lane: usize) -> &[u8] {
    &tails[lane * Tails::EACH..][..Tails::EACH]
}

/// The numbers of adjacent messages: 0, 1, 2, ..
pub(super) const ORDER: [u16; MAX_LANES] = {
    let mut order = [0; MAX_LANES];
    let mut i = 0;
    while i < MAX_LANES {
        order[i] = i as u16;
        i += 1;
    }
    order
};
