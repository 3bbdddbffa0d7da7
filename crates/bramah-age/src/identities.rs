//! Recipients and identities as text, and files that contain them.

mod encrypted;

pub use encrypted::EncryptedFile;

use crate::{
    Error, armor,
    recipients::{
        Ask, HybridIdentity, HybridRecipient, Identity, PluginIdentity, PluginRecipient, Recipient,
        SshIdentity, SshRecipient, TagRecipient, X25519Identity, X25519Recipient, is_tagged,
    },
    text::{is_utf16, unmarked},
};
use std::sync::Arc;
use zeroize::Zeroizing;

/// The maximum length in bytes of a line in a file of recipients.
const LINE: usize = 8 << 10;

/// Parses a recipient of any type: `age1...`, `age1pq1...`, `age1tag1...`, `age1tagpq1...`, `ssh-ed25519 ...`, or a
/// plugin's recipient `age1NAME1...`.
///
/// # Errors
/// [`Error::Key`] if the recipient is malformed, or has an unknown type.
pub fn recipient(text: &str, ask: &Arc<dyn Ask>) -> Result<Box<dyn Recipient>, Error> {
    if is_of_plugin(text) {
        return Ok(Box::new(PluginRecipient::parse(text, ask.clone())?));
    }
    recipient_alone(text)
}

/// Returns whether a recipient belongs to a plugin. If so, another `1` follows the plugin's name.
fn is_of_plugin(text: &str) -> bool {
    text.starts_with("age1") && !text.starts_with("age1pq1") && !is_tagged(text) && text[4..].contains('1')
}

/// Parses a recipient of any type that needs no plugin.
fn recipient_alone(text: &str) -> Result<Box<dyn Recipient>, Error> {
    Ok(match text {
        _ if text.starts_with("age1pq1") => Box::new(HybridRecipient::parse(text)?),
        _ if is_tagged(text) => Box::new(TagRecipient::parse(text)?),
        _ if is_of_plugin(text) => return Err(no_plugins()),
        _ if text.starts_with("age1") => Box::new(X25519Recipient::parse(text)?),
        _ if text.starts_with("ssh-") || text.starts_with("ecdsa-") || text.starts_with("sk-") => {
            Box::new(SshRecipient::parse(text)?)
        }
        _ if text.starts_with("AGE-") => {
            return Err(Error::key("expected a recipient, but this is an identity, which is secret"));
        }
        _ if text.starts_with("-----BEGIN ") && text.contains("PRIVATE KEY") => {
            return Err(Error::key(
                "expected a recipient, but this is a private key, which is secret; use the public key instead",
            ));
        }
        _ => {
            let unknown = "unknown kind of recipient; expected age1..., age1pq1... or ssh-ed25519 ...";
            let of_age = |text: &str| text.len() > 4 && text.as_bytes()[..4].eq_ignore_ascii_case(b"age1");
            return Err(Error::key(
                miswritten(text, "a recipient", "lower", of_age).unwrap_or(unknown.into()),
            ));
        }
    })
}

/// Returns the reason why a key is rejected if it is in the wrong case or has white space before it. `what` names the
/// type of the key, `case` is the right case, and `is_known` recognises keys of this type in upper and in lower case.
fn miswritten(text: &str, what: &str, case: &str, is_known: impl Fn(&str) -> bool) -> Option<String> {
    let bare = text.trim_start();
    let has = |is: fn(&char) -> bool| text.chars().any(|letter| is(&letter));
    let mixed = has(char::is_ascii_uppercase) && has(char::is_ascii_lowercase);
    let cased = || {
        Some(match mixed {
            true => format!("{what} must be in {case} case, not in mixed case"),
            false => format!("{what} must be in {case} case"),
        })
    };
    match () {
        () if !is_known(bare) => None,
        () if bare.len() < text.len() => Some(format!("unexpected white space before {what}")),
        () => cased(),
    }
}

/// Parses a file of recipients, one on each line. Empty lines and lines that begin with `#` are ignored.
///
/// # Errors
/// [`Error::Key`] if a line is malformed, or if there are no recipients. The error contains the line's number, but not
/// its text.
pub fn recipients(contents: &[u8], ask: &Arc<dyn Ask>) -> Result<Vec<Box<dyn Recipient>>, Error> {
    recipients_by(contents, |line| recipient(line, ask))
}

/// Parses a file of recipients as [`recipients`] does, but runs no plugins. A plugin's recipient is an error.
///
/// # Errors
/// The errors of [`recipients`]; [`Error::Key`] if a recipient belongs to a plugin.
pub fn recipients_alone(contents: &[u8]) -> Result<Vec<Box<dyn Recipient>>, Error> {
    recipients_by(contents, recipient_alone)
}

fn no_plugins() -> Error {
    Error::key("this recipient or identity needs a plugin, but plugins are disabled")
}

fn recipients_by(
    contents: &[u8],
    mut read: impl FnMut(&str) -> Result<Box<dyn Recipient>, Error>,
) -> Result<Vec<Box<dyn Recipient>>, Error> {
    let mut found = Vec::new();
    each_line(contents, |line| {
        if line.len() > LINE {
            return Err(Error::key("the recipient is longer than 8 KiB"));
        }
        found.push(read(line)?);
        Ok(())
    })?;
    if found.is_empty() {
        return Err(Error::key("the file contains no recipients"));
    }
    Ok(found)
}

/// Parses an identity: `AGE-SECRET-KEY-1...`, `AGE-SECRET-KEY-PQ-1...`, or a plugin's identity `AGE-PLUGIN-NAME-1...`.
///
/// # Errors
/// [`Error::Key`] if the identity is malformed, or has an unknown type.
pub fn identity(text: &str, ask: &Arc<dyn Ask>) -> Result<Box<dyn Identity>, Error> {
    if text.starts_with("AGE-PLUGIN-") {
        return Ok(Box::new(PluginIdentity::parse(text, ask.clone())?));
    }
    identity_alone(text)
}

/// Parses an identity of any type that needs no plugin.
fn identity_alone(text: &str) -> Result<Box<dyn Identity>, Error> {
    Ok(match text {
        _ if text.starts_with("AGE-SECRET-KEY-PQ-1") => Box::new(HybridIdentity::parse(text)?),
        _ if text.starts_with("AGE-SECRET-KEY-1") => Box::new(X25519Identity::parse(text)?),
        _ if text.starts_with("AGE-PLUGIN-") => return Err(no_plugins()),
        _ if text.starts_with("age1") => {
            return Err(Error::key("expected an identity, but this is a recipient"));
        }
        _ => {
            let of_age = |text: &str| text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("age-"));
            let reason = miswritten(text, "an identity", "upper", of_age);
            return Err(Error::key(reason.unwrap_or("unknown kind of identity".into())));
        }
    })
}

/// Parses an unencrypted file of identities, one on each line.
fn parse(contents: &[u8], ask: &Arc<dyn Ask>) -> Result<Vec<Box<dyn Identity>>, Error> {
    identities_by(contents, |line| identity(line, ask))
}

fn identities_by(
    contents: &[u8],
    mut read: impl FnMut(&str) -> Result<Box<dyn Identity>, Error>,
) -> Result<Vec<Box<dyn Identity>>, Error> {
    let mut found = Vec::new();
    each_line(contents, |line| {
        found.push(read(line)?);
        Ok(())
    })?;
    if found.is_empty() {
        return Err(Error::key("the file contains no identities"));
    }
    Ok(found)
}

/// Parses a file of identities, one on each line. Empty lines and lines that begin with `#` are ignored. The file may
/// instead be an age file, armored or not, that is encrypted with a passphrase, or an SSH private key. `name` is the
/// name of the file, for prompts to the user. `most_work_factor` is the maximum accepted work factor of an
/// age file's passphrase, as log2 of scrypt's N.
///
/// # Errors
/// [`Error::Key`] if a line is malformed, or if there are no identities. The error contains the line's number, but not
/// its text.
pub fn identities(
    contents: &[u8],
    name: &str,
    ask: &Arc<dyn Ask>,
    most_work_factor: u32,
) -> Result<Vec<Box<dyn Identity>>, Error> {
    if contents.starts_with(b"age-encryption.org/") || armor::is_armored(contents) {
        let prompt = format!("Passphrase for the identity file {name}: ");
        return Ok(vec![Box::new(EncryptedFile::new(contents, ask.clone(), &prompt, most_work_factor))]);
    }
    if unmarked(contents).trim_ascii_start().starts_with(b"-----BEGIN") {
        let text = text(contents)?;
        let prompt = format!("Passphrase for {name}: ");
        return Ok(vec![Box::new(SshIdentity::parse(text, ask.clone(), &prompt)?)]);
    }
    parse(contents, ask)
}

/// Parses a file of identities as [`identities`] does, but asks no questions and runs no plugins. A plugin's identity
/// or an encrypted identity is an error.
///
/// # Errors
/// The errors of [`identities`]; [`Error::Key`] if an identity belongs to a plugin or is encrypted.
pub fn identities_alone(contents: &[u8]) -> Result<Vec<Box<dyn Identity>>, Error> {
    if contents.starts_with(b"age-encryption.org/") || armor::is_armored(contents) {
        return Err(Error::key(
            "the file of identities is encrypted with a passphrase; decrypt the file first, with `bramah decrypt`",
        ));
    }
    if unmarked(contents).trim_ascii_start().starts_with(b"-----BEGIN") {
        let text = text(contents)?;
        return Ok(vec![Box::new(SshIdentity::parse(text, Arc::new(Nobody), "")?)]);
    }
    identities_by(contents, identity_alone)
}

/// An [`Ask`] that returns an error for every question.
struct Nobody;

impl Ask for Nobody {
    fn passphrase(&self, _: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
        Err(Error::key(
            "the SSH private key is encrypted with a passphrase; remove the passphrase from a copy of the key, with \
             `ssh-keygen -p -f COPY`",
        ))
    }

    fn secret(&self, _: &str) -> Result<Zeroizing<String>, Error> {
        Err(no_plugins())
    }

    fn value(&self, _: &str) -> Result<String, Error> {
        Err(no_plugins())
    }

    fn confirm(&self, _: &str, _: &str, _: Option<&str>) -> Result<bool, Error> {
        Err(no_plugins())
    }

    fn show(&self, _: &str) {}
}

/// Returns the text of a file of recipients or identities, without a byte order mark.
fn text(contents: &[u8]) -> Result<&str, Error> {
    if is_utf16(contents) {
        return Err(Error::key("the file is UTF-16 text; convert the file to UTF-8"));
    }
    std::str::from_utf8(unmarked(contents)).map_err(|_| Error::key("the file is not UTF-8 text"))
}

/// Calls `take` with each line that is neither empty nor a comment.
fn each_line(contents: &[u8], mut take: impl FnMut(&str) -> Result<(), Error>) -> Result<(), Error> {
    let text = text(contents)?;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        take(line).map_err(|error| Error::key(format!("line {number}: {error}")))?;
    }
    Ok(())
}
