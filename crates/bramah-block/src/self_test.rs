//! The self-test that a candidate must pass before it is used.

use super::{Cipher, MAX_BLOCK, Pass, Schedule, Table};
use crate::{
    backend::Backend,
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut},
    },
};

/// The number of blocks in the test: a full group of the widest vectors, one group of each smaller size, and three single blocks.
const BLOCKS: usize = 32 + 16 + 8 + 4 + 3;

/// The numbers of blocks per call, each of which fills a smaller group, or is padded to one. If all blocks came in one call, many
/// backends would process only groups of the largest size.
const PARTS: [usize; 6] = [29, 13, 8, 6, 4, 3];
const _: () = assert!(PARTS[0] + PARTS[1] + PARTS[2] + PARTS[3] + PARTS[4] + PARTS[5] == BLOCKS);

/// Returns whether the results have the checksum `expected`. The results are encryption, decryption, a counter mode and a chained
/// mode, of many blocks and of one block, under keys of the minimum and the maximum length.
pub(super) fn agrees<C: Cipher>(backend: Backend<C::Table>, expected: u64) -> bool {
    fold::<C>(backend) == Some(expected)
}

/// Returns the checksum of the results of a backend, or `None` if decryption does not undo encryption.
pub(crate) fn fold<C: Cipher>(backend: Backend<C::Table>) -> Option<u64> {
    let mut keyed = OnBackend::<C> { backend, schedule: C::Schedule::EMPTY };
    let fold = fold_of(&mut keyed, C::Block::LEN, [C::KEYS.min, C::KEYS.max]);
    keyed.schedule.wipe();
    fold
}

/// A cipher under test with its type hidden, so that the test is compiled only once for all ciphers.
trait Tested {
    /// Expands a key: only for encryption, unless `decrypts` is set.
    fn expand(&mut self, key: &[u8], decrypts: bool);
    /// Encrypts or decrypts whole blocks.
    fn pass(&self, pass: Pass, chain: &mut [u8], data: &mut [u8]);
}

/// A backend of a cipher, and a key schedule that it made.
struct OnBackend<C: Cipher> {
    backend: Backend<C::Table>,
    schedule: C::Schedule,
}

impl<C: Cipher> Tested for OnBackend<C> {
    fn expand(&mut self, key: &[u8], decrypts: bool) {
        C::Table::expand(self.backend, key, decrypts, &mut self.schedule);
    }
    fn pass(&self, pass: Pass, chain: &mut [u8], data: &mut [u8]) {
        C::Table::pass(self.backend, &self.schedule, pass, chain, &mut InOut::from(data));
    }
}

/// Returns the checksum over blocks of `block` bytes, under keys of these two lengths in bytes.
#[inline(never)] // the compiler would otherwise make a copy for each cipher
fn fold_of(cipher: &mut dyn Tested, block: usize, keys: [usize; 2]) -> Option<u64> {
    let mut fold = 0;
    let mut inverts = true;
    for key_len in keys {
        for count in [1, BLOCKS] {
            inverts &= run(cipher, [block, key_len, count], &mut fold);
        }
    }
    inverts.then_some(fold)
}

fn run(cipher: &mut dyn Tested, [block, key_len, count]: [usize; 3], fold: &mut u64) -> bool {
    // the block length is not a multiple of the periods, so that the checksum reveals exchanged blocks and exchanged bytes
    let mut blocks = [0; BLOCKS * MAX_BLOCK];
    let data = &mut blocks[..count * block];
    fill(data, 251);
    let mut key = [0; 256];
    let key = &mut key[..key_len];
    fill(key, 241);
    let mut chain = [0; MAX_BLOCK];
    let chain = &mut chain[..block];
    fill(chain, 239);

    cipher.expand(key, false);
    cipher.pass(Pass::EcbEncrypt, chain, data);
    add(fold, data);
    // each pass reads the output of the previous one
    cipher.expand(key, true);
    in_parts(cipher, Pass::EcbDecrypt, chain, data);
    let inverts = data.iter().zip((0..251).cycle()).all(|(byte, value)| *byte == value);
    in_parts(cipher, Pass::Ctr(Increment::Be), chain, data);
    add(fold, data);
    cipher.pass(Pass::CbcDecrypt, chain, data);
    add(fold, data);
    add(fold, chain);
    inverts
}

/// Encrypts or decrypts blocks in calls of [`PARTS`] blocks.
fn in_parts(cipher: &dyn Tested, pass: Pass, chain: &mut [u8], mut data: &mut [u8]) {
    for count in PARTS {
        let (part, rest) = data.split_at_mut(data.len().min(count * chain.len()));
        if !part.is_empty() {
            cipher.pass(pass, chain, part);
        }
        data = rest;
    }
}

/// Fills the bytes with 0, 1 and so on, starting again from 0 after `period` bytes.
fn fill(bytes: &mut [u8], period: u8) {
    for (byte, value) in bytes.iter_mut().zip((0..period).cycle()) {
        *byte = value;
    }
}

/// Adds bytes, eight at a time, to a polynomial hash, which also depends on their positions.
fn add(fold: &mut u64, bytes: &[u8]) {
    for bytes in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        *fold = fold.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from_le_bytes(word));
    }
}
