//! SEED one block at a time, with GFNI in 16-byte registers: RFC 4269, 2.
//!
//! **The state** is a register for each word. The word is repeated four times in the register, little-endian because words are
//! added modulo 2^32.
//!
//! **G** takes at least ten cycles on Zen 4. The bytes are mapped to the field of AES (3 cycles). Then they are inverted four
//! times side by side, each time with one of the four masks in the maps after the inversion, for S1 in the lower half of a
//! register and for S2 in the upper half (3 cycles, and a cycle late because the units begin two in a cycle). Each result has one
//! term of every byte: four shuffles (2), and two XORs of three operands, of which only the last waits for the last shuffle (1).
//! A round is three times G, with an addition after each, and the XOR into the other half: 34 cycles. So 16 rounds of 16 bytes
//! would take 34 cycles per byte. The map to the field takes 9 of the 34 cycles, and is needed each time because the additions
//! need bytes of the cipher's own field. 40 cycles per byte were measured, perhaps because not every instruction goes to the unit
//! that is free first. Fewer inversions with the masks after the shuffles, fewer shuffles, and XORs in another order were no
//! faster.

use super::{
    Keys, SeedCipher,
    field::{Box1, Box2, CONSTANTS, Enter},
    rounds::{MASKS, REVERSED},
};
use crate::{
    serial::Serial,
    simd::{
        gf::Linear,
        octets::{Affine, Single},
    },
};
use core::marker::PhantomData;

/// The map from an inverse to an S-box result under one of the masks.
struct Masked<M, const MASK: usize>(PhantomData<M>);
impl<M: Affine, const MASK: usize> Affine for Masked<M, MASK> {
    const MAP: Linear = {
        let (mut masked, mut bit) = (M::MAP, 0);
        while bit < 8 {
            masked.0[bit] &= MASKS[MASK];
            bit += 1;
        }
        masked
    };
}

/// The shuffle indices that select the term of each byte under each mask. The index of a mask is the sum, modulo 4, of the
/// indices of the input byte and the result byte. The terms of S1 (bytes 0 and 2) are in the lower half of a register.
static TERMS: [[u8; 16]; 4] = {
    let (mut orders, mut i) = ([[0; 16]; 4], 0);
    while i < 64 {
        let (mask, at) = (i / 16, i % 16);
        let byte = (mask + 8 - at % 4) % 4;
        orders[mask][at] = (byte + if byte % 2 == 1 { 8 } else { 0 }) as u8;
        i += 1;
    }
    orders
};
/// The XOR of the S-box constants under their masks, which is XORed into the result of G.
const ADDED: u32 = {
    let (constants, mut sum, mut i) = (CONSTANTS.to_le_bytes(), [0; 4], 0);
    while i < 16 {
        sum[i / 4] ^= constants[i % 4] & MASKS[(i / 4 + i % 4) % 4];
        i += 1;
    }
    u32::from_le_bytes(sum)
};

/// Applies the function G to a word.
#[inline(always)]
fn g<V: Single>(isa: V::Isa, x: V) -> V {
    macro_rules! masked {
        ($x:ident $mask:literal) => {
            $x.inverted::<Masked<Box1, $mask>, Masked<Box2, $mask>>().shuffled(&TERMS[$mask])
        };
    }
    let x = x.affine::<Enter, Enter>();
    let (a, b) = (masked!(x 0), masked!(x 1));
    let (c, d) = (masked!(x 2), masked!(x 3));
    a.xor3(b, V::splat(isa, ADDED)).xor3(c, d)
}

impl<V: Single> Serial<V> for SeedCipher {
    type Isa = V::Isa;
    type Keys = Keys;
    type Block = [u8; 16];
    type State = [V; 4];

    #[inline(always)]
    fn enter(isa: V::Isa, _: &Keys, block: &[u8; 16]) -> [V; 4] {
        V::load(isa, block).shuffled(&REVERSED).words()
    }

    #[inline(always)]
    fn sum([a, b, c, d]: [V; 4], [e, f, g, h]: [V; 4]) -> [V; 4] {
        [a.xor(e), b.xor(f), c.xor(g), d.xor(h)]
    }

    #[inline(always)]
    fn encrypt(isa: V::Isa, keys: &Keys, [mut a, mut b, mut c, mut d]: [V; 4]) -> [V; 4] {
        // the XOR of the two words of the half that the next round reads
        let mut read = c.xor(d);
        for [first, second] in keys.0[0].as_chunks().0 {
            macro_rules! round {
                ($keys:ident, $a:ident $b:ident $c:ident $d:ident) => {
                    let [key, other] = *$keys;
                    let keyed = $c.xor(V::splat(isa, key));
                    let one = g(isa, read.xor(V::splat(isa, key ^ other)));
                    let two = g(isa, one.add32(keyed));
                    let three = g(isa, two.add32(one));
                    let sum = three.add32(two);
                    read = $a.xor($b).xor3(three, sum);
                    ($a, $b) = ($a.xor(sum), $b.xor(three));
                };
            }
            round!(first, a b c d);
            round!(second, c d a b);
        }
        // the last round does not exchange the halves
        [c, d, a, b]
    }

    #[inline(always)]
    fn leave(_: V::Isa, _: &Keys, words: [V; 4]) -> [u8; 16] {
        V::of_words(words).shuffled(&REVERSED).store()
    }
}
