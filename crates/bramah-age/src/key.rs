//! The file key, and the keys that are derived from it.

use crate::Error;
use bramah::{ChaCha20Poly1305, Hmac, Sha256, kdf::Hkdf, random::Generator};
use std::fmt;
use zeroize::{Zeroize, Zeroizing};

/// The length of a file key in bytes.
pub(crate) const FILE_KEY: usize = 16;
/// The length of a tag of ChaCha20-Poly1305 in bytes.
pub(crate) const TAG: usize = 16;

/// The key of one file, 16 bytes. Every stanza of the file wraps it. It is erased on drop.
#[derive(Clone)]
pub struct FileKey(Zeroizing<[u8; FILE_KEY]>);

impl FileKey {
    /// Generates a random key.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the operating system returns no random bytes.
    pub fn random() -> Result<Self, Error> {
        Ok(Self(Zeroizing::new(random()?)))
    }

    /// Creates a key from 16 bytes. Returns `None` if there are more or fewer.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(|key| Self(Zeroizing::new(key)))
    }

    /// Returns the bytes of the key, for types of recipients that this crate does not have.
    pub fn expose(&self) -> &[u8; FILE_KEY] {
        &self.0
    }

    /// Computes the MAC of a header, `text`.
    pub(crate) fn mac(&self, text: &[u8]) -> [u8; 32] {
        self.mac_key().tag(text)
    }

    /// Verifies the MAC of a header, `text`.
    pub(crate) fn verify(&self, text: &[u8], mac: &[u8; 32]) -> Result<(), Error> {
        self.mac_key().check(text, mac).map_err(|_| Error::HeaderMac)
    }

    fn mac_key(&self) -> Hmac<Sha256> {
        let key = hkdf(b"", &*self.0, b"header");
        Hmac::new(&*key)
    }

    /// Encrypts the file key under `key`, which must be used for no other message.
    pub(crate) fn wrap(&self, key: &[u8; 32]) -> Result<Vec<u8>, Error> {
        Ok(ChaCha20Poly1305::new(key)?.encrypt(&[0; 12], b"", &*self.0)?)
    }

    /// Decrypts a body that [`wrap`](Self::wrap) encrypted. Returns `None` if it was encrypted under another key.
    ///
    /// # Errors
    /// [`Error::Header`] if the body does not have the length of an encrypted file key. Other lengths are rejected,
    /// because a longer body can be made to open under many keys.
    pub(crate) fn unwrap(key: &[u8; 32], body: &[u8]) -> Result<Option<Self>, Error> {
        Self::unwrap_at(key, &[0; 12], body)
    }

    /// Decrypts a body as [`unwrap`](Self::unwrap) does, but with the given nonce.
    pub(crate) fn unwrap_at(key: &[u8; 32], nonce: &[u8; 12], body: &[u8]) -> Result<Option<Self>, Error> {
        let Some((sealed, tag)) = body.split_last_chunk::<TAG>() else {
            return Err(Error::header("the body of a stanza is too short"));
        };
        let mut file_key = Self(Zeroizing::new(
            sealed.try_into().map_err(|_| Error::header("the body of a stanza must have 32 bytes"))?,
        ));
        let opened = ChaCha20Poly1305::new(key)?.open(nonce, b"", &mut file_key.0[..], tag);
        Ok(opened.is_ok().then_some(file_key))
    }
}

impl fmt::Debug for FileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FileKey")
    }
}

/// Derives 32 bytes with HKDF-SHA-256.
pub(crate) fn hkdf(salt: &[u8], secret: &[u8], info: &[u8]) -> Zeroizing<[u8; 32]> {
    let mut out = Zeroizing::new([0; 32]);
    Hkdf::<Sha256>::new(salt, secret).expand(info, &mut *out).expect("32 bytes are below the limit of HKDF");
    out
}

/// Returns random bytes of the operating system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], Error> {
    let mut out = [0; N];
    match Generator::new().and_then(|mut generator| generator.fill(&mut out)) {
        Ok(()) => Ok(out),
        Err(error) => {
            out.zeroize();
            Err(error.into())
        }
    }
}
