//! The two lines of RIPEMD (the RIPEMD-160 paper, appendix A, and the specifications of the other three variants),
//! generic over 32-bit words: with single words they are the portable code; with vectors, each lane takes a message.
//!
//! A line is a chain in which every step waits for the step before it. The two lines are combined only at the end, so
//! their steps alternate in the code and each line fills the other's waiting times. The variables of both lines stay in
//! registers and rotate by renaming; the words of the block are read where they are.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::opaque::opaque_ref;
use crate::{frame::words_entries, simd::words::Words};

/// The additive constants of the left line: 0, and 2^30 times the square root of 2, 3, 5 and 7, rounded down.
const LEFT: [u32; 5] = [0, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e];
/// The additive constants of the right line: 2^30 times the cube root of 2, 3, 5 and 7, rounded down. The last round has none.
const RIGHT: [u32; 4] = [0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9];

// The five functions, each added to `$sum`. `$sum` does not depend on `$b`, the newest variable.
macro_rules! f1 {
    ($sum:expr, $b:ident $c:ident $d:ident) => {
        $sum.opaque().add($b.xor($c.xor($d).opaque()))
    };
}
macro_rules! f2 {
    ($sum:expr, $b:ident $c:ident $d:ident) => {
        $sum.opaque().add($b.choose($c, $d))
    };
}
macro_rules! f3 {
    ($sum:expr, $b:ident $c:ident $d:ident) => {
        $sum.opaque().add($b.or($c.not()).xor($d))
    };
}
macro_rules! f4 {
    ($sum:expr, $b:ident $c:ident $d:ident) => {
        // the two terms have no bit in common, so only one operation waits for `$b`
        if V::TERNARY {
            $sum.add($d.choose($b, $c))
        } else {
            $sum.add($d.andnot($c)).opaque().add($b.and($d))
        }
    };
}
macro_rules! f5 {
    ($sum:expr, $b:ident $c:ident $d:ident) => {
        $sum.opaque().add($b.xor($c.or($d.not()).opaque()))
    };
}

/// Returns the words of the block in such a way that each use loads them from memory. With two lines the registers are
/// full, but otherwise the compiler would try to keep the words in registers too.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn reread<V>(words: &[V; 16]) -> &[V; 16] {
    opaque_ref(words)
}
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
#[inline(always)]
fn reread<V>(words: &[V; 16]) -> &[V; 16] {
    words
}

/// Expands to sixteen steps of both lines, for lines of four variables. A step is the number of a word and a rotation distance
/// for the left line, and the same two for the right line.
macro_rules! four {
    ($isa:ident $w:ident; $f:ident $k:expr, $g:ident $l:expr; $a:ident $b:ident $c:ident $d:ident, $p:ident $q:ident $r:ident $s:ident;) => {};
    ($isa:ident $w:ident; $f:ident $k:expr, $g:ident $l:expr; $a:ident $b:ident $c:ident $d:ident, $p:ident $q:ident $r:ident $s:ident;
     $i:literal $n:literal $j:literal $m:literal, $($rest:tt)*) => {
        let $w = reread($w);
        $a = $f!($a.add($w[$i].add(V::splat($isa, $k))), $b $c $d).rotl::<$n>();
        let $w = reread($w);
        $p = $g!($p.add($w[$j].add(V::splat($isa, $l))), $q $r $s).rotl::<$m>();
        four!($isa $w; $f $k, $g $l; $d $a $b $c, $s $p $q $r; $($rest)*);
    };
}

/// Expands to sixteen steps of both lines, for lines of five variables.
macro_rules! five {
    ($isa:ident $w:ident; $f:ident $k:expr, $g:ident $l:expr; $a:ident $b:ident $c:ident $d:ident $e:ident, $p:ident $q:ident $r:ident $s:ident $t:ident;) => {};
    ($isa:ident $w:ident; $f:ident $k:expr, $g:ident $l:expr; $a:ident $b:ident $c:ident $d:ident $e:ident, $p:ident $q:ident $r:ident $s:ident $t:ident;
     $i:literal $n:literal $j:literal $m:literal, $($rest:tt)*) => {
        let $w = reread($w);
        $a = $f!($a.add($w[$i].add(V::splat($isa, $k))), $b $c $d).rotl::<$n>().add($e);
        let $w = reread($w);
        $p = $g!($p.add($w[$j].add(V::splat($isa, $l))), $q $r $s).rotl::<$m>().add($t);
        $c = $c.rotl::<10>();
        $r = $r.rotl::<10>();
        five!($isa $w; $f $k, $g $l; $e $a $b $c $d, $t $p $q $r $s; $($rest)*);
    };
}

// For each round, the words and rotation distances of the steps of both lines.
macro_rules! round1 {
    ($steps:ident $isa:ident $w:ident; $f:ident $k:expr, $g:ident $l:expr; $($vars:ident)*, $($others:ident)*) => {
        $steps!($isa $w; $f $k, $g $l; $($vars)*, $($others)*;
            0 11 5 8, 1 14 14 9, 2 15 7 9, 3 12 0 11,
            4 5 9 13, 5 8 2 15, 6 7 11 15, 7 9 4 5,
            8 11 13 7, 9 13 6 7, 10 14 15 8, 11 15 8 11,
            12 6 1 14, 13 7 10 14, 14 9 3 12, 15 8 12 6,);
    };
}
macro_rules! round2 {
    ($steps:ident $isa:ident $w:ident; $f:ident $k:expr, $g:ident $l:expr; $($vars:ident)*, $($others:ident)*) => {
        $steps!($isa $w; $f $k, $g $l; $($vars)*, $($others)*;
            7 7 6 9, 4 6 11 13, 13 8 3 15, 1 13 7 7,
            10 11 0 12, 6 9 13 8, 15 7 5 9, 3 15 10 11,
            12 7 14 7, 0 12 15 7, 9 15 8 12, 5 9 12 7,
            2 11 4 6, 14 7 9 15, 11 13 1 13, 8 12 2 11,);
    };
}
macro_rules! round3 {
    ($steps:ident $isa:ident $w:ident; $f:ident $k:expr, $g:ident $l:expr; $($vars:ident)*, $($others:ident)*) => {
        $steps!($isa $w; $f $k, $g $l; $($vars)*, $($others)*;
            3 11 15 9, 10 13 5 7, 14 6 1 15, 4 7 3 11,
            9 14 7 8, 15 9 14 6, 8 13 6 6, 1 15 9 14,
            2 14 11 12, 7 8 8 13, 0 13 12 5, 6 6 2 14,
            13 5 10 13, 11 12 0 13, 5 7 4 7, 12 5 13 5,);
    };
}
macro_rules! round4 {
    ($steps:ident $isa:ident $w:ident; $f:ident $k:expr, $g:ident $l:expr; $($vars:ident)*, $($others:ident)*) => {
        $steps!($isa $w; $f $k, $g $l; $($vars)*, $($others)*;
            1 11 8 15, 9 12 6 5, 11 14 4 8, 10 15 1 11,
            0 14 3 14, 8 15 11 14, 12 9 15 6, 4 8 0 14,
            13 9 5 6, 3 14 12 9, 7 5 2 12, 15 6 13 9,
            14 8 9 12, 5 6 7 5, 6 5 10 15, 2 12 14 8,);
    };
}
macro_rules! round5 {
    ($steps:ident $isa:ident $w:ident; $f:ident $k:expr, $g:ident $l:expr; $($vars:ident)*, $($others:ident)*) => {
        $steps!($isa $w; $f $k, $g $l; $($vars)*, $($others)*;
            4 9 12 8, 0 15 15 5, 5 5 10 12, 9 11 4 9,
            7 6 1 12, 12 8 5 5, 2 13 8 14, 10 12 7 6,
            14 5 6 8, 1 12 2 13, 3 13 13 6, 8 14 14 5,
            11 11 0 15, 6 8 3 13, 15 5 9 11, 13 6 11 11,);
    };
}

/// Runs the two lines of RIPEMD-128 or, with an exchange of variables after each round, the two lines of RIPEMD-256.
#[inline(always)]
fn lines128<V: Words<Word = u32>, const EXCHANGE: bool>(
    isa: V::Isa,
    left: &mut [V; 4],
    right: &mut [V; 4],
    w: &[V; 16],
) {
    let ([mut a, mut b, mut c, mut d], [mut p, mut q, mut r, mut s]) = (*left, *right);
    macro_rules! exchange {
        ($x:ident $y:ident) => {
            if EXCHANGE {
                core::mem::swap(&mut $x, &mut $y);
            }
        };
    }
    round1!(four isa w; f1 LEFT[0], f4 RIGHT[0]; a b c d, p q r s);
    exchange!(a p);
    round2!(four isa w; f2 LEFT[1], f3 RIGHT[1]; a b c d, p q r s);
    exchange!(b q);
    round3!(four isa w; f3 LEFT[2], f2 RIGHT[2]; a b c d, p q r s);
    exchange!(c r);
    round4!(four isa w; f4 LEFT[3], f1 0; a b c d, p q r s);
    exchange!(d s);
    (*left, *right) = ([a, b, c, d], [p, q, r, s]);
}

/// Runs the two lines of RIPEMD-160 or, with an exchange of variables after each round, the lines of RIPEMD-320. The
/// sixteen steps of a round leave the names of the five variables shifted by one place.
#[inline(always)]
fn lines160<V: Words<Word = u32>, const EXCHANGE: bool>(
    isa: V::Isa,
    left: &mut [V; 5],
    right: &mut [V; 5],
    w: &[V; 16],
) {
    let ([mut a, mut b, mut c, mut d, mut e], [mut p, mut q, mut r, mut s, mut t]) = (*left, *right);
    macro_rules! exchange {
        ($x:ident $y:ident) => {
            if EXCHANGE {
                core::mem::swap(&mut $x, &mut $y);
            }
        };
    }
    round1!(five isa w; f1 LEFT[0], f5 RIGHT[0]; a b c d e, p q r s t);
    exchange!(a p);
    round2!(five isa w; f2 LEFT[1], f4 RIGHT[1]; e a b c d, t p q r s);
    exchange!(b q);
    round3!(five isa w; f3 LEFT[2], f3 RIGHT[2]; d e a b c, s t p q r);
    exchange!(c r);
    round4!(five isa w; f4 LEFT[3], f2 RIGHT[3]; c d e a b, r s t p q);
    exchange!(d s);
    round5!(five isa w; f5 LEFT[4], f1 0; b c d e a, q r s t p);
    exchange!(e t);
    (*left, *right) = ([a, b, c, d, e], [p, q, r, s, t]);
}

#[inline(always)]
fn block128<V: Words<Word = u32>>(isa: V::Isa, h: &mut [V; 4], w: &[V; 16]) {
    let (mut l, mut r) = (*h, *h);
    lines128::<V, false>(isa, &mut l, &mut r, w);
    *h = [
        h[1].add(l[2]).add(r[3]),
        h[2].add(l[3]).add(r[0]),
        h[3].add(l[0]).add(r[1]),
        h[0].add(l[1]).add(r[2]),
    ];
}

#[inline(always)]
fn block160<V: Words<Word = u32>>(isa: V::Isa, h: &mut [V; 5], w: &[V; 16]) {
    let (mut l, mut r) = (*h, *h);
    lines160::<V, false>(isa, &mut l, &mut r, w);
    *h = [
        h[1].add(l[2]).add(r[3]),
        h[2].add(l[3]).add(r[4]),
        h[3].add(l[4]).add(r[0]),
        h[4].add(l[0]).add(r[1]),
        h[0].add(l[1]).add(r[2]),
    ];
}

#[inline(always)]
fn block256<V: Words<Word = u32>>(isa: V::Isa, h: &mut [V; 8], w: &[V; 16]) {
    let [a, b, c, d, p, q, r, s] = *h;
    let (mut left, mut right) = ([a, b, c, d], [p, q, r, s]);
    lines128::<V, true>(isa, &mut left, &mut right, w);
    for i in 0..4 {
        h[i] = h[i].add(left[i]);
        h[4 + i] = h[4 + i].add(right[i]);
    }
}

#[inline(always)]
fn block320<V: Words<Word = u32>>(isa: V::Isa, h: &mut [V; 10], w: &[V; 16]) {
    let [a, b, c, d, e, p, q, r, s, t] = *h;
    let (mut left, mut right) = ([a, b, c, d, e], [p, q, r, s, t]);
    lines160::<V, true>(isa, &mut left, &mut right, w);
    for i in 0..5 {
        h[i] = h[i].add(left[i]);
        h[5 + i] = h[5 + i].add(right[i]);
    }
}

/// Declares the kernels of a variant, for one message and for messages in lanes.
macro_rules! function {
    ($name:ident, $words:literal, $block:ident) => {
        pub(super) mod $name {
            use super::*;

            words_entries!($block: [u32; $words], u32, words_le next_le, &);
        }
    };
}
function!(ripemd128, 4, block128);
function!(ripemd160, 5, block160);
function!(ripemd256, 8, block256);
function!(ripemd320, 10, block320);
