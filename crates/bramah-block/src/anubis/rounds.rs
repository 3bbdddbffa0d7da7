//! The rounds of Anubis over octets: sections 3.2 to 3.8 of the paper.
//!
//! The rounds run byte-sliced or over pieces (see [`Octets`]). Byte-sliced blocks are in sixteen registers, where register `i`
//! contains byte `i` of many blocks; a piece is 16 bytes of a register, with a whole block. For byte-sliced blocks, the
//! transposition tau costs nothing, because it only changes which register is read. In theta, the four bytes of a row share
//! their XORs: two products by 2 and two by 4 are enough. The S-box, tau and theta are their own inverses, so decryption runs
//! the steps of encryption in the opposite order.

use super::{
    AnubisCipher,
    keys::{Keys, expand},
    maps::{By2, By4, TAU, substituted, theta},
};
use crate::{octets::Rounds, simd::octets::Octets};

/// XORs a round key into byte-sliced blocks.
#[inline(always)]
fn added<V: Octets>(isa: V::Isa, key: &[u32; 16], mut x: [V; 16]) -> [V; 16] {
    for i in 0..16 {
        x[i] = x[i].xor(V::splat(isa, key[i]));
    }
    x
}

/// Applies tau and the S-box to byte-sliced blocks.
#[inline(always)]
fn transposed<V: Octets>(x: [V; 16]) -> [V; 16] {
    let mut y = x;
    for i in 0..16 {
        y[i] = substituted(x[i % 4 * 4 + i / 4]);
    }
    y
}

/// Applies theta to byte-sliced blocks.
#[inline(always)]
fn mixed<V: Octets>(mut x: [V; 16]) -> [V; 16] {
    for row in x.as_chunks_mut::<4>().0 {
        let [a, b, c, d] = *row;
        let (even, odd) = (a.xor(c).affine::<By2>(), b.xor(d).affine::<By2>());
        let (low, high) = (a.xor(b).affine::<By4>(), c.xor(d).affine::<By4>());
        *row = [a.xor3(odd, high), b.xor3(even, high), c.xor3(odd, low), d.xor3(even, low)];
    }
    x
}

impl<V: Octets> Rounds<V> for AnubisCipher {
    type Keys = Keys;
    type Block = [u8; 16];

    #[inline(always)]
    fn expand(isa: V::Isa, key: &[u8], _decrypts: bool, keys: &mut Keys) {
        expand::<V>(isa, key, keys);
    }

    #[inline(always)]
    fn slices<const BACK: bool>(isa: V::Isa, keys: &Keys, mut x: [V; 16]) -> [V; 16] {
        let rounds = keys.rounds.min(keys.spread.len() - 1);
        let (first, rest) = (&keys.spread[0], &keys.spread[1..=rounds]);
        let [middle @ .., last] = rest else { return x };
        if BACK {
            x = transposed(added(isa, last, x));
            for key in middle.iter().rev() {
                x = transposed(mixed(added(isa, key, x)));
            }
            added(isa, first, x)
        } else {
            x = added(isa, first, x);
            for key in middle {
                x = added(isa, key, mixed(transposed(x)));
            }
            added(isa, last, transposed(x))
        }
    }

    #[inline(always)]
    fn pieces<const BACK: bool, const N: usize>(isa: V::Isa, keys: &Keys, mut x: [V; N]) -> [V; N] {
        let rounds = keys.rounds.min(keys.whole.len() - 1);
        let (first, rest) = (&keys.whole[0], &keys.whole[1..=rounds]);
        let [middle @ .., last] = rest else { return x };
        let (begin, end) = if BACK { (last, first) } else { (first, last) };
        let begin = V::piece(isa, begin);
        for i in 0..N {
            x[i] = x[i].xor(begin);
            if BACK {
                x[i] = substituted(x[i]).shuffled(&TAU);
            }
        }
        for at in 0..middle.len() {
            let key = V::piece(isa, &middle[if BACK { middle.len() - 1 - at } else { at }]);
            for i in 0..N {
                x[i] = if BACK {
                    substituted(theta(x[i].xor(key))).shuffled(&TAU)
                } else {
                    theta(substituted(x[i]).shuffled(&TAU)).xor(key)
                };
            }
        }
        let end = V::piece(isa, end);
        for i in 0..N {
            if !BACK {
                x[i] = substituted(x[i]).shuffled(&TAU);
            }
            x[i] = x[i].xor(end);
        }
        x
    }
}
