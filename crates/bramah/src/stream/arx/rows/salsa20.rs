//! The rounds of Salsa20 on rows.

use super::{super::Salsa20, RowRounds};
use crate::simd::rows::Squares;

impl RowRounds for Salsa20 {
    #[inline(always)]
    fn rows_in<V: Squares>(rows: [V; 4]) -> [V; 4] {
        V::diagonals(rows)
    }
    #[inline(always)]
    fn rows_out<V: Squares>(diagonals: [V; 4]) -> [V; 4] {
        V::rows(diagonals)
    }
    #[inline(always)]
    fn first_rows<V: Squares, const N: usize>(v: &mut [[V; 4]; N]) {
        round(v);
    }
    #[inline(always)]
    fn second_rows<V: Squares, const N: usize>(v: &mut [[V; 4]; N]) {
        round(v);
    }
}

/// Applies a round to the columns. The four vectors are the diagonals of the square. The result is the diagonals of the
/// transposed square, so that the next round works on the rows.
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

#[inline(always)]
fn step<V: Squares, const N: u32>(to: V, x: V, y: V) -> V {
    let sum = x.add(y);
    match sum.shifts::<N>() {
        Some([right, left]) => to.xor(right).xor(left),
        None => to.xor(sum.rotr::<N>()),
    }
}
