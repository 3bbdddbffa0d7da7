//! Reading until a buffer is full.

use std::io::{self, Read};

/// Reads until the buffer is full or the reader ends. `len` bytes are in it before; returns the number of bytes in it after.
///
/// # Errors
/// The errors of the reader, but not that a signal interrupted it.
pub fn fill(reader: &mut (impl Read + ?Sized), buffer: &mut [u8], mut len: usize) -> io::Result<usize> {
    while len < buffer.len() {
        match reader.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(count) => len += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(len)
}
