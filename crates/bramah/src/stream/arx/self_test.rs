//! The self-test that a candidate must pass before it is used.

use super::{ArxOps, BLOCK, Rounds, run};
use crate::stream::arx::ArxCalls;
use crate::{backend::Backend, simd::memory::InOut};

/// The maximum number of blocks in one call: more than two groups of the widest candidate.
const MOST: usize = 40;

/// Returns whether a block of keystream has the checksum `expected`, and whether processing several blocks, for every number of
/// blocks and also across a carry of the counter, gives the same result as processing one block at a time.
pub(super) fn agrees<R: Rounds>(backend: Backend<ArxOps>, expected: u64) -> bool {
    fold::<R>(backend) == Some(expected)
}

/// Processes all blocks of `data`, including the blocks after a carry of the counter.
fn apply<R: Rounds>(backend: Backend<ArxOps>, state: &mut [u32; 16], data: &mut [u8]) {
    let mut data = InOut::from(data);
    while let Some((mut part, _)) = run(state[R::COUNTER].into(), &mut data) {
        backend.blocks(state, 8, &mut part);
    }
}

/// Returns the checksum of a block of keystream; `None` if any other check fails.
pub(super) fn fold<R: Rounds>(backend: Backend<ArxOps>) -> Option<u64> {
    let mut first = [0; 16];
    for (i, word) in first.iter_mut().enumerate() {
        *word = 0x9e37_79b9u32.wrapping_mul(i as u32 + 1);
    }
    // the low word of the counter carries after the seventh block
    first[R::COUNTER] = 0u32.wrapping_sub(7);
    let mut text = [0; MOST * BLOCK];
    for (byte, value) in text.iter_mut().zip((0..251).cycle()) {
        *byte = value;
    }

    let mut singly = text;
    let mut state = first;
    for block in singly.chunks_mut(BLOCK) {
        apply::<R>(backend, &mut state, block);
    }
    let mut good = (state[R::COUNTER], state[R::COUNTER + 1]) == (MOST as u32 - 7, first[R::COUNTER + 1] + 1);
    for blocks in 0..=MOST {
        let (mut out, mut state) = (text, first);
        apply::<R>(backend, &mut state, &mut out[..blocks * BLOCK]);
        let (done, left) = out.split_at(blocks * BLOCK);
        good &= done == &singly[..done.len()] && left == &text[done.len()..];
    }
    // checks the rounds alone, followed by the addition, as in the specification
    let mut core = first;
    backend.core(&mut core, 8);
    let mut fold = 0u64;
    for (i, (core, first)) in core.into_iter().zip(first).enumerate() {
        let word = core.wrapping_add(first);
        for (j, byte) in word.to_le_bytes().into_iter().enumerate() {
            good &= singly[4 * i + j] == byte ^ text[4 * i + j];
        }
        fold = fold.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(word.into());
    }
    good.then_some(fold)
}
