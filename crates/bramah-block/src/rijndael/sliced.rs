//! The rounds of Rijndael in eight planes, for several blocks at once, without tables: plane `i` has bit `i` of every byte. The
//! code is generic over words, which define the positions of the bytes.
//!
//! With four columns, ShiftRows is never done (Adomnicai and Peyrin, "Fixslicing AES-like ciphers", 2020). After `k` rounds, row
//! `i` is `k i` columns further than in the standard. The round keys are arranged accordingly, and MixColumns XORs the next row
//! from `k` columns further. After four rounds every row is in its original position. The shifts that the last rounds leave out
//! are done at the end.
//!
//! The S-box leaves out its constant. ShiftRows and MixColumns do not change a constant in every byte, so it is XORed into the
//! round keys instead. Decryption uses the round keys of encryption, because it applies InvMixColumns after XORing the key.

use crate::simd::gf::circuit::{Plane, inv_sub, sub};

/// A word that has one bit of every byte of a group of blocks.
pub(super) trait Sliced: Plane {
    /// Moves bytes in blocks of four columns: each position receives the byte that is `ROWS` rows below it and `COLUMNS` columns
    /// to its right; a row continues at its other end.
    fn further<const ROWS: u32, const COLUMNS: u32>(self) -> Self;
    /// Applies ShiftRows `TIMES` times, with four columns.
    fn shift_rows<const TIMES: usize>(self) -> Self;
}

/// A round key in planes, repeated for every block.
pub(super) trait RoundKey<W>: Sized {
    /// Returns plane `I` of the round key.
    fn plane<const I: usize>(&self) -> W;
}

/// Applies MixColumns, where the next row is `K` columns further.
///
/// A result is 2a + 3b + c + d of a byte and the bytes of the following rows, which is (2a + c) + (3b + d).
#[inline(always)]
pub(super) fn mix_columns<W: Sliced, const K: u32, const K2: u32>(x: &[W; 8]) -> [W; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = *x;
    let twice = [x7, x0 ^ x7, x1, x2 ^ x7, x3 ^ x7, x4, x5, x6];
    let mut sum = *x;
    let mut next = *x;
    for i in 0..8 {
        sum[i] = x[i].further::<2, K2>() ^ twice[i];
        next[i] = sum[i] ^ x[i];
    }
    for i in 0..8 {
        sum[i] = sum[i] ^ next[i].further::<1, K>();
    }
    sum
}

/// Applies InvMixColumns, where the next row is `K` columns further.
///
/// With s = a + c, a result is 14a + 11b + 13c + 9d = z + z' + 4s + a, where z = 9s + 2a, and z' is the z of the next row.
#[inline(always)]
pub(super) fn inv_mix_columns<W: Sliced, const K: u32, const K2: u32>(a: &[W; 8]) -> [W; 8] {
    let mut s = *a;
    for i in 0..8 {
        s[i] = a[i].further::<2, K2>() ^ a[i];
    }
    let s56 = s[5] ^ s[6];
    let s67 = s[6] ^ s[7];
    let s37 = s[3] ^ s[7];
    let s267 = s[2] ^ s67;
    let z0 = s[0] ^ s[5] ^ a[7];
    let z4 = s[1] ^ s56 ^ a[7];
    let z = [
        z0,
        z4 ^ a[0],
        s267 ^ a[1],
        z0 ^ s37 ^ a[2],
        z4 ^ s[4] ^ a[3],
        s267 ^ s[5] ^ a[4],
        s37 ^ s[6] ^ a[5],
        s[7] ^ s[4] ^ a[6],
    ];
    let four = [s[6], s67, s[0] ^ s[7], s[1] ^ s[6], s267, s37, s[4], s[5]];
    let mut sum = *a;
    for i in 0..8 {
        sum[i] = (z[i] ^ z[i].further::<1, K>()) ^ (sum[i] ^ four[i]);
    }
    sum
}

/// XORs a round key into the state (AddRoundKey).
#[inline(always)]
pub(super) fn add_round_key<W: Sliced, K: RoundKey<W>>(x: &mut [W; 8], key: &K) {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = *x;
    *x = [
        x0 ^ key.plane::<0>(),
        x1 ^ key.plane::<1>(),
        x2 ^ key.plane::<2>(),
        x3 ^ key.plane::<3>(),
        x4 ^ key.plane::<4>(),
        x5 ^ key.plane::<5>(),
        x6 ^ key.plane::<6>(),
        x7 ^ key.plane::<7>(),
    ];
}

/// Applies ShiftRows `TIMES` times, with four columns.
#[inline(always)]
fn shift_rows<W: Sliced, const TIMES: usize>(x: &mut [W; 8]) {
    for x in x {
        *x = x.shift_rows::<TIMES>();
    }
}

/// Encrypts blocks of four columns with all round keys.
#[inline(always)]
pub(super) fn encrypt<W: Sliced, K: RoundKey<W>>(mut x: [W; 8], keys: &[K]) -> [W; 8] {
    let [first, keys @ .., last] = keys else { return x };
    add_round_key(&mut x, first);
    for (i, key) in keys.iter().enumerate() {
        x = sub(x);
        x = match i % 4 {
            0 => mix_columns::<W, 1, 2>(&x),
            1 => mix_columns::<W, 2, 0>(&x),
            2 => mix_columns::<W, 3, 2>(&x),
            _ => mix_columns::<W, 0, 0>(&x),
        };
        add_round_key(&mut x, key);
    }
    x = sub(x);
    add_round_key(&mut x, last);
    let rounds = keys.len() + 1;
    if rounds & 1 != 0 {
        shift_rows::<W, 1>(&mut x);
    }
    if rounds & 2 != 0 {
        shift_rows::<W, 2>(&mut x);
    }
    x
}

/// Decrypts blocks of four columns with all round keys.
#[inline(always)]
pub(super) fn decrypt<W: Sliced, K: RoundKey<W>>(mut x: [W; 8], keys: &[K]) -> [W; 8] {
    let [first, keys @ .., last] = keys else { return x };
    let rounds = keys.len() + 1;
    if rounds & 1 != 0 {
        shift_rows::<W, 3>(&mut x);
    }
    if rounds & 2 != 0 {
        shift_rows::<W, 2>(&mut x);
    }
    add_round_key(&mut x, last);
    for (i, key) in keys.iter().enumerate().rev() {
        x = inv_sub(x);
        add_round_key(&mut x, key);
        x = match i % 4 {
            0 => inv_mix_columns::<W, 1, 2>(&x),
            1 => inv_mix_columns::<W, 2, 0>(&x),
            2 => inv_mix_columns::<W, 3, 2>(&x),
            _ => inv_mix_columns::<W, 0, 0>(&x),
        };
    }
    x = inv_sub(x);
    add_round_key(&mut x, first);
    x
}
