//! Helpers for the implementations of RustCrypto's traits.

use cipher::array::AssocArraySize;
use zeroize::Zeroizing;

/// The length of an array, as a type.
pub type Size<T> = <T as AssocArraySize>::Size;

/// Converts a key in RustCrypto's form to the array that our constructors take.
pub fn array<const N: usize>(key: &[u8]) -> Zeroizing<[u8; N]> {
    let mut array = Zeroizing::new([0; N]);
    array.copy_from_slice(key);
    array
}
