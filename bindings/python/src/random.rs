//! Random bytes.

use crate::errors::raised;
use pyo3::{prelude::*, types::PyBytes};

/// Returns random bytes for secrets, from a generator that the operating system seeds.
#[pyfunction]
pub(crate) fn random_bytes(py: Python<'_>, length: usize) -> PyResult<Bound<'_, PyBytes>> {
    let mut generator = bramah::random::Generator::new().map_err(raised)?;
    PyBytes::new_with(py, length, |out| generator.fill(out).map_err(raised))
}
