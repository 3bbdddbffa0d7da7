//! DES in planes of bytes, for a few dozen blocks: each byte of a register belongs to a different block.
//!
//! A half of the blocks is in four registers, and is rotated to the right by one bit. Then the inputs of the S-boxes 1, 3, 5
//! and 7 are the top six bits of its bytes. The inputs of the S-boxes between them are the low four bits of a byte and the top
//! two bits of the next byte. The six inputs of an S-box are the index of the value that is XORed into the other half, with P
//! already applied. There is one table for each byte that an S-box changes: 28 tables. No other step remains of E and P. For
//! each block of a full group this takes longer than the bitsliced kernel, but a group has an eighth as many blocks.

use super::{
    keys::BYTES,
    tables::{TO, boxed},
};
use crate::{
    octets::four,
    simd::{
        Avx2,
        gf::Aligned,
        memory::Run,
        octets::{Octets, Octets256, halves_restored, halves_transposed, loaded, stored},
    },
};

/// For each S-box, the value that is XORed into each byte of the other half, for each value of the six inputs. The first input is
/// the most significant bit.
static TABLES: [[Aligned<64>; 4]; 8] = {
    let (mut tables, mut i) = ([const { [const { Aligned([0; 64]) }; 4] }; 8], 0);
    while i < 32 * 64 {
        let (output, bits) = (i / 64, i % 64);
        let number = output / 4;
        // the position of the output bit in a rotated half
        let to = (TO[output] + 1) % 32;
        if boxed(number, bits) >> (3 - output % 4) & 1 == 1 {
            tables[number][to / 8].0[bits] |= 0x80 >> (to % 8);
        }
        i += 1;
    }
    tables
};
// S-box `2 * i`, counted from 0, does not change byte `i`
const _: () = {
    let mut i = 0;
    while i < 4 * 64 {
        assert!(TABLES[i / 64 * 2][i / 64].0[i % 64] == 0);
        i += 1;
    }
};

/// One half of each block of a group.
type Half = [Octets256; 4];

/// XORs the round function of one half and a round key into the other half.
#[inline(always)]
fn round(isa: Avx2, to: &mut Half, half: &Half, key: u64) {
    let key = key.to_le_bytes();
    macro_rules! boxes {
        ($($number:literal: $($byte:literal)*),*) => { $({
            let byte = half[$number / 2];
            let inputs = match $number % 2 {
                0 => byte.shr16::<2>(),
                _ => {
                    let next = half[($number / 2 + 1) % 4].shr16::<6>().and(Octets256::splat(isa, 0x0303_0303));
                    byte.shl1().shl1().or(next)
                }
            };
            let inputs = inputs.xor(Octets256::splat(isa, four(key[const { BYTES[$number] }])));
            let inputs = inputs.sixes();
            $(to[$byte] = to[$byte].xor(inputs.look_up(const { &TABLES[$number][$byte] }));)*
        })* };
    }
    boxes!(0: 1 2 3, 1: 0 1 2 3, 2: 0 2 3, 3: 0 1 2 3, 4: 0 1 3, 5: 0 1 2 3, 6: 0 1 2, 7: 0 1 2 3);
}

/// Transposes squares of eight by eight bits: bit `i` of register `j` becomes bit `j` of register `i`, counted from the most
/// significant bit.
#[inline(always)]
fn transposed(isa: Avx2, mut x: [Octets256; 8]) -> [Octets256; 8] {
    macro_rules! exchange {
        ($by:literal $low:literal) => {
            for i in 0..8 {
                if i & $by == 0 {
                    let (a, b) = (x[i], x[i + $by]);
                    let differ = a.xor(b.shr16::<$by>()).and(Octets256::splat(isa, $low));
                    (x[i], x[i + $by]) = (a.xor(differ), b.xor(differ.rotl32::<$by>()));
                }
            }
        };
    }
    exchange!(4 0x0f0f_0f0f);
    exchange!(2 0x3333_3333);
    exchange!(1 0x5555_5555);
    x
}

/// Rotates a half to the right by one bit.
#[inline(always)]
fn rotated(isa: Avx2, x: Half) -> Half {
    let mut y = x;
    for i in 0..4 {
        let low = x[i].shr16::<1>().and(Octets256::splat(isa, 0x7f7f_7f7f));
        y[i] = low.or(x[(i + 3) % 4].rotl32::<7>().and(Octets256::splat(isa, 0x8080_8080)));
    }
    y
}

/// Rotates a half to the left by one bit.
#[inline(always)]
fn restored(isa: Avx2, x: Half) -> Half {
    let mut y = x;
    for i in 0..4 {
        let low = x[(i + 1) % 4].shr16::<7>().and(Octets256::splat(isa, 0x0101_0101));
        y[i] = x[i].shl1().or(low);
    }
    y
}

/// Encrypts the blocks in eight registers under sixteen round keys for each DES operation, or decrypts them if `back` is set.
#[inline(always)]
fn crypt(isa: Avx2, keys: &[u64], back: bool, x: [Octets256; 8]) -> [Octets256; 8] {
    // IP: the right half is the bits with even index of all bytes, the last byte first, and the left half is the bits with odd
    // index
    let [a, b, c, d, e, f, g, h] = x;
    let [r0, l0, r1, l1, r2, l2, r3, l3] = transposed(isa, [h, g, f, e, d, c, b, a]);
    let (mut left, mut right) = (rotated(isa, [l0, l1, l2, l3]), rotated(isa, [r0, r1, r2, r3]));
    let stages = keys.len() / 16;
    for stage in 0..stages {
        let keys = &keys[16 * if back { stages - 1 - stage } else { stage }..][..16];
        for pair in 0..8 {
            let key = |round: usize| keys[if back { 15 - round } else { round }];
            round(isa, &mut left, &right, key(2 * pair));
            round(isa, &mut right, &left, key(2 * pair + 1));
        }
        // the halves are exchanged at the end, or between two DES operations, where IP and its inverse cancel each other
        (left, right) = (right, left);
    }
    let ([l0, l1, l2, l3], [r0, r1, r2, r3]) = (restored(isa, left), restored(isa, right));
    let [h, g, f, e, d, c, b, a] = transposed(isa, [r0, l0, r1, l1, r2, l2, r3, l3]);
    [a, b, c, d, e, f, g, h]
}

/// Encrypts or decrypts groups of 32 blocks. Leaves the remaining blocks in `run`.
#[inline(always)]
pub(super) fn groups(isa: Avx2, keys: &[u64], back: bool, run: &mut Run<'_>) {
    while let Some(group) = run.next::<<Octets256 as Octets>::Bytes>(8) {
        let x = halves_transposed(loaded::<Octets256, 8>(isa, &group));
        stored(isa, halves_restored(crypt(isa, keys, back, x)), &group);
    }
}
