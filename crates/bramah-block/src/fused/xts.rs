//! XTS, the tweakable mode for storage, on whole blocks: IEEE 1619, 5.3 and 5.4.

use crate::simd::{
    blocks::{Blocks, ModeBlocks, Powers},
    features::Design,
    memory::{InOut, Step},
};
use crate::wide::{Block, Crypt, Parallel, Vector, Wide, parallel};

/// The tweaks of the next vector, and of the next full group if there is one.
#[derive(Clone, Copy)]
struct Tweaks<V: ModeBlocks> {
    next: V,
    full: V::Powers,
}

/// Returns the maximum number of 16-byte blocks for which one block in each register is faster, because computing the tweaks of a
/// wide register takes longer than it saves in the rounds. AES-256 with one block and with four blocks in each register: on Zen 5,
/// 64 bytes 31.5 and 42.0 ns, 128 bytes 40.1 and 45.4 ns, 192 bytes 54.2 and 46.5 ns (`bramah bench --sizes 64,128,192`); on a Xeon
/// at 2.8 GHz (family 6, model 106), 32 bytes 20 and 22 ns, 48 bytes 28 and 22 ns, 128 bytes 48 and 26 ns.
#[inline(always)]
fn few() -> usize {
    if Design::is_intel() { 2 } else { 8 }
}

/// The number of vectors in a full group, whose tweaks are computed from the tweaks of the previous group.
const FULL: usize = 8;

impl<V: ModeBlocks> Tweaks<V> {
    /// Computes the tweaks from the tweak of the first block. `full` is true if there is a full group.
    #[inline(always)]
    fn new(isa: V::Isa, first: &V::Block, full: bool) -> Self {
        let next = V::powers(isa, first);
        let full = match full {
            true => V::Powers::new(isa, from(isa, next)),
            false => V::Powers::unused(next),
        };
        Self { next, full }
    }

    /// Returns the tweaks of the next `K` vectors.
    #[inline(always)]
    fn get<const K: usize>(&self, isa: V::Isa) -> [V; K] {
        if K < FULL {
            return from(isa, self.next);
        }
        let mut tweaks = [self.next; K];
        tweaks.copy_from_slice(&self.full.get()[..K]);
        tweaks
    }

    /// Advances to the tweaks after the next `K` vectors.
    #[inline(always)]
    fn advance<const K: usize>(&mut self, isa: V::Isa) {
        if K < FULL {
            self.next = self.next.times_x(isa, (K * V::COUNT) as u32);
        } else {
            self.full.advance(isa);
            self.next = self.full.get()[0];
        }
    }
}

/// Returns the tweaks of `K` vectors. Each is computed from the first one, so that they do not depend on one another.
#[inline(always)]
fn from<V: ModeBlocks, const K: usize>(isa: V::Isa, first: V) -> [V; K] {
    let mut tweaks = [first; K];
    for i in 1..K {
        tweaks[i] = first.times_x(isa, (i * V::COUNT) as u32);
    }
    tweaks
}

/// Encryption in XTS.
struct Encrypt<V: ModeBlocks>(Tweaks<V>);
/// Decryption in XTS.
struct Decrypt<V: ModeBlocks>(Tweaks<V>);

macro_rules! direction {
    ($mode:ident $crypt:ident $name:ident) => {
        impl<W: Wide> Parallel<W> for $mode<W::V> {
            #[inline(always)]
            fn group<const K: usize>(&mut self, w: W, step: Step<'_, Vector<W>, K>) {
                let tweaks = self.0.get::<K>(w.isa());
                let mut v = tweaks;
                for i in 0..K {
                    v[i] = W::V::load(w.isa(), &step.get(i)).xor(tweaks[i]);
                }
                w.$crypt(&mut v);
                for i in 0..K {
                    step.put(i, v[i].xor(tweaks[i]).store());
                }
                // after the rounds, because otherwise the compiler would keep the products in memory during the rounds
                self.0.advance::<K>(w.isa());
            }
            #[inline(always)]
            fn rest(&mut self, w: W, mut data: InOut<'_>) {
                let tweaks = self.0.next;
                let mut v = [W::V::load_some(w.isa(), data.input()).xor(tweaks)];
                w.$crypt(&mut v);
                v[0].xor(tweaks).store_some(data.output());
            }
        }

        impl<V: ModeBlocks> $mode<V> {
            #[inline(always)]
            fn run<W: Wide<V = V>>(w: W, tweak: &mut V::Block, data: InOut<'_>) {
                let full = W::GROUP >= FULL && data.len() >= FULL * size_of::<Vector<W>>();
                let mut mode = $mode(Tweaks::new(w.isa(), tweak, full));
                let rest = data.len() / size_of::<Block<W>>() % W::V::COUNT;
                parallel(w, &mut mode, data);
                mode.0.next.scatter(|i, next| {
                    if i == rest {
                        *tweak = next;
                    }
                });
            }
        }

        /// Encrypts or decrypts whole blocks. `tweak` is the encrypted tweak of the next block: of the first block before the
        /// call, and of the block after the last one after the call.
        #[inline(always)]
        pub(crate) fn $name<W: Wide>(w: W, tweak: &mut Block<W>, data: InOut<'_>) {
            let size = size_of::<Block<W>>();
            let has_narrower = W::GROUP >= FULL && W::V::COUNT > 1 && <W::Narrow as Crypt>::V::COUNT == 1;
            if size == 16 && has_narrower && data.len() <= few() * size {
                return $mode::run(w.narrow(), tweak, data);
            }
            $mode::run(w, tweak, data);
        }
    };
}
direction!(Encrypt encrypt encrypt);
direction!(Decrypt decrypt decrypt);
