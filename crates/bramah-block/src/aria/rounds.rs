//! The rounds of ARIA over octets: RFC 5794, 2.3 and 2.4.
//!
//! The two kinds of S-box layers alternate, and the last round has no diffusion. Decryption runs the rounds of encryption with
//! other keys. The constants of the S-boxes are in the round keys. Therefore SB1 and SB2 are an inversion followed by a linear
//! map, and SB3 and SB4 are a linear map followed by an inversion.

use super::{
    AriaCipher,
    keys::{Keys, expand},
    maps::{After1, After2, Before3, Before4},
    pieces::{diffusion, layer},
};
use crate::{
    octets::Rounds,
    simd::octets::{Inverting, Octets},
};

/// XORs one word into another: byte `i ^ BY` of `b` into byte `i` of `a`.
#[inline(always)]
fn sum<V: Octets, const BY: usize>(mut a: [V; 4], b: [V; 4]) -> [V; 4] {
    for i in 0..4 {
        a[i] = a[i].xor(b[i ^ BY]);
    }
    a
}

/// Applies the diffusion A to byte-sliced blocks.
///
/// A is a 4 by 4 matrix, whose entries are maps of words. Each map moves byte `i` to `i ^ n` for some `n`, or is the XOR of two
/// such maps. Therefore results can share XORs of whole words: twelve XORs of words are 48 XORs of bytes, while seven terms for
/// each byte would take 96.
#[inline(always)]
fn diffused<V: Octets>(x: [V; 16]) -> [V; 16] {
    let [a, b, c, d] = [
        [x[0], x[1], x[2], x[3]],
        [x[4], x[5], x[6], x[7]],
        [x[8], x[9], x[10], x[11]],
        [x[12], x[13], x[14], x[15]],
    ];
    let ad = sum::<V, 1>(a, d);
    let cad = sum::<V, 2>(c, ad);
    let bad = sum::<V, 3>(b, ad);
    let bc = sum::<V, 2>(b, c);
    let dbc = sum::<V, 3>(d, bc);
    let abc = sum::<V, 1>(a, bc);
    let cbad = sum::<V, 1>(c, bad);
    let adbc = sum::<V, 2>(a, dbc);
    let y1 = sum::<V, 0>(adbc, cad);
    let y2 = sum::<V, 2>(bad, adbc);
    let y0 = sum::<V, 0>(dbc, cbad);
    let y3 = sum::<V, 1>(cbad, abc);
    [
        y0[1], y0[0], y0[3], y0[2], y1[0], y1[1], y1[2], y1[3], y2[3], y2[2], y2[1], y2[0], y3[3], y3[2],
        y3[1], y3[0],
    ]
}

/// Applies a layer of S-boxes to byte-sliced blocks: register `i` has byte `i` of many blocks. `$first` is the index, in each
/// group of four registers, of the register to which SB1 applies.
macro_rules! sliced_layer {
    ($x:ident $first:literal) => {
        for at in 0..4 {
            let [a, b] = [4 * at + $first, 4 * at + $first + 1];
            let [c, d] = [4 * at + 2 - $first, 4 * at + 3 - $first];
            $x[a] = $x[a].inverted::<After1>();
            $x[b] = $x[b].inverted::<After2>();
            $x[c] = $x[c].affine_inverted::<Before3>();
            $x[d] = $x[d].affine_inverted::<Before4>();
        }
    };
}

/// XORs a round key, whose bytes are in the order of quarters, into byte-sliced blocks: byte `i` of the key into each byte of
/// register `i`.
macro_rules! added {
    ($isa:ident $x:ident $key:expr) => {
        for i in 0..16 {
            $x[i] = $x[i].xor(V::splat($isa, $key[i % 4 * 4 + i / 4]));
        }
    };
}

impl<V: Inverting> Rounds<V> for AriaCipher {
    type Keys = Keys;
    type Block = [u8; 16];

    #[inline(always)]
    fn expand(isa: V::Isa, key: &[u8], decrypts: bool, keys: &mut Keys) {
        expand::<V>(isa, key, decrypts, keys);
    }

    #[inline(always)]
    fn slices<const BACK: bool>(isa: V::Isa, keys: &Keys, mut x: [V; 16]) -> [V; 16] {
        let all = &keys.spread[BACK as usize];
        let [rounds @ .., last] = &all[..=keys.rounds.min(all.len() - 1)] else { return x };
        let pairs = rounds.as_chunks::<2>().0;
        for (at, [one, two]) in pairs.iter().enumerate() {
            added!(isa x one);
            sliced_layer!(x 0);
            x = diffused(x);
            added!(isa x two);
            sliced_layer!(x 2);
            if at + 1 < pairs.len() {
                x = diffused(x);
            }
        }
        added!(isa x last);
        x
    }

    #[inline(always)]
    fn pieces<const BACK: bool, const N: usize>(isa: V::Isa, keys: &Keys, mut x: [V; N]) -> [V; N] {
        let all = &keys.whole[BACK as usize];
        let [rounds @ .., last] = &all[..=keys.rounds.min(all.len() - 1)] else { return x };
        let pairs = rounds.as_chunks::<2>().0;
        for (at, [one, two]) in pairs.iter().enumerate() {
            let [one, two] = [V::piece(isa, one), V::piece(isa, two)];
            for i in 0..N {
                x[i] = diffusion::<V>(layer::<V, 0>(isa, x[i].xor(one)));
            }
            for i in 0..N {
                x[i] = layer::<V, 1>(isa, x[i].xor(two));
            }
            if at + 1 < pairs.len() {
                for i in 0..N {
                    x[i] = diffusion::<V>(x[i]);
                }
            }
        }
        let last = V::piece(isa, last);
        for i in 0..N {
            x[i] = x[i].xor(last);
        }
        x
    }
}
