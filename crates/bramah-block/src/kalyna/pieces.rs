//! The layers of a round of Kalyna over pieces, which the rounds and the key schedule share: sections 5.3 to 5.5 of the paper.

use super::maps::{I0, I1, I2, I3, S0, S1, S2, S3, columns};
use crate::{
    octets::{columns as restored, planes},
    simd::octets::Octets,
};

/// Returns the source of byte `at` of a piece when rows are shifted right, or left if `back` is set, in blocks of `pieces`
/// pieces: the index of the byte in its piece, and the number of pieces by which that piece comes before this one.
pub(super) const fn source(pieces: usize, back: bool, at: usize) -> (usize, usize) {
    let (columns, half, row) = (2 * pieces, at / 8, at % 8);
    let by = row * columns / 8;
    let by = if back { (columns - by) % columns } else { by };
    // column 2 p + half receives column 2 p + half - by
    let moved = half + columns - by;
    ((moved % 2) * 8 + row, (pieces - moved / 2 % pieces) % pieces)
}

/// Returns the shuffle indices that shift the rows within pieces: shuffle `i` selects the bytes that come from `i` pieces before.
const fn moves(pieces: usize, back: bool) -> [[u8; 16]; 4] {
    let (mut orders, mut at) = ([[128; 16]; 4], 0);
    while at < 16 {
        let (from, by) = source(pieces, back, at);
        orders[by][at] = from as u8;
        at += 1;
    }
    orders
}

static MOVES: [[[[u8; 16]; 4]; 2]; 3] =
    [[moves(1, false), moves(1, true)], [moves(2, false), moves(2, true)], [moves(4, false), moves(4, true)]];

/// Applies the S-boxes to pieces, or their inverses if `BACK` is set. A register has bytes for all four S-boxes. If there are
/// four registers, the bytes of each S-box are first brought together, so that each S-box is looked up only once.
#[inline(always)]
fn boxes<V: Octets, const BACK: bool, const N: usize>(isa: V::Isa, mut x: [V; N]) -> [V; N] {
    let (fours, rest) = x.as_chunks_mut::<4>();
    for four in fours {
        let [a, b, c, d] = planes(*four);
        *four = restored(match BACK {
            false => [a.look_up::<S0>(), b.look_up::<S1>(), c.look_up::<S2>(), d.look_up::<S3>()],
            true => [a.look_up::<I0>(), b.look_up::<I1>(), c.look_up::<I2>(), d.look_up::<I3>()],
        });
    }
    for one in rest {
        *one = match BACK {
            false => one.look_up_in_turn::<S0, S1, S2, S3>(isa),
            true => one.look_up_in_turn::<I0, I1, I2, I3>(isa),
        };
    }
    x
}

/// Shifts the rows of blocks of `P` pieces.
#[inline(always)]
fn shifted<V: Octets, const P: usize, const BACK: bool>(x: V) -> V {
    let orders = &MOVES[const { P / 2 }][BACK as usize];
    let mut sum = x.shuffled(&orders[0]);
    for by in 1..P {
        sum = sum.xor(x.turned::<P>(by).shuffled(&orders[by]));
    }
    sum
}

/// Applies the S-boxes, the row shift and the circulant matrix to blocks of `P` pieces, or their inverses if `BACK` is set.
#[inline(always)]
pub(super) fn layers<V: Octets, const P: usize, const BACK: bool, const N: usize>(
    isa: V::Isa,
    mut x: [V; N],
) -> [V; N] {
    if !BACK {
        x = boxes::<V, false, N>(isa, x);
    }
    for i in 0..N {
        x[i] = match BACK {
            false => columns::<V, false>(shifted::<V, P, false>(x[i])),
            true => shifted::<V, P, true>(columns::<V, true>(x[i])),
        };
    }
    if BACK { boxes::<V, true, N>(isa, x) } else { x }
}
