//! CTR for a message of few blocks that is the only message of its key.
//!
//! Each round key is used for all blocks as soon as it is computed, and never stored, so nothing has to be erased. By the
//! instruction latencies of Zen 3, a round key is ready six cycles after the previous one, and a round of a block takes four
//! cycles, so the blocks wait for the keys.

use super::{
    ONCE_BLOCKS,
    gcm_siv::Rekeyed,
    keys::{self, Take},
};
use crate::{
    simd::{
        blocks::{AesRounds, Blocks, Counter, Increment, Partial, Shuffle},
        memory::InOut,
    },
    wide::Crypt,
};

/// Encrypts or decrypts a message of at most [`ONCE_BLOCKS`] blocks, the last of which may be partial, under a key of 16 or 32
/// bytes. `counter` is the big-endian counter of the first block; its low 64 bits must not wrap within the message.
#[inline(always)]
pub(crate) fn ctr<W: Rekeyed>(w: W, key: &[u8], counter: &[u8; 16], data: InOut<'_>)
where
    <W::Narrow as Crypt>::V: Blocks<Bytes = [u8; 16]>,
{
    let isa = w.narrow().isa();
    // messages of up to four blocks take half the work
    match data.len() {
        0..=64 => few::<<W::Narrow as Crypt>::V, 4>(isa, key, counter, data),
        _ => few::<<W::Narrow as Crypt>::V, ONCE_BLOCKS>(isa, key, counter, data),
    }
}

/// Applies each round key to `N` blocks.
struct Rounds<'a, V, const N: usize>(&'a mut [V; N]);

impl<V: AesRounds, const N: usize> Take<V> for Rounds<'_, V, N> {
    #[inline(always)]
    fn first(&mut self, key: V) {
        self.0.iter_mut().for_each(|block| *block = block.xor(key));
    }
    #[inline(always)]
    fn inner(&mut self, key: V) {
        self.0.iter_mut().for_each(|block| *block = block.round(key));
    }
    #[inline(always)]
    fn last(&mut self, key: V) {
        self.0.iter_mut().for_each(|block| *block = block.last_round(key));
    }
}

/// Encrypts or decrypts a message of at most `N` blocks.
#[inline(always)]
fn few<V: Shuffle + Partial + Blocks<Block = [u8; 16], Bytes = [u8; 16]>, const N: usize>(
    isa: V::Isa,
    key: &[u8],
    counter: &[u8; 16],
    mut data: InOut<'_>,
) {
    let (Some(first), Some(last)) = (key.first_chunk(), key.last_chunk()) else { return };
    let mut blocks = V::Counter::new(isa, counter, Increment::Be).group::<N>();
    keys::make::<V>(isa, [*first, *last], key.len() > 16, &mut Rounds(&mut blocks));
    for block in blocks {
        if let Some(whole) = data.next::<[u8; 16], 1>() {
            whole.put(0, block.xor(V::load(isa, &whole.get(0))).store());
        } else {
            // no key stream beyond the text is written to memory
            let text = block.xor(V::load_bytes(isa, data.input())).first_bytes(isa, data.len());
            return text.store_bytes(data.output());
        }
    }
}
