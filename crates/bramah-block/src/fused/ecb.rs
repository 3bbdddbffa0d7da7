//! ECB, the electronic codebook: NIST SP 800-38A, 6.1.

use crate::simd::{
    blocks::{Blocks, ModeBlocks},
    memory::{InOut, Step},
};
use crate::wide::{Parallel, Vector, Wide, parallel};

struct Encrypt;
struct Decrypt;

macro_rules! direction {
    ($mode:ident $crypt:ident) => {
        impl<W: Wide> Parallel<W> for $mode {
            #[inline(always)]
            fn group<const K: usize>(&mut self, w: W, step: Step<'_, Vector<W>, K>) {
                let mut v = [W::V::load(w.isa(), &step.get(0)); K];
                for i in 1..K {
                    v[i] = W::V::load(w.isa(), &step.get(i));
                }
                w.$crypt(&mut v);
                for i in 0..K {
                    step.put(i, v[i].store());
                }
            }
            #[inline(always)]
            fn rest(&mut self, w: W, mut data: InOut<'_>) {
                let mut v = [W::V::load_some(w.isa(), data.input())];
                w.$crypt(&mut v);
                v[0].store_some(data.output());
            }
        }
    };
}
direction!(Encrypt encrypt);
direction!(Decrypt decrypt);

#[inline(always)]
pub(crate) fn encrypt<W: Wide>(w: W, data: InOut<'_>) {
    parallel(w, &mut Encrypt, data);
}
#[inline(always)]
pub(crate) fn decrypt<W: Wide>(w: W, data: InOut<'_>) {
    parallel(w, &mut Decrypt, data);
}
