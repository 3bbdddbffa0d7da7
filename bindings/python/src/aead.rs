//! Authenticated encryption, with the interface of the package `cryptography`.

use crate::{
    buffer::{Input, Output, or_empty, released, short},
    errors::{checked_name, raised},
    segments::Segments,
};
use bramah::{
    ByteLengths, Error, InOut,
    aead::{self, Aead, Algorithm, AnyScheme},
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyBytes,
};

/// An AEAD scheme with a key. Ciphertexts are followed by their tag.
#[pyclass(frozen, subclass, module = "bramah", name = "AEAD")]
pub(crate) struct AnyAead {
    algorithm: Algorithm,
    pub(crate) aead: Aead<AnyScheme>,
}

fn lookup(name: &str) -> PyResult<Algorithm> {
    aead::lookup(checked_name(name)?).map_err(raised)
}

/// Returns the names of all AEAD schemes.
#[pyfunction]
pub(crate) fn aeads() -> Vec<String> {
    aead::algorithms().map(|algorithm| algorithm.name()).collect()
}

/// Returns the minimum and the maximum of these lengths, in bytes.
fn range(lengths: ByteLengths) -> (usize, usize) {
    (lengths.min, lengths.max)
}

impl AnyAead {
    pub(crate) fn tag_len(&self) -> usize {
        self.aead.verified_len()
    }

    /// Splits a ciphertext from the tag that follows it.
    pub(crate) fn split<'a>(&self, sealed: &'a [u8]) -> PyResult<(&'a [u8], &'a [u8])> {
        match sealed.len().checked_sub(self.tag_len()) {
            Some(text) => Ok(sealed.split_at(text)),
            // too short for a tag, so it cannot be authentic
            None => Err(raised(Error::Unauthentic)),
        }
    }
}

#[pymethods]
impl AnyAead {
    #[new]
    #[pyo3(signature = (name, key, *, tag_length = None))]
    fn new(name: &str, key: Input<'_>, tag_length: Option<usize>) -> PyResult<Self> {
        let algorithm = lookup(name)?;
        let mut aead = algorithm.keyed(key.bytes()).map_err(raised)?;
        if let Some(length) = tag_length {
            aead.set_tag_len(length).map_err(raised)?;
        }
        Ok(Self { algorithm, aead })
    }

    /// Encrypts data and returns the ciphertext followed by the tag. A nonce must not be used twice with one key. Raises
    /// `ValueError` if the length of the nonce is invalid.
    #[pyo3(signature = (nonce, data, associated_data = None))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: Input<'py>,
        data: Input<'py>,
        associated_data: Option<Input<'py>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (nonce, data, header) = (nonce.bytes(), data.bytes(), or_empty(&associated_data));
        let length = data
            .len()
            .checked_add(self.tag_len())
            .ok_or_else(|| PyValueError::new_err("data is too long"))?;
        PyBytes::new_with(py, length, |out| {
            let (text, tag) = out.split_at_mut(data.len());
            released(py, data.len() + header.len(), || {
                self.aead.seal(nonce, header, InOut::new(data, text)?, tag)
            })
            .map_err(raised)
        })
    }

    /// Decrypts a ciphertext that is followed by its tag. Raises `InvalidTag` if it is not authentic.
    #[pyo3(signature = (nonce, data, associated_data = None))]
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: Input<'py>,
        data: Input<'py>,
        associated_data: Option<Input<'py>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (nonce, header) = (nonce.bytes(), or_empty(&associated_data));
        let (data, tag) = self.split(data.bytes())?;
        PyBytes::new_with(py, data.len(), |text| {
            released(py, data.len() + header.len(), || {
                self.aead.open(nonce, header, InOut::new(data, text)?, tag)
            })
            .map_err(raised)
        })
    }

    /// Encrypts data into a writable buffer whose length is exactly the length of the data plus the tag, and returns this length.
    /// The data may be the start of the buffer.
    #[pyo3(signature = (nonce, data, associated_data, buf))]
    fn encrypt_into(
        &self,
        nonce: Input<'_>,
        data: Input<'_>,
        associated_data: Option<Input<'_>>,
        mut buf: Output<'_>,
    ) -> PyResult<usize> {
        let (nonce, data, header) = (nonce.bytes(), data.bytes(), or_empty(&associated_data));
        let (length, needed) = (buf.len(), data.len().saturating_add(self.tag_len()));
        if length != needed {
            return Err(short(length, needed));
        }
        buf.with_text(data, |text, tag| self.aead.seal(nonce, header, text, tag))?.map_err(raised)?;
        Ok(length)
    }

    /// Decrypts a ciphertext into a writable buffer whose length is exactly the length of the text, and returns this length. The
    /// ciphertext may begin at the start of the buffer. Raises `InvalidTag` if the ciphertext is not authentic; the buffer is
    /// then filled with zeros.
    #[pyo3(signature = (nonce, data, associated_data, buf))]
    fn decrypt_into(
        &self,
        nonce: Input<'_>,
        data: Input<'_>,
        associated_data: Option<Input<'_>>,
        mut buf: Output<'_>,
    ) -> PyResult<usize> {
        let (nonce, header) = (nonce.bytes(), or_empty(&associated_data));
        let (data, tag) = self.split(data.bytes())?;
        let length = buf.len();
        if length != data.len() {
            return Err(short(length, data.len()));
        }
        buf.with_parts(data, tag, |text, _, tag| self.aead.open(nonce, header, text, tag))?
            .map_err(raised)?;
        Ok(length)
    }

    /// Begins a long message in segments. `layout` says how nonces are built from the prefix, the number of the segment and a
    /// mark of the last segment: `be32`, `le31` or `be88`, which take 5, 4 or 12 bytes of the nonce for the number and the mark.
    /// The prefix has the other bytes of the nonce, and must never be used twice with one key.
    #[pyo3(signature = (layout, prefix, /))]
    fn segments(slf: Bound<'_, Self>, layout: &str, prefix: Input<'_>) -> PyResult<Segments> {
        Segments::new(slf, layout, prefix.bytes())
    }

    /// The name of the scheme.
    #[getter]
    fn name(&self) -> String {
        self.algorithm.name()
    }

    /// The length of a tag in bytes.
    #[getter]
    fn tag_size(&self) -> usize {
        self.tag_len()
    }

    /// The minimum and the maximum length of a nonce in bytes.
    #[getter]
    fn nonce_sizes(&self) -> (usize, usize) {
        range(self.aead.nonce_len())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("cannot pickle 'bramah.AEAD' object: it has a key"))
    }
}
