//! Blocks in quarters, a layout for 3 to 15 blocks of 16 bytes. Each of four registers has four bytes of each block: a 32-bit word
//! of a piece has one byte of four blocks.
//!
//! Byte-sliced blocks fill sixteen registers. In pieces, each S-box is computed for all bytes of a block, also for those that
//! another S-box replaces. In quarters, the bytes of one S-box are brought together as far as they fill a register.

use crate::{
    octets::{BY_PLACE, Narrower, Rounds, blocks_of, few, slices, words_of},
    simd::{
        memory::Run,
        octets::{Octets, loaded, stored},
    },
};

/// The rounds of a cipher over blocks in quarters.
pub(crate) trait Quarters<V: Octets>: Rounds<V> {
    /// Whether narrower registers are used in quarters, and byte-sliced, before single blocks.
    const NARROW: bool = true;
    /// Encrypts four registers of whole blocks, or decrypts them if `BACK` is set. The first and the last step are
    /// [`quartered`] and [`restored`].
    fn quarters<const BACK: bool>(isa: V::Isa, keys: &Self::Keys, x: [V; 4]) -> [V; 4];
}

/// Encrypts or decrypts a run: byte-sliced groups of sixteen registers, then of sixteen registers of type `O`. Then four
/// registers, and four of type `O`, are processed in quarters. The remaining blocks are processed in pieces: one register, and
/// single blocks in registers of type `O`.
#[inline(always)]
pub(crate) fn run<C, V: Octets, O: Narrower<V>, const BACK: bool>(
    isa: V::Isa,
    keys: &<C as Rounds<V>>::Keys,
    mut run: Run<'_>,
) where
    C: Quarters<V>
        + Quarters<O>
        + Rounds<V>
        + Rounds<O, Keys = <C as Rounds<V>>::Keys, Block = <C as Rounds<V>>::Block>,
{
    slices::<C, V, BACK>(isa, keys, &mut run);
    if <C as Quarters<V>>::NARROW {
        slices::<C, O, BACK>(isa.into(), keys, &mut run);
    }
    while let Some(group) = run.next::<V::Bytes>(4) {
        let x = <C as Quarters<V>>::quarters::<BACK>(isa, keys, loaded(isa, &group));
        stored(isa, x, &group);
    }
    if <C as Quarters<V>>::NARROW {
        while let Some(group) = run.next::<O::Bytes>(4) {
            let x = <C as Quarters<O>>::quarters::<BACK>(isa.into(), keys, loaded(isa.into(), &group));
            stored(isa.into(), x, &group);
        }
    }
    few::<C, V, O, BACK>(isa, keys, run);
}

/// Converts four registers of whole blocks to quarters: byte `order[4 * i + j]` of each block goes to word `j` of register `i`. The
/// four bytes of the word come from the blocks of the four registers.
#[inline(always)]
pub(crate) fn quartered<V: Octets>(mut x: [V; 4], order: &[u8; 16]) -> [V; 4] {
    for i in 0..4 {
        x[i] = x[i].shuffled(order);
    }
    x = words_of(x);
    for i in 0..4 {
        x[i] = x[i].shuffled(&BY_PLACE);
    }
    x
}

/// Undoes [`quartered`], with the inverse order.
#[inline(always)]
pub(crate) fn restored<V: Octets>(mut x: [V; 4], order: &[u8; 16]) -> [V; 4] {
    for i in 0..4 {
        x[i] = x[i].shuffled(&BY_PLACE);
    }
    x = blocks_of(x);
    for i in 0..4 {
        x[i] = x[i].shuffled(order);
    }
    x
}

/// Returns the words of `y` whose bit is set in `WORDS`, and the other words of `x`.
#[inline(always)]
pub(crate) fn blended<V: Octets, const WORDS: u8>(isa: V::Isa, x: V, y: V) -> V {
    let [those, others] = const { &word_masks(WORDS) };
    x.and(V::piece(isa, others)).or(y.and(V::piece(isa, those)))
}

/// Returns masks of the words of a piece whose bits are set in `words`, and of the other words.
pub(crate) const fn word_masks(words: u8) -> [[u8; 16]; 2] {
    let (mut masks, mut i) = ([[0; 16]; 2], 0);
    while i < 16 {
        masks[if words >> (i / 4) & 1 == 1 { 0 } else { 1 }][i] = 255;
        i += 1;
    }
    masks
}

/// Returns shuffle indices that permute the words of a piece: word `i` of the result is word `order[i]`.
pub(crate) const fn word_order(order: [u8; 4]) -> [u8; 16] {
    let (mut bytes, mut i) = ([0; 16], 0);
    while i < 16 {
        bytes[i] = 4 * order[i / 4] + i as u8 % 4;
        i += 1;
    }
    bytes
}

/// Returns shuffle indices that fill the words of a piece with copies of single bytes: word `i` with byte `order[i]`.
pub(crate) const fn word_copies(order: [u8; 4]) -> [u8; 16] {
    let (mut bytes, mut i) = ([0; 16], 0);
    while i < 16 {
        bytes[i] = order[i / 4];
        i += 1;
    }
    bytes
}
