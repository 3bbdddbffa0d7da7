//! GCM of several messages under one key, side by side.

use super::{GcmScheme, bits};
use crate::{
    aead::Packet,
    block::{GcmLane, GcmMany, Keyed, MANY_GCM, MANY_GCM_HEADER},
    mac::ghash::{BLOCK, Powers},
    mode::Direction,
    simd::memory::{InOut, copy_short, short_le},
    wipe::wipe,
};

/// The longest text in bytes that is worth a lane: longer ones fill the CPU on their own.
const LONGEST: usize = 256;

/// The number of messages that are processed side by side is a multiple of this, the most lanes of any vector: in lanes
/// that are not used, time is lost.
const TOGETHER: usize = 4;

/// The blocks of the header and the text of a message, and whether a part of a block follows the text.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shape {
    header: usize,
    text: usize,
    partial: bool,
}

impl Shape {
    /// Returns the shape of a message that can be processed beside others.
    #[inline(always)]
    fn of(packet: &Packet<'_>) -> Option<Self> {
        let (header, text) = (packet.header.len(), packet.data.len());
        if packet.nonce.len() != 12 || header > MANY_GCM_HEADER * BLOCK || text > LONGEST {
            return None;
        }
        Some(Self {
            header: header.div_ceil(BLOCK),
            text: text / BLOCK,
            partial: !text.is_multiple_of(BLOCK),
        })
    }
}

impl<K: Keyed> GcmScheme<K> {
    /// Encrypts or decrypts messages, side by side where several of the same shape follow one another, and returns whether
    /// the cipher has a function for that.
    pub(super) fn side_by_side(&self, direction: Direction, packets: &mut [Packet<'_>]) -> bool {
        let Some(powers) = self.hash.powers(self.cipher.gcm_many_powers()) else { return false };
        let mut rest = packets;
        while let Some(first) = rest.first() {
            let shape = Shape::of(first);
            let like = |packet: &&Packet<'_>| shape.is_some() && Shape::of(packet) == shape;
            let run = 1 + rest[1..].iter().take(MANY_GCM - 1).take_while(like).count();
            let beside = run / TOGETHER * TOGETHER;
            let (now, later) = core::mem::take(&mut rest).split_at_mut(beside.max(1));
            rest = later;
            match (shape, now) {
                (Some(shape), now @ [_, _, ..]) => self.together(direction, powers, shape, now),
                (_, now) => now.iter_mut().for_each(|packet| packet.alone(self, direction)),
            }
        }
        true
    }

    /// Encrypts or decrypts the messages, which have one shape, in one call.
    fn together(&self, direction: Direction, powers: &Powers, shape: Shape, packets: &mut [Packet<'_>]) {
        let mut lanes = [GcmLane::EMPTY; MANY_GCM];
        let lanes = &mut lanes[..packets.len().min(MANY_GCM)];
        let mut texts = [(); MANY_GCM].map(|()| InOut::from(&mut [][..]));
        let texts = &mut texts[..lanes.len()];
        for ((packet, lane), text) in packets.iter_mut().zip(&mut *lanes).zip(&mut *texts) {
            lane.nonce = short_le(packet.nonce).to_le_bytes();
            copy_short(lane.header.as_flattened_mut(), packet.header);
            let lengths = [packet.header, packet.data.input()].map(|bytes| bits(bytes.len() as u64));
            lane.lengths = (u128::from(lengths[0]) << 64 | u128::from(lengths[1])).to_be_bytes();
            if shape.partial {
                let last = &packet.data.input()[shape.text * BLOCK..];
                copy_short(&mut lane.last, last);
                lane.kept = (u128::MAX >> (8 * (BLOCK - last.len()))).to_le_bytes();
            }
            *text = packet.data.reborrow();
        }
        let mut many = GcmMany { powers, header: shape.header, partial: shape.partial, lanes };
        self.cipher.gcm_many(direction == Direction::Decrypt, &mut many, texts, shape.text);
        for (packet, lane) in packets.iter_mut().zip(many.lanes) {
            if shape.partial {
                let last = &mut packet.data.output()[shape.text * BLOCK..];
                copy_short(last, &lane.last[..last.len()]);
                wipe(&mut lane.last);
            }
            let tag = packet.tag.len();
            packet.end(direction, &mut lane.tag[..tag]);
        }
    }
}
