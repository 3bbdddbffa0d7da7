//! A file of identities that is encrypted with a passphrase. The user is asked for the passphrase only if a file may
//! need one of the identities.

use super::parse;
use crate::{
    Decryptor, Error, FileKey, Stanza,
    recipients::{Ask, Identity, PassphraseOnDemand, Recipient},
};
use std::{
    io::Read as _,
    sync::{Arc, Mutex, PoisonError},
};
use zeroize::Zeroizing;

/// The maximum length in bytes of a decrypted file of identities.
const MOST: u64 = 1 << 24;

/// A file of identities that is encrypted with a passphrase.
pub struct EncryptedFile {
    contents: Vec<u8>,
    ask: Arc<dyn Ask>,
    prompt: String,
    most_work_factor: u32,
    /// The identities, once the file has been decrypted.
    opened: Mutex<Option<Vec<Arc<dyn Identity>>>>,
}

impl EncryptedFile {
    /// Creates the identity from the contents of the encrypted file. `prompt` is the text that asks the user for its
    /// passphrase.
    pub fn new(contents: &[u8], ask: Arc<dyn Ask>, prompt: &str, most_work_factor: u32) -> Self {
        let (contents, prompt) = (contents.to_vec(), prompt.to_string());
        Self { contents, ask, prompt, most_work_factor, opened: Mutex::new(None) }
    }

    /// Returns the identities in the file, which is decrypted only once. If decryption fails, the next call tries
    /// again.
    fn open(&self) -> Result<Vec<Arc<dyn Identity>>, Error> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(identities) = &*opened {
            return Ok(identities.clone());
        }
        let decryptor = Decryptor::new(&self.contents[..])?;
        let passphrase = PassphraseOnDemand::new(self.ask.clone(), &self.prompt, self.most_work_factor);
        let reader = decryptor.unlock(&[&passphrase])?.into_reader(1)?;
        let mut contents = Zeroizing::new(Vec::with_capacity(self.contents.len()));
        reader.take(MOST + 1).read_to_end(&mut contents)?;
        if contents.len() as u64 > MOST {
            return Err(Error::key("the identity file is longer than 16 MiB"));
        }
        let identities = parse(&contents, &self.ask)?;
        let identities: Vec<Arc<dyn Identity>> = identities.into_iter().map(Arc::from).collect();
        *opened = Some(identities.clone());
        Ok(identities)
    }
}

impl Identity for EncryptedFile {
    fn unwrap(&self, stanzas: &[Stanza]) -> Result<Option<FileKey>, Error> {
        for identity in self.open()? {
            if let Some(key) = identity.unwrap(stanzas)? {
                return Ok(Some(key));
            }
        }
        Ok(None)
    }

    fn recipients(&self) -> Result<Option<Vec<Box<dyn Recipient>>>, Error> {
        let mut recipients = Vec::new();
        for identity in self.open()? {
            recipients.extend(identity.recipients()?.unwrap_or_default());
        }
        Ok(Some(recipients))
    }
}
