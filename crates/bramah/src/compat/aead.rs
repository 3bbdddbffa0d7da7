//! RustCrypto's traits of authenticated encryption (crate `aead` 0.6) for the schemes with Poly1305 and the schemes with
//! [`FixedLengths`].

#[cfg(any(feature = "chacha", feature = "salsa20"))]
use super::Size;
use super::in_out;
#[cfg(feature = "aegis")]
use crate::aead::aegis::{AegisScheme, Member, Parallel128, Parallel256};
#[cfg(feature = "ascon")]
use crate::aead::ascon::AsconAead128Scheme;
#[cfg(feature = "deoxys")]
use crate::aead::deoxys::DeoxysIIScheme;
#[cfg(any(feature = "chacha", feature = "salsa20"))]
use crate::aead::poly1305::{Named, WithPoly1305};
#[cfg(feature = "aes")]
use crate::aead::xaes::Xaes256GcmScheme;
use crate::aead::{Aead, Dedicated};
use aead::{
    AeadCore, AeadInOut, Error, Key, KeyInit, KeySizeUser, Nonce, Tag, TagPosition,
    array::{ArraySize, AssocArraySize},
    consts::{U15, U16, U24, U32},
    inout::InOutBuf,
};

#[cfg(any(feature = "chacha", feature = "salsa20"))]
impl<L: Named, const ROUNDS: u32, const NONCE: usize> KeySizeUser for Aead<WithPoly1305<L, ROUNDS, NONCE>> {
    type KeySize = U32;
}
#[cfg(any(feature = "chacha", feature = "salsa20"))]
impl<L: Named, const ROUNDS: u32, const NONCE: usize> KeyInit for Aead<WithPoly1305<L, ROUNDS, NONCE>> {
    fn new(key: &Key<Self>) -> Self {
        Self::new(key).expect("the key has the cipher's length")
    }
}
#[cfg(any(feature = "chacha", feature = "salsa20"))]
impl<L: Named, const ROUNDS: u32, const NONCE: usize> AeadCore for Aead<WithPoly1305<L, ROUNDS, NONCE>>
where
    [u8; NONCE]: AssocArraySize<Size: ArraySize>,
{
    type NonceSize = Size<[u8; NONCE]>;
    type TagSize = U16;
    const TAG_POSITION: TagPosition = if L::NACL { TagPosition::Prefix } else { TagPosition::Postfix };
}
#[cfg(any(feature = "chacha", feature = "salsa20"))]
impl<L: Named, const ROUNDS: u32, const NONCE: usize> AeadInOut for Aead<WithPoly1305<L, ROUNDS, NONCE>>
where
    [u8; NONCE]: AssocArraySize<Size: ArraySize>,
{
    in_out!();
}

/// A scheme with only one length of keys, of nonces and of whole tags.
pub trait FixedLengths: Dedicated {
    /// The length of a key in bytes, as a type.
    type Key: ArraySize;
    /// The length of a nonce in bytes, as a type.
    type Nonce: ArraySize;
    /// The length of a whole tag in bytes, as a type.
    type Tag: ArraySize;
}

#[cfg(feature = "aes")]
impl FixedLengths for Xaes256GcmScheme {
    type Key = U32;
    type Nonce = U24;
    type Tag = U16;
}
#[cfg(feature = "ascon")]
impl FixedLengths for AsconAead128Scheme {
    type Key = U16;
    type Nonce = U16;
    type Tag = U16;
}
#[cfg(feature = "deoxys")]
impl FixedLengths for DeoxysIIScheme<16> {
    type Key = U16;
    type Nonce = U15;
    type Tag = U16;
}
#[cfg(feature = "deoxys")]
impl FixedLengths for DeoxysIIScheme<32> {
    type Key = U32;
    type Nonce = U15;
    type Tag = U16;
}
#[cfg(feature = "aegis")]
impl<const DEGREE: usize> FixedLengths for AegisScheme<Parallel128<DEGREE>>
where
    Parallel128<DEGREE>: Member,
{
    type Key = U16;
    type Nonce = U16;
    type Tag = U32;
}
#[cfg(feature = "aegis")]
impl<const DEGREE: usize> FixedLengths for AegisScheme<Parallel256<DEGREE>>
where
    Parallel256<DEGREE>: Member,
{
    type Key = U32;
    type Nonce = U32;
    type Tag = U32;
}

impl<S: FixedLengths> KeySizeUser for Aead<S> {
    type KeySize = S::Key;
}
impl<S: FixedLengths> KeyInit for Aead<S> {
    fn new(key: &Key<Self>) -> Self {
        Self::new(key).expect("the key has the scheme's length")
    }
}
impl<S: FixedLengths> AeadCore for Aead<S> {
    type NonceSize = S::Nonce;
    type TagSize = S::Tag;
    const TAG_POSITION: TagPosition = TagPosition::Postfix;
}
impl<S: FixedLengths> AeadInOut for Aead<S> {
    in_out!();
}
