//! A block in four rows, with one or more blocks in a register, for messages that do not fill the lanes. The latency of the steps
//! limits the speed for a single block; the CPU has time for more registers of blocks, so several registers go through each step
//! together.

mod chacha;
mod salsa20;

use super::{BLOCK, Rounds, count, lanes};
use crate::simd::{
    memory::{InOut, Line},
    rows::Squares,
    words::Words,
};

/// The rounds of a cipher on rows.
pub(crate) trait RowRounds: Rounds {
    /// Converts the rows of blocks to the order of words that the rounds need.
    fn rows_in<V: Squares>(rows: [V; 4]) -> [V; 4];
    /// Applies the first round to `N` registers of blocks.
    fn first_rows<V: Squares, const N: usize>(v: &mut [[V; 4]; N]);
    /// Applies the second round to `N` registers of blocks.
    fn second_rows<V: Squares, const N: usize>(v: &mut [[V; 4]; N]);
    /// Converts the rows back to the order of the state.
    fn rows_out<V: Squares>(v: [V; 4]) -> [V; 4];
}

/// Returns the rows of the next `N * V::COUNT` blocks.
#[inline(always)]
fn start<R: RowRounds, V: Squares, const N: usize>(isa: V::Isa, state: &[u32; 16]) -> [[V; 4]; N] {
    let words = state.as_chunks().0;
    let rows = [
        V::splat(isa, &words[0]),
        V::splat(isa, &words[1]),
        V::splat(isa, &words[2]),
        V::splat(isa, &words[3]),
    ];
    let mut v = [rows; N];
    for i in 0..N {
        v[i][R::COUNTER / 4] = rows[R::COUNTER / 4].numbered((i * V::COUNT) as u64);
    }
    v
}

/// Adds the input of the rounds to their output, and XORs the result, the keystream, onto the next blocks.
#[inline(always)]
fn finish<R: RowRounds, V: Squares, const N: usize>(
    v: &[[V; 4]; N],
    start: &[[V; 4]; N],
    data: &mut InOut<'_>,
) {
    for i in 0..N {
        let mut rows = R::rows_out(v[i]);
        for j in 0..4 {
            rows[j] = rows[j].add(start[i][j]);
        }
        V::xor_le(rows, data);
    }
}

/// XORs keystream onto the next `N * V::COUNT` blocks, or onto all blocks if there are fewer.
#[inline(always)]
pub(super) fn group<R: RowRounds, V: Squares, const N: usize>(
    isa: V::Isa,
    state: &mut [u32; 16],
    rounds: u32,
    data: &mut InOut<'_>,
) {
    group_beside::<R, V, N>(isa, state, rounds, data, || ());
}

/// XORs keystream onto blocks as `group` does, and calls `beside` once in every two rounds, for work that uses the time in which
/// the steps wait for each other.
#[inline(always)]
pub(crate) fn group_beside<R: RowRounds, V: Squares, const N: usize>(
    isa: V::Isa,
    state: &mut [u32; 16],
    rounds: u32,
    data: &mut InOut<'_>,
    mut beside: impl FnMut(),
) {
    let blocks = (data.len() / BLOCK).min(N * V::COUNT);
    let start = start::<R, V, N>(isa, state);
    let mut v = start;
    for v in &mut v {
        *v = R::rows_in(*v);
    }
    for _ in 0..rounds / 2 {
        R::first_rows(&mut v);
        beside();
        R::second_rows(&mut v);
    }
    finish::<R, V, N>(&v, &start, data);
    count::<R>(state, blocks);
}

/// Processes blocks in lanes, and at the same time one register of blocks in rows, in the time in which the steps of the lanes
/// wait for each other. The number of blocks must exceed the number of lanes, by at most the blocks in a register.
#[inline(always)]
pub(crate) fn beside_lanes<R: RowRounds, L: Words<Word = u32>, V: Squares<Isa = L::Isa>>(
    isa: L::Isa,
    state: &mut [u32; 16],
    rounds: u32,
    data: &mut InOut<'_>,
) {
    let mut line = Line::new(lanes::start::<R, L>(isa, state));
    let mut l = *line.get();
    count::<R>(state, L::LANES);
    let start_v = start::<R, V, 1>(isa, state);
    let mut v = [R::rows_in(start_v[0])];
    for _ in 0..rounds / 2 {
        R::first_rows(&mut v);
        R::first(&mut l);
        R::second_rows(&mut v);
        R::second(&mut l);
    }
    lanes::finish(l, line.get(), data);
    count::<R>(state, data.len() / BLOCK);
    finish::<R, V, 1>(&v, &start_v, data);
}

/// Applies only the rounds to the state, without adding their input.
#[inline(always)]
pub(super) fn core<R: RowRounds, V: Squares>(isa: V::Isa, state: &mut [u32; 16], rounds: u32) {
    let mut v = [R::rows_in(start::<R, V, 1>(isa, state)[0])];
    for _ in 0..rounds / 2 {
        R::first_rows(&mut v);
        R::second_rows(&mut v);
    }
    for (words, row) in state.as_chunks_mut().0.iter_mut().zip(R::rows_out(v[0])) {
        row.first(words);
    }
}
