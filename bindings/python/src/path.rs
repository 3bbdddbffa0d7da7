//! File paths in the forms that Python's module `os` accepts.

use pyo3::{
    Borrowed, FromPyObject,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyString},
};
use std::path::PathBuf;

/// A path: a string, bytes in the file system's encoding, or an object with `__fspath__`.
pub(crate) struct FilePath(pub(crate) PathBuf);

impl FromPyObject<'_, '_> for FilePath {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let text = object.py().import("os")?.call_method1("fsdecode", (object,))?;
        text.extract().map(Self)
    }
}

/// Several paths. A single string or path is an error, although a string is a sequence of its characters.
pub(crate) struct FilePaths(pub(crate) Vec<PathBuf>);

impl FromPyObject<'_, '_> for FilePaths {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let one = object.is_instance_of::<PyString>()
            || object.is_instance_of::<PyBytes>()
            || object.hasattr("__fspath__")?;
        if one {
            return Err(PyTypeError::new_err("a list of paths is required, not one path"));
        }
        let paths: PyResult<_> = object.try_iter()?.map(|path| Ok(path?.extract::<FilePath>()?.0)).collect();
        paths.map(Self)
    }
}
