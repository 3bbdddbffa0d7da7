//! Names of hash functions in Python.

use crate::errors::{checked_name, raised};
use bramah::hash::{self, Algorithm};
use pyo3::{exceptions::PyValueError, prelude::*};

/// Returns the Python name of a hash function: the name in the registry, converted to an identifier like the names of hashlib.
pub(crate) fn python_name(algorithm: &Algorithm) -> String {
    let base = algorithm.info().name;
    let is_default = hash::lookup(base).is_ok_and(|named| named == *algorithm);
    match (if is_default { base.to_owned() } else { algorithm.name() }).as_str() {
        "shake128" => "shake_128".to_owned(),
        "shake256" => "shake_256".to_owned(),
        name => name.replace('-', "_"),
    }
}

/// Returns the hash function with this name.
///
/// # Errors
/// `ValueError`, like `hashlib.new`.
pub(crate) fn lookup(name: &str) -> PyResult<Algorithm> {
    hash::lookup(checked_name(name)?).map_err(|error| match error {
        bramah::Error::UnknownName(name) => PyValueError::new_err(format!("unsupported hash type {name}")),
        error => raised(error),
    })
}
/// Returns the names of the implementations (backends) of an algorithm that this CPU can run, best first.
#[pyfunction]
pub(crate) fn backends(name: &str) -> PyResult<Vec<&'static str>> {
    let algorithm = bramah::registry::lookup(checked_name(name)?).map_err(raised)?;
    Ok(algorithm.backends_available())
}
