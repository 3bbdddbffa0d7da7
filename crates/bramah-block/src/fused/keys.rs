//! The key expansion of AES (FIPS 197, 5.2) in registers, for keys of 16 and 32 bytes.
//!
//! Each round key is in one register. Each of its words is the XOR of several earlier words, which two shuffles compute for all
//! four words. SubWord is a last round on a block that has the same word in every column, so that ShiftRows changes nothing; its
//! round key is the round constant. Only this round, a shuffle and an XOR depend on the previous round key.

use super::gcm_siv::Room;
use crate::simd::blocks::{Blocks, Shuffle};
use core::slice;

/// Returns a block with a round constant in every column (FIPS 197, 5.2).
const fn constant(number: u8) -> [u8; 16] {
    let mut block = [0; 16];
    block[0] = number;
    block[4] = number;
    block[8] = number;
    block[12] = number;
    block
}

/// The round constants, in order.
const CONSTANTS: [[u8; 16]; 10] = [
    constant(0x01),
    constant(0x02),
    constant(0x04),
    constant(0x08),
    constant(0x10),
    constant(0x20),
    constant(0x40),
    constant(0x80),
    constant(0x1b),
    constant(0x36),
];

/// A receiver of round keys: [`make`] passes each round key to it as soon as it is computed, from the first to the last.
pub(crate) trait Take<V> {
    /// Receives the key that is XORed before the first round.
    fn first(&mut self, key: V);
    /// Receives the key of a middle round.
    fn inner(&mut self, key: V);
    /// Receives the key of the last round.
    fn last(&mut self, key: V);
}

/// Computes the round keys for encryption. The key has 32 bytes if `is_long` is set; otherwise it has 16 bytes, which are in
/// the first block of `key`.
#[inline(always)]
pub(crate) fn make<V: Shuffle>(isa: V::Isa, key: [[u8; 16]; 2], is_long: bool, take: &mut impl Take<V>) {
    let last = V::splat(isa, &[12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15]);
    let rotated = V::splat(isa, &[13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12]);
    let [mut a, mut b] = key.map(|block| V::splat(isa, &block));
    take.first(a);
    if is_long {
        take.inner(b);
        for constant in &CONSTANTS[..6] {
            a = running(isa, a).xor(b.shuffle(rotated).last_round(V::splat(isa, constant)));
            take.inner(a);
            b = running(isa, b).xor(a.shuffle(last).last_round(V::splat(isa, &[0; 16])));
            take.inner(b);
        }
        take.last(running(isa, a).xor(b.shuffle(rotated).last_round(V::splat(isa, &CONSTANTS[6]))));
    } else {
        for constant in &CONSTANTS[..9] {
            a = running(isa, a).xor(a.shuffle(rotated).last_round(V::splat(isa, constant)));
            take.inner(a);
        }
        take.last(running(isa, a).xor(a.shuffle(rotated).last_round(V::splat(isa, &CONSTANTS[9]))));
    }
}

/// A receiver that writes the round keys to consecutive blocks.
struct Written<'a>(slice::IterMut<'a, [u8; 16]>);

impl<V: Blocks<Bytes = [u8; 16]>> Take<V> for Written<'_> {
    #[inline(always)]
    fn first(&mut self, key: V) {
        self.inner(key);
    }
    #[inline(always)]
    fn inner(&mut self, key: V) {
        if let Some(to) = self.0.next() {
            *to = key.store();
        }
    }
    #[inline(always)]
    fn last(&mut self, key: V) {
        self.inner(key);
    }
}

/// Writes all round keys for encryption to consecutive blocks, with the arguments of [`make`].
#[inline(always)]
pub(crate) fn expanded<V: Shuffle<Bytes = [u8; 16]>>(
    isa: V::Isa,
    key: [[u8; 16]; 2],
    is_long: bool,
    room: &mut Room,
) {
    make::<V>(isa, key, is_long, &mut Written(room.iter_mut()));
}

/// Replaces each word by the XOR of this word and all words before it.
#[inline(always)]
fn running<V: Shuffle>(isa: V::Isa, x: V) -> V {
    let by_one = V::splat(isa, &[128, 128, 128, 128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    let by_two = V::splat(isa, &[128, 128, 128, 128, 128, 128, 128, 128, 0, 1, 2, 3, 4, 5, 6, 7]);
    let x = x.xor(x.shuffle(by_one));
    x.xor(x.shuffle(by_two))
}
