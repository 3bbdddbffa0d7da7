//! The errors of this crate.

use crate::derivation::Fitting;
use std::{borrow::Cow, error, fmt, io};

/// The reason why something could not be encrypted, decrypted or read. Its text contains no secret.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Reading or writing failed.
    Io(io::Error),
    /// The file is not in the expected format, or its header is malformed.
    Header(Cow<'static, str>),
    /// The header was changed: its MAC is wrong.
    HeaderMac,
    /// The armor, the form of the file as text, is malformed.
    Armor(&'static str),
    /// The payload is cut off, has bytes after its end, or was changed.
    Payload(Payload),
    /// None of the identities opens the file.
    NoMatch,
    /// The file needs a passphrase, and no identity is a passphrase.
    PassphraseNeeded,
    /// The passphrase is wrong.
    WrongPassphrase,
    /// The work factor of scrypt, as the logarithm of N, is larger than the largest accepted one.
    WorkFactor {
        /// The work factor of the file.
        factor: u32,
        /// The largest accepted work factor.
        most: u32,
    },
    /// A recipient or an identity is malformed, or recipients may not be used together.
    Key(Cow<'static, str>),
    /// A plugin could not be started, or reported an error.
    Plugin {
        /// The name of the plugin: the program is `age-plugin-NAME`.
        name: String,
        /// The plugin's message, or the reason why the plugin could not be used.
        reason: String,
    },
    /// A primitive refused its input, or the operating system returned no random bytes.
    Primitive(bramah::Error),
}

/// The flaw of a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Payload {
    /// It ends before its last chunk.
    Short,
    /// The chunk with this number, counted from 0, is not authentic: it was changed, moved, or belongs to another file.
    Chunk(u64),
    /// Bytes follow the last chunk.
    Trailing,
    /// The last chunk is empty, but not the only one.
    EmptyLast,
    /// The whole file has one tag, and it is wrong.
    Tag,
    /// The authentic contents are not a whole zlib stream.
    Compressed,
    /// The padding of the last block is wrong: the passphrase, the cipher, the digest or the number of rounds is not
    /// that of the file, or the file was changed. None of the usual derivations has a plausible result.
    Padding,
    /// The keys of `openssl enc` are derived in another way than the one that was chosen.
    Derivation(Fitting),
    /// The length is not a multiple of a block.
    Blocks,
}

impl Error {
    /// Makes the error of a malformed header.
    pub(crate) fn header(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::Header(reason.into())
    }

    /// Makes the error of a malformed recipient or identity.
    pub(crate) fn key(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::Key(reason.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Header(reason) => write!(f, "malformed header: {reason}"),
            Self::HeaderMac => f.write_str("the header was changed: its MAC is wrong"),
            Self::Armor(reason) => write!(f, "malformed armor: {reason}"),
            Self::Payload(payload) => payload.fmt(f),
            Self::NoMatch => f.write_str("none of the identities can decrypt this file"),
            Self::PassphraseNeeded => f.write_str("this file needs a passphrase, not an identity"),
            Self::WrongPassphrase => f.write_str("wrong passphrase"),
            Self::WorkFactor { factor, most } => {
                write!(f, "the work factor of the passphrase is {factor}, above the limit of {most}")
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
            Self::Short => f.write_str("the file is cut off"),
            Self::Chunk(number) => {
                write!(f, "chunk {number} is not authentic: the file was changed or cut off")
            }
            Self::Trailing => f.write_str("unexpected data after the end of the file"),
            Self::EmptyLast => f.write_str("the last chunk is empty"),
            Self::Tag => f.write_str("the tag is wrong: the file was changed"),
            Self::Compressed => f.write_str("the compressed contents (zlib) are incomplete or damaged"),
            Self::Padding => f.write_str(
                "wrong passphrase, cipher, digest (-md) or iterations (-iter), or the file was changed; none of the \
                 usual digests works, with or without -pbkdf2",
            ),
            Self::Derivation(fitting) => fitting.fmt(f),
            Self::Blocks => f.write_str(
                "the length is not a multiple of the block: the file is cut off, or made with another cipher or with \
                 -nopad",
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

/// An error of this crate that passed through [`Read`](io::Read) or [`Write`](io::Write) is converted back.
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
