//! The Python exceptions for errors of the library.

use pyo3::{
    PyErr, create_exception,
    exceptions::{PyException, PyMemoryError, PyOSError, PyRuntimeError, PyValueError},
};

create_exception!(bramah, InvalidTag, PyException, "A message or a tag is not authentic.");
create_exception!(bramah.files, NotAgeFile, PyValueError, "The input is not an age file.");
create_exception!(bramah.files, NoMatch, PyValueError, "None of the identities can decrypt the file.");
create_exception!(bramah.files, WrongPassphrase, PyValueError, "The passphrase is wrong.");

/// Returns the exception for an error while reading or writing an encrypted file.
pub(crate) fn file_raised(error: bramah_age::Error) -> PyErr {
    use bramah_age::Error;
    let text = error.to_string();
    match error {
        Error::Io(error) => error.into(),
        Error::Header(_) => NotAgeFile::new_err(text),
        Error::HeaderMac | Error::Armor(_) | Error::Payload(_) => InvalidTag::new_err(text),
        Error::NoMatch | Error::PassphraseNeeded => NoMatch::new_err(text),
        Error::WrongPassphrase => WrongPassphrase::new_err(text),
        Error::Primitive(error) => raised(error),
        _ => PyValueError::new_err(text),
    }
}

/// Returns the exception for an error of the library: `InvalidTag` if a message is not authentic, `MemoryError` if memory is
/// missing, `OSError` if there are no random bytes, and otherwise `ValueError`.
pub(crate) fn raised(error: bramah::Error) -> PyErr {
    use bramah::Error;
    match error {
        Error::Unauthentic => InvalidTag::new_err(error.to_string()),
        Error::NoMemory { .. } => PyMemoryError::new_err(error.to_string()),
        Error::NoEntropy => PyOSError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// Returns the exception for a call on an object that another thread is using.
pub(crate) fn busy(object: &str) -> PyErr {
    PyRuntimeError::new_err(format!("the {object} is in use by another thread"))
}

/// Returns an error for names with a zero byte, which comparisons of names would ignore.
pub(crate) fn checked_name(name: &str) -> Result<&str, PyErr> {
    if name.contains('\0') { Err(PyValueError::new_err("embedded null character")) } else { Ok(name) }
}
