//! Message authentication codes.

use crate::{
    buffer::{Input, Messages, or_empty, released},
    errors::{checked_name, raised},
    interrupt::{self, PIECE, in_pieces, interrupted},
    lock::{changed, locked},
    names::lookup,
    text::hex,
};
use bramah::{
    Error,
    mac::{self, AnyMac},
};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyList, PyString},
};
use std::sync::Mutex;

/// A message that is authenticated with a key, with the interface of the objects of Python's module `hmac`.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct Mac(Mutex<AnyMac>);

/// Begins a message with a key and a MAC by name, such as `hmac-sha256`, `cmac-aes-128`, `kmac128` or `poly1305`, and appends
/// data to it.
#[pyfunction]
#[pyo3(name = "mac", signature = (name, key, data = None, *, nonce = None))]
pub(crate) fn mac_by_name(
    py: Python<'_>,
    name: &str,
    key: Input<'_>,
    data: Option<Input<'_>>,
    nonce: Option<Input<'_>>,
) -> PyResult<Mac> {
    let algorithm = mac::lookup(checked_name(name)?).map_err(raised)?;
    let mut mac = algorithm.begin(key.bytes(), or_empty(&nonce)).map_err(raised)?;
    let data = or_empty(&data);
    released(py, data.len(), || in_pieces(&mut mac, data, 1, |mac, data| mac.update(data)));
    interrupt::taken()?;
    Ok(Mac(Mutex::new(mac)))
}

/// Returns the names of all MACs.
#[pyfunction]
pub(crate) fn macs() -> Vec<String> {
    mac::algorithms().map(|algorithm| algorithm.name()).collect()
}

/// Returns HMAC with a key, over the hash function with this name.
fn hmac(key: &[u8], digest: &str) -> PyResult<AnyMac> {
    mac::Algorithm::hmac(lookup(digest)?).and_then(|hmac| hmac.keyed(key)).map_err(raised)
}

/// Returns the HMAC tag of a whole message, like `hmac.digest`.
#[pyfunction]
pub(crate) fn hmac_digest<'py>(
    py: Python<'py>,
    key: Input<'py>,
    msg: Input<'py>,
    digest: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut mac = hmac(key.bytes(), digest)?;
    let message = msg.bytes();
    PyBytes::new_with(py, mac.tag_len(), |tag| {
        released(py, message.len(), || whole(&mut mac, message, tag)).map_err(raised)?;
        interrupt::taken()
    })
}

/// Computes the tag of a whole message, and checks for signals. After a signal the tag is invalid.
fn whole(mac: &mut AnyMac, message: &[u8], tag: &mut [u8]) -> Result<(), Error> {
    if message.len() <= PIECE {
        return mac.tag(message, tag);
    }
    in_pieces(mac, message, 1, |mac, data| mac.update(data));
    mac.finalize(tag)
}

/// The number of message bytes that are processed between two checks for signals when several tags are computed at once.
const GROUP: usize = 4 * PIECE;

/// Computes the tags of many messages, and checks for signals. After a signal the tags are invalid.
fn many(mac: &mut AnyMac, mut messages: &[&[u8]], mut tags: &mut [u8]) -> Result<(), Error> {
    while let Some(first) = messages.first()
        && !interrupted()
    {
        let mut bytes = 0;
        let fit = messages.iter().take_while(|message| {
            bytes += message.len();
            bytes <= GROUP
        });
        let (now, later) = messages.split_at(fit.count().max(1));
        let (out, rest) = std::mem::take(&mut tags).split_at_mut(mac.tag_len() * now.len());
        match now {
            [_] => whole(mac, first, out)?,
            _ => mac.many(now, out)?,
        }
        (messages, tags) = (later, rest);
    }
    Ok(())
}

/// Returns the HMAC tag of each message. Several tags are computed at once if the CPU can do this.
#[pyfunction]
pub(crate) fn hmac_many<'py>(
    key: Input<'py>,
    messages: Messages<'py>,
    digest: &str,
) -> PyResult<Bound<'py, PyList>> {
    let mut mac = hmac(key.bytes(), digest)?;
    messages.map(mac.tag_len(), |messages, tags| many(&mut mac, messages, tags))
}

impl Mac {
    fn tag(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let mut copy = locked(py, &self.0).clone();
        let mut tag = vec![0; copy.tag_len()];
        copy.finalize(&mut tag).map_err(raised)?;
        Ok(tag)
    }
}

#[pymethods]
impl Mac {
    /// Appends data to the message.
    #[pyo3(signature = (data, /))]
    fn update(&self, py: Python<'_>, data: Input<'_>) -> PyResult<()> {
        let data = data.bytes();
        changed(py, &self.0, data.len(), |mac| {
            in_pieces(mac, data, 1, |mac, data| mac.update(data));
        });
        interrupt::taken()
    }

    /// Returns the tag of the message so far.
    fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.tag(py)?))
    }

    /// Returns the tag of the message so far, as hexadecimal digits.
    fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        Ok(hex(py, &self.tag(py)?))
    }

    /// Compares a tag with the tag of the message so far in constant time. Raises `InvalidTag` if it is wrong.
    #[pyo3(signature = (tag, /))]
    fn verify(&self, py: Python<'_>, tag: Input<'_>) -> PyResult<()> {
        let mut copy = locked(py, &self.0).clone();
        copy.verify(tag.bytes()).map_err(raised)
    }

    /// Returns a copy of this object.
    fn copy(&self, py: Python<'_>) -> Self {
        Self(Mutex::new(locked(py, &self.0).clone()))
    }

    /// The name of the MAC.
    #[getter]
    fn name(&self, py: Python<'_>) -> String {
        locked(py, &self.0).algorithm().name()
    }

    /// The length of a tag in bytes.
    #[getter]
    fn digest_size(&self, py: Python<'_>) -> usize {
        locked(py, &self.0).tag_len()
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("cannot pickle 'bramah.Mac' object: it has a key"))
    }
}
