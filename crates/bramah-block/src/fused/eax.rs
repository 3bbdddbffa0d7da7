//! EAX, the part over the message: Bellare, Rogaway and Wagner, "The EAX mode of operation", 2004.
//!
//! CTR and OMAC over the ciphertext run side by side. OMAC is one block late: the block that it adds next is kept,
//! since the last block of the message is treated differently. So each step encrypts two blocks. The counter begins
//! with a value that is derived from the nonce under the key, so it is secret.

use crate::simd::{
    blocks::{Blocks, ModeBlocks, increment_secret},
    memory::InOut,
};
use crate::wide::{Block, Crypt, Wide};

/// OMAC in progress.
#[derive(Clone, Copy)]
pub(crate) struct Chain<B> {
    /// The result of the last encryption.
    pub(crate) chained: B,
    /// The block to be added next.
    pub(crate) pending: B,
}

macro_rules! direction {
    ($name:ident, |$input:ident, $output:ident| $ciphertext:expr) => {
        #[doc = concat!(stringify!($name), "s whole blocks.")]
        #[inline(always)]
        pub(crate) fn $name<W: Wide>(
            w: W,
            counter: &mut Block<W>,
            chain: &mut Chain<Block<W>>,
            mut data: InOut<'_>,
        ) {
            let w = w.narrow();
            let mut chained = w.load(&chain.chained);
            let mut pending = w.load(&chain.pending);
            while let Some(step) = data.next::<Block<W>, 1>() {
                let mut v = [w.load(counter), chained.xor(pending)];
                increment_secret(counter.as_mut());
                w.encrypt(&mut v);
                let $input = w.load(&step.get(0));
                let $output = v[0].xor($input);
                step.put(0, $output.last());
                (chained, pending) = (v[1], $ciphertext);
            }
            *chain = Chain { chained: chained.last(), pending: pending.last() };
        }
    };
}
direction!(encrypt, |_input, output| output);
direction!(decrypt, |input, _output| input);
