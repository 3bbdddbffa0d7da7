//! The key schedule of Twofish: section 4.3. In registers, it looks up the permutations without addresses that depend on the key.
//! The other form of the schedule reads tables in memory at addresses that depend on the key; it is for candidates that read
//! tables in memory anyway.

use super::field::{LAST, LAYERS, MIXED, Q0, Q1, Times, permuted, remainder};
use crate::{
    Schedule,
    octets::{columns, four},
    simd::{
        gf::Aligned,
        memory::{Bytes, align_frame},
        octets::Octets,
    },
    wipe,
};

/// The form in which a candidate looks up the S-boxes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// S-boxes of bytes, in registers.
    Registers,
    /// S-boxes of bytes in registers, and tables of words (S-boxes combined with the matrix MDS) in memory.
    Both,
}

/// The key words and the S-boxes of a key. The fields are in C order, because programs in Pascal read the words at the beginning
/// of a record with the key.
#[derive(Clone)]
#[repr(C)]
pub struct Keys {
    /// The words that whiten the input and the output, followed by the words of the rounds.
    pub(super) words: [u32; 40],
    /// The S-boxes.
    pub(super) boxes: [Aligned<256>; 4],
    /// The S-boxes combined with the matrix MDS, as tables of words.
    pub(super) tables: [[u32; 256]; 4],
}

impl Schedule for Keys {
    const EMPTY: Self =
        Self { words: [0; 40], boxes: [const { Aligned([0; 256]) }; 4], tables: [[0; 256]; 4] };
    fn wipe(&mut self) {
        wipe::wipe(&mut self.words);
        for table in &mut self.boxes {
            wipe::wipe(&mut table.0);
        }
        wipe::wipe(self.tables.as_flattened_mut());
    }
}

/// The lists of words that the function h uses, in the order of use.
struct Lists {
    /// The words of the key with even index, and with odd index.
    key: [[[u8; 4]; 4]; 2],
    /// The words of the code RS, the last word first.
    code: [[u8; 4]; 4],
    /// The number of words in each list.
    len: usize,
}

impl Lists {
    fn new(key: &[u8]) -> Self {
        let mut lists = Self { key: [[[0; 4]; 4]; 2], code: [[0; 4]; 4], len: key.len() / 8 };
        for (i, eight) in key.as_chunks::<8>().0.iter().enumerate().take(4) {
            (lists.key[0][i], lists.key[1][i]) = (eight.as_chunks().0[0], eight.as_chunks().0[1]);
            lists.code[lists.len - 1 - i] = remainder(eight).to_le_bytes();
        }
        lists
    }
}

impl Drop for Lists {
    fn drop(&mut self) {
        wipe::wipe(self.key.as_flattened_mut().as_flattened_mut());
        wipe::wipe(self.code.as_flattened_mut());
    }
}

/// Returns two round key words, given the results of the function h for the values `2 * i` and `2 * i + 1`.
fn two_words([even, odd]: [u32; 2]) -> [u32; 2] {
    let odd = odd.rotate_left(8);
    let sum = even.wrapping_add(odd);
    [sum, sum.wrapping_add(odd).rotate_left(9)]
}

/// Returns the result of the function h, without MDS, for byte `J` of a word. The bytes of `x` are several values of this byte.
#[inline(always)]
fn h<V: Octets, const J: usize>(mut x: V, len: usize, list: impl Fn(usize) -> V) -> V {
    macro_rules! layers {
        ($($i:literal)*) => { $(
            if len > $i {
                x = permuted(x, const { LAYERS[$i][J] }).xor(list($i));
            }
        )* };
    }
    layers!(3 2 1 0);
    permuted(x, const { LAST[J] })
}

/// Multiplies columns of four bytes by the matrix MDS. Each register has one byte of every column.
#[inline(always)]
pub(super) fn mixed<V: Octets>([a, b, c, d]: [V; 4]) -> [V; 4] {
    macro_rules! sum {
        ($one:ident, $ef:expr, $b5:expr) => {
            $one.xor3($ef.affine::<Times<0xef>>(), $b5.affine::<Times<0x5b>>())
        };
    }
    [sum!(a, b, c.xor(d)), sum!(d, b.xor(c), a), sum!(c, a.xor(d), b), sum!(b, a.xor(c), d)]
}

/// The numbers below 64: first the even ones, then the odd ones.
static EVEN_ODD: Aligned<64> = {
    let (mut all, mut i) = ([0; 64], 0);
    while i < 64 {
        all[i] = (2 * (i % 32) + i / 32) as u8;
        i += 1;
    }
    Aligned(all)
};
/// All values of a byte, in order.
static ALL: Aligned<256> = {
    let (mut all, mut i) = ([0; 256], 0);
    while i < 256 {
        all[i] = i as u8;
        i += 1;
    }
    Aligned(all)
};

/// Multiplies bytes by column `J` of the matrix MDS.
#[inline(always)]
fn times_mds<V: Octets, const J: usize>(x: V) -> [V; 4] {
    let (ef, b5) = (x.affine::<Times<0xef>>(), x.affine::<Times<0x5b>>());
    match J {
        0 => [x, b5, ef, ef],
        1 => [ef, ef, b5, x],
        2 => [b5, ef, x, ef],
        _ => [b5, x, ef, b5],
    }
}

/// Expands a key in registers.
#[inline(always)]
pub(super) fn expand<V: Octets<Bytes: Bytes>>(isa: V::Isa, form: Form, key: &[u8], keys: &mut Keys) {
    align_frame();
    let lists = Lists::new(key);
    // the results of the function h for the values `2 * i`, and from index 32 on for `2 * i + 1`
    let mut words = [0; 64];
    for (chunk, x) in V::Bytes::split(&EVEN_ODD.0).0.iter().enumerate() {
        let x = V::load(isa, x);
        let list = |piece: usize| &lists.key[(V::PIECES * chunk + piece) / 2 % 2];
        macro_rules! planes {
            ($($j:literal)*) => {
                [$(h::<V, $j>(x, lists.len, |word| {
                    V::by_piece(isa, &[0, 1, 2, 3].map(|piece| four(list(piece)[word][$j])))
                })),*]
            };
        }
        store_words(columns(mixed(planes!(0 1 2 3))), &mut words, 16 * V::PIECES * chunk);
    }
    for (i, pair) in keys.words.as_chunks_mut().0.iter_mut().enumerate() {
        *pair = two_words([words[i], words[32 + i]]);
    }
    wipe::wipe(&mut words);

    for (at, x) in V::Bytes::split(&ALL.0).0.iter().enumerate() {
        let x = V::load(isa, x);
        macro_rules! boxes {
            ($($j:literal)*) => { $(
                let y = h::<V, $j>(x, lists.len, |word| V::splat(isa, four(lists.code[word][$j])));
                V::Bytes::split_mut(&mut keys.boxes[$j].0).0[at] = y.store();
                if form == Form::Both {
                    store_words(columns(times_mds::<V, $j>(y)), &mut keys.tables[$j], 16 * V::PIECES * at);
                }
            )* };
        }
        boxes!(0 1 2 3);
    }
}

/// Writes the words of [`columns`] to a table, from index `at` on.
#[inline(always)]
fn store_words<V: Octets<Bytes: Bytes>>(words: [V; 4], table: &mut [u32], at: usize) {
    for (i, words) in words.into_iter().enumerate() {
        for (piece, bytes) in words.store().as_ref().as_chunks::<16>().0.iter().enumerate() {
            let to = at + 16 * piece + 4 * i;
            for (to, word) in table[to..to + 4].iter_mut().zip(bytes.as_chunks().0) {
                *to = u32::from_le_bytes(*word);
            }
        }
    }
}

/// Expands a key with tables in memory.
#[inline(never)]
pub(super) fn expand_by_tables(key: &[u8], keys: &mut Keys) {
    let lists = Lists::new(key);
    let layers = |j: usize, x: u8, list: &[[u8; 4]; 4]| {
        let mut x = x;
        for i in (0..lists.len).rev() {
            let q = if LAYERS[i][j] == 0 { &Q0 } else { &Q1 };
            x = q.0[usize::from(x)] ^ list[i][j];
        }
        usize::from(x)
    };
    for (i, words) in keys.words.as_chunks_mut().0.iter_mut().enumerate() {
        let word = |which: usize| {
            (0..4).fold(0, |word, j| word ^ MIXED[j][layers(j, (2 * i + which) as u8, &lists.key[which])])
        };
        *words = two_words([word(0), word(1)]);
    }
    for (j, table) in keys.tables.iter_mut().enumerate() {
        for (x, word) in table.iter_mut().enumerate() {
            *word = MIXED[j][layers(j, x as u8, &lists.code)];
        }
    }
}
