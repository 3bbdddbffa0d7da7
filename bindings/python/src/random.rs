//! Random bytes.

use crate::errors::raised;
use bramah::random;
use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Returns random bytes that are suitable for secrets, from a generator that the operating system seeds.
#[pyfunction]
pub(crate) fn random_bytes(py: Python<'_>, length: usize) -> PyResult<Bound<'_, PyBytes>> {
    let mut generator = random::Generator::new().map_err(raised)?;
    PyBytes::new_with(py, length, |out| generator.fill(out).map_err(raised))
}

/// A generator whose output depends only on a seed: W. Ehrhardt's salsar, the key stream of Salsa20 with 8, 12 or 20 rounds. It
/// is not for secrets: use `random_bytes` for them.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct Salsar(Mutex<Rounds>);

enum Rounds {
    Eight(random::Salsar<8>),
    Twelve(random::Salsar<12>),
    Twenty(random::Salsar<20>),
}

impl Salsar {
    fn lock(&self) -> MutexGuard<'_, Rounds> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Salsar {
    #[new]
    #[pyo3(signature = (seed, *, rounds = 8))]
    fn new(seed: u32, rounds: u32) -> PyResult<Self> {
        Ok(Self(Mutex::new(match rounds {
            8 => Rounds::Eight(random::Salsar::new(seed)),
            12 => Rounds::Twelve(random::Salsar::new(seed)),
            20 => Rounds::Twenty(random::Salsar::new(seed)),
            other => {
                let message = format!("rounds is {other}, but must be 8, 12 or 20");
                return Err(PyValueError::new_err(message));
            }
        })))
    }

    /// Returns the next bytes. The unused part of a 64-byte block is discarded, as in the original.
    #[pyo3(signature = (length, /))]
    fn read<'py>(&self, py: Python<'py>, length: usize) -> PyResult<Bound<'py, PyBytes>> {
        PyBytes::new_with(py, length, |out| {
            match &mut *self.lock() {
                Rounds::Eight(salsar) => salsar.read(out),
                Rounds::Twelve(salsar) => salsar.read(out),
                Rounds::Twenty(salsar) => salsar.read(out),
            }
            Ok(())
        })
    }

    /// Returns the next 32-bit number.
    fn word(&self) -> u32 {
        match &mut *self.lock() {
            Rounds::Eight(salsar) => salsar.dword(),
            Rounds::Twelve(salsar) => salsar.dword(),
            Rounds::Twenty(salsar) => salsar.dword(),
        }
    }
}
