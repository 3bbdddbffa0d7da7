//! Rijndael in planes of bits, with the interface that modes use.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128;
use super::{
    Keys, WIDE, expand,
    portable::{self, Paired, Planewise},
};
use crate::{
    simd::{
        Portable,
        blocks::Several,
        memory::{Bytes, Run},
    },
    wide::{self, Crypt, Wide},
};

/// A round key in memory, in one of the forms that the kernels read.
pub(super) trait Key: Sized {
    /// Splits memory into round keys.
    fn split(words: &[[u8; 8]]) -> &[Self];
    /// Splits memory into round keys, to write them.
    fn split_mut(words: &mut [[u8; 8]]) -> &mut [Self];
    /// Writes round keys from the words of the key expansion.
    fn write<const COLUMNS: usize>(words: &[u32], keys: &mut [Self]);
    /// Encrypts blocks of `COLUMNS` columns, given all round keys.
    fn encrypt<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize>(
        keys: &[Self],
        blocks: &mut [[u8; BLOCK]; WIDTH],
    );
    /// Decrypts blocks of `COLUMNS` columns, given all round keys.
    fn decrypt<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize>(
        keys: &[Self],
        blocks: &mut [[u8; BLOCK]; WIDTH],
    );
}

/// Implements [`Key`] for a form of round keys. The arguments are the type, and the functions that write keys, encrypt and
/// decrypt, with their generic arguments.
macro_rules! forms {
    ($($key:ty, |$columns:ident, $block:ident, $width:ident| $write:expr, $encrypt:expr, $decrypt:expr;)*) => { $(
        impl Key for $key {
            #[inline(always)]
            fn split(words: &[[u8; 8]]) -> &[Self] {
                words.as_chunks().0
            }
            #[inline(always)]
            fn split_mut(words: &mut [[u8; 8]]) -> &mut [Self] {
                words.as_chunks_mut().0
            }
            #[inline(always)]
            fn write<const $columns: usize>(words: &[u32], keys: &mut [Self]) {
                $write(words, keys);
            }
            #[inline(always)]
            fn encrypt<const $columns: usize, const $block: usize, const $width: usize>(
                keys: &[Self],
                blocks: &mut [[u8; $block]; $width],
            ) {
                $encrypt(keys, blocks);
            }
            #[inline(always)]
            fn decrypt<const $columns: usize, const $block: usize, const $width: usize>(
                keys: &[Self],
                blocks: &mut [[u8; $block]; $width],
            ) {
                $decrypt(keys, blocks);
            }
        }
    )* };
}
forms! {
    Paired, |C, B, W| portable::slice_keys::<C, Self>, portable::encrypt::<C, B, W, Self>, portable::decrypt::<C, B, W, Self>;
    Planewise, |C, B, W| portable::slice_keys::<C, Self>, portable::encrypt::<C, B, W, Self>, portable::decrypt::<C, B, W, Self>;
}
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
forms! {
    simd128::Bytewise, |C, B, W| simd128::write_keys, simd128::encrypt::<B, W>, simd128::decrypt::<B, W>;
}

/// The round keys of a cipher with blocks of `COLUMNS` columns (`BLOCK` bytes). The planes hold `WIDTH` blocks, and the modes
/// pass `COUNT` blocks at a time.
pub(super) struct Sliced<
    'k,
    K,
    const COLUMNS: usize,
    const BLOCK: usize,
    const WIDTH: usize,
    const COUNT: usize,
>(&'k [K]);

impl<K, const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const COUNT: usize> Clone
    for Sliced<'_, K, COLUMNS, BLOCK, WIDTH, COUNT>
{
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<K, const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const COUNT: usize> Copy
    for Sliced<'_, K, COLUMNS, BLOCK, WIDTH, COUNT>
{
}

impl<'k, K: Key, const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const COUNT: usize>
    Sliced<'k, K, COLUMNS, BLOCK, WIDTH, COUNT>
{
    pub(super) fn new<const CHUNKS: usize>(keys: &'k Keys<CHUNKS>) -> Self {
        let words = keys.chunks.as_flattened().as_chunks().0;
        Self(&K::split(words)[..=keys.rounds.min(14)])
    }
}

/// Declares the rounds as a separate function that all modes call, because the time of a call is negligible compared with them.
macro_rules! outlined {
    ($name:ident) => {
        #[inline(never)]
        fn $name<K: Key, const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize>(
            keys: &[K],
            blocks: &mut [[u8; BLOCK]; WIDTH],
        ) {
            K::$name::<COLUMNS, BLOCK, WIDTH>(keys, blocks);
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
                        $name::<K, COLUMNS, BLOCK, WIDTH>(self.0, blocks);
                    }
                }
                return;
            }
            // as many vectors at a time as the planes can hold
            for group in v.chunks_mut(WIDTH / COUNT) {
                let mut blocks = [[0; BLOCK]; WIDTH];
                for (to, from) in blocks.iter_mut().zip(group.iter().flat_map(|v| &v.0)) {
                    *to = *from;
                }
                $name::<K, COLUMNS, BLOCK, WIDTH>(self.0, &mut blocks);
                for (to, from) in group.iter_mut().flat_map(|v| &mut v.0).zip(&blocks) {
                    *to = *from;
                }
            }
        }
    };
}

impl<'k, K: Key, const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const COUNT: usize> Wide
    for Sliced<'k, K, COLUMNS, BLOCK, WIDTH, COUNT>
where
    [u8; BLOCK]: Bytes,
{
    type Narrow = Sliced<'k, K, COLUMNS, BLOCK, WIDTH, 1>;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        Sliced(self.0)
    }
}

impl<K: Key, const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const COUNT: usize> Crypt
    for Sliced<'_, K, COLUMNS, BLOCK, WIDTH, COUNT>
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

/// Encrypts or decrypts a run with a cipher whose planes hold `WIDTH` blocks.
#[inline(always)]
pub(super) fn run<const COLUMNS: usize, const BLOCK: usize, const WIDTH: usize, const BACK: bool>(
    keys: &Keys<WIDE>,
    run: Run<'_>,
) where
    [u8; BLOCK]: Bytes,
{
    let cipher = Sliced::<Planewise, COLUMNS, BLOCK, WIDTH, WIDTH>::new(keys);
    wide::run::<_, _, BACK>(cipher, cipher.narrow(), run);
}

/// Expands a key.
pub(super) fn expand<K: Key, const COLUMNS: usize, const CHUNKS: usize>(
    key: &[u8],
    _: bool,
    keys: &mut Keys<CHUNKS>,
) {
    let mut words = [0; expand::MAX_WORDS];
    keys.many = true;
    keys.rounds = expand::rounds(key.len() / 4, COLUMNS);
    let count = (COLUMNS * (keys.rounds + 1)).min(words.len());
    expand::expand(key, &mut words[..count], expand::sub_word);
    let room = K::split_mut(keys.chunks.as_flattened_mut().as_chunks_mut().0);
    K::write::<COLUMNS>(&words[..count], &mut room[..=keys.rounds.min(14)]);
    crate::wipe::wipe(&mut words);
}
