//! The rounds of SM4 over words: draft-ribose-cfrg-sm4-10, 6 and 7.
//!
//! A register has one word of each of several blocks, with its bytes in memory order. A round inverts the bytes three times,
//! under the three maps of L, and rotates words by whole bytes three times.
//!
//! The words lack the constant that T XORs, once for each round in which they were replaced, which is every fourth round. The
//! round keys compensate for this where a round reads these words. After 32 rounds the missing constants have cancelled each
//! other. Decryption uses the keys in the opposite order, and the corrections are equal in both orders.

use super::{
    Keys, Sm4Cipher,
    field::{AFTER, Alone, BEFORE, Enter, LEFT_OUT, Leave, Next, Same, Third},
};
use crate::{
    octets::{WORD_TURNS, WordRounds, first_word, four},
    simd::octets::Inverting,
    wipe,
};

/// Returns the correction that is XORed into every byte of the key of a round.
const fn correction(round: usize) -> u8 {
    // each of the three words that the round reads was replaced once in every four rounds before
    let replaced = (round + 1) / 4 + (round + 2) / 4 + round.div_ceil(4);
    BEFORE ^ if replaced % 2 == 1 { LEFT_OUT } else { 0 }
}
static CORRECTIONS: [u32; 32] = {
    let (mut corrections, mut round) = ([0; 32], 0);
    while round < 32 {
        assert!(correction(round) == correction(31 - round), "decryption has the same corrections");
        corrections[round] = four(correction(round));
        round += 1;
    }
    corrections
};

/// The system parameter FK, and the function that computes the constants CK: 6.2.2 and 7.3.
const FK: [u32; 4] = [0xa3b1_bac6, 0x56aa_3350, 0x677d_9197, 0xb270_22dc];
const fn ck(round: usize) -> u32 {
    let (mut word, mut j) = (0, 0);
    while j < 4 {
        word = (word << 8) | ((4 * round + j) as u32 * 7 % 256);
        j += 1;
    }
    word
}

/// Replaces word `$d` of every group by the result of a round.
macro_rules! round {
    ($isa:ident $x:ident $key:expr, $a:literal $b:literal $c:literal $d:literal) => {{
        let key = V::splat($isa, $key);
        for i in 0..N {
            let y = $x[i][$a].xor3($x[i][$b], $x[i][$c]).xor(key);
            let [same, next, third] = y.inverted_thrice::<Same, Next, Third>();
            let (one, two) = (next.shuffled(&WORD_TURNS[0]), next.shuffled(&WORD_TURNS[1]));
            let three = third.shuffled(&WORD_TURNS[2]);
            $x[i][$d] = $x[i][$d].xor3(same, one).xor3(two, three);
        }
    }};
}

impl<V: Inverting> WordRounds<V> for Sm4Cipher {
    type Keys = Keys;

    #[inline(always)]
    fn expand(isa: V::Isa, key: &[u8], _decrypts: bool, keys: &mut Keys) {
        let mut words = [0_u32; 4];
        for ((word, bytes), fk) in words.iter_mut().zip(key.as_chunks().0).zip(FK) {
            *word = u32::from_be_bytes(*bytes) ^ fk;
        }
        for round in 0..32 {
            let [a, b, c, d] = words;
            let sum = V::splat(isa, (b ^ c ^ d ^ CKS[round]).swap_bytes());
            let sbox =
                sum.affine::<Enter>().xor(V::splat(isa, four(BEFORE))).inverted::<Alone>().affine::<Leave>();
            let sbox = first_word(sbox.xor(V::splat(isa, four(AFTER)))).swap_bytes();
            words = [b, c, d, a ^ sbox ^ sbox.rotate_left(13) ^ sbox.rotate_left(23)];
            let key = V::splat(isa, words[3].swap_bytes()).affine::<Enter>();
            let key = first_word(key) ^ CORRECTIONS[round];
            (keys.0[0][round], keys.0[1][31 - round]) = (key, key);
        }
        wipe::wipe(&mut words);
    }

    #[inline(always)]
    fn words<const BACK: bool, const N: usize>(isa: V::Isa, keys: &Keys, mut x: [[V; 4]; N]) -> [[V; 4]; N] {
        for i in 0..N {
            for j in 0..4 {
                x[i][j] = x[i][j].affine::<Enter>();
            }
        }
        for [a, b, c, d] in keys.0[BACK as usize].as_chunks().0 {
            round!(isa x *a, 1 2 3 0);
            round!(isa x *b, 2 3 0 1);
            round!(isa x *c, 3 0 1 2);
            round!(isa x *d, 0 1 2 3);
        }
        for i in 0..N {
            let [a, b, c, d] = x[i];
            x[i] = [d.affine::<Leave>(), c.affine::<Leave>(), b.affine::<Leave>(), a.affine::<Leave>()];
        }
        x
    }
}

/// The constants CK.
const CKS: [u32; 32] = {
    let (mut words, mut round) = ([0; 32], 0);
    while round < 32 {
        words[round] = ck(round);
        round += 1;
    }
    words
};
