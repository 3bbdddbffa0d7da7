//! The KW of DSTU 7624:2014, section 15, over ciphers with blocks of 16, 32 and 64 bytes.
//!
//! The halves of the key's blocks and of a block of zeros go through six rounds, as in NIST SP 800-38F, 6.1: in each step, the
//! first half is encrypted together with one of the other halves. Unlike in SP 800-38F, the first half of the encrypted block
//! replaces that other half. The second half of the encrypted block becomes the new first half, after the number of the step was
//! XORed onto its first byte.

use crate::{
    block::{Keyed, Pass},
    ct::same,
    simd::memory::InOut,
    wipe,
};

/// The length in bytes of the longest block.
pub(super) const MAX_BLOCK: usize = 64;

/// The maximum number of blocks of a key. With more blocks, the number of a step would not fit into a byte.
pub(super) const MOST: usize = 20;

const ROUNDS: usize = 6;

/// Wraps a key of at most [`MOST`] blocks into an output that is one block longer.
pub(super) fn wrap(cipher: &impl Keyed, key: &[u8], wrapped: &mut [u8]) {
    let (head, zeros) = wrapped.split_at_mut(key.len());
    head.copy_from_slice(key);
    zeros.fill(0);
    let len = cipher.block_len();
    let half = len / 2;
    let (first, rest) = wrapped.split_at_mut(half);
    let mut room = [0; MAX_BLOCK];
    let block = &mut room[..len];
    block[..half].copy_from_slice(first);
    let mut step: u8 = 0;
    for _ in 0..ROUNDS {
        for other in rest.chunks_exact_mut(half) {
            step += 1;
            block[half..].copy_from_slice(other);
            cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *block));
            other.copy_from_slice(&block[..half]);
            block.copy_within(half.., 0);
            block[0] ^= step;
        }
    }
    first.copy_from_slice(&block[..half]);
    wipe::wipe(&mut room);
}

/// Unwraps a key into an output that is one block shorter, and returns whether the key is authentic. If it is not, the output is
/// all zeros.
pub(super) fn unwrap(cipher: &impl Keyed, wrapped: &[u8], key: &mut [u8]) -> bool {
    let mut all = [0; (MOST + 1) * MAX_BLOCK];
    let all = &mut all[..wrapped.len()];
    all.copy_from_slice(wrapped);
    let len = cipher.block_len();
    let half = len / 2;
    let (first, rest) = all.split_at_mut(half);
    let mut room = [0; MAX_BLOCK];
    let block = &mut room[..len];
    block[half..].copy_from_slice(first);
    let mut step = (ROUNDS * (rest.len() / half)) as u8;
    for _ in 0..ROUNDS {
        for other in rest.chunks_exact_mut(half).rev() {
            block[..half].copy_from_slice(other);
            block[half] ^= step;
            cipher.pass(Pass::EcbDecrypt, &mut [], &mut InOut::from(&mut *block));
            other.copy_from_slice(&block[half..]);
            block.copy_within(..half, half);
            step -= 1;
        }
    }
    first.copy_from_slice(&block[half..]);
    let (head, zeros) = all.split_at(key.len());
    let authentic = same(zeros, &[0; MAX_BLOCK][..len]);
    match authentic {
        true => key.copy_from_slice(head),
        false => key.fill(0),
    }
    wipe::wipe(&mut room);
    wipe::wipe(all);
    authentic
}
