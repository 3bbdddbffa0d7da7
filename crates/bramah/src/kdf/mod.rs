//! Key derivation.
//!
//! Functions for passwords are slow on purpose: [`Argon2`], [`Scrypt`], [`Yescrypt`], [`Bcrypt`] and others. Functions for a
//! secret that cannot be guessed are fast, and must never be used with a password: [`Hkdf`], [`Sp800108`] and others.

#[cfg(feature = "argon2")]
pub mod argon2;
#[cfg(feature = "balloon")]
pub mod balloon;
#[cfg(feature = "bcrypt")]
pub mod bcrypt;
#[cfg(feature = "kdf")]
pub mod concat;
#[cfg(feature = "kdf")]
pub mod hkdf;
mod job;
#[cfg(all(feature = "alloc", feature = "pbkdf2"))]
mod keyed;
#[cfg(feature = "kdf")]
pub mod pbkdf1;
#[cfg(feature = "pbkdf2")]
pub mod pbkdf2;
#[cfg(feature = "registry")]
mod registry;
#[cfg(all(feature = "alloc", feature = "kdf"))]
pub mod s2k;
#[cfg(feature = "scrypt")]
pub mod scrypt;
#[cfg(feature = "kdf")]
pub mod sp800_108;
#[cfg(feature = "yescrypt")]
pub mod yescrypt;

#[cfg(feature = "argon2")]
pub use argon2::{Argon2, Argon2id};
#[cfg(feature = "balloon")]
pub use balloon::Balloon;
#[cfg(feature = "bcrypt")]
pub use bcrypt::{Bcrypt, BcryptPbkdf};
#[cfg(feature = "kdf")]
pub use concat::{Concatenation, kdf1, kdf2, kdf3, mgf1, one_step};
#[cfg(feature = "kdf")]
pub use hkdf::Hkdf;
#[cfg(feature = "registry")]
pub use hkdf::hkdf;
pub use job::Job;
#[cfg(feature = "kdf")]
pub use pbkdf1::pbkdf1;
#[cfg(all(feature = "alloc", feature = "pbkdf2"))]
pub use pbkdf2::Pbkdf2;
#[cfg(feature = "registry")]
pub use registry::{Entry, Info, Parameter, Parameters, entries, lookup};
#[cfg(all(feature = "alloc", feature = "kdf"))]
pub use s2k::s2k;
#[cfg(feature = "scrypt")]
pub use scrypt::Scrypt;
#[cfg(feature = "kdf")]
pub use sp800_108::{Counter, Place, Sp800108};
#[cfg(feature = "yescrypt")]
pub use yescrypt::Yescrypt;

use crate::{
    Error,
    hash::{Frame, Hash, Options},
    mac::hmac::Digest,
};
use core::marker::PhantomData;

/// A hash function on which key derivation is built: given as a type ([`of`]), or by name
/// ([`hash::Algorithm`](crate::hash::Algorithm)).
pub trait HashFunction {
    /// Returns the length of a digest in bytes.
    fn digest_len(&self) -> usize;
    /// Refuses a hash function for which key derivation is not defined.
    ///
    /// # Errors
    /// [`Error::NotPlain`] if the function takes more than a message, such as a key or a customization string.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }
    /// Computes the digest of the concatenation of `parts`; `out` is as long as a digest.
    fn hash(&self, parts: &[&[u8]], out: &mut [u8]);
}

/// The maximum length in bytes of a digest that key derivation supports.
pub const MAX_DIGEST: usize = crate::mac::MAX_PRF;

/// Returns a hash function, given as a type, as a value for the functions that take a [`HashFunction`].
///
/// ```
/// use bramah::{Sha256, kdf};
///
/// let mut mask = [0; 40];
/// kdf::mgf1(&kdf::of::<Sha256>(), b"a seed", &mut mask)?;
/// # Ok::<(), bramah::Error>(())
/// ```
pub const fn of<D: Digest>() -> Of<D> {
    Of(PhantomData)
}

/// A hash function given as a type, which [`of`] returns.
pub struct Of<D>(PhantomData<fn() -> D>);

impl<D: Digest> HashFunction for Of<D> {
    fn digest_len(&self) -> usize {
        D::LEN
    }
    fn hash(&self, parts: &[&[u8]], out: &mut [u8]) {
        type FrameOf<D> = <<D as Digest>::Hash as Hash>::Frame;
        let backend = FrameOf::<D>::dispatch().get();
        let start = D::Hash::start(Options::NONE, D::LEN);
        let mut frame = FrameOf::<D>::new(&start, backend);
        for part in parts {
            frame.update(part);
        }
        frame.finish(out);
    }
}

#[cfg(feature = "registry")]
impl HashFunction for crate::hash::Algorithm {
    fn digest_len(&self) -> usize {
        self.output_len()
    }
    fn check(&self) -> Result<(), Error> {
        self.info().check_plain()
    }
    fn hash(&self, parts: &[&[u8]], out: &mut [u8]) {
        let mut hasher = self.hasher();
        for part in parts {
            hasher.update(part);
        }
        hasher.finalize_reset_into(out);
    }
}

/// Returns the candidates for the inner loops of PBKDF2, and the candidates for scrypt's mixing.
#[cfg(feature = "registry")]
pub fn choices() -> impl Iterator<Item = &'static dyn crate::backend::Choice> {
    use crate::hash::sha2;
    let loops = [
        #[cfg(feature = "sha1")]
        <crate::hash::sha1::Sha1Hash as Hash>::Frame::loops(),
        <sha2::Sha256Hash as Hash>::Frame::loops(),
        <sha2::Sha512Hash as Hash>::Frame::loops(),
    ];
    let own: &[fn() -> &'static dyn crate::backend::Choice] = &[
        #[cfg(feature = "argon2")]
        argon2::choice,
        #[cfg(feature = "bcrypt")]
        bcrypt::choice,
        #[cfg(feature = "scrypt")]
        scrypt::choice,
    ];
    loops.into_iter().flatten().flatten().chain(own.iter().map(|choice| choice()))
}

/// A function that derives keys from passwords, with its parameters.
pub trait PasswordKdf {
    /// Derives `out` from a password and a salt.
    ///
    /// # Errors
    /// If the function does not define these lengths, or if there is not enough memory.
    fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error>;
    /// Returns the number of bytes of memory that the function needs.
    fn memory(&self) -> u64;
}

/// Returns the length of a digest in bytes, if key derivation supports it.
fn digest_len(hash: &dyn HashFunction) -> Result<usize, Error> {
    hash.check()?;
    within(hash.digest_len())
}

/// Returns the length of the keyed function's output in bytes, if key derivation supports it.
fn value_len(prf: &dyn crate::mac::Prf) -> Result<usize, Error> {
    within(prf.output_len())
}

fn within(length: usize) -> Result<usize, Error> {
    if length == 0 || length > MAX_DIGEST {
        return Err(Error::OutputLength { length, min: 1, max: MAX_DIGEST });
    }
    Ok(length)
}

/// Refuses an output length, in bytes, of 0 or of more than `limit`.
pub(crate) fn check_output(length: usize, limit: u64) -> Result<(), Error> {
    if length == 0 || length as u64 > limit {
        return Err(Error::DerivedLength { length, limit });
    }
    Ok(())
}
