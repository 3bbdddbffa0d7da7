//! Signatures of lists and files: minisign, signify, SSH and OpenPGP. Verification returns the signed bytes, so that
//! callers read nothing else.

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

/// The error for a signature that does not match the message and the key.
const WRONG: &str = "the signature does not match: the file was changed or signed with another key";

/// The keys that may have signed: a signature must be valid under one of them.
#[derive(Clone, Debug)]
pub(crate) enum Key {
    /// A minisign or signify key.
    Plain(PlainKey),
    /// SSH keys.
    Ssh(Vec<Signer>),
    /// The packets of an OpenPGP keyring.
    OpenPgp(Vec<u8>),
}

/// The requirements for SSH signatures.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// The namespace of the signature.
    pub(crate) namespace: String,
    /// The required name of the signer in the allowed-signers file, if only one is accepted.
    pub(crate) principal: Option<String>,
}

/// OpenSSH's namespace for signatures of files.
pub(crate) const NAMESPACE: &str = "file";

/// The signer and the comment of a valid signature.
#[derive(Clone, Debug)]
pub(crate) struct Proof {
    /// The name of the signer or key, for messages.
    pub(crate) signer: String,
    /// The signed comment of a minisign signature.
    pub(crate) comment: Option<String>,
}

/// The formats of signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// minisign or signify, in a file next to the signed file.
    Plain,
    /// signify, followed by the signed message.
    PlainEmbedded,
    /// SSH, in a file next to the signed file.
    Ssh,
    /// OpenPGP, in a file next to the signed file.
    OpenPgp,
    /// OpenPGP, clear-signed: the signature surrounds the signed text.
    OpenPgpEmbedded,
}

impl Form {
    /// Returns the format of the signature that a file contains; `None` if it contains none.
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

    /// Returns whether the signed message is in another file.
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

/// Returns the error in a file that begins like a minisign or signify signature; `None` if it is well-formed or begins
/// differently.
pub(crate) fn flaw(text: &[u8]) -> Option<String> {
    text.starts_with(plain::COMMENT).then(|| Signature::read(text).err()).flatten()
}

impl Key {
    /// Parses a public key: the base64 line of a minisign or signify key, or an SSH public key. Returns `None` if the
    /// text is neither, and an error if it begins like an SSH public key but is malformed.
    pub(crate) fn of_text(text: &str) -> Option<Result<Self, String>> {
        if let Some(key) = PlainKey::from_line(text.as_bytes()) {
            return Some(Ok(Self::Plain(key)));
        }
        let kind = text.split([' ', '\t']).next().unwrap_or_default();
        ssh::is_type(kind).then(|| allowed::read(text).map(Self::Ssh))
    }

    /// Parses a key file.
    pub(crate) fn of_file(bytes: &[u8]) -> Result<Self, String> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        if bytes.starts_with(plain::COMMENT) {
            return PlainKey::from_file(bytes).map(Self::Plain);
        }
        if let Some(keyring) = openpgp::keyring(bytes) {
            return keyring.map(Self::OpenPgp);
        }
        let text = str::from_utf8(bytes).map_err(|_| "not a minisign, signify, SSH or OpenPGP public key")?;
        if text.starts_with("-----BEGIN") {
            return Err("not a minisign, signify, SSH or OpenPGP public key".into());
        }
        match Self::of_text(text.trim()) {
            Some(key) => key,
            None => allowed::read(text).map(Self::Ssh),
        }
    }

    /// Returns whether the key can verify signatures of this format.
    pub(crate) fn fits(&self, form: Form) -> bool {
        matches!(
            (self, form),
            (Self::Plain(_), Form::Plain | Form::PlainEmbedded)
                | (Self::Ssh(_), Form::Ssh)
                | (Self::OpenPgp(_), Form::OpenPgp | Form::OpenPgpEmbedded)
        )
    }

    /// Returns the suffixes that the names of signature files have for this kind of key.
    pub(crate) fn suffixes(&self) -> &'static [&'static str] {
        match self {
            Self::Plain(_) => &[".minisig", ".sig"],
            Self::Ssh(_) => &[".sig"],
            Self::OpenPgp(_) => &[".asc", ".sig", ".gpg", ".sign"],
        }
    }

    /// Returns the error for a signature of a format that the key cannot verify.
    pub(crate) fn misfit(&self, form: Form) -> String {
        let own = match self {
            Self::Plain(_) => Form::Plain,
            Self::Ssh(_) => Form::Ssh,
            Self::OpenPgp(_) => Form::OpenPgp,
        };
        format!("this signature was made with {}, but the key is for {}", form.name(), own.name())
    }

    /// Verifies a detached signature.
    ///
    /// # Errors
    /// The reason why the signature is not accepted.
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

    /// Verifies a file that contains its signature, and returns the signed message.
    ///
    /// # Errors
    /// The reason why the signature is not accepted.
    pub(crate) fn open(&self, file: &[u8]) -> Result<(Vec<u8>, Proof), String> {
        match self {
            Self::Plain(key) => {
                let (signature, message) = Signature::read(file)?;
                key.verify(&signature, message).map(|proof| (message.to_vec(), proof))
            }
            Self::Ssh(_) => Err("an SSH signature must be in a separate file".into()),
            Self::OpenPgp(keyring) => openpgp::open(keyring, file),
        }
    }
}

/// Returns the current time in seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
