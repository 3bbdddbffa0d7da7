//! Rijndael in planes, as the modes see it.

use super::{InverseKeys, Keys, MAX_ROUNDS, expand, portable};
use crate::{
    block::wide::Wide,
    simd::{Portable, Several},
};

/// The round keys as the rounds read them. A key schedule has half of that: they are made anew for each call, which
/// takes less than the rounds of a block.
pub(super) struct RoundKeys<const COLUMNS: usize> {
    keys: [portable::Key; MAX_ROUNDS + 1],
    rounds: usize,
}

impl Keys {
    /// The round keys as the rounds read them.
    pub(super) fn unfolded<const COLUMNS: usize>(&self) -> RoundKeys<COLUMNS> {
        let mut new = RoundKeys { keys: [[0; 8]; MAX_ROUNDS + 1], rounds: self.rounds() };
        let folded = self.bytes.as_chunks().0.as_chunks().0;
        for (key, folded) in new.keys[..=new.rounds].iter_mut().zip(folded) {
            *key = portable::unfold::<COLUMNS>(folded);
        }
        new
    }
}

/// The round keys of a cipher with blocks of `COLUMNS` columns, `BLOCK` bytes, of which the planes hold
/// `WIDTH`, and which the modes give `COUNT` at a time.
#[derive(Clone, Copy)]
pub(super) struct Sliced<'k, const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const COUNT: usize>(
    &'k [portable::Key],
);

impl<'k, const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const COUNT: usize>
    Sliced<'k, COLUMNS, BLOCK, WIDTH, COUNT>
{
    #[inline(always)]
    pub(super) fn new(keys: &'k RoundKeys<COLUMNS>) -> Self {
        Self(&keys.keys[..=keys.rounds])
    }
}

/// The rounds, once for all modes: beside them a call costs nothing.
macro_rules! outlined {
    ($name:ident) => {
        #[inline(never)]
        fn $name<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize>(
            keys: &[portable::Key],
            blocks: &mut [[u8; BLOCK]; WIDTH],
        ) {
            portable::$name::<COLUMNS, BLOCK, WIDTH>(keys, blocks);
        }
    };
}
outlined!(encrypt);
outlined!(decrypt);

macro_rules! through_planes {
    ($name:ident) => {
        #[inline(always)]
        fn $name<const N: usize>(self, v: &mut [Self::V; N]) {
            if COUNT == WIDTH {
                for blocks in v {
                    if let Some(blocks) = blocks.0.first_chunk_mut() {
                        $name::<COLUMNS, BLOCK, WIDTH>(self.0, blocks);
                    }
                }
                return;
            }
            // as many at a time as the planes hold
            for group in v.chunks_mut(WIDTH / COUNT) {
                let mut blocks = [[0; BLOCK]; WIDTH];
                for (to, from) in blocks.iter_mut().zip(group.iter().flat_map(|v| &v.0)) {
                    *to = *from;
                }
                $name::<COLUMNS, BLOCK, WIDTH>(self.0, &mut blocks);
                for (to, from) in group.iter_mut().flat_map(|v| &mut v.0).zip(&blocks) {
                    *to = *from;
                }
            }
        }
    };
}

impl<'k, const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const COUNT: usize> Wide
    for Sliced<'k, COLUMNS, BLOCK, WIDTH, COUNT>
where
    [u8; BLOCK]: crate::simd::Bytes,
{
    type V = Several<[u8; BLOCK], COUNT>;
    type Narrow = Sliced<'k, COLUMNS, BLOCK, WIDTH, 1>;
    const GROUP: usize = 1;

    #[inline(always)]
    fn isa(self) -> Portable {
        Portable
    }
    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        Sliced(self.0)
    }
    through_planes!(encrypt);
    through_planes!(decrypt);
}

/// Expands a key.
pub(super) fn expand<const COLUMNS: usize>(key: &[u8], keys: &mut Keys, _: Option<&mut InverseKeys>) {
    let mut words = [0; expand::MAX_WORDS];
    keys.rounds = expand::rounds(key.len() / 4, COLUMNS) as u32;
    let rounds = keys.rounds();
    let count = (COLUMNS * (rounds + 1)).min(words.len());
    expand::expand(key, &mut words[..count], expand::sub_word);
    let halves = keys.bytes.as_chunks_mut().0.as_chunks_mut().0;
    portable::slice_keys::<COLUMNS>(&words[..count], &mut halves[..=rounds]);
    crate::wipe::wipe(&mut words);
}
