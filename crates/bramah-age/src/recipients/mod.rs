//! The ways to wrap the key of a file: recipients, which wrap it, and identities, which unwrap it.

mod hpke;
mod hybrid;
mod plugin;
mod scrypt;
mod ssh;
mod ssh_key;
mod tag;
mod x25519;

pub use hybrid::{HybridIdentity, HybridRecipient};
pub use plugin::{PluginIdentity, PluginRecipient};
pub use scrypt::{DEFAULT_WORK_FACTOR, MOST_WORK_FACTOR, Passphrase, PassphraseOnDemand};
pub use ssh::{SshIdentity, SshRecipient};
pub use tag::TagRecipient;
pub(crate) use tag::is_tagged;
pub use x25519::{X25519Identity, X25519Recipient};

use crate::{
    Error, FileKey, Stanza,
    key::{FILE_KEY, TAG},
    stanza,
};
use std::{any::Any, collections::BTreeSet, str::FromStr, time::Duration};
use zeroize::Zeroizing;

/// The label of the post-quantum recipients, which are not mixed with others.
const POST_QUANTUM: &str = "postquantum";

/// Implements `FromStr`, and so `str::parse`, by the method `parse` of each type.
macro_rules! from_str {
    ($($name:ident)*) => {$(
        impl FromStr for $name {
            type Err = Error;

            #[doc = concat!("Reads a key as [`", stringify!($name), "::parse`] does.")]
            fn from_str(text: &str) -> Result<Self, Error> {
                Self::parse(text)
            }
        }
    )*};
}

from_str! { HybridIdentity HybridRecipient SshRecipient TagRecipient X25519Identity X25519Recipient }

/// The stanzas and labels that a recipient made for a file.
#[derive(Clone, Debug, Default)]
pub struct Wrapped {
    /// The stanzas, usually one.
    pub stanzas: Vec<Stanza>,
    /// The labels. Recipients may be used together only if their sets of labels are equal.
    pub labels: BTreeSet<String>,
}

impl Wrapped {
    /// Makes the result of a recipient without labels.
    pub fn one(stanza: Stanza) -> Self {
        Self { stanzas: vec![stanza], labels: BTreeSet::new() }
    }

    /// Adds a label.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Self {
        self.labels.insert(label.into());
        self
    }
}

/// A recipient, to which a file is encrypted.
pub trait Recipient: Send + Sync {
    /// Wraps the key of a file.
    ///
    /// # Errors
    /// The errors of the operating system's random bytes; those of a plugin.
    fn wrap(&self, key: &FileKey) -> Result<Wrapped, Error>;

    /// Returns the recipient as text, to which others can encrypt; `None` if it has no text, such as a passphrase.
    fn text(&self) -> Option<String> {
        None
    }
}

/// An identity: a secret that opens a file.
pub trait Identity: Send + Sync {
    /// Unwraps the key of a file; `None` if none of its stanzas is for this identity.
    ///
    /// # Errors
    /// [`Error::Header`] if a stanza of a kind that this identity opens is malformed; the errors of the identity
    /// itself.
    fn unwrap(&self, stanzas: &[Stanza]) -> Result<Option<FileKey>, Error>;

    /// Returns the recipients of the files that this identity opens; `None` if there are none, as for a passphrase.
    ///
    /// # Errors
    /// The errors of an encrypted file of identities.
    fn recipients(&self) -> Result<Option<Vec<Box<dyn Recipient>>>, Error> {
        Ok(None)
    }
}

/// Asks the user on behalf of an identity: for a passphrase, or for an input that a plugin needs.
pub trait Ask: Send + Sync {
    /// Asks for the passphrase of a file or an identity, which must not be shown while it is entered.
    ///
    /// # Errors
    /// The implementation's error if there is nobody to ask.
    fn passphrase(&self, prompt: &str) -> Result<Zeroizing<Vec<u8>>, Error>;

    /// Asks for a secret of a plugin, which must not be shown while it is entered.
    ///
    /// # Errors
    /// The implementation's error if there is nobody to ask.
    fn secret(&self, prompt: &str) -> Result<Zeroizing<String>, Error>;

    /// Asks for a value that may be shown.
    ///
    /// # Errors
    /// The implementation's error if there is nobody to ask.
    fn value(&self, prompt: &str) -> Result<String, Error>;

    /// Asks for one of two answers, or shows the only one; returns whether the first was chosen.
    ///
    /// # Errors
    /// The implementation's error if there is nobody to ask.
    fn confirm(&self, prompt: &str, yes: &str, no: Option<&str>) -> Result<bool, Error>;

    /// Shows a message.
    fn show(&self, message: &str);

    /// Called when a plugin, the program `age-plugin-NAME`, was started as this process. The returned value is dropped
    /// before the process number can be used again, so that a program that is ended early can end the plugin too.
    fn started(&self, name: &str, process: u32) -> Box<dyn Any + Send> {
        let _ = (name, process);
        Box::new(())
    }

    /// Called several times a second while the crate waits for a plugin, with the time since the plugin's last message.
    /// This time has no limit, since the user may have to touch a device.
    ///
    /// # Errors
    /// An error to stop waiting: the plugin is killed, and this error is returned.
    fn waiting(&self, name: &str, time: Duration) -> Result<(), Error> {
        let _ = (name, time);
        Ok(())
    }
}

/// Refuses a passphrase together with other recipients: anyone who knows one of the recipients could make files that
/// the passphrase opens.
pub(crate) fn check_passphrase(stanzas: &[Stanza]) -> Result<(), Error> {
    if stanzas.len() > 1 && stanzas.iter().any(|stanza| stanza.kind == scrypt::KIND) {
        return Err(Error::header("a passphrase must be the only recipient"));
    }
    Ok(())
}

/// Refuses a stanza of one of this crate's kinds if identities would refuse it as malformed, whoever made it.
pub(crate) fn check(stanza: &Stanza) -> Result<(), Error> {
    match stanza.kind.as_str() {
        scrypt::KIND => match scrypt::parsed(stanza)? {
            (_, factor, _) if factor > scrypt::LARGEST => {
                return Err(Error::header("the work factor of the passphrase is too large"));
            }
            _ => {}
        },
        x25519::KIND => drop(x25519::parsed(stanza)?),
        ssh_key::ED25519 => drop(ssh::parsed(stanza)?),
        hybrid::KIND => drop(hybrid::parsed(stanza)?),
        tag::KIND | tag::HYBRID_KIND => tag::check(stanza)?,
        _ => return Ok(()),
    }
    sealed(stanza).map(drop)
}

/// Wraps a key for all of the recipients.
///
/// # Errors
/// [`Error::Header`] if there are more than a file can have; [`Error::Key`] if there are none, or if their labels
/// differ: a passphrase must be the only recipient, and post-quantum recipients are not mixed with others, which would
/// be the weak ones.
pub(crate) fn wrap(key: &FileKey, recipients: &[&dyn Recipient]) -> Result<Vec<Stanza>, Error> {
    let (mut stanzas, mut labels) = (Vec::new(), None);
    // checked before a passphrase or a plugin takes its time
    stanza::check_count(recipients.len())?;
    for recipient in recipients {
        let wrapped = recipient.wrap(key)?;
        if *labels.get_or_insert_with(|| wrapped.labels.clone()) != wrapped.labels {
            return Err(Error::key(
                "these recipients cannot be combined: a passphrase must be the only recipient, and post-quantum \
                 recipients cannot be mixed with others",
            ));
        }
        stanzas.extend(wrapped.stanzas);
    }
    Ok(stanzas)
}

/// Returns the file key that the first of the identities unwraps.
pub(crate) fn unwrap(stanzas: &[Stanza], identities: &[&dyn Identity]) -> Result<FileKey, Error> {
    let is_passphrase = |stanza: &Stanza| stanza.kind == scrypt::KIND;
    for identity in identities {
        if let Some(key) = identity.unwrap(stanzas)? {
            return Ok(key);
        }
    }
    Err(if stanzas.iter().any(is_passphrase) { Error::PassphraseNeeded } else { Error::NoMatch })
}

/// Returns the result of the first stanza of this kind that `open` opens.
fn first_of(
    stanzas: &[Stanza],
    kind: &str,
    mut open: impl FnMut(&Stanza) -> Result<Option<FileKey>, Error>,
) -> Result<Option<FileKey>, Error> {
    for stanza in stanzas.iter().filter(|stanza| stanza.kind == kind) {
        if let Some(key) = open(stanza)? {
            return Ok(Some(key));
        }
    }
    Ok(None)
}

/// Returns the arguments of a stanza if there are exactly `N`.
fn arguments<'a, const N: usize>(stanza: &'a Stanza) -> Result<[&'a str; N], Error> {
    let arguments: Vec<&'a str> = stanza.arguments.iter().map(String::as_str).collect();
    arguments.try_into().map_err(|_| {
        Error::header(format!(
            "the stanza {} must have {N} argument{}",
            stanza.kind,
            if N == 1 { "" } else { "s" }
        ))
    })
}

/// Returns the body of a stanza if it has the length of a sealed file key. Bodies of other lengths are not opened: a longer
/// one can be made to open under many keys.
fn sealed(stanza: &Stanza) -> Result<&[u8; FILE_KEY + TAG], Error> {
    stanza.body[..].try_into().map_err(|_| Error::header("the body of a stanza must have 32 bytes"))
}

/// Decodes an argument of `N` bytes.
fn decoded<const N: usize>(stanza: &Stanza, argument: &str) -> Result<[u8; N], Error> {
    let bytes = crate::text::from_base64(argument).and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| {
        Error::header(format!("an argument of the stanza {} must be {N} bytes in base64", stanza.kind))
    })
}
