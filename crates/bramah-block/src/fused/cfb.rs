//! CFB, cipher feedback of whole blocks (NIST SP 800-38A, 6.3, where `s` is the number of bits of a block).

use crate::simd::{
    blocks::{Blocks, ModeBlocks},
    memory::{Bytes, InOut, Step},
};
use crate::wide::{Block, Input, Parallel, Serial, Vector, Wide, parallel};

pub(crate) struct Encrypt;

impl Serial for Encrypt {
    #[inline(always)]
    fn before<V: Blocks>(chain: V, _: V) -> V {
        chain
    }
    #[inline(always)]
    fn after<V: Blocks>(encrypted: V, input: V) -> (V, V) {
        let ciphertext = encrypted.xor(input);
        (ciphertext, ciphertext)
    }
}

/// Encrypts whole blocks. `chain` is the last block of ciphertext, before and after the call.
#[inline(always)]
pub(crate) fn encrypt<W: Wide>(w: W, chain: &mut Block<W>, data: InOut<'_>) {
    let (w, mut data) = (w.narrow(), data);
    let mut register = w.masked(w.load(chain));
    while let Some(step) = data.next::<Block<W>, 1>() {
        register = w.link(register, w.load(&step.get(0)));
        step.put(0, w.masked(register).last());
    }
    *chain = w.masked(register).last();
}

/// The state of CFB decryption: a vector whose last block is the last block of ciphertext so far. Its other blocks do not
/// matter.
struct Decrypt<V>(V);

impl<W: Wide> Parallel<W> for Decrypt<W::V> {
    #[inline(always)]
    fn group<const K: usize>(&mut self, w: W, step: Step<'_, Vector<W>, K>) {
        let mut v = [W::V::load(w.isa(), &step.get(0)).after(self.0); K];
        for i in 1..K {
            v[i] = W::V::load(w.isa(), &step.before(i, Block::<W>::LEN));
        }
        self.0 = W::V::load(w.isa(), &step.get(K - 1));
        w.encrypt_add(&mut v, &Input(w.isa(), step));
        for i in 0..K {
            step.put(i, v[i].store());
        }
    }
    #[inline(always)]
    fn rest(&mut self, w: W, mut data: InOut<'_>) {
        let ciphertext = W::V::load_some(w.isa(), data.input());
        let mut v = [ciphertext.after(self.0)];
        w.encrypt_add(&mut v, &[ciphertext]);
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
