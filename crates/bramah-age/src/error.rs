//! The errors of this crate.

use crate::derivation::Fitting;
use std::{borrow::Cow, error, fmt, io};

/// The reason why something could not be encrypted, decrypted or parsed. Its text contains no secrets.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Reading or writing failed.
    Io(io::Error),
    /// The file is not in the expected format, or its header is malformed.
    Header(Cow<'static, str>),
    /// The MAC of the header is wrong, so the header was modified.
    HeaderMac,
    /// The armor, which is the text encoding of a file, is malformed.
    Armor(&'static str),
    /// The payload is truncated, was modified, or is followed by other bytes.
    Payload(Payload),
    /// None of the identities can decrypt the file.
    NoMatch,
    /// The file needs a passphrase, and no identity is a passphrase.
    PassphraseNeeded,
    /// The passphrase is wrong.
    WrongPassphrase,
    /// The work factor of scrypt, which is log2 of N, is above the accepted maximum.
    WorkFactor {
        /// The work factor of the existing or new file.
        factor: u32,
        /// The accepted maximum.
        most: u32,
    },
    /// A recipient or an identity is malformed, or recipients cannot be combined.
    Key(Cow<'static, str>),
    /// A plugin could not be started, or reported an error.
    Plugin {
        /// The name of the plugin, whose program is `age-plugin-NAME`.
        name: String,
        /// The plugin's message, or the reason why the plugin could not be used.
        reason: String,
    },
    /// A primitive rejected its input, or the operating system returned no random bytes.
    Primitive(bramah::Error),
}

/// The fault of a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Payload {
    /// The payload ends before its last chunk.
    Short,
    /// The chunk with this number, counted from 0, is not authentic. It was modified or moved, or belongs to another
    /// file.
    Chunk(u64),
    /// Other bytes follow the last chunk.
    Trailing,
    /// The last chunk is empty, but is not the only chunk.
    EmptyLast,
    /// The tag of the whole file is wrong (FCA).
    Tag,
    /// The plaintext is authentic, but is not a complete zlib stream (FCA).
    Compressed,
    /// The padding of the last block is wrong. The passphrase, the cipher, the digest or the number of rounds differs
    /// from the file's, or the file was modified. None of the usual derivations gives a plausible plaintext.
    Padding,
    /// The keys of `openssl enc` were derived by a method other than the chosen one.
    Derivation(Fitting),
    /// The length of the ciphertext is not a multiple of the block length. Without padding, the length of the plaintext
    /// must be such a multiple, too.
    Blocks,
}

impl Error {
    /// Creates the error for a malformed header.
    pub(crate) fn header(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::Header(reason.into())
    }

    /// Creates the error for a malformed recipient or identity.
    pub(crate) fn key(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::Key(reason.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Header(reason) => write!(f, "malformed header: {reason}"),
            Self::HeaderMac => f.write_str("the MAC of the header does not match: the header was changed"),
            Self::Armor(reason) => write!(f, "malformed armor: {reason}"),
            Self::Payload(payload) => payload.fmt(f),
            Self::NoMatch => f.write_str("none of the identities can decrypt this file"),
            Self::PassphraseNeeded => f.write_str("this file needs a passphrase, not an identity"),
            Self::WrongPassphrase => f.write_str("wrong passphrase"),
            Self::WorkFactor { factor, most } => {
                write!(f, "the scrypt work factor is {factor}, above the limit of {most}")
            }
            Self::Key(reason) => f.write_str(reason),
            Self::Plugin { name, reason } => write!(f, "age-plugin-{name}: {reason}"),
            Self::Primitive(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short => f.write_str("the file is truncated"),
            Self::Chunk(number) => {
                write!(f, "chunk {number} is not authentic: the file was changed or truncated")
            }
            Self::Trailing => f.write_str("unexpected data after the end of the file"),
            Self::EmptyLast => f.write_str("the file is damaged: its last chunk is empty"),
            Self::Tag => f.write_str("the authentication tag does not match: the file was changed"),
            Self::Compressed => f.write_str("the compressed contents (zlib) are incomplete or damaged"),
            Self::Padding => f.write_str(
                "wrong passphrase, cipher, digest (-md) or iterations (-iter), or the file was changed; none of the \
                 usual digests works, with or without -pbkdf2",
            ),
            Self::Derivation(fitting) => fitting.fmt(f),
            Self::Blocks => f.write_str(
                "the length is not a multiple of the block size: the file is truncated, or was made with another cipher \
                 or with -nopad",
            ),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Primitive(error) => Some(error),
            _ => None,
        }
    }
}

/// Converts an error back that passed through [`Read`](io::Read) or [`Write`](io::Write) if it came from this crate.
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        match error.downcast::<Self>() {
            Ok(inner) => inner,
            Err(error) => Self::Io(error),
        }
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => error,
            error => Self::new(io::ErrorKind::InvalidData, error),
        }
    }
}

impl From<bramah::Error> for Error {
    fn from(error: bramah::Error) -> Self {
        Self::Primitive(error)
    }
}

impl From<Payload> for Error {
    fn from(payload: Payload) -> Self {
        Self::Payload(payload)
    }
}
