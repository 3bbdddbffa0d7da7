//! A block in each lane: word `i` of all blocks lies in one register, so that a round is the
//! specification's text, and only what goes out is turned. What a loop is made of stands on its own, for
//! one that does something besides.

use super::{BLOCK, Rounds, count};
use crate::simd::{
    memory::{InOut, Line, MAX_LANES},
    words::Words,
};

/// The state of the next `V::LANES` blocks.
#[inline(always)]
pub(crate) fn start<R: Rounds, V: Words<Word = u32>>(isa: V::Isa, state: &[u32; 16]) -> [V; 16] {
    let mut v = [V::splat(isa, 0); 16];
    for i in 0..16 {
        v[i] = V::splat(isa, state[i]);
    }
    let first = v[R::COUNTER];
    let low = first.add(V::load(isa, &NUMBERS));
    // it carries where the highest bit was set and no longer is
    let carry = low.andnot(first).shr::<31>();
    (v[R::COUNTER], v[R::COUNTER + 1]) = (low, v[R::COUNTER + 1].add(carry));
    v
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

/// As many blocks as fill all lanes, up to where the low word of the counter carries at most.
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
        let start = line.get();
        start[R::COUNTER] = start[R::COUNTER].add(V::splat(isa, V::LANES as u32));
        // read from there again each time: else the compiler keeps what it has read elsewhere in memory
        v = *line.get();
    }
}

/// The same with two registers for each word, of blocks that fill those: while a step of the one waits, the other
/// goes on. The 32 registers of AVX-512 hold both, and what the rounds began with is in memory.
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
            let start = line.get();
            start[R::COUNTER] = start[R::COUNTER].add(V::splat(isa, 2 * V::LANES as u32));
        }
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
