//! SM4 one block at a time, in 16-byte registers with GFNI or AES instructions: draft-ribose-cfrg-sm4-10, 6 and 7.
//!
//! **The state** is a register for each word. The word is repeated four times in the register, in the form that
//! [`rounds`](super::rounds) describes, and without the constants that are left out there.
//!
//! **A round** with GFNI takes at least seven cycles on Zen 4, from one input of S-boxes to the next. The inversions under the
//! three maps of L, two of them in the halves of one register, take 3 cycles. Three shuffles take 1 + 2, because the two units
//! begin the last one a cycle late. The XOR with everything that was known before takes 1. The input of the next round is
//! computed next to the word that is replaced, so that no XOR comes between. 32 rounds of 7 cycles would take 14 cycles per
//! byte; 19.5 were measured, perhaps because not every instruction goes to the unit that is free first.

use super::{
    Keys, Sm4Cipher,
    field::{Enter, Leave, Next, Same, Third},
};
use crate::{serial::Serial, simd::octets::Single};

/// The shuffle indices that copy a word to all positions: the first word rotated by one byte and by two bytes, and the third word
/// rotated by three bytes.
static TURNED: [[u8; 16]; 3] = {
    let (mut orders, mut i) = ([[0; 16]; 3], 0);
    while i < 48 {
        let (by, at) = (i / 16 + 1, i % 16);
        orders[i / 16][at] = ((at + by) % 4 + if by == 3 { 8 } else { 0 }) as u8;
        i += 1;
    }
    orders
};

/// Returns two words whose XOR is T.
#[inline(always)]
fn t<V: Single>(y: V) -> (V, V) {
    let next = y.inverted::<Next, Third>();
    let same = y.inverted::<Same, Same>();
    let [one, two, three] = &TURNED;
    (same.xor3(next.shuffled(one), next.shuffled(two)), next.shuffled(three))
}

impl<V: Single> Serial<V> for Sm4Cipher {
    type Isa = V::Isa;
    type Keys = Keys;
    type Block = [u8; 16];
    type State = [V; 4];

    #[inline(always)]
    fn enter(isa: V::Isa, _: &Keys, block: &[u8; 16]) -> [V; 4] {
        V::load(isa, block).affine::<Enter, Enter>().words()
    }

    #[inline(always)]
    fn sum([a, b, c, d]: [V; 4], [e, f, g, h]: [V; 4]) -> [V; 4] {
        [a.xor(e), b.xor(f), c.xor(g), d.xor(h)]
    }

    #[inline(always)]
    fn encrypt(isa: V::Isa, keys: &Keys, [mut a, mut b, mut c, mut d]: [V; 4]) -> [V; 4] {
        // the XOR of the words that the next round reads: all except the word that it replaces
        let mut y = b.xor3(c, d);
        for fours in keys.0[0].as_chunks::<4>().0 {
            let [one, two, three, four] = *fours;
            macro_rules! round {
                ($key:ident, $a:ident $b:ident $c:ident $d:ident) => {
                    let (first, second) = t(y.xor(V::splat(isa, $key)));
                    y = $a.xor3($c, $d).xor3(first, second);
                    $a = $a.xor3(first, second);
                };
            }
            round!(one, a b c d);
            round!(two, b c d a);
            round!(three, c d a b);
            round!(four, d a b c);
        }
        [d, c, b, a]
    }

    #[inline(always)]
    fn leave(_: V::Isa, _: &Keys, words: [V; 4]) -> [u8; 16] {
        V::of_words(words).affine::<Leave, Leave>().store()
    }
}
