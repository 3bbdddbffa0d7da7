//! The key expansion of Rijndael (FIPS 197, 5.2) with AES instructions.
//!
//! The words are computed in groups as long as the key: the first four words in one register, the others in a second one. Each
//! word of a group is the XOR of words before it, which two shifts compute for all words. SubWord is a last round on a block that
//! has the same word in every column, so that ShiftRows changes nothing. Keys of AES with 16 or 32 bytes have an expansion
//! without a loop, in `fused::keys`.

use super::{
    super::{AES, Keys, WIDE},
    MAX_ROUNDS, turn,
};
use crate::{
    fused::keys::expanded,
    simd::{
        AesNi,
        arch::*,
        blocks::{Block1, Blocks, Pieces1},
        memory::{load128, store128},
    },
};

/// Expands a key for blocks of sixteen bytes.
#[inline]
#[target_feature(enable = "aes,pclmulqdq,sse4.1,ssse3")]
pub(in super::super) fn expand(key: &[u8], decrypts: bool, keys: &mut Keys<AES>) {
    match (key.first_chunk(), key.last_chunk(), keys.chunks.first_chunk_mut()) {
        // these key lengths are compiled with a constant number of rounds
        (Some(first), Some(last), Some(room)) if matches!(key.len(), 16 | 32) => {
            let is_long = key.len() == 32;
            keys.rounds = if is_long { 14 } else { 10 };
            expanded::<Block1>(AesNi::here(), [*first, *last], is_long, room);
        }
        _ => words(key, 16, keys),
    }
    if decrypts {
        inverse::<1, AES>(keys);
    }
}

/// Expands a key for blocks of `N` bytes, each of which takes two registers.
#[inline]
#[target_feature(enable = "aes,pclmulqdq,sse4.1,ssse3")]
pub(in super::super) fn expand_pieces<const N: usize>(key: &[u8], decrypts: bool, keys: &mut Keys<WIDE>) {
    words(key, N, keys);
    arrange::<N>(keys);
    if decrypts {
        inverse::<2, WIDE>(keys);
    }
}

/// Writes the round keys of encryption for blocks of `len` bytes, one after another.
#[inline]
#[target_feature(enable = "aes,pclmulqdq,sse4.1,ssse3")]
fn words<const CHUNKS: usize>(key: &[u8], len: usize, keys: &mut Keys<CHUNKS>) {
    let words = (key.len() / 4).clamp(4, 8);
    keys.rounds = words.max(len / 4) + 6;
    let (Some(a), Some(b)) = (key.first_chunk(), key.last_chunk()) else { return };
    let (mut a, mut b) = (load128(a), load128(b));
    // moves the words of the key after the first four to the front
    b = _mm_shuffle_epi8(b, load128(&AFTER[words - 4]));
    // copies the last word, rotated by one byte, to every column
    let rotated = load128(&LAST[words - 4]);

    let room = keys.chunks.as_flattened_mut();
    let needed = len * (keys.rounds + 1);
    let mut rcon = 1u32;
    let mut at = 0;
    while at < needed {
        // words of the second register beyond the key are overwritten by the next group, or lie after the round keys
        let Some(to) = room.get_mut(at..).and_then(|room| room.first_chunk_mut::<32>()) else { return };
        let (first, second) = to.split_at_mut(16);
        if let (Ok(first), Ok(second)) = (first.try_into(), second.try_into()) {
            store128(first, a);
            store128(second, b);
        }
        at += 4 * words;
        let last = if words > 4 { b } else { a };
        let sub = _mm_aesenclast_si128(_mm_shuffle_epi8(last, rotated), _mm_set1_epi32(rcon as i32));
        rcon = (rcon << 1) ^ ((rcon >> 7) * 0x11b);
        a = _mm_xor_si128(running(a), sub);
        if words > 4 {
            let last = _mm_shuffle_epi32::<0xff>(a);
            let next = if words > 6 { _mm_aesenclast_si128(last, _mm_setzero_si128()) } else { last };
            b = _mm_xor_si128(running(b), next);
        }
    }
}

/// Splits round keys of more than four columns into two registers each, like blocks. Begins with the last key, because the keys
/// become longer in place.
#[inline]
#[target_feature(enable = "aes,pclmulqdq,sse4.1,ssse3")]
fn arrange<const N: usize>(keys: &mut Keys<WIDE>) {
    keys.many = true;
    let turned = load128(const { &turned(turn(N)) });
    let rounds = keys.rounds.min(MAX_ROUNDS);
    let room = keys.halves_mut().0.as_flattened_mut();
    for i in (0..=rounds).rev() {
        let Some(key) = room.as_chunks::<N>().0.get(i) else { return };
        let [mut first, mut second] = Pieces1::splat(AesNi::here(), key).pieces();
        if turn(N) > 0 && i > 0 && i < rounds {
            (first, second) = (_mm_shuffle_epi8(first, turned), _mm_shuffle_epi8(second, turned));
        }
        let Some([one, two]) =
            room.as_chunks_mut::<16>().0.get_mut(2 * i..).and_then(|x| x.first_chunk_mut())
        else {
            return;
        };
        store128(one, first);
        store128(two, second);
    }
}

/// Returns the shuffle indices that move each byte by `n` rows within its column.
const fn turned(n: usize) -> [u8; 16] {
    let (mut shuffle, mut i) = ([0; 16], 0);
    while i < 16 {
        shuffle[i / 4 * 4 + (i + n) % 4] = i as u8;
        i += 1;
    }
    shuffle
}

/// Replaces each word by the XOR of this word and all words before it.
#[inline]
#[target_feature(enable = "sse4.1")]
fn running(x: __m128i) -> __m128i {
    let x = _mm_xor_si128(x, _mm_slli_si128::<4>(x));
    _mm_xor_si128(x, _mm_slli_si128::<8>(x))
}

/// Writes the round keys of the equivalent inverse cipher, `WIDTH` registers each: in the opposite order, and with InvMixColumns
/// applied to all except the first and the last.
#[inline]
#[target_feature(enable = "aes,sse4.1")]
fn inverse<const WIDTH: usize, const CHUNKS: usize>(keys: &mut Keys<CHUNKS>) {
    keys.many = true;
    let rounds = keys.rounds.min(MAX_ROUNDS);
    let (encrypt, decrypt) = keys.halves_mut();
    let from = encrypt.as_chunks::<WIDTH>().0.iter().take(rounds + 1).rev();
    for (i, (to, from)) in decrypt.as_chunks_mut::<WIDTH>().0.iter_mut().zip(from).enumerate() {
        for (to, from) in to.iter_mut().zip(from) {
            let key = load128(from);
            store128(to, if i == 0 || i == rounds { key } else { _mm_aesimc_si128(key) });
        }
    }
}

/// For keys of 4 to 8 words: the shuffle indices that move the words of the key after the first four to the front, from a
/// register with the last sixteen bytes of the key.
const AFTER: [[u8; 16]; 5] = {
    let (mut shuffles, mut i) = ([[0x80; 16]; 5], 0);
    while i < 5 * 16 {
        let (more, at) = (i / 16, i % 16);
        if at < 4 * more {
            shuffles[more][at] = (at + 16 - 4 * more) as u8;
        }
        i += 1;
    }
    shuffles
};

/// For keys of 4 to 8 words: the shuffle indices that copy the last word, rotated, to every column. They apply to the first
/// register if the key has four words, and to the second register otherwise.
const LAST: [[u8; 16]; 5] = {
    let (mut shuffles, mut i) = ([[0; 16]; 5], 0);
    while i < 5 * 16 {
        let (more, at) = (i / 16, i % 16);
        let last = if more == 0 { 3 } else { more - 1 };
        shuffles[more][at] = (4 * last + (at + 1) % 4) as u8;
        i += 1;
    }
    shuffles
};
