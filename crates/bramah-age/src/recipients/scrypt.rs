//! Passphrases: C2SP, *The age file encryption format*, section "The scrypt recipient type".

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

/// The work factor of new files, which is log2 of scrypt's N: 256 MiB of memory, and about half a second.
pub const DEFAULT_WORK_FACTOR: u32 = 18;
/// The maximum work factor that is accepted by default, as log2 of scrypt's N: 4 GiB of memory, and about ten seconds.
pub const MOST_WORK_FACTOR: u32 = 22;

/// The maximum work factor that can be set for encryption or decryption, as log2 of scrypt's N.
pub(super) const LARGEST: u32 = 30;

/// A passphrase, which is both a recipient and an identity.
#[derive(Clone)]
pub struct Passphrase {
    passphrase: Zeroizing<Vec<u8>>,
    factor: u32,
    most: u32,
}

impl Passphrase {
    /// Creates a recipient and identity from the bytes of a passphrase, usually UTF-8 text.
    pub fn new(passphrase: &[u8]) -> Self {
        let passphrase = Zeroizing::new(passphrase.to_vec());
        Self { passphrase, factor: DEFAULT_WORK_FACTOR, most: MOST_WORK_FACTOR }
    }

    /// Sets the work factor for encryption, which is log2 of scrypt's N, from 1 to 30. A value above
    /// [`most_work_factor`](Self::most_work_factor) is an error in encryption, so that the default settings can decrypt
    /// every new file.
    #[must_use]
    pub fn work_factor(self, factor: u32) -> Self {
        Self { factor: factor.clamp(1, LARGEST), ..self }
    }

    /// Sets the maximum accepted work factor for encryption and decryption, which is log2 of scrypt's N, from 1 to 30.
    /// The default is [`MOST_WORK_FACTOR`].
    #[must_use]
    pub fn most_work_factor(self, most: u32) -> Self {
        Self { most: most.clamp(1, LARGEST), ..self }
    }

    /// Returns an error if the work factor for encryption is too large. [`Recipient::wrap`] calls this function, so all
    /// functions that encrypt a file do too.
    ///
    /// # Errors
    /// [`Error::WorkFactor`] if the work factor is above the accepted maximum.
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
        // no other recipient has this random label, so a passphrase cannot be combined with others
        Ok(Wrapped::one(stanza).labelled(base64(&random::<16>()?)))
    }
}

impl Identity for Passphrase {
    /// Unwraps the file key.
    ///
    /// # Errors
    /// [`Error::WrongPassphrase`]; [`Error::WorkFactor`] if the file's work factor is above the accepted maximum;
    /// [`Error::Header`] if the stanza is malformed.
    fn unwrap(&self, stanzas: &[Stanza]) -> Result<Option<FileKey>, Error> {
        let Some(stanza) = stanzas.iter().find(|stanza| stanza.kind == KIND) else { return Ok(None) };
        check_passphrase(stanzas)?;
        // checked first, because scrypt takes time
        let (salt, factor, body) = parsed(stanza)?;
        if factor > self.most {
            return Err(Error::WorkFactor { factor, most: self.most });
        }
        let opened = FileKey::unwrap(&*self.key(&salt, factor)?, body)?;
        opened.map(Some).ok_or(Error::WrongPassphrase)
    }
}

/// Returns the salt, the work factor and the wrapped file key of a stanza.
pub(super) fn parsed(stanza: &Stanza) -> Result<([u8; SALT], u32, &[u8; FILE_KEY + TAG]), Error> {
    let [salt, factor] = arguments(stanza)?;
    let salt = decoded(stanza, salt)?;
    let decimal = factor.bytes().all(|digit| digit.is_ascii_digit()) && !factor.starts_with('0');
    let factor = factor.parse().ok().filter(|_| decimal);
    let factor: u32 =
        factor.ok_or_else(|| Error::header("the work factor of the scrypt stanza is not a valid number"))?;
    Ok((salt, factor, sealed(stanza)?))
}

/// A passphrase that is asked for only when a file needs one.
pub struct PassphraseOnDemand {
    ask: Arc<dyn Ask>,
    prompt: String,
    most: u32,
}

impl PassphraseOnDemand {
    /// Creates the identity. `prompt` is the text that asks the user for the passphrase.
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
