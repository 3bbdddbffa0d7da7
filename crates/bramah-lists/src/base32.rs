//! Base32, RFC 4648 section 6.

/// Decodes base32 (RFC 4648, section 6) in upper or lower case, with or without padding. Returns `None` for any other text,
/// and for a length that no number of bytes has.
pub(super) fn read(text: &[u8]) -> Option<Vec<u8>> {
    let end = text.iter().rposition(|&byte| byte != b'=').map_or(0, |last| last + 1);
    let (text, padding) = text.split_at(end);
    if !padding.is_empty() && !(text.len() + padding.len()).is_multiple_of(8) {
        return None;
    }
    let bytes = text.len() * 5 / 8;
    if text.len() != (bytes * 8).div_ceil(5) {
        return None;
    }
    let mut out = Vec::with_capacity(bytes);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text {
        let value = match byte.to_ascii_lowercase() {
            letter @ b'a'..=b'z' => letter - b'a',
            digit @ b'2'..=b'7' => digit - b'2' + 26,
            _ => return None,
        };
        bits = bits << 5 | u32::from(value);
        count += 5;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(out)
}

/// Appends `bytes` to `out` in base32, in lower case without padding.
pub fn write(out: &mut Vec<u8>, bytes: &[u8]) {
    const DIGITS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let (mut bits, mut count) = (0_u32, 0);
    for &byte in bytes {
        bits = bits << 8 | u32::from(byte);
        count += 8;
        while count >= 5 {
            count -= 5;
            out.push(DIGITS[(bits >> count & 31) as usize]);
        }
        bits &= (1 << count) - 1;
    }
    if count > 0 {
        out.push(DIGITS[(bits << (5 - count) & 31) as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of RFC 4648, section 10.
    #[test]
    fn published_vectors() {
        let vectors: [(&[u8], &str); 7] = [
            (b"", ""),
            (b"f", "MY======"),
            (b"fo", "MZXQ===="),
            (b"foo", "MZXW6==="),
            (b"foob", "MZXW6YQ="),
            (b"fooba", "MZXW6YTB"),
            (b"foobar", "MZXW6YTBOI======"),
        ];
        for (bytes, text) in vectors {
            assert_eq!(read(text.as_bytes()).unwrap(), bytes);
            let mut out = Vec::new();
            write(&mut out, bytes);
            assert_eq!(String::from_utf8(out).unwrap(), text.trim_end_matches('=').to_ascii_lowercase());
        }
        for text in ["M", "MZX", "MY=", "M1======", "MY======MY", "=MY"] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }
}
