//! Constructors of hash functions, with the interface of hashlib's constructors.

use crate::{
    buffer::{Input, Messages, released},
    errors::raised,
    hash::{Hash, Shared, State, Xof, absorb},
    interrupt::{self, Stop},
    names::{lookup, python_name},
    options::Keywords,
    path::FilePaths,
};
use bramah::hash::{self, Algorithm, Function};
use pyo3::{
    Borrowed, FromPyObject, IntoPyObjectExt,
    prelude::*,
    types::{PyDict, PyList, PyType},
};

/// Returns the constructors of all hash functions, and of all MACs that are implemented as hash functions.
#[pyfunction]
pub(crate) fn constructors(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let mut all: Vec<Algorithm> = Vec::new();
    for entry in hash::entries() {
        for algorithm in std::iter::once(entry.algorithm()).chain(entry.algorithms()) {
            // a name that several entries have belongs to the first of them
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

/// Returns aliases of constructors (as identifiers), each with the name of the constructor. These are hashlib's names, and names
/// with the digest length where the usual name has none, such as `groestl_256`.
#[pyfunction]
pub(crate) fn aliases() -> Vec<(String, String)> {
    let mut all = vec![("ripemd160".to_owned(), "ripemd_160".to_owned())];
    let with_lengths =
        hash::entries().filter(|entry| !entry.extendable() && !entry.info.lengths.named.is_empty());
    for algorithm in with_lengths.flat_map(|entry| entry.algorithms()) {
        let (alias, name) = (algorithm.name().replace('-', "_"), python_name(&algorithm));
        let found = hash::lookup(&algorithm.name()).is_ok_and(|named| named == algorithm);
        if found && alias != name {
            all.push((alias, name));
        }
    }
    all
}

/// Returns the constructor of the hash function with this name.
#[pyfunction]
pub(crate) fn constructor(name: &str) -> PyResult<Constructor> {
    lookup(name).map(Constructor::of)
}

/// A hash function. When called with data, it returns an object like hashlib's constructors.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct Constructor {
    algorithm: Algorithm,
    name: String,
    /// The function without options, and the default length of its digests in bytes; `None` for a MAC, which needs a key.
    plain: Option<(Function, usize)>,
    /// Whether its objects have the class `Xof`.
    extendable: bool,
}

impl Constructor {
    fn of(algorithm: Algorithm) -> Self {
        let plain = algorithm.with_options(&hash::Options::default()).ok();
        let plain = plain.map(|function| (function.clone(), usual(None, &function)));
        let extendable = algorithm.entry().extendable();
        Self { algorithm, name: python_name(&algorithm), plain, extendable }
    }

    /// Returns the function with the options from the keyword arguments, and the default length of a digest in bytes.
    fn with(&self, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<(Function, usize)> {
        if let (None, Some(plain)) = (keywords, &self.plain) {
            return Ok(plain.clone());
        }
        let keywords = Keywords::read(&self.name, keywords)?;
        let function = keywords.function(self.algorithm)?;
        let usual = usual(keywords.digest_size, &function);
        Ok((function, usual))
    }

    fn object<'py>(&self, py: Python<'py>, state: State, size: usize) -> PyResult<Bound<'py, PyAny>> {
        let shared = Shared::new(state, self.algorithm, size);
        if self.extendable { Xof(shared).into_bound_py_any(py) } else { Hash(shared).into_bound_py_any(py) }
    }
}

/// Returns the default length of a digest in bytes, or 0 if a length must be given with each digest.
fn usual(digest_size: Option<usize>, function: &Function) -> usize {
    let algorithm = function.algorithm();
    let is_open = algorithm.entry().extendable() && algorithm.info().name != "blake3";
    if is_open { digest_size.unwrap_or(0) } else { algorithm.output_len() }
}

/// The first part of a message; empty if the argument is omitted. As in hashlib, `None` is not a message.
#[derive(Default)]
struct Message<'py>(Option<Input<'py>>);

impl<'py> FromPyObject<'_, 'py> for Message<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(|input| Self(Some(input)))
    }
}

#[pymethods]
impl Constructor {
    /// Begins a message, and appends data to it.
    #[pyo3(signature = (data = Message::default(), /, **options))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        data: Message<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (function, size) = self.with(options)?;
        let state = match data.0.as_ref().and_then(|data| data.short_bytes()) {
            Some(data) => State::Whole(function, data.clone().unbind()),
            None => {
                let mut hasher = function.hasher();
                if let Some(data) = &data.0 {
                    let data = data.bytes();
                    released(py, data.len(), || absorb(&mut hasher, data, 1));
                    interrupt::taken()?;
                }
                State::Begun(hasher)
            }
        };
        self.object(py, state, size)
    }

    /// Continues a message from the bytes that its `state()` returned. The options must be the ones with which the message began.
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

    /// Returns the digest of each message. Several digests are computed at once if the CPU can do this.
    #[pyo3(signature = (messages, /, **options))]
    fn many<'py>(
        &self,
        messages: Messages<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let (function, _) = self.with(options)?;
        messages.map(function.algorithm().output_len(), |messages, out| {
            if !interrupt::interrupted() {
                function.hash_many(messages, out);
            }
            Ok(())
        })
    }

    /// The name with which `bramah.new` finds the function.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The name of the function.
    #[getter]
    fn __name__(&self) -> &str {
        &self.name
    }

    /// The word that stands before the file name in checksum lines of the tagged format.
    #[getter]
    fn tag(&self) -> String {
        self.algorithm.tag()
    }

    /// The length of a digest in bytes, or 0 if it is given with each digest.
    #[getter]
    fn digest_size(&self) -> usize {
        let is_open = self.algorithm.entry().extendable() && self.algorithm.info().name != "blake3";
        if is_open { 0 } else { self.algorithm.output_len() }
    }

    /// The length in bytes of a block of the function, to which HMAC pads its key.
    #[getter]
    fn block_size(&self) -> usize {
        self.algorithm.info().block_len
    }

    /// Whether the function is recommended for new designs: `current`, `legacy`, `broken` or `checksum`.
    #[getter]
    fn standing(&self) -> &'static str {
        self.algorithm.info().standing.name()
    }

    /// Whether the function is a MAC and needs a key.
    #[getter]
    fn needs_key(&self) -> bool {
        self.algorithm.info().needs_key
    }

    /// Returns the class itself, for annotations such as `bramah.Constructor[bramah.Hash]`.
    #[classmethod]
    fn __class_getitem__<'py>(
        cls: &Bound<'py, PyType>,
        item: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        cls.py().import("types")?.call_method1("GenericAlias", (cls, item))
    }

    fn __repr__(&self) -> String {
        format!("<bramah constructor {}>", self.name)
    }
}
/// Returns the digests of files, computed on several threads. Each result is a path, the size in bytes, and the digest or an
/// error.
#[pyfunction]
#[pyo3(signature = (paths, name = "sha256", *, threads = 0))]
pub(crate) fn hash_files(
    py: Python<'_>,
    paths: FilePaths,
    name: &str,
    threads: usize,
) -> PyResult<Vec<crate::files::Result>> {
    let constructor = Constructor::of(lookup(name)?);
    let (function, _) = constructor.with(None)?;
    Stop::call(py, |stop| crate::files::hash(&paths.0, &function, threads, stop))
}
