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

/// Returns the number of bits of so many bytes.
fn bits(bytes: usize) -> u128 {
    8 * bytes as u128
}

/// Returns the indefinite article for a name.
fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'I']) { "an" } else { "a" }
}

impl core::error::Error for Error {}
