//! RustCrypto's traits of authenticated encryption (crate `aead` 0.6) for [`Ccm`], [`Eax`], [`Gcm`], [`GcmSiv`], [`Ocb`],
//! [`Siv`], and the encrypt-then-MAC compositions of RFC 7518.

use super::{Size, in_out};
#[cfg(all(feature = "aes", feature = "hmac", feature = "sha2"))]
use crate::{A128CbcHs256, A192CbcHs384, A256CbcHs512};
use crate::{
    Ccm, Eax, Gcm, GcmSiv, Ocb, Siv,
    block::{BlockCipher, Cipher, Directions},
};
#[cfg(feature = "alloc")]
use aead::Payload;
use aead::{
    AeadCore, AeadInOut, Error, Key, KeyInit, KeySizeUser, Nonce, Tag, TagPosition,
    array::{ArraySize, AssocArraySize},
    consts::{U12, U16, U24, U32, U48, U64},
    inout::InOutBuf,
};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::Add;

/// Implements the traits for a mode over ciphers with blocks of 16 bytes; the tag follows the ciphertext.
macro_rules! over_blocks {
    ($type:ident: $why:literal, $nonce:ty) => {
        super::keyed!($type<BlockCipher<C, KEY, D>>);
        #[doc = $why]
        impl<C: Cipher<Block = [u8; 16]>, const KEY: usize, D: Directions> AeadCore
            for $type<BlockCipher<C, KEY, D>>
        {
            type NonceSize = $nonce;
            type TagSize = U16;
            const TAG_POSITION: TagPosition = TagPosition::Postfix;
        }
        impl<C: Cipher<Block = [u8; 16]>, const KEY: usize, D: Directions> AeadInOut
            for $type<BlockCipher<C, KEY, D>>
        {
            in_out!();
        }
    };
}
over_blocks!(Gcm: "Takes nonces of 12 bytes: the trait has one length, and that is GCM's best.", U12);
over_blocks!(GcmSiv: "Takes nonces of 12 bytes, the only length of RFC 8452.", U12);
over_blocks!(Ccm: "Takes nonces of 12 bytes and tags of 16, as RFC 5116, section 5.3, has them: the trait has one length of each.", U12);

impl<C: Cipher, const KEY: usize> KeySizeUser for Ocb<BlockCipher<C, KEY>>
where
    [u8; KEY]: AssocArraySize<Size: ArraySize>,
{
    type KeySize = Size<[u8; KEY]>;
}
impl<C: Cipher, const KEY: usize> KeyInit for Ocb<BlockCipher<C, KEY>>
where
    [u8; KEY]: AssocArraySize<Size: ArraySize>,
{
    fn new(key: &Key<Self>) -> Self {
        Self::new(&super::array(key))
    }
}
/// The trait has only one length of nonces and one of tags: nonces have 12 bytes, as RFC 7253, section 3.1, specifies, and tags
/// have the length of a block.
impl<C: Cipher, const KEY: usize> AeadCore for Ocb<BlockCipher<C, KEY>>
where
    C::Block: AssocArraySize<Size: ArraySize>,
{
    type NonceSize = U12;
    type TagSize = Size<C::Block>;
    const TAG_POSITION: TagPosition = TagPosition::Postfix;
}
impl<C: Cipher, const KEY: usize> AeadInOut for Ocb<BlockCipher<C, KEY>>
where
    C::Block: AssocArraySize<Size: ArraySize>,
{
    in_out!();
}

/// The key consists of the key of CMAC and the key of the counter mode, concatenated.
impl<C: Cipher<Block = [u8; 16]>, const KEY: usize, D: Directions> KeySizeUser for Siv<BlockCipher<C, KEY, D>>
where
    [u8; KEY]: AssocArraySize<Size: ArraySize + Add<Output: ArraySize>>,
{
    type KeySize = <Size<[u8; KEY]> as Add>::Output;
}
impl<C: Cipher<Block = [u8; 16]>, const KEY: usize, D: Directions> KeyInit for Siv<BlockCipher<C, KEY, D>>
where
    [u8; KEY]: AssocArraySize<Size: ArraySize + Add<Output: ArraySize>>,
{
    fn new(key: &Key<Self>) -> Self {
        let (mac, counter) = key.split_at(KEY);
        Self::new([&super::array(mac), &super::array(counter)])
    }
}
/// The trait has only one length of nonces: 16 bytes, as RFC 5297, section 6, suggests. The tag comes before the ciphertext.
impl<C: Cipher<Block = [u8; 16]>, const KEY: usize, D: Directions> AeadCore for Siv<BlockCipher<C, KEY, D>> {
    type NonceSize = U16;
    type TagSize = U16;
    const TAG_POSITION: TagPosition = TagPosition::Prefix;
}
impl<C: Cipher<Block = [u8; 16]>, const KEY: usize, D: Directions> AeadInOut for Siv<BlockCipher<C, KEY, D>> {
    in_out!();
}

super::keyed!(Eax<BlockCipher<C, KEY, D>>);
/// The trait has only one length of nonces and of tags: the length of a block.
impl<C: Cipher, const KEY: usize, D: Directions> AeadCore for Eax<BlockCipher<C, KEY, D>>
where
    C::Block: AssocArraySize<Size: ArraySize>,
{
    type NonceSize = Size<C::Block>;
    type TagSize = Size<C::Block>;
    const TAG_POSITION: TagPosition = TagPosition::Postfix;
}
impl<C: Cipher, const KEY: usize, D: Directions> AeadInOut for Eax<BlockCipher<C, KEY, D>>
where
    C::Block: AssocArraySize<Size: ArraySize>,
{
    in_out!();
}

/// Implements the traits for an encrypt-then-MAC composition. `AeadInOut` is not implemented, because the ciphertext is longer
/// than the text. The methods of `Aead` return the ciphertext followed by the tag.
#[cfg(all(feature = "aes", feature = "hmac", feature = "sha2"))]
macro_rules! composed {
    ($($type:ident $key:ty, $tag:ty;)*) => { $(
        impl KeySizeUser for $type {
            type KeySize = $key;
        }
        impl KeyInit for $type {
            fn new(key: &Key<Self>) -> Self {
                Self::new(&super::array(key))
            }
        }
        impl AeadCore for $type {
            type NonceSize = U16;
            type TagSize = $tag;
            const TAG_POSITION: TagPosition = TagPosition::Postfix;
        }
        #[cfg(feature = "alloc")]
        impl aead::Aead for $type {
            fn encrypt<'msg, 'aad>(
                &self,
                nonce: &Nonce<Self>,
                plaintext: impl Into<Payload<'msg, 'aad>>,
            ) -> Result<Vec<u8>, Error> {
                let Payload { msg, aad } = plaintext.into();
                Self::encrypt(self, nonce, aad, msg).map_err(|_| Error)
            }
            fn decrypt<'msg, 'aad>(
                &self,
                nonce: &Nonce<Self>,
                ciphertext: impl Into<Payload<'msg, 'aad>>,
            ) -> Result<Vec<u8>, Error> {
                let Payload { msg, aad } = ciphertext.into();
                Self::decrypt(self, nonce, aad, msg).map_err(|_| Error)
            }
        }
    )* };
}
#[cfg(all(feature = "aes", feature = "hmac", feature = "sha2"))]
composed! {
    A128CbcHs256 U32, U16;
    A192CbcHs384 U48, U24;
    A256CbcHs512 U64, U32;
}
