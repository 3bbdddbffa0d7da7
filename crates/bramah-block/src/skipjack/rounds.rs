//! The rounds of Skipjack, over the single bytes of one block, or byte-sliced, where register `i` has byte `i` of many blocks.

use super::{Keys, SkipjackCipher, table::F};
use crate::{
    eights::{Byte, ByteRounds, One},
    octets::four,
    simd::{
        gf::Aligned,
        octets::{Octets, Table},
    },
};

/// The table F for look-ups in registers.
struct Lookup;
impl Table for Lookup {
    const TABLE: &'static Aligned<256> = &F;
}

/// A byte that can be looked up in F.
trait Found: Byte {
    /// Looks the byte up in F.
    fn found(self) -> Self;
}

impl Found for One {
    #[inline(always)]
    fn found(self) -> Self {
        Self(F.0[usize::from(self.0)])
    }
}

impl<V: Octets> Found for V {
    #[inline(always)]
    fn found(self) -> Self {
        self.look_up::<Lookup>()
    }
}

/// A 16-bit word: its high byte and its low byte.
type Word<V> = [V; 2];

/// Returns the XOR of `x` and a byte.
#[inline(always)]
fn plus_byte<V: Byte>(isa: V::Isa, x: V, byte: u8) -> V {
    x.plus(V::of(isa, four(byte)))
}

/// XORs F of `byte` and a byte of the key into another byte.
#[inline(always)]
fn step<V: Found>(isa: V::Isa, to: V, byte: V, key: u8) -> V {
    to.plus(plus_byte(isa, byte, key).found())
}

/// Applies the permutation G of a round (counted from 0), or its inverse if `BACK` is set.
#[inline(always)]
fn g<V: Found, const BACK: bool>(isa: V::Isa, keys: &Keys, round: usize, [mut a, mut b]: Word<V>) -> Word<V> {
    let key = [0, 1, 2, 3].map(|i| keys.0[(4 * round + i) % 10][0]);
    if BACK {
        b = step(isa, b, a, key[3]);
        a = step(isa, a, b, key[2]);
        b = step(isa, b, a, key[1]);
        a = step(isa, a, b, key[0]);
    } else {
        a = step(isa, a, b, key[0]);
        b = step(isa, b, a, key[1]);
        a = step(isa, a, b, key[2]);
        b = step(isa, b, a, key[3]);
    }
    [a, b]
}

/// XORs two words and the number of a round (counted from 1), which has one byte.
#[inline(always)]
fn sum<V: Byte>(isa: V::Isa, [a, b]: Word<V>, [c, d]: Word<V>, number: usize) -> Word<V> {
    [a.plus(c), plus_byte(isa, b.plus(d), number as u8)]
}

impl<V: Found> ByteRounds<V> for SkipjackCipher {
    // no, because single bytes would be looked up in a table in memory, at addresses that depend on secrets
    const ALONE: bool = false;

    #[inline(always)]
    fn rounds<const BACK: bool>(isa: V::Isa, keys: &Keys, x: [V; 8]) -> [V; 8] {
        let mut w = [[x[0], x[1]], [x[2], x[3]], [x[4], x[5]], [x[6], x[7]]];
        for i in 0..32 {
            let round = if BACK { 31 - i } else { i };
            let [a, b, c, d] = w;
            // eight rounds by rule A, eight by rule B, eight by rule A, and eight by rule B
            let by_a = round / 8 % 2 == 0;
            w = match (BACK, by_a) {
                (false, true) => {
                    let new = g::<V, BACK>(isa, keys, round, a);
                    [sum(isa, new, d, round + 1), new, b, c]
                }
                (false, false) => [d, g::<V, BACK>(isa, keys, round, a), sum(isa, a, b, round + 1), c],
                (true, true) => [g::<V, BACK>(isa, keys, round, b), c, d, sum(isa, a, b, round + 1)],
                (true, false) => {
                    let old = g::<V, BACK>(isa, keys, round, b);
                    [old, sum(isa, old, c, round + 1), d, a]
                }
            };
        }
        let [[a, b], [c, d], [e, f], [g, h]] = w;
        [a, b, c, d, e, f, g, h]
    }
}
