//! The loops of key wrap: wrapping and unwrapping.

use crate::{
    simd::{
        blocks::{Blocks, Halved},
        memory::InOut,
    },
    wide::Wide,
};

/// Returns the block that is XORed after a step: the big-endian step number in the first half.
#[inline(always)]
fn number(step: u64) -> [u8; 16] {
    u128::from(step.swap_bytes()).to_le_bytes()
}

/// Returns a block whose first half is zero and whose second half is a semiblock.
#[inline(always)]
fn second(semiblock: [u8; 8]) -> [u8; 16] {
    (u128::from(u64::from_le_bytes(semiblock)) << 64).to_le_bytes()
}

/// Returns the two halves of a block.
#[inline(always)]
fn halves(block: [u8; 16]) -> (u64, [u8; 8]) {
    let block = u128::from_le_bytes(block);
    (block as u64, ((block >> 64) as u64).to_le_bytes())
}

/// Wraps semiblocks. `first` is the semiblock before them, as a little-endian number. The semiblock that replaces `first` is
/// written to `check`.
#[inline(always)]
pub(crate) fn wrap<W: Wide<Narrow: Wide<V: Halved>>>(
    w: W,
    first: u128,
    check: &mut u64,
    semiblocks: &mut InOut<'_>,
) {
    let w = w.narrow();
    let mut x = w.masked(w.load(&first.to_le_bytes()));
    let mut step = 0u64;
    macro_rules! step {
        ($from:expr, $to:expr) => {{
            step += 1;
            let block = x.before(w.masked(w.load(&second($from))));
            x = w.link(block, w.load(&number(step)));
            $to = halves(w.masked(x).store()).1;
        }};
    }
    // the first of the six passes reads the input: loading from the output may have to wait for the stores that just copied the
    // text there
    let mut data = semiblocks.reborrow();
    while let Some(semiblock) = data.next::<[u8; 8], 1>() {
        let after;
        step!(semiblock.get(0), after);
        semiblock.put(0, after);
    }
    for _ in 1..6 {
        for semiblock in semiblocks.output().as_chunks_mut().0 {
            step!(*semiblock, *semiblock);
        }
    }
    *check = halves(w.masked(x).store()).0;
}

/// Unwraps semiblocks, with the arguments of [`wrap`].
#[inline(always)]
pub(crate) fn unwrap<W: Wide<Narrow: Wide<V: Halved>>>(
    w: W,
    first: u128,
    check: &mut u64,
    semiblocks: &mut InOut<'_>,
) {
    let w = w.narrow();
    let count = semiblocks.len() / 8;
    let mut step = 6 * count as u64;
    let first = first ^ u128::from_le_bytes(number(step));
    let mut x = w.masked_back(w.load(&first.to_le_bytes()));
    macro_rules! step {
        ($from:expr, $to:expr) => {{
            // the step number that is XORed after the last step is 0
            step = step.wrapping_sub(1);
            let block = x.before(w.masked_back(w.load(&second($from))));
            x = w.link_back(block, w.load(&number(step)));
            $to = halves(w.masked_back(x).store()).1;
        }};
    }
    // reads the input, because of the stores explained in `wrap`
    for i in (0..count).rev() {
        let Some(before) = semiblocks.input().as_chunks().0.get(i).copied() else { break };
        if let Some(to) = semiblocks.output().as_chunks_mut().0.get_mut(i) {
            step!(before, *to);
        }
    }
    for _ in 1..6 {
        for semiblock in semiblocks.output().as_chunks_mut().0.iter_mut().rev() {
            step!(*semiblock, *semiblock);
        }
    }
    *check = halves(w.masked_back(x).store()).0;
}
