//! RustCrypto's traits of stream ciphers (crate `cipher` 0.5) for every [`Stream`] and for [`Ctr`], [`Kctr`] and [`Ofb`].
//!
//! No keystream is used twice: the methods of the traits that do not check for its end panic at the end.

use super::Size;
#[cfg(feature = "abc")]
use crate::stream::abc;
#[cfg(feature = "_arx")]
use crate::stream::arx::{Arx, Layout};
#[cfg(feature = "hc")]
use crate::stream::hc::Hc;
#[cfg(feature = "rabbit")]
use crate::stream::rabbit;
#[cfg(feature = "sosemanuk")]
use crate::stream::sosemanuk;
use crate::stream::{KeyedCipher, Keystream, Stream};
#[cfg(feature = "_blocks")]
use crate::{
    Ctr, Kctr, Ofb,
    block::{BlockCipher, Cipher, Directions, Keyed as KeyedBlock},
};
use cipher::{
    InOutBuf, Iv, IvSizeUser, Key, KeyIvInit, KeySizeUser, OverflowError, SeekNum, StreamCipher,
    StreamCipherError, StreamCipherSeek,
    array::{ArraySize, AssocArraySize},
    typenum::{U8, U16, U32},
};

/// The panic message for callers that did not check how much keystream remains.
const END: &str = "the keystream ends before";
/// The panic message for wrong lengths of keys and nonces, which the types rule out.
const LENGTHS: &str = "key and nonce have the cipher's lengths";

/// Implements the keystream of a type. `$left` returns whether `$len` more bytes of keystream remain.
macro_rules! keystream {
    ($(<$k:ident: $bound:ident> $type:ty: |$self:ident, $len:ident| $left:expr;)*) => { $(
        impl<$k: $bound> StreamCipher for $type {
            #[inline]
            fn check_remaining(&$self, $len: usize) -> Result<(), StreamCipherError> {
                if $left { Ok(()) } else { Err(StreamCipherError) }
            }
            /// # Panics
            /// If fewer bytes of keystream remain.
            #[inline]
            fn unchecked_apply_keystream_inout(&mut self, buf: InOutBuf<'_, '_, u8>) {
                self.apply(buf).expect(END);
            }
            /// # Panics
            /// If fewer bytes of keystream remain.
            #[inline]
            fn unchecked_write_keystream(&mut self, buf: &mut [u8]) {
                buf.fill(0);
                self.apply(buf).expect(END);
            }
        }
    )* };
}
keystream! {
    <K: Keystream> Stream<K>: |self, len| self.limit() - self.position() >= len as u128;
}
#[cfg(feature = "_blocks")]
keystream! {
    <K: KeyedBlock> Ctr<K>: |self, len| self.0.takes(len);
    <K: KeyedBlock> Kctr<K>: |self, len| self.0.takes(len);
    <K: KeyedBlock> Ofb<K>: |self, len| self.0.takes(len);
}

/// Implements seeking. Positions count bytes: for these types, a block in the sense of the traits is one
/// byte.
macro_rules! seek {
    ($(<$k:ident: $bound:ident> $type:ty: |$self:ident| $seeks:expr;)*) => { $(
        /// A cipher without a counter cannot seek, and returns an error.
        impl<$k: $bound> StreamCipherSeek for $type {
            fn try_current_pos<T: SeekNum>(&self) -> Result<T, OverflowError> {
                T::from_block_byte(self.position(), 1, 1)
            }
            fn try_seek<T: SeekNum>(&mut $self, pos: T) -> Result<(), StreamCipherError> {
                let (position, _) = pos.into_block_byte::<u128>(1).map_err(|_| StreamCipherError)?;
                $seeks.seek(position).map_err(|_| StreamCipherError)
            }
        }
    )* };
}
seek! {
    <K: Keystream> Stream<K>: |self| self;
}
#[cfg(feature = "_blocks")]
seek! {
    <K: KeyedBlock> Ctr<K>: |self| self;
}

/// ChaCha and Salsa20 with keys of 256 bits.
#[cfg(feature = "_arx")]
impl<L: Layout, const ROUNDS: u32, const NONCE: usize> KeySizeUser
    for Stream<KeyedCipher<Arx<L, ROUNDS, NONCE>>>
{
    type KeySize = U32;
}
#[cfg(feature = "_arx")]
impl<L: Layout, const ROUNDS: u32, const NONCE: usize> IvSizeUser
    for Stream<KeyedCipher<Arx<L, ROUNDS, NONCE>>>
where
    [u8; NONCE]: AssocArraySize<Size: ArraySize>,
{
    type IvSize = Size<[u8; NONCE]>;
}
#[cfg(feature = "_arx")]
impl<L: Layout, const ROUNDS: u32, const NONCE: usize> KeyIvInit
    for Stream<KeyedCipher<Arx<L, ROUNDS, NONCE>>>
where
    [u8; NONCE]: AssocArraySize<Size: ArraySize>,
{
    fn new(key: &Key<Self>, iv: &Iv<Self>) -> Self {
        Self::new(key, iv).expect(LENGTHS)
    }
}

/// Implements the sizes of the other ciphers: the maximum length of a key, and the maximum length of a nonce.
macro_rules! sizes {
    ($($cipher:ty: $key:ident $iv:ident;)*) => { $(
        impl KeySizeUser for Stream<KeyedCipher<$cipher>> {
            type KeySize = $key;
        }
        impl IvSizeUser for Stream<KeyedCipher<$cipher>> {
            type IvSize = $iv;
        }
        impl KeyIvInit for Stream<KeyedCipher<$cipher>> {
            fn new(key: &Key<Self>, iv: &Iv<Self>) -> Self {
                Self::new(key, iv).expect(LENGTHS)
            }
        }
    )* };
}
#[cfg(feature = "abc")]
sizes! {
    abc::Cipher: U16 U16;
}
#[cfg(feature = "hc")]
sizes! {
    Hc<32>: U16 U16;
    Hc<64>: U32 U32;
}
#[cfg(feature = "rabbit")]
sizes! {
    rabbit::Cipher<false>: U16 U8;
    rabbit::Cipher<true>: U16 U8;
}
#[cfg(feature = "sosemanuk")]
sizes! {
    sosemanuk::Cipher: U32 U16;
}

/// Implements the sizes of the modes that are streams: a key of the cipher, and a nonce of one block.
#[cfg(feature = "_blocks")]
macro_rules! modes {
    ($($mode:ident)*) => { $(
        super::key_sizes!($mode<BlockCipher<C, KEY, D>>);
        impl<C: Cipher, const KEY: usize, D: Directions> IvSizeUser for $mode<BlockCipher<C, KEY, D>>
        where
            C::Block: AssocArraySize<Size: ArraySize>,
        {
            type IvSize = Size<C::Block>;
        }
        impl<C: Cipher, const KEY: usize, D: Directions> KeyIvInit for $mode<BlockCipher<C, KEY, D>>
        where
            [u8; KEY]: AssocArraySize<Size: ArraySize>,
            C::Block: AssocArraySize<Size: ArraySize>,
        {
            fn new(key: &Key<Self>, iv: &Iv<Self>) -> Self {
                Self::new(&super::array(key), iv).expect(LENGTHS)
            }
        }
    )* };
}
#[cfg(feature = "_blocks")]
modes!(Ctr Kctr Ofb);
