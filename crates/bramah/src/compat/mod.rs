//! The traits of RustCrypto: `digest` 0.11, `cipher` 0.5 and `aead` 0.6, each for all types of a kind at once.

mod aead;
mod cipher;
mod digest;
mod mac;
mod stream;

use ::digest::array::AssocArraySize;
use zeroize::Zeroizing;

/// An array's length as a type.
type Size<T> = <T as AssocArraySize>::Size;

/// A key of theirs as our constructors take it.
fn array<const N: usize>(key: &[u8]) -> Zeroizing<[u8; N]> {
    let mut array = Zeroizing::new([0; N]);
    array.copy_from_slice(key);
    array
}
