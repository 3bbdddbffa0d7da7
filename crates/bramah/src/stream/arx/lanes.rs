//! A block in each lane: word `i` of all blocks lies in one register, so that a round is the
//! specification's text, and only what goes out is turned. What a loop is made of stands on its own, for
//! one that does something besides.

use super::{BLOCK, Rounds, count};
use crate::simd::{InOut, Line, MAX_LANES, Words};

/// The state of the next `V::LANES` blocks.
#[inline(always)]
pub(crate) fn start<R: Rounds, V: Words<Word = u32>>(isa: V::Isa, state: &[u32; 16]) -> [V; 16] {
    let mut v = [V::splat(isa, 0); 16];
    for i in 0..16 {
        v[i] = V::splat(isa, state[i]);
    }
    counters::<R, V>(isa, state, &mut v);
    v
}

/// The counters of the next `V::LANES` blocks, for a state that is otherwise the same.
#[inline(always)]
pub(crate) fn counters<R: Rounds, V: Words<Word = u32>>(isa: V::Isa, state: &[u32; 16], v: &mut [V; 16]) {
    let (low, high) = (state[R::COUNTER], state[R::COUNTER + 1]);
    v[R::COUNTER] = V::splat(isa, low).add(V::load(isa, &NUMBERS));
    v[R::COUNTER + 1] = V::splat(isa, high);
    if low > u32::MAX - (V::LANES as u32 - 1) {
        v[R::COUNTER + 1] = V::load(isa, &carried(low, high));
    }
}

/// The high words where the low word carries, once in 2^32 blocks.
#[cold]
#[inline(never)]
fn carried(low: u32, high: u32) -> [u32; MAX_LANES] {
    let mut row = [high; MAX_LANES];
    for (lane, word) in row.iter_mut().enumerate() {
        *word = high.wrapping_add(u32::from(low.checked_add(lane as u32).is_none()));
    }
    row
}

/// 0, 1, 2 and so on.
const NUMBERS: [u32; MAX_LANES] = {
    let mut numbers = [0; MAX_LANES];
    let mut i = 0;
    while i < MAX_LANES {
        numbers[i] = i as u32;
        i += 1;
    }
    numbers
};

/// Adds what the rounds began with to what they came to, and XORs that onto the next blocks of `data`,
/// `V::LANES` of which there are.
#[inline(always)]
pub(crate) fn finish<V: Words<Word = u32>>(mut v: [V; 16], start: &[V; 16], data: &mut InOut<'_>) {
    for i in 0..16 {
        v[i] = v[i].add(start[i]);
    }
    V::xor_le(v, data);
}

/// As many blocks as fill all lanes.
#[inline(always)]
pub(super) fn blocks<R: Rounds, V: Words<Word = u32>>(
    isa: V::Isa,
    state: &mut [u32; 16],
    rounds: u32,
    data: &mut InOut<'_>,
) {
    if data.len() < BLOCK * V::LANES {
        return;
    }
    let mut v = start::<R, V>(isa, state);
    let mut line = Line::new(v);
    loop {
        for _ in 0..rounds / 2 {
            R::double(&mut v);
        }
        finish(v, line.get(), data);
        count::<R>(state, V::LANES);
        if data.len() < BLOCK * V::LANES {
            return;
        }
        counters::<R, V>(isa, state, line.get());
        // read from there again each time: else the compiler keeps what it has read elsewhere in memory
        v = *line.get();
    }
}

/// The rounds alone.
#[inline(always)]
pub(super) fn core<R: Rounds>(state: &mut [u32; 16], rounds: u32) {
    let mut v = *state;
    for _ in 0..rounds / 2 {
        R::double(&mut v);
    }
    *state = v;
}
