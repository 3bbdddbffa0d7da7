//! Ascon's permutation, which its authenticated encryption and its hash functions use: NIST SP 800-232, section 3.
//!
//! The state is five 64-bit words, into which bytes are put from the lowest byte on. In the kernels, each `V` contains
//! one of these words, for one state or, with vectors, for a state in each lane.

use crate::simd::words::Words;

/// The state S, which consists of the words S0 to S4 (section 3.1).
pub type State = [u64; 5];

/// Applies one round: addition of the constant, substitution and linear diffusion (sections 3.2 to 3.4).
#[inline(always)]
fn round<V: Words<Word = u64>>(isa: V::Isa, [x0, x1, x2, x3, x4]: [V; 5], constant: u64) -> [V; 5] {
    let x2 = x2.xor(V::splat(isa, constant));
    // the S-box in bit-sliced form, where each bit position of the five words is a column
    let (x0, x2, x4) = (x0.xor(x4), x2.xor(x1), x4.xor(x3));
    let y0 = x0.xor(x1.andnot(x2));
    let y1 = x1.xor(x2.andnot(x3));
    let y2 = x2.xor(x3.andnot(x4));
    let y3 = x3.xor(x4.andnot(x0));
    let y4 = x4.xor(x0.andnot(x1));
    let (y0, y1, y3) = (y0.xor(y4), y1.xor(y0), y3.xor(y2));
    [
        diffused::<V, 19, 9, 28>(y0),
        diffused::<V, 39, 22, 61>(y1),
        // the S-box also inverts this word; inverting it after the diffusion has the same result
        diffused::<V, 1, 5, 6>(y2).not(),
        diffused::<V, 10, 7, 17>(y3),
        diffused::<V, 7, 34, 41>(y4),
    ]
}

/// Returns the XOR of a word with its rotations to the right by `FIRST` and by `SECOND`, which is `FIRST + STEP`. In
/// general-purpose registers, the word that was already rotated is rotated further. With BMI2 on Zen 5, this makes
/// Ascon-p\[12\] take 5 % less time.
#[inline(always)]
fn diffused<V: Words<Word = u64>, const FIRST: u32, const STEP: u32, const SECOND: u32>(x: V) -> V {
    const { assert!(FIRST + STEP == SECOND) };
    if V::TERNARY {
        x.xor(x.rotr::<FIRST>()).xor(x.rotr::<SECOND>())
    } else {
        x.xor(x.xor(x.rotr::<STEP>()).rotr::<FIRST>())
    }
}

/// Applies Ascon-p\[8\], which is used after each block of associated data, plaintext or ciphertext.
#[inline(always)]
pub fn permute8<V: Words<Word = u64>>(isa: V::Isa, state: &mut [V; 5]) {
    let mut s = *state;
    s = round(isa, s, 0xb4);
    s = round(isa, s, 0xa5);
    s = round(isa, s, 0x96);
    s = round(isa, s, 0x87);
    s = round(isa, s, 0x78);
    s = round(isa, s, 0x69);
    s = round(isa, s, 0x5a);
    s = round(isa, s, 0x4b);
    *state = s;
}

/// Applies Ascon-p\[12\], which is used at the beginning and the end of a message, and after each block of a hash
/// function's message.
#[inline(always)]
pub fn permute12<V: Words<Word = u64>>(isa: V::Isa, state: &mut [V; 5]) {
    let mut s = *state;
    s = round(isa, s, 0xf0);
    s = round(isa, s, 0xe1);
    s = round(isa, s, 0xd2);
    s = round(isa, s, 0xc3);
    *state = s;
    permute8(isa, state);
}
