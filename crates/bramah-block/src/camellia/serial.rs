//! Camellia one block at a time, in 16-byte registers with GFNI or AES instructions: RFC 3713, 2.3 and 2.4.
//!
//! **The state.** Both halves of a register have the same half of the block, whose eight bytes are reversed, so that they are a
//! little-endian number. The bytes are stored under the map `IN` of [`field`](super::field). Bytes 3 and 6, which s4 reads, are
//! rotated to the left by one bit before this map (the *turned* form). So every S-box begins with the inversion. It ends with
//! one of four maps: `IN` after s1 rotated by -1, 0, 1 or 2 bits, because s2 and s3 are rotations of s1, and all terms of a
//! byte of P in the turned form are rotated by one more bit.
//!
//! **A round** with GFNI takes at least eight cycles on Zen 4, from state to state. One inversion yields the terms that are
//! rotated by 0 and by 1, in the two halves of a register (3 cycles). At the same time another inversion yields the terms that
//! are rotated by -1 and 2, and once more by 1. P is six shuffles, four of the first register and two of the other (2 + 2,
//! because two units begin the last one 2 cycles after the first). It also has three XORs of three operands, two of which wait
//! only for their own shuffles (1). The key of the next round is XORed into the other half beforehand. 18 rounds of 8 cycles
//! and two layers of 16 would take 11 cycles per byte. 14 were measured, perhaps because the CPU assigns each instruction to a
//! unit before it knows which unit will be free. With tables in memory, a look-up of 5 cycles, the extraction of a byte before
//! it and three XORs after it would take about 13 cycles a round.
//!
//! **With AES instructions**, an inversion is a shuffle, `aesenclast` and, for each map after it, two look-ups of nibbles. The
//! compiler merges the common steps of the three inversions of a round: one `aesenclast`, and look-ups for four maps. A copy of
//! the loop with its own tables takes 20 cycles a round on Zen 3.

use super::{
    CamelliaCipher,
    field::{Before4, Enter, Leave, P, rotated_box},
    keys::Keys,
    pieces::BOTH_CONSTANTS,
};
use crate::{
    serial::Serial,
    simd::{
        gf::Linear,
        octets::{Affine, Single},
    },
};

/// Returns the position of byte `j` of a half, in the first half of a register.
const fn place(j: usize) -> usize {
    7 - j
}
/// Returns whether byte `j` is stored in the turned form.
const fn turned(j: usize) -> bool {
    j == 3 || j == 6
}

/// The mask of the turned bytes in both halves of a register, and the mask of bytes 1 and 4 in the first half.
static TURNED: [u8; 16] = bytes(&[3, 6], 2);
static AGAIN: [u8; 16] = bytes(&[1, 4], 1);
const fn bytes(of: &[usize], halves: usize) -> [u8; 16] {
    let (mut mask, mut i) = ([0; 16], 0);
    while i < of.len() * halves {
        mask[place(of[i % of.len()]) + 8 * (i / of.len())] = 255;
        i += 1;
    }
    mask
}

/// Two shuffles that copy a half of a block to both halves of a register and reverse its bytes. The third shuffle makes a block
/// of two such halves, the first of them in the lower half of a register.
static HALVES: [[u8; 16]; 2] = [
    [7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0],
    [15, 14, 13, 12, 11, 10, 9, 8, 15, 14, 13, 12, 11, 10, 9, 8],
];
static JOINED: [u8; 16] = [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8];

/// The shuffle indices that compute P if their results are XORed: four for the register with terms rotated by 0 and 1, and two
/// for the other register.
static SUMS: [[u8; 16]; 6] = {
    let (mut orders, mut i) = ([[128; 16]; 6], 0);
    while i < 8 {
        let (mut used, mut j) = ([0, 4], 0);
        while j < 8 {
            if P[i] >> j & 1 == 1 {
                // the rotations of s1 and s4 (0), s2 (1) and s3 (-1)
                let rotated = [0, 1, -1, 0, 1, -1, 0, 0][j] + if turned(i) { 1 } else { 0 };
                let (from, register) = match rotated {
                    0 => (place(j), 0),
                    // byte 1 of P has four terms of s1, so no shuffle of the first register is left for its two terms of s2
                    1 if i == 1 => (place(j), 1),
                    1 => (place(j) + 8, 0),
                    -1 => (place(j), 1),
                    _ => (place(j) + 8, 1),
                };
                assert!(used[register] < [4, 6][register]);
                orders[used[register]][place(i)] = from as u8;
                orders[used[register]][place(i) + 8] = from as u8;
                used[register] += 1;
            }
            j += 1;
        }
        i += 1;
    }
    orders
};

/// The maps into the turned form and back.
struct EnterTurned;
impl Affine for EnterTurned {
    const MAP: Linear = Before4::MAP.after(Enter::MAP);
}
struct LeaveTurned;
impl Affine for LeaveTurned {
    const MAP: Linear = Leave::MAP.after(Before4::MAP.inverse());
}
/// The map from an inverse to the result of s1 in the stored form, rotated to the left by `BY` bits.
struct Rotated<const BY: u32>;
impl<const BY: u32> Affine for Rotated<BY> {
    const MAP: Linear = rotated_box(BY);
}

/// Converts a half of a block to the form of the state.
#[inline(always)]
fn formed<V: Single>(x: V) -> V {
    x.affine::<Enter, Enter>().blended(x.affine::<EnterTurned, EnterTurned>(), &TURNED)
}

/// Converts a half from the form of the state to bytes of a block.
#[inline(always)]
fn plain<V: Single>(x: V) -> V {
    x.affine::<Leave, Leave>().blended(x.affine::<LeaveTurned, LeaveTurned>(), &TURNED)
}

/// Returns a half in the form of the state, given a register with both halves, whose bytes are stored under `IN`.
#[inline(always)]
fn half<V: Single>(isa: V::Isa, both: &[u8; 16], which: usize) -> V {
    let x = V::load(isa, both).shuffled(&HALVES[which]);
    x.blended(x.affine::<Before4, Before4>(), &TURNED)
}

/// Returns the XOR of a half and F of the other half, which already contains the round key.
#[inline(always)]
fn round<V: Single>(x: V, other: V) -> V {
    let one = x.inverted::<Rotated<0>, Rotated<1>>();
    let again = x.inverted::<Rotated<1>, Rotated<2>>();
    let two = x.inverted::<Rotated<7>, Rotated<2>>().blended(again, &AGAIN);
    let [a, b, c, d, e, f] = &SUMS;
    let sum = other.xor3(one.shuffled(a), one.shuffled(b)).xor3(one.shuffled(c), one.shuffled(d));
    sum.xor3(two.shuffled(e), two.shuffled(f))
}

/// ANDs the upper word of a half with a key, rotates the result by one bit, and XORs it into the lower word.
#[inline(always)]
fn and<V: Single>(isa: V::Isa, x: V, key: V) -> V {
    let upper = x.and(key);
    let rest = upper.shr64::<31>().and(V::quads(isa, [0xffff_fffe; 2]));
    x.xor3(upper.shr64::<63>(), rest)
}

/// ORs the lower word of a half with a key, and XORs the result into the upper word.
#[inline(always)]
fn or<V: Single>(x: V, key: V) -> V {
    x.xor(x.or(key).shl64::<32>())
}

impl<V: Single> Serial<V> for CamelliaCipher {
    type Isa = V::Isa;
    type Keys = Keys;
    type Block = [u8; 16];
    type State = [V; 2];

    #[inline(always)]
    fn expand(isa: V::Isa, keys: &mut Keys) {
        let constants = half::<V>(isa, &BOTH_CONSTANTS, 0);
        let white = |at: usize, which: usize| formed(V::load(isa, &keys.white[at]).shuffled(&HALVES[which]));
        // the halves are exchanged after the last round
        let (first, last) = ([white(0, 0), white(0, 1)], [white(1, 1), white(1, 0)]);
        let groups = keys.groups.min(4);
        let all = keys.serial.iter_mut().zip(keys.rounds.as_chunks().0).take(groups);
        for (at, (group, [k0, k1, k2, k3, k4, k5])) in all.enumerate() {
            let [k0, k2, k4] = [half::<V>(isa, k0, 0), half(isa, k2, 0), half(isa, k4, 0)];
            let [k1, k3, k5] = [half::<V>(isa, k1, 1), half(isa, k3, 1), half(isa, k5, 1)];
            let (mut begin, mut end) = ([k0, k1], [k4.xor(constants), k5.xor(constants)]);
            if at == 0 {
                begin = [begin[0].xor(first[0]), begin[1].xor(first[1])];
            }
            if at + 1 == groups {
                end = [end[0].xor(last[0]), end[1].xor(last[1])];
            }
            let [begin0, begin1] = begin;
            let [end0, end1] = end;
            for (to, from) in group.iter_mut().zip([
                begin0,
                begin1,
                k0.xor(k2),
                k1.xor(k3),
                k2.xor(k4),
                k3.xor(k5),
                end0,
                end1,
            ]) {
                *to = from.store();
            }
        }
    }

    #[inline(always)]
    fn enter(isa: V::Isa, _: &Keys, block: &[u8; 16]) -> [V; 2] {
        let block = V::load(isa, block);
        [formed(block.shuffled(&HALVES[0])), formed(block.shuffled(&HALVES[1]))]
    }

    #[inline(always)]
    fn sum([a, b]: [V; 2], [c, d]: [V; 2]) -> [V; 2] {
        [a.xor(c), b.xor(d)]
    }

    #[inline(always)]
    fn encrypt(isa: V::Isa, keys: &Keys, [mut l, mut r]: [V; 2]) -> [V; 2] {
        for (at, group) in keys.serial.iter().take(keys.groups).enumerate() {
            if let Some(key) = keys.layers.get(at.wrapping_sub(1)) {
                let key = V::load(isa, key);
                let (left_key, right_key) = (key.shuffled(&HALVES[0]), key.shuffled(&HALVES[1]));
                l = formed(or(and(isa, plain(l), left_key), left_key));
                r = formed(and(isa, or(plain(r), right_key), right_key));
            }
            let key = |i: usize| V::load(isa, &group[i]);
            (l, r) = (l.xor(key(0)), r.xor(key(1)));
            (l, r) = (l.xor(key(2)), round(l, r));
            (l, r) = (round(r, l), r.xor(key(3)));
            (l, r) = (l.xor(key(4)), round(l, r));
            (l, r) = (round(r, l), r.xor(key(5)));
            (l, r) = (l.xor(key(6)), round(l, r));
            (l, r) = (round(r, l), r.xor(key(7)));
        }
        [r, l]
    }

    #[inline(always)]
    fn leave(_: V::Isa, _: &Keys, [l, r]: [V; 2]) -> [u8; 16] {
        plain(l).joined(plain(r)).shuffled(&JOINED).store()
    }
}
