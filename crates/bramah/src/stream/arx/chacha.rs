//! The rounds of ChaCha (RFC 8439, sections 2.1 and 2.3).

use super::Rounds;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::Squares;
use crate::simd::Words;

/// ChaCha.
pub(crate) struct ChaCha;

impl Rounds for ChaCha {
    const COUNTER: usize = 12;

    #[rustfmt::skip]
    #[inline(always)]
    fn double<V: Words<Word = u32>>(v: &mut [V; 16]) {
        // the steps of some columns or diagonals: what is added, exclusive-ored or rotated
        macro_rules! step {
            (a: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( v[$a] = v[$a].add(v[$b]); )* };
            (d: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( v[$d] = v[$d].xor(v[$a]); )* };
            (r1: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( v[$d] = v[$d].rotl::<16>(); )* };
            (c: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( v[$c] = v[$c].add(v[$d]); )* };
            (b: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( v[$b] = v[$b].xor(v[$c]).pinned(); )* };
            (r2: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( v[$b] = v[$b].rotl::<12>(); )* };
            (r3: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( v[$d] = v[$d].rotl::<8>(); )* };
            (r4: $($a:literal $b:literal $c:literal $d:literal,)*) => { $( v[$b] = v[$b].rotl::<7>(); )* };
        }
        // columns 0 and 1, columns 2 and 3, and the diagonals that can follow on the ones and the others
        macro_rules! two {
            ($step:ident P) => { step!($step: 0 4 8 12, 1 5 9 13,) };
            ($step:ident Q) => { step!($step: 2 6 10 14, 3 7 11 15,) };
            ($step:ident R) => { step!($step: 3 4 9 14, 0 5 10 15,) };
            ($step:ident S) => { step!($step: 1 6 11 12, 2 7 8 13,) };
        }
        macro_rules! run {
            ($($step:ident $two:ident;)*) => { $( two!($step $two); )* };
        }
        // two abreast, and two more some steps behind: what of the CPU the one kind of step leaves idle, the
        // other takes
        run!(
            a P; d P; r1 P; a Q; c P; d Q; b P; r1 Q; r2 P; c Q; a P; b Q; d P; r2 Q; r3 P; a Q; c P; d Q;
            b P; r3 Q; r4 P; c Q; a R; b Q; d R; r4 Q; r1 R; a S; c R; d S; b R; r1 S; r2 R; c S; a R; b S;
            d R; r2 S; r3 R; a S; c R; d S; b R; r3 S; r4 R; c S; b S; r4 S;
        );
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
    fn double_rows<V: Squares, const N: usize>(v: &mut [[V; 4]; N]) {
        round(v);
        // not the second row turns, which is the last to be done: the others turn while it is rotated
        turn::<V, N, 3, 1, 2>(v);
        round(v);
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

/// A round on the columns of the rows, of each group a step before the next step.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn round<V: Squares, const N: usize>(v: &mut [[V; 4]; N]) {
    half::<V, N, 16, 20>(v);
    half::<V, N, 24, 25>(v);
}

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
