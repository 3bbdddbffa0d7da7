//! A passphrase: C2SP, *The age file encryption format*, section "The scrypt recipient type".

use super::{Ask, Identity, Recipient, Wrapped, arguments, check_passphrase, decoded, sealed};
use crate::{
    Error, FileKey, Stanza,
    key::{FILE_KEY, TAG, random},
    text::base64,
};
use bramah::kdf::{PasswordKdf as _, Scrypt};
use std::{fmt, sync::Arc};
use zeroize::Zeroizing;

pub(super) const KIND: &str = "scrypt";
const LABEL: &[u8] = b"age-encryption.org/v1/scrypt";
/// The length of a salt in bytes.
const SALT: usize = 16;

/// The logarithm of scrypt's N for new files: 256 MiB, and about half a second.
pub const DEFAULT_WORK_FACTOR: u32 = 18;
/// The largest logarithm of scrypt's N that is accepted by default: 4 GiB, and about ten seconds.
pub const MOST_WORK_FACTOR: u32 = 22;

/// The largest logarithm of scrypt's N that can be chosen, for either direction.
pub(super) const LARGEST: u32 = 30;

/// A passphrase, as a recipient and as an identity.
#[derive(Clone)]
pub struct Passphrase {
    passphrase: Zeroizing<Vec<u8>>,
    factor: u32,
    most: u32,
}

impl Passphrase {
    /// Makes the recipient from the bytes of a passphrase, usually text in UTF-8.
    pub fn new(passphrase: &[u8]) -> Self {
        let passphrase = Zeroizing::new(passphrase.to_vec());
        Self { passphrase, factor: DEFAULT_WORK_FACTOR, most: MOST_WORK_FACTOR }
    }

    /// Sets the logarithm of scrypt's N for files that are encrypted, 1 to 30. A value larger than
    /// [`most_work_factor`](Self::most_work_factor) is refused in encryption, so that the default settings can decrypt
    /// every new file.
    #[must_use]
    pub fn work_factor(self, factor: u32) -> Self {
        Self { factor: factor.clamp(1, LARGEST), ..self }
    }

    /// Sets the largest logarithm of scrypt's N that is accepted, in decryption and in encryption, 1 to 30;
    /// [`MOST_WORK_FACTOR`] by default.
    #[must_use]
    pub fn most_work_factor(self, most: u32) -> Self {
        Self { most: most.clamp(1, LARGEST), ..self }
    }

    /// Refuses a work factor that is too large. [`Recipient::wrap`] calls this function, and so does everything that
    /// encrypts a file.
    ///
    /// # Errors
    /// [`Error::WorkFactor`] if the work factor is larger than the largest accepted one.
    pub fn check_new(&self) -> Result<(), Error> {
        match self.factor > self.most {
            true => Err(Error::WorkFactor { factor: self.factor, most: self.most }),
            false => Ok(()),
        }
    }

    fn key(&self, salt: &[u8; SALT], factor: u32) -> Result<Zeroizing<[u8; 32]>, Error> {
        let mut key = Zeroizing::new([0; 32]);
        Scrypt::new(factor, 8, 1)?.derive(&self.passphrase, &[LABEL, salt].concat(), &mut *key)?;
        Ok(key)
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase")
    }
}

impl Recipient for Passphrase {
    fn wrap(&self, key: &FileKey) -> Result<Wrapped, Error> {
        self.check_new()?;
        let salt = random::<SALT>()?;
        let body = key.wrap(&*self.key(&salt, self.factor)?)?;
        let stanza = Stanza::new(KIND, [base64(&salt), self.factor.to_string()], &body);
        // no other recipient has this random label, so a passphrase can only be the only recipient
        Ok(Wrapped::one(stanza).labelled(base64(&random::<16>()?)))
    }
}

impl Identity for Passphrase {
    /// Unwraps the key.
    ///
    /// # Errors
    /// [`Error::WrongPassphrase`]; [`Error::WorkFactor`] if the file requires more work than is accepted;
    /// [`Error::Header`].
    fn unwrap(&self, stanzas: &[Stanza]) -> Result<Option<FileKey>, Error> {
        let Some(stanza) = stanzas.iter().find(|stanza| stanza.kind == KIND) else { return Ok(None) };
        check_passphrase(stanzas)?;
        // checked before scrypt takes its time
        let (salt, factor, body) = parsed(stanza)?;
        if factor > self.most {
            return Err(Error::WorkFactor { factor, most: self.most });
        }
        let opened = FileKey::unwrap(&*self.key(&salt, factor)?, body)?;
        opened.map(Some).ok_or(Error::WrongPassphrase)
    }
}

/// Returns the salt, the work factor and the sealed key of a stanza.
pub(super) fn parsed(stanza: &Stanza) -> Result<([u8; SALT], u32, &[u8; FILE_KEY + TAG]), Error> {
    let [salt, factor] = arguments(stanza)?;
    let salt = decoded(stanza, salt)?;
    let decimal = factor.bytes().all(|digit| digit.is_ascii_digit()) && !factor.starts_with('0');
    let factor = factor.parse().ok().filter(|_| decimal);
    let factor: u32 = factor.ok_or_else(|| Error::header("malformed work factor of scrypt"))?;
    Ok((salt, factor, sealed(stanza)?))
}

/// A passphrase that the user is asked for only if a file needs one.
pub struct PassphraseOnDemand {
    ask: Arc<dyn Ask>,
    prompt: String,
    most: u32,
}

impl PassphraseOnDemand {
    /// Makes the identity with the text that asks for the passphrase.
    pub fn new(ask: Arc<dyn Ask>, prompt: &str, most_work_factor: u32) -> Self {
        Self { ask, prompt: prompt.into(), most: most_work_factor }
    }
}

impl Identity for PassphraseOnDemand {
    fn unwrap(&self, stanzas: &[Stanza]) -> Result<Option<FileKey>, Error> {
        if !stanzas.iter().any(|stanza| stanza.kind == KIND) {
            return Ok(None);
        }
        let passphrase = self.ask.passphrase(&self.prompt)?;
        Passphrase::new(&passphrase).most_work_factor(self.most).unwrap(stanzas)
    }
}
