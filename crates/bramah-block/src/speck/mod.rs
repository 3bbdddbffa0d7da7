//! Speck (see `simon_speck.rs` for the paper, whose sections are cited here).

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
    wipe,
};

/// Implements key expansions for the given types of words. The number of rounds is the number of key words plus a constant.
macro_rules! words {
    ($($word:ident $expand:ident $first:literal;)*) => { $(
        /// Expands a key: section 4.2.
        #[inline(always)]
        fn $expand(key: &[u8], _: bool, keys: &mut Keys<$word, 34>) {
            let words = key.as_chunks().0;
            keys.rounds = $first + words.len();
            // the words of the key after the first, which are replaced one after another
            let mut others = [0; 3];
            for (to, bytes) in others.iter_mut().zip(&words[1..]) {
                *to = $word::from_le_bytes(*bytes);
            }
            let mut word = $word::from_le_bytes(words[0]);
            for (i, to) in keys.words[..keys.rounds].iter_mut().enumerate() {
                *to = word;
                let other = &mut others[i % (words.len() - 1)];
                *other = word.wrapping_add(other.rotate_right(8)) ^ i as $word;
                word = word.rotate_left(3) ^ *other;
            }
            wipe::wipe(&mut others);
        }
    )* };
}
words! {
    u32 expand64 23;
    u64 expand128 30;
}

family! {
    Speck "speck", most 34, |y, z, key|
    forwards {
        let z = z.rotr::<8>().add(y).xor(key);
        [y.rotl::<3>().xor(z), z]
    },
    back {
        let y = y.xor(z).rotr::<3>();
        [y, z.xor(key).sub(y).rotl::<8>()]
    };

    /// Speck with a key of `KEY` bytes (12 or 16) and 8-byte blocks.
    ///
    /// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation between their
    /// plaintexts. Do not use it in new designs.
    Speck64 Speck64Enc 64 8 "speck-64" u32 expand64 ByteLengths::either(12, 16), 0xda36_feb8_4bc8_c8a0, 96 128;
    /// Speck with a key of `KEY` bytes (16, 24 or 32) and 16-byte blocks.
    Speck128 Speck128Enc 128 16 "speck-128" u64 expand128 ByteLengths { min: 16, max: 32, step: 8 },
    0x69f9_3c02_517e_ce04, 128 192 256;
}
