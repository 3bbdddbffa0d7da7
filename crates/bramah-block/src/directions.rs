//! The directions that a type of keys of a block cipher is for.

/// The directions that a type of keys is for: [`Both`] or [`EncryptOnly`]. Implemented here alone.
pub trait Directions: sealed::Directions {}

/// Keys for encryption and decryption.
#[derive(Clone, Copy, Debug)]
pub enum Both {}

/// Keys for encryption alone: the round keys of decryption are not computed.
#[derive(Clone, Copy, Debug)]
pub enum EncryptOnly {}

impl Directions for Both {}
impl Directions for EncryptOnly {}

pub(crate) mod sealed {
    /// The constant that [`Directions`](super::Directions) provides.
    pub trait Directions: 'static {
        /// Whether the keys decrypt blocks.
        const DECRYPTS: bool;
    }
}

impl sealed::Directions for Both {
    const DECRYPTS: bool = true;
}

impl sealed::Directions for EncryptOnly {
    const DECRYPTS: bool = false;
}
