//! RustCrypto's traits of authenticated encryption: crate `aead` 0.6, for [`Eax`], [`Gcm`], [`Xaes256Gcm`] and those with
//! Poly1305.

use super::Size;
use crate::{
    Eax, Gcm, Xaes256Gcm,
    aead::{
        Aead,
        poly1305::{Named, WithPoly1305},
    },
    block::{BlockCipher, Cipher, Directions},
};
use aead::{
    AeadCore, AeadInOut, Error, Key, KeyInit, KeySizeUser, Nonce, Tag, TagPosition,
    array::{ArraySize, AssocArraySize},
    consts::{U12, U16, U24, U32},
    inout::InOutBuf,
};

/// Both directions.
macro_rules! in_out {
    () => {
        fn encrypt_inout_detached(
            &self,
            nonce: &Nonce<Self>,
            associated_data: &[u8],
            buffer: InOutBuf<'_, '_, u8>,
        ) -> Result<Tag<Self>, Error> {
            let mut tag = Tag::<Self>::default();
            self.seal(nonce, associated_data, buffer, &mut tag).map_err(|_| Error)?;
            Ok(tag)
        }
        fn decrypt_inout_detached(
            &self,
            nonce: &Nonce<Self>,
            associated_data: &[u8],
            buffer: InOutBuf<'_, '_, u8>,
            tag: &Tag<Self>,
        ) -> Result<(), Error> {
            // the trait's type names the length of the tag, whatever was set before
            self.open_with(tag.len(), nonce, associated_data, buffer, tag).map_err(|_| Error)
        }
    };
}

impl<L: Named, const ROUNDS: u32, const NONCE: usize> KeySizeUser for Aead<WithPoly1305<L, ROUNDS, NONCE>> {
    type KeySize = U32;
}
impl<L: Named, const ROUNDS: u32, const NONCE: usize> KeyInit for Aead<WithPoly1305<L, ROUNDS, NONCE>> {
    fn new(key: &Key<Self>) -> Self {
        Self::new(key).expect("the key has the cipher's length")
    }
}
impl<L: Named, const ROUNDS: u32, const NONCE: usize> AeadCore for Aead<WithPoly1305<L, ROUNDS, NONCE>>
where
    [u8; NONCE]: AssocArraySize<Size: ArraySize>,
{
    type NonceSize = Size<[u8; NONCE]>;
    type TagSize = U16;
    const TAG_POSITION: TagPosition = if L::NACL { TagPosition::Prefix } else { TagPosition::Postfix };
}
impl<L: Named, const ROUNDS: u32, const NONCE: usize> AeadInOut for Aead<WithPoly1305<L, ROUNDS, NONCE>>
where
    [u8; NONCE]: AssocArraySize<Size: ArraySize>,
{
    in_out!();
}

impl KeySizeUser for Xaes256Gcm {
    type KeySize = U32;
}
impl KeyInit for Xaes256Gcm {
    fn new(key: &Key<Self>) -> Self {
        Self::new(key).expect("the key has the cipher's length")
    }
}
impl AeadCore for Xaes256Gcm {
    type NonceSize = U24;
    type TagSize = U16;
    const TAG_POSITION: TagPosition = TagPosition::Postfix;
}
impl AeadInOut for Xaes256Gcm {
    in_out!();
}

super::keyed!(Gcm<BlockCipher<C, KEY, D>>);
/// Nonces of 12 bytes: the trait has one length, and GCM is at its best with that.
impl<C: Cipher<Block = [u8; 16]>, const KEY: usize, D: Directions> AeadCore for Gcm<BlockCipher<C, KEY, D>> {
    type NonceSize = U12;
    type TagSize = U16;
    const TAG_POSITION: TagPosition = TagPosition::Postfix;
}
impl<C: Cipher<Block = [u8; 16]>, const KEY: usize, D: Directions> AeadInOut for Gcm<BlockCipher<C, KEY, D>> {
    in_out!();
}

super::keyed!(Eax<BlockCipher<C, KEY, D>>);
/// Nonces and tags of a block: the trait has one length of each.
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
