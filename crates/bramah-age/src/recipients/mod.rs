//! The ways to wrap a file key. Recipients wrap it, and identities unwrap it.

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

/// The label of post-quantum recipients, which must not be combined with others.
const POST_QUANTUM: &str = "postquantum";

/// Implements `FromStr`, and thereby `str::parse`, with the method `parse` of each type.
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

/// The stanzas and labels that a recipient returns for a file.
#[derive(Clone, Debug, Default)]
pub struct Wrapped {
    /// The stanzas, usually one.
    pub stanzas: Vec<Stanza>,
    /// The labels. Recipients can be combined only if their sets of labels are equal.
    pub labels: BTreeSet<String>,
}

impl Wrapped {
    /// Creates the result of a recipient that has one stanza and no labels.
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
    /// Wraps a file key.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the operating system returns no random bytes; the errors of a plugin.
    fn wrap(&self, key: &FileKey) -> Result<Wrapped, Error>;

    /// Returns the recipient as text, so that others can encrypt to it. Returns `None` for a recipient without a
    /// text form, such as a passphrase.
    fn text(&self) -> Option<String> {
        None
    }
}

/// An identity, which is the secret that decrypts a file.
pub trait Identity: Send + Sync {
    /// Unwraps the file key. Returns `None` if none of the file's stanzas is for this identity.
    ///
    /// # Errors
    /// [`Error::Header`] if a stanza is malformed although this identity supports its type; the errors of the identity
    /// itself.
    fn unwrap(&self, stanzas: &[Stanza]) -> Result<Option<FileKey>, Error>;

    /// Returns the recipients that correspond to this identity. Returns `None` if there are none, as for a passphrase.
    ///
    /// # Errors
    /// The errors of decrypting an encrypted identity file.
    fn recipients(&self) -> Result<Option<Vec<Box<dyn Recipient>>>, Error> {
        Ok(None)
    }
}

/// Asks the user on behalf of an identity, for example for a passphrase or for input that a plugin needs.
pub trait Ask: Send + Sync {
    /// Asks for the passphrase of a file or an identity. It must not be echoed while it is entered.
    ///
    /// # Errors
    /// An error of the implementation if nobody can be asked.
    fn passphrase(&self, prompt: &str) -> Result<Zeroizing<Vec<u8>>, Error>;

    /// Asks for a secret on behalf of a plugin. It must not be echoed while it is entered.
    ///
    /// # Errors
    /// An error of the implementation if nobody can be asked.
    fn secret(&self, prompt: &str) -> Result<Zeroizing<String>, Error>;

    /// Asks for a value that is not secret, and may be echoed.
    ///
    /// # Errors
    /// An error of the implementation if nobody can be asked.
    fn value(&self, prompt: &str) -> Result<String, Error>;

    /// Asks the user to choose one of two answers, or to confirm the only one. Returns whether the first was chosen.
    ///
    /// # Errors
    /// An error of the implementation if nobody can be asked.
    fn confirm(&self, prompt: &str, yes: &str, no: Option<&str>) -> Result<bool, Error>;

    /// Shows a message to the user.
    fn show(&self, message: &str);

    /// Called when the plugin `age-plugin-NAME` was started, with its process ID. The returned value is dropped before
    /// the system can reuse the process ID, so that a program that is ended early can end the plugin too.
    fn started(&self, name: &str, process: u32) -> Box<dyn Any + Send> {
        let _ = (name, process);
        Box::new(())
    }

    /// Called several times a second while the crate waits for a plugin, with the time since the plugin's last message.
    /// The crate sets no timeout, because the user may have to touch a device.
    ///
    /// # Errors
    /// Returning an error stops the wait. The crate then kills the plugin, and returns this error.
    fn waiting(&self, name: &str, time: Duration) -> Result<(), Error> {
        let _ = (name, time);
        Ok(())
    }
}

/// Returns an error if a passphrase is combined with other recipients. Otherwise, anyone who knows one of the others
/// could make files that the passphrase opens.
pub(crate) fn check_passphrase(stanzas: &[Stanza]) -> Result<(), Error> {
    if stanzas.len() > 1 && stanzas.iter().any(|stanza| stanza.kind == scrypt::KIND) {
        return Err(Error::header("a passphrase must be the only recipient"));
    }
    Ok(())
}

/// Returns an error if a stanza has a type of this crate but is malformed, even if another program created it.
pub(crate) fn check(stanza: &Stanza) -> Result<(), Error> {
    match stanza.kind.as_str() {
        scrypt::KIND => match scrypt::parsed(stanza)? {
            (_, factor, _) if factor > scrypt::LARGEST => {
                return Err(Error::header(format!(
                    "the scrypt work factor is {factor}, but must be at most {}",
                    scrypt::LARGEST
                )));
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

/// Wraps a file key for all of the recipients.
///
/// # Errors
/// [`Error::Header`] if there are more recipients than a file can have; [`Error::Key`] if there are none, or if their
/// labels differ. A passphrase must be the only recipient. Post-quantum recipients cannot be combined with others,
/// because an attacker would choose the weaker ones.
pub(crate) fn wrap(key: &FileKey, recipients: &[&dyn Recipient]) -> Result<Vec<Stanza>, Error> {
    let (mut stanzas, mut labels) = (Vec::new(), None);
    // checked first, because a passphrase or a plugin takes time
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

/// Returns the file key from the first identity that can unwrap it.
pub(crate) fn unwrap(stanzas: &[Stanza], identities: &[&dyn Identity]) -> Result<FileKey, Error> {
    let is_passphrase = |stanza: &Stanza| stanza.kind == scrypt::KIND;
    for identity in identities {
        if let Some(key) = identity.unwrap(stanzas)? {
            return Ok(key);
        }
    }
    Err(if stanzas.iter().any(is_passphrase) { Error::PassphraseNeeded } else { Error::NoMatch })
}

/// Calls `open` with each stanza of a type, and returns the first file key.
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

/// Returns the arguments of a stanza, or an error if their number is not `N`.
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

/// Returns the body of a stanza if it has the length of a wrapped file key. Other lengths are rejected, because a
/// longer body can be made to open under many keys.
fn sealed(stanza: &Stanza) -> Result<&[u8; FILE_KEY + TAG], Error> {
    stanza.body[..].try_into().map_err(|_| Error::header("the body of a stanza must have 32 bytes"))
}

/// Decodes an argument in base64, which must have `N` bytes.
fn decoded<const N: usize>(stanza: &Stanza, argument: &str) -> Result<[u8; N], Error> {
    let bytes = crate::text::from_base64(argument).and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| {
        Error::header(format!("an argument of the stanza {} must be {N} bytes in base64", stanza.kind))
    })
}
