//! Rijndael in planes, behind the interface that modes use.

use super::{Keys, expand, portable};
use crate::{
    block::wide::{self, Crypt, Wide},
    simd::{
        Portable,
        blocks::Several,
        memory::{Bytes, Run},
    },
};

/// The round keys of a cipher with blocks of `COLUMNS` columns, which are `BLOCK` bytes. The planes hold `WIDTH`
/// blocks, and the modes pass `COUNT` blocks at a time.
#[derive(Clone, Copy)]
pub(super) struct Sliced<'k, const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const COUNT: usize>(
    &'k [portable::Key],
);

impl<'k, const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const COUNT: usize>
    Sliced<'k, COLUMNS, BLOCK, WIDTH, COUNT>
{
    pub(super) fn new(keys: &'k Keys) -> Self {
        let bytes = keys.chunks.as_flattened().as_chunks::<8>().0;
        let keys = &bytes.as_chunks::<8>().0[..=keys.rounds.min(14)];
        Self(keys)
    }
}

/// Declares the rounds as a function that all modes call: a call costs nothing compared with them.
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
    [u8; BLOCK]: Bytes,
{
    type Narrow = Sliced<'k, COLUMNS, BLOCK, WIDTH, 1>;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        Sliced(self.0)
    }
}

impl<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const COUNT: usize> Crypt
    for Sliced<'_, COLUMNS, BLOCK, WIDTH, COUNT>
where
    [u8; BLOCK]: Bytes,
{
    type V = Several<[u8; BLOCK], COUNT>;
    const GROUP: usize = 1;

    #[inline(always)]
    fn isa(self) -> Portable {
        Portable
    }
    through_planes!(encrypt);
    through_planes!(decrypt);
}

/// Takes a run through a cipher whose planes hold `WIDTH` blocks.
#[inline(always)]
pub(super) fn run<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const BACK: bool>(
    keys: &Keys,
    run: Run<'_>,
) where
    [u8; BLOCK]: Bytes,
{
    let cipher = Sliced::<COLUMNS, BLOCK, WIDTH, WIDTH>::new(keys);
    wide::run::<_, _, BACK>(cipher, cipher.narrow(), run);
}

/// Expands a key.
pub(super) fn expand<const COLUMNS: usize>(key: &[u8], _: bool, keys: &mut Keys) {
    let mut words = [0; expand::MAX_WORDS];
    keys.many = true;
    keys.rounds = expand::rounds(key.len() / 4, COLUMNS);
    let count = (COLUMNS * (keys.rounds + 1)).min(words.len());
    expand::expand(key, &mut words[..count], expand::sub_word);
    let planes = keys.chunks.as_flattened_mut().as_chunks_mut::<8>().0.as_chunks_mut::<8>().0;
    portable::slice_keys::<COLUMNS>(&words[..count], &mut planes[..=keys.rounds.min(14)]);
    crate::wipe::wipe(&mut words);
}
