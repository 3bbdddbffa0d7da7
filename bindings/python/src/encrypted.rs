//! Encrypted files in the age format.

use crate::{
    buffer::{Input, Secret},
    errors::{busy, file_raised},
    files::processors,
    interrupt::{self, PIECE},
    path::FilePath,
};
use bramah_age::{
    DecryptorInParts, EncryptorInParts, Error, FileOptions, HybridIdentity, Identity, Passphrase, Recipient,
    X25519Identity, identities_alone, recipients_alone,
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyBytes,
};
use std::sync::{Mutex, TryLockError};
use zeroize::Zeroizing;

/// Returns an error unless the work factor of scrypt is from 1 to 30.
fn factor(name: &str, factor: u32) -> PyResult<u32> {
    match factor {
        1..=30 => Ok(factor),
        _ => Err(PyValueError::new_err(format!("{name} is {factor}, but must be 1 to 30"))),
    }
}

/// Returns the contents of a file that has one recipient or identity on each line.
fn lines(texts: Vec<String>) -> Zeroizing<Vec<u8>> {
    let texts = Zeroizing::new(texts);
    let mut lines = Zeroizing::new(Vec::with_capacity(texts.iter().map(|text| text.len() + 1).sum()));
    for text in texts.iter() {
        lines.extend_from_slice(text.as_bytes());
        lines.push(b'\n');
    }
    lines
}

/// Returns the recipients, or a recipient for the passphrase.
fn all_recipients(
    recipients: Option<Vec<String>>,
    passphrase: Option<&Secret<'_>>,
    work_factor: u32,
) -> PyResult<Vec<Box<dyn Recipient>>> {
    let work_factor = factor("work_factor", work_factor)?;
    match (recipients, passphrase) {
        (Some(recipients), None) => recipients_alone(&lines(recipients)).map_err(file_raised),
        (None, Some(passphrase)) => {
            Ok(vec![Box::new(Passphrase::new(passphrase.bytes()).work_factor(work_factor))])
        }
        _ => Err(PyTypeError::new_err("recipients or a passphrase must be given")),
    }
}

/// Returns the identities, an identity for the passphrase, or both.
fn all_identities(
    identities: Option<Vec<String>>,
    passphrase: Option<&Secret<'_>>,
    max_work_factor: u32,
) -> PyResult<Vec<Box<dyn Identity>>> {
    let most = factor("max_work_factor", max_work_factor)?;
    let mut found = match identities {
        Some(identities) => identities_alone(&lines(identities)).map_err(file_raised)?,
        None => Vec::new(),
    };
    if let Some(passphrase) = passphrase {
        found.push(Box::new(Passphrase::new(passphrase.bytes()).most_work_factor(most)));
    }
    if found.is_empty() {
        return Err(PyTypeError::new_err("identities or a passphrase must be given"));
    }
    Ok(found)
}

/// A file that is processed in parts. `None` after a signal has interrupted a call, because the output of the call is lost.
type Parts<P> = Mutex<Option<P>>;

/// Calls `work` without the interpreter lock, and returns its output. `work` checks for signals; after a signal the file cannot
/// be continued.
fn step<'py, P: Send>(
    py: Python<'py>,
    state: &Parts<P>,
    work: impl FnOnce(&mut P) -> Result<Zeroizing<Vec<u8>>, Error> + Send,
) -> PyResult<Bound<'py, PyBytes>> {
    let taken = py.detach(|| {
        let mut state = match state.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        let Some(parts) = &mut *state else {
            return Some(Err(Error::Key("an earlier call was interrupted by a signal".into())));
        };
        let done = work(parts);
        if interrupt::pending() {
            *state = None;
        }
        Some(done)
    });
    interrupt::taken()?;
    let out = taken.ok_or_else(|| busy("file"))?.map_err(file_raised)?;
    Ok(PyBytes::new(py, &out))
}

/// Calls `update` with pieces of the data, and checks for signals between the pieces.
fn in_pieces(
    data: &[u8],
    threads: usize,
    mut update: impl FnMut(&[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    let piece = PIECE.saturating_mul(threads.max(1));
    if data.len() <= piece {
        return update(data);
    }
    for piece in data.chunks(piece) {
        if interrupt::interrupted() {
            break;
        }
        update(piece)?;
    }
    Ok(())
}

/// The encryption of a file that is passed in parts.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct FileEncryptor {
    parts: Parts<EncryptorInParts>,
    threads: usize,
}

#[pymethods]
impl FileEncryptor {
    #[new]
    #[pyo3(signature = (*, recipients = None, passphrase = None, armor = false, work_factor = 18, threads = 1))]
    fn new(
        py: Python<'_>,
        recipients: Option<Vec<String>>,
        passphrase: Option<Secret<'_>>,
        armor: bool,
        work_factor: u32,
        threads: usize,
    ) -> PyResult<Self> {
        let recipients = all_recipients(recipients, passphrase.as_ref(), work_factor)?;
        let threads = processors(threads);
        // on a separate thread, because computing a key from a passphrase may take long
        let made = interrupt::aside(py, move || {
            let recipients: Vec<&dyn Recipient> = recipients.iter().map(|one| &**one).collect();
            EncryptorInParts::new(&recipients, armor, threads)
        })?;
        Ok(Self { parts: Mutex::new(Some(made.map_err(file_raised)?)), threads })
    }

    /// Encrypts the next part of the contents, and returns the part of the encrypted file that is complete. If a signal handler
    /// raises an exception during a long call, the encryption cannot be continued.
    #[pyo3(signature = (data, /))]
    fn update<'py>(&self, py: Python<'py>, data: Input<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (data, threads) = (data.bytes(), self.threads);
        step(py, &self.parts, |parts| {
            in_pieces(data, threads, |piece| parts.update(piece)).map(|()| parts.take_all())
        })
    }

    /// Ends the contents, and returns the rest of the encrypted file.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        step(py, &self.parts, |parts| parts.finish().map(|()| parts.take_all()))
    }
}

/// The decryption of a file that is passed in parts.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct FileDecryptor {
    parts: Parts<DecryptorInParts>,
    threads: usize,
}

#[pymethods]
impl FileDecryptor {
    #[new]
    #[pyo3(signature = (*, identities = None, passphrase = None, max_work_factor = 22, threads = 1))]
    fn new(
        identities: Option<Vec<String>>,
        passphrase: Option<Secret<'_>>,
        max_work_factor: u32,
        threads: usize,
    ) -> PyResult<Self> {
        let identities = all_identities(identities, passphrase.as_ref(), max_work_factor)?;
        let threads = processors(threads);
        Ok(Self { parts: Mutex::new(Some(DecryptorInParts::new(identities, threads))), threads })
    }

    /// Decrypts the next part of the file, and returns contents that have been verified. The contents are complete only after
    /// `finish` has returned. If a signal handler raises an exception during a long call, the decryption cannot be continued.
    #[pyo3(signature = (data, /))]
    fn update<'py>(&self, py: Python<'py>, data: Input<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (data, threads) = (data.bytes(), self.threads);
        step(py, &self.parts, |parts| {
            in_pieces(data, threads, |piece| parts.update(piece)).map(|()| parts.take_all())
        })
    }

    /// Ends the file, and returns the rest of its contents. Raises `InvalidTag` if the file was cut off or changed.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        step(py, &self.parts, |parts| parts.finish().map(|()| parts.take_all()))
    }
}

fn options(armored: bool, overwrite: bool, threads: usize) -> FileOptions {
    let mut options = FileOptions::default();
    (options.armored, options.overwrite, options.threads) = (armored, overwrite, processors(threads));
    options.interrupted = Some(interrupt::interrupted);
    options
}

/// Encrypts a file to another file, which gets its name only when it is complete.
#[pyfunction]
#[pyo3(signature = (src, dst, *, recipients = None, passphrase = None, armor = false, work_factor = 18,
    overwrite = false, threads = 1))]
#[allow(clippy::too_many_arguments)] // keyword arguments
pub(crate) fn encrypt_file(
    py: Python<'_>,
    src: FilePath,
    dst: FilePath,
    recipients: Option<Vec<String>>,
    passphrase: Option<Secret<'_>>,
    armor: bool,
    work_factor: u32,
    overwrite: bool,
    threads: usize,
) -> PyResult<()> {
    let recipients = all_recipients(recipients, passphrase.as_ref(), work_factor)?;
    let done = py.detach(|| {
        let recipients: Vec<&dyn Recipient> = recipients.iter().map(|one| &**one).collect();
        bramah_age::encrypt_file(&src.0, &dst.0, &recipients, options(armor, overwrite, threads))
    });
    interrupt::taken()?;
    done.map_err(file_raised)
}

/// Decrypts a file to another file, which appears only when all of its contents have been authenticated.
#[pyfunction]
#[pyo3(signature = (src, dst, *, identities = None, passphrase = None, max_work_factor = 22, overwrite = false,
    threads = 1))]
#[allow(clippy::too_many_arguments)] // keyword arguments
pub(crate) fn decrypt_file(
    py: Python<'_>,
    src: FilePath,
    dst: FilePath,
    identities: Option<Vec<String>>,
    passphrase: Option<Secret<'_>>,
    max_work_factor: u32,
    overwrite: bool,
    threads: usize,
) -> PyResult<()> {
    let identities = all_identities(identities, passphrase.as_ref(), max_work_factor)?;
    let done = py.detach(|| {
        let identities: Vec<&dyn Identity> = identities.iter().map(|one| &**one).collect();
        bramah_age::decrypt_file(&src.0, &dst.0, &identities, options(false, overwrite, threads))
    });
    interrupt::taken()?;
    done.map_err(file_raised)
}

/// Returns a new identity, which must be kept secret, and its recipient.
#[pyfunction]
#[pyo3(signature = (*, hybrid = false))]
pub(crate) fn generate_identity(hybrid: bool) -> PyResult<(String, String)> {
    Ok(if hybrid {
        let identity = HybridIdentity::random().map_err(file_raised)?;
        (identity.expose().to_string(), identity.recipient().to_string())
    } else {
        let identity = X25519Identity::random().map_err(file_raised)?;
        (identity.expose().to_string(), identity.recipient().to_string())
    })
}
