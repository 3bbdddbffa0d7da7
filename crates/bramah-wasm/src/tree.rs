//! BLAKE3 of a content whose parts are hashed apart.

use crate::{
    failure::{Failure, Status},
    fields::malformed,
    requests::hash::{JOIN, PART},
};
use bramah::bao::Part;
use std::io;

/// The length in bytes of a part in requests: its beginning and its length (8 bytes each, little-endian), and its value.
const LEN: usize = 48;

/// Serves `PART`, `JOIN` and `ROOT`.
///
/// # Errors
/// The parts do not make up a subtree, or the input is malformed.
pub(crate) fn serve(request: u32, input: &[u8], reply: &mut Vec<u8>) -> Result<(), Failure> {
    match request {
        PART => {
            let (start, content) = input.split_first_chunk().ok_or_else(malformed)?;
            write(reply, &Part::of(content, u64::from_le_bytes(*start)).map_err(refused)?);
        }
        JOIN => write(reply, &Part::joined(&parts(input)?).map_err(refused)?),
        _ => reply.extend_from_slice(&Part::hash(&parts(input)?).map_err(refused)?),
    }
    Ok(())
}

fn refused(error: io::Error) -> Failure {
    Failure::new(Status::Argument, error.to_string())
}

fn write(reply: &mut Vec<u8>, part: &Part) {
    reply.extend_from_slice(&part.start.to_le_bytes());
    reply.extend_from_slice(&part.len.to_le_bytes());
    reply.extend_from_slice(&part.value);
}

fn parts(input: &[u8]) -> Result<Vec<Part>, Failure> {
    let (parts, rest) = input.as_chunks::<LEN>();
    if !rest.is_empty() {
        return Err(malformed());
    }
    let read = |mut part: &[u8]| {
        let mut number =
            || part.split_off(..8).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
        let (start, len) = (number()?, number()?);
        Some(Part { start, len, value: part.try_into().ok()? })
    };
    parts.iter().map(|part| read(part)).collect::<Option<_>>().ok_or_else(malformed)
}
