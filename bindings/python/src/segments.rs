//! Long messages in segments under authenticated encryption.

use crate::{
    aead::AnyAead,
    buffer::{Input, or_empty, released},
    cipher::word,
    errors::{busy, raised},
};
use bramah::{
    Error, InOut,
    aead::{self, AnyScheme, Layout},
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyBytes,
};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// A long message in segments, each with its own tag (STREAM). Decryption fails if segments are missing, reordered, or follow the
/// last segment.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct Segments {
    aead: Py<AnyAead>,
    layout: Layout,
    prefix: Vec<u8>,
    /// The number of the next segment; `None` after the last segment.
    next: Mutex<Option<u128>>,
}

impl Segments {
    /// Begins a message whose segments are encrypted or decrypted with `aead`.
    pub(crate) fn new(aead: Bound<'_, AnyAead>, layout: &str, prefix: &[u8]) -> PyResult<Self> {
        let all = [("be32", Layout::Be32), ("le31", Layout::Le31), ("be88", Layout::Be88)];
        let layout = word("layout", layout, all)?;
        aead.get().aead.segments(layout, prefix).map_err(raised)?;
        Ok(Self { aead: aead.unbind(), layout, prefix: prefix.to_vec(), next: Mutex::new(Some(0)) })
    }

    fn lock(&self) -> PyResult<MutexGuard<'_, Option<u128>>> {
        match self.next.try_lock() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(busy("message")),
        }
    }

    /// Encrypts or decrypts the next segment. The number of the segment advances only if this succeeds.
    fn step(
        &self,
        py: Python<'_>,
        bytes: usize,
        last: bool,
        work: impl FnOnce(aead::Segments<'_, AnyScheme>) -> Result<(), Error> + Send,
    ) -> PyResult<()> {
        let mut next = self.lock()?;
        let number = next.ok_or_else(|| raised(Error::Ended))?;
        let aead = &self.aead.get().aead;
        let worked = released(py, bytes, || {
            let mut segments = aead.segments(self.layout, &self.prefix)?;
            segments.seek(number)?;
            work(segments)
        });
        worked.map_err(raised)?;
        *next = (!last).then_some(number + 1);
        Ok(())
    }
}

#[pymethods]
impl Segments {
    /// Encrypts the next segment, and returns its ciphertext followed by the tag. `last` must be true for the last segment only.
    #[pyo3(signature = (data, associated_data = None, *, last = false))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        data: Input<'py>,
        associated_data: Option<Input<'py>>,
        last: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (data, header) = (data.bytes(), or_empty(&associated_data));
        let length = data.len().checked_add(self.aead.get().tag_len());
        let length = length.ok_or_else(|| PyValueError::new_err("data is too long"))?;
        PyBytes::new_with(py, length, |out| {
            let (text, tag) = out.split_at_mut(data.len());
            self.step(py, data.len() + header.len(), last, |mut segments| {
                let text = InOut::new(data, text)?;
                if last {
                    segments.seal_last(header, text, tag)
                } else {
                    segments.seal_next(header, text, tag)
                }
            })
        })
    }

    /// Decrypts the next segment, a ciphertext followed by its tag. Raises `InvalidTag` if it is not the next segment, or if
    /// `last` does not match whether it is the last segment. The message is complete only after its last segment has been
    /// decrypted.
    #[pyo3(signature = (data, associated_data = None, *, last = false))]
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        data: Input<'py>,
        associated_data: Option<Input<'py>>,
        last: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let header = or_empty(&associated_data);
        let (data, tag) = self.aead.get().split(data.bytes())?;
        PyBytes::new_with(py, data.len(), |text| {
            self.step(py, data.len() + header.len(), last, |mut segments| {
                let text = InOut::new(data, text)?;
                if last {
                    segments.open_last(header, text, tag)
                } else {
                    segments.open_next(header, text, tag)
                }
            })
        })
    }

    /// Sets the number of the next segment (0 for the first), so that it can be decrypted without the segments before it. Two
    /// segments must not be encrypted under one number.
    #[pyo3(signature = (number, /))]
    fn seek(&self, number: u128) -> PyResult<()> {
        let mut next = self.lock()?;
        next.ok_or_else(|| raised(Error::Ended))?;
        let mut segments = self.aead.get().aead.segments(self.layout, &self.prefix).map_err(raised)?;
        segments.seek(number).map_err(raised)?;
        *next = Some(number);
        Ok(())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("cannot pickle 'bramah.Segments' object: it has a key"))
    }
}
