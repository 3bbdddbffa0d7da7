//! The wire format of SSH (RFC 4251, section 5), in which keys and signatures are written.

/// Reads a 32-bit number from the front of `from`, and removes it. Returns `None` if too few bytes are left.
pub fn number(from: &mut &[u8]) -> Option<u32> {
    let (number, rest) = from.split_first_chunk()?;
    *from = rest;
    Some(u32::from_be_bytes(*number))
}

/// Reads a string from the front of `from`, and removes it: its length in bytes, then its bytes. Returns `None` if too
/// few bytes are left.
pub fn string<'a>(from: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = number(from)? as usize;
    let (string, rest) = from.split_at_checked(length)?;
    *from = rest;
    Some(string)
}

/// Appends a string, which must be shorter than 4 GiB: its length in bytes, then its bytes.
pub fn put(to: &mut Vec<u8>, string: &[u8]) {
    to.extend_from_slice(&(string.len() as u32).to_be_bytes());
    to.extend_from_slice(string);
}
