//! The rounds of Salsa20 (*Salsa20 specification*, sections 3 to 6).

use super::Rounds;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::rows::Squares;
use crate::simd::words::Words;

/// The steps of two columns or rows.
#[rustfmt::skip]
macro_rules! step {
    (b $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$b] = $v[$b].xor($v[$a].add($v[$d]).rotl::<7>()).pinned(); )* };
    (c $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$c] = $v[$c].xor($v[$b].add($v[$a]).rotl::<9>()).pinned(); )* };
    (d $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$d] = $v[$d].xor($v[$c].add($v[$b]).rotl::<13>()).pinned(); )* };
    (a $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$a] = $v[$a].xor($v[$d].add($v[$c]).rotl::<18>()).pinned(); )* };
    ($step:ident $v:ident P) => { step!($step $v: 0 4 8 12, 5 9 13 1,) };
    ($step:ident $v:ident Q) => { step!($step $v: 10 14 2 6, 15 3 7 11,) };
    ($step:ident $v:ident R) => { step!($step $v: 0 1 2 3, 5 6 7 4,) };
    ($step:ident $v:ident S) => { step!($step $v: 10 11 8 9, 15 12 13 14,) };
    ($v:ident $($step:ident $two:ident;)*) => { $( step!($step $v $two); )* };
}

/// Salsa20.
pub(crate) struct Salsa20;

impl Rounds for Salsa20 {
    const COUNTER: usize = 8;

    #[inline(always)]
    fn first<V: Words<Word = u32>>(v: &mut [V; 16]) {
        step!(v b P; b Q; c P; c Q; d P; d Q; a P; a Q;);
    }
    #[inline(always)]
    fn second<V: Words<Word = u32>>(v: &mut [V; 16]) {
        step!(v b R; b S; c R; c S; d R; d S; a R; a S;);
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn rows_in<V: Squares>(rows: [V; 4]) -> [V; 4] {
        V::diagonals(rows)
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn rows_out<V: Squares>(diagonals: [V; 4]) -> [V; 4] {
        V::rows(diagonals)
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn first_rows<V: Squares, const N: usize>(v: &mut [[V; 4]; N]) {
        round(v);
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn second_rows<V: Squares, const N: usize>(v: &mut [[V; 4]; N]) {
        round(v);
    }
}

/// A round on the columns, whose diagonals the four vectors are; what is left are those of the transposed
/// square, so that the next round is one on rows.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn round<V: Squares, const N: usize>(v: &mut [[V; 4]; N]) {
    for [a, b, _, d] in &mut *v {
        *b = step::<V, 25>(*b, *a, *d);
    }
    for [a, b, c, _] in &mut *v {
        *c = step::<V, 23>(*c, *b, *a);
    }
    for [_, b, c, d] in &mut *v {
        *d = step::<V, 19>(*d, *c, *b);
    }
    for [a, b, c, d] in &mut *v {
        *a = step::<V, 14>(*a, *d, *c);
        (*b, *c, *d) = (d.turn::<1>(), c.turn::<2>(), b.turn::<3>());
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn step<V: Squares, const N: u32>(to: V, x: V, y: V) -> V {
    let sum = x.add(y);
    match sum.shifts::<N>() {
        Some([right, left]) => to.xor(right).xor(left),
        None => to.xor(sum.rotr::<N>()),
    }
}
