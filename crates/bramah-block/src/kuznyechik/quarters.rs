//! The rounds of Kuznyechik over blocks in quarters: RFC 7801, 4.4.
//!
//! The linear transformation, which takes most of the time in pieces, takes less than half as many shuffles. It is a linear
//! feedback shift register, shifted sixteen times. The block, from its last byte to its first, is a sequence, to which
//! the register appends sixteen bytes, each a sum of products with the sixteen bytes before it. In the first of two steps,
//! each new byte gets its products with the known bytes, where bytes with equal factors are XORed before they are multiplied.
//! The second step adds the products with the other new bytes: it multiplies by the inverse, as a power series, of the
//! polynomial of the factors. The factors read the same backwards, so the inverse transformation is the same, with the bytes of
//! the block in the opposite order.

use super::{
    KuznyechikCipher,
    field::{Enter, FEEDBACK, Leave},
    keys::Keys,
    pieces::substituted,
};
use crate::{
    quarters::{Quarters, blended, quartered, restored, word_copies, word_order},
    simd::{
        gf::{AES, Linear, product},
        octets::{Affine, Octets},
    },
};

/// The orders of the bytes of a block for encryption and for decryption. Each is its own inverse.
static ORDERS: [[u8; 16]; 2] = [
    [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
];

/// Shuffle indices that copy four bytes of a key to the words of a piece, for each register, in both orders.
static COPIES: [[[u8; 16]; 4]; 2] = [
    [
        word_copies([15, 14, 13, 12]),
        word_copies([11, 10, 9, 8]),
        word_copies([7, 6, 5, 4]),
        word_copies([3, 2, 1, 0]),
    ],
    [
        word_copies([0, 1, 2, 3]),
        word_copies([4, 5, 6, 7]),
        word_copies([8, 9, 10, 11]),
        word_copies([12, 13, 14, 15]),
    ],
];

/// The inverse of the polynomial of the factors, as a power series: [`FEEDBACK`] has the factors in the order of the degrees.
const INVERSE: [u8; 16] = {
    let (mut inverse, mut n) = ([0; 16], 1);
    inverse[0] = 1;
    while n < 16 {
        let mut j = 1;
        while j <= n {
            inverse[n] ^= product(FEEDBACK[j], inverse[n - j], AES);
            j += 1;
        }
        n += 1;
    }
    inverse
};

/// Multiplication by the factor of degree `N`, and by the term of degree `N` of the inverse.
struct Factor<const N: usize>;
impl<const N: usize> Affine for Factor<N> {
    const MAP: Linear = Linear::times(FEEDBACK[N], AES);
}
struct Term<const N: usize>;
impl<const N: usize> Affine for Term<N> {
    const MAP: Linear = Linear::times(INVERSE[N], AES);
}

/// Returns the windows of a sequence of sixteen words: window `4 * r + n` is the four words from word `4 * r + n` on, or the four
/// words from word `4 * r - n` on if `BEFORE` is set. Words outside the sequence are 0.
#[inline(always)]
fn windows<V: Octets, const BEFORE: bool>(isa: V::Isa, x: [V; 4]) -> [V; 16] {
    static ROTATED: [[u8; 16]; 3] =
        [word_order([1, 2, 3, 0]), word_order([2, 3, 0, 1]), word_order([3, 0, 1, 2])];
    let zero = V::splat(isa, 0);
    let mut all = [zero; 16];
    for r in 0..4 {
        all[4 * r] = x[r];
    }
    macro_rules! window {
        ($n:literal $after:literal $before:literal) => {{
            let mut y = x;
            for r in 0..4 {
                y[r] = x[r].shuffled(&ROTATED[if BEFORE { 3 - $n } else { $n - 1 }]);
            }
            for r in 0..4 {
                all[4 * r + $n] = match (BEFORE, r) {
                    (true, 0) => blended::<V, $before>(isa, y[0], zero),
                    (true, _) => blended::<V, $before>(isa, y[r], y[r - 1]),
                    (false, 3) => blended::<V, $after>(isa, y[3], zero),
                    (false, _) => blended::<V, $after>(isa, y[r], y[r + 1]),
                };
            }
        }};
    }
    window!(1 0b1000 0b0001);
    window!(2 0b1100 0b0011);
    window!(3 0b1110 0b0111);
    all
}

/// Appends sixteen bytes to a sequence of sixteen, and returns the new ones.
#[inline(always)]
fn shifted<V: Octets>(isa: V::Isa, x: [V; 4]) -> [V; 4] {
    let known = windows::<V, false>(isa, x);
    let mut sums = x;
    macro_rules! add {
        ($($n:literal)*) => { $(
            for r in 0..4 {
                let near = 4 * r + $n;
                let far = 4 * r + 16 - $n;
                if near < 16 {
                    let both = if far < 16 && far > near { known[near].xor(known[far]) } else { known[near] };
                    let multiple = if const { FEEDBACK[$n] == 1 } { both } else { both.affine::<Factor<$n>>() };
                    sums[r] = sums[r].xor(multiple);
                }
            }
        )* };
    }
    add!(1 2 3 4 5 6 7 8);
    let known = windows::<V, true>(isa, sums);
    macro_rules! add {
        ($($q:literal $n:literal)*) => { $(
            for r in $q..4 {
                let window = known[4 * (r - $q) + $n];
                let multiple = if const { INVERSE[4 * $q + $n] == 1 } { window } else { window.affine::<Term<{ 4 * $q + $n }>>() };
                sums[r] = sums[r].xor(multiple);
            }
        )* };
    }
    add!(0 1 0 2 0 3 1 0 1 1 1 2 1 3 2 0 2 1 2 2 2 3 3 0 3 1 3 2 3 3);
    sums
}

impl<V: Octets> Quarters<V> for KuznyechikCipher {
    // four narrow registers take as long as four wide ones, which is as long as four blocks in pieces
    const NARROW: bool = false;

    #[inline(always)]
    fn quarters<const BACK: bool>(isa: V::Isa, keys: &Keys, x: [V; 4]) -> [V; 4] {
        let mut x = quartered(x, &ORDERS[BACK as usize]);
        for i in 0..4 {
            x[i] = x[i].affine::<Enter>();
        }
        let (first, rest) = match BACK {
            false => (&keys.whole[..9], &keys.whole[9]),
            true => (&keys.whole[1..], &keys.whole[0]),
        };
        for at in 0..9 {
            x = added::<V, BACK>(isa, &first[if BACK { 8 - at } else { at }], x);
            x = if BACK {
                substituted::<V, true, 4>(shifted(isa, x))
            } else {
                shifted(isa, substituted::<V, false, 4>(x))
            };
        }
        x = added::<V, BACK>(isa, rest, x);
        for i in 0..4 {
            x[i] = x[i].affine::<Leave>();
        }
        restored(x, &ORDERS[BACK as usize])
    }
}

/// XORs a round key into quarters.
#[inline(always)]
fn added<V: Octets, const BACK: bool>(isa: V::Isa, key: &[u8; 16], mut x: [V; 4]) -> [V; 4] {
    let key = V::piece(isa, key);
    for i in 0..4 {
        x[i] = x[i].xor(key.shuffled(&COPIES[BACK as usize][i]));
    }
    x
}
