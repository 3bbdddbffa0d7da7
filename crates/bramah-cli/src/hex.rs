//! Hexadecimal digits.

use std::str::FromStr;
use zeroize::Zeroizing;

/// The message about a text that is not hexadecimal.
pub(crate) const WANTED: &str = "expected hexadecimal digits, two for each byte";

/// Decodes digits in upper or lower case to bytes, in a time that depends only on the number of digits,
/// because they may be a key.
pub(crate) fn decode(text: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let mut bytes = Zeroizing::new(vec![0; text.len() / 2]);
    let len = base16ct::mixed::decode(text, &mut bytes).ok()?.len();
    (2 * len == text.len()).then_some(bytes)
}

/// An argument in hexadecimal.
#[derive(Clone)]
pub(crate) struct Hex(pub(crate) Zeroizing<Vec<u8>>);

impl FromStr for Hex {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        decode(text.as_bytes()).map(Self).ok_or(WANTED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_two_for_each_byte() {
        let decoded = |text: &str| decode(text.as_bytes()).map(|bytes| bytes.to_vec());
        assert_eq!(decoded(""), Some(vec![]));
        assert_eq!(decoded("00fFA5"), Some(vec![0, 255, 0xa5]));
        for text in ["0", "000", "0g", "g0", "0x", " 00", "00 ", "+1", "\u{ff11}0"] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }
}
