//! Whirlpool from its mini-boxes, without a table larger than a register: it is therefore constant-time, and still
//! faster than tables of words.
//!
//! The key of a round and the state of the previous round go through the same steps together, each in one half of the
//! registers. In each half, register `p` contains columns `2p` and `2p + 1` of the square, so ShiftColumns is a shuffle
//! within registers. In MixRows, a column at an even distance is in another register. A column at an odd distance is in
//! another register shifted by one column; this shift is done only once, for the sum of these registers.
//!
//! The last layer of mini-boxes and the multiples that MixRows needs are one step: a table for each multiple and each
//! of the two nibbles.

use super::{CONSTANTS, MINI_E, MINI_E_INVERSE, MINI_R, POLYNOMIAL};
use crate::{
    frame::State,
    simd::{
        gf::{Linear, product},
        memory::{MAX_LANES, Streams},
    },
};

crate::backend::only! {
    vectors: { use crate::simd::gf::{Halves, transposed}; }
    x86: { use crate::simd::{Avx2, Avx2Gfni, Sse41, gf::{Halves128, Halves256, Halves256Gfni}}; }
    aarch64: { use crate::simd::{Neon, gf::HalvesNeon}; }
    wasm: { use crate::simd::{Simd128, gf::HalvesWasm}; }
}

/// The last layer of mini-boxes, multiplied by 1, 2, 4 and 8: E for the high nibble, and the inverse of E for the low
/// nibble.
static MULTIPLES: [[[u8; 16]; 2]; 4] = {
    let (mut tables, mut i) = ([[[0; 16]; 2]; 4], 0);
    while i < 4 {
        let mut x = 0;
        while x < 16 {
            tables[i][0][x] = product(MINI_E[x] << 4, 1 << i, POLYNOMIAL);
            tables[i][1][x] = product(MINI_E_INVERSE[x], 1 << i, POLYNOMIAL);
            x += 1;
        }
        i += 1;
    }
    tables
};
/// The matrices of multiplication by 1, 2, 4 and 8.
const MATRICES: [u64; 4] = {
    let (mut matrices, mut i) = ([0; 4], 0);
    while i < 4 {
        matrices[i] = Linear::times(1 << i, POLYNOMIAL).matrix();
        i += 1;
    }
    matrices
};
static E: [u8; 16] = MINI_E;
static E_INVERSE: [u8; 16] = MINI_E_INVERSE;
static R: [u8; 16] = MINI_R;

/// The shuffle indices of ShiftColumns: column `j` moves down by `j` rows.
static SHIFTS: [[u8; 16]; 4] = {
    let (mut shifts, mut p) = ([[0; 16]; 4], 0);
    while p < 4 {
        let mut i = 0;
        while i < 16 {
            let column = 2 * p + i / 8;
            shifts[p][i] = (i / 8 * 8 + (i + 8 - column) % 8) as u8;
            i += 1;
        }
        p += 1;
    }
    shifts
};

/// The round constants, with their columns in the order of the registers.
static COLUMNS: [[[u8; 16]; 4]; 10] = {
    let (mut columns, mut r) = ([[[0; 16]; 4]; 10], 0);
    while r < 10 {
        let mut j = 0;
        while j < 8 {
            columns[r][j / 2][j % 2 * 8] = (CONSTANTS[r] >> (8 * j)) as u8;
            j += 1;
        }
        r += 1;
    }
    columns
};

/// Applies SubBytes and ShiftColumns, and returns the resulting square multiplied by 1, 2, 4 and 8, for MixRows.
#[inline(always)]
fn multiples<H: Halves>(square: [H; 4]) -> [[H; 4]; 4] {
    let mut out = [square; 4];
    for p in 0..4 {
        let [low, high] = square[p].ordered(&SHIFTS[p]).nibbles();
        let (low, high) = (low.of(&E_INVERSE), high.of(&E));
        let mixed = low.xor(high).of(&R);
        let (low, high) = (low.xor(mixed), high.xor(mixed));
        for i in 0..4 {
            out[i][p] = if i > 0 && H::LINEAR {
                out[0][p].linear([MATRICES[i]; 2])
            } else {
                high.of(&MULTIPLES[i][0]).xor(low.of(&MULTIPLES[i][1]))
            };
        }
    }
    out
}

/// Applies a round of the cipher: SubBytes, ShiftColumns, MixRows and the addition of `key`.
#[inline(always)]
fn round<H: Halves>(square: [H; 4], key: [H; 4]) -> [H; 4] {
    let [x1, x2, x4, x8] = multiples(square);
    // each column times 4, plus the column at distance 2 from it times 8; both sums below contain this
    let mut pair = x4;
    for p in 0..4 {
        pair[p] = x4[p].xor(x8[(p + 3) % 4]);
    }
    // columns at distances 1, 3, 5 and 7, times 1, 1, 5 and 9
    let all = x1[0].xor(x1[1]).xor(x1[2].xor(x1[3]));
    let mut odd = pair;
    for p in 0..4 {
        odd[p] = all.xor(pair[(p + 2) % 4]);
    }
    // columns at distances 0, 2, 4 and 6, times 1, 4, 8 and 2
    let mut out = key;
    for p in 0..4 {
        let even = x1[p].xor(x2[(p + 1) % 4]).xor(pair[(p + 3) % 4]);
        out[p] = key[p].xor(even).xor(odd[p].after(odd[(p + 3) % 4]));
    }
    out
}

/// Loads two squares, in the low and in the high halves, and transposes them from rows in memory to columns.
#[inline(always)]
fn load<H: Halves>(isa: H::Isa, low: &[[u8; 16]; 4], high: &[[u8; 16]; 4]) -> [H; 4] {
    let mut rows = [H::load(isa, &low[0], &high[0]); 4];
    for p in 1..4 {
        rows[p] = H::load(isa, &low[p], &high[p]);
    }
    transposed(rows)
}

#[inline(always)]
fn bytes(words: &[u64; 8]) -> [[u8; 16]; 4] {
    let mut bytes = [[0; 16]; 4];
    for (i, word) in words.iter().enumerate() {
        bytes[i / 2][i % 2 * 8..][..8].copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// Returns the square in the low halves and the square in the high halves, as rows.
#[inline(always)]
fn words<H: Halves>(columns: [H; 4]) -> [[u64; 8]; 2] {
    let mut words = [[0; 8]; 2];
    for (p, row) in transposed(columns).iter().enumerate() {
        for (half, bytes) in row.store().iter().enumerate() {
            for (i, bytes) in bytes.as_chunks().0.iter().enumerate() {
                words[half][2 * p + i] = u64::from_le_bytes(*bytes);
            }
        }
    }
    words
}

/// Returns the round constant number `r` of the key schedule, in both halves.
#[inline(always)]
fn constant<H: Halves>(isa: H::Isa, r: usize) -> [H; 4] {
    let columns = &COLUMNS[r];
    let mut key = [H::load(isa, &columns[0], &columns[0]); 4];
    for p in 1..4 {
        key[p] = H::load(isa, &columns[p], &columns[p]);
    }
    key
}

#[inline(always)]
fn sum<H: Halves>(a: [H; 4], b: [H; 4]) -> [H; 4] {
    let mut sum = a;
    for p in 0..4 {
        sum[p] = a[p].xor(b[p]);
    }
    sum
}

/// Compresses blocks of one message.
#[inline(always)]
fn one<H: Halves>(isa: H::Isa, state: &mut [u64; 8], blocks: &[[u8; 64]]) {
    let rows = bytes(state);
    // the low and high halves are equal, in `hash` and in the registers of the message
    let mut hash = load::<H>(isa, &rows, &rows);
    for block in blocks {
        let [a, b, c, d] = block.as_chunks::<16>().0 else { unreachable!("64 bytes") };
        let rows = [*a, *b, *c, *d];
        let feed = sum(hash, load(isa, &rows, &rows));
        // the key is one round ahead of the state
        let mut both = round(hash, constant(isa, 0));
        for p in 0..4 {
            both[p] = both[p].low_high(feed[p]);
        }
        for r in 1..10 {
            let mut key = constant::<H>(isa, r);
            for p in 0..4 {
                key[p] = key[p].lows(both[p]);
            }
            both = round(both, key);
        }
        let mut key = both;
        for p in 0..4 {
            key[p] = both[p].lows(both[p]);
        }
        both = sum(round(both, key), feed);
        for p in 0..4 {
            hash[p] = both[p].highs(both[p]);
        }
    }
    *state = words(hash)[0];
}

/// Compresses blocks of two messages, one in each half.
#[inline(always)]
fn two<H: Halves>(isa: H::Isa, rows: &mut [[u64; MAX_LANES]; 8], mut streams: Streams<'_>) {
    let mut hash = load::<H>(isa, &bytes(&State::take(rows, 0)), &bytes(&State::take(rows, 1)));
    while let Some([low, high]) = streams.next::<2, 64>() {
        let [low, high] = [low, high].map(|block| {
            let [a, b, c, d] = block.as_chunks::<16>().0 else { unreachable!("64 bytes") };
            [*a, *b, *c, *d]
        });
        let feed = sum(hash, load(isa, &low, &high));
        let (mut key, mut square) = (hash, feed);
        for r in 0..10 {
            key = round(key, constant(isa, r));
            square = round(square, key);
        }
        hash = sum(square, feed);
    }
    for (lane, state) in words(hash).iter().enumerate() {
        state.put(rows, lane);
    }
}

/// Defines the entry functions of each instruction set: for one message, and for two messages if that is faster than one after
/// another.
macro_rules! entries {
    ($($one:ident $($two:ident)? $features:literal $halves:ident $token:ident;)*) => { $(
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $one(state: &mut [u64; 8], blocks: &[[u8; 64]]) {
            one::<$halves>($token::here(), state, blocks);
        }
        $(
            #[inline]
            #[target_feature(enable = $features)]
            pub(super) fn $two(rows: &mut [[u64; MAX_LANES]; 8], streams: Streams<'_>) {
                two::<$halves>($token::here(), rows, streams);
            }
        )?
    )* };
}
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entries! {
    sse41 "sse4.1,ssse3" Halves128 Sse41;
    avx2 avx2_two "avx2" Halves256 Avx2;
    gfni gfni_two "avx2,gfni" Halves256Gfni Avx2Gfni;
}
#[cfg(target_arch = "aarch64")]
entries! { neon neon_two "neon" HalvesNeon Neon; }
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
entries! { simd128 simd128_two "simd128" HalvesWasm Simd128; }
