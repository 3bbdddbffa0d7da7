//! The errors of the library.

use crate::names::ByteLengths;
use core::fmt;

/// The reason why a call was refused. Its text says what was wrong and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// No algorithm has this name.
    #[cfg(feature = "alloc")]
    UnknownName(alloc::string::String),
    /// The algorithm has no backend of this name.
    #[cfg(feature = "alloc")]
    UnknownBackend {
        /// The algorithm.
        algorithm: &'static str,
        /// The backend asked for.
        backend: alloc::string::String,
    },
    /// This CPU lacks what the backend needs.
    BackendUnavailable {
        /// The algorithm.
        algorithm: &'static str,
        /// The backend asked for.
        backend: &'static str,
    },
    /// A digest of a length that the algorithm does not define, in bytes.
    OutputLength {
        /// The length asked for.
        length: usize,
        /// The shortest defined.
        min: usize,
        /// The longest defined.
        max: usize,
    },
    /// Lengths of an algorithm that leaves out one length between the shortest and the longest.
    OutputLengthExcept {
        /// The length asked for.
        length: usize,
        /// The shortest defined.
        min: usize,
        /// The longest defined.
        max: usize,
        /// The length between them that is not defined.
        except: usize,
    },
    /// A function that needs a key, and was given none.
    NoKey {
        /// The function.
        function: &'static str,
    },
    /// A function that is no hash function of a message alone, where HMAC or key derivation needs one.
    NotPlain {
        /// The function.
        function: &'static str,
    },
    /// A key, salt or other byte string of a length that the algorithm does not take.
    ParameterLength {
        /// The name of the parameter, in words.
        name: &'static str,
        /// The length given, in bytes.
        length: usize,
        /// The shortest taken.
        min: usize,
        /// The longest taken; 0 if the algorithm takes none.
        max: usize,
    },
    /// A key or nonce of a length that the algorithm does not take.
    ByteLength {
        /// The name of the parameter, in words.
        name: &'static str,
        /// The length given, in bytes.
        length: usize,
        /// The lengths that the algorithm takes.
        lengths: ByteLengths,
    },
    /// An output of a key derivation that is empty, or longer than the function defines.
    DerivedLength {
        /// The bytes asked for.
        length: usize,
        /// The longest output that can be derived.
        limit: u64,
    },
    /// A parameter that the function does not take.
    NotTaken {
        /// The function.
        function: &'static str,
        /// The parameter.
        parameter: &'static str,
    },
    /// A function that is not made for passwords.
    NoPasswordKdf,
    /// A MAC that no keys are derived with.
    NoPrf,
    /// A password other than the one that a string was made from.
    WrongPassword,
    /// A parameter over the limit that the caller has set.
    Limit {
        /// The name of the parameter, in words.
        name: &'static str,
        /// The value given.
        value: u128,
        /// The limit.
        limit: u128,
    },
    /// A number of rounds that the algorithm does not have.
    Rounds {
        /// The number.
        rounds: u32,
    },
    /// A parameter out of its range.
    Parameter {
        /// Its name in the specification.
        name: &'static str,
        /// The value given.
        value: u64,
        /// The smallest allowed.
        min: u64,
        /// The largest allowed.
        max: u64,
    },
    /// A parameter that must be a power of two, and is none.
    PowerOfTwo {
        /// Its name in the specification.
        name: &'static str,
        /// The value given.
        value: u64,
    },
    /// A string that does not follow its format.
    Malformed {
        /// Which format, in words.
        name: &'static str,
    },
    /// Two parameters of which the algorithm takes only one.
    Together {
        /// Both, in words.
        parameters: [&'static str; 2],
    },
    /// A message that is no whole number of blocks, where neither padding nor stealing was asked for, or
    /// that cannot have been padded.
    InputLength {
        /// Its bytes.
        length: u128,
        /// The bytes of a block.
        block: usize,
    },
    /// A message that is too short to steal ciphertext from.
    InputShort {
        /// Its bytes.
        length: usize,
        /// The fewest there must be.
        min: usize,
    },
    /// An output with too little room.
    OutputRoom {
        /// The bytes that there are.
        length: usize,
        /// The bytes that are needed.
        needed: usize,
    },
    /// More of a message after its end.
    Ended,
    /// A tag asked for of a message that is being decrypted: it is only compared with the received one.
    Decrypted,
    /// A last block that does not end in the padding expected.
    Padding,
    /// A call that keeps the length, in a mode with padding.
    Padded,
    /// Padding or stealing in a mode that keeps the length anyway.
    Ending,
    /// An increment for a mode without a counter.
    NoCounter,
    /// A counter that would repeat.
    CounterOverflow,
    /// A message after the last nonce that may be used under one key.
    NoncesEnd,
    /// More than one key may serve, by the limit of the scheme's standard.
    KeyEnd {
        /// The limit.
        limit: u128,
        /// The unit that is counted, in words.
        unit: &'static str,
    },
    /// More of a keystream than there is.
    KeystreamEnd {
        /// The bytes that there are.
        limit: u128,
    },
    /// A position in a stream or mode that cannot seek.
    NoSeek,
    /// Two keys that should be different.
    EqualKeys,
    /// Decryption in a mode that decrypts blocks for it, with a type of keys for encryption alone.
    EncryptOnly,
    /// A message whose tag is wrong: it was encrypted under another key or nonce, or it was tampered with.
    Unauthentic,
    /// A message in parts, for a scheme that must have it as a whole.
    NotInParts,
    /// A message in segments, for a scheme whose tags do not depend on the nonce: GCM of DSTU 7624.
    NonceUnbound,
    /// A nonce whose first bit is 1, for a scheme in which that bit must be 0: MGM.
    NonceBit,
    /// A mode over a cipher for which it is not defined.
    OtherCipher {
        /// The mode.
        mode: &'static str,
        /// The ciphers for which it is defined, in words.
        ciphers: &'static str,
    },
    /// A section, after which the key changes, that is empty or does not consist of whole blocks.
    Section {
        /// Its bytes.
        length: usize,
        /// The bytes of a block.
        block: usize,
    },
    /// A section for a mode or a MAC whose key does not change.
    NoSection,
    /// A text of numerals of which one is not below the radix.
    Numeral {
        /// The radix.
        radix: u32,
    },
    /// A text with a character that is not in the alphabet.
    Character,
    /// An alphabet of fewer than 2 or more than 65536 characters, or with a character that comes twice.
    Alphabet,
    /// Associated data for a scheme that authenticates none.
    NoHeader,
    /// Input and output that should be equally long.
    Lengths {
        /// The bytes of the input.
        input: usize,
        /// The bytes of the output.
        output: usize,
    },
    /// Memory that cannot be allocated.
    NoMemory {
        /// The bytes that are needed.
        bytes: u64,
    },
    /// A password with a byte that is zero, for a function that takes a zero byte as the end of the password.
    ZeroByte,
    /// An operating system that returns no random bytes.
    NoEntropy,
    /// A tree for an algorithm that takes none, or none of this kind.
    Tree,
    /// A saved state that is damaged, of another version, or of another algorithm.
    SavedState,
    /// A saved state that was made under another key, salt or other option.
    SavedOptions,
    /// A saved state of version 1, which does not record the options that it was made under, of a function that has
    /// options.
    SavedUnbound,
}

impl ByteLengths {
    /// Returns an error that calls the bytes `name` if `length` bytes are not taken.
    #[inline(always)]
    pub fn check(self, name: &'static str, length: usize) -> Result<(), Error> {
        if self.contains(length) { Ok(()) } else { Err(Error::ByteLength { name, length, lengths: self }) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(feature = "alloc")]
            Self::UnknownName(name) => write!(f, "unknown algorithm {name:?}"),
            #[cfg(feature = "alloc")]
            Self::UnknownBackend { algorithm, backend } => {
                write!(f, "{algorithm} has no backend named {backend:?}")
            }
            Self::BackendUnavailable { algorithm, backend } => {
                write!(f, "this CPU cannot run the backend {backend} of {algorithm}")
            }
            Self::OutputLength { length, min, max } if min == max => {
                write!(f, "invalid digest length: {} bits (must be {})", bits(*length), bits(*min))
            }
            Self::OutputLength { length, min, max: usize::MAX } => {
                write!(f, "invalid digest length: {} bits (must be at least {})", bits(*length), bits(*min))
            }
            Self::OutputLength { length, min, max } => {
                let [length, min, max] = [*length, *min, *max].map(bits);
                write!(f, "invalid digest length: {length} bits (must be {min} to {max})")
            }
            Self::OutputLengthExcept { length, min, max, except } => {
                let [length, min, max, except] = [*length, *min, *max, *except].map(bits);
                write!(f, "invalid digest length: {length} bits (must be {min} to {max}, except {except})")
            }
            Self::NoKey { function } => write!(f, "{function} is a MAC and needs a key"),
            Self::NotPlain { function } => write!(
                f,
                "HMAC and key derivation need a plain hash function, and {function} is not one: it is a checksum, a \
                 file-sharing tree, or takes keys, customization strings or tuples"
            ),
            Self::ParameterLength { name, length, max: 0, .. } => {
                write!(f, "the {name} has {}, but the algorithm takes none", count(*length))
            }
            Self::ParameterLength { name, length, min, max: usize::MAX } => {
                write!(f, "the {name} has {}, but needs at least {min}", count(*length))
            }
            Self::ParameterLength { name, length, min: 0 | 1, max } => {
                write!(f, "the {name} has {}, but may have at most {max}", count(*length))
            }
            Self::ParameterLength { name, length, min, max } if min == max => {
                write!(f, "the {name} has {}, but must have {min}", count(*length))
            }
            Self::ParameterLength { name, length, min, max } => {
                write!(f, "the {name} has {}, but must have {min} to {max}", count(*length))
            }
            Self::ByteLength { name, length, lengths } => {
                write!(f, "the {name} has {}, but must have {lengths}", count(*length))
            }
            Self::DerivedLength { length: 0, .. } => {
                f.write_str("the output has 0 bytes: there is nothing to derive")
            }
            Self::DerivedLength { length, limit } => {
                write!(f, "the output has {}, but at most {limit} can be derived", count(*length))
            }
            Self::WrongPassword => f.write_str("wrong password"),
            Self::Limit { name, value, limit } => {
                write!(f, "{name} is {value}, above the limit of {limit}")
            }
            Self::NotTaken { function, parameter } => {
                write!(f, "{function} does not take {} {parameter}", article(parameter))
            }
            Self::NoPasswordKdf => f.write_str("this key derivation function is not meant for passwords"),
            Self::NoPrf => f.write_str("this MAC cannot derive keys; use HMAC"),
            Self::Rounds { rounds } => {
                write!(
                    f,
                    "invalid number of rounds: {rounds} (must be even, or the fixed number of the algorithm)"
                )
            }
            Self::Parameter { name, value, min, max } => {
                write!(f, "{name} is {value}, but must be from {min} to {max}")
            }
            Self::PowerOfTwo { name, value } => {
                write!(f, "{name} is {value}, but must be a power of two")
            }
            Self::Malformed { name } => write!(f, "damaged, or not {} {name}", article(name)),
            Self::Together { parameters: [one, other] } => {
                write!(f, "the algorithm takes a {one} or a {other}, not both")
            }
            Self::InputLength { length, block } => {
                write!(f, "the message has {}, but must be a multiple of {block} bytes", count(*length))
            }
            Self::InputShort { length, min } => {
                write!(f, "the message has {}, but needs at least {min}", count(*length))
            }
            Self::OutputRoom { length, needed } => {
                write!(f, "the output has {}, but {needed} are needed", count(*length))
            }
            Self::Ended => f.write_str("no more data can be added: this part of the message has ended"),
            Self::Decrypted => {
                f.write_str("decryption does not return a tag; verify the received tag instead")
            }
            Self::Padding => f.write_str("invalid padding in the last block"),
            Self::Padded => f.write_str("padding changes the length, but this call must keep it"),
            Self::Ending => {
                f.write_str("this mode takes neither padding nor stealing, because it keeps the length")
            }
            Self::NoCounter => f.write_str("this mode has no counter"),
            Self::CounterOverflow => f.write_str("the message is too long: the counter would repeat"),
            Self::NoncesEnd => f.write_str("all nonces of this key are used up: use a new key"),
            Self::KeyEnd { limit, unit } => {
                write!(f, "the key has reached its limit of {limit} {unit}: use a new key")
            }
            Self::KeystreamEnd { limit } => write!(f, "the keystream ends after {limit} bytes"),
            Self::NoSeek => f.write_str("this cipher or mode cannot seek"),
            Self::EqualKeys => f.write_str("the two keys must be different"),
            Self::EncryptOnly => f.write_str("this key can only encrypt, but the mode decrypts blocks"),
            Self::Unauthentic => f.write_str("the message is not authentic"),
            Self::NotInParts => f.write_str(
                "this scheme needs the whole message at once, because it reads the \
                                             message more than once",
            ),
            Self::NonceUnbound => f.write_str(
                "this scheme does not bind its tags to the nonce: segments could be \
                                               swapped unnoticed",
            ),
            Self::NonceBit => f.write_str("the first bit of the nonce must be 0"),
            Self::OtherCipher { mode, ciphers } => write!(f, "{mode} is defined only for {ciphers}"),
            Self::Section { length, block } => {
                write!(
                    f,
                    "the section has {}, but must be a multiple of {block} bytes and not empty",
                    count(*length)
                )
            }
            Self::NoSection => f.write_str(
                "a section was given, but this algorithm does not change its key within a \
                                            message",
            ),
            Self::Numeral { radix } => {
                write!(f, "a numeral is out of range: it must be below the radix {radix}")
            }
            Self::Character => f.write_str("a character is not in the alphabet"),
            Self::Alphabet => f.write_str("the alphabet must have 2 to 65536 characters, each only once"),
            Self::NoHeader => f.write_str("this scheme does not take associated data"),
            Self::Lengths { input, output } => {
                write!(
                    f,
                    "the output has {}, but the input has {input}; both must have the same length",
                    count(*output)
                )
            }
            Self::NoMemory { bytes } => write!(f, "not enough memory: {bytes} bytes are needed"),
            Self::ZeroByte => {
                f.write_str("the password contains a NUL byte, where this function would cut it off")
            }
            Self::NoEntropy => f.write_str("the operating system returned no random bytes"),
            Self::Tree => f.write_str("the algorithm does not take a tree of this kind"),
            Self::SavedState => {
                f.write_str("the saved state is damaged, or from another version or algorithm")
            }
            Self::SavedOptions => f.write_str("the saved state was made with another key or other options"),
            Self::SavedUnbound => f.write_str(
                "saved states of version 1 do not record their key and options: hash the message again",
            ),
        }
    }
}

/// A number of bytes in words: `1 byte`, `2 bytes`.
struct Count(u128);

fn count(bytes: impl TryInto<u128>) -> Count {
    Count(bytes.try_into().unwrap_or(u128::MAX))
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// Returns the number of bits of so many bytes.
fn bits(bytes: usize) -> u128 {
    8 * bytes as u128
}

/// Returns the indefinite article for a name.
fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'I']) { "an" } else { "a" }
}

impl core::error::Error for Error {}
