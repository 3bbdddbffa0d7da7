//! The rounds of SEED over words: RFC 4269, 2.
//!
//! A register has one word of each of several blocks, little-endian because the words are added modulo 2^32. G applies S1 to
//! bytes 0 and 2 and S2 to bytes 1 and 3. Each byte of its result is the XOR of all four S-box results under masks that leave out
//! two bits each. The XOR of all four results without masks is equal for every byte, so three rotations compute it. Then four
//! ANDs with masks select the two bits to leave out.

use super::{
    Keys, SeedCipher,
    field::{Box1, Box2, CONSTANTS, Enter},
};
use crate::{
    octets::{WORD_TURNS, WordRounds, first_word},
    simd::octets::Inverting,
    wipe,
};

/// The shuffle indices that convert words to little-endian, and back.
pub(super) static REVERSED: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];
/// The masks of G: byte `i` of the result takes the S-box result of byte `i + d` under the mask with index `2 i + d`, all
/// indices modulo 4.
pub(super) const MASKS: [u8; 4] = [0xfc, 0xf3, 0xcf, 0x3f];
/// The masks for each distance `d` from 0 to 3, in the four bytes of a word.
const BY_DISTANCE: [u32; 4] = {
    let (mut words, mut i) = ([0; 4], 0);
    while i < 16 {
        let (distance, byte) = (i / 4, i % 4);
        words[distance] |= (MASKS[(2 * byte + distance) % 4] as u32) << (8 * byte);
        i += 1;
    }
    words
};

/// Applies the function G to words.
#[inline(always)]
fn g<V: Inverting>(isa: V::Isa, x: V) -> V {
    let x = x.affine::<Enter>();
    let (even, odd) = (V::splat(isa, 0x00ff_00ff), V::splat(isa, 0xff00_ff00));
    let s = x.inverted::<Box1>().and(even).xor3(x.inverted::<Box2>().and(odd), V::splat(isa, CONSTANTS));
    let mask = |distance: usize| V::splat(isa, BY_DISTANCE[distance]);
    let (a, b) = (s.and(mask(0)), s.shuffled(&WORD_TURNS[0]).and(mask(1)));
    a.xor3(b, s.shuffled(&WORD_TURNS[1]).and(mask(2))).xor(s.shuffled(&WORD_TURNS[2]).and(mask(3)))
}

/// XORs F of words `$c` and `$d` of every group into words `$a` and `$b`.
macro_rules! round {
    ($isa:ident $x:ident $key:expr, $a:literal $b:literal $c:literal $d:literal) => {{
        let [first, second] = [V::splat($isa, $key[0]), V::splat($isa, $key[1])];
        for i in 0..N {
            let c = $x[i][$c].xor(first);
            let one = g($isa, c.xor($x[i][$d].xor(second)));
            let two = g($isa, one.add32(c));
            let three = g($isa, two.add32(one));
            $x[i][$a] = $x[i][$a].xor(three.add32(two));
            $x[i][$b] = $x[i][$b].xor(three);
        }
    }};
}

impl<V: Inverting> WordRounds<V> for SeedCipher {
    type Keys = Keys;

    #[inline(always)]
    fn expand(isa: V::Isa, key: &[u8], _decrypts: bool, keys: &mut Keys) {
        let mut words = [0_u32; 4];
        for (word, bytes) in words.iter_mut().zip(key.as_chunks().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        for round in 0..16 {
            let [a, b, c, d] = words;
            // the constant KC: the golden ratio, rotated by the number of the round
            let constant = 0x9e37_79b9_u32.rotate_left(round as u32);
            let first = V::splat(isa, a.wrapping_add(c).wrapping_sub(constant));
            let second = V::splat(isa, b.wrapping_sub(d).wrapping_add(constant));
            let pair = [first_word(g(isa, first)), first_word(g(isa, second))];
            (keys.0[0][round], keys.0[1][15 - round]) = (pair, pair);
            words = match round % 2 {
                0 => [a >> 8 | b << 24, b >> 8 | a << 24, c, d],
                _ => [a, b, c << 8 | d >> 24, d << 8 | c >> 24],
            };
        }
        wipe::wipe(&mut words);
    }

    #[inline(always)]
    fn words<const BACK: bool, const N: usize>(isa: V::Isa, keys: &Keys, mut x: [[V; 4]; N]) -> [[V; 4]; N] {
        for i in 0..N {
            for j in 0..4 {
                x[i][j] = x[i][j].shuffled(&REVERSED);
            }
        }
        for [one, two] in keys.0[BACK as usize].as_chunks().0 {
            round!(isa x one, 0 1 2 3);
            round!(isa x two, 2 3 0 1);
        }
        for i in 0..N {
            // the last round does not exchange the halves
            let [a, b, c, d] = x[i];
            x[i] =
                [c.shuffled(&REVERSED), d.shuffled(&REVERSED), a.shuffled(&REVERSED), b.shuffled(&REVERSED)];
        }
        x
    }
}
