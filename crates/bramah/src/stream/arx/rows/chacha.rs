//! The rounds of ChaCha on rows.

use super::{super::ChaCha, RowRounds};
use crate::simd::rows::Squares;

impl RowRounds for ChaCha {
    #[inline(always)]
    fn rows_in<V: Squares>(rows: [V; 4]) -> [V; 4] {
        rows
    }
    #[inline(always)]
    fn rows_out<V: Squares>(rows: [V; 4]) -> [V; 4] {
        rows
    }
    #[inline(always)]
    fn first_rows<V: Squares, const N: usize>(v: &mut [[V; 4]; N]) {
        half::<V, N, 16, 20>(v);
        half::<V, N, 24, 25>(v);
        // the second row is computed last, so it stays in place, and the other rows move while it is rotated
        turn::<V, N, 3, 1, 2>(v);
    }
    #[inline(always)]
    fn second_rows<V: Squares, const N: usize>(v: &mut [[V; 4]; N]) {
        half::<V, N, 16, 20>(v);
        half::<V, N, 24, 25>(v);
        turn::<V, N, 1, 3, 2>(v);
    }
}

#[inline(always)]
fn turn<V: Squares, const N: usize, const A: usize, const C: usize, const D: usize>(v: &mut [[V; 4]; N]) {
    for [a, _, c, d] in v {
        (*a, *c, *d) = (a.turn::<A>(), c.turn::<C>(), d.turn::<D>());
    }
}

/// Applies half a round to the columns of the rows: each step to all registers of blocks before the next step.
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
