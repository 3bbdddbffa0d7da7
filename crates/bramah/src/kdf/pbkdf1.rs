//! PBKDF1: RFC 8018, section 5.1.

use super::{HashFunction, MAX_DIGEST, check_output};
use crate::{Error, wipe::wipe};

/// Derives a key by PBKDF1, for old data that was encrypted with such a key: the hash of password and salt is hashed
/// repeatedly. The salt of the specification has 8 bytes; other lengths are accepted.
///
/// ```
/// use bramah::{Sha1, kdf};
///
/// let mut key = [0; 16];
/// kdf::pbkdf1(&kdf::of::<Sha1>(), b"password", b"8 bytes!", 1000, &mut key)?;
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] if `iterations` is 0; [`Error::DerivedLength`] if `out` is empty or longer than a digest.
pub fn pbkdf1(
    hash: &dyn HashFunction,
    password: &[u8],
    salt: &[u8],
    iterations: u32,
    out: &mut [u8],
) -> Result<(), Error> {
    let len = super::digest_len(hash)?;
    check_output(out.len(), len as u64)?;
    if iterations == 0 {
        let max = u64::from(u32::MAX);
        return Err(Error::Parameter { name: "the number of iterations", value: 0, min: 1, max });
    }
    let (mut value, mut next) = ([0; MAX_DIGEST], [0; MAX_DIGEST]);
    let (value, next) = (&mut value[..len], &mut next[..len]);
    hash.hash(&[password, salt], value);
    for _ in 1..iterations {
        hash.hash(&[value], next);
        value.copy_from_slice(next);
    }
    out.copy_from_slice(&value[..out.len()]);
    wipe(value);
    wipe(next);
    crate::wipe::stack();
    Ok(())
}
