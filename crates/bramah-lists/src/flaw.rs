//! The flaws that a line can have.

use super::apart::{Apart, Of};
use bramah::hash::Algorithm;
use std::fmt;

/// The reason why a line of a list cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The line is not in a known format.
    Form,
    /// The line is not in a format that the coreutils tool reads.
    Misformatted {
        /// The word for the algorithm in the tool's message.
        word: &'static str,
    },
    /// The tag of the line is not the name of an algorithm.
    UnknownTag(String),
    /// The line has a digest of another algorithm than the caller asked for.
    OtherAlgorithm {
        /// The algorithm in the line.
        tag: String,
        /// The name of the algorithm asked for.
        expected: String,
    },
    /// There is no tag, and the length of the digest does not determine the algorithm.
    NoAlgorithm {
        /// The number of characters of the digest.
        digits: usize,
    },
    /// The digest does not have the length of the algorithm's digests.
    Length {
        /// The algorithm.
        algorithm: Algorithm,
        /// The number of characters of the digest.
        digits: usize,
    },
    /// The digest is shorter than a list may choose.
    Weak {
        /// The algorithm, with the length of the digest.
        algorithm: Algorithm,
        /// Whether the expected digest is computed with a key.
        keyed: bool,
    },
    /// The tag does not have the length of tags of the message authentication code.
    MacLength {
        /// The number of characters of the tag.
        digits: usize,
        /// The name of the message authentication code.
        name: String,
        /// The number of characters that a tag has.
        needed: usize,
    },
    /// The digest is neither hexadecimal nor base64.
    Digits,
    /// A backslash in the name is not a valid escape.
    Escape,
    /// There is one blank before the name, but earlier lines have two.
    Blanks,
    /// The digest was computed with a key, but the caller gave no key.
    Keyed,
    /// In a hashdeep list, no line before this one names the columns, or this line names them wrongly.
    NoColumns,
    /// A line of a hashdeep list does not consist of a size, the digests and a name.
    Fields {
        /// The number of fields that the line should have.
        wanted: usize,
    },
    /// The hashdeep list has no column for the algorithm that the caller asked for.
    NotInColumns(Algorithm),
    /// The name has a zero byte.
    Nul,
    /// The line is longer than any name can be.
    TooLong,
    /// The comment that names the shard is malformed.
    Shard,
    /// The line has the size of a file, but no digest.
    Size {
        /// The bytes of the file's name.
        name: Vec<u8>,
        /// The size in bytes.
        size: u64,
    },
    /// The line has a digest that depends on more than the file's contents.
    Apart(Box<Apart>),
    /// The line has a digest, but no file name.
    NoName,
    /// The digest is the digest of a piece of a file, not of the whole file.
    Piece,
    /// The digest is the digest of a package, whose file the line does not name.
    Package,
    /// The line has several digests of one algorithm, and does not say which of them must match.
    Alternatives,
    /// A size is missing, or is not a number.
    Sized,
    /// A line does not have a value for each column.
    Columns {
        /// The number of columns.
        wanted: usize,
    },
    /// The arrays of a shell script do not have a digest for each source, or an array is not closed.
    Arrays,
    /// A text that begins like JSON or XML is malformed, or has no digests of files.
    Document(&'static str),
    /// A JSON object does not have the digest of a file that could be read.
    Object,
    /// The line has the tag of a message authentication code, whose name is given.
    Mac(String),
    /// The digest was computed in shasum's bit mode, which reads a file as a text of zeros and ones.
    Bits,
    /// The line is outside the signed part of the list, or the signed part has a beginning but no end.
    Unsigned,
    /// There are lines before the signed part.
    BeforeSigned,
    /// The list names standard input as a file, but the list itself is read from standard input.
    StandardInput,
    /// The library refused the algorithm with these parameters.
    Refused(bramah::Error),
}

impl Flaw {
    /// Returns whether somebody may have added lines outside the signed part.
    pub fn is_unsigned(&self) -> bool {
        matches!(self, Self::Unsigned | Self::BeforeSigned)
    }

    /// Returns whether the line is well formed, but cannot be used, so that the user should be told why.
    pub fn is_unusable(&self) -> bool {
        use Flaw::*;
        matches!(
            self,
            UnknownTag(_)
                | Keyed
                | MacLength { .. }
                | OtherAlgorithm { .. }
                | NotInColumns(_)
                | NoAlgorithm { .. }
                | Length { .. }
                | Weak { .. }
                | Refused(_)
                | TooLong
                | Apart(_)
                | NoName
                | Piece
                | Package
                | Alternatives
                | Arrays
                | Document(_)
                | Object
                | Mac(_)
                | Bits
                | Unsigned
                | BeforeSigned
        )
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("expected `DIGEST  NAME` or `ALGORITHM (NAME) = DIGEST`"),
            Self::Misformatted { word } => write!(f, "not a {word} line in the format of coreutils"),
            Self::UnknownTag(tag) => write!(f, "unknown algorithm {tag:?}"),
            Self::OtherAlgorithm { tag, expected } => {
                write!(f, "this is a {tag:?} digest, but {} was requested", expected)
            }
            Self::NoAlgorithm { digits } => {
                write!(f, "the line does not name its algorithm, and several algorithms have digests of {digits} digits; \
                           name one with -a")
            }
            Self::Length { algorithm, digits } => {
                let needed = 2 * algorithm.output_len();
                write!(f, "the digest has {digits} digits, but {} has {needed}", algorithm.name())?;
                let fixed = algorithm.info().lengths.is_fixed();
                if fixed { Ok(()) } else { f.write_str("; for another length use -a and -l") }
            }
            Self::Weak { algorithm, keyed: false } => {
                let bits = 8 * algorithm.output_len();
                write!(
                    f,
                    "the digest has only {bits} bits; to accept fewer than 128 bits, give the algorithm with -a and the \
                     length with -l"
                )
            }
            Self::Weak { algorithm, keyed: true } => {
                let lengths = algorithm.info().lengths;
                write!(
                    f,
                    "the keyed digest has {} bits, but {} has {}; for another length use -a and -l",
                    8 * algorithm.output_len(),
                    algorithm.info().name,
                    8 * lengths.default
                )
            }
            Self::MacLength { digits, name, needed } => {
                write!(f, "the tag has {digits} digits, but {name} has {needed}; for a truncated tag use --tag-len")
            }
            Self::Digits => f.write_str("the digest is neither hexadecimal nor base64"),
            Self::Escape => f.write_str("unknown backslash escape in the name"),
            Self::Blanks => f.write_str("the line has one space before the name, but earlier lines have two"),
            Self::Keyed => f.write_str("the digest was computed with a key; give the key with --key-file FILE"),
            Self::NoColumns => f.write_str(
                "this hashdeep list has no line that names its columns, such as `%%%% size,md5,sha256,filename`",
            ),
            Self::Fields { wanted } => {
                write!(f, "expected the {wanted} fields of this hashdeep list: size, digests, name")
            }
            Self::NotInColumns(algorithm) => {
                write!(f, "{} was requested, but this hashdeep list has no column for this algorithm", algorithm.name())
            }
            Self::Nul => f.write_str("NUL byte in the name"),
            Self::TooLong => f.write_str("the line is too long"),
            Self::Shard => f.write_str("malformed shard comment; expected `# shard=K/N` with K from 1 to N"),
            Self::Size { size, .. } => write!(f, "the line has the size of a file ({size} bytes), but no digest"),
            Self::Apart(apart) => f.write_str(match apart.of {
                Of::Parts { .. } => {
                    "the line has a digest that is computed from the digests of a file's parts; to check it, run \
                     `bramah check` without --audit"
                }
                Of::Torrent(_) => {
                    "the line has the info-hash of a torrent; to check it, run `bramah check` without --audit"
                }
            }),
            Self::NoName => f.write_str("the line has a digest, but no file name"),
            Self::Piece => f.write_str("not checked: this is the digest of a piece of a file, not of the whole file"),
            Self::Package => f.write_str("not checked: this is the digest of a package, and the line names no file"),
            Self::Alternatives => f.write_str(
                "not checked: the line has several digests of one algorithm, but does not state which of them must match",
            ),
            Self::Sized => f.write_str("the size is missing or is not a number"),
            Self::Columns { wanted } => write!(f, "expected {wanted} columns, as named in the first line"),
            Self::Arrays => f.write_str("the arrays of sources and digests differ in length, or an array is not closed"),
            Self::Document(kind) => write!(f, "the file is damaged, or is not {kind} text with digests of files"),
            Self::Object => f.write_str("this JSON object has no digest of a file"),
            Self::Mac(tag) => write!(
                f,
                "{tag} is a MAC; to check its tags, run: bramah mac NAME --key-file KEY --check-list LIST"
            ),
            Self::Bits => f.write_str("shasum's bit mode is not supported"),
            Self::Unsigned => f.write_str("the line is outside the signed part of the list"),
            Self::BeforeSigned => {
                f.write_str("the lines before this one are outside the signed part of the list")
            }
            Self::StandardInput => f.write_str("standard input cannot be both the list and a listed file"),
            Self::Refused(error) => error.fmt(f),
        }
    }
}
