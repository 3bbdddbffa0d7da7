//! Rijndael without tables, several blocks at once in eight planes: plane `i` holds bit `i` of every byte.
//!
//! A plane is four rows of 16 bits, the first row lowest, so that the next row is a rotation by 16 away. A
//! row is its columns side by side, and a column is the same byte of each block: four blocks of four
//! columns, three of five, two of six to eight; what is left of a row is idle and holds anything.
//!
//! With four columns ShiftRows is never done (Adomnicai and Peyrin, "Fixslicing AES-like ciphers", 2020):
//! after `k` rounds, row `i` lies `k i` columns further than the standard says, the round keys lie likewise,
//! and what MixColumns adds from the next row is `k` columns further. After four rounds all is back in its
//! place; what the last rounds leave is done once, at the end. With more columns the rows' distances are uneven, and ShiftRows is done.
//!
//! The S-box comes without its constant, which passes ShiftRows and MixColumns unchanged and so can be
//! added to the round keys. Decryption uses the same ones: its MixColumns comes behind the key.

use super::sbox::{CONSTANT, inv_sub, sub};

/// The eight planes of some blocks.
pub(super) type Planes = [u64; 8];

/// The most round keys.
pub(super) const MAX_KEYS: usize = 15;

/// Blocks at a time, for a block in columns.
#[inline(always)]
pub(super) const fn width(columns: usize) -> usize {
    16 / columns
}

/// Exchanges the bits of `b` under a mask with those of `a` that lie `N` higher.
#[inline(always)]
fn swap<const N: u32>(a: &mut u64, b: &mut u64, mask: u64) {
    let t = (*a >> N ^ *b) & mask;
    *b ^= t;
    *a ^= t << N;
}

/// Planes of 16 columns, which are words of four rows.
#[inline(always)]
fn slice(columns: &[u32; 16]) -> Planes {
    // Of the nine bits that number a bit, three say the word, one the half of it, two the row and three the
    // bit in a byte. Each exchange below swaps one that says the word for another.
    let mut x = [0; 8];
    for i in 0..4 {
        x[i] = u64::from(columns[i]) | u64::from(columns[i + 4]) << 32;
        x[i + 4] = u64::from(columns[i + 8]) | u64::from(columns[i + 12]) << 32;
    }
    let [a, b, c, d, e, f, g, h] = &mut x;
    for (low, high) in [(&mut *a, &mut *e), (&mut *b, &mut *f), (&mut *c, &mut *g), (&mut *d, &mut *h)] {
        swap::<8>(low, high, 0x00ff_00ff_00ff_00ff);
        swap::<16>(low, high, 0x0000_ffff_0000_ffff);
        swap::<32>(low, high, 0x0000_0000_ffff_ffff);
        swap::<4>(low, high, 0x0f0f_0f0f_0f0f_0f0f);
    }
    for (low, high) in [(&mut *a, &mut *c), (&mut *b, &mut *d), (&mut *e, &mut *g), (&mut *f, &mut *h)] {
        swap::<2>(low, high, 0x3333_3333_3333_3333);
    }
    for (low, high) in [(a, b), (c, d), (e, f), (g, h)] {
        swap::<1>(low, high, 0x5555_5555_5555_5555);
    }
    x
}

/// The columns of planes.
#[inline(always)]
fn unslice(mut x: Planes) -> [u32; 16] {
    let [a, b, c, d, e, f, g, h] = &mut x;
    for (low, high) in [(&mut *a, &mut *b), (&mut *c, &mut *d), (&mut *e, &mut *f), (&mut *g, &mut *h)] {
        swap::<1>(low, high, 0x5555_5555_5555_5555);
    }
    for (low, high) in [(&mut *a, &mut *c), (&mut *b, &mut *d), (&mut *e, &mut *g), (&mut *f, &mut *h)] {
        swap::<2>(low, high, 0x3333_3333_3333_3333);
    }
    for (low, high) in [(a, e), (b, f), (c, g), (d, h)] {
        swap::<4>(low, high, 0x0f0f_0f0f_0f0f_0f0f);
        swap::<32>(low, high, 0x0000_0000_ffff_ffff);
        swap::<16>(low, high, 0x0000_ffff_0000_ffff);
        swap::<8>(low, high, 0x00ff_00ff_00ff_00ff);
    }
    let mut columns = [0; 16];
    for i in 0..4 {
        columns[i] = x[i] as u32;
        columns[i + 4] = (x[i] >> 32) as u32;
        columns[i + 8] = x[i + 4] as u32;
        columns[i + 12] = (x[i + 4] >> 32) as u32;
    }
    columns
}

/// The bits of columns `from..to` in each of the rows that are set in `rows`.
const fn mask(columns: usize, from: usize, to: usize, rows: u64) -> u64 {
    let width = width(columns);
    ((1 << (to * width)) - (1 << (from * width)))
        * (rows & 1 | (rows & 2) << 15 | (rows & 4) << 30 | (rows & 8) << 45)
}

/// `ROWS` rows and `COLUMNS` of four columns further.
#[inline(always)]
fn further<const ROWS: u32, const COLUMNS: u32>(x: u64) -> u64 {
    let near = x.rotate_right(16 * ROWS + 4 * COLUMNS);
    if COLUMNS == 0 {
        return near;
    }
    // Columns that would leave the row come from its other end.
    let far = x.rotate_right(16 * ROWS + 4 * COLUMNS - 16);
    far ^ (far ^ near) & const { mask(4, 0, 4 - COLUMNS as usize, 15) }
}

/// ShiftRows of `A`, `B` and `C` columns in the second to fourth row.
#[inline(always)]
fn rotate_rows<const COLUMNS: usize, const A: usize, const B: usize, const C: usize>(x: &mut Planes) {
    for x in x {
        let width = const { width(COLUMNS) };
        let mut sum = *x & const { mask(COLUMNS, 0, COLUMNS, 1) };
        sum |= *x >> (A * width) & const { mask(COLUMNS, 0, COLUMNS - A, 2) };
        sum |= *x << ((COLUMNS - A) * width) & const { mask(COLUMNS, COLUMNS - A, COLUMNS, 2) };
        sum |= *x >> (B * width) & const { mask(COLUMNS, 0, COLUMNS - B, 4) };
        sum |= *x << ((COLUMNS - B) * width) & const { mask(COLUMNS, COLUMNS - B, COLUMNS, 4) };
        sum |= *x >> (C * width) & const { mask(COLUMNS, 0, COLUMNS - C, 8) };
        sum |= *x << ((COLUMNS - C) * width) & const { mask(COLUMNS, COLUMNS - C, COLUMNS, 8) };
        *x = sum;
    }
}

/// ShiftRows, for more than four columns.
#[inline(always)]
fn shift_rows<const COLUMNS: usize>(x: &mut Planes) {
    match COLUMNS {
        5 => rotate_rows::<5, 1, 2, 3>(x),
        6 => rotate_rows::<6, 1, 2, 3>(x),
        7 => rotate_rows::<7, 1, 2, 4>(x),
        _ => rotate_rows::<8, 1, 3, 4>(x),
    }
}

/// InvShiftRows, for more than four columns.
#[inline(always)]
fn inv_shift_rows<const COLUMNS: usize>(x: &mut Planes) {
    match COLUMNS {
        5 => rotate_rows::<5, 4, 3, 2>(x),
        6 => rotate_rows::<6, 5, 4, 3>(x),
        7 => rotate_rows::<7, 6, 5, 3>(x),
        _ => rotate_rows::<8, 7, 5, 4>(x),
    }
}

/// Two rounds' ShiftRows, of four columns: half a row in every second row.
#[inline(always)]
fn shift_rows_twice(x: &mut Planes) {
    for x in x {
        *x = *x & const { mask(4, 0, 4, 5) }
            | *x >> 8 & const { mask(4, 0, 2, 10) }
            | *x << 8 & const { mask(4, 2, 4, 10) };
    }
}

/// MixColumns where the next row lies `K` columns further, and in front of the round key.
///
/// A sum is 2a + 3b + c + d of a byte and the rows behind it, which is (2a + c) + (3b + d).
#[inline(always)]
fn mix_columns<const K: u32, const K2: u32>(x: &Planes, key: &Planes) -> Planes {
    let mut sum = [0; 8];
    let mut next = [0; 8];
    for i in 0..8 {
        sum[i] = further::<2, K2>(x[i]);
    }
    let carry = x[7];
    let twice = [carry, x[0] ^ carry, x[1], x[2] ^ carry, x[3] ^ carry, x[4], x[5], x[6]];
    for i in 0..8 {
        sum[i] ^= twice[i];
        next[i] = sum[i] ^ x[i];
    }
    for i in 0..8 {
        sum[i] = sum[i] ^ further::<1, K>(next[i]) ^ key[i];
    }
    sum
}

/// InvMixColumns where the next row lies `K` columns further.
///
/// With s = a + c, a sum is 14a + 11b + 13c + 9d = z + z' + 4s + a, where z = 9s + 2a and z' is that of the
/// next row.
#[inline(always)]
fn inv_mix_columns<const K: u32, const K2: u32>(a: &Planes) -> Planes {
    let mut s = [0; 8];
    for i in 0..8 {
        s[i] = a[i] ^ further::<2, K2>(a[i]);
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
    let mut sum = [0; 8];
    for i in 0..8 {
        sum[i] = a[i] ^ four[i] ^ z[i] ^ further::<1, K>(z[i]);
    }
    sum
}

/// Adds a round key.
#[inline(always)]
fn add_round_key(x: &mut Planes, key: &Planes) {
    for (x, key) in x.iter_mut().zip(key) {
        *x ^= key;
    }
}

/// Reads blocks: each column of the first ones, then the next.
#[inline(always)]
fn load<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize>(
    blocks: &[[u8; BLOCK]; WIDTH],
) -> Planes {
    const { assert!(BLOCK == 4 * COLUMNS && WIDTH == width(COLUMNS)) };
    let mut columns = [0; 16];
    for (i, block) in blocks.iter().enumerate() {
        for (j, bytes) in block.as_chunks().0.iter().enumerate() {
            columns[j * WIDTH + i] = u32::from_le_bytes(*bytes);
        }
    }
    slice(&columns)
}

/// Writes blocks.
#[inline(always)]
fn store<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize>(
    x: Planes,
    blocks: &mut [[u8; BLOCK]; WIDTH],
) {
    let columns = unslice(x);
    for (i, block) in blocks.iter_mut().enumerate() {
        for (j, bytes) in block.as_chunks_mut().0.iter_mut().enumerate() {
            *bytes = columns[j * WIDTH + i].to_le_bytes();
        }
    }
}

/// The planes of round keys, from the words of the key expansion, which are as many round keys as `keys`.
#[inline(always)]
pub(super) fn slice_keys<const COLUMNS: usize>(words: &[u32], keys: &mut [Planes]) {
    let count = const { width(COLUMNS) };
    // As many round keys as blocks at a time lie where those would.
    for (t, (keys, words)) in keys.chunks_mut(count).zip(words.chunks(count * COLUMNS)).enumerate() {
        let mut columns = [0; 16];
        for (i, words) in words.chunks(COLUMNS).enumerate() {
            let round = t * count + i;
            let constant = if round == 0 { 0 } else { u32::from_le_bytes([CONSTANT; 4]) };
            for (j, word) in words.iter().enumerate() {
                let word = word ^ constant;
                if COLUMNS != 4 {
                    columns[(j * count + i) & 15] = word;
                    continue;
                }
                for row in 0..4 {
                    let further = (j + round * row) % 4;
                    columns[(further * count + i) & 15] |= word & 0xff << (8 * row);
                }
            }
        }
        let planes = slice(&columns);
        for (i, key) in keys.iter_mut().enumerate() {
            for (to, plane) in key.iter_mut().zip(planes) {
                *to = (plane >> i & const { mask(COLUMNS, 0, COLUMNS, 15) / ((1 << width(COLUMNS)) - 1) })
                    * const { (1 << width(COLUMNS)) - 1 };
            }
        }
    }
}

/// Encrypts blocks of `COLUMNS` columns, given all round keys.
#[inline(always)]
pub(super) fn encrypt<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize>(
    keys: &[Planes],
    blocks: &mut [[u8; BLOCK]; WIDTH],
) {
    let [first, keys @ .., last] = keys else { return };
    let mut x = load::<COLUMNS, BLOCK, WIDTH>(blocks);
    add_round_key(&mut x, first);
    for (i, key) in keys.iter().enumerate() {
        x = sub(x);
        if COLUMNS != 4 {
            shift_rows::<COLUMNS>(&mut x);
            x = mix_columns::<0, 0>(&x, key);
            continue;
        }
        x = match i % 4 {
            0 => mix_columns::<1, 2>(&x, key),
            1 => mix_columns::<2, 0>(&x, key),
            2 => mix_columns::<3, 2>(&x, key),
            _ => mix_columns::<0, 0>(&x, key),
        };
    }
    x = sub(x);
    if COLUMNS != 4 {
        shift_rows::<COLUMNS>(&mut x);
    }
    add_round_key(&mut x, last);
    if COLUMNS == 4 {
        if keys.len() % 2 == 0 {
            rotate_rows::<4, 1, 2, 3>(&mut x);
        }
        if (keys.len() + 1) & 2 != 0 {
            shift_rows_twice(&mut x);
        }
    }
    store::<COLUMNS, BLOCK, WIDTH>(x, blocks);
}

/// Decrypts blocks of `COLUMNS` columns, given all round keys.
#[inline(always)]
pub(super) fn decrypt<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize>(
    keys: &[Planes],
    blocks: &mut [[u8; BLOCK]; WIDTH],
) {
    let [first, keys @ .., last] = keys else { return };
    let mut x = load::<COLUMNS, BLOCK, WIDTH>(blocks);
    if COLUMNS == 4 {
        if keys.len() % 2 == 0 {
            rotate_rows::<4, 3, 2, 1>(&mut x);
        }
        if (keys.len() + 1) & 2 != 0 {
            shift_rows_twice(&mut x);
        }
    }
    add_round_key(&mut x, last);
    if COLUMNS != 4 {
        inv_shift_rows::<COLUMNS>(&mut x);
    }
    for (i, key) in keys.iter().enumerate().rev() {
        x = inv_sub(x);
        add_round_key(&mut x, key);
        if COLUMNS != 4 {
            x = inv_mix_columns::<0, 0>(&x);
            inv_shift_rows::<COLUMNS>(&mut x);
            continue;
        }
        x = match i % 4 {
            0 => inv_mix_columns::<1, 2>(&x),
            1 => inv_mix_columns::<2, 0>(&x),
            2 => inv_mix_columns::<3, 2>(&x),
            _ => inv_mix_columns::<0, 0>(&x),
        };
    }
    x = inv_sub(x);
    add_round_key(&mut x, first);
    store::<COLUMNS, BLOCK, WIDTH>(x, blocks);
}
