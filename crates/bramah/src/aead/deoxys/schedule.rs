//! The tweakey schedule of Deoxys-BC: the values that the key and the constants contribute to each round, before the
//! tweak.

/// The bytes of a block, of a tweak, and of a word of a key.
pub(super) const BLOCK: usize = 16;
/// The subtweakeys of Deoxys-BC-384, which has 16 rounds; Deoxys-BC-256 has 14.
pub(super) const SUBKEYS: usize = 17;

/// The permutation h: the place from which each byte of the next tweakey word is taken.
pub(super) const H: [u8; BLOCK] = [1, 6, 11, 12, 5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8];

/// The second column of the round constants.
const RCON: [u8; SUBKEYS] =
    [0x2f, 0x5e, 0xbc, 0x63, 0xc6, 0x97, 0x35, 0x6a, 0xd4, 0xb3, 0x7d, 0xfa, 0xef, 0xc5, 0x91, 0x39, 0x72];

/// Returns a word whose bytes are permuted by h.
#[inline(always)]
pub(super) const fn permuted(word: [u8; BLOCK]) -> [u8; BLOCK] {
    let (mut new, mut i) = ([0; BLOCK], 0);
    while i < BLOCK {
        new[i] = word[H[i] as usize];
        i += 1;
    }
    new
}

/// Steps the registers LFSR2 of all bytes.
fn lfsr2(word: [u8; BLOCK]) -> [u8; BLOCK] {
    word.map(|x| x << 1 | (x >> 7 ^ x >> 5) & 1)
}

/// Steps the registers LFSR3 of all bytes.
fn lfsr3(word: [u8; BLOCK]) -> [u8; BLOCK] {
    word.map(|x| x >> 1 | (x ^ x >> 6) << 7)
}

/// Returns the parts of the subtweakeys that do not depend on the tweak, of a key of one word or of two. A key of one
/// word has two subtweakeys less, and the rest is zero.
pub(super) fn expand(key: &[u8]) -> [[u8; BLOCK]; SUBKEYS] {
    let mut subkeys = [[0; BLOCK]; SUBKEYS];
    let (words, _) = key.as_chunks::<BLOCK>();
    // the last word of a key is the second one of the tweakey, after the tweak
    let (second, third) = match words {
        [second] => (*second, None),
        [third, second] => (*second, Some(*third)),
        _ => return subkeys,
    };
    let (mut second, mut third) = (second, third);
    for (subkey, constant) in subkeys.iter_mut().zip(RCON).take(count(key.len())) {
        *subkey = [1, 2, 4, 8, constant, constant, constant, constant, 0, 0, 0, 0, 0, 0, 0, 0];
        for (i, byte) in subkey.iter_mut().enumerate() {
            *byte ^= second[i] ^ third.map_or(0, |third| third[i]);
        }
        second = permuted(lfsr2(second));
        third = third.map(|third| permuted(lfsr3(third)));
    }
    subkeys
}

/// Returns the number of subtweakeys for a key of `key_len` bytes.
pub(super) const fn count(key_len: usize) -> usize {
    if key_len > BLOCK { SUBKEYS } else { SUBKEYS - 2 }
}
