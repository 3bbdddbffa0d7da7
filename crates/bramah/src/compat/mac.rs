//! RustCrypto's traits of MACs (crate `digest` 0.11) for [`Hmac`] over all hash functions and for MACs over block ciphers.
//!
//! The crate's trait `Mac` is implemented automatically for types with these traits.

use super::Size;
#[cfg(feature = "_blocks")]
use crate::{
    CbcMac, Cmac, DstuCmac, Omac2, Pmac,
    block::{BlockCipher, Cipher, Directions},
};
#[cfg(feature = "hmac")]
use crate::{
    Hmac,
    hash::{Frame, Hash, Hasher},
};
use digest::{
    FixedOutput, FixedOutputReset, InvalidLength, KeyInit, MacMarker, Output, OutputSizeUser, Reset, Update,
    array::{ArraySize, AssocArraySize},
    common::{Key, KeySizeUser},
};

/// The type of a hash function's block, an array.
#[cfg(feature = "hmac")]
type Block<H> = <<H as Hash>::Frame as Frame>::Block;

#[cfg(feature = "hmac")]
impl<H: Hash, const N: usize> MacMarker for Hmac<Hasher<H, N>> {}

#[cfg(feature = "hmac")]
impl<H: Hash, const N: usize> KeySizeUser for Hmac<Hasher<H, N>>
where
    Block<H>: AssocArraySize<Size: ArraySize>,
{
    type KeySize = Size<Block<H>>;
}

#[cfg(feature = "hmac")]
impl<H: Hash, const N: usize> KeyInit for Hmac<Hasher<H, N>>
where
    Block<H>: AssocArraySize<Size: ArraySize>,
{
    fn new(key: &Key<Self>) -> Self {
        Self::new(key)
    }
    /// Takes a key of any length.
    fn new_from_slice(key: &[u8]) -> Result<Self, InvalidLength> {
        Ok(Self::new(key))
    }
}

#[cfg(feature = "hmac")]
impl<H: Hash, const N: usize> Update for Hmac<Hasher<H, N>> {
    #[inline]
    fn update(&mut self, data: &[u8]) {
        Self::update(self, data);
    }
}

#[cfg(feature = "hmac")]
impl<H: Hash, const N: usize> Reset for Hmac<Hasher<H, N>> {
    #[inline]
    fn reset(&mut self) {
        Self::reset(self);
    }
}

#[cfg(feature = "hmac")]
impl<H: Hash, const N: usize> OutputSizeUser for Hmac<Hasher<H, N>>
where
    [u8; N]: AssocArraySize<Size: ArraySize>,
{
    type OutputSize = Size<[u8; N]>;
}

#[cfg(feature = "hmac")]
impl<H: Hash, const N: usize> FixedOutput for Hmac<Hasher<H, N>>
where
    [u8; N]: AssocArraySize<Size: ArraySize>,
{
    #[inline]
    fn finalize_into(self, out: &mut Output<Self>) {
        out.copy_from_slice(&self.finalize());
    }
}

#[cfg(feature = "hmac")]
impl<H: Hash, const N: usize> FixedOutputReset for Hmac<Hasher<H, N>>
where
    [u8; N]: AssocArraySize<Size: ArraySize>,
{
    #[inline]
    fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
        out.copy_from_slice(&self.finalize_reset());
    }
}

#[cfg(feature = "_blocks")]
macro_rules! of_block_ciphers {
    ($($mac:ident)*) => { $(
        impl<C: Cipher, const KEY: usize, D: Directions> MacMarker for $mac<BlockCipher<C, KEY, D>> {}

        super::keyed!($mac<BlockCipher<C, KEY, D>>);

        impl<C: Cipher, const KEY: usize, D: Directions> Update for $mac<BlockCipher<C, KEY, D>> {
            #[inline]
            fn update(&mut self, data: &[u8]) {
                self.0.update(data);
            }
        }

        impl<C: Cipher, const KEY: usize, D: Directions> Reset for $mac<BlockCipher<C, KEY, D>> {
            #[inline]
            fn reset(&mut self) {
                self.0.reset();
            }
        }

        impl<C: Cipher, const KEY: usize, D: Directions> OutputSizeUser for $mac<BlockCipher<C, KEY, D>>
        where
            C::Block: AssocArraySize<Size: ArraySize>,
        {
            type OutputSize = Size<C::Block>;
        }

        impl<C: Cipher, const KEY: usize, D: Directions> FixedOutput for $mac<BlockCipher<C, KEY, D>>
        where
            C::Block: AssocArraySize<Size: ArraySize>,
        {
            #[inline]
            fn finalize_into(mut self, out: &mut Output<Self>) {
                FixedOutputReset::finalize_into_reset(&mut self, out);
            }
        }

        impl<C: Cipher, const KEY: usize, D: Directions> FixedOutputReset for $mac<BlockCipher<C, KEY, D>>
        where
            C::Block: AssocArraySize<Size: ArraySize>,
        {
            #[inline]
            fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
                self.0.finalize(out).expect("a tag has the bytes of a block");
            }
        }
    )* };
}
#[cfg(feature = "_blocks")]
of_block_ciphers!(CbcMac Cmac DstuCmac Omac2 Pmac);
