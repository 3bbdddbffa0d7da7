//! Messages that are being hashed, with the interface of hashlib's objects.

use crate::{
    buffer::{Input, RELEASE_FROM, released},
    interrupt::{self, Heard, in_pieces},
    lock::locked,
    names::python_name,
    path::FilePath,
    text::hex,
};
use bramah::hash::{Algorithm, AnyHasher, Function};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyString},
};
use std::sync::{Mutex, PoisonError};

/// The state of a message that is being hashed.
pub(crate) enum State {
    Begun(AnyHasher),
    /// A short message that has not been hashed yet, in an immutable object. If only its digest is requested, no hasher is
    /// created.
    Whole(Function, Py<PyBytes>),
}

impl State {
    /// Returns the hasher. Creates it first if the message has not been hashed yet.
    #[inline]
    fn begun(&mut self, py: Python<'_>) -> &mut AnyHasher {
        if let Self::Whole(function, data) = self {
            let mut hasher = function.hasher();
            hasher.update(data.as_bytes(py));
            *self = Self::Begun(hasher);
        }
        match self {
            Self::Begun(hasher) => hasher,
            Self::Whole(..) => unreachable!("the hasher was made above"),
        }
    }
}

/// Appends data to a message, on several threads if the function is a tree hash. If a signal interrupts the call, the message
/// does not change.
pub(crate) fn absorb(hasher: &mut AnyHasher, data: &[u8], threads: usize) {
    in_pieces(hasher, data, threads, |hasher, data| match threads {
        0 | 1 => hasher.update(data),
        threads => hasher.update_parallel(data, threads),
    });
}

/// The state that both Python classes have.
pub(crate) struct Shared {
    state: Mutex<State>,
    algorithm: Algorithm,
    /// The default length of a digest in bytes; 0 if a length must be given.
    size: usize,
}
impl Shared {
    /// Makes the state of a message. `size` is the default length of a digest in bytes, or 0 if a length must be given.
    pub(crate) fn new(state: State, algorithm: Algorithm, size: usize) -> Self {
        Self { state: Mutex::new(state), algorithm, size }
    }

    fn copy(&self, py: Python<'_>) -> AnyHasher {
        locked(py, &self.state).begun(py).clone()
    }

    fn duplicate(&self, py: Python<'_>) -> Self {
        Self { state: Mutex::new(State::Begun(self.copy(py))), ..*self }
    }

    /// Calls a function with the hasher. Releases the interpreter lock if `bytes` is large enough.
    fn change<R: Send>(
        &self,
        py: Python<'_>,
        bytes: usize,
        change: impl FnOnce(&mut AnyHasher) -> R + Send,
    ) -> R {
        if bytes < RELEASE_FROM {
            return change(locked(py, &self.state).begun(py));
        }
        locked(py, &self.state).begun(py);
        py.detach(|| match &mut *self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Begun(hasher) => change(hasher),
            State::Whole(..) => unreachable!("a message that has begun stays so"),
        })
    }

    fn update(&self, py: Python<'_>, data: &[u8], threads: usize) -> PyResult<()> {
        if data.len() < RELEASE_FROM && threads <= 1 {
            locked(py, &self.state).begun(py).update(data);
            return Ok(());
        }
        self.change(py, data.len(), |hasher| absorb(hasher, data, threads));
        interrupt::taken()
    }

    fn update_file(&self, py: Python<'_>, path: FilePath) -> PyResult<u64> {
        let file = py.detach(|| std::fs::File::open(path.0))?;
        let read = self.change(py, usize::MAX, |hasher| {
            let before = hasher.clone();
            let read = hasher.update_reader(Heard(file, interrupt::interrupted));
            if read.is_err() {
                *hasher = before;
            }
            read
        });
        interrupt::taken()?;
        Ok(read?)
    }

    /// Calls `take` with the digest of the message so far, and returns its result. Only for functions whose digests have a
    /// default length.
    fn with_digest<'py, R>(&self, py: Python<'py>, take: impl FnOnce(&[u8]) -> R) -> R {
        let mut short = [0; 64];
        match &mut *locked(py, &self.state) {
            State::Whole(function, data) => {
                if let Some(out) = short.get_mut(..self.size) {
                    function.digest(data.as_bytes(py), out);
                    take(out)
                } else {
                    let mut out = vec![0; self.size];
                    function.digest(data.as_bytes(py), &mut out);
                    take(&out)
                }
            }
            State::Begun(hasher) => take(&hasher.clone().finalize()),
        }
    }

    fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &locked(py, &self.state).begun(py).save())
    }

    fn name(&self, py: Python<'_>) -> String {
        python_name(&locked(py, &self.state).begun(py).algorithm())
    }

    fn unpicklable(&self, kind: &str) -> PyErr {
        PyTypeError::new_err(format!("cannot pickle 'bramah.{kind}' object; save its state() instead"))
    }
}

/// A message that is being hashed, with the interface of hashlib's objects.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct Hash(pub(crate) Shared);

/// A message for a function with output of any length (XOF), with the interface of hashlib's `shake_128`.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct Xof(pub(crate) Shared);

/// Defines the methods that both classes have.
macro_rules! methods {
    ($class:ident, $($own:tt)*) => {
        #[pymethods]
        impl $class {
            $($own)*

            /// Appends data to the message. `threads` is the maximum number of threads, for functions that are tree hashes, such
            /// as BLAKE3.
            #[pyo3(signature = (data, /, *, threads = 1))]
            fn update(&self, py: Python<'_>, data: Input<'_>, threads: usize) -> PyResult<()> {
                self.0.update(py, data.bytes(), threads)
            }

            /// Appends the contents of a file, and returns their length in bytes. If reading fails, the message does not change.
            #[pyo3(signature = (path, /))]
            fn update_file(&self, py: Python<'_>, path: FilePath) -> PyResult<u64> {
                self.0.update_file(py, path)
            }

            /// Returns a copy of this object.
            fn copy(&self, py: Python<'_>) -> Self {
                Self(self.0.duplicate(py))
            }

            /// Discards the message, and begins a new message with the options of this one.
            fn reset(&self, py: Python<'_>) {
                locked(py, &self.0.state).begun(py).reset();
            }

            /// Returns the state as bytes, from which the constructor's `from_state` continues, also in later versions of the
            /// package. The bytes reveal the end of the message.
            fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                self.0.state(py)
            }

            /// The name of the function.
            #[getter]
            fn name(&self, py: Python<'_>) -> String {
                self.0.name(py)
            }

            /// The default length of a digest in bytes; 0 if a length must be given.
            #[getter]
            fn digest_size(&self) -> usize {
                self.0.size
            }

            /// The length in bytes of a block of the function.
            #[getter]
            fn block_size(&self) -> usize {
                self.0.algorithm.info().block_len
            }

            /// The name of the implementation in use.
            #[getter]
            fn backend(&self, py: Python<'_>) -> &'static str {
                locked(py, &self.0.state).begun(py).backend()
            }

            fn __reduce__(&self) -> PyResult<()> {
                Err(self.0.unpicklable(stringify!($class)))
            }

            fn __repr__(&self, py: Python<'_>) -> String {
                format!("<bramah {} object>", self.0.name(py))
            }
        }
    };
}

methods! { Hash,
    /// Returns the digest of the message so far.
    fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.0.with_digest(py, |digest| PyBytes::new(py, digest))
    }

    /// Returns the digest of the message so far, as hexadecimal digits.
    fn hexdigest<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.0.with_digest(py, |digest| hex(py, digest))
    }
}

methods! { Xof,
    /// Returns the first `length` bytes of the output for the message so far.
    #[pyo3(signature = (length = None))]
    fn digest<'py>(&self, py: Python<'py>, length: Option<usize>) -> PyResult<Bound<'py, PyBytes>> {
        let length = self.length(length)?;
        PyBytes::new_with(py, length, |out| {
            self.squeeze(py, out);
            Ok(())
        })
    }

    /// Returns the first `length` bytes of the output for the message so far, as hexadecimal digits.
    #[pyo3(signature = (length = None))]
    fn hexdigest<'py>(&self, py: Python<'py>, length: Option<usize>) -> PyResult<Bound<'py, PyString>> {
        let mut out = vec![0; self.length(length)?];
        self.squeeze(py, &mut out);
        Ok(hex(py, &out))
    }
}

/// The maximum length in bytes of the output of one call, as in hashlib.
const LONGEST: usize = 1 << 29;

impl Xof {
    fn length(&self, given: Option<usize>) -> PyResult<usize> {
        match given.unwrap_or(self.0.size) {
            0 if given.is_none() => {
                Err(PyTypeError::new_err("digest() missing required argument 'length' (pos 1)"))
            }
            length if length >= LONGEST => Err(PyValueError::new_err("length is too large")),
            length => Ok(length),
        }
    }

    fn squeeze(&self, py: Python<'_>, out: &mut [u8]) {
        let copy = self.0.copy(py);
        released(py, out.len(), || {
            if let Some(mut reader) = copy.finalize_xof() {
                reader.read(out);
            }
        });
    }
}
