//! Digests of columns of any library with the Arrow C data interface: pyarrow, polars, duckdb, pandas.

mod compute;
mod export;
mod ffi;
mod result;

pub(crate) use result::ArrowArray;

use crate::{buffer::Input, errors::raised, files::processors, interrupt::Stop, names::lookup};
use bramah::mac;
use bramah_arrow::{Column, Refused, format};
use compute::{Failed, Job, digests};
use export::Chunk;
use ffi::{Array, Owned, Released, Schema, Stream};
use pyo3::{
    exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError},
    ffi as python,
    prelude::*,
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
    owned.ok_or_else(|| PyValueError::new_err("the content of this Arrow capsule was already taken"))
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

/// Reads a column. A table with only one column is that column: tables come as streams, as columns do, and differ from
/// columns of structs in that their rows cannot be null.
fn read<'a>(schema: &Schema, array: &'a Array, is_stream: bool) -> Result<Column<'a>, Refused> {
    // SAFETY: the producer made both as the specification says, and they are released after the results are there
    unsafe {
        let is_struct = is_stream && schema.dictionary.is_null() && format(schema)? == "+s";
        if is_struct { Column::of_table(schema, array) } else { Column::read(schema, array) }
    }
}

/// Computes results for every chunk.
fn compute(
    given: Given,
    job: &Job,
    hex: bool,
    threads: usize,
    stop: &Stop,
) -> Result<Vec<Arc<Chunk>>, Failed> {
    let chunk = |schema: &Owned<Schema>, array: &Owned<Array>, is_stream: bool| {
        let column = read(schema.get(), array.get(), is_stream)?;
        digests(&column, job, hex, threads, stop).map(|digests| Arc::new(Chunk::new(digests, hex)))
    };
    match given {
        Given::Array(schema, array) => Ok(vec![chunk(&schema, &array, false)?]),
        Given::Stream(mut stream) => {
            let schema = stream.schema()?;
            let mut chunks = Vec::new();
            while let Some(array) = stream.next()? {
                chunks.push(chunk(&schema, &array, true)?);
            }
            Ok(chunks)
        }
    }
}

fn column(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    job: Job,
    out: &str,
    threads: usize,
) -> PyResult<ArrowArray> {
    let is_hex = match out {
        "binary" => false,
        "hex" => true,
        _ => return Err(PyValueError::new_err(format!("unknown output {out:?}: expected binary or hex"))),
    };
    let given = given(values)?;
    let threads = processors(threads);
    let chunks = Stop::call(py, |stop| compute(given, &job, is_hex, threads, stop))?;
    let chunks = chunks.map_err(|failed| match failed {
        Failed::Type(message) => PyTypeError::new_err(message),
        Failed::Value(message) => PyValueError::new_err(message),
        Failed::Memory(message) => PyMemoryError::new_err(message),
        Failed::Stopped => PyRuntimeError::new_err("the call was interrupted"),
    })?;
    Ok(ArrowArray::new(chunks, job.len(), is_hex))
}

/// Returns the digest of each value of a column of strings or bytes; nulls stay null.
#[pyfunction]
#[pyo3(signature = (values, name = "sha256", *, out = "binary", threads = 1))]
pub(crate) fn arrow_hash(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    name: &str,
    out: &str,
    threads: usize,
) -> PyResult<ArrowArray> {
    let function = lookup(name)?.with_options(&bramah::hash::Options::default()).map_err(raised)?;
    column(py, values, Job::Hash(function), out, threads)
}

/// Returns the HMAC tag of each value of a column of strings or bytes; nulls stay null.
#[pyfunction]
#[pyo3(signature = (values, key, name = "sha256", *, out = "binary", threads = 1))]
pub(crate) fn arrow_hmac(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    key: Input<'_>,
    name: &str,
    out: &str,
    threads: usize,
) -> PyResult<ArrowArray> {
    let mac = mac::Algorithm::hmac(lookup(name)?).and_then(|hmac| hmac.keyed(key.bytes())).map_err(raised)?;
    column(py, values, Job::Mac(mac), out, threads)
}
