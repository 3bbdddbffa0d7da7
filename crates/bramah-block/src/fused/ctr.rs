//! CTR, counter mode (NIST SP 800-38A, 6.5), with one of several ways to increment the counter.

use crate::simd::{
    blocks::{Blocks, Counter, Increment, ModeBlocks},
    memory::{Bytes, InOut, Step},
};
use crate::wide::{Block, Input, Parallel, Vector, Wide, parallel};

struct Both<C>(C);

impl<W: Wide> Parallel<W> for Both<<W::V as ModeBlocks>::Counter> {
    #[inline(always)]
    fn group<const K: usize>(&mut self, w: W, step: Step<'_, Vector<W>, K>) {
        let mut v = self.0.group::<K>();
        w.encrypt_add(&mut v, &Input(w.isa(), step));
        for i in 0..K {
            step.put(i, v[i].store());
        }
    }
    #[inline(always)]
    fn rest(&mut self, w: W, mut data: InOut<'_>) {
        let mut v = [self.0.next()];
        w.encrypt_add(&mut v, &[W::V::load_some(w.isa(), data.input())]);
        v[0].store_some(data.output());
    }
}

/// Encrypts or decrypts the first whole blocks of `data`, up to the next carry out of the low word of the counter, and takes
/// them from `data`: vectors increment no more than this word. `counter` is the counter of the next block, before and after the
/// call. A loop here over the carries would keep the round keys in memory.
#[inline(always)]
pub(crate) fn both<W: Wide>(w: W, counter: &mut Block<W>, increment: Increment, data: &mut InOut<'_>) {
    let blocks = increment.run(counter.as_ref()).min((data.len() / Block::<W>::LEN) as u64);
    let run = data.take(blocks as usize * Block::<W>::LEN);
    parallel(w, &mut Both(Counter::new(w.isa(), counter, increment)), run);
    increment.add(counter.as_mut(), blocks.into());
}
