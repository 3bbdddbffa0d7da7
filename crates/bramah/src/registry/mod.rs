//! All algorithms of the library, of any kind, by name.
//!
//! Each kind of algorithms has its own registry, such as [`hash::lookup`] and [`mac::algorithms`]. This registry covers all kinds:
//! an [`Algorithm`] here contains the `Algorithm` of its kind, which has the operations of that kind.
//!
//! ```
//! use bramah::registry::{self, Algorithm, Kind};
//!
//! let algorithm = registry::lookup("AES-256-CTR")?;
//! assert_eq!(algorithm.kind(), Kind::Mode);
//! assert_eq!(algorithm.name(), "aes-256-ctr");
//! assert_eq!(algorithm.sizes().block, Some(16));
//! assert!(algorithm.backends_available().contains(&"portable"));
//!
//! let current = |algorithm: &Algorithm| algorithm.standing() == bramah::Standing::Current;
//! assert!(registry::of(Kind::Hash).filter(current).count() > 20);
//! # Ok::<(), bramah::Error>(())
//! ```

mod algorithm;
mod kind;
#[cfg_attr(not(feature = "passwords"), path = "no_passwords.rs")]
mod passwords;
mod sizes;

#[doc(inline)]
pub use bramah_machine::entries::{Listed, Registered};
pub(crate) use bramah_machine::{
    backend::named as backends,
    entries::{On, find, registered, told_by_on, unknown},
};
pub use kind::{Kind, all, of};
pub use sizes::Sizes;

use crate::{Error, aead, block, encrypt_then_mac, fpe, hash, kdf, key_wrap, mac, mode, stream};
use passwords::Scheme;

/// An algorithm of any kind, chosen by name.
#[derive(Clone, Copy, Debug)]
pub enum Algorithm {
    /// A hash function, with its digest length.
    Hash(hash::Algorithm),
    /// A block cipher.
    Cipher(block::Algorithm),
    /// A block cipher in a mode that does not authenticate.
    Mode(mode::Algorithm),
    /// A stream cipher.
    Stream(stream::Algorithm),
    /// Authenticated encryption.
    Aead(aead::Algorithm),
    /// A named composition of a cipher and a MAC.
    EncryptThenMac(encrypt_then_mac::Algorithm),
    /// A form of key wrap over a block cipher.
    KeyWrap(key_wrap::Algorithm),
    /// Format-preserving encryption over a block cipher.
    Fpe(fpe::Algorithm),
    /// A message authentication code.
    Mac(mac::Algorithm),
    /// A key derivation function.
    Kdf(&'static kdf::Entry),
    /// A password scheme that is not just a key derivation function with a string format.
    Password(Scheme),
}

/// Returns the algorithm, of any kind, with this name.
///
/// A hash function that takes a key, such as `blake3`, has the same name as a hash function and as a MAC: this function returns
/// the hash function, and [`mac::lookup`] returns the MAC. No other name is ambiguous.
///
/// # Errors
/// If no algorithm of any kind has this name, the errors of [`hash::lookup`]: [`Error::UnknownName`], or the error for the digest
/// length.
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    let unknown = match hash::lookup(name) {
        Ok(hash) => return Ok(Algorithm::Hash(hash)),
        Err(error) => error,
    };
    let cipher = || block::lookup(name).map(Algorithm::Cipher);
    let mode = |_| mode::cipher(name).map(Algorithm::Mode);
    let aead = |_| aead::lookup(name).map(Algorithm::Aead);
    let composition = |_| encrypt_then_mac::lookup(name).map(Algorithm::EncryptThenMac);
    let wrap = |_| key_wrap::lookup(name).map(Algorithm::KeyWrap);
    let fpe = |_| fpe::lookup(name).map(Algorithm::Fpe);
    let mac = |_| mac::lookup(name).map(Algorithm::Mac);
    let stream = |_| stream::lookup(name).map(Algorithm::Stream);
    let kdf = |_| kdf::lookup(name).map(Algorithm::Kdf);
    let password = |_| passwords::find(name).map(Algorithm::Password).ok_or(unknown);
    let encryption =
        cipher().or_else(mode).or_else(aead).or_else(composition).or_else(wrap).or_else(fpe).or_else(stream);
    encryption.or_else(mac).or_else(kdf).or_else(password)
}
