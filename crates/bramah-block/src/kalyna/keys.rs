//! The key schedule of Kalyna: section 5.6 of the paper.

use super::pieces::layers;
use crate::{
    Schedule,
    octets::first_words,
    simd::{
        memory::{Bytes, align_frame},
        octets::Octets,
    },
    wipe,
};

/// The maximum number of rounds.
const MAX_ROUNDS: usize = 18;

/// The round keys. Each is as long as a block.
#[derive(Clone)]
pub struct Keys<B: Bytes> {
    /// The round keys as blocks.
    pub(super) whole: [B; MAX_ROUNDS + 1],
    /// The keys of all rounds except the last, for byte-sliced kernels. Entry `i` has byte `i` of every piece of the key,
    /// repeated four times in a word.
    spread: [[[u32; 4]; 16]; MAX_ROUNDS - 1],
    /// The keys of all rounds except the last, in the order that the kernel in `rows.rs` reads. They are zero if the candidate
    /// does not use this kernel.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    pub(super) rows: [[[u8; 32]; 2]; MAX_ROUNDS - 1],
    /// The number of rounds: 10, 14 or 18.
    rounds: usize,
}

impl<B: Bytes> Schedule for Keys<B> {
    const EMPTY: Self = Self {
        whole: [B::ZERO; MAX_ROUNDS + 1],
        spread: [[[0; 4]; 16]; MAX_ROUNDS - 1],
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        rows: [[[0; 32]; 2]; MAX_ROUNDS - 1],
        rounds: 0,
    };
    fn wipe(&mut self) {
        wipe::wipe(B::flat_mut(&mut self.whole));
        wipe::wipe(self.spread.as_flattened_mut().as_flattened_mut());
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        wipe::wipe(self.rows.as_flattened_mut().as_flattened_mut());
    }
}

impl<B: Bytes> Keys<B> {
    /// Returns the last round key.
    #[inline(always)]
    pub(super) fn last(&self) -> &B {
        &self.whole[self.rounds.min(MAX_ROUNDS)]
    }
    /// Returns the round keys between the first and the last.
    #[inline(always)]
    pub(super) fn middle(&self) -> &[B] {
        &self.whole[1..self.rounds.clamp(1, MAX_ROUNDS)]
    }
    /// Returns the round keys between the first and the last, in the order of the kernel in `rows.rs`.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    pub(super) fn rows(&self) -> &[[[u8; 32]; 2]] {
        &self.rows[..self.rounds.clamp(1, MAX_ROUNDS) - 1]
    }
    /// Returns the round keys between the first and the last, for byte-sliced kernels.
    #[inline(always)]
    pub(super) fn spread(&self) -> &[[[u32; 4]; 16]] {
        &self.spread[..self.rounds.clamp(1, MAX_ROUNDS) - 1]
    }
}

/// Applies the layers of a round to blocks `TIMES` times, two or three. The key `one` is added modulo 2^64 before the first
/// time and after the second time. The key `two` is XORed after the first time.
#[inline(always)]
fn mixed<V: Octets, const P: usize, const N: usize, const TIMES: usize>(
    isa: V::Isa,
    mut x: [V; N],
    one: [V; N],
    two: [V; N],
) -> [V; N] {
    for i in 0..N {
        x[i] = x[i].add64(one[i]);
    }
    for time in 0..TIMES {
        x = layers::<V, P, false, N>(isa, x);
        for i in 0..N {
            x[i] = match time {
                0 => x[i].xor(two[i]),
                1 => x[i].add64(one[i]),
                _ => x[i],
            };
        }
    }
    x
}

/// Expands a key, for blocks of `P` pieces of 16 bytes.
#[inline(always)]
pub(super) fn expand<V: Octets, B: Bytes, const P: usize>(isa: V::Isa, key: &[u8], keys: &mut Keys<B>) {
    align_frame();
    let words = key.len() / 8;
    keys.rounds = match words {
        2 => 10,
        4 => 14,
        _ => 18,
    };
    // two copies of the key, so that reading from another position rotates the key
    let mut bytes = [0; 128];
    let (once, again) = bytes.split_at_mut(key_len(words));
    for ((one, two), from) in once.iter_mut().zip(again).zip(key) {
        (*one, *two) = (*from, *from);
    }
    // the first block-long part of the key, or the second part if the key is twice as long as a block
    let two = words == 4 * P;
    let part = |bytes: &[u8; 128], at: usize, second: bool| {
        let from = at + if second { B::LEN } else { 0 };
        let mut block = B::ZERO;
        block.as_mut().copy_from_slice(&bytes[from..from + B::LEN]);
        V::block(isa, &block)
    };
    let mut number = B::ZERO;
    number.as_mut()[0] = (2 * P + words + 1) as u8;
    let (first, second) = (part(&bytes, 0, false), part(&bytes, 0, two && P < 4));
    let [base] = mixed::<V, P, 1, 3>(isa, [V::block(isa, &number)], [first], [second]);

    // every 64-bit word of the summand is 2^0 + 2^16 + 2^32 + 2^48, doubled for each even key; four of the even keys are
    // computed side by side
    let mut summand = 0x0001_0001_u32;
    let mut rotated = 0;
    for group in 0..MAX_ROUNDS.div_ceil(8) {
        if 8 * group > keys.rounds {
            break;
        }
        let (mut parts, mut sums) = ([base; 4], [base; 4]);
        for i in 0..4 {
            sums[i] = base.add64(V::splat(isa, summand));
            parts[i] = part(&bytes, rotated, two && P < 4 && i % 2 == 1);
            summand <<= 1;
            if !two || i % 2 == 1 {
                rotated = (rotated + 8) % key_len(words);
            }
        }
        let made = mixed::<V, P, 4, 2>(isa, parts, sums, sums);
        for i in 0..4 {
            let at = 8 * group + 2 * i;
            if at <= keys.rounds
                && let Some(key) = keys.whole.get_mut(at)
            {
                *key = made[i].first_block();
            }
        }
    }
    for at in (1..MAX_ROUNDS).step_by(2) {
        if at < keys.rounds {
            // the previous even key, rotated by a constant number of bytes
            let (from, by) = (keys.whole[at - 1], 4 * P + 3);
            let next = keys.whole[at].as_mut();
            next[..B::LEN - by].copy_from_slice(&from.as_ref()[by..]);
            next[B::LEN - by..].copy_from_slice(&from.as_ref()[..by]);
        }
    }
    for at in 0..keys.rounds - 1 {
        let pieces = keys.whole[at + 1].as_ref().as_chunks().0;
        let mut fours = [[base; 4]; 4];
        for i in 0..4 {
            fours[i] = V::piece(isa, &pieces[i % P]).fours();
        }
        for (word, rows) in keys.spread[at].as_chunks_mut().0.iter_mut().enumerate() {
            // transposed, so that a row has one byte position of each piece
            let [a, b, c, d] = [fours[0][word], fours[1][word], fours[2][word], fours[3][word]];
            let [[ac, ac_high], [bd, bd_high]] = [a.zip32(c), b.zip32(d)];
            let [[first, second], [third, fourth]] = [ac.zip32(bd), ac_high.zip32(bd_high)];
            *rows = [first_words(first), first_words(second), first_words(third), first_words(fourth)];
        }
    }
    wipe::wipe(&mut bytes);
}

/// Returns the length in bytes of a key of this many words.
const fn key_len(words: usize) -> usize {
    match words {
        2 => 16,
        4 => 32,
        _ => 64,
    }
}
