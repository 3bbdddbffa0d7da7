//! GCM of several messages under one key, in one call.

use super::GcmScheme;
use crate::aead::packets::Processed;
use crate::{
    aead::Packet,
    block::{GCM_ROW, Keyed, MAX_GCM_HEADER},
    mode::Direction,
    primitives::ghash::BLOCK,
};

/// The longest text in bytes that is processed together with others, less than two groups of the widest vectors: longer ones
/// fill the CPU on their own.
const LONGEST: usize = 1023;

/// Returns whether a message can be processed together with others.
#[inline(always)]
fn fits(packet: &Packet<'_>) -> bool {
    packet.nonce.len() == 12 && packet.header.len() <= MAX_GCM_HEADER && packet.data.len() <= LONGEST
}

impl<K: Keyed> GcmScheme<K> {
    /// Encrypts or decrypts messages, several in one call where they follow one another and are short, and returns whether the
    /// cipher has a function for that.
    pub(super) fn side_by_side(&self, direction: Direction, packets: &mut [Packet<'_>]) -> bool {
        let Some(powers) = self.hash.powers(self.cipher.gcm_many_powers()) else { return false };
        let mut rest = packets;
        while !rest.is_empty() {
            let run = rest.iter().take(GCM_ROW).take_while(|packet| fits(packet)).count();
            let (packets, others) = core::mem::take(&mut rest).split_at_mut(run.max(1));
            rest = others;
            if let [packet] = packets {
                packet.alone(self, direction);
                continue;
            }
            let mut tags = [[0; BLOCK]; GCM_ROW];
            self.cipher.gcm_many(direction == Direction::Decrypt, powers, packets, &mut tags);
            for (packet, tag) in packets.iter_mut().zip(&mut tags) {
                packet.end(direction, tag);
            }
        }
        true
    }
}
