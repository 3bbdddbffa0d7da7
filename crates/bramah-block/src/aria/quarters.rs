//! The rounds of ARIA over blocks in quarters: RFC 5794, 2.3 and 2.4.
//!
//! Register `i` has byte `i` of each 32-bit word of the blocks, so that each register goes through one S-box. Word `j` of a piece
//! has the bytes of word `j` of four blocks.
//!
//! The diffusion A is a product of four maps. The first replaces each byte by the XOR of the other three bytes of its word, which
//! are in the other registers. The second and the last replace each word by the XOR of the other three words. The third
//! exchanges bytes within words: byte `i` with byte `i ^ n`, where `n` is 3, 1, 2 and 0 for the four words.

use super::{
    AriaCipher,
    keys::Keys,
    maps::{After1, After2, Before3, Before4},
};
use crate::{
    octets::BY_PLACE,
    quarters::{Quarters, blended, quartered, restored, word_order},
    simd::octets::{Inverting, Octets},
};

/// Replaces each word of a piece by the XOR of the other three.
#[inline(always)]
fn other_words<V: Octets>(x: V) -> V {
    static ORDERS: [[u8; 16]; 2] = [word_order([1, 0, 3, 2]), word_order([2, 3, 0, 1])];
    let other = x.shuffled(&ORDERS[0]);
    // opaque: otherwise the compiler would shuffle both operands of the XOR
    other.xor(x.xor(other).opaque().shuffled(&ORDERS[1]))
}

/// Applies the diffusion A.
#[inline(always)]
fn diffused<V: Octets>(isa: V::Isa, [a, b, c, d]: [V; 4]) -> [V; 4] {
    let (ab, cd) = (a.xor(b), c.xor(d));
    let (a, b, c, d) = (b.xor(cd), a.xor(cd), d.xor(ab), c.xor(ab));
    let (a, b, c, d) = (other_words(a), other_words(b), other_words(c), other_words(d));
    let (a, b) = (blended::<V, 0b0011>(isa, a, b), blended::<V, 0b0011>(isa, b, a));
    let (c, d) = (blended::<V, 0b0011>(isa, c, d), blended::<V, 0b0011>(isa, d, c));
    let (a, c) = (blended::<V, 0b0101>(isa, a, c), blended::<V, 0b0101>(isa, c, a));
    let (b, d) = (blended::<V, 0b0101>(isa, b, d), blended::<V, 0b0101>(isa, d, b));
    [other_words(a), other_words(b), other_words(c), other_words(d)]
}

/// XORs a round key, whose bytes are in the order of quarters.
#[inline(always)]
fn added<V: Octets>(isa: V::Isa, key: &[u32; 16], mut x: [V; 4]) -> [V; 4] {
    for i in 0..4 {
        let mut bytes = [0; 16];
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(&key[4 * i..]) {
            *bytes = word.to_le_bytes();
        }
        x[i] = x[i].xor(V::piece(isa, &bytes));
    }
    x
}

impl<V: Inverting> Quarters<V> for AriaCipher {
    #[inline(always)]
    fn quarters<const BACK: bool>(isa: V::Isa, keys: &Keys, x: [V; 4]) -> [V; 4] {
        let all = &keys.spread[BACK as usize];
        let [rounds @ .., last] = &all[..=keys.rounds.min(all.len() - 1)] else { return x };
        let pairs = rounds.as_chunks::<2>().0;
        let mut x = quartered(x, &BY_PLACE);
        for (at, [one, two]) in pairs.iter().enumerate() {
            let [a, b, c, d] = added(isa, one, x);
            let (a, b) = (a.inverted::<After1>(), b.inverted::<After2>());
            x = [a, b, c.affine_inverted::<Before3>(), d.affine_inverted::<Before4>()];
            let [c, d, a, b] = added(isa, two, diffused(isa, x));
            let (a, b) = (a.inverted::<After1>(), b.inverted::<After2>());
            x = [c.affine_inverted::<Before3>(), d.affine_inverted::<Before4>(), a, b];
            if at + 1 < pairs.len() {
                x = diffused(isa, x);
            }
        }
        restored(added(isa, last, x), &BY_PLACE)
    }
}
