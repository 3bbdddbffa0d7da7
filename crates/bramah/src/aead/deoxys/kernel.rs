//! Authenticated encryption with Deoxys-II: both passes, over groups of blocks that Deoxys-BC encrypts side by side.
//!
//! The tweaks of the blocks of one pass differ only in a counter. A group begins at a multiple of its length, so the tweak of
//! each block is the tweak of the group XOR the number of the block in the group. The tweakey schedule only permutes the bytes of
//! a tweak. Therefore a block's tweak in a round is the group's tweak XOR the block's number, both permuted as often as the round
//! requires. The permuted numbers are a constant ([`NUMBERS`]), and the tweak of the group is permuted once for all its blocks.

use super::{
    lanes::Lanes,
    schedule::{BLOCK, SUBKEYS, permuted},
};
use crate::simd::memory::{Bytes, InOut, copy_short};

/// The maximum number of blocks in a group.
pub(super) const GROUP: usize = 32;

/// For each round, the permuted numbers of the blocks of a group.
#[repr(align(64))]
struct Numbers([[[u8; BLOCK]; GROUP]; SUBKEYS]);
static NUMBERS: Numbers = {
    let mut numbers = [[[0; BLOCK]; GROUP]; SUBKEYS];
    let mut i = 0;
    while i < GROUP {
        let (mut number, mut round) = ([0; BLOCK], 0);
        number[BLOCK - 1] = i as u8;
        while round < SUBKEYS {
            numbers[round][i] = number;
            number = permuted(number);
            round += 1;
        }
        i += 1;
    }
    Numbers(numbers)
};

/// The inputs and the output of a whole message, except its text.
pub(super) struct Job<'a> {
    /// For each round, the part of the subtweakey that depends on the key.
    pub(super) keys: &'a [[u8; BLOCK]],
    /// The nonce, of 15 bytes.
    pub(super) nonce: &'a [u8],
    pub(super) associated: &'a [u8],
    /// The tag that was received with a message to be decrypted.
    pub(super) received: &'a [u8; BLOCK],
    pub(super) tag: &'a mut [u8; BLOCK],
}

/// Returns the XOR of two blocks.
#[inline(always)]
fn sum(a: [u8; BLOCK], b: &[u8; BLOCK]) -> [u8; BLOCK] {
    (u128::from_ne_bytes(a) ^ u128::from_ne_bytes(*b)).to_ne_bytes()
}

/// Returns the XOR of a tweak and a counter in big-endian order.
#[inline(always)]
fn counted(tweak: &[u8; BLOCK], counter: u64) -> [u8; BLOCK] {
    sum(*tweak, &u128::from(counter).to_be_bytes())
}

/// Encrypts a group by Deoxys-BC. `tweak` is the tweak of the first block, whose number in the group is zero.
#[inline(always)]
fn encrypt<V: Lanes, const N: usize>(
    isa: V::Isa,
    keys: &[[u8; BLOCK]],
    tweak: &[u8; BLOCK],
    mut blocks: [V; N],
) -> [V; N] {
    let mut tweak = V::splat(isa, tweak);
    let mut first = true;
    for (key, numbers) in keys.iter().zip(&NUMBERS.0) {
        let key = V::splat(isa, key).xor(tweak);
        // an array, because its known length keeps the blocks in registers
        let Some(numbers) = V::Bytes::split(numbers.as_flattened()).0.first_chunk::<N>() else {
            return blocks;
        };
        if first {
            for i in 0..N {
                blocks[i] = blocks[i].xor(key.xor(V::load(isa, &numbers[i])));
            }
        } else {
            for i in 0..N {
                blocks[i] = blocks[i].round(key.xor(V::load(isa, &numbers[i])));
            }
        }
        tweak = tweak.permuted(isa);
        first = false;
    }
    blocks
}

/// Encrypts one block.
#[inline(always)]
fn encrypt_one<V: Lanes>(
    isa: V::Isa,
    keys: &[[u8; BLOCK]],
    tweak: &[u8; BLOCK],
    block: &[u8; BLOCK],
) -> [u8; BLOCK] {
    let [blocks] = encrypt(isa, keys, tweak, [V::splat(isa, block)]);
    let bytes = blocks.store();
    let (first, _) = <[u8; BLOCK]>::split(bytes.as_ref());
    first.first().copied().unwrap_or_default()
}

/// Loads vectors from the front of `bytes`. If `bytes` is too short, zeros follow.
#[inline(always)]
fn load<V: Lanes, const N: usize>(isa: V::Isa, bytes: &[u8]) -> [V; N] {
    let mut padded = [V::Bytes::ZERO; N];
    let to = V::Bytes::flat_mut(&mut padded);
    let len = bytes.len().min(to.len());
    if let (Some(to), Some(bytes)) = (to.get_mut(..len), bytes.get(..len)) {
        to.copy_from_slice(bytes);
    }
    let mut blocks = [V::load(isa, &padded[0]); N];
    for i in 1..N {
        blocks[i] = V::load(isa, &padded[i]);
    }
    blocks
}

/// Returns the bytes of vectors.
#[inline(always)]
fn store<V: Lanes, const N: usize>(blocks: [V; N]) -> [V::Bytes; N] {
    let mut bytes = [V::Bytes::ZERO; N];
    for i in 0..N {
        bytes[i] = blocks[i].store();
    }
    bytes
}

/// XORs the encrypted blocks of `data` onto `to`; `data` is a part of the message that is authenticated. The tweaks begin with
/// the bits of `prefix`; the tweak of an incomplete block also has the next bit set.
#[inline(always)]
fn authenticate<V: Lanes, const N: usize>(
    isa: V::Isa,
    keys: &[[u8; BLOCK]],
    prefix: u8,
    data: &[u8],
    to: &mut [u8; BLOCK],
) {
    let mut tweak = [0; BLOCK];
    tweak[0] = prefix;
    let (whole, rest) = data.as_chunks::<BLOCK>();
    let mut counter = 0;
    let mut sums = [V::splat(isa, &[0; BLOCK]); N];
    let (groups, _) = V::Bytes::split(whole.as_flattened());
    let (groups, _) = groups.as_chunks::<N>();
    for group in groups {
        let mut blocks = sums;
        for i in 0..N {
            blocks[i] = V::load(isa, &group[i]);
        }
        let blocks = encrypt(isa, keys, &counted(&tweak, counter), blocks);
        for i in 0..N {
            sums[i] = sums[i].xor(blocks[i]);
        }
        counter += (N * V::Bytes::LEN / BLOCK) as u64;
    }
    let mut add = |bytes: &[u8]| {
        for block in bytes.as_chunks::<BLOCK>().0 {
            *to = sum(*to, block);
        }
    };
    if counter > 0 {
        add(V::Bytes::flat_mut(&mut store(sums)));
    }
    let left = whole.get(counter as usize..).unwrap_or_default().as_flattened();
    if !left.is_empty() {
        let tweak = counted(&tweak, counter);
        if left.len() <= V::Bytes::LEN {
            let blocks = encrypt::<V, 1>(isa, keys, &tweak, load(isa, left));
            add(V::Bytes::flat_mut(&mut store(blocks)).get(..left.len()).unwrap_or_default());
        } else {
            let blocks = encrypt::<V, N>(isa, keys, &tweak, load(isa, left));
            add(V::Bytes::flat_mut(&mut store(blocks)).get(..left.len()).unwrap_or_default());
        }
    }
    if !rest.is_empty() {
        let mut padded = [0; BLOCK];
        copy_short(&mut padded, rest);
        if let Some(byte) = padded.get_mut(rest.len()) {
            *byte = 0x80;
        }
        tweak[0] |= 0x40;
        add(&encrypt_one::<V>(isa, keys, &counted(&tweak, whole.len() as u64), &padded));
    }
}

/// Encrypts or decrypts a text: each block of the keystream is the nonce, encrypted under the tweak (tag XOR counter).
#[inline(always)]
fn crypt<V: Lanes, const N: usize>(
    isa: V::Isa,
    keys: &[[u8; BLOCK]],
    tag: &[u8; BLOCK],
    nonce: &[u8; BLOCK],
    data: &mut InOut<'_>,
) {
    let mut data = data.reborrow();
    let mut tweak = *tag;
    tweak[0] |= 0x80;
    // the number of a block is XORed onto the tweak of its group, whatever the last bits of the tag are
    let start = V::splat(isa, nonce);
    let mut counter = 0;
    while let Some(group) = data.next::<V::Bytes, N>() {
        let stream = encrypt(isa, keys, &counted(&tweak, counter), [start; N]);
        for i in 0..N {
            group.put(i, V::load(isa, &group.get(i)).xor(stream[i]).store());
        }
        counter += (N * V::Bytes::LEN / BLOCK) as u64;
    }
    if data.is_empty() {
        return;
    }
    let tweak = counted(&tweak, counter);
    if data.len() <= V::Bytes::LEN {
        let mut stream = store(encrypt::<V, 1>(isa, keys, &tweak, [start]));
        data.xor(V::Bytes::flat_mut(&mut stream));
    } else {
        let mut stream = store(encrypt::<V, N>(isa, keys, &tweak, [start; N]));
        data.xor(V::Bytes::flat_mut(&mut stream));
    }
}

/// Encrypts or decrypts a message, and writes the right tag of its plaintext.
#[inline(always)]
pub(super) fn whole<V: Lanes, const N: usize, const DECRYPT: bool>(
    isa: V::Isa,
    job: Job<'_>,
    data: &mut InOut<'_>,
) {
    let Job { keys, associated, received, tag, .. } = job;
    let mut nonce = [0; BLOCK];
    copy_short(&mut nonce[1..], job.nonce);
    if DECRYPT {
        crypt::<V, N>(isa, keys, received, &nonce, data);
    }
    let mut sum = [0; BLOCK];
    authenticate::<V, N>(isa, keys, 0x20, associated, &mut sum);
    let text = if DECRYPT { &*data.output() } else { data.input() };
    authenticate::<V, N>(isa, keys, 0x00, text, &mut sum);
    let mut tweak = nonce;
    tweak[0] = 0x10;
    *tag = encrypt_one::<V>(isa, keys, &tweak, &sum);
    if !DECRYPT {
        crypt::<V, N>(isa, keys, tag, &nonce, data);
    }
}
