//! Files whose chunks the caller divides among threads, processes or machines. The types of this module process everything
//! else of a file: the header, the nonce, and armor.

use crate::{
    Error, Identity, Recipient,
    envelope::{Opening, Progress, Sealed},
};
use std::fmt;
use zeroize::Zeroizing;

/// Encrypts a file, except for its chunks, which the caller encrypts with a [`PayloadKey`](crate::PayloadKey) and passes in in
/// their order.
///
/// ```
/// use bramah_age::{Decryptor, DividedEncryptor, PayloadKey, X25519Identity};
///
/// let identity = X25519Identity::random()?;
/// let text = vec![7; 2 * PayloadKey::CHUNK + 1];
/// let mut encryptor = DividedEncryptor::new(&[&identity.recipient()], false)?;
/// let key = PayloadKey::new(encryptor.key())?;
/// let (begin, end) = text.split_at(PayloadKey::CHUNK);
/// let chunks = [key.encrypt(0, begin, false)?, key.encrypt(1, end, true)?];
/// for chunk in &chunks {
///     encryptor.update(chunk)?;
/// }
/// encryptor.finish()?;
/// let file = encryptor.take_all();
///
/// let mut again = Vec::new();
/// Decryptor::new(&file[..])?.unlock(&[&identity])?.decrypt(&mut again, 1)?;
/// assert_eq!(again, text);
/// # Ok::<(), bramah_age::Error>(())
/// ```
pub struct DividedEncryptor {
    key: Zeroizing<[u8; 32]>,
    sealed: Sealed,
    progress: Progress,
}

impl DividedEncryptor {
    /// Generates a file key, and writes the header, which wraps it for all of the recipients.
    ///
    /// # Errors
    /// The errors of [`Encryptor::new`](crate::Encryptor::new), and an error if the operating system returns no random
    /// bytes.
    pub fn new(recipients: &[&dyn Recipient], armored: bool) -> Result<Self, Error> {
        let (sealed, key) = Sealed::begin(recipients, armored)?;
        Ok(Self { key, sealed, progress: Progress::Within })
    }

    /// Returns the bytes of the key of the payload. Whoever has them can decrypt the file.
    pub fn key(&self) -> &[u8; 32] {
        &self.key
    }

    /// Returns whether the file is armored. Otherwise, chunks are in the file as they are passed in.
    pub fn is_armored(&self) -> bool {
        matches!(self.sealed, Sealed::Armored(_))
    }

    /// Appends encrypted chunks to the file.
    ///
    /// # Errors
    /// An I/O error if the file has been finished, or if an earlier call failed.
    pub fn update(&mut self, sealed: &[u8]) -> Result<(), Error> {
        self.progress.check()?;
        self.progress = Progress::Failed;
        self.sealed.write(sealed)?;
        self.progress = Progress::Within;
        Ok(())
    }

    /// Ends the file. Without this call, an armored file is incomplete.
    ///
    /// # Errors
    /// The errors of [`update`](Self::update).
    pub fn finish(&mut self) -> Result<(), Error> {
        self.progress.check()?;
        self.progress = Progress::Failed;
        self.sealed.end()?;
        self.progress = Progress::Finished;
        Ok(())
    }

    /// Takes all available bytes of the encrypted file.
    pub fn take_all(&mut self) -> Zeroizing<Vec<u8>> {
        self.sealed.queue().take_all()
    }
}

impl fmt::Debug for DividedEncryptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DividedEncryptor").finish_non_exhaustive()
    }
}

/// Decrypts a file, except for its chunks, which the caller takes out and decrypts with a [`PayloadKey`](crate::PayloadKey).
/// The header is authentic once there is a key; each chunk is authentic only once it has been decrypted.
pub struct DividedDecryptor {
    opening: Opening,
    key: Option<Zeroizing<[u8; 32]>>,
    progress: Progress,
}

impl DividedDecryptor {
    /// Starts a new file, which may be armored.
    pub fn new(identities: Vec<Box<dyn Identity>>) -> Self {
        Self { opening: Opening::new(identities), key: None, progress: Progress::Within }
    }

    /// Passes in the next part of the file.
    ///
    /// # Errors
    /// The errors of [`Decryptor::new`](crate::Decryptor::new) and [`Decryptor::unlock`](crate::Decryptor::unlock). After an
    /// error, nothing can be taken.
    pub fn update(&mut self, file: &[u8]) -> Result<(), Error> {
        self.step(|this| {
            this.opening.push(file)?;
            this.unlock(false)
        })
    }

    /// Declares that the file has ended.
    ///
    /// # Errors
    /// The errors of [`update`](Self::update); [`Error::Header`] or [`Error::Armor`] if the file is truncated before its
    /// payload, or within its armor. A payload that is truncated is noticed by the caller, who decrypts its last chunk.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.step(|this| {
            this.opening.finish()?;
            this.unlock(true)
        })?;
        self.progress = Progress::Finished;
        Ok(())
    }

    fn unlock(&mut self, last: bool) -> Result<(), Error> {
        if self.key.is_none() {
            self.key = self.opening.unlock(last)?;
        }
        Ok(())
    }

    fn step(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        self.progress.check()?;
        self.progress = Progress::Failed;
        let done = work(self);
        match done {
            Ok(()) => self.progress = Progress::Within,
            Err(_) => self.opening.file = Default::default(),
        }
        done
    }

    /// Returns the bytes of the key of the payload once the header has arrived, was verified and unlocked. Whoever has them can
    /// decrypt the file.
    pub fn key(&self) -> Option<&[u8; 32]> {
        self.key.as_deref()
    }

    /// Returns whether it is known that the file is not armored. Then chunks can be taken as they are passed in.
    pub fn is_plain(&self) -> bool {
        self.opening.is_plain()
    }

    /// Takes all available bytes of the payload: encrypted chunks, of which any may be incomplete. There are none before there
    /// is a key.
    pub fn take_all(&mut self) -> Zeroizing<Vec<u8>> {
        match self.key {
            Some(_) => self.opening.file.take_all(),
            None => Zeroizing::default(),
        }
    }
}

impl fmt::Debug for DividedDecryptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DividedDecryptor").finish_non_exhaustive()
    }
}
