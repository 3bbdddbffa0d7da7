//! The rounds of MARS: forward mixing with table look-ups, a core with multiplications and data-dependent rotations, and backward
//! mixing.

use super::{BOXES, Keys, MarsCipher};
use crate::{
    lanes::LaneRounds,
    simd::words::{Boxed, Columns, Words},
};

/// Looks up the bytes of a word of every group, lowest byte first, in the S-boxes S0, S1, S0 and S1 (forward mixing) if `FIRST`
/// is 0, or in S1, S0, S1 and S0 (backward mixing) if it is 1.
#[inline(always)]
fn four_bytes<V: Boxed, const G: usize, const FIRST: usize>(token: V::Isa, x: [V; G]) -> [[V; G]; 4] {
    let (even, odd) = (&BOXES.boxes[FIRST], &BOXES.boxes[1 - FIRST]);
    V::look_up(token, x, [(0, even), (1, odd), (2, even), (3, odd)])
}

/// Returns word `N` of every group.
#[inline(always)]
fn words<V: Words, const G: usize, const N: usize>(x: &[[V; 4]; G]) -> [V; G] {
    let mut out = [x[0][N]; G];
    for i in 1..G {
        out[i] = x[i][N];
    }
    out
}

/// Returns the three words of the function E: the left, the middle and the right one.
#[inline(always)]
fn expanded<V: Boxed, const G: usize>(token: V::Isa, x: [V; G], [add, times]: [u32; 2]) -> [[V; G]; 3] {
    let (add, times) = (V::splat(token, add), V::splat(token, times));
    let (mut middle, mut right) = (x, x);
    for i in 0..G {
        middle[i] = x[i].add(add);
        right[i] = x[i].rotl::<13>().times(times).rotl::<5>();
    }
    let mut left = V::look_up_in_halves(token, middle, &BOXES);
    for i in 0..G {
        middle[i] = middle[i].turned_left(right[i]);
        left[i] = left[i].xor(right[i]);
        right[i] = right[i].rotl::<5>();
        left[i] = left[i].xor(right[i]).turned_left(right[i]);
    }
    [left, middle, right]
}

/// Returns the keys of the core: of its first eight steps, and of its last eight steps.
#[inline(always)]
fn core_keys(keys: &[u32; 40]) -> (&[[u32; 2]], &[[u32; 2]]) {
    keys[4..36].as_chunks().0.split_at(8)
}

/// Does the first eight steps of the core if `FIRST` is true, otherwise the last eight steps. `FIRST` is a constant, because
/// a choice in each step would delay the next step.
#[inline(always)]
fn core_encrypted<V: Boxed, const G: usize, const FIRST: bool>(
    token: V::Isa,
    keys: &[[u32; 2]],
    mut x: [[V; 4]; G],
) -> [[V; 4]; G] {
    for key in keys {
        let [left, middle, right] = expanded(token, words::<V, G, 0>(&x), *key);
        for i in 0..G {
            let [a, b, c, d] = x[i];
            let (b, d) =
                if FIRST { (b.add(left[i]), d.xor(right[i])) } else { (b.xor(right[i]), d.add(left[i])) };
            x[i] = [b, c.add(middle[i]), d, a.rotl::<13>()];
        }
    }
    x
}

/// Undoes the first or last eight steps of the core.
#[inline(always)]
fn core_decrypted<V: Boxed, const G: usize, const FIRST: bool>(
    token: V::Isa,
    keys: &[[u32; 2]],
    mut x: [[V; 4]; G],
) -> [[V; 4]; G] {
    for key in keys.iter().rev() {
        for i in 0..G {
            let [b, c, d, a] = x[i];
            x[i] = [a.rotr::<13>(), b, c, d];
        }
        let [left, middle, right] = expanded(token, words::<V, G, 0>(&x), *key);
        for i in 0..G {
            let [a, b, c, d] = x[i];
            let (b, d) =
                if FIRST { (b.sub(left[i]), d.xor(right[i])) } else { (b.xor(right[i]), d.sub(left[i])) };
            x[i] = [a, b, c.sub(middle[i]), d];
        }
    }
    x
}

/// Encrypts groups of blocks.
#[inline(always)]
fn encrypted<V: Boxed, const G: usize>(token: V::Isa, keys: &[u32; 40], mut x: [[V; 4]; G]) -> [[V; 4]; G] {
    for i in 0..G {
        for j in 0..4 {
            x[i][j] = x[i][j].add(V::splat(token, keys[j]));
        }
    }
    for step in 0..8 {
        let found = four_bytes::<V, G, 0>(token, words::<V, G, 0>(&x));
        for i in 0..G {
            let [a, b, c, d] = x[i];
            let b = b.xor(found[0][i]).add(found[1][i]);
            let (c, d) = (c.add(found[2][i]), d.xor(found[3][i]));
            let a = a.rotr::<24>();
            let a = match step {
                0 | 4 => a.add(d),
                1 | 5 => a.add(b),
                _ => a,
            };
            x[i] = [b, c, d, a];
        }
    }
    let (first, last) = core_keys(keys);
    x = core_encrypted::<V, G, true>(token, first, x);
    x = core_encrypted::<V, G, false>(token, last, x);
    for step in 0..8 {
        for i in 0..G {
            let [a, b, _, d] = x[i];
            x[i][0] = match step {
                2 | 6 => a.sub(d),
                3 | 7 => a.sub(b),
                _ => a,
            };
        }
        let found = four_bytes::<V, G, 1>(token, words::<V, G, 0>(&x));
        for i in 0..G {
            let [a, b, c, d] = x[i];
            let (b, c) = (b.xor(found[0][i]), c.sub(found[3][i]));
            let d = d.sub(found[2][i]).xor(found[1][i]);
            x[i] = [b, c, d, a.rotl::<24>()];
        }
    }
    for i in 0..G {
        for j in 0..4 {
            x[i][j] = x[i][j].sub(V::splat(token, keys[36 + j]));
        }
    }
    x
}

/// Decrypts groups of blocks.
#[inline(always)]
fn decrypted<V: Boxed, const G: usize>(token: V::Isa, keys: &[u32; 40], mut x: [[V; 4]; G]) -> [[V; 4]; G] {
    for i in 0..G {
        for j in 0..4 {
            x[i][j] = x[i][j].add(V::splat(token, keys[36 + j]));
        }
    }
    for step in (0..8).rev() {
        for i in 0..G {
            let [b, c, d, a] = x[i];
            x[i] = [a.rotr::<24>(), b, c, d];
        }
        let found = four_bytes::<V, G, 1>(token, words::<V, G, 0>(&x));
        for i in 0..G {
            let [a, b, c, d] = x[i];
            let (b, c) = (b.xor(found[0][i]), c.add(found[3][i]));
            let d = d.xor(found[1][i]).add(found[2][i]);
            let a = match step {
                2 | 6 => a.add(d),
                3 | 7 => a.add(b),
                _ => a,
            };
            x[i] = [a, b, c, d];
        }
    }
    let (first, last) = core_keys(keys);
    x = core_decrypted::<V, G, false>(token, last, x);
    x = core_decrypted::<V, G, true>(token, first, x);
    for step in (0..8).rev() {
        for i in 0..G {
            let [b, c, d, a] = x[i];
            let a = match step {
                0 | 4 => a.sub(d),
                1 | 5 => a.sub(b),
                _ => a,
            };
            x[i] = [a.rotl::<24>(), b, c, d];
        }
        let found = four_bytes::<V, G, 0>(token, words::<V, G, 0>(&x));
        for i in 0..G {
            let [a, b, c, d] = x[i];
            let b = b.sub(found[1][i]).xor(found[0][i]);
            x[i] = [a, b, c.sub(found[2][i]), d.xor(found[3][i])];
        }
    }
    for i in 0..G {
        for j in 0..4 {
            x[i][j] = x[i][j].sub(V::splat(token, keys[j]));
        }
    }
    x
}

impl<V: Boxed + Columns<Token = <V as Words>::Isa>> LaneRounds<V, 4> for MarsCipher {
    const BIG: bool = false;

    #[inline(always)]
    fn rounds<const BACK: bool, const G: usize>(token: V::Token, keys: &Keys, x: [[V; 4]; G]) -> [[V; 4]; G] {
        if BACK { decrypted(token, &keys.0, x) } else { encrypted(token, &keys.0, x) }
    }
}
