//! The tweakey schedule of Deoxys-BC: for each round, the part of the subtweakey that depends on the key and the constants, not
//! on the tweak.

/// The length in bytes of a block, of a tweak, and of a tweakey word.
pub(super) const BLOCK: usize = 16;
/// The number of subtweakeys of Deoxys-BC-384, which has 16 rounds; Deoxys-BC-256 has 14 rounds.
pub(super) const SUBKEYS: usize = 17;

/// The permutation h: for each byte of the next tweakey word, the index of the byte that it is taken from.
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

/// Advances the linear feedback shift register LFSR2 in each byte.
fn lfsr2(word: [u8; BLOCK]) -> [u8; BLOCK] {
    word.map(|x| x << 1 | (x >> 7 ^ x >> 5) & 1)
}

/// Advances the linear feedback shift register LFSR3 in each byte.
fn lfsr3(word: [u8; BLOCK]) -> [u8; BLOCK] {
    word.map(|x| x >> 1 | (x ^ x >> 6) << 7)
}

/// Returns, for a key of 16 or 32 bytes, the parts of the subtweakeys that do not depend on the tweak. A key of 16 bytes has
/// two subtweakeys fewer; the last two of the result are then zeros.
pub(super) fn expand(key: &[u8]) -> [[u8; BLOCK]; SUBKEYS] {
    let mut subkeys = [[0; BLOCK]; SUBKEYS];
    let (words, _) = key.as_chunks::<BLOCK>();
    // the tweak is the first tweakey word, and the last word of the key is the second
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
