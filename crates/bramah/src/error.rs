//! What can go wrong.

use core::fmt;

/// Why a call was refused. Each says what was wrong; the text says what is allowed.
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
    /// A key, salt or other byte string of a length that the algorithm does not take.
    ParameterLength {
        /// Which one, in words.
        name: &'static str,
        /// The length given, in bytes.
        length: usize,
        /// The shortest taken.
        min: usize,
        /// The longest taken; 0 if the algorithm takes none.
        max: usize,
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
    /// Two parameters of which the algorithm takes only one.
    Together {
        /// Both, in words.
        parameters: [&'static str; 2],
    },
    /// A tree for an algorithm that takes none, or none of this kind.
    Tree,
    /// A saved state that is damaged, of another version, or of another algorithm.
    SavedState,
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
                write!(
                    f,
                    "a digest of {} bits, but only {} are defined",
                    8usize.saturating_mul(*length),
                    8 * min
                )
            }
            Self::OutputLength { length, min, max: usize::MAX } => {
                write!(
                    f,
                    "a digest of {} bits, but at least {} are needed",
                    8usize.saturating_mul(*length),
                    8 * min
                )
            }
            Self::OutputLength { length, min, max } => {
                write!(
                    f,
                    "a digest of {} bits is not defined; {} to {} are",
                    8usize.saturating_mul(*length),
                    8 * min,
                    8 * max
                )
            }
            Self::ParameterLength { name, length, max: 0, .. } => {
                write!(f, "a {name} of {length} bytes, but the algorithm takes none")
            }
            Self::ParameterLength { name, length, min: 0 | 1, max } => {
                write!(f, "a {name} of {length} bytes, but at most {max} are taken")
            }
            Self::ParameterLength { name, length, min, max } if min == max => {
                write!(f, "a {name} of {length} bytes, but only {min} are taken")
            }
            Self::ParameterLength { name, length, min, max } => {
                write!(f, "a {name} of {length} bytes, but {min} to {max} are taken")
            }
            Self::Parameter { name, value, min, max } => {
                write!(f, "{name} is {value}, but must be from {min} to {max}")
            }
            Self::Together { parameters: [one, other] } => {
                write!(f, "a {one} and a {other}, but the algorithm takes only one of them")
            }
            Self::Tree => f.write_str("a tree of a kind that the algorithm does not take"),
            Self::SavedState => {
                f.write_str("a saved state that is damaged, of another version or of another algorithm")
            }
        }
    }
}

impl core::error::Error for Error {}
