//! Key derivation.

mod job;
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
