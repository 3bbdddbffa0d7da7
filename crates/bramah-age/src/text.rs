//! Base64 and Bech32 in the strict forms that age requires, and byte order marks.

use crate::Error;
use base64ct::{Base64Unpadded, Encoding as _};
use bech32::{
    Hrp,
    primitives::{Bech32, checksum::Checksum, decode::CheckedHrpstring},
};
use zeroize::Zeroizing;

/// The byte order mark that some programs write before UTF-8 text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the text without the byte order mark, if it has one.
pub(crate) fn unmarked(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Returns whether these bytes are only the beginning of a byte order mark.
pub(crate) fn may_be_marked(start: &[u8]) -> bool {
    start.len() < MARK.len() && MARK.starts_with(start)
}

/// Returns whether text that should be ASCII is UTF-16. It is if it begins with a byte order mark of UTF-16, or if
/// every other one of its first four bytes is zero.
pub(crate) fn is_utf16(text: &[u8]) -> bool {
    let zeros = |from: usize| text.len() >= 4 && (0..4).all(|at| (text[at] == 0) == (at % 2 == from));
    text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") || zeros(0) || zeros(1)
}

/// Encodes bytes as base64 without padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    Base64Unpadded::encode_string(bytes)
}

/// Decodes base64 without padding. Returns `None` if it is not canonical.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    Base64Unpadded::decode_vec(text).ok()
}

/// Bech32 (BIP 173) without its limit of 90 characters, as age uses it.
enum Long {}

impl Checksum for Long {
    type MidstateRepr = <Bech32 as Checksum>::MidstateRepr;
    type CorrectionField = <Bech32 as Checksum>::CorrectionField;
    const ROOT_GENERATOR: Self::CorrectionField = Bech32::ROOT_GENERATOR;
    const ROOT_EXPONENTS: core::ops::RangeInclusive<usize> = Bech32::ROOT_EXPONENTS;
    const CODE_LENGTH: usize = usize::MAX;
    const CHECKSUM_LENGTH: usize = Bech32::CHECKSUM_LENGTH;
    const GENERATOR_SH: [Self::MidstateRepr; 5] = Bech32::GENERATOR_SH;
    const TARGET_RESIDUE: Self::MidstateRepr = Bech32::TARGET_RESIDUE;
}

/// Encodes bytes as Bech32 in lower case.
pub(crate) fn bech32(prefix: &str, bytes: &[u8]) -> Result<Zeroizing<String>, Error> {
    let prefix = Hrp::parse(prefix).map_err(|_| Error::key("the prefix is not allowed in Bech32"))?;
    let text = bech32::encode_lower::<Long>(prefix, bytes).map_err(|_| Error::key("too long for Bech32"))?;
    Ok(Zeroizing::new(text))
}

/// Decodes Bech32 in lower or upper case, but not in mixed case. Returns the prefix in its original case, and the
/// bytes.
pub(crate) fn from_bech32(text: &str) -> Option<(String, Zeroizing<Vec<u8>>)> {
    let checked = CheckedHrpstring::new::<Long>(text).ok()?;
    let (prefix, _) = text.rsplit_once('1')?;
    let digits = checked.fe32_iter();
    let len = text.len() - prefix.len() - 1 - Long::CHECKSUM_LENGTH;
    let mut bytes = Zeroizing::new(Vec::with_capacity(len * 5 / 8));
    let (mut bits, mut count) = (0_u32, 0);
    for digit in digits {
        bits = bits << 5 | u32::from(digit.to_u8());
        count += 5;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    // the last character contains at least one bit of the bytes, and its other bits are zero
    (count < 5 && bits == 0).then(|| (prefix.to_string(), bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bech32_of_every_length() {
        for len in 0..100_usize {
            let bytes: Vec<u8> = (0..len).map(|i| (i % 251) as u8 ^ 0xa5).collect();
            let text = bech32("age", &bytes).unwrap();
            assert_eq!(from_bech32(&text).map(|(p, b)| (p, b.to_vec())), Some(("age".into(), bytes)));
            let mut wrong = text.to_string();
            let last = if wrong.pop() == Some('q') { 'p' } else { 'q' };
            wrong.push(last);
            assert!(from_bech32(&wrong).is_none());
        }
        assert!(from_bech32("Age1qqqqqq").is_none());
    }

    #[test]
    fn base64_is_canonical() {
        assert_eq!(from_base64(""), Some(vec![]));
        assert_eq!(from_base64("AA"), Some(vec![0]));
        for wrong in ["A", "AB", "AA=", "AA==", "A A", "AA\n", "A-"] {
            assert_eq!(from_base64(wrong), None, "{wrong:?}");
        }
    }
}
