//! Ascon's permutation, which authenticated encryption and hashing share: NIST SP 800-232, section 3.
//!
//! The state is five words of 64 bits, which the bytes fill with the lowest byte first. Each word of a kernel holds that
//! word of one state, or of one state in each lane.

use crate::simd::words::Words;

/// The state S, of the words S0 to S4 (section 3.1).
pub(crate) type State = [u64; 5];

/// One round: addition of the constant, substitution and linear diffusion (sections 3.2 to 3.4).
#[inline(always)]
fn round<V: Words<Word = u64>>(isa: V::Isa, [x0, x1, x2, x3, x4]: [V; 5], constant: u64) -> [V; 5] {
    let x2 = x2.xor(V::splat(isa, constant));
    // the substitution box in bit-sliced form: every bit position of the five words is a column
    let (x0, x2, x4) = (x0.xor(x4), x2.xor(x1), x4.xor(x3));
    let y0 = x0.xor(x1.andnot(x2));
    let y1 = x1.xor(x2.andnot(x3));
    let y2 = x2.xor(x3.andnot(x4));
    let y3 = x3.xor(x4.andnot(x0));
    let y4 = x4.xor(x0.andnot(x1));
    let (y0, y1, y2, y3) = (y0.xor(y4), y1.xor(y0), y2.not(), y3.xor(y2));
    [
        y0.xor(y0.rotr::<19>()).xor(y0.rotr::<28>()),
        y1.xor(y1.rotr::<61>()).xor(y1.rotr::<39>()),
        y2.xor(y2.rotr::<1>()).xor(y2.rotr::<6>()),
        y3.xor(y3.rotr::<10>()).xor(y3.rotr::<17>()),
        y4.xor(y4.rotr::<7>()).xor(y4.rotr::<41>()),
    ]
}

/// Applies Ascon-p\[8\], which takes blocks of associated data and of a text in.
#[inline(always)]
pub(crate) fn permute8<V: Words<Word = u64>>(isa: V::Isa, state: &mut [V; 5]) {
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

/// Applies Ascon-p\[12\], which begins and ends a message, and takes the blocks of a hash function in.
#[inline(always)]
pub(crate) fn permute12<V: Words<Word = u64>>(isa: V::Isa, state: &mut [V; 5]) {
    let mut s = *state;
    s = round(isa, s, 0xf0);
    s = round(isa, s, 0xe1);
    s = round(isa, s, 0xd2);
    s = round(isa, s, 0xc3);
    *state = s;
    permute8(isa, state);
}
