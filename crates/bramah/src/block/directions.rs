//! The directions that a key of a block cipher is for.

use super::{Cipher, Inverse, Schedule};

/// The directions that a key is for: [`Both`] or [`EncryptOnly`]. Implemented here alone.
pub trait Directions: sealed::Directions {}

/// A key for encryption and decryption.
#[derive(Clone, Copy, Debug)]
pub enum Both {}

/// A key for encryption alone: it keeps nothing that only decryption reads, and none of that is computed.
#[derive(Clone, Copy, Debug)]
pub enum EncryptOnly {}

impl Directions for Both {}
impl Directions for EncryptOnly {}

pub(crate) mod sealed {
    use super::*;

    /// What [`Directions`](super::Directions) decides.
    pub trait Directions: 'static {
        /// Whether the key decrypts blocks.
        const DECRYPTS: bool;
        /// What a key of the cipher keeps for decryption.
        type Inverse<C: Cipher>: Schedule;
        /// What decryption reads: an empty one, if the key keeps none.
        fn inverse<C: Cipher>(kept: &Self::Inverse<C>) -> &C::Inverse;
        /// The same, to write; none if the key keeps none.
        fn inverse_mut<C: Cipher>(kept: &mut Self::Inverse<C>) -> Option<&mut C::Inverse>;
    }
}

impl sealed::Directions for Both {
    const DECRYPTS: bool = true;
    type Inverse<C: Cipher> = C::Inverse;
    #[inline(always)]
    fn inverse<C: Cipher>(kept: &C::Inverse) -> &C::Inverse {
        kept
    }
    #[inline(always)]
    fn inverse_mut<C: Cipher>(kept: &mut C::Inverse) -> Option<&mut C::Inverse> {
        Some(kept)
    }
}

impl sealed::Directions for EncryptOnly {
    const DECRYPTS: bool = false;
    type Inverse<C: Cipher> = ();
    #[inline(always)]
    fn inverse<C: Cipher>((): &()) -> &C::Inverse {
        C::Inverse::NONE
    }
    #[inline(always)]
    fn inverse_mut<C: Cipher>((): &mut ()) -> Option<&mut C::Inverse> {
        None
    }
}
