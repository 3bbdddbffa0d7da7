//! The rounds of MD5 (RFC 1321, section 3.4), generic over 32-bit words: with single words they are the portable code;
//! with vectors, each lane takes a message.
//!
//! The four variables stay in registers and rotate by renaming; the sixteen words of the block are read where they are.
//! Every step waits for the step before it, so the critical path leads from `b`, the newest variable, to the next new
//! variable. Terms that do not depend on `b` are added first. The two terms of G have no bit in common, so they are
//! added one after the other, and only one `and` is on the path. Vector code processes two registers of messages at a
//! time, each of which fills the other's waiting times.

use crate::{frame::words_entries, simd::words::Words};

/// The integer parts of 2^32 times |sin(i + 1)|, with angles in radians (section 3.4).
#[rustfmt::skip]
const T: [u32; 64] = [
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
];

#[rustfmt::skip]
#[inline(always)]
fn block<V: Words<Word = u32>>(isa: V::Isa, state: &mut [V; 4], w: &[V; 16]) {
    let [mut a, mut b, mut c, mut d] = *state;
    // each macro applies the function of its round to the other three variables, and adds the result to `$sum`
    macro_rules! f {
        ($sum:expr, $b:ident $c:ident $d:ident) => { $sum.opaque().add($b.choose($c, $d)) };
    }
    macro_rules! g {
        ($sum:expr, $b:ident $c:ident $d:ident) => {
            if V::TERNARY { $sum.add($d.choose($b, $c)) } else { $sum.add($d.andnot($c)).opaque().add($b.and($d)) }
        };
    }
    macro_rules! h {
        ($sum:expr, $b:ident $c:ident $d:ident) => { $sum.opaque().add($b.xor($c.xor($d).opaque())) };
    }
    macro_rules! i {
        ($sum:expr, $b:ident $c:ident $d:ident) => { $sum.opaque().add($c.xor($b.or($d.not()))) };
    }
    macro_rules! step {
        ($f:ident; $a:ident $b:ident $c:ident $d:ident; $i:literal, $k:literal, $s:literal) => {
            let sum = $a.add(w[$k].add(V::splat(isa, T[$i])));
            $a = $f!(sum, $b $c $d).rotl::<$s>().add($b);
        };
    }
    // round 1
    step!(f; a b c d; 0, 0, 7); step!(f; d a b c; 1, 1, 12);
    step!(f; c d a b; 2, 2, 17); step!(f; b c d a; 3, 3, 22);
    step!(f; a b c d; 4, 4, 7); step!(f; d a b c; 5, 5, 12);
    step!(f; c d a b; 6, 6, 17); step!(f; b c d a; 7, 7, 22);
    step!(f; a b c d; 8, 8, 7); step!(f; d a b c; 9, 9, 12);
    step!(f; c d a b; 10, 10, 17); step!(f; b c d a; 11, 11, 22);
    step!(f; a b c d; 12, 12, 7); step!(f; d a b c; 13, 13, 12);
    step!(f; c d a b; 14, 14, 17); step!(f; b c d a; 15, 15, 22);
    // round 2
    step!(g; a b c d; 16, 1, 5); step!(g; d a b c; 17, 6, 9);
    step!(g; c d a b; 18, 11, 14); step!(g; b c d a; 19, 0, 20);
    step!(g; a b c d; 20, 5, 5); step!(g; d a b c; 21, 10, 9);
    step!(g; c d a b; 22, 15, 14); step!(g; b c d a; 23, 4, 20);
    step!(g; a b c d; 24, 9, 5); step!(g; d a b c; 25, 14, 9);
    step!(g; c d a b; 26, 3, 14); step!(g; b c d a; 27, 8, 20);
    step!(g; a b c d; 28, 13, 5); step!(g; d a b c; 29, 2, 9);
    step!(g; c d a b; 30, 7, 14); step!(g; b c d a; 31, 12, 20);
    // round 3
    step!(h; a b c d; 32, 5, 4); step!(h; d a b c; 33, 8, 11);
    step!(h; c d a b; 34, 11, 16); step!(h; b c d a; 35, 14, 23);
    step!(h; a b c d; 36, 1, 4); step!(h; d a b c; 37, 4, 11);
    step!(h; c d a b; 38, 7, 16); step!(h; b c d a; 39, 10, 23);
    step!(h; a b c d; 40, 13, 4); step!(h; d a b c; 41, 0, 11);
    step!(h; c d a b; 42, 3, 16); step!(h; b c d a; 43, 6, 23);
    step!(h; a b c d; 44, 9, 4); step!(h; d a b c; 45, 12, 11);
    step!(h; c d a b; 46, 15, 16); step!(h; b c d a; 47, 2, 23);
    // round 4
    step!(i; a b c d; 48, 0, 6); step!(i; d a b c; 49, 7, 10);
    step!(i; c d a b; 50, 14, 15); step!(i; b c d a; 51, 5, 21);
    step!(i; a b c d; 52, 12, 6); step!(i; d a b c; 53, 3, 10);
    step!(i; c d a b; 54, 10, 15); step!(i; b c d a; 55, 1, 21);
    step!(i; a b c d; 56, 8, 6); step!(i; d a b c; 57, 15, 10);
    step!(i; c d a b; 58, 6, 15); step!(i; b c d a; 59, 13, 21);
    step!(i; a b c d; 60, 4, 6); step!(i; d a b c; 61, 11, 10);
    step!(i; c d a b; 62, 2, 15); step!(i; b c d a; 63, 9, 21);
    for (s, v) in state.iter_mut().zip([a, b, c, d]) {
        *s = s.add(v);
    }
}

words_entries!(block: [u32; 4], u32_twice, words_le next_le, &);

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_of_sines() {
        for (i, t) in super::T.into_iter().enumerate() {
            assert_eq!(t, (f64::from(i as u32 + 1).sin().abs() * 4294967296.0) as u32);
        }
    }
}
