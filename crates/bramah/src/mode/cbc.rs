//! CBC, cipher block chaining: NIST SP 800-38A, 6.2; and the chain alone, which CMAC and its kin are
//! made of.

use super::wide::{Block, Parallel, Serial, Vector, Wide, parallel, serial};
use crate::simd::{Blocks, Bytes, InOut, Step};

pub(crate) struct Encrypt;

impl Serial for Encrypt {
    #[inline(always)]
    fn before<V: Blocks>(chain: V, input: V) -> V {
        chain.xor(input)
    }
    #[inline(always)]
    fn behind<V: Blocks>(encrypted: V, _: V) -> (V, V) {
        (encrypted, encrypted)
    }
}

/// Encrypts; `chain` is the block of ciphertext before, and after.
#[inline(always)]
pub(crate) fn encrypt<W: Wide>(w: W, chain: &mut Block<W>, data: InOut<'_>) {
    serial::<_, Encrypt>(w.narrow(), chain, data);
}

/// The blocks of ciphertext before, of which the last matters.
struct Decrypt<V>(V);

impl<W: Wide> Parallel<W> for Decrypt<W::V> {
    #[inline(always)]
    fn group<const K: usize>(&mut self, w: W, step: Step<'_, Vector<W>, K>) {
        let mut v = [W::V::load(w.isa(), &step.get(0)); K];
        for i in 1..K {
            v[i] = W::V::load(w.isa(), &step.get(i));
        }
        w.decrypt(&mut v);
        for i in 0..K {
            // loaded anew: to keep them takes more registers than there are
            let ciphertext = W::V::load(w.isa(), &step.get(i));
            step.put(i, v[i].xor(ciphertext.after(self.0)).store());
            self.0 = ciphertext;
        }
    }
    #[inline(always)]
    fn rest(&mut self, w: W, mut data: InOut<'_>) {
        let ciphertext = W::V::load_some(w.isa(), data.input());
        let mut v = [ciphertext];
        w.decrypt(&mut v);
        v[0].xor(ciphertext.after(self.0)).store_some(data.output());
    }
}

/// Decrypts; `chain` is the block of ciphertext before, and after.
#[inline(always)]
pub(crate) fn decrypt<W: Wide>(w: W, chain: &mut Block<W>, data: InOut<'_>) {
    let mut mode = Decrypt(W::V::splat(w.isa(), chain));
    // before it is overwritten
    if let Some(last) = Block::<W>::split(data.input()).0.last() {
        *chain = *last;
    }
    parallel(w, &mut mode, data);
}

/// Chains the whole blocks of `data`: `chain` is what the last encryption gave.
#[inline(always)]
pub(crate) fn mac<W: Wide>(w: W, chain: &mut Block<W>, data: &[u8]) {
    let w = w.narrow();
    let mut register = w.load(chain);
    for block in Block::<W>::split(data).0 {
        register = w.one(register.xor(w.load(block)));
    }
    *chain = register.last();
}
