//! Why a request failed.

use bramah::Error;

/// The kind of a failure, which becomes the `code` of an error in JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// A parameter is missing, unknown, or out of its range.
    Argument = 1,
    /// No algorithm has the name.
    UnknownName = 2,
    /// A message, tag or file was changed.
    Unauthentic = 3,
    /// The password or passphrase is wrong.
    WrongPassword = 4,
    /// More work is required than is allowed.
    Limit = 5,
    /// There is not enough memory.
    NoMemory = 6,
    /// An object was disposed of, or its message has ended.
    Ended = 7,
    /// The input is not in the expected format.
    Malformed = 8,
    /// None of the identities opens the file.
    NoMatch = 9,
    /// There are no random bytes.
    NoEntropy = 10,
}

/// The reason why a request failed.
pub struct Failure {
    /// The kind of the failure.
    pub status: Status,
    /// The reason in words.
    pub text: String,
}

impl Failure {
    /// Makes a failure.
    #[cold]
    pub fn new(status: Status, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }
}

/// Returns the failure of a request to an object that does not exist any more.
#[cold]
pub(crate) fn disposed() -> Failure {
    Failure::new(Status::Ended, "the object was disposed of")
}

/// Returns the failure of a request that a piece does not serve.
#[cold]
pub fn unknown_request() -> Failure {
    Failure::new(Status::Argument, "unknown request")
}

impl From<Error> for Failure {
    #[cold]
    fn from(error: Error) -> Self {
        let status = match error {
            Error::UnknownName(_) | Error::UnknownBackend { .. } | Error::BackendUnavailable { .. } => {
                Status::UnknownName
            }
            Error::Ended => Status::Ended,
            Error::Unauthentic | Error::Padding => Status::Unauthentic,
            Error::WrongPassword => Status::WrongPassword,
            Error::Limit { .. } => Status::Limit,
            Error::Malformed { .. } | Error::SavedState | Error::SavedOptions | Error::SavedUnbound => {
                Status::Malformed
            }
            Error::NoMemory { .. } => Status::NoMemory,
            Error::NoEntropy => Status::NoEntropy,
            _ => Status::Argument,
        };
        Self { status, text: error.to_string() }
    }
}
