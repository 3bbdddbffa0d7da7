//! Digests of objects that are uploaded in parts, as S3 computes them.

use crate::{
    buffer::Input,
    errors::raised,
    interrupt::{self, in_pieces},
    lock::{changed, locked},
    names::lookup,
};
use bramah::hash;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyBytes,
};
use std::{num::NonZeroU64, sync::Mutex};

/// A message whose parts are hashed one by one. Its digest is the hash of the concatenated digests of the parts. With MD5 it is
/// the ETag of an object that was uploaded to S3 in parts; with CRC-32, CRC-32C, SHA-1 or SHA-256 it is the object's checksum of
/// type COMPOSITE.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct Multipart(Mutex<hash::Multipart>);

impl Multipart {
    fn composite(&self, py: Python<'_>) -> hash::Composite {
        locked(py, &self.0).clone().finalize()
    }
}

#[pymethods]
impl Multipart {
    /// Begins a message with parts of `part_size` bytes.
    #[new]
    #[pyo3(signature = (name = "md5", *, part_size))]
    fn new(name: &str, part_size: u64) -> PyResult<Self> {
        let size =
            NonZeroU64::new(part_size).ok_or_else(|| PyValueError::new_err("a part has at least a byte"))?;
        let function = lookup(name)?.with_options(&hash::Options::default()).map_err(raised)?;
        Ok(Self(Mutex::new(hash::Multipart::new(&function, size))))
    }

    /// Appends data to the message.
    #[pyo3(signature = (data, /))]
    fn update(&self, py: Python<'_>, data: Input<'_>) -> PyResult<()> {
        let data = data.bytes();
        changed(py, &self.0, data.len(), |message| {
            in_pieces(message, data, 1, |message, data| message.update(data));
        });
        interrupt::taken()
    }

    /// Returns the hash of the digests of the parts so far. The last part may be shorter than the others.
    fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.composite(py).digest)
    }

    /// The number of parts so far, at least 1.
    #[getter]
    fn parts(&self, py: Python<'_>) -> u64 {
        self.composite(py).parts
    }

    /// Returns the digest in the form of an ETag: hexadecimal digits, a hyphen and the number of parts.
    fn etag(&self, py: Python<'_>) -> String {
        self.composite(py).to_string()
    }

    /// Returns a copy of this object.
    fn copy(&self, py: Python<'_>) -> Self {
        Self(Mutex::new(locked(py, &self.0).clone()))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("cannot pickle 'bramah.Multipart' object"))
    }
}
