//! The key schedule of Kalyna: section 5.6 of the paper.

use super::rounds::layers;
use crate::{
    block::{Schedule, octets::four},
    simd::{memory::Bytes, octets::Octets},
    wipe,
};

/// The largest number of rounds.
const MAX_ROUNDS: usize = 18;

/// Round keys, of as many bytes as a block.
#[derive(Clone)]
pub struct Keys<B: Bytes> {
    /// The keys.
    pub(super) whole: [B; MAX_ROUNDS + 1],
    /// The keys of the rounds but the last: for byte `i` of each piece, the byte of each piece four times, again and
    /// again.
    spread: [[[u32; 4]; 16]; MAX_ROUNDS - 1],
    /// The number of rounds: 10, 14 or 18.
    rounds: usize,
}

impl<B: Bytes> Schedule for Keys<B> {
    const EMPTY: Self =
        Self { whole: [B::ZERO; MAX_ROUNDS + 1], spread: [[[0; 4]; 16]; MAX_ROUNDS - 1], rounds: 1 };
    fn wipe(&mut self) {
        wipe::wipe(B::flat_mut(&mut self.whole));
        wipe::wipe(self.spread.as_flattened_mut().as_flattened_mut());
    }
}

impl<B: Bytes> Keys<B> {
    /// Returns the key that is added last.
    #[inline(always)]
    pub(super) fn last(&self) -> &B {
        &self.whole[self.rounds.min(MAX_ROUNDS)]
    }
    /// Returns the keys between the first and the last.
    #[inline(always)]
    pub(super) fn middle(&self) -> &[B] {
        &self.whole[1..self.rounds.clamp(1, MAX_ROUNDS)]
    }
    /// Returns the same keys, spread.
    #[inline(always)]
    pub(super) fn spread(&self) -> &[[[u32; 4]; 16]] {
        &self.spread[..self.rounds.clamp(1, MAX_ROUNDS) - 1]
    }
}

/// Takes a block through three times the layers, between which two keys are added, the first modulo 2^64 and again at
/// the end of `WHOLE`.
#[inline(always)]
fn mixed<V: Octets, const P: usize>(isa: V::Isa, x: V, one: V, two: V) -> V {
    let x = layers::<V, P, false>(isa, x.add64(one));
    layers::<V, P, false>(isa, x.xor(two)).add64(one)
}

/// Expands a key, for blocks of `P` pieces.
#[inline(always)]
pub(super) fn expand<V: Octets, B: Bytes, const P: usize>(isa: V::Isa, key: &[u8], keys: &mut Keys<B>) {
    let words = key.len() / 8;
    keys.rounds = match words {
        2 => 10,
        4 => 14,
        _ => 18,
    };
    let mut bytes = [0; 64];
    for (to, from) in bytes.iter_mut().zip(key) {
        *to = *from;
    }
    // the half of the key that is not longer than a block, and the other half if there is one
    let two = words == 4 * P;
    let part = |bytes: &[u8; 64], second: bool| {
        let from = if second { B::LEN } else { 0 };
        let mut block = B::ZERO;
        block.as_mut().copy_from_slice(&bytes[from..from + B::LEN]);
        V::block(isa, &block)
    };
    let mut number = B::ZERO;
    number.as_mut()[0] = (2 * P + words + 1) as u8;
    let (first, second) = (part(&bytes, false), part(&bytes, two && P < 4));
    let x = mixed::<V, P>(isa, V::block(isa, &number), first, second);
    let base = layers::<V, P, false>(isa, x);

    // words of 2^0 + 2^16 + 2^32 + 2^48, doubled for each even key
    let mut summand = 0x0001_0001_u32;
    for round in 0..=MAX_ROUNDS / 2 {
        let at = 2 * round;
        if at > keys.rounds {
            break;
        }
        let sum = base.add64(V::splat(isa, summand));
        let key = part(&bytes, two && P < 4 && round % 2 == 1);
        keys.whole[at] = mixed::<V, P>(isa, key, sum, sum).first_block();
        summand <<= 1;
        if !two || round % 2 == 1 {
            let len = key_len(words);
            bytes[..len].rotate_left(8);
        }
    }
    for at in (1..MAX_ROUNDS).step_by(2) {
        if at < keys.rounds {
            let mut next = keys.whole[at - 1];
            next.as_mut().rotate_left(4 * P + 3);
            keys.whole[at] = next;
        }
    }
    for at in 0..MAX_ROUNDS - 1 {
        for i in 0..16 {
            for piece in 0..4 {
                keys.spread[at][i][piece] = four(keys.whole[at + 1].as_ref()[piece % P * 16 + i]);
            }
        }
    }
    wipe::wipe(&mut bytes);
}

/// Returns the bytes of a key of so many words.
const fn key_len(words: usize) -> usize {
    match words {
        2 => 16,
        4 => 32,
        _ => 64,
    }
}
