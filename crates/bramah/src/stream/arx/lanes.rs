//! One block in each lane: word `i` of all blocks is in one register, so that a round reads like the specification, and only the
//! output is transposed. The parts of the loop are separate functions, for loops that also do other work.

use super::{BLOCK, Rounds, count};
use crate::simd::{
    memory::{InOut, Line, MAX_LANES},
    words::Words,
};

/// Returns the states of the next `V::LANES` blocks, one in each lane.
#[inline(always)]
pub(crate) fn start<R: Rounds, V: Words<Word = u32>>(isa: V::Isa, state: &[u32; 16]) -> [V; 16] {
    let mut v = [V::splat(isa, 0); 16];
    for i in 0..16 {
        v[i] = V::splat(isa, state[i]);
    }
    let first = v[R::COUNTER];
    let low = first.add(V::load(isa, &NUMBERS));
    // a carry occurred if the highest bit was set before and is clear now
    let carry = low.andnot(first).shr::<31>();
    (v[R::COUNTER], v[R::COUNTER + 1]) = (low, v[R::COUNTER + 1].add(carry));
    v
}

/// The numbers 0, 1, 2 and so on, one for each lane.
const NUMBERS: [u32; MAX_LANES] = {
    let mut numbers = [0; MAX_LANES];
    let mut i = 0;
    while i < MAX_LANES {
        numbers[i] = i as u32;
        i += 1;
    }
    numbers
};

/// Advances the counters by the number of blocks in `registers` registers. The low word of the counter must not carry.
#[inline(always)]
pub(crate) fn advance<R: Rounds, V: Words<Word = u32>>(isa: V::Isa, start: &mut [V; 16], registers: usize) {
    start[R::COUNTER] = start[R::COUNTER].add(V::splat(isa, (registers * V::LANES) as u32));
}

/// Adds the input of the rounds to their output, and XORs the result, the keystream, onto the next `V::LANES` blocks of `data`.
#[inline(always)]
pub(crate) fn finish<V: Words<Word = u32>>(mut v: [V; 16], start: &[V; 16], data: &mut InOut<'_>) {
    for i in 0..16 {
        v[i] = v[i].add(start[i]);
    }
    V::xor_le(v, data);
}

/// Processes as many blocks as fill all lanes. The low word of the counter may carry only after the last of these blocks.
#[inline(always)]
pub(super) fn blocks<R: Rounds, V: Words<Word = u32>>(
    isa: V::Isa,
    state: &mut [u32; 16],
    rounds: u32,
    data: &mut InOut<'_>,
) {
    let groups = data.len() / (BLOCK * V::LANES);
    if groups == 0 {
        return;
    }
    let mut v = start::<R, V>(isa, state);
    let mut line = Line::new(v);
    count::<R>(state, groups * V::LANES);
    loop {
        for _ in 0..rounds / 2 {
            R::double(&mut v);
        }
        finish(v, line.get(), data);
        if data.len() < BLOCK * V::LANES {
            return;
        }
        advance::<R, V>(isa, line.get(), 1);
        // loaded from memory in each iteration: otherwise the compiler would keep another copy in memory
        v = *line.get();
    }
}

/// Processes blocks as `blocks` does, with two registers for each word: while one of the two waits for the result of a step,
/// the other continues. The 32 registers of AVX-512 hold the 16 words twice; the input of the rounds stays in memory.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn twice<R: Rounds, V: Words<Word = u32>>(
    isa: V::Isa,
    state: &mut [u32; 16],
    rounds: u32,
    data: &mut InOut<'_>,
) {
    let whole = 2 * BLOCK * V::LANES;
    if data.len() < whole {
        return;
    }
    let a = start::<R, V>(isa, state);
    count::<R>(state, V::LANES);
    let mut lines = [Line::new(a), Line::new(start::<R, V>(isa, state))];
    count::<R>(state, (data.len() / whole * 2 - 1) * V::LANES);
    loop {
        let [mut a, mut b] = lines.each_mut().map(|line| *line.get());
        for _ in 0..rounds / 2 {
            R::first(&mut a);
            R::first(&mut b);
            R::second(&mut a);
            R::second(&mut b);
        }
        finish(a, lines[0].get(), data);
        finish(b, lines[1].get(), data);
        if data.len() < whole {
            return;
        }
        for line in &mut lines {
            advance::<R, V>(isa, line.get(), 2);
        }
    }
}

/// Applies only the rounds to the state, without adding their input.
#[inline(always)]
pub(super) fn core<R: Rounds>(state: &mut [u32; 16], rounds: u32) {
    let mut v = *state;
    for _ in 0..rounds / 2 {
        R::double(&mut v);
    }
    *state = v;
}

#[cfg(test)]
mod tests {
    use super::{super::ChaCha, *};
    use crate::simd::{Portable, words::Twice};

    #[test]
    fn counters_carry_between_lanes() {
        let mut state = [0; 16];
        (state[12], state[13]) = (u32::MAX, 5);
        let v = start::<ChaCha, Twice<u32>>(Portable, &state);
        let lanes = |word: Twice<u32>| {
            let mut row = [0; MAX_LANES];
            word.store(&mut row);
            [row[0], row[1]]
        };
        assert_eq!((lanes(v[12]), lanes(v[13])), ([u32::MAX, 0], [5, 6]));
        assert_eq!(lanes(v[14]), [0, 0]);
    }
}
