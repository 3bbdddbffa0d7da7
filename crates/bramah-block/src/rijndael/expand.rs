//! The key expansion of Rijndael: FIPS 197, 5.2. For blocks of more columns and for keys of five and seven words: Daemen and
//! Rijmen, "AES Proposal: Rijndael", 4.3.1.
//!
//! Words are little-endian: the first byte of a column is the lowest.

use crate::simd::gf::circuit::{self, CONSTANT};

/// The maximum number of words of round keys: eight columns for each of 15 round keys.
pub(super) const MAX_WORDS: usize = 8 * 15;

/// Returns the number of rounds, given the number of words of the key and the number of columns of the block.
#[inline(always)]
pub(super) const fn rounds(key: usize, columns: usize) -> usize {
    6 + if key > columns { key } else { columns }
}

/// Fills `words` from a key of 16 to 32 bytes, in multiples of four. `sub_word` is SubBytes of four bytes.
#[inline(always)]
pub(super) fn expand(key: &[u8], words: &mut [u32], sub_word: impl Fn(u32) -> u32) {
    // `last` has the last words, as many as the key has words. A new word is the XOR of an old one and `word`, the word before
    // the new one.
    let mut last = [0; 8];
    let mut word = 0;
    for (last, bytes) in last.iter_mut().zip(key.as_chunks().0) {
        word = u32::from_le_bytes(*bytes);
        *last = word;
    }
    let length = key.len() / 4;
    let (head, tail) = words.split_at_mut(length.min(words.len()));
    for (word, last) in head.iter_mut().zip(last) {
        *word = last;
    }
    let mut constant = 1;
    let mut words = tail.iter_mut();
    loop {
        word = sub_word(word.rotate_right(8)) ^ constant;
        constant = (constant << 1) ^ ((constant >> 7) * 0x11b);
        for (i, last) in last.iter_mut().take(length).enumerate() {
            let Some(next) = words.next() else { return };
            if i == 4 && length > 6 {
                word = sub_word(word);
            }
            word ^= *last;
            *last = word;
            *next = word;
        }
    }
}

/// Applies SubBytes to four bytes without a table, with the Boolean circuit. It uses every eighth bit of each word.
#[inline(always)]
pub(super) fn sub_word(word: u32) -> u32 {
    // The bits between the used ones are ignored.
    let planes =
        circuit::sub([word, word >> 1, word >> 2, word >> 3, word >> 4, word >> 5, word >> 6, word >> 7]);
    let mut bytes = u32::from_le_bytes([CONSTANT; 4]);
    for (i, plane) in planes.into_iter().enumerate() {
        bytes ^= (plane & 0x0101_0101) << i;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the last word of each example of FIPS 197, appendix A.
    #[test]
    fn examples() {
        let keys = [
            (0x2b7e151628aed2a6abf7158809cf4f3c, 0, 16, 0xb6630ca6_u32),
            (0x8e73b0f7da0e6452c810f32b809079e5, 0x62f8ead2522c6b7b << 64, 24, 0x01002202),
            (0x603deb1015ca71be2b73aef0857d7781, 0x1f352c073b6108d72d9810a30914dff4, 32, 0x706c631e),
        ];
        for (high, low, length, last) in keys {
            let key = [u128::to_be_bytes(high), u128::to_be_bytes(low)];
            let count = 4 * (1 + rounds(length / 4, 4));
            let mut words = [0; MAX_WORDS];
            expand(&key.as_flattened()[..length], &mut words[..count], sub_word);
            assert_eq!(words[count - 1], last.swap_bytes());
        }
    }
}
