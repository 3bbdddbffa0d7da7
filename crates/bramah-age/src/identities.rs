//! Recipients and identities as text, and files of them.

use crate::{
    Error, armor,
    recipients::{
        Ask, EncryptedFile, HybridIdentity, HybridRecipient, Identity, PluginIdentity, PluginRecipient,
        Recipient, SshIdentity, SshRecipient, X25519Identity, X25519Recipient,
    },
};
use std::sync::Arc;

/// The longest line of a file of recipients, in bytes.
const LINE: usize = 8 << 10;

/// Reads a recipient of any kind: `age1...`, `age1pq1...`, `ssh-ed25519 ...`, or `age1NAME1...` of a plugin.
///
/// # Errors
/// [`Error::Key`] if it is malformed, or of an unknown kind.
pub fn recipient(text: &str, ask: &Arc<dyn Ask>) -> Result<Box<dyn Recipient>, Error> {
    Ok(match text {
        _ if text.starts_with("age1pq1") => Box::new(HybridRecipient::parse(text)?),
        // another `1` ends the name of a plugin
        _ if text.starts_with("age1") && text[4..].contains('1') => {
            Box::new(PluginRecipient::parse(text, ask.clone())?)
        }
        _ if text.starts_with("age1") => Box::new(X25519Recipient::parse(text)?),
        _ if text.starts_with("ssh-") || text.starts_with("ecdsa-") || text.starts_with("sk-") => {
            Box::new(SshRecipient::parse(text)?)
        }
        _ if text.starts_with("AGE-") => {
            return Err(Error::key("this is an identity, which is secret, and no recipient"));
        }
        _ => {
            return Err(Error::key(
                "a recipient of an unknown kind: wanted: age1..., age1pq1... or ssh-ed25519 ...",
            ));
        }
    })
}

/// Reads a file of recipients: one on each line; empty lines and lines that begin with `#` count for nothing.
///
/// # Errors
/// [`Error::Key`] if a line is malformed, with its number and without its text, or if there is no recipient.
pub fn recipients(contents: &[u8], ask: &Arc<dyn Ask>) -> Result<Vec<Box<dyn Recipient>>, Error> {
    let mut found = Vec::new();
    each_line(contents, |line| {
        if line.len() > LINE {
            return Err(Error::key("too long"));
        }
        found.push(recipient(line, ask)?);
        Ok(())
    })?;
    if found.is_empty() {
        return Err(Error::key("no recipients are in it"));
    }
    Ok(found)
}

/// Reads an identity: `AGE-SECRET-KEY-1...`, `AGE-SECRET-KEY-PQ-1...`, or `AGE-PLUGIN-NAME-1...` of a plugin.
///
/// # Errors
/// [`Error::Key`] if it is malformed, or of an unknown kind.
pub fn identity(text: &str, ask: &Arc<dyn Ask>) -> Result<Box<dyn Identity>, Error> {
    Ok(match text {
        _ if text.starts_with("AGE-SECRET-KEY-PQ-1") => Box::new(HybridIdentity::parse(text)?),
        _ if text.starts_with("AGE-SECRET-KEY-1") => Box::new(X25519Identity::parse(text)?),
        _ if text.starts_with("AGE-PLUGIN-") => Box::new(PluginIdentity::parse(text, ask.clone())?),
        _ if text.starts_with("age1") => return Err(Error::key("this is a recipient, and no identity")),
        _ => return Err(Error::key("an identity of an unknown kind")),
    })
}

/// Reads the text of a file of identities that is not encrypted: one on each line, or a private key of SSH.
pub(crate) fn parse(contents: &[u8], ask: &Arc<dyn Ask>) -> Result<Vec<Box<dyn Identity>>, Error> {
    let mut found = Vec::new();
    each_line(contents, |line| {
        found.push(identity(line, ask)?);
        Ok(())
    })?;
    if found.is_empty() {
        return Err(Error::key("no identities are in it"));
    }
    Ok(found)
}

/// Reads a file of identities: one on each line; empty lines and lines that begin with `#` count for nothing. It may be
/// encrypted with a passphrase, in either form of age files, or be a private key of SSH. `name` is the name of the file,
/// in questions.
///
/// # Errors
/// [`Error::Key`] if it is malformed, with the number of the line and without its text, or has no identity.
pub fn identities(
    contents: &[u8],
    name: &str,
    ask: &Arc<dyn Ask>,
    most_work_factor: u32,
) -> Result<Vec<Box<dyn Identity>>, Error> {
    if contents.starts_with(b"age-encryption.org/") || armor::is_armored(contents) {
        let prompt = format!("Passphrase of the identity file {name}: ");
        return Ok(vec![Box::new(EncryptedFile::new(contents, ask.clone(), &prompt, most_work_factor))]);
    }
    if contents.trim_ascii_start().starts_with(b"-----BEGIN") {
        let text = std::str::from_utf8(contents).map_err(|_| Error::key("it is no text"))?;
        let prompt = format!("Passphrase of {name}: ");
        return Ok(vec![Box::new(SshIdentity::parse(text, ask.clone(), &prompt)?)]);
    }
    parse(contents, ask)
}

/// Calls `take` with the lines that count.
fn each_line(contents: &[u8], mut take: impl FnMut(&str) -> Result<(), Error>) -> Result<(), Error> {
    let text = std::str::from_utf8(contents).map_err(|_| Error::key("it is not UTF-8"))?;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        take(line).map_err(|error| Error::key(format!("line {number}: {error}")))?;
    }
    Ok(())
}
