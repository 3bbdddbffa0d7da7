//! The rounds of HIGHT, over the single bytes of one block, or byte-sliced, where register `i` has byte `i` of many blocks.

use super::{HightBytes, Keys};
use crate::{
    Cipher,
    eights::{Byte, ByteRounds, One},
    octets::four,
    simd::{
        gf::Linear,
        octets::{Affine, Octets},
    },
};

/// The constants of the key schedule: the states of a 7-bit linear feedback shift register with x^7 + x^3 + 1.
const DELTAS: [u8; 128] = {
    let (mut deltas, mut state, mut i) = ([0; 128], 0x5a, 0);
    while i < 128 {
        deltas[i] = state;
        state = state >> 1 | ((state >> 3 ^ state) & 1) << 6;
        i += 1;
    }
    deltas
};

/// Returns the XOR of three rotations of a byte to the left.
const fn rotations(x: u8, by: [u32; 3]) -> u8 {
    x.rotate_left(by[0]) ^ x.rotate_left(by[1]) ^ x.rotate_left(by[2])
}

/// Returns [`rotations`] as a linear map.
const fn linear(by: [u32; 3]) -> Linear {
    let (mut images, mut bit) = ([0; 8], 0);
    while bit < 8 {
        images[bit] = rotations(1 << bit, by);
        bit += 1;
    }
    Linear(images)
}

/// The rotations, in bits, of the functions F0 and F1.
const F0: [u32; 3] = [1, 2, 7];
const F1: [u32; 3] = [3, 4, 6];

/// F0 as a linear map.
struct Map0;
impl Affine for Map0 {
    const MAP: Linear = linear(F0);
}
/// F1 as a linear map.
struct Map1;
impl Affine for Map1 {
    const MAP: Linear = linear(F1);
}

/// A byte to which F0 and F1 can be applied.
trait Mixed: Byte {
    /// Applies F0.
    fn f0(self) -> Self;
    /// Applies F1.
    fn f1(self) -> Self;
}

impl Mixed for One {
    #[inline(always)]
    fn f0(self) -> Self {
        Self(rotations(self.0, F0))
    }
    #[inline(always)]
    fn f1(self) -> Self {
        Self(rotations(self.0, F1))
    }
}

impl<V: Octets> Mixed for V {
    #[inline(always)]
    fn f0(self) -> Self {
        self.affine::<Map0>()
    }
    #[inline(always)]
    fn f1(self) -> Self {
        self.affine::<Map1>()
    }
}

/// Expands a key.
#[inline(always)]
pub(super) fn expand<const BIG: bool>(key: &[u8], keys: &mut Keys) {
    // the byte of the key with index `i`, in the byte order of the cipher
    let byte = |i: usize| key[if BIG { 15 - i % 16 } else { i % 16 }];
    for (i, word) in keys.whitening.as_flattened_mut().iter_mut().enumerate() {
        *word = four(byte(i + 12));
    }
    for (i, word) in keys.rounds.as_flattened_mut().iter_mut().enumerate() {
        // each group has eight subkeys from the lower half of the key and eight from the upper half; for each next group both
        // halves are rotated by one more byte
        let (turn, half, place) = (i / 16, i / 8 % 2, i % 8);
        *word = four(byte(8 * half + (place + 8 - turn) % 8).wrapping_add(DELTAS[i]));
    }
}

/// Applies a round.
#[inline(always)]
fn round<V: Mixed>(isa: V::Isa, key: &[u32; 4], x: [V; 8]) -> [V; 8] {
    let key = |i: usize| V::of(isa, key[i]);
    [
        x[7].plus(x[6].f0().sum(key(3))),
        x[0],
        x[1].sum(x[0].f1().plus(key(0))),
        x[2],
        x[3].plus(x[2].f0().sum(key(1))),
        x[4],
        x[5].sum(x[4].f1().plus(key(2))),
        x[6],
    ]
}

/// Undoes a round.
#[inline(always)]
fn unround<V: Mixed>(isa: V::Isa, key: &[u32; 4], x: [V; 8]) -> [V; 8] {
    let key = |i: usize| V::of(isa, key[i]);
    [
        x[1],
        x[2].difference(x[1].f1().plus(key(0))),
        x[3],
        x[4].plus(x[3].f0().sum(key(1))),
        x[5],
        x[6].difference(x[5].f1().plus(key(2))),
        x[7],
        x[0].plus(x[7].f0().sum(key(3))),
    ]
}

/// Adds whitening keys to every second byte, or subtracts them if `BACK` is set.
#[inline(always)]
fn whitened<V: Byte, const BACK: bool>(isa: V::Isa, key: &[u32; 4], mut x: [V; 8]) -> [V; 8] {
    let key = [V::of(isa, key[0]), V::of(isa, key[1]), V::of(isa, key[2]), V::of(isa, key[3])];
    x[0] = if BACK { x[0].difference(key[0]) } else { x[0].sum(key[0]) };
    x[2] = x[2].plus(key[1]);
    x[4] = if BACK { x[4].difference(key[2]) } else { x[4].sum(key[2]) };
    x[6] = x[6].plus(key[3]);
    x
}

/// Sorts the bytes of a block by their index in the cipher, or back to their order in memory.
#[inline(always)]
fn ordered<V: Copy, const BIG: bool>(x: [V; 8]) -> [V; 8] {
    let [a, b, c, d, e, f, g, h] = x;
    if BIG { [h, g, f, e, d, c, b, a] } else { x }
}

impl<V: Mixed, const BIG: bool> ByteRounds<V> for HightBytes<BIG>
where
    Self: Cipher<Schedule = Keys>,
{
    const ALONE: bool = true;

    #[inline(always)]
    fn rounds<const BACK: bool>(isa: V::Isa, keys: &Keys, x: [V; 8]) -> [V; 8] {
        let [before, after] = &keys.whitening;
        let mut x = ordered::<V, BIG>(x);
        // after eight rounds each register is in its original position; the last round does not rotate the bytes
        if BACK {
            let [a, b, c, d, e, f, g, h] = whitened::<V, BACK>(isa, after, x);
            x = [h, a, b, c, d, e, f, g];
            for keys in keys.rounds.as_chunks::<8>().0.iter().rev() {
                x = unround(isa, &keys[7], x);
                x = unround(isa, &keys[6], x);
                x = unround(isa, &keys[5], x);
                x = unround(isa, &keys[4], x);
                x = unround(isa, &keys[3], x);
                x = unround(isa, &keys[2], x);
                x = unround(isa, &keys[1], x);
                x = unround(isa, &keys[0], x);
            }
            x = whitened::<V, BACK>(isa, before, x);
        } else {
            x = whitened::<V, BACK>(isa, before, x);
            for keys in keys.rounds.as_chunks::<8>().0 {
                x = round(isa, &keys[0], x);
                x = round(isa, &keys[1], x);
                x = round(isa, &keys[2], x);
                x = round(isa, &keys[3], x);
                x = round(isa, &keys[4], x);
                x = round(isa, &keys[5], x);
                x = round(isa, &keys[6], x);
                x = round(isa, &keys[7], x);
            }
            let [h, a, b, c, d, e, f, g] = x;
            x = whitened::<V, BACK>(isa, after, [a, b, c, d, e, f, g, h]);
        }
        ordered::<V, BIG>(x)
    }
}
