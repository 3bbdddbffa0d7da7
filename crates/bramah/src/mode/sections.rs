//! Modes with special counters and modes whose key changes within a message: GOST 28147-89 in CNT, CryptoPro key
//! meshing, and ACPKM.

use crate::{
    block::{Keyed, Pass},
    simd::memory::{InOut, copy_short},
    wipe,
};

/// The maximum length in bytes of a key that ACPKM computes: RFC 8645 has constants for 1024 bits, the length of RC2's longest
/// key.
pub(crate) const MAX_KEY: usize = 128;

/// The first key of a message, for modes whose key changes within a message.
pub(super) struct FirstKey {
    key: [u8; MAX_KEY],
    len: usize,
}

impl FirstKey {
    pub(super) fn new(key: &[u8]) -> Self {
        let mut new = Self { key: [0; MAX_KEY], len: key.len() };
        copy_short(&mut new.key, key);
        new
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.key[..self.len]
    }
}

impl Drop for FirstKey {
    fn drop(&mut self) {
        wipe::wipe(&mut self.key);
    }
}

/// Returns ACPKM's next key, of `len` bytes: RFC 8645, 6.2.1.
pub(crate) fn acpkm(cipher: &impl Keyed, len: usize) -> [u8; MAX_KEY] {
    let mut key = [0; MAX_KEY];
    for (byte, d) in key.iter_mut().zip(0x80..=0xff) {
        *byte = d;
    }
    let blocks = len.next_multiple_of(cipher.block_len());
    cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut key[..blocks]));
    key[len..].fill(0);
    key
}

/// The constant of key meshing, whose decryption is the next key: RFC 4357, 2.3.2.
const MESH: [u8; 32] = [
    0x69, 0x00, 0x72, 0x22, 0x64, 0xc9, 0x04, 0x23, 0x8d, 0x3a, 0xdb, 0x96, 0x46, 0xe9, 0x2a, 0xc4, 0x18,
    0xfe, 0xac, 0x94, 0x00, 0xed, 0x07, 0x12, 0xc0, 0x86, 0xdc, 0xc2, 0xef, 0x4c, 0xa9, 0x2b,
];

/// Replaces the key of GOST 28147-89 by the next key of key meshing: RFC 4357, 2.3.2.
pub(crate) fn mesh(cipher: &mut impl Keyed) {
    let mut key = MESH;
    cipher.pass(Pass::EcbDecrypt, &mut [], &mut InOut::from(&mut key[..]));
    cipher.rekey(&key, true);
    wipe::wipe(&mut key);
}

/// Adds a constant of CNT to each half of a counter: C2 modulo 2^32 to the first, and C1 modulo 2^32 - 1 to the second (RFC 5830,
/// 6.3).
pub(super) fn next_of_gost(counter: &mut [u8]) {
    if let [low, high] = counter.as_chunks_mut::<4>().0 {
        *low = u32::from_le_bytes(*low).wrapping_add(0x0101_0101).to_le_bytes();
        let (sum, carry) = u32::from_le_bytes(*high).overflowing_add(0x0101_0104);
        *high = sum.wrapping_add(carry.into()).to_le_bytes();
    }
}

/// Adds 1 to the counter of DSTU 7624. The counter is secret, so no branch depends on a carry.
pub(crate) fn next_of_kctr(counter: &mut [u8]) {
    let mut carry = true;
    for word in counter.as_chunks_mut::<4>().0 {
        let (sum, over) = u32::from_le_bytes(*word).overflowing_add(carry.into());
        (*word, carry) = (sum.to_le_bytes(), over);
    }
}

/// Encrypts or decrypts whole blocks with a counter that `next` advances before each block.
pub(crate) fn count_before(
    cipher: &impl Keyed,
    next: fn(&mut [u8]),
    counter: &mut [u8],
    data: &mut InOut<'_>,
) {
    let block = counter.len();
    let mut room = [0; 1024];
    while data.len() >= block {
        let mut part = data.take(data.len().min(room.len()) / block * block);
        let counters = &mut room[..part.len()];
        for value in counters.chunks_exact_mut(block) {
            next(counter);
            value.copy_from_slice(counter);
        }
        cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *counters));
        part.xor(counters);
    }
    wipe::wipe(&mut room);
}
