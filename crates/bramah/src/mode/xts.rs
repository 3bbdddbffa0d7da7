//! XTS, the tweakable mode for storage: IEEE 1619, 5.3 and 5.4, on whole blocks.

use super::wide::{Block, Parallel, Vector, Wide, parallel};
use crate::simd::{Blocks, InOut, Step};

/// The tweaks of the next vector, and those of the last group if it was a full one.
#[derive(Clone, Copy)]
struct Tweaks<V> {
    next: V,
    group: [V; FULL],
    grouped: bool,
}

/// The vectors of a group whose tweaks are kept for the next.
const FULL: usize = 8;

impl<V: Blocks> Tweaks<V> {
    #[inline(always)]
    fn new(isa: V::Isa, first: &V::Block) -> Self {
        let next = V::powers(isa, first);
        Self { next, group: [next; FULL], grouped: false }
    }

    /// Those of the next `K` vectors.
    #[inline(always)]
    fn take<const K: usize>(&mut self, isa: V::Isa) -> [V; K] {
        let step = (K * V::COUNT) as u32;
        let mut tweaks = [self.next; K];
        if K == FULL && self.grouped {
            // a step of whole bytes: less work than any other
            for i in 0..K {
                tweaks[i] = self.group[i].times_x(isa, step);
            }
        } else {
            // each from the first, so that none waits for the one before
            for i in 1..K {
                tweaks[i] = self.next.times_x(isa, (i * V::COUNT) as u32);
            }
        }
        if K == FULL {
            self.group.copy_from_slice(&tweaks);
            self.grouped = true;
        }
        self.next = tweaks[0].times_x(isa, step);
        tweaks
    }
}

/// Encryption.
struct Encrypt<V>(Tweaks<V>);
/// Decryption.
struct Decrypt<V>(Tweaks<V>);

macro_rules! direction {
    ($mode:ident $crypt:ident $name:ident) => {
        impl<W: Wide> Parallel<W> for $mode<W::V> {
            #[inline(always)]
            fn group<const K: usize>(&mut self, w: W, step: Step<'_, Vector<W>, K>) {
                let tweaks = self.0.take::<K>(w.isa());
                let mut v = tweaks;
                for i in 0..K {
                    v[i] = W::V::load(w.isa(), &step.get(i)).xor(tweaks[i]);
                }
                w.$crypt(&mut v);
                for i in 0..K {
                    step.put(i, v[i].xor(tweaks[i]).store());
                }
            }
            #[inline(always)]
            fn rest(&mut self, w: W, mut data: InOut<'_>) {
                let tweaks = self.0.next;
                let mut v = [W::V::load_some(w.isa(), data.input()).xor(tweaks)];
                w.$crypt(&mut v);
                v[0].xor(tweaks).store_some(data.output());
            }
        }

        /// `tweak` is that of the first block, already encrypted, and then that of the next.
        #[inline(always)]
        pub(crate) fn $name<W: Wide>(w: W, tweak: &mut Block<W>, data: InOut<'_>) {
            let mut mode = $mode(Tweaks::new(w.isa(), tweak));
            let rest = data.len() / size_of::<Block<W>>() % W::V::COUNT;
            parallel(w, &mut mode, data);
            mode.0.next.scatter(|i, next| {
                if i == rest {
                    *tweak = next;
                }
            });
        }
    };
}
direction!(Encrypt encrypt encrypt);
direction!(Decrypt decrypt decrypt);
