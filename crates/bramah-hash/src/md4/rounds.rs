//! The rounds of MD4 (RFC 1320, section 3.4), generic over 32-bit words: with single words they are the portable code;
//! with vectors, each lane takes a message.
//!
//! The four variables stay in registers and rotate by renaming. Every step waits for the step before it, so the
//! critical path leads from `b`, the newest variable, to the next new variable. Terms that do not depend on `b` are
//! added first. The two terms of F and of G have no bit in common, so they are added one after the other.

use crate::{frame::words_entries, simd::words::Words};

/// The additive constants of the three rounds: 0, and 2^30 times the square root of 2 and of 3, rounded down (section 3.4).
const K: [u32; 3] = [0, 0x5a827999, 0x6ed9eba1];

#[rustfmt::skip]
#[inline(always)]
fn block<V: Words<Word = u32>>(isa: V::Isa, state: &mut [V; 4], w: &[V; 16]) {
    let [mut a, mut b, mut c, mut d] = *state;
    macro_rules! f {
        ($sum:expr, $b:ident $c:ident $d:ident) => { $sum.opaque().add($b.choose($c, $d)) };
    }
    macro_rules! g {
        ($sum:expr, $b:ident $c:ident $d:ident) => {
            if V::TERNARY { $sum.add($b.majority($c, $d)) } else { $sum.add($c.and($d)).opaque().add($b.and($c.xor($d))) }
        };
    }
    macro_rules! h {
        ($sum:expr, $b:ident $c:ident $d:ident) => { $sum.opaque().add($b.xor($c.xor($d).opaque())) };
    }
    macro_rules! four {
        ($f:ident $round:literal; $k0:literal $k1:literal $k2:literal $k3:literal; $s0:literal $s1:literal $s2:literal $s3:literal) => {
            a = $f!(a.add(w[$k0].add(V::splat(isa, K[$round]))), b c d).rotl::<$s0>();
            d = $f!(d.add(w[$k1].add(V::splat(isa, K[$round]))), a b c).rotl::<$s1>();
            c = $f!(c.add(w[$k2].add(V::splat(isa, K[$round]))), d a b).rotl::<$s2>();
            b = $f!(b.add(w[$k3].add(V::splat(isa, K[$round]))), c d a).rotl::<$s3>();
        };
    }
    four!(f 0; 0 1 2 3; 3 7 11 19);
    four!(f 0; 4 5 6 7; 3 7 11 19);
    four!(f 0; 8 9 10 11; 3 7 11 19);
    four!(f 0; 12 13 14 15; 3 7 11 19);
    four!(g 1; 0 4 8 12; 3 5 9 13);
    four!(g 1; 1 5 9 13; 3 5 9 13);
    four!(g 1; 2 6 10 14; 3 5 9 13);
    four!(g 1; 3 7 11 15; 3 5 9 13);
    four!(h 2; 0 8 4 12; 3 9 11 15);
    four!(h 2; 2 10 6 14; 3 9 11 15);
    four!(h 2; 1 9 5 13; 3 9 11 15);
    four!(h 2; 3 11 7 15; 3 9 11 15);
    for (s, v) in state.iter_mut().zip([a, b, c, d]) {
        *s = s.add(v);
    }
}

words_entries!(block: [u32; 4], u32_twice, words_le next_le, &);
