//! Bytes as hexadecimal digits.

use core::fmt::{self, Display, LowerHex, UpperHex, Write};

/// Bytes that print as hexadecimal digits, two for each byte, in lower case with `{}` and `{:x}`, and in upper case with `{:X}`.
/// Widths and fill characters are ignored.
///
/// Neither time nor memory addresses depend on the bytes, so that a key or a secret digest may be printed too.
///
/// ```
/// use bramah::{Hex, Sha256};
///
/// let digest = Sha256::digest(b"abc");
/// assert_eq!(
///     Hex(&digest).to_string(),
///     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
/// );
/// assert_eq!(format!("{:X}", Hex(&[0, 0xa5])), "00A5");
/// ```
///
/// With the trait [`ToHex`] in scope, `digest.to_hex()` returns the digits as a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex<'a>(pub &'a [u8]);

impl Hex<'_> {
    /// Writes the digits. `letters` is one less than the distance from the character `9` to the letter for ten.
    fn digits(self, f: &mut fmt::Formatter<'_>, letters: u8) -> fmt::Result {
        let digit = |nibble: u8| {
            // all ones if the nibble is ten or more
            let letter = 9u8.wrapping_sub(nibble) >> 7;
            char::from(b'0' + nibble + letter * letters)
        };
        for byte in self.0 {
            f.write_char(digit(byte >> 4))?;
            f.write_char(digit(byte & 15))?;
        }
        Ok(())
    }
}

impl Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digits(f, b'a' - b'9' - 1)
    }
}

impl LowerHex for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digits(f, b'a' - b'9' - 1)
    }
}

impl UpperHex for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digits(f, b'A' - b'9' - 1)
    }
}

/// Bytes that can be written as a string of hexadecimal digits.
///
/// ```
/// use bramah::{Md5, ToHex};
///
/// assert_eq!(Md5::digest(b"abc").to_hex(), "900150983cd24fb0d6963f7d28e17f72");
/// ```
#[cfg(feature = "alloc")]
pub trait ToHex {
    /// Returns the bytes as lower-case hexadecimal digits, two for each byte, as [`Hex`] prints them.
    fn to_hex(&self) -> alloc::string::String;
}

#[cfg(feature = "alloc")]
impl ToHex for [u8] {
    fn to_hex(&self) -> alloc::string::String {
        alloc::string::ToString::to_string(&Hex(self))
    }
}

#[cfg(test)]
mod tests {
    use super::Hex;
    use std::{format, string::ToString};

    #[test]
    fn every_byte_is_as_the_standard_library_prints_it() {
        for byte in 0..=255 {
            assert_eq!(Hex(&[byte]).to_string(), format!("{byte:02x}"));
            assert_eq!(format!("{:X}", Hex(&[byte])), format!("{byte:02X}"));
        }
    }
}
