//! Signatures of lists and files: minisign, signify, SSH and OpenPGP. What is verified is returned, so that nothing else is
//! read.

mod allowed;
mod ed25519;
mod openpgp;
mod plain;
mod secret;
mod ssh;

use allowed::Signer;
pub(crate) use plain::{MOST_TRUSTED, is_hidden};
use plain::{PlainKey, Signature};
pub(crate) use secret::{Refused, Signer as SecretSigner, WORK_FACTOR, generate, is_minisign, minisign};
use std::time::{SystemTime, UNIX_EPOCH};

/// The reason for refusing what is not what was signed with the key.
const WRONG: &str = "the signature does not match: the file was changed or signed with another key";

/// Keys, for one of which a signature has to be right.
#[derive(Clone, Debug)]
pub(crate) enum Key {
    /// A key of minisign or signify.
    Plain(PlainKey),
    /// Keys of SSH.
    Ssh(Vec<Signer>),
    /// A keyring of OpenPGP, in packets.
    OpenPgp(Vec<u8>),
}

/// How signatures of SSH have to be made.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// The namespace.
    pub(crate) namespace: String,
    /// The name of the signer in a file of allowed signers, if it has to be this one.
    pub(crate) principal: Option<String>,
}

/// The namespace of signatures of files, as OpenSSH names it.
pub(crate) const NAMESPACE: &str = "file";

/// The signer and the comment of a signature that is right.
#[derive(Clone, Debug)]
pub(crate) struct Proof {
    /// Who signed.
    pub(crate) signer: String,
    /// The comment that is signed too, of minisign.
    pub(crate) comment: Option<String>,
}

/// The forms of signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// minisign or signify, beside what is signed.
    Plain,
    /// signify, with what is signed after it.
    PlainEmbedded,
    /// SSH, beside what is signed.
    Ssh,
    /// OpenPGP, beside what is signed.
    OpenPgp,
    /// OpenPGP, around what is signed.
    OpenPgpEmbedded,
}

impl Form {
    /// Returns the form of the signature that a file is or has; `None` if it has none.
    pub(crate) fn of(text: &[u8]) -> Option<Self> {
        if text.starts_with(plain::COMMENT) {
            let (signature, rest) = Signature::read(text).ok()?;
            return Some(match signature.has_comment() || rest.is_empty() {
                true => Self::Plain,
                false => Self::PlainEmbedded,
            });
        }
        if text.starts_with(ssh::BEGIN.as_bytes()) {
            return Some(Self::Ssh);
        }
        if openpgp::is_framed(text) {
            return Some(Self::OpenPgpEmbedded);
        }
        openpgp::is_signature(text).then_some(Self::OpenPgp)
    }

    /// Returns whether what is signed is in another file.
    pub(crate) fn is_detached(self) -> bool {
        matches!(self, Self::Plain | Self::Ssh | Self::OpenPgp)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Plain | Self::PlainEmbedded => "minisign or signify",
            Self::Ssh => "SSH",
            Self::OpenPgp | Self::OpenPgpEmbedded => "OpenPGP",
        }
    }
}

/// Returns what is wrong with a file that begins as a signature of minisign or signify; `None` if nothing is, or it does not.
pub(crate) fn flaw(text: &[u8]) -> Option<String> {
    text.starts_with(plain::COMMENT).then(|| Signature::read(text).err()).flatten()
}

impl Key {
    /// Reads a key that is written out: the base64 of minisign and signify, or a public key of SSH. `None` if the text is
    /// none.
    pub(crate) fn of_text(text: &str) -> Option<Result<Self, String>> {
        if let Some(key) = PlainKey::from_line(text.as_bytes()) {
            return Some(Ok(Self::Plain(key)));
        }
        let kind = text.split([' ', '\t']).next().unwrap_or_default();
        ssh::is_type(kind).then(|| allowed::read(text).map(Self::Ssh))
    }

    /// Reads a file of keys.
    pub(crate) fn of_file(bytes: &[u8]) -> Result<Self, String> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        if bytes.starts_with(plain::COMMENT) {
            return PlainKey::from_file(bytes).map(Self::Plain);
        }
        if let Some(keyring) = openpgp::keyring(bytes) {
            return keyring.map(Self::OpenPgp);
        }
        let text =
            str::from_utf8(bytes).map_err(|_| "not a public key of minisign, signify, SSH or OpenPGP")?;
        if text.starts_with("-----BEGIN") {
            return Err("not a public key of minisign, signify, SSH or OpenPGP".into());
        }
        match Self::of_text(text.trim()) {
            Some(key) => key,
            None => allowed::read(text).map(Self::Ssh),
        }
    }

    /// Returns whether the key can verify signatures of a form.
    pub(crate) fn fits(&self, form: Form) -> bool {
        matches!(
            (self, form),
            (Self::Plain(_), Form::Plain | Form::PlainEmbedded)
                | (Self::Ssh(_), Form::Ssh)
                | (Self::OpenPgp(_), Form::OpenPgp | Form::OpenPgpEmbedded)
        )
    }

    /// Returns the ends of the names of signatures for the key, beside the name of what is signed.
    pub(crate) fn suffixes(&self) -> &'static [&'static str] {
        match self {
            Self::Plain(_) => &[".minisig", ".sig"],
            Self::Ssh(_) => &[".sig"],
            Self::OpenPgp(_) => &[".asc", ".sig", ".gpg", ".sign"],
        }
    }

    /// Returns what is said of a form that the key does not fit.
    pub(crate) fn misfit(&self, form: Form) -> String {
        let own = match self {
            Self::Plain(_) => Form::Plain,
            Self::Ssh(_) => Form::Ssh,
            Self::OpenPgp(_) => Form::OpenPgp,
        };
        format!("this is a signature of {}, but the key is one of {}", form.name(), own.name())
    }

    /// Verifies a signature that is beside what is signed.
    ///
    /// # Errors
    /// The reason why it does not count.
    pub(crate) fn verify(&self, signature: &[u8], message: &[u8], limits: &Limits) -> Result<Proof, String> {
        match self {
            Self::Plain(key) => key.verify(&Signature::read(signature)?.0, message),
            Self::Ssh(signers) => {
                let signature = ssh::Signature::read(signature)?;
                let (key, principal) = (signature.key(), limits.principal.as_deref());
                let names = allowed::find(signers, key, &limits.namespace, principal, now())?;
                signature.verify(message, &limits.namespace)?;
                let fingerprint = ssh::fingerprint(key);
                let signer = names.map_or(fingerprint.clone(), |names| format!("{names}, {fingerprint}"));
                Ok(Proof { signer, comment: None })
            }
            Self::OpenPgp(keyring) => openpgp::verify(keyring, signature, message),
        }
    }

    /// Verifies a file that has what is signed in it, and returns that.
    ///
    /// # Errors
    /// The reason why it does not count.
    pub(crate) fn open(&self, file: &[u8]) -> Result<(Vec<u8>, Proof), String> {
        match self {
            Self::Plain(key) => {
                let (signature, message) = Signature::read(file)?;
                key.verify(&signature, message).map(|proof| (message.to_vec(), proof))
            }
            Self::Ssh(_) => Err("an SSH signature is in a file of its own".into()),
            Self::OpenPgp(keyring) => openpgp::open(keyring, file),
        }
    }
}

/// Returns the seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
