//! A round of Camellia over pieces, which encryption and the key schedule share: RFC 3713, 2.4.

use super::field::{Box1, Box2, Box3, CONSTANTS, P, To1, last_map};
use crate::simd::octets::Inverting;

/// Returns the eight bytes twice, for both halves of a register.
const fn twice(half: [u8; 8]) -> [u8; 16] {
    let (mut both, mut i) = ([0; 16], 0);
    while i < 16 {
        both[i] = half[i % 8];
        i += 1;
    }
    both
}

/// The constants that a round leaves out in a half, for both halves of a register.
pub(super) static BOTH_CONSTANTS: [u8; 16] = twice(CONSTANTS);

/// A mask of the bytes whose S-box is s4.
static FOURS: [u8; 16] = twice([0, 0, 0, 255, 0, 0, 255, 0]);

/// A shuffle index that gives zero.
pub(super) const NONE: u8 = 128;

/// Returns shuffle indices that compute P of the half that begins at byte `from` and store it in the other half, if the results
/// are XORed. Four shuffles read results of s1, for the bytes of s1 and s4, two read results of s2, and two read results of s3.
const fn sums(from: u8) -> [[u8; 16]; 8] {
    let (mut orders, mut byte) = ([[NONE; 16]; 8], 0);
    while byte < 8 {
        let (mut used, mut j) = ([0, 4, 6], 0);
        while j < 8 {
            if P[byte] >> j & 1 == 1 {
                let sbox = last_map(j as usize);
                orders[used[sbox]][byte + 8 - from as usize] = from + j;
                used[sbox] += 1;
            }
            j += 1;
        }
        byte += 1;
    }
    orders
}

static SUMS: [[[u8; 16]; 8]; 2] = [sums(0), sums(8)];

/// XORs F of the first half into the second half, or F of the second half into the first if `SECOND` is 1.
#[inline(always)]
pub(super) fn round<V: Inverting, const SECOND: usize, const N: usize>(
    isa: V::Isa,
    key: &[u8; 16],
    mut x: [V; N],
) -> [V; N] {
    let (key, fours) = (V::piece(isa, key), V::piece(isa, &FOURS));
    let [a, b, c, d, e, f, g, h] = &SUMS[SECOND];
    for i in 0..N {
        let y = x[i].xor(key);
        let y = y.xor(y.affine::<To1>().and(fours));
        let [one, two, three] = y.inverted_thrice::<Box1, Box2, Box3>();
        let first = one.shuffled(a).xor3(one.shuffled(b), one.shuffled(c)).xor(one.shuffled(d));
        let other = two.shuffled(e).xor(two.shuffled(f)).xor3(three.shuffled(g), three.shuffled(h));
        x[i] = x[i].xor3(first, other);
    }
    x
}
