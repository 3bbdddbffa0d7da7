//! Digests as hexadecimal digits.

use pyo3::{Bound, Python, types::PyString};

/// Writes two hexadecimal digits for each byte, in time that does not depend on the bytes. Both digits are computed as the halves
/// of a 16-bit word, which the compiler vectorises for sixteen bytes at once, so that many bytes in one call take less time.
pub(crate) fn hex_into(bytes: &[u8], out: &mut [u8]) {
    for (byte, pair) in bytes.iter().zip(out.as_chunks_mut::<2>().0) {
        let byte = u16::from(*byte);
        // the word is rotated and masked as a whole: of `byte & 15` the compiler makes a vector of bytes first
        let digits = (byte >> 4 | byte << 8) & 0x0f0f;
        // 1 in each half whose digit is a letter; the letters are 39 after the six characters that follow '9'
        let letters = (digits + 0x0606) >> 4 & 0x0101;
        *pair = (digits + 0x3030 + letters * 39).to_le_bytes();
    }
}

/// Returns the hexadecimal digits of bytes as a string.
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
