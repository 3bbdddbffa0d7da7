//! The rounds of Kalyna over octets: sections 5.1 to 5.5 of the paper.
//!
//! A piece is two columns, and a block is one, two or four pieces. In byte-sliced form, register `i` has byte `i` of every
//! piece: row `i % 8` of either the even or the odd columns. Shifting a row by columns exchanges these two registers if the
//! number of columns is odd, and rotates the pieces of a block. The first and the last key are added modulo 2^64 before the
//! first and after the second transposition.

use super::{
    KalynaCipher,
    keys::{Keys, expand},
    maps::{I0, I1, I2, I3, S0, S1, S2, S3, mixed, unmixed},
    pieces::{layers, source},
};
use crate::{
    octets::Rounds,
    simd::{memory::Bytes, octets::Octets},
};

/// Shifts the rows of byte-sliced blocks by columns.
#[inline(always)]
fn moved<V: Octets, const P: usize, const BACK: bool>(x: [V; 16]) -> [V; 16] {
    let mut y = x;
    macro_rules! bytes {
        ($($at:literal)*) => { $({
            const { assert!(P <= 4) };
            let (from, by) = const { source(P, BACK, $at) };
            y[$at] = x[from].turned::<P>(by);
        })* };
    }
    bytes!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    y
}

/// Applies the S-boxes to byte-sliced blocks, or their inverses if `BACK` is set.
#[inline(always)]
fn substituted<V: Octets, const BACK: bool>(mut x: [V; 16]) -> [V; 16] {
    macro_rules! rows {
        ($($row:literal $table:ident $inverse:ident;)*) => { $(
            for i in 0..4 {
                let at = 4 * i + $row;
                x[at] = if BACK { x[at].look_up::<$inverse>() } else { x[at].look_up::<$table>() };
            }
        )* };
    }
    rows!(0 S0 I0; 1 S1 I1; 2 S2 I2; 3 S3 I3;);
    x
}

/// Multiplies the columns of byte-sliced blocks by the circulant matrix, or by its inverse if `BACK` is set.
#[inline(always)]
fn halves<V: Octets, const BACK: bool>(mut x: [V; 16]) -> [V; 16] {
    for half in x.as_chunks_mut().0 {
        *half = if BACK { unmixed(*half) } else { mixed(*half) };
    }
    x
}

/// Adds a key to blocks modulo 2^64, or subtracts it if `BACK` is set.
#[inline(always)]
fn added<V: Octets, B: Bytes, const BACK: bool, const N: usize>(
    isa: V::Isa,
    key: &B,
    mut x: [V; N],
) -> [V; N] {
    let key = V::block(isa, key);
    for i in 0..N {
        x[i] = if BACK { x[i].sub64(key) } else { x[i].add64(key) };
    }
    x
}

/// Implements the rounds for blocks with this number of pieces.
macro_rules! rounds {
    ($($pieces:literal $block:literal;)*) => { $(
        impl<V: Octets> Rounds<V> for KalynaCipher<$pieces> {
            type Keys = Keys<[u8; $block]>;
            type Block = [u8; $block];

            #[inline(always)]
            fn expand(isa: V::Isa, key: &[u8], _decrypts: bool, keys: &mut Self::Keys) {
                expand::<V, [u8; $block], $pieces>(isa, key, keys);
            }

            #[inline(always)]
            fn before<const BACK: bool, const N: usize>(isa: V::Isa, keys: &Self::Keys, x: [V; N]) -> [V; N] {
                added::<V, _, BACK, N>(isa, if BACK { keys.last() } else { &keys.whole[0] }, x)
            }

            #[inline(always)]
            fn after<const BACK: bool, const N: usize>(isa: V::Isa, keys: &Self::Keys, x: [V; N]) -> [V; N] {
                added::<V, _, BACK, N>(isa, if BACK { &keys.whole[0] } else { keys.last() }, x)
            }

            #[inline(always)]
            fn slices<const BACK: bool>(isa: V::Isa, keys: &Self::Keys, mut x: [V; 16]) -> [V; 16] {
                let middle = keys.spread();
                for at in 0..=middle.len() {
                    x = if BACK {
                        substituted::<V, true>(moved::<V, $pieces, true>(halves::<V, true>(x)))
                    } else {
                        halves::<V, false>(moved::<V, $pieces, false>(substituted::<V, false>(x)))
                    };
                    let at = if BACK { middle.len().wrapping_sub(at + 1) } else { at };
                    if let Some(key) = middle.get(at) {
                        for i in 0..16 {
                            let key = if $pieces == 1 { V::splat(isa, key[i][0]) } else { V::by_piece(isa, &key[i]) };
                            x[i] = x[i].xor(key);
                        }
                    }
                }
                x
            }

            #[inline(always)]
            fn pieces<const BACK: bool, const N: usize>(isa: V::Isa, keys: &Self::Keys, x: [V; N]) -> [V; N] {
                let middle = keys.middle();
                let mut x = <Self as Rounds<V>>::before::<BACK, N>(isa, keys, x);
                for at in 0..=middle.len() {
                    x = layers::<V, $pieces, BACK, N>(isa, x);
                    let at = if BACK { middle.len().wrapping_sub(at + 1) } else { at };
                    if let Some(key) = middle.get(at) {
                        let key = V::block(isa, key);
                        for i in 0..N {
                            x[i] = x[i].xor(key);
                        }
                    }
                }
                <Self as Rounds<V>>::after::<BACK, N>(isa, keys, x)
            }
        }
    )* };
}
rounds! { 1 16; 2 32; 4 64; }
