//! Sizes as arguments: `64`, `16k`, `1m`.

use std::fmt;

/// A number of bytes, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size(usize);

/// The default sizes of one message.
pub(super) const SIZES: [Size; 4] = [Size(64), Size(1 << 10), Size(16 << 10), Size(1 << 20)];
/// The default sizes of each of many messages.
pub(super) const MANY: [Size; 2] = [Size(32), Size(1 << 10)];

/// The length of the longest message, in bytes.
const ONE_MAX: usize = 1 << 30;
/// The length of the longest message of a batch, in bytes. Together, the messages of a batch have at most
/// [`ONE_MAX`] bytes.
const MANY_MAX: usize = 16 << 20;

impl Size {
    pub(super) const fn bytes(self) -> usize {
        self.0
    }
}

/// Parses the size of one message.
pub(super) fn one(text: &str) -> Result<Size, String> {
    parse(text, ONE_MAX)
}

/// Parses the size of each of many messages.
pub(super) fn many(text: &str) -> Result<Size, String> {
    parse(text, MANY_MAX)
}

fn parse(text: &str, max: usize) -> Result<Size, String> {
    let (digits, unit) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 1 << 10),
        Some(b'm' | b'M') => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    let number = Some(digits).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
    let number = number.and_then(|digits| digits.parse::<usize>().ok());
    match number.and_then(|number| number.checked_mul(unit)) {
        Some(bytes) if (1..=max).contains(&bytes) => Ok(Size(bytes)),
        _ => Err(format!("expected a size from 1 to {}, such as 64, 16k or 1m", Size(max))),
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes if bytes.is_multiple_of(1 << 20) => write!(f, "{}m", bytes >> 20),
            bytes if bytes.is_multiple_of(1 << 10) => write!(f, "{}k", bytes >> 10),
            bytes => write!(f, "{bytes}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_they_are_written() {
        for (text, bytes, shown) in [
            ("1", 1, "1"),
            ("64", 64, "64"),
            ("1k", 1024, "1k"),
            ("16K", 16384, "16k"),
            ("1m", 1 << 20, "1m"),
            ("1024", 1024, "1k"),
            ("1024k", 1 << 20, "1m"),
            ("1025", 1025, "1025"),
            ("1024M", 1 << 30, "1024m"),
        ] {
            let size = one(text).unwrap();
            assert_eq!((size.bytes(), size.to_string().as_str()), (bytes, shown), "{text}");
        }
        for text in ["", "0", "0k", "k", "-1", "+1", "1.5k", "1g", "1kk", "1 k", "1025m", "é", "9e9"] {
            assert!(one(text).is_err(), "{text}");
        }
        assert!(one("99999999999999999999999").is_err() && one("99999999999999999m").is_err());
        assert!(many("16m").is_ok() && many("17m").is_err());
    }
}
