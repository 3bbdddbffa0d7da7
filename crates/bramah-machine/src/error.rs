//! The errors of the library.

use crate::names::ByteLengths;
use core::fmt;

/// The reason why a call was refused. Its text describes what was wrong and what is allowed.
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
        /// The requested backend.
        backend: alloc::string::String,
    },
    /// This CPU lacks features that the backend needs.
    BackendUnavailable {
        /// The algorithm.
        algorithm: &'static str,
        /// The requested backend.
        backend: &'static str,
    },
    /// The algorithm does not define digests of this length in bytes.
    OutputLength {
        /// The requested length.
        length: usize,
        /// The shortest defined length.
        min: usize,
        /// The longest defined length.
        max: usize,
    },
    /// The algorithm does not define this length; between the shortest and the longest it defines all but one.
    OutputLengthExcept {
        /// The requested length.
        length: usize,
        /// The shortest defined length.
        min: usize,
        /// The longest defined length.
        max: usize,
        /// The length between them that is not defined.
        except: usize,
    },
    /// The function needs a key, and none was set.
    NoKey {
        /// The function.
        function: &'static str,
    },
    /// HMAC or key derivation needs a hash function of a message, and this function takes more than a message.
    NotPlain {
        /// The function.
        function: &'static str,
    },
    /// A key, salt or other byte string has a length that the algorithm does not take.
    ParameterLength {
        /// The name of the parameter, in words.
        name: &'static str,
        /// The length given, in bytes.
        length: usize,
        /// The shortest valid length.
        min: usize,
        /// The longest valid length; 0 if the algorithm does not take the parameter.
        max: usize,
    },
    /// A key or nonce has a length that the algorithm does not take.
    ByteLength {
        /// The name of the parameter, in words.
        name: &'static str,
        /// The length given, in bytes.
        length: usize,
        /// The lengths that the algorithm takes.
        lengths: ByteLengths,
    },
    /// The output of key derivation is empty, or longer than the function defines.
    DerivedLength {
        /// The requested length in bytes.
        length: usize,
        /// The longest output that can be derived.
        limit: u64,
    },
    /// The function does not take a parameter that was set.
    NotTaken {
        /// The function.
        function: &'static str,
        /// The parameter.
        parameter: &'static str,
    },
    /// The function is not for passwords.
    NoPasswordKdf,
    /// The MAC cannot derive keys.
    NoPrf,
    /// The password is not the one from which the string was made.
    WrongPassword,
    /// A parameter exceeds the limit that the caller has set.
    Limit {
        /// The name of the parameter, in words.
        name: &'static str,
        /// The value given.
        value: u128,
        /// The limit.
        limit: u128,
    },
    /// The algorithm does not have this number of rounds.
    Rounds {
        /// The number.
        rounds: u32,
    },
    /// A parameter is out of its range.
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
    /// A parameter must be a power of two, and is not.
    PowerOfTwo {
        /// Its name in the specification.
        name: &'static str,
        /// The value given.
        value: u64,
    },
    /// A string does not follow its format.
    Malformed {
        /// The name of the format, in words.
        name: &'static str,
    },
    /// The algorithm takes only one of two parameters, and both were set.
    Together {
        /// Both, in words.
        parameters: [&'static str; 2],
    },
    /// The message does not consist of whole blocks, and neither padding nor stealing was chosen; or a padded message
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
        /// The smallest length.
        min: usize,
    },
    /// The output has the wrong length, or is too short.
    OutputRoom {
        /// The length of the output in bytes.
        length: usize,
        /// The needed length in bytes.
        needed: usize,
    },
    /// The message has already ended, or its parts come in the wrong order.
    Ended,
    /// The tag of a message that is being decrypted was requested: it can only be compared with the received one.
    Decrypted,
    /// The padding of the last block is invalid.
    Padding,
    /// The call keeps the length, and the mode adds padding.
    Padded,
    /// Padding or stealing was chosen for a mode that keeps the length without them.
    Ending,
    /// An increment was set for a mode without a counter.
    NoCounter,
    /// A counter would be used twice.
    CounterOverflow,
    /// All nonces that may be used under one key have been used.
    NoncesEnd,
    /// The call would use a key more than the scheme's standard allows.
    KeyEnd {
        /// The limit.
        limit: u128,
        /// The unit that is counted, in words.
        unit: &'static str,
    },
    /// The keystream is shorter than the message.
    KeystreamEnd {
        /// The length of the keystream in bytes.
        limit: u128,
    },
    /// The stream or mode cannot seek.
    NoSeek,
    /// The two keys must be different.
    EqualKeys,
    /// The mode decrypts blocks, and the key type can only encrypt.
    EncryptOnly,
    /// The tag is wrong: the message was encrypted under another key or nonce, or it was tampered with.
    Unauthentic,
    /// The scheme only takes whole messages.
    NotInParts,
    /// The scheme cannot be used for segments, since its tags do not depend on the nonce: GCM of DSTU 7624.
    NonceUnbound,
    /// The first bit of the nonce is 1, and the scheme requires 0: MGM.
    NonceBit,
    /// The mode is not defined for the cipher.
    OtherCipher {
        /// The mode.
        mode: &'static str,
        /// The ciphers for which it is defined, in words.
        ciphers: &'static str,
    },
    /// A section, after which the key changes, is empty or does not consist of whole blocks.
    Section {
        /// The length of the section in bytes.
        length: usize,
        /// The length of a block in bytes.
        block: usize,
    },
    /// A section was set for a mode or a MAC whose key does not change.
    NoSection,
    /// A numeral is not below the radix.
    Numeral {
        /// The radix.
        radix: u32,
    },
    /// A character of the text is not in the alphabet.
    Character,
    /// The alphabet has fewer than 2 or more than 65536 characters, or a character occurs twice.
    Alphabet,
    /// The scheme does not authenticate associated data.
    NoHeader,
    /// Input and output must have the same length.
    Lengths {
        /// The length of the input.
        input: usize,
        /// The length of the output.
        output: usize,
    },
    /// Memory cannot be allocated.
    NoMemory {
        /// The needed number of bytes.
        bytes: u64,
    },
    /// The password contains a zero byte, at which the function would end it.
    ZeroByte,
    /// The operating system returns no random bytes.
    NoEntropy,
    /// The algorithm takes no tree, or no tree of this kind.
    Tree,
    /// The saved state is damaged, of another version, or of another algorithm.
    SavedState,
    /// The saved state was made with another key, salt or other option.
    SavedOptions,
    /// The saved state is of version 1, which does not record options, and the function has options.
    SavedUnbound,
}

impl ByteLengths {
    /// Returns an error that names the bytes `name` if `length` is not one of these lengths.
    #[inline(always)]
    pub fn check(self, name: &'static str, length: usize) -> Result<(), Error> {
        if self.contains(length) { Ok(()) } else { Err(Error::ByteLength { name, length, lengths: self }) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(feature = "alloc")]
            Self::UnknownName(name) => write!(f, "no algorithm is named {name:?}"),
            #[cfg(feature = "alloc")]
            Self::UnknownBackend { algorithm, backend } => {
                write!(f, "{algorithm} has no backend named {backend:?}")
            }
            Self::BackendUnavailable { algorithm, backend } => {
                write!(f, "this CPU cannot run the backend {backend} of {algorithm}")
            }
            Self::OutputLength { length, min, max } if min == max => {
                write!(f, "a digest of {} bits, but only {} are defined", bits(*length), bits(*min))
            }
            Self::OutputLength { length, min, max: usize::MAX } => {
                write!(f, "a digest of {} bits, but at least {} are needed", bits(*length), bits(*min))
            }
            Self::OutputLength { length, min, max } => {
                let [length, min, max] = [*length, *min, *max].map(bits);
                write!(f, "a digest of {length} bits is not defined; {min} to {max} are")
            }
            Self::OutputLengthExcept { length, min, max, except } => {
                let [length, min, max, except] = [*length, *min, *max, *except].map(bits);
                write!(f, "a digest of {length} bits is not defined; {min} to {max} are, except {except}")
            }
            Self::NoKey { function } => write!(f, "{function} is a MAC: it needs a key"),
            Self::NotPlain { function } => write!(
                f,
                "HMAC and key derivation are defined over hash functions, and {function} is none: it is a checksum, \
                 a tree of file sharing, or takes keys, customization strings or tuples"
            ),
            Self::ParameterLength { name, length, max: 0, .. } => {
                write!(f, "{} {name} of {}, but the algorithm takes none", article(name), count(*length))
            }
            Self::ParameterLength { name, length, min, max: usize::MAX } => {
                write!(f, "{} {name} of {}, but at least {min} are needed", article(name), count(*length))
            }
            Self::ParameterLength { name, length, min: 0 | 1, max } => {
                write!(f, "{} {name} of {}, but at most {max} are taken", article(name), count(*length))
            }
            Self::ParameterLength { name, length, min, max } if min == max => {
                write!(f, "{} {name} of {}, but only {min} are taken", article(name), count(*length))
            }
            Self::ParameterLength { name, length, min, max } => {
                write!(f, "{} {name} of {}, but {min} to {max} are taken", article(name), count(*length))
            }
            Self::ByteLength { name, length, lengths } => {
                write!(f, "{} {name} of {}, but only {lengths} are taken", article(name), count(*length))
            }
            Self::DerivedLength { length: 0, .. } => {
                f.write_str("an output of 0 bytes: there is nothing to derive")
            }
            Self::DerivedLength { length, limit } => {
                write!(f, "an output of {}, but only {limit} can be derived", count(*length))
            }
            Self::WrongPassword => f.write_str("wrong password"),
            Self::Limit { name, value, limit } => {
                write!(f, "{name} is {value}, but the limit that was set is {limit}")
            }
            Self::NotTaken { function, parameter } => {
                write!(f, "{} {parameter}, but {function} takes none", article(parameter))
            }
            Self::NoPasswordKdf => f.write_str("the function is not one for passwords"),
            Self::NoPrf => f.write_str("no keys are derived with this MAC: HMAC is one that will do"),
            Self::Rounds { rounds } => {
                write!(f, "{rounds} rounds, but only even numbers are defined, or only the algorithm's own")
            }
            Self::Parameter { name, value, min, max } => {
                write!(f, "{name} is {value}, but must be from {min} to {max}")
            }
            Self::PowerOfTwo { name, value } => {
                write!(f, "{name} is {value}, but must be a power of two")
            }
            Self::Malformed { name } => write!(f, "not {} {name}, or a damaged one", article(name)),
            Self::Together { parameters: [one, other] } => {
                write!(f, "a {one} and a {other}, but the algorithm takes only one of them")
            }
            Self::InputLength { length, block } => {
                write!(f, "a message of {}, but only whole blocks of {block} are taken", count(*length))
            }
            Self::InputShort { length, min } => {
                write!(f, "a message of {}, but there must be at least {min}", count(*length))
            }
            Self::OutputRoom { length, needed } => {
                write!(f, "an output of {}, but {needed} are needed", count(*length))
            }
            Self::Ended => f.write_str("no more data can be added: this part of the message has ended"),
            Self::Decrypted => {
                f.write_str("the tag of a message that is decrypted is not returned: verify the received tag")
            }
            Self::Padding => f.write_str("a last block that does not end in the padding expected"),
            Self::Padded => f.write_str("padding changes the length, but the call keeps it"),
            Self::Ending => f.write_str("the mode takes neither padding nor stealing: it keeps the length"),
            Self::NoCounter => f.write_str("the mode has no counter to increment"),
            Self::CounterOverflow => f.write_str("the counter would repeat: the message is too long for it"),
            Self::NoncesEnd => f.write_str("no nonce is left under this key: a new key is needed"),
            Self::KeyEnd { limit, unit } => {
                write!(f, "the key has served its limit of {limit} {unit}: a new key is needed")
            }
            Self::KeystreamEnd { limit } => write!(f, "more than the {limit} bytes that the keystream has"),
            Self::NoSeek => f.write_str("only a cipher or mode with a counter of its own can go to a place"),
            Self::EqualKeys => f.write_str("the two keys are the same, but must be different"),
            Self::EncryptOnly => f.write_str("the key is for encryption alone, but the mode decrypts blocks"),
            Self::Unauthentic => f.write_str("the message is not authentic"),
            Self::NotInParts => f.write_str("the scheme goes over a message more than once: it takes whole messages, not parts"),
            Self::NonceUnbound => f.write_str("the tags of the scheme do not depend on the nonce: segments of a message could be exchanged"),
            Self::NonceBit => f.write_str("the first bit of the nonce is 1, but the scheme takes only nonces in which it is 0"),
            Self::OtherCipher { mode, ciphers } => write!(f, "{mode} is defined over {ciphers} alone"),
            Self::Section { length, block } => {
                write!(f, "a section of {}, but only whole blocks of {block}, one or more, are taken", count(*length))
            }
            Self::NoSection => f.write_str("a section, but the key does not change within a message"),
            Self::Numeral { radix } => write!(f, "a numeral that is not below the radix, which is {radix}"),
            Self::Character => f.write_str("a character that is not in the alphabet"),
            Self::Alphabet => f.write_str("an alphabet has 2 to 65536 characters, each of them once"),
            Self::NoHeader => f.write_str("associated data, but the scheme authenticates only the text"),
            Self::Lengths { input, output } => {
                write!(f, "an output of {} for an input of {input}; both must be equally long", count(*output))
            }
            Self::NoMemory { bytes } => write!(f, "{bytes} bytes of memory are needed and not available"),
            Self::ZeroByte => f.write_str("the password has a byte that is zero, which would be its end"),
            Self::NoEntropy => f.write_str("the operating system gives no random bytes"),
            Self::Tree => f.write_str("a tree of a kind that the algorithm does not take"),
            Self::SavedState => {
                f.write_str("a saved state that is damaged, of another version or of another algorithm")
            }
            Self::SavedOptions => f.write_str("a saved state that was made under another key or other options"),
            Self::SavedUnbound => f.write_str(
                "a saved state of version 1, which does not tell under which key and options it was made: hash the \
                 message again",
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

/// Returns the number of bits in `bytes` bytes.
fn bits(bytes: usize) -> u128 {
    8 * bytes as u128
}

/// Returns the indefinite article for a name.
fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'I']) { "an" } else { "a" }
}

impl core::error::Error for Error {}
