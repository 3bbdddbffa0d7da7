//! Passwords as strings: how systems and programs keep them.
//!
//! ```
//! use bramah::password;
//!
//! let string = "$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5";
//! assert!(password::verify(b"Hello world!", string).is_ok());
//! assert!(password::verify(b"hello world!", string).is_err());
//! ```

#[cfg(feature = "std")]
mod calibrate;
mod kept;
mod phc;
mod scheme;
pub mod sha_crypt;
mod text;

pub use scheme::{Pbkdf2Hash, Scheme};

use crate::{Error, mode::same};

/// What a string may ask for when a password is verified: who may write strings could keep the CPU busy for
/// years.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The bytes of memory; 1 GiB by default.
    pub memory: u64,
    /// The iterations of PBKDF2, and the rounds of SHA-crypt; 10 million by default.
    pub iterations: u32,
    /// The cost of bcrypt; 18 by default.
    pub cost: u32,
    /// The bytes that Argon2, scrypt and yescrypt write to memory, all passes together; 16 GiB by default.
    pub written: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 1 << 30, iterations: 10_000_000, cost: 18, written: 16 << 30 }
    }
}

impl Limits {
    /// Refuses a parameter that is over its limit.
    fn check(name: &'static str, value: u128, limit: u128) -> Result<(), Error> {
        if value > limit { Err(Error::Limit { name, value, limit }) } else { Ok(()) }
    }
}

/// Compares a password with the string of another, within the default [`Limits`].
///
/// # Errors
/// Those of [`Limits::verify`].
pub fn verify(password: &[u8], string: &str) -> Result<(), Error> {
    Limits::default().verify(password, string)
}

/// Whether a password's value is the one that was kept, in constant time.
fn told(value: &[u8], kept: &[u8]) -> Result<(), Error> {
    if value.len() == kept.len() && same(value, kept) { Ok(()) } else { Err(Error::WrongPassword) }
}
