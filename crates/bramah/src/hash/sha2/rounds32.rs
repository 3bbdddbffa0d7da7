//! The rounds of SHA-224 and SHA-256 over any 32-bit words: one lane is the portable code, more
//! take a message each (FIPS 180-4, section 6.2.2).
//!
//! The eight working variables and the sixteen words of the schedule stay in registers; the
//! variables rotate by renaming, so a round moves nothing. The schedule is computed sixteen
//! words at a time, ahead of the rounds that use them.

use crate::simd::*;

/// Section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
#[rustfmt::skip]
pub(super) const K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

#[inline(always)]
fn block<V: Words<Word = u32>>(isa: V::Isa, state: &mut [V; 8], mut w: [V; 16]) {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    macro_rules! round {
        ($t:expr, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident, $i:literal) => {
            let sum1 = $e.rotr::<6>().xor($e.rotr::<11>()).xor($e.rotr::<25>());
            let t1 = $h.add(V::splat(isa, K[$t + $i])).add(w[$i]).add($e.choose($f, $g)).add(sum1);
            let sum0 = $a.rotr::<2>().xor($a.rotr::<13>()).xor($a.rotr::<22>());
            $d = $d.add(t1);
            $h = t1.add($a.majority($b, $c)).add(sum0);
        };
    }
    macro_rules! eight {
        ($t:expr, $i0:literal $i1:literal $i2:literal $i3:literal $i4:literal $i5:literal $i6:literal $i7:literal) => {
            round!($t, a b c d e f g h, $i0);
            round!($t, h a b c d e f g, $i1);
            round!($t, g h a b c d e f, $i2);
            round!($t, f g h a b c d e, $i3);
            round!($t, e f g h a b c d, $i4);
            round!($t, d e f g h a b c, $i5);
            round!($t, c d e f g h a b, $i6);
            round!($t, b c d e f g h a, $i7);
        };
    }
    macro_rules! schedule {
        ($($i:literal)*) => { $(
            let (x, y) = (w[($i + 1) % 16], w[($i + 14) % 16]);
            let sigma0 = x.rotr::<7>().xor(x.rotr::<18>()).xor(x.shr::<3>());
            let sigma1 = y.rotr::<17>().xor(y.rotr::<19>()).xor(y.shr::<10>());
            w[$i] = w[$i].add(sigma0).add(w[($i + 9) % 16]).add(sigma1);
        )* };
    }
    eight!(0, 0 1 2 3 4 5 6 7);
    eight!(0, 8 9 10 11 12 13 14 15);
    for t in [16, 32, 48] {
        schedule!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        eight!(t, 0 1 2 3 4 5 6 7);
        eight!(t, 8 9 10 11 12 13 14 15);
    }
    for (s, v) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *s = s.add(v);
    }
}

/// One message.
#[inline(always)]
pub(super) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let mut s = *state;
    for bytes in blocks {
        block(Portable, &mut s, words_be(bytes));
    }
    *state = s;
}

/// A message a lane.
#[inline(always)]
fn lanes<V: Words<Word = u32>>(isa: V::Isa, rows: &mut [[u32; MAX_LANES]; 8], mut streams: Streams<'_>) {
    let mut state = [V::splat(isa, 0); 8];
    for (s, row) in state.iter_mut().zip(&*rows) {
        *s = V::load(isa, row);
    }
    while let Some(w) = V::next_be(isa, &mut streams) {
        block(isa, &mut state, w);
    }
    for (s, row) in state.into_iter().zip(rows) {
        s.store(row);
    }
}

lane_entries!(lanes: [[u32; MAX_LANES]; 8], u32);
