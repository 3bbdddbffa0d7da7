//! Portable Rijndael, with planes of bits in 64-bit words.
//!
//! A plane is four rows of 16 bits, the first row in the lowest bits, so that a rotation by 16 bits moves to the next row. A
//! row is its columns side by side, and a column has one bit for each block: for four blocks of four columns, three blocks of
//! five, or two blocks of six to eight. The remaining bits of a row are unused and may have any values. With more than four
//! columns the rows are shifted by uneven distances, so ShiftRows is computed in every round.

use super::sliced::{self, RoundKey, Sliced, add_round_key, inv_mix_columns, mix_columns};
use crate::simd::gf::circuit::{CONSTANT, inv_sub, sub};

/// The eight planes of a group of blocks.
pub(super) type Planes = [u64; 8];

/// A round key in memory: words as bytes in the CPU's byte order. A cipher has up to 15 round keys.
pub(super) trait Key: RoundKey<u64> {
    /// Makes a round key from its planes.
    fn new(planes: Planes) -> Self;
}

/// A round key with one word for each plane.
pub(super) type Planewise = [[u8; 8]; 8];

/// The planes of a round key in half the memory. With four columns, the planes hold four blocks, so four adjacent bits of a plane
/// are equal. In each group of four bits, word `i` has two bits of plane `i` as the lower bits, and two bits of plane `i + 4` as
/// the upper bits.
pub(super) type Paired = [[u8; 8]; 4];

impl Key for Planewise {
    #[inline(always)]
    fn new(planes: Planes) -> Self {
        planes.map(u64::to_ne_bytes)
    }
}
impl RoundKey<u64> for Planewise {
    #[inline(always)]
    fn plane<const I: usize>(&self) -> u64 {
        u64::from_ne_bytes(self[I])
    }
}

/// A mask of the two lower bits of each group of four bits.
const LOWER: u64 = 0x3333_3333_3333_3333;

impl Key for Paired {
    #[inline(always)]
    fn new(planes: Planes) -> Self {
        let mut words = [[0; 8]; 4];
        for (i, word) in words.iter_mut().enumerate() {
            *word = (planes[i] & LOWER | planes[i + 4] & !LOWER).to_ne_bytes();
        }
        words
    }
}
impl RoundKey<u64> for Paired {
    #[inline(always)]
    fn plane<const I: usize>(&self) -> u64 {
        let word = u64::from_ne_bytes(self[I % 4]);
        if I < 4 { word & LOWER | (word & LOWER) << 2 } else { word & !LOWER | (word & !LOWER) >> 2 }
    }
}

/// Returns the number of blocks that are processed at a time, given the number of columns of a block.
#[inline(always)]
pub(super) const fn width(columns: usize) -> usize {
    16 / columns
}

/// Exchanges the bits of `b` under a mask with the bits of `a` that are `N` positions higher.
#[inline(always)]
fn swap<const N: u32>(a: &mut u64, b: &mut u64, mask: u64) {
    let t = (*a >> N ^ *b) & mask;
    *b ^= t;
    *a ^= t << N;
}

/// Converts 16 columns, each a word of four rows, to planes.
#[inline(always)]
fn slice(columns: &[u32; 16]) -> Planes {
    // Of the nine bits of a bit's index, three select the word, one its half, two the row and three the bit in a byte. Each
    // exchange below swaps a bit of the index that selects the word with another bit of the index.
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

/// Converts planes to 16 columns, each a word of four rows.
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

/// Returns a mask of the bits of columns `from..to`, in each row whose bit is set in `rows`.
const fn mask(columns: usize, from: usize, to: usize, rows: u64) -> u64 {
    let width = width(columns);
    ((1 << (to * width)) - (1 << (from * width)))
        * (rows & 1 | (rows & 2) << 15 | (rows & 4) << 30 | (rows & 8) << 45)
}

/// Shifts the second, third and fourth row by `A`, `B` and `C` columns.
#[inline(always)]
fn rotate_rows<const COLUMNS: usize, const A: usize, const B: usize, const C: usize>(x: u64) -> u64 {
    let width = const { width(COLUMNS) };
    let mut sum = x & const { mask(COLUMNS, 0, COLUMNS, 1) };
    sum |= x >> (A * width) & const { mask(COLUMNS, 0, COLUMNS - A, 2) };
    sum |= x << ((COLUMNS - A) * width) & const { mask(COLUMNS, COLUMNS - A, COLUMNS, 2) };
    sum |= x >> (B * width) & const { mask(COLUMNS, 0, COLUMNS - B, 4) };
    sum |= x << ((COLUMNS - B) * width) & const { mask(COLUMNS, COLUMNS - B, COLUMNS, 4) };
    sum |= x >> (C * width) & const { mask(COLUMNS, 0, COLUMNS - C, 8) };
    sum |= x << ((COLUMNS - C) * width) & const { mask(COLUMNS, COLUMNS - C, COLUMNS, 8) };
    sum
}

/// Applies ShiftRows, for more than four columns.
#[inline(always)]
fn shift_rows<const COLUMNS: usize>(x: &mut Planes) {
    for x in x {
        *x = match COLUMNS {
            5 => rotate_rows::<5, 1, 2, 3>(*x),
            6 => rotate_rows::<6, 1, 2, 3>(*x),
            7 => rotate_rows::<7, 1, 2, 4>(*x),
            _ => rotate_rows::<8, 1, 3, 4>(*x),
        };
    }
}

/// Applies InvShiftRows, for more than four columns.
#[inline(always)]
fn inv_shift_rows<const COLUMNS: usize>(x: &mut Planes) {
    for x in x {
        *x = match COLUMNS {
            5 => rotate_rows::<5, 4, 3, 2>(*x),
            6 => rotate_rows::<6, 5, 4, 3>(*x),
            7 => rotate_rows::<7, 6, 5, 3>(*x),
            _ => rotate_rows::<8, 7, 5, 4>(*x),
        };
    }
}

impl Sliced for u64 {
    #[inline(always)]
    fn further<const ROWS: u32, const COLUMNS: u32>(self) -> u64 {
        let near = self.rotate_right(16 * ROWS + 4 * COLUMNS);
        if COLUMNS == 0 {
            return near;
        }
        // Columns that would leave the row re-enter at its other end.
        let far = near.rotate_left(16);
        far ^ (far ^ near) & const { mask(4, 0, 4 - COLUMNS as usize, 15) }
    }
    #[inline(always)]
    fn shift_rows<const TIMES: usize>(self) -> u64 {
        match TIMES {
            1 => rotate_rows::<4, 1, 2, 3>(self),
            2 => rotate_rows::<4, 2, 0, 2>(self),
            _ => rotate_rows::<4, 3, 2, 1>(self),
        }
    }
}

/// Reads blocks into planes: the first column of each block, then the second column, and so on.
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

/// Writes blocks from planes.
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

/// Computes the planes of round keys from the words of the key expansion.
#[inline(always)]
pub(super) fn slice_keys<const COLUMNS: usize, K: Key>(words: &[u32], keys: &mut [K]) {
    let count = const { width(COLUMNS) };
    let mut words = words.as_chunks::<COLUMNS>().0.iter();
    // The constant of the S-box, which the first round key does not contain.
    let mut constant = 0;
    // Round keys are converted to planes in groups, each round key at the position of a block.
    for keys in keys.chunks_mut(count) {
        let mut columns = [0; 16];
        for i in 0..count {
            let Some(key) = words.next() else { break };
            for j in 0..COLUMNS {
                let mut column = key[j];
                if COLUMNS == 4 {
                    // Each row is read from the column to which `i` applications of ShiftRows would have moved it.
                    let byte = |row: usize| key[(j + 4 - i * row % 4) % 4] & 0xff << (8 * row);
                    column = byte(0) | byte(1) | byte(2) | byte(3);
                }
                columns[j * count + i] = column ^ constant;
            }
            constant = const { u32::from_le_bytes([CONSTANT; 4]) };
        }
        let planes = slice(&columns);
        for (i, key) in keys.iter_mut().enumerate() {
            *key = K::new(planes.map(|plane| {
                // Copies the lowest bit of each column to all its bits.
                let bits = plane >> i & const { mask(COLUMNS, 0, COLUMNS, 15) / ((1 << width(COLUMNS)) - 1) };
                (bits << count).wrapping_sub(bits)
            }));
        }
    }
}

/// Encrypts blocks of `COLUMNS` columns with all round keys.
#[inline(always)]
pub(super) fn encrypt<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, K: Key>(
    keys: &[K],
    blocks: &mut [[u8; BLOCK]; WIDTH],
) {
    let mut x = load::<COLUMNS, BLOCK, WIDTH>(blocks);
    x = if COLUMNS == 4 { sliced::encrypt(x, keys) } else { encrypt_wide::<COLUMNS, K>(x, keys) };
    store::<COLUMNS, BLOCK, WIDTH>(x, blocks);
}

/// Decrypts blocks of `COLUMNS` columns with all round keys.
#[inline(always)]
pub(super) fn decrypt<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, K: Key>(
    keys: &[K],
    blocks: &mut [[u8; BLOCK]; WIDTH],
) {
    let mut x = load::<COLUMNS, BLOCK, WIDTH>(blocks);
    x = if COLUMNS == 4 { sliced::decrypt(x, keys) } else { decrypt_wide::<COLUMNS, K>(x, keys) };
    store::<COLUMNS, BLOCK, WIDTH>(x, blocks);
}

/// Applies a round without its key to four blocks of four columns: SubBytes, ShiftRows and MixColumns.
#[inline(always)]
pub(super) fn round(blocks: &mut [[u8; 16]; 4]) {
    let mut columns = [0; 16];
    for (i, block) in blocks.iter().enumerate() {
        let words = u128::from_le_bytes(*block);
        for j in 0..4 {
            // ShiftRows: the byte of row `r` comes from `r` columns further
            let row = |row: u32| words.rotate_right(32 * (j as u32 + row)) as u32 & 0xff << (8 * row);
            columns[j * 4 + i] = row(0) | row(1) | row(2) | row(3);
        }
    }
    let mut x = mix_columns::<u64, 0, 0>(&sub(slice(&columns)));
    // adds the constant of the S-box, which MixColumns does not change
    for (i, plane) in x.iter_mut().enumerate() {
        if CONSTANT >> i & 1 != 0 {
            *plane = !*plane;
        }
    }
    store::<4, 16, 4>(x, blocks);
}

/// Applies the rounds of encryption, for more than four columns.
#[inline(always)]
fn encrypt_wide<const COLUMNS: usize, K: Key>(mut x: Planes, keys: &[K]) -> Planes {
    let [first, keys @ .., last] = keys else { return x };
    add_round_key(&mut x, first);
    for key in keys {
        x = sub(x);
        shift_rows::<COLUMNS>(&mut x);
        x = mix_columns::<u64, 0, 0>(&x);
        add_round_key(&mut x, key);
    }
    x = sub(x);
    shift_rows::<COLUMNS>(&mut x);
    add_round_key(&mut x, last);
    x
}

/// Applies the rounds of decryption, for more than four columns.
#[inline(always)]
fn decrypt_wide<const COLUMNS: usize, K: Key>(mut x: Planes, keys: &[K]) -> Planes {
    let [first, keys @ .., last] = keys else { return x };
    add_round_key(&mut x, last);
    for key in keys.iter().rev() {
        inv_shift_rows::<COLUMNS>(&mut x);
        x = inv_sub(x);
        add_round_key(&mut x, key);
        x = inv_mix_columns::<u64, 0, 0>(&x);
    }
    inv_shift_rows::<COLUMNS>(&mut x);
    x = inv_sub(x);
    add_round_key(&mut x, first);
    x
}

#[cfg(test)]
mod tests {
    use super::{super::expand, *};

    /// Encrypts a block byte by byte, as the standard describes it.
    fn model(words: &[u32], block: &mut [u8]) {
        let columns = block.len() / 4;
        let offsets = [[0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 3, 4]][columns.saturating_sub(6)];
        let double = |x: u8| (x << 1) ^ ((x >> 7) * 0x1b);
        let rounds = words.len() / columns - 1;
        for (round, words) in words.chunks(columns).enumerate() {
            let mut old = [0; 32];
            old[..block.len()].copy_from_slice(block);
            for (j, column) in block.chunks_mut(4).enumerate() {
                if round > 0 {
                    for i in 0..4 {
                        column[i] = old[4 * ((j + offsets[i]) % columns) + i];
                    }
                    let word = u32::from_le_bytes([column[0], column[1], column[2], column[3]]);
                    let s = expand::sub_word(word).to_le_bytes();
                    for i in 0..4 {
                        let [a, b, c, d] = [0, 1, 2, 3].map(|k| s[(i + k) % 4]);
                        column[i] = if round < rounds { double(a ^ b) ^ b ^ c ^ d } else { a };
                    }
                }
                for (x, key) in column.iter_mut().zip(words[j].to_le_bytes()) {
                    *x ^= key;
                }
            }
        }
    }

    fn check<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, K: Key + Copy>() {
        for length in [16, 20, 24, 28, 32] {
            let mut bytes = [0; 256];
            for (i, byte) in bytes.iter_mut().enumerate() {
                *byte = (i * i % 251 + length) as u8;
            }
            let count = 1 + expand::rounds(length / 4, COLUMNS);
            let mut words = [0; expand::MAX_WORDS];
            let words = &mut words[..COLUMNS * count];
            expand::expand(&bytes[..length], words, expand::sub_word);
            let mut keys = [K::new([0; 8]); 15];
            slice_keys::<COLUMNS, K>(words, &mut keys[..count]);

            let mut blocks = [[0; BLOCK]; WIDTH];
            for (block, bytes) in blocks.iter_mut().zip(bytes.chunks(BLOCK)) {
                block.copy_from_slice(bytes);
            }
            let (plain, mut want) = (blocks, blocks);
            for block in &mut want {
                model(words, block);
            }
            encrypt::<COLUMNS, BLOCK, WIDTH, K>(&keys[..count], &mut blocks);
            assert_eq!(blocks, want, "{COLUMNS} columns, a key of {length}");
            decrypt::<COLUMNS, BLOCK, WIDTH, K>(&keys[..count], &mut blocks);
            assert_eq!(blocks, plain, "{COLUMNS} columns, a key of {length}");
        }
    }

    #[test]
    fn byte_by_byte() {
        check::<4, 16, 4, Paired>();
        check::<5, 20, 3, Planewise>();
        check::<6, 24, 2, Planewise>();
        check::<7, 28, 2, Planewise>();
        check::<8, 32, 2, Planewise>();
    }
}
