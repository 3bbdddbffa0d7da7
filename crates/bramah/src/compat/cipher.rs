//! RustCrypto's traits of block ciphers: crate `cipher` 0.5, for every [`BlockCipher`] at once, so that modes written
//! over them take ours.
//!
//! Blocks go to a backend 32 at a time, which keeps any busy. Our own [modes](crate::mode) have the cipher
//! compiled into them.

use super::Size;
use crate::block::{BlockCipher, Cipher, Pass, sealed::Keyed};
use cipher::{
    AlgorithmName, Block, BlockCipherDecBackend, BlockCipherDecClosure, BlockCipherDecrypt,
    BlockCipherEncBackend, BlockCipherEncClosure, BlockCipherEncrypt, BlockSizeUser, InOut, InOutBuf,
    ParBlocksSizeUser,
    array::{ArraySize, AssocArraySize},
    typenum::U32,
};

impl<C: Cipher, const KEY: usize> AlgorithmName for BlockCipher<C, KEY> {
    fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}-{}", C::NAME, 8 * KEY)
    }
}

super::keyed!(BlockCipher<C, KEY>);

impl<C: Cipher, const KEY: usize> BlockSizeUser for BlockCipher<C, KEY>
where
    C::Block: AssocArraySize<Size: ArraySize>,
{
    type BlockSize = Size<C::Block>;
}

/// A cipher on so many blocks at a time.
struct Several<'c, C: Cipher, const KEY: usize>(&'c BlockCipher<C, KEY>);

impl<C: Cipher, const KEY: usize> BlockSizeUser for Several<'_, C, KEY>
where
    C::Block: AssocArraySize<Size: ArraySize>,
{
    type BlockSize = Size<C::Block>;
}

impl<C: Cipher, const KEY: usize> ParBlocksSizeUser for Several<'_, C, KEY>
where
    C::Block: AssocArraySize<Size: ArraySize>,
{
    type ParBlocksSize = U32;
}

/// A direction: its traits and their methods.
macro_rules! direction {
    ($pass:ident: $trait:ident $with_backend:ident $closure:ident, $backend:ident $block:ident $several:ident $tail:ident) => {
        impl<C: Cipher, const KEY: usize> $trait for BlockCipher<C, KEY>
        where
            C::Block: AssocArraySize<Size: ArraySize>,
        {
            #[inline]
            fn $with_backend(&self, f: impl $closure<BlockSize = Self::BlockSize>) {
                f.call(&Several(self));
            }
        }

        impl<C: Cipher, const KEY: usize> $backend for Several<'_, C, KEY>
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
direction!(EcbEncrypt: BlockCipherEncrypt encrypt_with_backend BlockCipherEncClosure,
    BlockCipherEncBackend encrypt_block encrypt_par_blocks encrypt_tail_blocks);
direction!(EcbDecrypt: BlockCipherDecrypt decrypt_with_backend BlockCipherDecClosure,
    BlockCipherDecBackend decrypt_block decrypt_par_blocks decrypt_tail_blocks);
