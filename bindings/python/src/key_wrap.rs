//! Key wrap, and encrypt-then-MAC compositions of a cipher and a MAC.

use crate::{
    buffer::{Input, or_empty, released},
    errors::{checked_name, raised},
};
use bramah::{
    Error, encrypt_then_mac,
    key_wrap::{self, AnyKeyWrap},
};
use pyo3::{prelude::*, types::PyBytes};
use zeroize::Zeroizing;

/// Returns the names of all key wrap algorithms.
#[pyfunction]
pub(crate) fn key_wraps() -> Vec<String> {
    key_wrap::algorithms().map(|algorithm| algorithm.name()).collect()
}

/// Returns the names of all encrypt-then-MAC compositions.
#[pyfunction]
pub(crate) fn encrypt_then_macs() -> Vec<&'static str> {
    encrypt_then_mac::algorithms().map(|algorithm| algorithm.info().name).collect()
}

fn keyed(name: &str, key: &Input<'_>) -> PyResult<AnyKeyWrap> {
    key_wrap::lookup(checked_name(name)?).and_then(|wrap| wrap.keyed(key.bytes())).map_err(raised)
}

fn returned(py: Python<'_>, result: Result<Vec<u8>, Error>) -> PyResult<Bound<'_, PyBytes>> {
    Ok(PyBytes::new(py, &Zeroizing::new(result.map_err(raised)?)))
}

/// Returns a key wrapped under another key, with a key wrap algorithm such as `aes-256-kw` or `aes-256-kwp`.
#[pyfunction]
#[pyo3(signature = (name, wrapping_key, key_to_wrap))]
pub(crate) fn wrap_key<'py>(
    py: Python<'py>,
    name: &str,
    wrapping_key: Input<'py>,
    key_to_wrap: Input<'py>,
) -> PyResult<Bound<'py, PyBytes>> {
    returned(py, keyed(name, &wrapping_key)?.wrap(key_to_wrap.bytes()))
}

/// Returns the key that `wrap_key` wrapped. Raises `InvalidTag` if it was not wrapped with this algorithm and key.
#[pyfunction]
#[pyo3(signature = (name, wrapping_key, wrapped_key))]
pub(crate) fn unwrap_key<'py>(
    py: Python<'py>,
    name: &str,
    wrapping_key: Input<'py>,
    wrapped_key: Input<'py>,
) -> PyResult<Bound<'py, PyBytes>> {
    returned(py, keyed(name, &wrapping_key)?.unwrap(wrapped_key.bytes()))
}

/// An encrypt-then-MAC composition of a cipher and a MAC with a key, such as `a256cbc-hs512` of RFC 7518. The nonce is the IV of
/// CBC, which must be random for each message.
#[pyclass(frozen, module = "bramah", name = "EncryptThenMAC")]
pub(crate) struct Composition {
    keyed: encrypt_then_mac::AnyEncryptThenMac,
    name: &'static str,
}

#[pymethods]
impl Composition {
    #[new]
    fn new(name: &str, key: Input<'_>) -> PyResult<Self> {
        let algorithm = encrypt_then_mac::lookup(checked_name(name)?).map_err(raised)?;
        let keyed = algorithm.keyed(key.bytes()).map_err(raised)?;
        Ok(Self { keyed, name: algorithm.info().name })
    }

    /// Encrypts data and returns the ciphertext followed by the tag.
    #[pyo3(signature = (nonce, data, associated_data = None))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: Input<'py>,
        data: Input<'py>,
        associated_data: Option<Input<'py>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (nonce, data, header) = (nonce.bytes(), data.bytes(), or_empty(&associated_data));
        returned(py, released(py, data.len() + header.len(), || self.keyed.encrypt(nonce, header, data)))
    }

    /// Decrypts a ciphertext that is followed by its tag. Raises `InvalidTag` if it is not authentic.
    #[pyo3(signature = (nonce, data, associated_data = None))]
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: Input<'py>,
        data: Input<'py>,
        associated_data: Option<Input<'py>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (nonce, data, header) = (nonce.bytes(), data.bytes(), or_empty(&associated_data));
        returned(py, released(py, data.len() + header.len(), || self.keyed.decrypt(nonce, header, data)))
    }

    /// The name of the composition.
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(pyo3::exceptions::PyTypeError::new_err(
            "cannot pickle 'bramah.EncryptThenMAC' object: it has a key",
        ))
    }
}
