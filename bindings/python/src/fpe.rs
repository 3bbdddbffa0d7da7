//! Format-preserving encryption.

use crate::{
    buffer::{Input, or_empty},
    errors::{checked_name, raised},
};
use bramah::fpe::{self, Alphabet, AnyFf1};
use pyo3::{exceptions::PyTypeError, prelude::*};

/// Format-preserving encryption such as `aes-256-ff1`, with a key. A text is encrypted to a text of equal length over the same
/// alphabet. Nothing is authenticated, and equal texts have equal ciphertexts under one key and tweak.
#[pyclass(frozen, module = "bramah", name = "FPE")]
pub(crate) struct Fpe {
    ff1: AnyFf1,
    alphabet: Alphabet,
    name: String,
}

/// Returns the names of all algorithms for format-preserving encryption.
#[pyfunction]
pub(crate) fn fpes() -> Vec<String> {
    fpe::algorithms().map(|algorithm| algorithm.name()).collect()
}

#[pymethods]
impl Fpe {
    /// Takes a name, a key, and the alphabet of the texts, in the order of the numerals.
    #[new]
    fn new(name: &str, key: Input<'_>, alphabet: &str) -> PyResult<Self> {
        let algorithm = fpe::lookup(checked_name(name)?).map_err(raised)?;
        let alphabet = Alphabet::new(alphabet).map_err(raised)?;
        let ff1 = algorithm.keyed(key.bytes(), alphabet.radix()).map_err(raised)?;
        Ok(Self { ff1, alphabet, name: algorithm.name() })
    }

    /// Returns the ciphertext of a text under a tweak, which may be any bytes. The text must be so long that at least a million
    /// texts of its length exist.
    #[pyo3(signature = (text, tweak = None, /))]
    fn encrypt(&self, text: &str, tweak: Option<Input<'_>>) -> PyResult<String> {
        self.ff1.encrypt_text(&self.alphabet, or_empty(&tweak), text).map_err(raised)
    }

    /// Returns the plaintext of a ciphertext under a tweak.
    #[pyo3(signature = (text, tweak = None, /))]
    fn decrypt(&self, text: &str, tweak: Option<Input<'_>>) -> PyResult<String> {
        self.ff1.decrypt_text(&self.alphabet, or_empty(&tweak), text).map_err(raised)
    }

    /// The name of the algorithm.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("cannot pickle 'bramah.FPE' object: it has a key"))
    }
}
