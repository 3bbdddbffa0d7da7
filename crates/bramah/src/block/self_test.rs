//! The self-test: what a candidate must get right before it is used.

use super::{Cipher, Pass, Schedule, Table};
use crate::{
    backend::Backend,
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut},
    },
};

/// Blocks enough for a full group of the widest vectors, one of each smaller size, and some that fill none.
const BLOCKS: usize = 32 + 16 + 8 + 4 + 3;

/// Whether keys of the shortest and the longest kind give what they should: encryption, decryption, a mode
/// that counts and one that chains, of many blocks and of one, to the fold `expected`.
pub(super) fn agrees<C: Cipher>(backend: Backend<C::Table>, expected: u64) -> bool {
    fold::<C>(backend) == Some(expected)
}

/// What it comes to, if decryption gives back what was encrypted.
pub(crate) fn fold<C: Cipher>(backend: Backend<C::Table>) -> Option<u64> {
    let mut fold = 0;
    let mut inverts = true;
    for length in [C::KEYS.min, C::KEYS.max] {
        for count in [1, BLOCKS] {
            inverts &= run::<C>(backend, length, count, &mut fold);
        }
    }
    inverts.then_some(fold)
}

fn run<C: Cipher>(backend: Backend<C::Table>, length: usize, count: usize, fold: &mut u64) -> bool {
    // periods that no block has, so that blocks or bytes that change places show
    let mut blocks = [C::Block::ZERO; BLOCKS];
    let data = &mut C::Block::flat_mut(&mut blocks)[..count * C::Block::LEN];
    fill(data, 251);
    let mut key = [0; 256];
    let key = &mut key[..length];
    fill(key, 241);
    let mut chain = C::Block::ZERO;
    fill(chain.as_mut(), 239);
    let mut schedule = C::Schedule::EMPTY;

    let mut pass = |schedule: &C::Schedule, pass, data: &mut [u8]| {
        C::Table::pass(backend, schedule, pass, chain.as_mut(), &mut InOut::from(data));
    };
    C::Table::expand(backend, key, false, &mut schedule);
    pass(&schedule, Pass::EcbEncrypt, data);
    add(fold, data);
    // each on what the one before made
    C::Table::expand(backend, key, true, &mut schedule);
    pass(&schedule, Pass::EcbDecrypt, data);
    let inverts = data.iter().zip((0..251).cycle()).all(|(byte, value)| *byte == value);
    pass(&schedule, Pass::Ctr(Increment::Be), data);
    add(fold, data);
    pass(&schedule, Pass::CbcDecrypt, data);
    add(fold, data);
    add(fold, chain.as_ref());
    schedule.wipe();
    inverts
}

/// Fills with 0, 1, .. and again from 0 after `period` bytes.
fn fill(bytes: &mut [u8], period: u8) {
    for (byte, value) in bytes.iter_mut().zip((0..period).cycle()) {
        *byte = value;
    }
}

/// Adds bytes, eight at a time, to a polynomial hash, to which their places matter.
fn add(fold: &mut u64, bytes: &[u8]) {
    for bytes in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        *fold = fold.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from_le_bytes(word));
    }
}
