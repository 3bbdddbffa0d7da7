//! The rounds of SHACAL-2 over any words: each lane has one block, whose eight words are in eight registers.
//!
//! The rounds are the ones of SHA-256's compression function (FIPS 180-4, 6.2.2), with the block as the chaining value, but
//! without the addition of the chaining value at the end.

use super::keys::Keys;
use crate::simd::{
    Portable,
    memory::{Group, Room, Run},
    words::{Eights, Words},
};

/// Applies a round to every set of words, or its inverse. The arguments are the key, and the indices of the words a to h.
macro_rules! step {
    ($isa:ident $x:ident $key:expr; $a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal) => {{
        let key = V::splat($isa, $key);
        for x in &mut $x {
            if BACK {
                x[$h] = x[$h].sub(sum0(x[$a]).add(x[$a].majority(x[$b], x[$c])));
                x[$d] = x[$d].sub(x[$h]);
                x[$h] = x[$h].sub(key).sub(sum1(x[$e]).add(x[$e].choose(x[$f], x[$g])));
            } else {
                x[$h] = x[$h].add(key).add(sum1(x[$e]).add(x[$e].choose(x[$f], x[$g])));
                x[$d] = x[$d].add(x[$h]);
                x[$h] = x[$h].add(sum0(x[$a]).add(x[$a].majority(x[$b], x[$c])));
            }
        }
    }};
}

/// Returns the XOR of the three rotations of `a`.
#[inline(always)]
fn sum0<V: Words<Word = u32>>(a: V) -> V {
    a.rotr::<2>().xor3(a.rotr::<13>(), a.rotr::<22>())
}
/// Returns the XOR of the three rotations of `e`.
#[inline(always)]
fn sum1<V: Words<Word = u32>>(e: V) -> V {
    e.rotr::<6>().xor3(e.rotr::<11>(), e.rotr::<25>())
}

/// Encrypts or decrypts a block in each lane of `S` sets of words. Each round depends on the previous one, so processing several
/// sets side by side saves time.
#[inline(always)]
fn rounds<V: Words<Word = u32>, const BACK: bool, const S: usize>(
    isa: V::Isa,
    keys: &Keys,
    mut x: [[V; 8]; S],
) -> [[V; 8]; S] {
    let eights = keys.0.as_chunks::<8>().0;
    for i in 0..8 {
        let key = &eights[if BACK { 7 - i } else { i }];
        if BACK {
            step!(isa x key[7]; 1 2 3 4 5 6 7 0);
            step!(isa x key[6]; 2 3 4 5 6 7 0 1);
            step!(isa x key[5]; 3 4 5 6 7 0 1 2);
            step!(isa x key[4]; 4 5 6 7 0 1 2 3);
            step!(isa x key[3]; 5 6 7 0 1 2 3 4);
            step!(isa x key[2]; 6 7 0 1 2 3 4 5);
            step!(isa x key[1]; 7 0 1 2 3 4 5 6);
            step!(isa x key[0]; 0 1 2 3 4 5 6 7);
        } else {
            step!(isa x key[0]; 0 1 2 3 4 5 6 7);
            step!(isa x key[1]; 7 0 1 2 3 4 5 6);
            step!(isa x key[2]; 6 7 0 1 2 3 4 5);
            step!(isa x key[3]; 5 6 7 0 1 2 3 4);
            step!(isa x key[4]; 4 5 6 7 0 1 2 3);
            step!(isa x key[5]; 3 4 5 6 7 0 1 2);
            step!(isa x key[6]; 2 3 4 5 6 7 0 1);
            step!(isa x key[7]; 1 2 3 4 5 6 7 0);
        }
    }
    x
}

/// Encrypts or decrypts a group of blocks in `S` sets of eight registers.
#[inline(always)]
fn blocks<V: Eights, const BACK: bool, const S: usize>(isa: V::Isa, keys: &Keys, group: Group<'_, V::Bytes>) {
    let mut x = [[V::raw(isa, &group.get(0)); 8]; S];
    for s in 0..S {
        for i in 0..8 {
            x[s][i] = V::raw(isa, &group.get(8 * s + i));
            if let Some(pre) = group.pre(8 * s + i) {
                x[s][i] = x[s][i].xor(V::raw(isa, &pre));
            }
        }
        x[s] = V::words_of(isa, x[s]);
    }
    x = rounds::<V, BACK, S>(isa, keys, x);
    for s in 0..S {
        x[s] = V::raw_of(isa, x[s]);
    }
    for i in 0..8 * S {
        let mut raw = x[i / 8][i % 8];
        if let Some(post) = group.post(i) {
            raw = raw.xor(V::raw(isa, &post));
        }
        group.put(i, raw.bytes());
    }
}

/// Encrypts or decrypts single blocks. This is a separate function, compiled without vector features.
#[inline(never)]
pub(super) fn single<const BACK: bool>(keys: &Keys, mut run: Run<'_>) {
    while let Some(group) = run.next(8) {
        blocks::<u32, BACK, 1>(Portable, keys, group);
    }
}

/// Encrypts or decrypts as many blocks at a time as `S` sets have lanes, then as many as one set has. Leaves the remaining blocks
/// in the run.
#[inline(always)]
pub(super) fn lanes<V: Eights, const BACK: bool, const S: usize>(
    isa: V::Isa,
    keys: &Keys,
    run: &mut Run<'_>,
) {
    while let Some(group) = run.next(8 * S) {
        blocks::<V, BACK, S>(isa, keys, group);
    }
    while let Some(group) = run.next(8) {
        blocks::<V, BACK, 1>(isa, keys, group);
    }
}

/// The number of remaining blocks from which padded lanes are faster than single blocks.
const FROM: usize = 2;

/// Encrypts or decrypts the remaining blocks of a run: with `lanes`, padded to a group, or one block after another if there are
/// too few.
#[inline(always)]
pub(super) fn rest<const BACK: bool>(
    keys: &Keys,
    count: usize,
    run: Run<'_>,
    lanes: impl Fn(&Keys, &mut Run<'_>),
) {
    if run.len() >= 32 * FROM {
        let mut room = Room::<u8, 512>::new();
        run.within(&mut room.rows()[..32 * count], |mut run| lanes(keys, &mut run));
    } else if !run.is_empty() {
        single::<BACK>(keys, run);
    }
}
