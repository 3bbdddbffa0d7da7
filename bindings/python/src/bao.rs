//! BLAKE3's tree, with which any part of a large content can be verified without the rest.

use crate::{
    buffer::{Input, or_empty, released},
    errors::InvalidTag,
};
use bramah::bao::{self, Encoding, Form, Part, Range, Seeking};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyTuple},
};
use std::io::{self, Cursor};

/// Returns the encoding of data with the tree of BLAKE3 (with `outboard` only the tree), and the BLAKE3 hash of the data.
#[pyfunction]
#[pyo3(signature = (data, *, outboard = false))]
pub(crate) fn bao_encode<'py>(
    py: Python<'py>,
    data: Input<'py>,
    outboard: bool,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let content = data.bytes();
    let form = if outboard { Form::Outboard } else { Form::Combined };
    let mut out = Vec::new();
    let hash = released(py, content.len(), || bao::encode(&mut Cursor::new(content), form, &mut out))?;
    Ok((PyBytes::new(py, &out), PyBytes::new(py, &hash)))
}

/// Returns a range of the data, verified against the BLAKE3 hash of the whole data. If `encoding` is only the tree, `content` is
/// the data. Raises `InvalidTag` if the encoding or the content does not match the hash.
#[pyfunction]
#[pyo3(signature = (encoding, hash, *, content = None, start = 0, count = None))]
pub(crate) fn bao_decode<'py>(
    py: Python<'py>,
    encoding: Input<'py>,
    hash: Input<'py>,
    content: Option<Input<'py>>,
    start: u64,
    count: Option<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let range = Range { start, count: count.unwrap_or(u64::MAX) };
    let (tree, apart) = (encoding.bytes(), content.as_ref().map(Input::bytes));
    decoded(py, tree, hash.bytes(), |hash, out| {
        with_encoding(tree, apart, |encoding| bao::decode(encoding, hash, range, out).map(drop))
    })
}

/// Returns the slice of an encoding that is needed to verify a range. If `encoding` is only the tree, `content` is the data. This
/// function verifies nothing.
#[pyfunction]
#[pyo3(signature = (encoding, start, count, *, content = None))]
pub(crate) fn bao_slice<'py>(
    py: Python<'py>,
    encoding: Input<'py>,
    start: u64,
    count: u64,
    content: Option<Input<'py>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (tree, apart) = (encoding.bytes(), content.as_ref().map(Input::bytes));
    let mut out = Vec::new();
    released(py, tree.len() + or_empty(&content).len(), || {
        with_encoding(tree, apart, |encoding| bao::slice(encoding, Range { start, count }, &mut out))
    })
    .map_err(|error| PyValueError::new_err(told(&error)))?;
    Ok(PyBytes::new(py, &out))
}

/// Returns the range for which a slice was made, verified against the BLAKE3 hash of the whole data. Raises `InvalidTag` if the
/// slice does not match the hash.
#[pyfunction]
#[pyo3(signature = (slice, hash, start, count))]
pub(crate) fn bao_decode_slice<'py>(
    py: Python<'py>,
    slice: Input<'py>,
    hash: Input<'py>,
    start: u64,
    count: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let slice = slice.bytes();
    decoded(py, slice, hash.bytes(), |hash, out| {
        let mut slice = Seeking::new(Cursor::new(slice));
        bao::decode(&mut Encoding::slice(&mut slice), hash, Range { start, count }, out).map(drop)
    })
}

/// The beginning of a part, the number of its bytes, and its value.
type Parted = (u64, u64, [u8; 32]);

/// Hashes a part of a content, of which somebody else may hash the rest, and returns the part's beginning, length and chaining
/// value. The part has 2^n KiB, or fewer at the end of the content, and begins at a multiple of 2^n KiB.
#[pyfunction]
#[pyo3(signature = (data, start))]
pub(crate) fn bao_part<'py>(py: Python<'py>, data: Input<'py>, start: u64) -> PyResult<Bound<'py, PyTuple>> {
    let content = data.bytes();
    parted(py, released(py, content.len(), || Part::of(content, start)))
}

/// Joins consecutive parts to a larger part.
#[pyfunction]
pub(crate) fn bao_join(py: Python<'_>, parts: Vec<Parted>) -> PyResult<Bound<'_, PyTuple>> {
    parted(py, Part::joined(&of(&parts)))
}

/// Returns the BLAKE3 hash of a content, given all of its parts, at least two.
#[pyfunction]
pub(crate) fn bao_hash(py: Python<'_>, parts: Vec<Parted>) -> PyResult<Bound<'_, PyBytes>> {
    let hash = Part::hash(&of(&parts)).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &hash))
}

fn of(parts: &[Parted]) -> Vec<Part> {
    parts.iter().map(|&(start, len, value)| Part { start, len, value }).collect()
}

fn parted(py: Python<'_>, part: io::Result<Part>) -> PyResult<Bound<'_, PyTuple>> {
    let Part { start, len, value } = part.map_err(|error| PyValueError::new_err(error.to_string()))?;
    (start, len, PyBytes::new(py, &value)).into_pyobject(py)
}

/// Calls `decode` with a hash, and returns the bytes that it writes.
fn decoded<'py>(
    py: Python<'py>,
    encoding: &[u8],
    hash: &[u8],
    decode: impl FnOnce(&[u8; 32], &mut Vec<u8>) -> io::Result<()> + Send,
) -> PyResult<Bound<'py, PyBytes>> {
    let hash = hash.try_into().map_err(|_| PyValueError::new_err("the hash must have 32 bytes"))?;
    let mut out = Vec::new();
    released(py, encoding.len(), || decode(hash, &mut out))
        .map_err(|error| InvalidTag::new_err(told(&error)))?;
    Ok(PyBytes::new(py, &out))
}

/// Calls `with` with an encoding in memory, and returns its result.
fn with_encoding<R>(encoding: &[u8], content: Option<&[u8]>, with: impl FnOnce(&mut Encoding<'_>) -> R) -> R {
    let mut tree = Seeking::new(Cursor::new(encoding));
    match content {
        Some(content) => with(&mut Encoding::outboard(&mut tree, &mut Seeking::new(Cursor::new(content)))),
        None => with(&mut Encoding::combined(&mut tree)),
    }
}

/// Returns the message for an error of reading from memory: the encoding or content is invalid, or ends too early.
fn told(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "the encoding or the content is truncated".into(),
        _ => error.to_string(),
    }
}
