//! Digests, tags and ciphertexts of columns of any library with the Arrow C data interface: pyarrow, polars, duckdb, pandas.

mod compute;
mod export;
mod ffi;
mod job;
mod result;
mod sealed;

pub(crate) use result::ArrowArray;

use crate::{
    buffer::{Input, or_empty},
    errors::{InvalidTag, checked_name, raised},
    files::processors,
    interrupt::Stop,
    names::lookup,
};
use bramah::{Sequence, aead, mac};
use bramah_arrow::{Canonical, Fields};
use compute::{Failed, How, Results, Source};
use export::{Chunk, Type};
use ffi::{Array, Owned, Released, Schema, Stream};
use job::{Job, Rows};
use pyo3::{
    exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError},
    ffi as python,
    prelude::*,
};
use sealed::{Direction, Sealer};
use std::{
    ffi::c_void,
    sync::{Arc, OnceLock},
};

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
    // the stream is preferred: an object with several chunks has no array, or would have to copy its chunks to one
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

/// Whether the messages are the values of a column or the rows of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Take {
    /// The values of a column. A table with only one column counts as that column. A stream is a table, and not a column of
    /// structs, if its rows cannot be null.
    Values,
    /// The rows of a table or of a column of structs.
    Rows,
}

fn read<'a>(schema: &Schema, array: &'a Array, take: Take, is_stream: bool) -> Result<Source<'a>, Failed> {
    // SAFETY: the producer made both as the specification says, and they are released only after the results have been computed
    let column = unsafe {
        match take {
            Take::Rows => return Ok(Source::Rows(Fields::read(schema, array)?)),
            Take::Values if is_stream && Canonical::is_table(schema)? => {
                Fields::read(schema, array)?.into_only()?
            }
            Take::Values => Canonical::read(schema, array)?,
        }
    };
    Ok(match column.into_fields() {
        Ok(fields) => Source::Rows(fields),
        Err(column) => Source::Column(*column),
    })
}

/// Computes results for every chunk.
fn chunks(
    given: Given,
    take: Take,
    of: Type,
    results: &dyn Fn(&Source<'_>) -> Result<Results, Failed>,
) -> Result<Vec<Arc<Chunk>>, Failed> {
    let chunk = |schema: &Owned<Schema>, array: &Owned<Array>, is_stream: bool| {
        let source = read(schema.get(), array.get(), take, is_stream)?;
        results(&source).map(|results| Arc::new(Chunk::new(results, of)))
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

/// Computes results for a column or a table, on threads, and lets signals end the call.
fn column(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    take: Take,
    of: Type,
    threads: usize,
    results: impl Fn(&Source<'_>, &How<'_>) -> Result<Results, Failed> + Send + Sync,
) -> PyResult<ArrowArray> {
    let given = given(values)?;
    let threads = processors(threads);
    let chunks =
        Stop::call(py, |stop| chunks(given, take, of, &|source| results(source, &How { threads, stop })))?;
    let chunks = chunks.map_err(|failed| match failed {
        Failed::Type(message) => PyTypeError::new_err(message),
        Failed::Value(message) => PyValueError::new_err(message),
        Failed::Unauthentic(message) => InvalidTag::new_err(message),
        Failed::Memory(message) => PyMemoryError::new_err(message),
        Failed::Stopped => PyRuntimeError::new_err("the call was interrupted"),
    })?;
    Ok(ArrowArray::new(chunks, of))
}

/// Returns whether the output that the caller requests is strings and not binary values. `text` is the name of this kind of
/// output: `hex` or `text`.
fn is_text(out: &str, text: &str) -> PyResult<bool> {
    match out {
        "binary" => Ok(false),
        _ if out == text => Ok(true),
        _ => Err(PyValueError::new_err(format!("unknown output {out:?}: expected binary or {text}"))),
    }
}

/// Computes digests or tags of `len` bytes by the job that `job` returns for `None` (if the messages are values) or for the
/// number of values in a row.
fn digests(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    take: Take,
    len: usize,
    (out, threads): (&str, usize),
    job: impl Fn(Option<usize>) -> Result<Job, Failed> + Send + Sync,
) -> PyResult<ArrowArray> {
    let hex = is_text(out, "hex")?;
    column(py, values, take, if hex { Type::Text } else { Type::Fixed(len) }, threads, |source, how| {
        let count = match source {
            Source::Rows(rows) => Some(rows.count()),
            Source::Column(_) => None,
        };
        compute::results(source, &job(count)?, hex, how)
    })
}

/// Returns the digest of each value of a column; nulls stay null. Strings and bytes are hashed as they are, values of other
/// types by their canonical bytes, structs as rows.
#[pyfunction]
#[pyo3(signature = (values, name = "sha256", *, out = "binary", threads = 1))]
pub(crate) fn arrow_hash(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    name: &str,
    out: &str,
    threads: usize,
) -> PyResult<ArrowArray> {
    let algorithm = lookup(name)?;
    let function = algorithm.with_options(&bramah::hash::Options::default()).map_err(raised)?;
    let rows = OnceLock::new();
    digests(py, values, Take::Values, algorithm.output_len(), (out, threads), |count| match count {
        None => Ok(Job::Hash(function.clone())),
        Some(count) => match rows.get_or_init(|| Rows::hash(algorithm, b"")) {
            Ok(rows) => Ok(Job::Rows(rows.clone(), count)),
            Err(error) => Err(Failed::Value(error.to_string())),
        },
    })
}

/// Returns the HMAC tag of each value of a column; nulls stay null. Strings and bytes are taken as they are, values of other
/// types by their canonical bytes.
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
    digests(py, values, Take::Values, mac.tag_len(), (out, threads), |count| match count {
        None => Ok(Job::Mac(mac.clone())),
        Some(_) => Err(Failed::Type("the column is a struct: use row_mac for rows of several values".into())),
    })
}

/// Returns the digest of each row of a table or of a column of structs: SequenceHash of the canonical bytes of the row's
/// values, or TupleHash if `name` is such a function.
#[pyfunction]
#[pyo3(signature = (table, name = "sha256", *, customization = None, out = "binary", threads = 1))]
pub(crate) fn arrow_row_hash(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    name: &str,
    customization: Option<Input<'_>>,
    out: &str,
    threads: usize,
) -> PyResult<ArrowArray> {
    let combined = Rows::hash(lookup(name)?, or_empty(&customization)).map_err(raised)?;
    rows(py, table, combined, (out, threads))
}

/// Returns the tag of each row of a table or of a column of structs under a key of at least 32 bytes: SequenceMAC of the
/// canonical bytes of the row's values.
#[pyfunction]
#[pyo3(signature = (table, key, name = "sha256", *, customization = None, out = "binary", threads = 1))]
pub(crate) fn arrow_row_mac(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    key: Input<'_>,
    name: &str,
    customization: Option<Input<'_>>,
    out: &str,
    threads: usize,
) -> PyResult<ArrowArray> {
    let sequence = Sequence::mac(lookup(name)?, key.bytes(), or_empty(&customization)).map_err(raised)?;
    rows(py, table, Rows::Sequence(sequence), (out, threads))
}

fn rows(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    combined: Rows,
    how: (&str, usize),
) -> PyResult<ArrowArray> {
    let len = combined.output_len();
    digests(py, table, Take::Rows, len, how, |count| Ok(Job::Rows(combined.clone(), count.unwrap_or(0))))
}

/// Encrypts or decrypts values, as tokens or with a random nonce for each. The output is `binary`, or strings: `hex` when
/// encrypting, `text` when decrypting.
fn seal(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    (name, key, context): (&str, Input<'_>, Option<Input<'_>>),
    token: bool,
    direction: Direction,
    (out, threads): (&str, usize),
) -> PyResult<ArrowArray> {
    let algorithm = aead::lookup(checked_name(name)?).map_err(raised)?;
    let nonce = algorithm.nonce_len();
    if token && !algorithm.is_misuse_resistant() {
        return Err(PyValueError::new_err(format!(
            "tokens need a cipher that allows equal nonces, such as aes-256-siv or aes-256-gcm-siv, and {} is not one",
            algorithm.name()
        )));
    }
    // if nonces can have several lengths, a random nonce has the maximum length, at most 16 bytes, and a token the minimum
    // length, which may be 0
    let len = if nonce.min == nonce.max { nonce.max } else { nonce.max.min(16) };
    if !token && len < 12 {
        return Err(PyValueError::new_err(format!(
            "the nonces of {} are too short to be random",
            algorithm.name()
        )));
    }
    let text = is_text(out, if direction == Direction::Encrypt { "hex" } else { "text" })?;
    let sealer = Sealer {
        aead: algorithm.keyed(key.bytes()).map_err(raised)?,
        random: if token { 0 } else { len },
        fixed: if token { vec![0; nonce.min] } else { Vec::new() },
        context: or_empty(&context).to_vec(),
        direction,
        text,
    };
    let of = if text { Type::Text } else { Type::Binary };
    column(py, values, Take::Values, of, threads, |source, how| match source {
        Source::Column(column) => sealed::results(column, &sealer, how),
        Source::Rows(_) => Err(Failed::Type("the column is a struct: choose one of its fields".into())),
    })
}

/// Encrypts each value of a column of strings or bytes with a random nonce, which precedes the ciphertext and its tag; nulls
/// stay null. The context says what the values are, and is authenticated, but not stored in the ciphertext.
#[pyfunction]
#[pyo3(signature = (values, key, name = "aes-256-gcm-siv", *, context = None, out = "binary", threads = 1))]
pub(crate) fn arrow_encrypt(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    key: Input<'_>,
    name: &str,
    context: Option<Input<'_>>,
    out: &str,
    threads: usize,
) -> PyResult<ArrowArray> {
    seal(py, values, (name, key, context), false, Direction::Encrypt, (out, threads))
}

/// Decrypts what `encrypt` made: a column of binary values, or of strings of hexadecimal digits. Raises `InvalidTag` with the
/// number of the row if a value is not authentic.
#[pyfunction]
#[pyo3(signature = (values, key, name = "aes-256-gcm-siv", *, context = None, out = "binary", threads = 1))]
pub(crate) fn arrow_decrypt(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    key: Input<'_>,
    name: &str,
    context: Option<Input<'_>>,
    out: &str,
    threads: usize,
) -> PyResult<ArrowArray> {
    seal(py, values, (name, key, context), false, Direction::Decrypt, (out, threads))
}

/// Returns a token for each value of a column of strings or bytes: the same for equal values under one key and context, and
/// reversible only with the key; nulls stay null.
#[pyfunction]
#[pyo3(signature = (values, key, name = "aes-256-siv", *, context = None, out = "binary", threads = 1))]
pub(crate) fn arrow_tokenize(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    key: Input<'_>,
    name: &str,
    context: Option<Input<'_>>,
    out: &str,
    threads: usize,
) -> PyResult<ArrowArray> {
    seal(py, values, (name, key, context), true, Direction::Encrypt, (out, threads))
}

/// Returns the values of tokens; raises `InvalidTag` with the number of the row if a token is not authentic.
#[pyfunction]
#[pyo3(signature = (values, key, name = "aes-256-siv", *, context = None, out = "binary", threads = 1))]
pub(crate) fn arrow_detokenize(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    key: Input<'_>,
    name: &str,
    context: Option<Input<'_>>,
    out: &str,
    threads: usize,
) -> PyResult<ArrowArray> {
    seal(py, values, (name, key, context), true, Direction::Decrypt, (out, threads))
}
