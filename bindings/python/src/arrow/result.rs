//! Results as a Python object, which every library takes as a column.

use super::{
    export::{self, Chunk},
    packed,
};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyIndexError, PyValueError},
    prelude::*,
    types::{PyBytes, PyDict, PyTuple, PyType},
};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Results for a column: an array and a stream of the Arrow C data interface, an object that NumPy and pandas take as an
/// array of one dimension, and a sequence.
#[pyclass(frozen, module = "bramah.arrow", name = "Array")]
pub(crate) struct ArrowArray {
    chunks: Vec<Arc<Chunk>>,
    format: String,
    is_hex: bool,
    /// The width of a result in bytes, or in digits.
    width: usize,
}

impl ArrowArray {
    /// Makes the results of a function whose results have `len` bytes.
    pub(crate) fn new(chunks: Vec<Arc<Chunk>>, len: usize, is_hex: bool) -> Self {
        let width = if is_hex { 2 * len } else { len };
        Self { chunks, format: export::format(width, is_hex), is_hex, width }
    }

    fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    fn value<'py>(&self, py: Python<'py>, chunk: &Chunk, i: usize) -> PyResult<Bound<'py, PyAny>> {
        match chunk.get(i) {
            None => Ok(py.None().into_bound(py)),
            Some(value) if self.is_hex => String::from_utf8_lossy(value).into_bound_py_any(py),
            Some(value) => PyBytes::new(py, value).into_bound_py_any(py),
        }
    }

    /// Returns value `i`, or `None` after the last.
    fn at<'py>(&self, py: Python<'py>, mut i: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        for chunk in &self.chunks {
            match i.checked_sub(chunk.len()) {
                None => return self.value(py, chunk, i).map(Some),
                Some(rest) => i = rest,
            }
        }
        Ok(None)
    }
}

#[pymethods]
impl ArrowArray {
    /// Returns the type and the values as capsules of the Arrow C data interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // the protocol lets a producer ignore a request that it cannot satisfy
        drop(requested_schema);
        let array = match &self.chunks[..] {
            [one] => export::array(one),
            chunks => export::array(&Arc::new(py.detach(|| Chunk::joined(chunks, self.width, self.is_hex)))),
        };
        PyTuple::new(py, [packed(py, export::schema(&self.format))?, packed(py, array)?])
    }

    /// Returns the values as a capsule of the Arrow C stream interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // the protocol lets a producer ignore a request that it cannot satisfy
        drop(requested_schema);
        packed(py, export::stream(&self.format, &self.chunks))
    }

    /// Returns the type as a capsule of the Arrow C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        packed(py, export::schema(&self.format))
    }

    /// Returns the results as an array of NumPy, of Python objects unless another type is requested. NumPy and pandas call
    /// it.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("cannot make a NumPy array of digests without a copy"));
        }
        let of_objects = PyDict::new(py);
        of_objects.set_item("dtype", "O")?;
        let array = py.import("numpy")?.call_method("array", (self.to_pylist(py)?,), Some(&of_objects))?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    /// The number of nulls.
    #[getter]
    fn null_count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.nulls()).sum()
    }

    /// Returns the results as a list of bytes or strings, with `None` for a null.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|i| self.value(py, chunk, i))).collect()
    }

    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        let place = if index < 0 { index.checked_add_unsigned(self.len()) } else { Some(index) };
        let found = match place.and_then(|place| usize::try_from(place).ok()) {
            Some(place) => self.at(py, place)?,
            None => None,
        };
        found.ok_or_else(|| PyIndexError::new_err("index out of range"))
    }

    fn __iter__(slf: Py<Self>) -> ArrowIterator {
        ArrowIterator { array: slf, next: AtomicUsize::new(0) }
    }

    /// Returns the class for annotations such as `bramah.arrow.Array[bytes]`.
    #[classmethod]
    fn __class_getitem__<'py>(
        cls: &Bound<'py, PyType>,
        item: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        cls.py().import("types")?.call_method1("GenericAlias", (cls, item))
    }

    fn __repr__(&self) -> String {
        format!("<bramah.arrow.Array of {} values>", self.len())
    }
}

/// An iterator over results.
#[pyclass(frozen, module = "bramah.arrow")]
pub(crate) struct ArrowIterator {
    array: Py<ArrowArray>,
    next: AtomicUsize,
}

#[pymethods]
impl ArrowIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.array.get().at(py, self.next.fetch_add(1, Ordering::Relaxed))
    }
}
