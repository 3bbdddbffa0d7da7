//! Bitsliced DES: each bit of a block is in its own register, together with the corresponding bit of other blocks, one block
//! for each bit of the register. Permutations only change which register is read, and S-boxes are circuits.

use super::{
    boxes::*,
    keys::BYTES,
    tables::{IP, TO},
};
use crate::simd::{
    memory::Group,
    words::{Columns, Words, columns, store_columns},
};

/// The number of registers of a group of blocks.
pub(super) const REGISTERS: usize = 64;

/// Transposes a square of 32 by 32 bits in each lane: bit `i` of register `j` becomes bit `j` of register `i`.
#[inline(always)]
fn transpose<V: Words<Word = u32>>(isa: V::Isa, x: &mut [V; 32]) {
    macro_rules! exchange {
        ($($by:literal $mask:literal)*) => { $(
            let mask = V::splat(isa, $mask);
            for i in 0..16 {
                // the indices in which bit `by` is not set
                let at = 2 * i - (i & ($by - 1));
                let differ = x[at].shr::<$by>().xor(x[at + $by]).and(mask);
                x[at + $by] = x[at + $by].xor(differ);
                x[at] = x[at].xor(differ.shl::<$by>());
            }
        )* };
    }
    exchange!(16 0x0000_ffff 8 0x00ff_00ff 4 0x0f0f_0f0f 2 0x3333_3333 1 0x5555_5555);
}

/// Returns the source of output bit `i` of IP: the word and the register, after [`transpose`].
const fn from(i: usize) -> (usize, usize) {
    let number = IP[i] as usize - 1;
    (number / 32, 31 - number % 32)
}

/// XORs the round function of one half and a round key into the other half.
#[inline(always)]
fn round<V: Words<Word = u32>>(isa: V::Isa, to: &mut [V; 32], half: &[V; 32], masks: &[i8; 48]) {
    let mut key = [0; 48];
    for (word, mask) in key.iter_mut().zip(masks) {
        *word = i32::from(*mask) as u32;
    }
    let ones = V::splat(isa, !0);
    macro_rules! input {
        ($number:literal $i:literal, $at:expr) => {
            half[($at) % 32].xor(V::splat(isa, key[const { 8 * $number + BYTES[$i] }]))
        };
    }
    macro_rules! boxes {
        ($($name:ident $i:literal)*) => { $(
            let outputs = $name(
                [
                    input!(0 $i, 4 * $i + 31),
                    input!(1 $i, 4 * $i),
                    input!(2 $i, 4 * $i + 1),
                    input!(3 $i, 4 * $i + 2),
                    input!(4 $i, 4 * $i + 3),
                    input!(5 $i, 4 * $i + 4),
                ],
                ones,
            );
            to[const { TO[4 * $i] }] = to[const { TO[4 * $i] }].xor(outputs[0]);
            to[const { TO[4 * $i + 1] }] = to[const { TO[4 * $i + 1] }].xor(outputs[1]);
            to[const { TO[4 * $i + 2] }] = to[const { TO[4 * $i + 2] }].xor(outputs[2]);
            to[const { TO[4 * $i + 3] }] = to[const { TO[4 * $i + 3] }].xor(outputs[3]);
        )* };
    }
    boxes!(s1 0 s2 1 s3 2 s4 3 s5 4 s6 5 s7 6 s8 7);
}

/// Encrypts a group of blocks in [`REGISTERS`] registers under sixteen round keys for each DES operation, or decrypts them if
/// `back` is set.
#[inline(always)]
pub(super) fn blocks<V: Words<Word = u32> + Columns<Token = <V as Words>::Isa>>(
    isa: V::Token,
    keys: &[[i8; 48]],
    back: bool,
    group: &Group<'_, V::Bytes>,
) {
    let zero = V::splat(isa, 0);
    let mut words = [[zero; 32]; 2];
    for i in 0..32 {
        [words[0][i], words[1][i]] = columns::<V, 2, true>(isa, group, 2 * i);
    }
    transpose(isa, &mut words[0]);
    transpose(isa, &mut words[1]);
    let (mut left, mut right) = ([zero; 32], [zero; 32]);
    for i in 0..32 {
        let ((a, b), (c, d)) = (from(i), from(32 + i));
        (left[i], right[i]) = (words[a][b], words[c][d]);
    }
    let (mut l, mut r) = (&mut left, &mut right);
    let (count, mut number) = (keys.len(), 0);
    let key = |number: usize| &keys[if back { count - 1 - number } else { number }];
    while number + 16 <= count {
        for pair in 0..8 {
            round(isa, l, r, key(number + 2 * pair));
            round(isa, r, l, key(number + 2 * pair + 1));
        }
        number += 16;
        // the halves are exchanged at the end, or between two DES operations, where IP and its inverse cancel each other
        core::mem::swap(&mut l, &mut r);
    }
    let (l, r) = (*l, *r);
    for i in 0..32 {
        let ((a, b), (c, d)) = (from(i), from(32 + i));
        words[a][b] = l[i];
        words[c][d] = r[i];
    }
    transpose(isa, &mut words[0]);
    transpose(isa, &mut words[1]);
    for i in 0..32 {
        store_columns::<V, 2, true>(isa, [words[0][i], words[1][i]], group, 2 * i);
    }
}
