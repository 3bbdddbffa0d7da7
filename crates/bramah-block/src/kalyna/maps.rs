//! The maps of Kalyna: sections 5.2 to 5.5 of the paper. The S-boxes and the circulant matrix are the ones of Kupyna.

use crate::{
    primitives::kupyna::{MIX, POLYNOMIAL, SBOXES},
    simd::{
        gf::{Aligned, Linear, product},
        octets::{Affine, Octets, Table, inverse},
    },
};

/// Declares the four S-boxes, which apply to rows 0 to 3 and again to rows 4 to 7, and their inverses.
macro_rules! boxes {
    ($($name:ident $inverse:ident $i:literal;)*) => { $(
        pub(super) struct $name;
        impl Table for $name {
            const TABLE: &'static Aligned<256> = {
                static TABLE: Aligned<256> = Aligned(SBOXES[$i]);
                &TABLE
            };
        }
        pub(super) struct $inverse;
        impl Table for $inverse {
            const TABLE: &'static Aligned<256> = {
                static TABLE: Aligned<256> = Aligned(inverse(&SBOXES[$i]));
                &TABLE
            };
        }
    )* };
}
boxes! { S0 I0 0; S1 I1 1; S2 I2 2; S3 I3 3; }

/// The first row of the inverse of the circulant matrix.
pub(super) const UNMIX: [u8; 8] = [0xad, 0x95, 0x76, 0xa8, 0x2f, 0x49, 0xd7, 0xca];
const _: () = {
    let mut distance = 0;
    while distance < 8 {
        let (mut sum, mut i) = (0, 0);
        while i < 8 {
            sum ^= product(MIX[i], UNMIX[(distance + 8 - i) % 8], POLYNOMIAL);
            i += 1;
        }
        assert!(sum == (distance == 0) as u8, "not the inverse");
        distance += 1;
    }
    assert!(matches!(MIX, [1, 1, 5, 1, 8, 6, 7, 4]), "the kernels add up bytes for these factors");
};

/// Multiplication by a constant in the field.
pub(super) struct By<const FACTOR: u8>;
impl<const FACTOR: u8> Affine for By<FACTOR> {
    const MAP: Linear = Linear::times(FACTOR, POLYNOMIAL);
}

/// Multiplies eight rows by the circulant matrix: byte `i` of the result is the XOR, over all `d`, of factor `d` times byte `i +
/// d`. The bits of the factors select the bytes that are XORed before they are multiplied by 2, 4 and 8.
#[inline(always)]
pub(super) fn mixed<V: Octets>(x: [V; 8]) -> [V; 8] {
    let mut y = x;
    macro_rules! rows {
        ($($i:literal)*) => { $({
            macro_rules! at {
                ($d:literal) => { x[($i + $d) % 8] };
            }
            let two = at!(5).xor(at!(6));
            let four = at!(2).xor3(at!(7), two);
            let one = at!(0).xor3(at!(1), at!(2)).xor3(at!(3), at!(6));
            y[$i] = one.xor3(two.affine::<By<2>>(), four.affine::<By<4>>()).xor(at!(4).affine::<By<8>>());
        })* };
    }
    rows!(0 1 2 3 4 5 6 7);
    y
}

/// Multiplies eight rows by the inverse of the circulant matrix.
#[inline(always)]
pub(super) fn unmixed<V: Octets>(x: [V; 8]) -> [V; 8] {
    let mut y = x;
    macro_rules! rows {
        ($($i:literal)*) => { $({
            macro_rules! times {
                ($d:literal) => { x[($i + $d) % 8].affine::<By<{ UNMIX[$d] }>>() };
            }
            let (a, b) = (times!(0).xor3(times!(1), times!(2)), times!(3).xor3(times!(4), times!(5)));
            y[$i] = a.xor3(b, times!(6)).xor(times!(7));
        })* };
    }
    rows!(0 1 2 3 4 5 6 7);
    y
}

/// Shuffle indices that rotate each column down by 0 to 7 bytes.
static TURNS: [[u8; 16]; 8] = {
    let (mut orders, mut i) = ([[0; 16]; 8], 0);
    while i < 128 {
        let (d, at) = (i / 16, i % 16);
        orders[d][at] = (at / 8 * 8 + (at + d) % 8) as u8;
        i += 1;
    }
    orders
};

/// Multiplies each column of pieces by the circulant matrix, or by its inverse if `BACK` is set.
#[inline(always)]
pub(super) fn columns<V: Octets, const BACK: bool>(x: V) -> V {
    // moves to the position of each byte the byte that is `d` rows below it
    let mut rows = [x; 8];
    for d in 1..8 {
        rows[d] = x.shuffled(&TURNS[d]);
    }
    if BACK {
        macro_rules! times {
            ($d:literal) => {
                rows[$d].affine::<By<{ UNMIX[$d] }>>()
            };
        }
        let (a, b) = (times!(0).xor3(times!(1), times!(2)), times!(3).xor3(times!(4), times!(5)));
        a.xor3(b, times!(6)).xor(times!(7))
    } else {
        let two = rows[5].xor(rows[6]);
        let four = rows[2].xor3(rows[7], two);
        let one = rows[0].xor3(rows[1], rows[2]).xor3(rows[3], rows[6]);
        one.xor3(two.affine::<By<2>>(), four.affine::<By<4>>()).xor(rows[4].affine::<By<8>>())
    }
}
