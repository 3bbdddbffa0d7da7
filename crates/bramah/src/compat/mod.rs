//! The traits of RustCrypto: `digest` 0.11, `cipher` 0.5 and `aead` 0.6, each for all types of a kind at once.

mod aead;
mod cipher;
mod digest;
mod mac;
mod stream;

use ::digest::array::AssocArraySize;
use zeroize::Zeroizing;

/// The length of an array as a type.
type Size<T> = <T as AssocArraySize>::Size;

/// Implements the key sizes of types over a block cipher: `key_sizes!(Ctr<BlockCipher<C, KEY, D>>)`.
macro_rules! key_sizes {
    ($($type:ty),*) => { $(
        impl<C: crate::block::Cipher, const KEY: usize, D: crate::block::Directions> ::cipher::KeySizeUser for $type
        where
            [u8; KEY]: ::cipher::array::AssocArraySize<Size: ::cipher::array::ArraySize>,
        {
            type KeySize = super::Size<[u8; KEY]>;
        }
    )* };
}
use key_sizes;

/// Implements the key sizes, and `new` of a key alone.
macro_rules! keyed {
    ($($type:ty),*) => { $(
        super::key_sizes!($type);
        impl<C: crate::block::Cipher, const KEY: usize, D: crate::block::Directions> ::cipher::KeyInit for $type
        where
            [u8; KEY]: ::cipher::array::AssocArraySize<Size: ::cipher::array::ArraySize>,
        {
            fn new(key: &::cipher::Key<Self>) -> Self {
                Self::new(&super::array(key))
            }
        }
    )* };
}
use keyed;

/// Converts a key of RustCrypto's to the array that our constructors take.
fn array<const N: usize>(key: &[u8]) -> Zeroizing<[u8; N]> {
    let mut array = Zeroizing::new([0; N]);
    array.copy_from_slice(key);
    array
}
