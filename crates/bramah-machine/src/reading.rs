//! Reading until a buffer is full or the input ends.

use std::io::{self, Read};

/// Reads until the buffer is full or the reader ends. `len` is the number of bytes in the buffer before the call. Returns the
/// number of bytes in the buffer after the call.
///
/// # Errors
/// The errors of the reader, except interruptions by a signal, after which reading is retried.
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
