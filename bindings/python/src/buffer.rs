//! The bytes of Python objects: inputs from any object with a contiguous buffer, and outputs into objects with a writable buffer.

use crate::{errors::raised, interrupt};
use bramah::InOut;
use pyo3::{
    Borrowed, FromPyObject,
    exceptions::{PyTypeError, PyValueError},
    ffi,
    prelude::*,
    types::{PyByteArray, PyBytes, PyIterator, PyList, PyString},
};
use std::{marker::PhantomData, slice};

/// The number of bytes from which a call releases the interpreter lock, as in hashlib.
pub(crate) const RELEASE_FROM: usize = 2048;

/// A buffer of a Python object, which the object keeps in place until this value is dropped.
struct View<'py> {
    // boxed because exporters may store pointers to the structure
    raw: Box<ffi::Py_buffer>,
    // a marker: the buffer may be released only by a thread that is attached to the interpreter
    attached: PhantomData<Python<'py>>,
}

impl<'py> View<'py> {
    /// Requests the contiguous buffer of an object from Python.
    fn of(object: &Bound<'py, PyAny>, flags: std::ffi::c_int) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("Strings must be encoded before hashing or encrypting"));
        }
        let mut raw = Box::new(ffi::Py_buffer::new());
        // SAFETY: the object is alive, the thread is attached, and `raw` is a structure that the call fills in
        let status = unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), &mut *raw, flags) };
        if status != 0 {
            let error = PyErr::fetch(object.py());
            if error.is_instance_of::<PyTypeError>(object.py()) {
                let name = object.get_type().qualname()?;
                return Err(PyTypeError::new_err(format!("a bytes-like object is required, not '{name}'")));
            }
            return Err(error);
        }
        Ok(Self { raw, attached: PhantomData })
    }

    fn len(&self) -> usize {
        self.raw.len as usize
    }

    fn start(&self) -> *mut u8 {
        if self.raw.buf.is_null() { std::ptr::NonNull::dangling().as_ptr() } else { self.raw.buf.cast() }
    }
}

impl Drop for View<'_> {
    fn drop(&mut self) {
        // SAFETY: `PyObject_GetBuffer` filled in `raw`, and the marker `attached` proves that the thread is attached
        unsafe { ffi::PyBuffer_Release(&mut *self.raw) }
    }
}

enum Source<'py> {
    Bytes(Bound<'py, PyBytes>),
    View(View<'py>),
    Text(Bound<'py, PyString>),
}

/// The bytes of an argument that is only read.
pub(crate) struct Input<'py>(Source<'py>);

impl Input<'_> {
    /// Returns the bytes of the argument.
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.0 {
            Source::Bytes(bytes) => bytes.as_bytes(),
            // the text was checked when the argument was converted, and Python keeps the encoded text with the string
            Source::Text(text) => text.to_str().map_or(&[], str::as_bytes),
            // SAFETY: the buffer is contiguous and `len` bytes long, and stays in its place while the view exists. A
            // program that writes to it during the call gets the digest of either content, as with hashlib.
            Source::View(view) => unsafe { slice::from_raw_parts(view.start(), view.len()) },
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Input<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let object = object.to_owned();
        match object.cast_into_exact::<PyBytes>() {
            Ok(bytes) => Ok(Self(Source::Bytes(bytes))),
            Err(other) => {
                View::of(&other.into_inner(), ffi::PyBUF_SIMPLE).map(|view| Self(Source::View(view)))
            }
        }
    }
}

impl<'py> Input<'py> {
    /// Returns the object if it is immutable and has few bytes.
    pub(crate) fn short_bytes(&self) -> Option<&Bound<'py, PyBytes>> {
        match &self.0 {
            Source::Bytes(bytes) if bytes.as_bytes().len() < RELEASE_FROM => Some(bytes),
            _ => None,
        }
    }
}

/// The bytes of a password or passphrase: of an object with a buffer, or the UTF-8 encoding of a string.
pub(crate) struct Secret<'py>(Input<'py>);

impl Secret<'_> {
    /// Returns the bytes of the password.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }
}

impl<'py> FromPyObject<'_, 'py> for Secret<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Ok(text) = object.cast::<PyString>() else { return object.extract().map(Self) };
        text.to_str()?;
        Ok(Self(Input(Source::Text(text.to_owned()))))
    }
}

/// Several passwords. A string or an object with a buffer is one password.
pub(crate) struct Secrets<'py>(Vec<Secret<'py>>);

impl<'py> FromPyObject<'_, 'py> for Secrets<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        several(&object)?.map(|item| item?.extract()).collect::<PyResult<_>>().map(Self)
    }
}

impl Secrets<'_> {
    /// Returns the bytes of each password.
    pub(crate) fn slices(&self) -> Vec<&[u8]> {
        self.0.iter().map(Secret::bytes).collect()
    }
}

/// Returns the items of an argument, which must not be a single string or byte string.
fn several<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    let one = object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
        || object.is_instance_of::<PyString>();
    if one {
        return Err(PyTypeError::new_err("a list of bytes-like objects is required, not one object"));
    }
    object.try_iter()
}

/// Returns the bytes of an optional argument, or no bytes if it is omitted.
pub(crate) fn or_empty<'a>(input: &'a Option<Input<'_>>) -> &'a [u8] {
    input.as_ref().map_or(&[], Input::bytes)
}

/// The writable buffer of an argument to which output is written.
pub(crate) struct Output<'py>(View<'py>);

impl<'py> FromPyObject<'_, 'py> for Output<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        View::of(&object.to_owned(), ffi::PyBUF_WRITABLE).map(Self)
    }
}

impl Output<'_> {
    /// Returns the length of the output in bytes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Calls `call` with `text` and the front of the output as input and output of a cipher, and with the rest of the output.
    /// Text and output must begin at the same address or not overlap.
    ///
    /// # Errors
    /// `ValueError` if they overlap otherwise, or if the output is shorter than the text.
    pub(crate) fn with_text<R>(
        &mut self,
        text: &[u8],
        call: impl FnOnce(InOut<'_>, &mut [u8]) -> R,
    ) -> PyResult<R> {
        self.with_parts(text, &[], |text, rest, _| call(text, rest))
    }

    /// Calls `call` with `text` and the output like [`with_text`](Self::with_text), and also with `tag`, which may be in the
    /// output's buffer after the bytes that are written for the text.
    pub(crate) fn with_parts<R>(
        &mut self,
        text: &[u8],
        tag: &[u8],
        call: impl FnOnce(InOut<'_>, &mut [u8], &[u8]) -> R,
    ) -> PyResult<R> {
        let (len, start) = (self.len(), self.0.start());
        if len < text.len() {
            return Err(short(len, text.len()));
        }
        let apart = |other: &[u8], written: usize| {
            let (a, b) = (other.as_ptr() as usize, start as usize);
            other.is_empty() || written == 0 || a + other.len() <= b || b + written <= a
        };
        let together = text.as_ptr() == start.cast_const() && !text.is_empty();
        if !(together || apart(text, len)) || !apart(tag, len) {
            return Err(PyValueError::new_err(
                "input and output overlap without starting at the same address",
            ));
        }
        // SAFETY: the buffer is writable, contiguous and `len` bytes long, and stays in its place while the view
        // exists. The only slice of the caller that may overlap it is `text`, which is not used below if it does.
        let output = unsafe { slice::from_raw_parts_mut(start, len) };
        let (written, rest) = output.split_at_mut(text.len());
        let text = if together {
            InOut::from(written)
        } else {
            InOut::new(text, written).map_err(crate::errors::raised)?
        };
        Ok(call(text, rest, tag))
    }

    /// Calls `call` with the bytes of the output, which must not overlap `text`.
    ///
    /// # Errors
    /// `ValueError` if they overlap.
    pub(crate) fn with_separate<R>(&mut self, text: &[u8], call: impl FnOnce(&mut [u8]) -> R) -> PyResult<R> {
        self.with_parts(&[], text, |_, output, _| call(output))
    }
}

/// Returns the exception for an output whose length is not the required length.
pub(crate) fn short(length: usize, needed: usize) -> PyErr {
    PyValueError::new_err(format!("the output has {length} bytes, but {needed} are needed"))
}

/// The bytes of every object in a list.
pub(crate) struct Inputs<'py>(Vec<Input<'py>>);

impl<'py> FromPyObject<'_, 'py> for Inputs<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        several(&object)?.map(|item| item?.extract()).collect::<PyResult<_>>().map(Self)
    }
}

impl Inputs<'_> {
    /// Returns the bytes of each object.
    pub(crate) fn slices(&self) -> Vec<&[u8]> {
        self.0.iter().map(Input::bytes).collect()
    }
}

/// An iterator over messages, for functions that return an output for each message. It reads the messages in groups, so
/// that the objects of a group are still in the CPU's cache when their outputs are created, however long the list is.
pub(crate) struct Messages<'py>(Bound<'py, PyIterator>);

impl<'py> FromPyObject<'_, 'py> for Messages<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        several(&object).map(Self)
    }
}

impl<'py> Messages<'py> {
    /// The maximum number of messages in a group.
    const GROUP: usize = 1 << 10;
    /// The maximum length in bytes of all outputs of a group of several messages.
    const OUTPUTS: usize = 1 << 20;

    /// Returns the list of the outputs, of `len` bytes each. `work` computes the outputs of one group as one concatenation,
    /// with the interpreter lock released. It may stop early if a signal handler raised an exception.
    pub(crate) fn map(
        mut self,
        len: usize,
        mut work: impl FnMut(&[&[u8]], &mut [u8]) -> Result<(), bramah::Error> + Send,
    ) -> PyResult<Bound<'py, PyList>> {
        let py = self.0.py();
        let group = (Self::OUTPUTS / len.max(1)).clamp(1, Self::GROUP);
        let mut outputs = Vec::with_capacity(self.0.size_hint().0);
        let mut out = vec![0; len * group];
        loop {
            let inputs: Vec<Input<'py>> =
                self.0.by_ref().take(group).map(|item| item?.extract()).collect::<PyResult<_>>()?;
            if inputs.is_empty() {
                return PyList::new(py, outputs);
            }
            let messages: Vec<&[u8]> = inputs.iter().map(Input::bytes).collect();
            let out = &mut out[..len * messages.len()];
            py.detach(|| work(&messages, out)).map_err(raised)?;
            interrupt::taken()?;
            outputs.extend((0..messages.len()).map(|i| PyBytes::new(py, &out[i * len..][..len])));
        }
    }
}

/// Calls `work`. Releases the interpreter lock if `bytes`, the number of bytes to process, is large enough.
pub(crate) fn released<R: Send>(py: Python<'_>, bytes: usize, work: impl FnOnce() -> R + Send) -> R {
    if bytes < RELEASE_FROM { work() } else { py.detach(work) }
}
