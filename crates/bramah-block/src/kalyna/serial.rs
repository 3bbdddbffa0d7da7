//! Kalyna with blocks of 16 bytes, one block at a time, with VBMI and GFNI in registers of 16 bytes: sections 5.1 to 5.5 of
//! the paper.
//!
//! **A round** takes about 26 cycles at least on Zen 4. Each of the four S-boxes is looked up in registers for all
//! bytes: eight look-ups of half a table, which take two units two cycles each (5 + 8), and three choices, between
//! halves and then among S-boxes (3). The rows that move exchange words of 32 bits (1). The circulant is a plane and a
//! gather for the bits 1, 2 and 4 of its factors (3 + 3, and a cycle late, since the units begin only two in a cycle);
//! the product by 8 concerns only one byte; the sum with the key waits for the last two (2). 10 rounds would take 16
//! cycles per byte; 21.7 were measured. The reason may be that the look-ups wait for one of their two units while the
//! other is free. A table of words of 64 bits in memory would do the S-box and the circulant at once, for about 14
//! cycles per byte, but at addresses that depend on secrets.

use super::{
    KalynaCipher,
    keys::Keys,
    maps::{By, S0, S1, S2, S3},
};
use crate::{
    primitives::kupyna::MIX,
    serial::Serial,
    simd::{
        gf::circulant_gather,
        octets::{Affine, Single, Single512},
    },
};

/// The multiplications by 1, 2 and 4, and the bytes that are added with each.
const PARTS: [[u64; 2]; 3] = [
    [By::<1>::MAP.matrix(), circulant_gather(MIX, 0, true)],
    [By::<2>::MAP.matrix(), circulant_gather(MIX, 1, true)],
    [By::<4>::MAP.matrix(), circulant_gather(MIX, 2, true)],
];
/// Masks of the bytes of rows 1 and 3, or 5 and 7; of rows 2 and 3, or 6 and 7.
static ODD: [u8; 16] = [0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255];
static UPPER: [u8; 16] = [0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255];

/// Applies the S-boxes, the moving of rows and the circulant to a block, and adds a key.
#[inline(always)]
fn layers(x: Single512, key: Single512) -> Single512 {
    let (lower, upper) = (
        x.look_up::<S0>().blended(x.look_up::<S1>(), &ODD),
        x.look_up::<S2>().blended(x.look_up::<S3>(), &ODD),
    );
    let x = lower.blended(upper, &UPPER);
    // only one byte, four rows below, is multiplied by 8
    let eight = x.shuffled32::<0b10_01_00_11>().affine::<By<8>, By<8>>();
    let x = x.shuffled32::<0b01_10_11_00>();
    let [one, two, four] = PARTS;
    let sum = key.xor3(eight, x.mixed(one[0], one[1]));
    sum.xor3(x.mixed(two[0], two[1]), x.mixed(four[0], four[1]))
}

impl Serial<Single512> for KalynaCipher<1> {
    type Isa = <Single512 as Single>::Isa;
    type Keys = Keys<[u8; 16]>;
    type Block = [u8; 16];
    type State = Single512;

    #[inline(always)]
    fn enter(isa: <Single512 as Single>::Isa, _: &Self::Keys, block: &[u8; 16]) -> Single512 {
        Single512::load(isa, block)
    }

    #[inline(always)]
    fn sum(a: Single512, b: Single512) -> Single512 {
        a.xor(b)
    }

    #[inline(always)]
    fn encrypt(isa: <Single512 as Single>::Isa, keys: &Self::Keys, x: Single512) -> Single512 {
        let mut x = x.add64(Single512::load(isa, &keys.whole[0]));
        for key in keys.middle() {
            x = layers(x, Single512::load(isa, key));
        }
        layers(x, Single512::splat(isa, 0)).add64(Single512::load(isa, keys.last()))
    }

    #[inline(always)]
    fn leave(_: <Single512 as Single>::Isa, _: &Self::Keys, x: Single512) -> [u8; 16] {
        x.store()
    }
}
