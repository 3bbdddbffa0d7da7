//! Simon (see `simon_speck.rs` for the paper, whose sections are cited here).

use super::{
    Cipher, Lean,
    declare::{entries, types},
    lanes::{LaneRounds, lanes_dispatch},
    simon_speck::{Keys, family},
};
use crate::{
    backend::Dispatch,
    names::ByteLengths,
    simd::{
        Portable,
        words::{Columns, Words},
    },
};

/// The constant sequences z2, z3 and z4, the first bit in the lowest position: section 3.2, table 3.1 of the paper.
const Z2: u64 = sequence(b"10101111011100000011010010011000101000010001111110010110110011");
const Z3: u64 = sequence(b"11011011101011000110010111100000010010001010011100110100001111");
const Z4: u64 = sequence(b"11010001111001101011011000100000010111000011001010010011101111");

/// Converts a sequence of 62 binary digits to a number.
const fn sequence(digits: &[u8; 62]) -> u64 {
    let (mut bits, mut i) = (0, 0);
    while i < 62 {
        bits |= ((digits[i] - b'0') as u64) << i;
        i += 1;
    }
    bits
}

/// Implements key expansions for the given types of words.
macro_rules! words {
    ($($word:ident $expand:ident, |$len:ident| $rounds:expr;)*) => { $(
        /// Expands a key: section 3.2.
        #[inline(always)]
        fn $expand(key: &[u8], _: bool, keys: &mut Keys<$word, 72>) {
            let words = key.as_chunks().0;
            let $len = words.len();
            let (rounds, sequence) = $rounds;
            for (to, bytes) in keys.words.iter_mut().zip(words) {
                *to = $word::from_le_bytes(*bytes);
            }
            for i in $len..rounds {
                let mut mixed = keys.words[i - 1].rotate_right(3);
                if $len == 4 {
                    mixed ^= keys.words[i - 3];
                }
                mixed ^= mixed.rotate_right(1);
                let bit = sequence >> ((i - $len) % 62) & 1;
                keys.words[i] = !keys.words[i - $len] ^ mixed ^ bit as $word ^ 3;
            }
            keys.rounds = rounds;
        }
    )* };
}
words! {
    u32 expand64, |len| match len {
        3 => (42, Z2),
        _ => (44, Z3),
    };
    u64 expand128, |len| match len {
        2 => (68, Z2),
        3 => (69, Z3),
        _ => (72, Z4),
    };
}

/// Returns the value that is XORed into the other word in a round, computed from `x`: section 3.1.
#[inline(always)]
fn mixed<V: Words>(x: V) -> V {
    x.rotl::<1>().and(x.rotl::<8>()).xor(x.rotl::<2>())
}

family! {
    Simon "simon", most 72, |y, z, key|
    forwards [z, y.xor(mixed(z)).xor(key)],
    back [z.xor(mixed(y)).xor(key), y];

    /// Simon with a key of `KEY` bytes (12 or 16) and 8-byte blocks.
    ///
    /// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation between their
    /// plaintexts. Do not use it in new designs.
    Simon64 Simon64Enc 64 8 "simon-64" u32 expand64 ByteLengths::either(12, 16), 0x9ad3_b5e1_48ef_e0dc, 96 128;
    /// Simon with a key of `KEY` bytes (16, 24 or 32) and 16-byte blocks.
    Simon128 Simon128Enc 128 16 "simon-128" u64 expand128 ByteLengths { min: 16, max: 32, step: 8 },
    0x0aab_0a9e_ad5f_c942, 128 192 256;
}
