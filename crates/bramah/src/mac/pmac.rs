//! PMAC: the blocks of a message are masked and encrypted side by side, and the results are XORed.

use super::block::BlockMac;
use crate::{
    block::{Keyed, Pass},
    simd::{
        blocks::double_be,
        memory::{Bytes, InOut},
    },
    wipe,
};

/// The maximum number of blocks that one call encrypts.
const BLOCKS: usize = 32;

impl<K: Keyed> BlockMac<K> {
    /// Appends to the message.
    pub(super) fn update_pmac(&mut self, mut data: &[u8]) {
        let block = self.block;
        let encrypts = self.state.count + data.len() > block;
        while self.state.count + data.len() > block {
            let mut room = [K::Room::ZERO; BLOCKS];
            let buffer = K::Room::flat_mut(&mut room);
            let mut blocks = 0;
            // all blocks except the last, which may be complete or not
            while blocks < BLOCKS && self.state.count + data.len() > block {
                let masked = &mut buffer[blocks * block..][..block];
                let held = self.state.count;
                let (more, rest) = data.split_at(block - held);
                masked[..held].copy_from_slice(&self.state.held[..held]);
                masked[held..].copy_from_slice(more);
                data = rest;
                self.state.count = 0;
                self.number += 1;
                // `whole` is L / 2. It is doubled once to give L, and then once for each trailing zero bit of the
                // number of the block
                let mut l = self.subkeys.whole;
                for _ in 0..=self.number.trailing_zeros() {
                    double_be(&mut l[..block]);
                }
                for ((offset, l), byte) in self.offset.iter_mut().zip(l).zip(masked) {
                    *offset ^= l;
                    *byte ^= *offset;
                }
                blocks += 1;
            }
            let buffer = &mut buffer[..blocks * block];
            self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *buffer));
            for encrypted in buffer.chunks(block) {
                for (sum, byte) in self.state.chain.iter_mut().zip(encrypted) {
                    *sum ^= byte;
                }
            }
        }
        self.state.held[self.state.count..][..data.len()].copy_from_slice(data);
        self.state.count += data.len();
        if encrypts {
            // the buffer has moved the kernel's frame below the part of the stack that the cipher erases
            wipe::stack();
        }
    }
}
