//! A block in four rows, one or more blocks in a register: for messages that do not fill the lanes. One
//! block is as fast as its steps follow each other; further registers of blocks use what the CPU has idle
//! meanwhile, so several are taken through each step together.

use super::{BLOCK, Rounds, count};
use crate::simd::{InOut, Squares};

/// XORs keystream onto the next `N * V::COUNT` blocks, or as many as there are.
#[inline(always)]
pub(super) fn group<R: Rounds, V: Squares, const N: usize>(
    isa: V::Isa,
    state: &mut [u32; 16],
    rounds: u32,
    data: &mut InOut<'_>,
) {
    let blocks = (data.len() / BLOCK).min(N * V::COUNT);
    let words = state.as_chunks().0;
    let start = [
        V::splat(isa, &words[0]),
        V::splat(isa, &words[1]),
        V::splat(isa, &words[2]),
        V::splat(isa, &words[3]),
    ];
    let mut v = [start; N];
    for i in 0..N {
        v[i][R::COUNTER / 4] = start[R::COUNTER / 4].numbered((i * V::COUNT) as u64);
    }
    let counters = v;
    for v in &mut v {
        *v = R::rows_in(*v);
    }
    for _ in 0..rounds / 2 {
        R::double_rows(&mut v);
    }
    for i in 0..N {
        let mut rows = R::rows_out(v[i]);
        for (row, start) in rows.iter_mut().zip(counters[i]) {
            *row = row.add(start);
        }
        V::xor_le(rows, data);
    }
    count::<R>(state, blocks);
}

/// The rounds alone.
#[inline(always)]
pub(super) fn core<R: Rounds, V: Squares>(isa: V::Isa, state: &mut [u32; 16], rounds: u32) {
    let words = state.as_chunks().0;
    let mut v = [R::rows_in([
        V::splat(isa, &words[0]),
        V::splat(isa, &words[1]),
        V::splat(isa, &words[2]),
        V::splat(isa, &words[3]),
    ])];
    for _ in 0..rounds / 2 {
        R::double_rows(&mut v);
    }
    for (words, row) in state.as_chunks_mut().0.iter_mut().zip(R::rows_out(v[0])) {
        row.first(words);
    }
}
