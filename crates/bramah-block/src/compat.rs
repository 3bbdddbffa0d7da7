//! RustCrypto's traits of block ciphers (crate `cipher` 0.5) for every [`BlockCipher`], so that modes written for these
//! traits work with our ciphers.
//!
//! Blocks go to a backend 32 at a time, which is enough to keep any backend busy. Our own modes are faster where they
//! are compiled together with the cipher.

use crate::{BlockCipher, Both, Cipher, Directions, Pass, sealed::Keyed};
pub use bramah_machine::compat::{Size, array};
use cipher::{
    AlgorithmName, Block, BlockCipherDecBackend, BlockCipherDecClosure, BlockCipherDecrypt,
    BlockCipherEncBackend, BlockCipherEncClosure, BlockCipherEncrypt, BlockSizeUser, InOut, InOutBuf,
    ParBlocksSizeUser,
    array::{ArraySize, AssocArraySize},
    typenum::U32,
};

/// Implements `KeySizeUser` for types over a block cipher: `key_sizes!(Ctr<BlockCipher<C, KEY, D>>)`.
#[doc(hidden)]
#[macro_export]
macro_rules! key_sizes {
    ($($type:ty),*) => { $(
        impl<C: $crate::Cipher, const KEY: usize, D: $crate::Directions> ::cipher::KeySizeUser for $type
        where
            [u8; KEY]: ::cipher::array::AssocArraySize<Size: ::cipher::array::ArraySize>,
        {
            type KeySize = $crate::compat::Size<[u8; KEY]>;
        }
    )* };
}
pub use key_sizes;

/// Implements `KeySizeUser`, and `KeyInit` for types whose only parameter is a key.
#[doc(hidden)]
#[macro_export]
macro_rules! keyed {
    ($($type:ty),*) => { $(
        $crate::key_sizes!($type);
        impl<C: $crate::Cipher, const KEY: usize, D: $crate::Directions> ::cipher::KeyInit for $type
        where
            [u8; KEY]: ::cipher::array::AssocArraySize<Size: ::cipher::array::ArraySize>,
        {
            fn new(key: &::cipher::Key<Self>) -> Self {
                Self::new(&$crate::compat::array(key))
            }
        }
    )* };
}
pub use keyed;

impl<C: Cipher, const KEY: usize, D: Directions> AlgorithmName for BlockCipher<C, KEY, D> {
    fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}-{}", C::NAME, 8 * KEY)
    }
}

keyed!(BlockCipher<C, KEY, D>);

impl<C: Cipher, const KEY: usize, D: Directions> BlockSizeUser for BlockCipher<C, KEY, D>
where
    C::Block: AssocArraySize<Size: ArraySize>,
{
    type BlockSize = Size<C::Block>;
}

/// A cipher that processes several blocks in one call.
struct Several<'c, C: Cipher, const KEY: usize, D: Directions>(&'c BlockCipher<C, KEY, D>);

impl<C: Cipher, const KEY: usize, D: Directions> BlockSizeUser for Several<'_, C, KEY, D>
where
    C::Block: AssocArraySize<Size: ArraySize>,
{
    type BlockSize = Size<C::Block>;
}

impl<C: Cipher, const KEY: usize, D: Directions> ParBlocksSizeUser for Several<'_, C, KEY, D>
where
    C::Block: AssocArraySize<Size: ArraySize>,
{
    type ParBlocksSize = U32;
}

/// Implements encryption or decryption of blocks for the types that have the round keys for it.
macro_rules! direction {
    ($pass:ident<$directions:ty> $(over $generic:ident)?: $trait:ident $with_backend:ident $closure:ident, $backend:ident $block:ident $several:ident $tail:ident) => {
        impl<C: Cipher, const KEY: usize $(, $generic: Directions)?> $trait for BlockCipher<C, KEY, $directions>
        where
            C::Block: AssocArraySize<Size: ArraySize>,
        {
            #[inline]
            fn $with_backend(&self, f: impl $closure<BlockSize = Self::BlockSize>) {
                f.call(&Several(self));
            }
        }

        impl<C: Cipher, const KEY: usize $(, $generic: Directions)?> $backend for Several<'_, C, KEY, $directions>
        where
            C::Block: AssocArraySize<Size: ArraySize>,
        {
            #[inline]
            fn $block(&self, block: InOut<'_, '_, Block<Self>>) {
                self.0.pass(Pass::$pass, &mut [], &mut block.into_buf().into());
            }
            #[inline]
            fn $several(&self, blocks: InOut<'_, '_, cipher::ParBlocks<Self>>) {
                self.$tail(blocks.into_buf());
            }
            #[inline]
            fn $tail(&self, blocks: InOutBuf<'_, '_, Block<Self>>) {
                self.0.pass(Pass::$pass, &mut [], &mut blocks.into());
            }
        }
    };
}
direction!(EcbEncrypt<D> over D: BlockCipherEncrypt encrypt_with_backend BlockCipherEncClosure,
    BlockCipherEncBackend encrypt_block encrypt_par_blocks encrypt_tail_blocks);
direction!(EcbDecrypt<Both>: BlockCipherDecrypt decrypt_with_backend BlockCipherDecClosure,
    BlockCipherDecBackend decrypt_block decrypt_par_blocks decrypt_tail_blocks);
