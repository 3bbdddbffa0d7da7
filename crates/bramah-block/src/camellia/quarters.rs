//! Camellia over blocks in quarters: RFC 3713, 2.3 and 2.4.
//!
//! The state is stored as it is for pieces (see [`rounds`](super::rounds)). A half of the blocks is two registers. The first has
//! the bytes 1, 4, 7 and 8 of the half, whose S-boxes are s1 and s4, the second has the bytes 2, 3, 5 and 6 for s2 and s3. So no
//! S-box is computed for a byte that does not need it, except that half of a register is wasted by s2 and s3. The map P is
//! computed as for byte-sliced blocks, and the XORs of four bytes are one XOR of registers. The order of the bytes is chosen so
//! that a round needs only three shuffles beside those of the S-boxes.

use super::{
    CamelliaCipher,
    field::{Box1, Box2, Box3, CONSTANTS, Enter, Leave, Lowest, To1, Upper},
    keys::Keys,
};
use crate::{
    quarters::{Quarters, blended, quartered, restored, word_copies, word_masks, word_order},
    simd::octets::{Inverting, Octets},
};

/// The bytes of a half, counted from 0, that are in the words of its two registers: for the first half and for the second.
const ORDERS: [[[u8; 4]; 2]; 2] = [[[0, 6, 7, 3], [5, 1, 2, 4]], [[6, 7, 3, 0], [1, 2, 4, 5]]];

/// The order of the bytes of a block in quarters, and its inverse. The halves are exchanged if the index is 1.
static QUARTERED: [[u8; 16]; 2] = [order(0), order(8)];
static RESTORED: [[u8; 16]; 2] = [inverse(QUARTERED[0]), inverse(QUARTERED[1])];

const fn order(exchanged: u8) -> [u8; 16] {
    let (mut order, mut i) = ([0; 16], 0);
    while i < 16 {
        order[i] = (ORDERS[i / 8][i / 4 % 2][i % 4] + 8 * (i / 8) as u8) ^ exchanged;
        i += 1;
    }
    order
}

const fn inverse(order: [u8; 16]) -> [u8; 16] {
    let (mut inverse, mut i) = ([0; 16], 0);
    while i < 16 {
        inverse[order[i] as usize] = i as u8;
        i += 1;
    }
    inverse
}

/// Returns the shuffle indices that bring the bytes of a block that consists of keys to the words of a half's registers.
const fn copies(half: usize) -> [[u8; 16]; 2] {
    let (mut orders, mut i) = (ORDERS[half], 0);
    while i < 8 {
        orders[i / 4][i % 4] += 8 * half as u8;
        i += 1;
    }
    [word_copies(orders[0]), word_copies(orders[1])]
}
static COPIES: [[[u8; 16]; 2]; 2] = [copies(0), copies(1)];

/// Shuffle indices that rotate the words of a piece by one, two and three.
static ROTATED: [[u8; 16]; 3] =
    [word_order([1, 2, 3, 0]), word_order([2, 3, 0, 1]), word_order([3, 0, 1, 2])];

/// The constants that the S-boxes of a round leave out, in the registers of both halves.
static LEFT_OUT: [[[u8; 16]; 2]; 2] = {
    let (mut all, mut i) = ([[[0; 16]; 2]; 2], 0);
    while i < 64 {
        let (half, register, at) = (i / 32, i / 16 % 2, i % 16);
        all[half][register][at] = CONSTANTS[ORDERS[half][register][at / 4] as usize];
        i += 1;
    }
    all
};

/// Returns, of each word, one of two registers: of `SECOND` for the second half, and of `FIRST` for the first half. Bit `i` of
/// these numbers is set if word `i` comes from `y`.
#[inline(always)]
fn either<V: Octets, const HALF: usize, const FIRST: u8, const SECOND: u8>(isa: V::Isa, x: V, y: V) -> V {
    if HALF == 0 { blended::<V, FIRST>(isa, x, y) } else { blended::<V, SECOND>(isa, x, y) }
}

/// XORs F of a half into the other half, given the key of the round.
#[inline(always)]
fn round<V: Inverting, const HALF: usize>(isa: V::Isa, key: &[u8; 16], x: &mut [[V; 2]; 2]) {
    static FOURS: [[u8; 16]; 2] = [word_masks(0b1010)[0], word_masks(0b0101)[0]];
    let key = V::piece(isa, key);
    let [one, two] = x[HALF];
    let one = one.xor(key.shuffled(&COPIES[HALF][0]));
    let two = two.xor(key.shuffled(&COPIES[HALF][1]));
    // the results of s1 and s4, and of s2 and s3
    let one = one.xor(one.affine::<To1>().and(V::piece(isa, &FOURS[HALF])));
    let one = one.inverted::<Box1>();
    let two = either::<V, HALF, 0b0101, 0b1010>(isa, two.inverted::<Box2>(), two.inverted::<Box3>());
    // the XORs u1 to u4, u5 to u8 and v1 to v4 of the byte-sliced round, in some order
    let u = one.xor(two);
    let other = either::<V, HALF, 0b1001, 0b1100>(isa, one, two).xor(u.shuffled(&ROTATED[2]));
    let v = u.xor(other.shuffled(&ROTATED[1]));
    // bytes 1 to 4 of the result; bytes 5 to 8 are `v`
    let first = other.xor(v);
    let [a, b] = x[1 - HALF];
    x[1 - HALF] = if HALF == 0 {
        let v = v.shuffled(&ROTATED[1]);
        [a.xor(blended::<V, 0b1100>(isa, v, first)), b.xor(blended::<V, 0b1100>(isa, first, v))]
    } else {
        let first = first.shuffled(&ROTATED[1]);
        [a.xor(blended::<V, 0b0110>(isa, first, v)), b.xor(blended::<V, 0b0110>(isa, v, first))]
    };
}

/// Applies FL to a half, or the inverse of FL if `INVERSE` is set (RFC 3713, 2.4.2 and 2.4.3).
#[inline(always)]
fn layer<V: Inverting, const HALF: usize, const INVERSE: bool>(
    isa: V::Isa,
    key: &[u8; 16],
    [a, b]: [V; 2],
) -> [V; 2] {
    static KEYS: [[[u8; 16]; 2]; 2] = [
        [word_copies([0, 1, 2, 3]), word_copies([5, 6, 7, 4])],
        [word_copies([9, 10, 11, 8]), word_copies([14, 15, 12, 13])],
    ];
    let key = V::piece(isa, key);
    let [key_left, key_right] = [key.shuffled(&KEYS[HALF][0]), key.shuffled(&KEYS[HALF][1])];
    let [a, b] = [a.affine::<Leave>(), b.affine::<Leave>()];
    // the words that the layer consists of; the bytes of the left word begin with byte 1 or 2, those of the right with 6 or 7
    let mut left = either::<V, HALF, 0b0110, 0b0011>(isa, a, b);
    let mut right = either::<V, HALF, 0b0110, 0b0011>(isa, b, a);
    for step in 0..2 {
        if (step == 0) != INVERSE {
            let both = left.and(key_left);
            let (upper, lowest) = (both.shuffled(&ROTATED[0]), both.shuffled(&ROTATED[1]));
            right = right.xor3(upper.affine::<Upper>(), lowest.affine::<Lowest>());
        } else {
            left = left.xor(right.or(key_right).shuffled(&ROTATED[2]));
        }
    }
    let a = either::<V, HALF, 0b0110, 0b0011>(isa, left, right);
    let b = either::<V, HALF, 0b0110, 0b0011>(isa, right, left);
    [a.affine::<Enter>(), b.affine::<Enter>()]
}

/// XORs the constants that the S-boxes have left out into both halves.
#[inline(always)]
fn completed<V: Octets>(isa: V::Isa, x: &mut [[V; 2]; 2]) {
    for half in 0..2 {
        for i in 0..2 {
            x[half][i] = x[half][i].xor(V::piece(isa, &LEFT_OUT[half][i]));
        }
    }
}

impl<V: Inverting> Quarters<V> for CamelliaCipher {
    #[inline(always)]
    fn quarters<const BACK: bool>(isa: V::Isa, keys: &Keys, mut x: [V; 4]) -> [V; 4] {
        // the halves are exchanged after the last round
        let [first, last] = &keys.white;
        let (first, last) = if BACK { (last, first) } else { (first, last) };
        let (first, last) = (V::piece(isa, first), V::piece(isa, last));
        for i in 0..4 {
            x[i] = x[i].xor(first).affine::<Enter>();
        }
        let [a, b, c, d] = quartered(x, &QUARTERED[BACK as usize]);
        let mut x = [[a, b], [c, d]];
        let groups = keys.groups.min(4);
        for group in 0..groups {
            let group = if BACK { groups - 1 - group } else { group };
            let pairs: &[[[u8; 16]; 2]; 3] = match keys.rounds.as_chunks().0.as_chunks().0.get(group) {
                Some(pairs) => pairs,
                None => break, // there are at most four groups
            };
            if BACK {
                completed(isa, &mut x);
                for [one, two] in pairs.iter().rev() {
                    round::<V, 1>(isa, two, &mut x);
                    round::<V, 0>(isa, one, &mut x);
                }
                if group > 0 {
                    let key = &keys.layers[group - 1];
                    x = [layer::<V, 0, true>(isa, key, x[0]), layer::<V, 1, false>(isa, key, x[1])];
                }
            } else {
                for [one, two] in pairs {
                    round::<V, 0>(isa, one, &mut x);
                    round::<V, 1>(isa, two, &mut x);
                }
                completed(isa, &mut x);
                if group + 1 < groups {
                    let key = &keys.layers[group];
                    x = [layer::<V, 0, false>(isa, key, x[0]), layer::<V, 1, true>(isa, key, x[1])];
                }
            }
        }
        let [[a, b], [c, d]] = x;
        let mut x = restored([a, b, c, d], &RESTORED[!BACK as usize]);
        for i in 0..4 {
            x[i] = x[i].affine::<Leave>().xor(last);
        }
        x
    }
}
