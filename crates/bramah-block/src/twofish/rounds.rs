//! The rounds of Twofish in registers, without addresses that depend on the text or the key.
//!
//! Four registers have one word of each of several blocks, four times as many blocks as a register has words. For the S-boxes,
//! the bytes of the words are sorted into planes, with a register for each byte position of a word. Then every look-up uses one
//! table, and the matrix MDS is eight maps of bytes. The additions of a round use words again. For the word that is first rotated
//! by a byte, the planes are used in another order. Fewer blocks are padded to a group and use this code too.

use super::{
    keys::{Keys, mixed},
    tables,
};
use crate::{
    octets::{blocks_of, columns, planes, words_of},
    simd::{
        memory::{Room, Run, align_frame},
        octets::{Octets, loaded, stored},
    },
};

/// Returns the function g of words, given their byte planes.
#[inline(always)]
fn g<V: Octets>(keys: &Keys, [a, b, c, d]: [V; 4]) -> [V; 4] {
    let [s0, s1, s2, s3] = &keys.boxes;
    columns(mixed([a.look_up_in(s0), b.look_up_in(s1), c.look_up_in(s2), d.look_up_in(s3)]))
}

/// Encrypts or decrypts the blocks in sixteen registers.
#[inline(always)]
fn rounds<V: Octets, const BACK: bool>(isa: V::Isa, keys: &Keys, x: [V; 16]) -> [V; 16] {
    let (white, rounds) = keys.words.split_at(8);
    let (first, last) = if BACK { (&white[4..], &white[..4]) } else { (&white[..4], &white[4..]) };
    // word `i` of the blocks, in four registers each
    let mut words = [[x[0]; 4]; 4];
    for (at, four) in x.as_chunks::<4>().0.iter().enumerate() {
        let four = words_of(*four);
        for i in 0..4 {
            words[i][at] = four[i].xor(V::splat(isa, first[i]));
        }
    }
    macro_rules! round {
        ($k:expr, $a:literal $b:literal $c:literal $d:literal) => {{
            let one = g(keys, planes(words[$a]));
            let [p0, p1, p2, p3] = planes(words[$b]);
            let two = g(keys, [p3, p0, p1, p2]);
            let key = [V::splat(isa, $k[0]), V::splat(isa, $k[1])];
            for i in 0..4 {
                let sum = one[i].add32(two[i]);
                let (one, two) = (sum.add32(key[0]), sum.add32(two[i]).add32(key[1]));
                if BACK {
                    words[$c][i] = words[$c][i].rotl32::<1>().xor(one);
                    words[$d][i] = words[$d][i].xor(two).rotl32::<31>();
                } else {
                    words[$c][i] = words[$c][i].xor(one).rotl32::<31>();
                    words[$d][i] = words[$d][i].rotl32::<1>().xor(two);
                }
            }
        }};
    }
    let fours = rounds.as_chunks::<4>().0;
    for i in 0..8 {
        let [k0, k1, k2, k3] = fours[if BACK { 7 - i } else { i }];
        let [one, two] = if BACK { [[k2, k3], [k0, k1]] } else { [[k0, k1], [k2, k3]] };
        round!(one, 0 1 2 3);
        round!(two, 2 3 0 1);
    }
    let mut x = x;
    for (at, four) in x.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let mut out = [words[2][at], words[3][at], words[0][at], words[1][at]];
        for i in 0..4 {
            out[i] = out[i].xor(V::splat(isa, last[i]));
        }
        *four = blocks_of(out);
    }
    x
}

/// Encrypts or decrypts groups of sixteen registers. Ignores the blocks after the last group.
#[inline(always)]
pub(super) fn groups<V: Octets, const BACK: bool>(isa: V::Isa, keys: &Keys, mut run: Run<'_>) {
    align_frame();
    while let Some(group) = run.next::<V::Bytes>(16) {
        stored(isa, rounds::<V, BACK>(isa, keys, loaded(isa, &group)), &group);
    }
}

/// Encrypts or decrypts a run, in groups of `blocks` blocks with `groups`. If at most `few` blocks are left after the last whole
/// group and `TABLES` is set, tables process them; otherwise they are padded to a group.
#[inline(always)]
pub(super) fn run<const BACK: bool, const TABLES: bool>(
    keys: &Keys,
    [blocks, few]: [usize; 2],
    mut data: Run<'_>,
    groups: impl Fn(&Keys, Run<'_>),
) {
    let left = data.len() % (16 * blocks);
    if left < data.len() {
        groups(keys, data.take(data.len() - left));
    }
    if left == 0 {
    } else if TABLES && left <= 16 * few {
        tables::run::<BACK>(keys, data.moved());
    } else {
        let mut room = Room::<u8, 1024>::new();
        data.within(&mut room.rows()[..16 * blocks], |run| groups(keys, run));
    }
}
