//! GCM of several messages under one key in one call.

use super::GcmScheme;
use crate::aead::packets::Processed;
use crate::{
    aead::Packet,
    block::{Authenticated, GCM_ROW, GcmMany, Keyed, MAX_GCM_HEADER},
    mode::Direction,
    primitives::ghash::BLOCK,
    simd::memory::InOut,
};

/// The maximum length in bytes of a text that is processed together with others. It is less than two groups of the widest
/// vectors, because longer texts keep the CPU busy on their own.
const LONGEST: usize = 1023;

/// Returns whether a message can be processed together with others.
#[inline(always)]
fn fits(packet: &Packet<'_>) -> bool {
    packet.nonce.len() == 12 && packet.header.len() <= MAX_GCM_HEADER && packet.data.len() <= LONGEST
}

impl<K: Keyed> GcmScheme<K> {
    /// Encrypts or decrypts messages, consecutive short ones together in one call; returns whether the cipher has a function for
    /// that.
    pub(super) fn side_by_side(&self, direction: Direction, packets: &mut [Packet<'_>]) -> bool {
        let Some(powers) = self.hash.powers(self.cipher.gcm_powers()) else { return false };
        let mut rest = packets;
        while !rest.is_empty() {
            let run = rest.iter().take(GCM_ROW).take_while(|packet| fits(packet)).count();
            let (packets, others) = core::mem::take(&mut rest).split_at_mut(run.max(1));
            rest = others;
            let mut tags = [[0; BLOCK]; GCM_ROW];
            let mut several =
                Authenticated::GcmMany(GcmMany { powers, packets: &mut *packets, tags: &mut tags });
            let none = &mut InOut::from(&mut [][..]);
            let together =
                run > 1 && self.cipher.authenticated(direction == Direction::Decrypt, 0, &mut several, none);
            for (packet, tag) in packets.iter_mut().zip(&mut tags) {
                if together {
                    packet.end(direction, tag);
                } else {
                    packet.alone(self, direction);
                }
            }
        }
        true
    }
}
