//! CBC, cipher block chaining (NIST SP 800-38A, 6.2), and its chain without output, on which CMAC and related MACs are built.

use crate::simd::{
    blocks::{Blocks, ModeBlocks},
    memory::{Bytes, InOut, Step},
};
use crate::wide::{Addends, Block, Parallel, Serial, Vector, Wide, parallel};

pub(crate) struct Encrypt;

impl Serial for Encrypt {
    #[inline(always)]
    fn before<V: Blocks>(chain: V, input: V) -> V {
        chain.xor(input)
    }
    #[inline(always)]
    fn after<V: Blocks>(encrypted: V, _: V) -> (V, V) {
        (encrypted, encrypted)
    }
}

/// Encrypts whole blocks. `chain` is the last block of ciphertext, before and after the call.
#[inline(always)]
pub(crate) fn encrypt<W: Wide>(w: W, chain: &mut Block<W>, data: InOut<'_>) {
    let w = w.narrow();
    let (zero, mut data) = (w.load(&Bytes::ZERO), data);
    let Some(mut step) = data.next::<Block<W>, 1>() else { return };
    let mut register = w.masked(w.load(chain).xor(w.load(&step.get(0))));
    // the step has already XORed the next block of plaintext: XORing it again gives the block of ciphertext
    while let Some(next) = data.next() {
        let input = w.load(&next.get(0));
        register = w.link(register, input);
        step.put(0, w.masked(register).xor(input).last());
        step = next;
    }
    *chain = w.masked(w.link(register, zero)).last();
    step.put(0, *chain);
}

/// The state of CBC decryption: a vector whose last block is the last block of ciphertext so far. Its other blocks do not
/// matter.
struct Decrypt<V>(V);

/// The blocks of ciphertext that precede the blocks of a group. They are loaded again when they are XORed, because there are too
/// few registers to keep them.
struct Preceding<'a, V: Blocks, const K: usize> {
    isa: V::Isa,
    /// The blocks that precede the blocks of the first vector.
    first: V,
    step: Step<'a, V::Bytes, K>,
}

impl<V: Blocks, const K: usize> Addends<V> for Preceding<'_, V, K> {
    #[inline(always)]
    fn get(&self, i: usize) -> V {
        if i == 0 { self.first } else { V::load(self.isa, &self.step.before(i, V::Block::LEN)) }
    }
}

impl<W: Wide> Parallel<W> for Decrypt<W::V> {
    #[inline(always)]
    fn group<const K: usize>(&mut self, w: W, step: Step<'_, Vector<W>, K>) {
        let mut v = [W::V::load(w.isa(), &step.get(0)); K];
        for i in 1..K {
            v[i] = W::V::load(w.isa(), &step.get(i));
        }
        // the preceding blocks are loaded before a block is overwritten in place
        let first = v[0].after(self.0);
        w.decrypt_add(&mut v, &Preceding { isa: w.isa(), first, step });
        self.0 = W::V::load(w.isa(), &step.get(K - 1));
        for i in 0..K {
            step.put(i, v[i].store());
        }
    }
    #[inline(always)]
    fn rest(&mut self, w: W, mut data: InOut<'_>) {
        let ciphertext = W::V::load_some(w.isa(), data.input());
        let mut v = [ciphertext];
        w.decrypt_add(&mut v, &[ciphertext.after(self.0)]);
        v[0].store_some(data.output());
    }
}

/// Decrypts whole blocks. `chain` is the last block of ciphertext, before and after the call.
#[inline(always)]
pub(crate) fn decrypt<W: Wide>(w: W, chain: &mut Block<W>, data: InOut<'_>) {
    let mut mode = Decrypt(W::V::splat(w.isa(), chain));
    // copies the last block of ciphertext before it is overwritten
    if let Some(last) = Block::<W>::split(data.input()).0.last() {
        *chain = *last;
    }
    parallel(w, &mut mode, data);
}

/// Computes the CBC-MAC of the whole blocks of `data`. `chain` is the result of the last encryption, before and after the call.
#[inline(always)]
pub(crate) fn mac<W: Wide>(w: W, chain: &mut Block<W>, data: &[u8]) {
    let w = w.narrow();
    let ([first, blocks @ ..], _) = Block::<W>::split(data) else { return };
    let mut register = w.masked(w.load(chain).xor(w.load(first)));
    for block in blocks {
        register = w.link(register, w.load(block));
    }
    *chain = w.masked(w.link(register, w.load(&Bytes::ZERO))).last();
}
