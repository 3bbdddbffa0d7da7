//! Digests as hexadecimal digits.

use pyo3::{Bound, Python, types::PyString};

/// Writes two digits for each byte, in time that does not depend on the bytes.
pub(crate) fn hex_into(bytes: &[u8], out: &mut [u8]) {
    // '0' + n, and 39 more, the distance from ':' to 'a', if n > 9
    let digit = |n: u8| b'0' + n + (39 & 0_u8.wrapping_sub(9_u8.wrapping_sub(n) >> 7));
    for (byte, pair) in bytes.iter().zip(out.chunks_exact_mut(2)) {
        pair[0] = digit(byte >> 4);
        pair[1] = digit(byte & 15);
    }
}

/// Returns the digits of bytes as a string.
pub(crate) fn hex<'py>(py: Python<'py>, bytes: &[u8]) -> Bound<'py, PyString> {
    let mut short = [0; 128];
    if let Some(out) = short.get_mut(..2 * bytes.len()) {
        hex_into(bytes, out);
        return PyString::new(py, std::str::from_utf8(out).unwrap_or_default());
    }
    let mut long = vec![0; 2 * bytes.len()];
    hex_into(bytes, &mut long);
    PyString::new(py, std::str::from_utf8(&long).unwrap_or_default())
}
