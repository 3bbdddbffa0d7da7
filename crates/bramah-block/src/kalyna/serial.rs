//! Kalyna with blocks of 16 and 32 bytes, one block at a time, with VBMI and GFNI in registers of the length of a block: sections
//! 5.1 to 5.5 of the paper.
//!
//! **A round** takes at least about 26 cycles on Zen 4. Each of the four S-boxes is looked up in registers for all bytes. That
//! is eight look-ups of half a table, each of which occupies one of two units for two cycles (5 + 8), and three selections,
//! between halves and then among S-boxes (3). The row shift exchanges 32-bit words (1). The circulant matrix is a linear map
//! and a gather of bits for each of the bits 1, 2 and 4 of its factors (3 + 3, and a cycle late because the units begin only
//! two in a cycle). The product by 8 concerns only one byte. The XOR of the key and the four terms waits for the last two terms
//! (2). 10 rounds would take 16 cycles per byte; 21.7 were measured. The reason may be that the look-ups wait for one of their
//! two units while the other is free. A table of 64-bit words in memory would compute the S-box and the circulant matrix at
//! once, in about 14 cycles per byte, but at addresses that depend on secrets.
//!
//! A round of 32-byte blocks takes at least about 37 cycles on Ice Lake: the eight look-ups occupy one unit for 16 cycles, the
//! last of them ends 4 cycles later, and the selections take 2 more. A permutation shifts the rows (3). After the permutation,
//! both halves of a 64-byte register have the block, so that two maps and two gathers compute the terms for all four factors
//! (3 + 3, and a cycle late); the terms and then the halves are added (1 + 3 + 1). 18 rounds would take 21 cycles per byte; 22
//! were measured.

use super::{
    KalynaCipher,
    keys::Keys,
    maps::{By, S0, S1, S2, S3},
    pieces::source,
};
use crate::{
    primitives::kupyna::MIX,
    serial::Serial,
    simd::{
        Avx512Vbmi,
        gf::{Aligned, circulant_gather},
        octets::{Affine, Single, Single512, Whole512},
    },
};

/// The multiplications by 1, 2, 4 and 8, and the matrices that gather the bytes with each factor.
const PARTS: [[u64; 2]; 4] = [
    [By::<1>::MAP.matrix(), circulant_gather(MIX, 0, true)],
    [By::<2>::MAP.matrix(), circulant_gather(MIX, 1, true)],
    [By::<4>::MAP.matrix(), circulant_gather(MIX, 2, true)],
    [By::<8>::MAP.matrix(), circulant_gather(MIX, 3, true)],
];
/// Masks of the bytes of rows 1, 3, 5 and 7 (`ODD`), and of rows 2, 3, 6 and 7 (`UPPER`).
static ODD: [u8; 16] = [0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255];
static UPPER: [u8; 16] = [0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255];

/// Applies the S-boxes, the row shift and the circulant matrix to a block, and XORs a key.
#[inline(always)]
fn layers(x: Single512, key: Single512) -> Single512 {
    let (lower, upper) = (
        x.look_up::<S0>().blended(x.look_up::<S1>(), &ODD),
        x.look_up::<S2>().blended(x.look_up::<S3>(), &ODD),
    );
    let x = lower.blended(upper, &UPPER);
    // only one byte, four rows below, has a factor with the bit 8
    let eight = x.shuffled32::<0b10_01_00_11>().affine::<By<8>, By<8>>();
    let x = x.shuffled32::<0b01_10_11_00>();
    let [one, two, four, _] = PARTS;
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

/// The shuffle indices that shift the rows of a 32-byte block, twice: once for each half of a 64-byte register.
static SHIFTED: Aligned<64> = {
    let (mut order, mut i) = ([0; 64], 0);
    while i < 64 {
        let (from, by) = source(2, false, i % 16);
        order[i] = ((i / 16 + 2 - by) % 2 * 16 + from) as u8;
        i += 1;
    }
    Aligned(order)
};

/// Applies the S-boxes, the row shift and the circulant matrix to a 32-byte block, and XORs a key.
#[inline(always)]
fn wide_layers(x: Whole512, key: Whole512) -> Whole512 {
    x.look_up_in_turn::<S0, S1, S2, S3>().mixed(&SHIFTED, &PARTS, key)
}

impl Serial<Whole512> for KalynaCipher<2> {
    type Isa = Avx512Vbmi;
    type Keys = Keys<[u8; 32]>;
    type Block = [u8; 32];
    type State = Whole512;

    #[inline(always)]
    fn enter(isa: Avx512Vbmi, _: &Self::Keys, block: &[u8; 32]) -> Whole512 {
        Whole512::load(isa, block)
    }

    #[inline(always)]
    fn sum(a: Whole512, b: Whole512) -> Whole512 {
        a.xor(b)
    }

    #[inline(always)]
    fn encrypt(isa: Avx512Vbmi, keys: &Self::Keys, x: Whole512) -> Whole512 {
        let mut x = x.add64(Whole512::load(isa, &keys.whole[0]));
        for key in keys.middle() {
            x = wide_layers(x, Whole512::load(isa, key));
        }
        wide_layers(x, Whole512::zero(isa)).add64(Whole512::load(isa, keys.last()))
    }

    #[inline(always)]
    fn leave(_: Avx512Vbmi, _: &Self::Keys, x: Whole512) -> [u8; 32] {
        x.store()
    }
}
