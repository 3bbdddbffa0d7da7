//! The encryption and authentication of the message in EAX: Bellare, Rogaway and Wagner, "The EAX mode of operation", 2004. The
//! caller authenticates the nonce and the associated data.
//!
//! CTR and OMAC over the ciphertext run side by side, two encryptions in each step. OMAC runs one block behind: the block that it
//! adds next is kept, because the last block of the message is treated differently. The first counter is derived from the nonce
//! under the key, so counters are secret.

use crate::simd::{
    blocks::{Blocks, ModeBlocks, increment_secret},
    memory::InOut,
};
use crate::{
    operations::three_blocks,
    wide::{Block, Crypt, Wide},
};

macro_rules! direction {
    ($name:ident, |$input:ident, $output:ident| $ciphertext:expr) => {
        #[doc = concat!(stringify!($name), "s whole blocks, with those of [`Authenticated::Eax`](crate::Authenticated::Eax).")]
        #[inline(always)]
        pub(crate) fn $name<W: Wide>(
            w: W,
            blocks: &mut [&mut [u8]; 3],
            mut data: InOut<'_>,
        ) {
            let Some([counter, last, next]) = three_blocks::<Block<W>>(blocks) else { return };
            let w = w.narrow();
            let mut chained = w.load(last);
            let mut pending = w.load(next);
            while let Some(step) = data.next::<Block<W>, 1>() {
                let mut v = [w.load(counter), chained.xor(pending)];
                increment_secret(counter.as_mut());
                w.encrypt(&mut v);
                let $input = w.load(&step.get(0));
                let $output = v[0].xor($input);
                step.put(0, $output.last());
                (chained, pending) = (v[1], $ciphertext);
            }
            (*last, *next) = (chained.last(), pending.last());
        }
    };
}
direction!(encrypt, |_input, output| output);
direction!(decrypt, |input, _output| input);
