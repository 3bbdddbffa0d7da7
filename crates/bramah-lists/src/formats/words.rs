//! Splits lines into words.

use crate::naming;

/// Returns whether a byte separates words.
pub(super) fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Returns a text without the blanks around it.
pub(super) fn trimmed(text: &[u8]) -> &[u8] {
    text.trim_ascii()
}

/// Returns the words of a text.
pub(super) fn words(text: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> + Clone {
    text.split(is_blank).filter(|word| !word.is_empty())
}

/// Returns the first word of a text and the rest, which begins with a blank unless it is empty.
pub(super) fn first(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(is_blank).unwrap_or(text.len()))
}

/// Returns the parts of a text before and after the first occurrence of `mark`; `None` if it does not occur.
pub(super) fn cut<'a>(text: &'a [u8], mark: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = text.windows(mark.len()).position(|window| window == mark)?;
    Some((&text[..at], &text[at + mark.len()..]))
}

/// Returns whether a text consists of hexadecimal digits.
pub(super) fn is_hex(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_hexdigit)
}

/// Returns whether a text consists of decimal digits.
pub(super) fn is_decimal(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Returns the name of the algorithm that the length of a digest implies: CRC-32, MD5, SHA-1 or a function of SHA-2.
pub(super) fn implied(digest: &[u8]) -> Option<&'static str> {
    if digest.len() == 8 && is_hex(digest) { Some("crc32") } else { naming::implied(digest) }
}

/// Returns whether one of the words of a text could be a digest. A line with such a word is not skipped silently.
pub(super) fn has_digest(text: &[u8]) -> bool {
    let between = |byte: &u8| is_blank(byte) || b"'\"=:,();".contains(byte);
    text.split(between).any(|word| word.len() > 8 && implied(word).is_some())
}

/// Returns a text without the quotation marks around it.
pub(super) fn unquoted(text: &[u8]) -> &[u8] {
    match text {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        text => text,
    }
}
