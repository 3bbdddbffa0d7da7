//! Digests of columns of any library with the Arrow C data interface: pyarrow, polars, duckdb, pandas.

mod compute;
mod export;
mod ffi;
mod layout;

use crate::{buffer::Input, errors::raised, files::processors, names::lookup};
use bramah::mac;
use compute::{Job, digests};
use export::Chunk;
use ffi::{Array, Owned, Released, Schema, Stream};
use layout::Refused;
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyIndexError, PyTypeError, PyValueError},
    ffi as python,
    prelude::*,
    types::{PyBytes, PyTuple},
};
use std::{ffi::c_void, sync::Arc};

/// Takes the structure out of a capsule.
fn unpacked<T: Released>(capsule: &Bound<'_, PyAny>) -> PyResult<Owned<T>> {
    // SAFETY: the object is alive, and the function checks that it is a capsule of this name
    let place = unsafe { python::PyCapsule_GetPointer(capsule.as_ptr(), T::NAME.as_ptr()) };
    if place.is_null() {
        return Err(PyErr::fetch(capsule.py()));
    }
    // SAFETY: a capsule of this name holds such a structure, which its consumer moves out
    let owned = unsafe { Owned::<T>::take(place.cast()) };
    owned.ok_or_else(|| PyValueError::new_err("an Arrow capsule whose content was already taken"))
}

/// Puts a structure into a capsule, which releases it if nobody takes it out.
fn packed<T: Released>(py: Python<'_>, owned: Owned<T>) -> PyResult<Bound<'_, PyAny>> {
    unsafe extern "C" fn destroy<T: Released>(capsule: *mut python::PyObject) {
        // SAFETY: Python passes the capsule that is destroyed, whose pointer was made by `Box::into_raw` below
        unsafe {
            let place = python::PyCapsule_GetPointer(capsule, T::NAME.as_ptr());
            drop(Box::from_raw(place.cast::<Owned<T>>()));
        }
    }
    let place: *mut c_void = Box::into_raw(Box::new(owned)).cast();
    // SAFETY: the thread is attached; `Owned` has the layout of the structure, which stays in the box
    unsafe {
        let capsule = python::PyCapsule_New(place, T::NAME.as_ptr(), Some(destroy::<T>));
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}

/// A column that a caller passed.
enum Given {
    Array(Owned<Schema>, Owned<Array>),
    Stream(Owned<Stream>),
}

fn given(object: &Bound<'_, PyAny>) -> PyResult<Given> {
    // an object with chunks has the stream alone, or would have to copy them together for the array
    if object.hasattr("__arrow_c_stream__")? {
        return Ok(Given::Stream(unpacked(&object.call_method0("__arrow_c_stream__")?)?));
    }
    if object.hasattr("__arrow_c_array__")? {
        let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            object.call_method0("__arrow_c_array__")?.extract()?;
        return Ok(Given::Array(unpacked(&schema)?, unpacked(&array)?));
    }
    let name = object.get_type().qualname()?;
    Err(PyTypeError::new_err(format!("an Arrow column is required, not '{name}'")))
}

/// Computes results for every chunk.
fn compute(given: Given, job: &Job, hex: bool, threads: usize) -> Result<Vec<Arc<Chunk>>, Refused> {
    let chunk = |schema: &Owned<Schema>, array: &Owned<Array>| {
        let column = layout::read(schema.get(), array.get())?;
        digests(&column, job, hex, threads).map(|digests| Arc::new(Chunk::new(digests, hex)))
    };
    match given {
        Given::Array(schema, array) => Ok(vec![chunk(&schema, &array)?]),
        Given::Stream(mut stream) => {
            let schema = stream.schema()?;
            let mut chunks = Vec::new();
            while let Some(array) = stream.next()? {
                chunks.push(chunk(&schema, &array)?);
            }
            Ok(chunks)
        }
    }
}

fn column<'py>(
    py: Python<'py>,
    values: &Bound<'py, PyAny>,
    job: Job,
    out: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let is_hex = match out {
        "binary" => false,
        "hex" => true,
        _ => return Err(PyValueError::new_err(format!("no output is named {out:?}: it is binary or hex"))),
    };
    let given = given(values)?;
    let is_array = matches!(given, Given::Array(..));
    let threads = processors(threads);
    let chunks = py.detach(|| compute(given, &job, is_hex, threads)).map_err(|refused| match refused {
        Refused::Type(message) => PyTypeError::new_err(message),
        Refused::Value(message) => PyValueError::new_err(message),
    })?;
    let format = export::format(job.len(), is_hex);
    let shared = Shared { chunks, format, is_hex };
    if is_array {
        ArrowArray(shared).into_bound_py_any(py)
    } else {
        ArrowChunks(shared).into_bound_py_any(py)
    }
}

/// Returns the digest of each value of a column of strings or bytes; nulls stay null.
#[pyfunction]
#[pyo3(signature = (values, name = "sha256", *, out = "binary", threads = 1))]
pub(crate) fn arrow_hash<'py>(
    py: Python<'py>,
    values: &Bound<'py, PyAny>,
    name: &str,
    out: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let function = lookup(name)?.with_options(&bramah::hash::Options::default()).map_err(raised)?;
    column(py, values, Job::Hash(function), out, threads)
}

/// Returns the HMAC tag of each value of a column of strings or bytes; nulls stay null.
#[pyfunction]
#[pyo3(signature = (values, key, name = "sha256", *, out = "binary", threads = 1))]
pub(crate) fn arrow_hmac<'py>(
    py: Python<'py>,
    values: &Bound<'py, PyAny>,
    key: Input<'py>,
    name: &str,
    out: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let mac = mac::Algorithm::hmac(lookup(name)?).and_then(|hmac| hmac.keyed(key.bytes())).map_err(raised)?;
    column(py, values, Job::Mac(mac), out, threads)
}

/// The results of a column.
struct Shared {
    chunks: Vec<Arc<Chunk>>,
    format: String,
    is_hex: bool,
}

impl Shared {
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

    fn at<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        let len = self.len() as isize;
        let index = if index < 0 { index + len } else { index };
        let mut i = usize::try_from(index).map_err(|_| PyIndexError::new_err("index out of range"))?;
        for chunk in &self.chunks {
            match i.checked_sub(chunk.len()) {
                None => return self.value(py, chunk, i),
                Some(rest) => i = rest,
            }
        }
        Err(PyIndexError::new_err("index out of range"))
    }

    fn list<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|i| self.value(py, chunk, i))).collect()
    }
}

/// Results for an array, which any library with the Arrow C data interface takes.
#[pyclass(frozen, module = "bramah.arrow", name = "Array")]
pub(crate) struct ArrowArray(Shared);

/// Results for a column in chunks, which any library with the Arrow C stream interface takes.
#[pyclass(frozen, module = "bramah.arrow", name = "ChunkedArray")]
pub(crate) struct ArrowChunks(Shared);

/// Writes the methods of both classes that are the same.
macro_rules! methods {
    ($class:ident, $name:literal, $($own:tt)*) => {
        #[pymethods]
        impl $class {
            $($own)*

            /// Returns the type as a capsule of the Arrow C data interface.
            fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                packed(py, export::schema(&self.0.format))
            }

            /// The number of nulls.
            #[getter]
            fn null_count(&self) -> usize {
                self.0.chunks.iter().map(|chunk| chunk.nulls()).sum()
            }

            /// Returns the results as a list of bytes or strings, with `None` for a null.
            fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
                self.0.list(py)
            }

            fn __len__(&self) -> usize {
                self.0.len()
            }

            fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
                self.0.at(py, index)
            }

            fn __repr__(&self) -> String {
                format!(concat!("<bramah.arrow.", $name, " of {} values>"), self.0.len())
            }
        }
    };
}

methods! { ArrowArray, "Array",
    /// Returns the type and the values as capsules of the Arrow C data interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // the protocol lets a producer ignore a request that it cannot satisfy
        drop(requested_schema);
        let array = self.0.chunks.first().map_or_else(Owned::empty, export::array);
        PyTuple::new(py, [packed(py, export::schema(&self.0.format))?, packed(py, array)?])
    }
}

methods! { ArrowChunks, "ChunkedArray",
    /// Returns the values as a capsule of the Arrow C stream interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // the protocol lets a producer ignore a request that it cannot satisfy
        drop(requested_schema);
        packed(py, export::stream(&self.0.format, &self.0.chunks))
    }
}
