//! The directions in which a type of keys of a block cipher can be used.

/// The directions in which a type of keys can be used: [`Both`] or [`EncryptOnly`]. No other type can implement this trait.
pub trait Directions: sealed::Directions {}

/// Keys for encryption and decryption.
#[derive(Clone, Copy, Debug)]
pub enum Both {}

/// Keys for encryption only: the round keys for decryption are not computed.
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
