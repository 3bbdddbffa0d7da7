//! The errors of the library.

use crate::names::ByteLengths;
use core::fmt;

/// The reason why a call failed. Its text describes the mistake and the allowed values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// No algorithm has this name.
    #[cfg(feature = "alloc")]
    UnknownName(alloc::string::String),
    /// The algorithm has no backend of this name.
    #[cfg(feature = "alloc")]
    UnknownBackend {
        /// The name of the algorithm.
        algorithm: &'static str,
        /// The name of the requested backend.
        backend: alloc::string::String,
    },
    /// This CPU lacks features that the backend needs.
    BackendUnavailable {
        /// The name of the algorithm.
        algorithm: &'static str,
        /// The name of the requested backend.
        backend: &'static str,
    },
    /// The algorithm does not define digests of this length in bytes.
    OutputLength {
        /// The requested length in bytes.
        length: usize,
        /// The minimum length in bytes.
        min: usize,
        /// The maximum length in bytes.
        max: usize,
    },
    /// The algorithm does not define this length. Between the minimum and the maximum it defines all lengths except one.
    OutputLengthExcept {
        /// The requested length in bytes.
        length: usize,
        /// The minimum length in bytes.
        min: usize,
        /// The maximum length in bytes.
        max: usize,
        /// The length in bytes, between `min` and `max`, that the algorithm does not define.
        except: usize,
    },
    /// The length of a digest was given in bits and is not a whole number of bytes.
    OutputBits {
        /// The requested length in bits.
        bits: usize,
    },
    /// The function needs a key, and none was set.
    NoKey {
        /// The name of the function.
        function: &'static str,
    },
    /// HMAC or key derivation needs a hash function whose only input is a message, and this function needs other inputs too.
    NotPlain {
        /// The name of the function.
        function: &'static str,
    },
    /// A key, salt or other byte string has a length that the algorithm does not accept.
    ParameterLength {
        /// The name of the parameter, in words.
        name: &'static str,
        /// The length given, in bytes.
        length: usize,
        /// The minimum length in bytes.
        min: usize,
        /// The maximum length in bytes; 0 if the algorithm does not take the parameter.
        max: usize,
    },
    /// A key or nonce has a length that the algorithm does not accept.
    ByteLength {
        /// The name of the parameter, in words.
        name: &'static str,
        /// The length given, in bytes.
        length: usize,
        /// The valid lengths in bytes.
        lengths: ByteLengths,
    },
    /// The output of key derivation is empty, or longer than the function defines.
    DerivedLength {
        /// The requested length in bytes.
        length: usize,
        /// The maximum output length in bytes.
        limit: u64,
    },
    /// The function does not take a parameter that was set.
    NotTaken {
        /// The name of the function.
        function: &'static str,
        /// The name of the parameter, in words.
        parameter: &'static str,
    },
    /// The key derivation function is not for passwords.
    NoPasswordKdf,
    /// The MAC cannot be used to derive keys.
    NoPrf,
    /// The password does not match the encoded hash string.
    WrongPassword,
    /// A parameter is larger than the limit that the caller has set.
    Limit {
        /// The name of the parameter, in words.
        name: &'static str,
        /// The value given.
        value: u128,
        /// The limit.
        limit: u128,
    },
    /// The algorithm is not defined for this number of rounds.
    Rounds {
        /// The requested number of rounds.
        rounds: u32,
    },
    /// A parameter is out of its valid range.
    Parameter {
        /// The name of the parameter in the specification.
        name: &'static str,
        /// The value given.
        value: u64,
        /// The minimum value.
        min: u64,
        /// The maximum value.
        max: u64,
    },
    /// A parameter must be a power of two, and the given value is not.
    PowerOfTwo {
        /// The name of the parameter in the specification.
        name: &'static str,
        /// The value given.
        value: u64,
    },
    /// A string is not in its format.
    Malformed {
        /// The name of the format, in words.
        name: &'static str,
    },
    /// The algorithm takes only one of two parameters, but both were set.
    Together {
        /// The names of both parameters, in words.
        parameters: [&'static str; 2],
    },
    /// The message does not consist of whole blocks, and neither padding nor ciphertext stealing was chosen; or a padded message
    /// cannot have this length.
    InputLength {
        /// The length of the message in bytes.
        length: u128,
        /// The length of a block in bytes.
        block: usize,
    },
    /// The message is too short for ciphertext stealing.
    InputShort {
        /// The length of the message in bytes.
        length: usize,
        /// The minimum length of a message in bytes.
        min: usize,
    },
    /// The output buffer has the wrong length, or is too short.
    OutputRoom {
        /// The length of the output in bytes.
        length: usize,
        /// The needed length of the output in bytes.
        needed: usize,
    },
    /// The message has already ended, or its parts were passed in the wrong order.
    Ended,
    /// The tag of a message that is being decrypted was requested. It can only be compared with the received tag.
    Decrypted,
    /// The padding of the last block is invalid.
    Padding,
    /// The call keeps the length of the message, but the mode adds padding.
    Padded,
    /// Padding or ciphertext stealing was chosen for a mode other than ECB and CBC. Such a mode keeps the length of the
    /// message without padding or stealing.
    Ending,
    /// An increment was set for a mode without a counter.
    NoCounter,
    /// A counter value would be used twice.
    CounterOverflow,
    /// All nonces that are allowed under one key have been used.
    NoncesEnd,
    /// The call would use a key more often than the scheme's standard allows.
    KeyEnd {
        /// The maximum number of units under one key.
        limit: u128,
        /// The name of the unit that is counted, in words.
        unit: &'static str,
    },
    /// The keystream is shorter than the message.
    KeystreamEnd {
        /// The length of the keystream in bytes.
        limit: u128,
    },
    /// The stream cipher or mode cannot seek.
    NoSeek,
    /// The two keys must be different.
    EqualKeys,
    /// The mode needs to decrypt blocks, and the key type can only encrypt them.
    EncryptOnly,
    /// The tag is wrong: the message was sealed with another key, nonce or associated data, or it was tampered with.
    Unauthentic,
    /// The scheme can only process whole messages.
    NotInParts,
    /// The scheme cannot be used for segments because its tags do not depend on the nonce (GCM of DSTU 7624).
    NonceUnbound,
    /// The most significant bit of the nonce's first byte is 1, but the scheme (MGM) requires 0.
    NonceBit,
    /// The mode is not defined for the cipher.
    OtherCipher {
        /// The name of the mode.
        mode: &'static str,
        /// The ciphers for which it is defined, in words.
        ciphers: &'static str,
    },
    /// A section, the number of bytes after which the key changes, is empty or does not consist of whole blocks.
    Section {
        /// The length of the section in bytes.
        length: usize,
        /// The length of a block in bytes.
        block: usize,
    },
    /// A section was set for a mode or a MAC whose key does not change.
    NoSection,
    /// A numeral is not smaller than the radix.
    Numeral {
        /// The radix.
        radix: u32,
    },
    /// A character of the text is not in the alphabet.
    Character,
    /// The alphabet has fewer than 2 or more than 65536 characters, or a character occurs twice.
    Alphabet,
    /// The scheme cannot authenticate associated data.
    NoHeader,
    /// Input and output must have the same length.
    Lengths {
        /// The length of the input in bytes.
        input: usize,
        /// The length of the output in bytes.
        output: usize,
    },
    /// Memory could not be allocated.
    NoMemory {
        /// The number of bytes that were needed.
        bytes: u64,
    },
    /// The password contains a zero byte, at which the function would truncate it.
    ZeroByte,
    /// The operating system returns no random bytes.
    NoEntropy,
    /// The algorithm takes no tree parameters, or not this kind of tree.
    Tree,
    /// The saved state is damaged, or it comes from another version or algorithm.
    SavedState,
    /// The saved state comes from a hash function with another key, salt or other option.
    SavedOptions,
    /// The saved state has version 1, which does not record options, but the function has options.
    SavedUnbound,
}

impl ByteLengths {
    /// Returns an error that contains `name` if `length` is not one of these lengths.
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
            Self::OutputBits { bits } => {
                write!(f, "invalid digest length: {bits} bits (must be a multiple of 8)")
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
                f.write_str("the requested output length is 0 bytes, but must be at least 1")
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
            Self::NoPasswordKdf => f.write_str(
                "this key derivation function is not for passwords; use a password-based function such as Argon2id",
            ),
            Self::NoPrf => f.write_str("this MAC cannot derive keys; use HMAC"),
            Self::Rounds { rounds } => {
                write!(
                    f,
                    "invalid number of rounds: {rounds} (must be even and at least 2; in some algorithms, the number is \
                     fixed)"
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
                write!(f, "the message has {}, but its length must be a multiple of {block} bytes", count(*length))
            }
            Self::InputShort { length, min } => {
                write!(f, "the message has {}, but needs at least {min}", count(*length))
            }
            Self::OutputRoom { length, needed } => {
                write!(f, "the output has {}, but {needed} are needed", count(*length))
            }
            Self::Ended => f.write_str("this part of the message is already complete: no more data can be added"),
            Self::Decrypted => {
                f.write_str("decryption does not return a tag; verify the received tag instead")
            }
            Self::Padding => f.write_str("invalid padding in the last block"),
            Self::Padded => f.write_str("this call cannot pad: its output must be as long as its input"),
            Self::Ending => f.write_str(
                "padding and ciphertext stealing can be chosen only for the modes ECB and CBC",
            ),
            Self::NoCounter => f.write_str("an increment was given, but this mode has no counter"),
            Self::CounterOverflow => f.write_str("the message is too long: the counter would repeat"),
            Self::NoncesEnd => f.write_str("all nonces of this key are used up: use a new key"),
            Self::KeyEnd { limit, unit } => {
                write!(f, "the key has reached its limit of {limit} {unit}: use a new key")
            }
            Self::KeystreamEnd { limit } => write!(f, "the keystream ends after {limit} bytes"),
            Self::NoSeek => f.write_str("this cipher or mode cannot seek"),
            Self::EqualKeys => f.write_str("the two keys must be different"),
            Self::EncryptOnly => f.write_str(
                "this key is prepared for encrypting blocks only, but the mode must decrypt them; use a key type that \
                 can do both",
            ),
            Self::Unauthentic => f.write_str("the message is not authentic"),
            Self::NotInParts => f.write_str(
                "this scheme needs the whole message at once, because it reads the \
                                             message more than once",
            ),
            Self::NonceUnbound => f.write_str(
                "this scheme cannot encrypt segments: its tags do not depend on the nonce, so a swap of two segments \
                 would not be detected",
            ),
            Self::NonceBit => f.write_str(
                "the most significant bit of the nonce must be 0: its first byte must be below 0x80",
            ),
            Self::OtherCipher { mode, ciphers } => write!(f, "{mode} is defined only for {ciphers}"),
            Self::Section { length, block } => {
                write!(
                    f,
                    "the section has {}, but its length must be a multiple of {block} bytes, and not 0",
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
                f.write_str("the password contains a NUL byte; this function would ignore the rest of the password")
            }
            Self::NoEntropy => f.write_str("the operating system returned no random bytes"),
            Self::Tree => f.write_str("the algorithm does not support these tree parameters"),
            Self::SavedState => {
                f.write_str("the saved state is damaged, or comes from another version or algorithm")
            }
            Self::SavedOptions => f.write_str("the saved state was made with another key or other options"),
            Self::SavedUnbound => f.write_str(
                "saved states of version 1 do not record their key and options: hash the message again",
            ),
        }
    }
}

/// A number of bytes that prints in words: `1 byte`, `2 bytes`.
struct Count(u128);

fn count(bytes: impl TryInto<u128>) -> Count {
    Count(bytes.try_into().unwrap_or(u128::MAX))
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// Returns the number of bits in `bytes` bytes.
fn bits(bytes: usize) -> u128 {
    8 * bytes as u128
}

/// Returns the indefinite article ("a" or "an") for a name.
fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'I']) { "an" } else { "a" }
}

impl core::error::Error for Error {}
