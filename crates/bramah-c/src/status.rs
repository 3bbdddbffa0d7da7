//! Status codes, and the text of the last error.

use bramah::Error;
use core::ffi::c_char;
use std::{
    cell::RefCell,
    ffi::{CStr, CString},
    panic::{AssertUnwindSafe, catch_unwind},
};

/// The result of a call: `BRAMAH_OK`, or the reason for the failure. It must be checked.
pub type Status = i32;

/// The call succeeded.
pub const OK: Status = 0;
/// A pointer is null but must not be.
pub const NULL_POINTER: Status = 1;
/// A handle has the wrong kind, or was freed.
pub const WRONG_HANDLE: Status = 2;
/// Another thread is using the handle.
pub const BUSY: Status = 3;
/// An output overlaps an input or another output.
pub const OVERLAP: Status = 4;
/// Text is not UTF-8, or no constant has this value.
pub const BAD_ARGUMENT: Status = 5;
/// No algorithm has this name.
pub const UNKNOWN_NAME: Status = 6;
/// The algorithm has no backend with this name, or this CPU cannot run it.
pub const UNKNOWN_BACKEND: Status = 7;
/// The function does not accept this option.
pub const UNKNOWN_OPTION: Status = 8;
/// A key, nonce, tag, message or output has an invalid length.
pub const LENGTH: Status = 9;
/// A parameter is missing or out of range.
pub const PARAMETER: Status = 10;
/// The algorithm does not support this operation.
pub const UNSUPPORTED: Status = 11;
/// The message has ended, and must be reset first.
pub const FINISHED: Status = 12;
/// The key stream, the counter or the nonces are exhausted.
pub const EXHAUSTED: Status = 13;
/// The tag is wrong: the message was encrypted under another key or nonce, or was modified. Of a file: it was modified
/// or truncated.
pub const UNAUTHENTIC: Status = 14;
/// The password does not match the password hash or the file.
pub const WRONG_PASSWORD: Status = 15;
/// The padding of the last block is invalid.
pub const PADDING: Status = 16;
/// A parameter exceeds a limit that the caller has set.
pub const LIMIT: Status = 17;
/// A password hash, a saved state or an Arrow array does not follow its format.
pub const MALFORMED: Status = 18;
/// There is not enough memory.
pub const NO_MEMORY: Status = 19;
/// The operating system did not return random bytes.
pub const NO_ENTROPY: Status = 20;
/// A bug in the library.
pub const INTERNAL: Status = 21;
/// The input is not an age file, or its header is malformed or truncated.
pub const NO_FILE: Status = 22;
/// None of the identities matches the file, or it needs a passphrase.
pub const NO_MATCH: Status = 23;
/// The output file already exists.
pub const EXISTS: Status = 24;
/// The operating system could not read or write a file.
pub const INPUT_OUTPUT: Status = 25;

/// The reason for the failure of a call: a status and a text.
pub(crate) struct Failure {
    status: Status,
    text: String,
}

impl Failure {
    pub(crate) fn new(status: Status, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }
}

impl From<Error> for Failure {
    #[cold]
    fn from(error: Error) -> Self {
        let status = match error {
            Error::UnknownName(_) => UNKNOWN_NAME,
            Error::UnknownBackend { .. } | Error::BackendUnavailable { .. } => UNKNOWN_BACKEND,
            Error::OutputLength { .. }
            | Error::OutputLengthExcept { .. }
            | Error::OutputBits { .. }
            | Error::ParameterLength { .. }
            | Error::ByteLength { .. }
            | Error::DerivedLength { .. }
            | Error::InputLength { .. }
            | Error::InputShort { .. }
            | Error::OutputRoom { .. }
            | Error::Lengths { .. } => LENGTH,
            Error::NotTaken { .. } => UNKNOWN_OPTION,
            Error::NotPlain { .. }
            | Error::NoPasswordKdf
            | Error::NoPrf
            | Error::Padded
            | Error::Ending
            | Error::NoCounter
            | Error::NoSeek
            | Error::EncryptOnly
            | Error::NotInParts
            | Error::NonceUnbound
            | Error::NoHeader
            | Error::Decrypted
            | Error::Tree => UNSUPPORTED,
            Error::Ended => FINISHED,
            Error::CounterOverflow | Error::NoncesEnd | Error::KeyEnd { .. } | Error::KeystreamEnd { .. } => {
                EXHAUSTED
            }
            Error::Unauthentic => UNAUTHENTIC,
            Error::WrongPassword => WRONG_PASSWORD,
            Error::Padding => PADDING,
            Error::Limit { .. } => LIMIT,
            Error::Malformed { .. } | Error::SavedState | Error::SavedOptions | Error::SavedUnbound => {
                MALFORMED
            }
            Error::NoMemory { .. } => NO_MEMORY,
            Error::NoEntropy => NO_ENTROPY,
            // all other errors are about values of parameters
            _ => PARAMETER,
        };
        Self { status, text: error.to_string() }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Runs the body of a function. An error is stored as the thread's last one; a panic becomes [`INTERNAL`].
#[inline(always)]
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> Status {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => OK,
        Ok(Err(failure)) => stored(failure),
        Err(_) => stored(Failure::new(
            INTERNAL,
            "internal error: the library panicked; its message is on standard error",
        )),
    }
}

#[cold]
fn stored(failure: Failure) -> Status {
    let text = CString::new(failure.text.replace('\0', "\\0")).unwrap_or_default();
    // if the thread is ending, it can no longer store a text
    let _ = LAST.try_with(|last| last.replace(text));
    failure.status
}

/// Returns the meaning of a status in words, as a constant.
const fn meaning(status: Status) -> &'static CStr {
    match status {
        OK => c"success",
        NULL_POINTER => c"null pointer",
        WRONG_HANDLE => c"invalid handle: of another kind, or already freed",
        BUSY => c"the handle is in use by another thread",
        OVERLAP => c"an output overlaps an input or another output",
        BAD_ARGUMENT => c"invalid argument: text that is not UTF-8, or an unknown constant",
        UNKNOWN_NAME => c"unknown algorithm name",
        UNKNOWN_BACKEND => c"unknown backend, or not available on this CPU",
        UNKNOWN_OPTION => c"unknown option",
        LENGTH => c"invalid length",
        PARAMETER => c"a parameter is missing or out of range",
        UNSUPPORTED => c"the algorithm does not support this operation",
        FINISHED => c"the message has ended",
        EXHAUSTED => c"the keystream, counter or nonces are exhausted: use a new key or nonce",
        UNAUTHENTIC => c"the message is not authentic",
        WRONG_PASSWORD => c"wrong password",
        PADDING => c"invalid padding in the last block",
        LIMIT => c"a parameter is above the limit that was set",
        MALFORMED => c"malformed input",
        NO_MEMORY => c"not enough memory",
        NO_ENTROPY => c"the operating system returned no random bytes",
        INTERNAL => c"internal error of the library",
        NO_FILE => c"not an age file",
        NO_MATCH => c"none of the identities can decrypt the file",
        EXISTS => c"the output already exists",
        INPUT_OUTPUT => c"a file could not be read or written",
        _ => c"unknown status",
    }
}

/// Returns the meaning of a status in words. The text is constant and must not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn bramah_status_text(status: Status) -> *const c_char {
    meaning(status).as_ptr()
}

/// Returns the reason for the last failure of a call on this thread, in English, with the expected values. It is empty
/// if no call has failed. The text belongs to the library, must not be freed, and is valid until the next failure of a
/// call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn bramah_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// Returns the version of the library, such as `0.1.0`. The text is constant and must not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn bramah_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}
