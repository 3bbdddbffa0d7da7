//! HKDF: RFC 5869.

use super::{MAX_DIGEST, check_output, value_len};
use crate::{
    Error, Hmac,
    mac::{Prf, hmac::Digest},
    wipe::wipe,
};

/// Expands a pseudorandom key, which is the key of `prf`, to `out` for the purpose that `info` names: the second half of HKDF,
/// Expand. This function works with any keyed function; HKDF uses HMAC.
///
/// # Errors
/// [`Error::DerivedLength`] if `out` is empty or longer than 255 outputs of `prf`.
pub fn expand(prf: &dyn Prf, info: &[u8], out: &mut [u8]) -> Result<(), Error> {
    let len = value_len(prf)?;
    check_output(out.len(), 255 * len as u64)?;
    let mut value = [0; MAX_DIGEST];
    for (i, piece) in out.chunks_mut(len).enumerate() {
        let before = value;
        let before = if i == 0 { &[][..] } else { &before[..len] };
        prf.mac(&[before, info, &[i as u8 + 1]], &mut value[..len]);
        piece.copy_from_slice(&value[..piece.len()]);
    }
    wipe(&mut value);
    crate::wipe::stack();
    Ok(())
}

/// HKDF with HMAC over the hash function `D`, after its first half, Extract: a pseudorandom key, from which any number of keys
/// can be derived.
///
/// ```
/// use bramah::{Sha256, kdf::Hkdf};
///
/// let hkdf = Hkdf::<Sha256>::new(b"a salt, or nothing", b"a secret that cannot be guessed");
/// let (mut key, mut other) = ([0; 32], [0; 16]);
/// hkdf.expand(b"encryption", &mut key)?;
/// hkdf.expand(b"authentication", &mut other)?;
/// # Ok::<(), bramah::Error>(())
/// ```
pub struct Hkdf<D: Digest>(Hmac<D>);

impl<D: Digest + 'static> Hkdf<D> {
    /// Extracts a pseudorandom key from a secret. An empty salt gives the same result as a salt of zeros with the length of a
    /// digest.
    #[inline(never)] // so that copies of the pseudorandom key lie below the caller's frame, where they are erased on drop
    pub fn new(salt: &[u8], secret: &[u8]) -> Self {
        let mut key = Hmac::<D>::mac(salt, secret);
        let new = Self::from_key(key.as_ref());
        wipe(key.as_mut());
        new
    }

    /// Starts with a pseudorandom key, without Extract.
    pub fn from_key(key: &[u8]) -> Self {
        Self(Hmac::new(key))
    }

    /// Derives `out` for the purpose that `info` names.
    ///
    /// # Errors
    /// [`Error::DerivedLength`] if `out` is empty or longer than 255 digests.
    pub fn expand(&self, info: &[u8], out: &mut [u8]) -> Result<(), Error> {
        expand(&self.0, info, out)
    }
}

/// Runs both halves of HKDF, with HMAC chosen by name.
///
/// ```
/// let mut key = [0; 32];
/// let hmac = bramah::mac::lookup("hmac-sha256")?;
/// bramah::kdf::hkdf(&hmac, b"salt", b"a secret that cannot be guessed", b"encryption", &mut key)?;
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::DerivedLength`] if `out` is empty or longer than 255 tags; [`Error::NoPrf`] if the MAC cannot derive keys;
/// [`Error::ByteLength`] if the MAC does not take keys of any length.
#[cfg(feature = "registry")]
pub fn hkdf(
    mac: &crate::mac::Algorithm,
    salt: &[u8],
    secret: &[u8],
    info: &[u8],
    out: &mut [u8],
) -> Result<(), Error> {
    let mut key = [0; MAX_DIGEST];
    let key = &mut key[..mac.tag_len()];
    let none = || Error::NoPrf;
    mac.keyed(salt)?.prf().ok_or_else(none)?.mac(&[secret], key);
    let derived = mac.keyed(key).and_then(|keyed| expand(keyed.prf().ok_or_else(none)?, info, out));
    wipe(key);
    derived
}
