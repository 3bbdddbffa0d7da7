//! Messages that a scheme needs as a whole. They are held in memory, so their length is limited.

use crate::{buffer, exit::Stop, input::Input};
use zeroize::Zeroizing;

/// The number of bytes that are processed at a time.
pub(super) const PIECE: usize = 1 << 20;

/// The maximum number of bytes of text, and of associated data.
pub(super) const MOST: usize = 1 << 30;

/// Reads a whole file of at most `most` bytes.
///
/// # Errors
/// The file is longer; there is not enough memory; reading fails.
pub(super) fn read(input: &mut Input, most: usize) -> Result<Zeroizing<Vec<u8>>, Stop> {
    let announced = input.len().unwrap_or(0);
    if announced > most as u64 {
        return Err(too_long(input, most));
    }
    // one byte more than expected, so that the end of the file is noticed without a second allocation
    let mut bytes = buffer::zeroed((announced as usize).max(PIECE) + 1)?;
    let mut count = 0;
    loop {
        count += input.fill(&mut bytes[count..])?;
        if count > most {
            return Err(too_long(input, most));
        }
        if count < bytes.len() {
            bytes.truncate(count);
            return Ok(bytes);
        }
        // the smaller buffer is wiped on drop
        let mut larger = buffer::zeroed((2 * count).min(most + 1))?;
        larger[..count].copy_from_slice(&bytes);
        bytes = larger;
    }
}

fn too_long(input: &Input, most: usize) -> Stop {
    input.stop(format_args!(
        "too long: this cipher needs the whole message in memory, and the limit is {most} bytes"
    ))
}
