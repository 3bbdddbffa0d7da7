//! Hash functions in the shape of hashlib: constructors, and the objects that they make.

use crate::{
    buffer::{Input, Inputs, RELEASE_FROM, released},
    errors::{checked_name, raised},
    options::Keywords,
    text::hex,
};
use bramah::hash::{self, Algorithm, AnyHasher, Function};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyOverflowError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyString},
};
use std::{
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
};

/// Returns the name of a hash function in Python: that of the registry as an identifier, as hashlib writes it.
fn python_name(algorithm: &Algorithm) -> String {
    let base = algorithm.info().name;
    let is_default = hash::lookup(base).is_ok_and(|named| named == *algorithm);
    match (if is_default { base.to_owned() } else { algorithm.name() }).as_str() {
        "shake128" => "shake_128".to_owned(),
        "shake256" => "shake_256".to_owned(),
        name => name.replace('-', "_"),
    }
}

/// Finds a hash function by its name.
///
/// # Errors
/// `ValueError`, as of `hashlib.new`.
pub(crate) fn lookup(name: &str) -> PyResult<Algorithm> {
    hash::lookup(checked_name(name)?).map_err(|error| match error {
        bramah::Error::UnknownName(name) => PyValueError::new_err(format!("unsupported hash type {name}")),
        error => raised(error),
    })
}

/// Returns the constructor of every hash function, and of every MAC that is implemented as one.
#[pyfunction]
pub(crate) fn constructors(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let mut all: Vec<Algorithm> = Vec::new();
    for entry in hash::entries() {
        for algorithm in std::iter::once(entry.algorithm()).chain(entry.algorithms()) {
            // a name with several entries is found by the first
            let found = hash::lookup(&algorithm.name()).is_ok_and(|named| named == algorithm);
            if found && !all.iter().any(|other| python_name(other) == python_name(&algorithm)) {
                all.push(algorithm);
            }
        }
    }
    PyList::new(
        py,
        all.into_iter().map(Constructor::of).map(|made| Py::new(py, made)).collect::<PyResult<Vec<_>>>()?,
    )
}

/// Returns the constructor of a hash function by any of its names.
#[pyfunction]
pub(crate) fn constructor(name: &str) -> PyResult<Constructor> {
    lookup(name).map(Constructor::of)
}

/// A hash function: called with data, it returns an object as hashlib's constructors do.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct Constructor {
    algorithm: Algorithm,
    name: String,
    /// The function without options; `None` for a MAC, which needs a key.
    plain: Option<Function>,
}

impl Constructor {
    fn of(algorithm: Algorithm) -> Self {
        let plain = algorithm.with_options(&hash::Options::default()).ok();
        Self { algorithm, name: python_name(&algorithm), plain }
    }

    /// Returns the function under keyword arguments, and the length of a digest that is requested without a length.
    fn with(&self, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<(Function, usize)> {
        let usual = |digest_size: Option<usize>, function: &Function| {
            let algorithm = function.algorithm();
            let is_open = algorithm.entry().extendable() && algorithm.info().name != "blake3";
            if is_open { digest_size.unwrap_or(0) } else { algorithm.output_len() }
        };
        if let (None, Some(plain)) = (keywords, &self.plain) {
            return Ok((plain.clone(), usual(None, plain)));
        }
        let keywords = Keywords::read(&self.name, keywords)?;
        let function = keywords.function(self.algorithm)?;
        let usual = usual(keywords.digest_size, &function);
        Ok((function, usual))
    }

    fn object<'py>(&self, py: Python<'py>, state: State, size: usize) -> PyResult<Bound<'py, PyAny>> {
        let extendable = self.algorithm.entry().extendable();
        let shared = Shared { state: Mutex::new(state), algorithm: self.algorithm, size };
        if extendable { Xof(shared).into_bound_py_any(py) } else { Hash(shared).into_bound_py_any(py) }
    }
}

#[pymethods]
impl Constructor {
    /// Begins a message, and appends data to it.
    #[pyo3(signature = (data = None, /, **options))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        data: Option<Input<'py>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (function, size) = self.with(options)?;
        let state = match data.as_ref().and_then(|data| data.short_bytes()) {
            Some(data) => State::Whole(function, data.clone().unbind()),
            None => {
                let mut hasher = function.hasher();
                if let Some(data) = &data {
                    let data = data.bytes();
                    released(py, data.len(), || hasher.update(data));
                }
                State::Begun(hasher)
            }
        };
        self.object(py, state, size)
    }

    /// Continues a message from the bytes that its `state()` returned, under the options that it began with.
    #[pyo3(signature = (state, /, **options))]
    #[allow(clippy::wrong_self_convention)] // the name is Python's
    fn from_state<'py>(
        &self,
        py: Python<'py>,
        state: Input<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (function, size) = self.with(options)?;
        self.object(py, State::Begun(function.restore(state.bytes()).map_err(raised)?), size)
    }

    /// Returns the digest of each message, computed side by side where the CPU can.
    #[pyo3(signature = (messages, /, **options))]
    fn many<'py>(
        &self,
        py: Python<'py>,
        messages: Inputs<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let (function, _) = self.with(options)?;
        let size = function.algorithm().output_len();
        let messages = messages.slices();
        let mut out = vec![
            0;
            size.checked_mul(messages.len())
                .ok_or_else(|| PyOverflowError::new_err("too many digests"))?
        ];
        py.detach(|| function.hash_many(&messages, &mut out));
        PyList::new(py, out.chunks_exact(size).map(|digest| PyBytes::new(py, digest)))
    }

    /// The name, by which `bramah.new` finds the function.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The name.
    #[getter]
    fn __name__(&self) -> &str {
        &self.name
    }

    /// The length of a digest in bytes; 0 if it is chosen for each digest.
    #[getter]
    fn digest_size(&self) -> usize {
        let is_open = self.algorithm.entry().extendable() && self.algorithm.info().name != "blake3";
        if is_open { 0 } else { self.algorithm.output_len() }
    }

    /// The length of a block in bytes, to which HMAC pads its key.
    #[getter]
    fn block_size(&self) -> usize {
        self.algorithm.info().block_len
    }

    /// Whether to choose the function for something new: `current`, `legacy`, `broken` or `checksum`.
    #[getter]
    fn standing(&self) -> &'static str {
        self.algorithm.info().standing.name()
    }

    /// Whether the function is a MAC and needs a key.
    #[getter]
    fn needs_key(&self) -> bool {
        self.algorithm.info().needs_key
    }

    fn __repr__(&self) -> String {
        format!("<bramah constructor {}>", self.name)
    }
}

/// A message in progress.
enum State {
    Begun(AnyHasher),
    /// A short message that has not been hashed yet, in an object that never changes: if its digest is all that is
    /// wanted, no hasher is made for it.
    Whole(Function, Py<PyBytes>),
}

impl State {
    /// Returns the hasher, which is made here if the message has not been hashed yet.
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

/// The parts of a message in progress.
struct Shared {
    state: Mutex<State>,
    algorithm: Algorithm,
    /// The length in bytes of a digest that is requested without a length; 0 for none.
    size: usize,
}

/// Locks a state, as hashlib does: a thread that waits for another releases the interpreter.
pub(crate) fn locked<'a, T: Send>(py: Python<'_>, state: &'a Mutex<T>) -> MutexGuard<'a, T> {
    match state.try_lock() {
        Ok(guard) => guard,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => {
            // the guard cannot be sent out of `detach`: wait there, and try again
            loop {
                py.detach(|| drop(state.lock().unwrap_or_else(PoisonError::into_inner)));
                match state.try_lock() {
                    Ok(guard) => return guard,
                    Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                    Err(TryLockError::WouldBlock) => {}
                }
            }
        }
    }
}

/// Changes a state, without the interpreter if it is over enough bytes.
pub(crate) fn changed<T: Send, R: Send>(
    py: Python<'_>,
    state: &Mutex<T>,
    bytes: usize,
    change: impl FnOnce(&mut T) -> R + Send,
) -> R {
    if bytes < RELEASE_FROM {
        return change(&mut locked(py, state));
    }
    py.detach(|| change(&mut state.lock().unwrap_or_else(PoisonError::into_inner)))
}

impl Shared {
    fn copy(&self, py: Python<'_>) -> AnyHasher {
        locked(py, &self.state).begun(py).clone()
    }

    fn duplicate(&self, py: Python<'_>) -> Self {
        Self { state: Mutex::new(State::Begun(self.copy(py))), ..*self }
    }

    /// Changes the hasher, without the interpreter if it is over enough bytes.
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

    fn update(&self, py: Python<'_>, data: Input<'_>, threads: usize) {
        let data = data.bytes();
        self.change(py, data.len(), |hasher| match threads {
            0 | 1 => hasher.update(data),
            threads => hasher.update_parallel(data, threads),
        });
    }

    fn update_file(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        let file = py.detach(|| std::fs::File::open(path))?;
        Ok(self.change(py, usize::MAX, |hasher| hasher.update_reader(file))?)
    }

    /// Calls `take` with the digest of the message so far.
    fn with_digest<'py, R>(&self, py: Python<'py>, take: impl FnOnce(&[u8]) -> R) -> R {
        let mut short = [0; 64];
        match &mut *locked(py, &self.state) {
            State::Whole(function, data) => {
                let size = function.algorithm().output_len();
                if let Some(out) = short.get_mut(..size) {
                    function.digest(data.as_bytes(py), out);
                    take(out)
                } else {
                    let mut out = vec![0; size];
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

/// A message in progress, in the shape of hashlib's objects.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct Hash(Shared);

/// A message in progress of a function with output of any length, in the shape of hashlib's `shake_128`.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct Xof(Shared);

/// Writes the methods of both classes that are the same.
macro_rules! methods {
    ($class:ident, $($own:tt)*) => {
        #[pymethods]
        impl $class {
            $($own)*

            /// Appends data to the message; several threads are of use for functions that are trees, such as BLAKE3.
            #[pyo3(signature = (data, /, *, threads = 1))]
            fn update(&self, py: Python<'_>, data: Input<'_>, threads: usize) {
                self.0.update(py, data, threads);
            }

            /// Appends the content of a file, and returns its length in bytes.
            #[pyo3(signature = (path, /))]
            fn update_file(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
                self.0.update_file(py, path)
            }

            /// Returns a copy.
            fn copy(&self, py: Python<'_>) -> Self {
                Self(self.0.duplicate(py))
            }

            /// Discards the message, and begins a new one under the same options.
            fn reset(&self, py: Python<'_>) {
                locked(py, &self.0.state).begun(py).reset();
            }

            /// Returns the state as bytes, from which the constructor's `from_state` continues, also in a later version.
            /// It reveals the end of the message.
            fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                self.0.state(py)
            }

            /// The name of the function.
            #[getter]
            fn name(&self, py: Python<'_>) -> String {
                self.0.name(py)
            }

            /// The length of a digest in bytes; 0 if it is chosen for each digest.
            #[getter]
            fn digest_size(&self) -> usize {
                self.0.size
            }

            /// The length of a block in bytes.
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

    /// Returns the digest of the message so far in hexadecimal digits.
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

    /// Returns the first `length` bytes of the output for the message so far in hexadecimal digits.
    #[pyo3(signature = (length = None))]
    fn hexdigest<'py>(&self, py: Python<'py>, length: Option<usize>) -> PyResult<Bound<'py, PyString>> {
        let mut out = vec![0; self.length(length)?];
        self.squeeze(py, &mut out);
        Ok(hex(py, &out))
    }
}

/// The longest output of one call in bytes, as in hashlib.
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

/// Returns the digests of files by several threads; each result is a path, the size in bytes, and the digest or an error.
#[pyfunction]
#[pyo3(signature = (paths, name = "sha256", *, threads = 0))]
pub(crate) fn hash_files(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    name: &str,
    threads: usize,
) -> PyResult<Vec<crate::files::Result>> {
    let constructor = Constructor::of(lookup(name)?);
    let (function, _) = constructor.with(None)?;
    Ok(py.detach(|| crate::files::hash(paths, &function, threads)))
}

/// Returns the names of the implementations of a hash function that this CPU can run, best first.
#[pyfunction]
pub(crate) fn backends(name: &str) -> PyResult<Vec<&'static str>> {
    let algorithm = bramah::registry::lookup(checked_name(name)?).map_err(raised)?;
    Ok(algorithm.backends_available())
}

/// Returns random bytes for secrets, from a generator that the operating system seeds.
#[pyfunction]
pub(crate) fn random_bytes(py: Python<'_>, length: usize) -> PyResult<Bound<'_, PyBytes>> {
    let mut generator = bramah::random::Generator::new().map_err(raised)?;
    PyBytes::new_with(py, length, |out| generator.fill(out).map_err(raised))
}
