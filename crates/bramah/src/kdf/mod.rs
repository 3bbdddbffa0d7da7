//! Key derivation.

mod job;
#[cfg(feature = "alloc")]
mod keyed;
pub mod pbkdf2;
#[cfg(feature = "alloc")]
pub mod scrypt;
#[cfg(feature = "alloc")]
mod spread;
#[cfg(feature = "alloc")]
pub mod yescrypt;

pub use job::Job;
#[cfg(feature = "alloc")]
pub(crate) use spread::spread;

use crate::Error;

/// The candidates for the loops of PBKDF2 and for scrypt's mixing.
#[cfg(feature = "registry")]
pub fn choices() -> impl Iterator<Item = &'static dyn crate::backend::Choice> {
    use crate::hash::{Frame, Hash, sha1::Sha1Hash, sha2};
    let loops = [
        <Sha1Hash as Hash>::Frame::loops(),
        <sha2::Sha256Hash as Hash>::Frame::loops(),
        <sha2::Sha512Hash as Hash>::Frame::loops(),
    ];
    loops.into_iter().flatten().flatten().chain([scrypt::choice()])
}

/// A function that makes keys of passwords, with its parameters.
pub trait PasswordKdf {
    /// Makes `out` of a password and a salt.
    ///
    /// # Errors
    /// What the function does not define, or memory that cannot be had.
    fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error>;
    /// The bytes of memory that it takes.
    fn memory(&self) -> u64;
}
