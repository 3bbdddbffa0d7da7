//! Ciphers that take the key of a message from registers.

use super::Room;
use crate::{
    block::wide::Wide,
    simd::blocks::{AddWords, And, Partial, Shuffle},
};

/// AES under a key from which those of messages are derived.
pub(crate) trait Rekeyed:
    Wide<V: Partial + AddWords, Narrow: Wide<V: And + Shuffle + Partial>>
{
    /// The cipher under the key of a message.
    type Other<'r>: Rekeyed<V = Self::V>;

    /// Returns whether the key has 32 bytes, not 16.
    fn has_long_key(self) -> bool;
    /// Returns the cipher under another key, of the same length as this one: 16 bytes, the first block, or 32. Its round keys
    /// are written to `room`.
    fn rekeyed<'r>(self, key: [[u8; 16]; 2], room: &'r mut Room) -> Self::Other<'r>;
}

/// Returns the constant of a round in every column (FIPS 197, 5.2).
const fn constant(number: u8) -> [u8; 16] {
    let mut block = [0; 16];
    block[0] = number;
    block[4] = number;
    block[8] = number;
    block[12] = number;
    block
}

/// The constants of the rounds.
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

/// Expands a key of AES for encryption: the first block, or both if it has 32 bytes.
///
/// A round key is in one register. Each of its words is the exclusive or of those before it, which two shuffles compute for
/// all. SubWord is the last round of a block that has the same word in every column, so that ShiftRows changes nothing; the
/// constant is its round key. Only this round, a shuffle and an addition wait for the round key before.
#[inline(always)]
pub(crate) fn expanded<V: Shuffle<Bytes = [u8; 16]>>(
    isa: V::Isa,
    key: [[u8; 16]; 2],
    is_long: bool,
    room: &mut Room,
) {
    let last = V::splat(isa, &[12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15]);
    let rotated = V::splat(isa, &[13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12]);
    let [mut a, mut b] = key.map(|block| V::splat(isa, &block));
    room[0] = a.store();
    if !is_long {
        for (to, constant) in room[1..11].iter_mut().zip(&CONSTANTS) {
            let sub = a.shuffle(rotated).last_round(V::splat(isa, constant));
            a = running(isa, a).xor(sub);
            *to = a.store();
        }
        return;
    }
    room[1] = b.store();
    for (to, constant) in room[2..].as_chunks_mut::<2>().0.iter_mut().zip(&CONSTANTS) {
        let sub = b.shuffle(rotated).last_round(V::splat(isa, constant));
        a = running(isa, a).xor(sub);
        // the last of these is of no use
        let sub = a.shuffle(last).last_round(V::splat(isa, &[0; 16]));
        b = running(isa, b).xor(sub);
        *to = [a.store(), b.store()];
    }
}

/// Replaces each word by the exclusive or of itself and all words before it.
#[inline(always)]
fn running<V: Shuffle>(isa: V::Isa, x: V) -> V {
    let by_one = V::splat(isa, &[128, 128, 128, 128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    let by_two = V::splat(isa, &[128, 128, 128, 128, 128, 128, 128, 128, 0, 1, 2, 3, 4, 5, 6, 7]);
    let x = x.xor(x.shuffle(by_one));
    x.xor(x.shuffle(by_two))
}
