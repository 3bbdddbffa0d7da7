//! The layers of a round of ARIA over pieces, which the rounds and the key schedule share: RFC 5794, 2.4.

use super::maps::{A, After1, After2, Before3, To3};
use crate::simd::octets::{Inverting, TURNS};

/// Masks of the first two bytes and of the last two bytes of every 32-bit word.
static HALVES: [[u8; 16]; 2] = {
    let (mut masks, mut i) = ([[0; 16]; 2], 0);
    while i < 16 {
        masks[i % 4 / 2][i] = 255;
        i += 1;
    }
    masks
};

/// Applies a substitution layer to pieces: type 1 of RFC 5794 if `KIND` is 0, type 2 if `KIND` is 1.
#[inline(always)]
pub(super) fn layer<V: Inverting, const KIND: usize>(isa: V::Isa, x: V) -> V {
    // the mask of the bytes that go through SB1, SB2, SB3 or SB4, for `i` of 0, 1, 2 or 3
    let turn = |i: usize| V::piece(isa, &TURNS[(i + 2 * KIND) % 4]);
    let (one, two) = (x.inverted::<After1>().and(turn(0)), x.inverted::<After2>().and(turn(1)));
    let three = x.xor(x.affine::<To3>().and(turn(3))).affine_inverted::<Before3>();
    three.and(V::piece(isa, &HALVES[1 - KIND])).xor3(one, two)
}

/// The indices of seven shuffles. The XOR of the seven shuffled blocks is the result of the diffusion layer A.
static ORDERS: [[u8; 16]; 7] = {
    let (mut orders, mut i) = ([[0; 16]; 7], 0);
    while i < 7 * 16 {
        orders[i % 7][i / 7] = A[i / 7][i % 7];
        i += 1;
    }
    orders
};

/// Applies the diffusion layer A to pieces.
#[inline(always)]
pub(super) fn diffusion<V: Inverting>(x: V) -> V {
    let [a, b, c, d, e, f, g] = &ORDERS;
    let (one, two) =
        (x.shuffled(a).xor3(x.shuffled(b), x.shuffled(c)), x.shuffled(d).xor3(x.shuffled(e), x.shuffled(f)));
    one.xor3(two, x.shuffled(g))
}
