//! The rounds of ChaCha (RFC 8439, sections 2.1 and 2.3).

use super::{Rounds, Weave};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::Squares;
use crate::simd::Words;

/// The steps of two columns or diagonals: what is added, exclusive-ored or rotated.
#[rustfmt::skip]
macro_rules! step {
    (a $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$a] = $v[$a].add($v[$b]); )* };
    (d $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$d] = $v[$d].xor($v[$a]); )* };
    (r1 $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$d] = $v[$d].rotl::<16>(); )* };
    (c $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$c] = $v[$c].add($v[$d]); )* };
    (b $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$b] = $v[$b].xor($v[$c]).pinned(); )* };
    (r2 $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$b] = $v[$b].rotl::<12>(); )* };
    (r3 $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$d] = $v[$d].rotl::<8>(); )* };
    (r4 $v:ident: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( $v[$b] = $v[$b].rotl::<7>(); )* };
    // columns 0 and 1, columns 2 and 3, and the diagonals that can follow on the ones and the others
    ($step:ident $v:ident P) => { step!($step $v: 0 4 8 12, 1 5 9 13,) };
    ($step:ident $v:ident Q) => { step!($step $v: 2 6 10 14, 3 7 11 15,) };
    ($step:ident $v:ident R) => { step!($step $v: 3 4 9 14, 0 5 10 15,) };
    ($step:ident $v:ident S) => { step!($step $v: 1 6 11 12, 2 7 8 13,) };
    ($v:ident $($step:ident $two:ident;)*) => { $( step!($step $v $two); )* };
}

/// Two columns abreast, and the other two some steps behind: what of the CPU the one kind of step leaves
/// idle, the other takes. Between them, six parts of `$w`.
#[rustfmt::skip]
macro_rules! round {
    ($v:ident: $p:ident $q:ident, $w:ident: $i:literal $j:literal $k:literal $l:literal $m:literal $n:literal) => {
        step!($v a $p; d $p; r1 $p; a $q;);
        $w.part::<$i>();
        step!($v c $p; d $q; b $p; r1 $q;);
        $w.part::<$j>();
        step!($v r2 $p; c $q; a $p; b $q;);
        $w.part::<$k>();
        step!($v d $p; r2 $q; r3 $p; a $q;);
        $w.part::<$l>();
        step!($v c $p; d $q; b $p; r3 $q;);
        $w.part::<$m>();
        step!($v r4 $p; c $q; b $q; r4 $q;);
        $w.part::<$n>();
    };
}

/// ChaCha.
pub(crate) struct ChaCha;

impl ChaCha {
    /// Two rounds, between whose steps twelve parts of something else are done.
    #[inline(always)]
    pub(crate) fn woven<V: Words<Word = u32>, W: Weave>(v: &mut [V; 16], w: &mut W) {
        round!(v: P Q, w: 0 1 2 3 4 5);
        round!(v: R S, w: 6 7 8 9 10 11);
    }
}

impl Rounds for ChaCha {
    const COUNTER: usize = 12;

    #[inline(always)]
    fn first<V: Words<Word = u32>>(v: &mut [V; 16]) {
        let w = &mut ();
        round!(v: P Q, w: 0 1 2 3 4 5);
    }
    #[inline(always)]
    fn second<V: Words<Word = u32>>(v: &mut [V; 16]) {
        let w = &mut ();
        round!(v: R S, w: 6 7 8 9 10 11);
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn rows_in<V: Squares>(rows: [V; 4]) -> [V; 4] {
        rows
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn rows_out<V: Squares>(rows: [V; 4]) -> [V; 4] {
        rows
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn first_rows<V: Squares, const N: usize>(v: &mut [[V; 4]; N]) {
        half::<V, N, 16, 20>(v);
        half::<V, N, 24, 25>(v);
        // not the second row turns, which is the last to be done: the others turn while it is rotated
        turn::<V, N, 3, 1, 2>(v);
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn second_rows<V: Squares, const N: usize>(v: &mut [[V; 4]; N]) {
        half::<V, N, 16, 20>(v);
        half::<V, N, 24, 25>(v);
        turn::<V, N, 1, 3, 2>(v);
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn turn<V: Squares, const N: usize, const A: usize, const C: usize, const D: usize>(v: &mut [[V; 4]; N]) {
    for [a, _, c, d] in v {
        (*a, *c, *d) = (a.turn::<A>(), c.turn::<C>(), d.turn::<D>());
    }
}

/// Half a round on the columns of the rows, of each group a step before the next step.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn half<V: Squares, const N: usize, const D: u32, const B: u32>(v: &mut [[V; 4]; N]) {
    for [a, b, _, d] in &mut *v {
        *a = a.add(*b);
        *d = d.xor(*a);
    }
    for [_, _, _, d] in &mut *v {
        *d = d.rotr::<D>();
    }
    for [_, b, c, d] in &mut *v {
        *c = c.add(*d);
        *b = b.xor(*c);
    }
    for [_, b, _, _] in &mut *v {
        *b = b.rotr::<B>();
    }
}
