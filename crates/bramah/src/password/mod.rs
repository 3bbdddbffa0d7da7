//! Password hashing: passwords are stored as strings, in the formats of systems and programs.
//!
//! ```no_run
//! use bramah::password;
//!
//! let string = password::hash(b"correct horse")?; // Argon2id, with a random salt
//! assert!(password::verify(b"correct horse", &string).is_ok());
//! # Ok::<(), bramah::Error>(())
//! ```
//!
//! Strings of other programs and schemes are verified too:
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
mod forms;
mod kept;
mod phc;
mod scheme;
pub mod sha_crypt;
mod text;
mod work;

pub use forms::{damaged, unsupported};
pub use scheme::{Pbkdf2Hash, Scheme};

use crate::{Error, ct::same};

/// The maximum length in bytes of a string that is read. The strings of all schemes are far shorter. A longer salt or hash would
/// be hashed repeatedly, and take a long time.
pub const MAX_STRING: usize = 4096;

/// The maximum amount of work that a string may require. The limits apply when a password is verified, and when a string is
/// created. The parameters in a string decide how long the verification takes, so a string from an untrusted source could keep
/// the CPU busy for years. The work is computed before any of it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum number of bytes of memory in use at the same time; 1 GiB by default.
    pub memory: u64,
    /// The maximum number of iterations of PBKDF2, multiplied by the blocks of its output, or of rounds of SHA-crypt; 10 million
    /// by default.
    pub iterations: u32,
    /// The maximum cost of bcrypt, the binary logarithm of the number of its rounds; 18 by default.
    pub cost: u32,
    /// The maximum number of bytes that Argon2, scrypt and yescrypt write to memory, in all passes and lanes together; 16 GiB by
    /// default.
    pub written: u64,
    /// The maximum number of bytes that hash functions read, in whole blocks: in all iterations of PBKDF2, for all blocks of
    /// scrypt and yescrypt, and in all rounds of SHA-crypt, whose work grows with the square of the password's length. 4 GiB by
    /// default.
    pub hashed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 1 << 30, iterations: 10_000_000, cost: 18, written: 16 << 30, hashed: 4 << 30 }
    }
}

/// Hashes a password and returns the string to store: Argon2id with the parameters of [`Scheme::recommended`], and a new random
/// salt. It takes 64 MiB of memory. For other schemes and parameters use [`Scheme::hash`].
///
/// ```no_run
/// use bramah::password;
///
/// let string = password::hash(b"correct horse")?;
/// assert!(string.starts_with("$argon2id$v=19$m=65536,t=3,p=4$"));
/// password::verify(b"correct horse", &string)?;
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::NoEntropy`] if the operating system returns no random bytes; [`Error::NoMemory`] if there is not enough memory.
#[cfg(feature = "random")]
pub fn hash(password: &[u8]) -> Result<alloc::string::String, Error> {
    Scheme::recommended().hash(password)
}

/// Checks whether a stored string is a hash of a password, within the default [`Limits`].
///
/// # Errors
/// The errors of [`Limits::verify`].
pub fn verify(password: &[u8], string: &str) -> Result<(), Error> {
    Limits::default().verify(password, string)
}

/// Compares the computed hash of a password with the stored hash, in a time that depends on neither hash.
///
/// # Errors
/// [`Error::WrongPassword`] if the hashes differ.
fn compare(value: &[u8], kept: &[u8]) -> Result<(), Error> {
    if same(value, kept) { Ok(()) } else { Err(Error::WrongPassword) }
}
