//! Base64, RFC 4648 section 4, with padding.

use base64ct::{Base64, Encoding};

/// Appends `bytes` to `out` in base64.
pub fn write(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(Base64::encode_string(bytes).as_bytes());
}

/// Decodes `text`; `None` if it is not what [`write`] writes. The bits after the last byte are ignored, as coreutils ignore them.
pub(crate) fn read(text: &[u8]) -> Option<Vec<u8>> {
    let mut text = text.to_vec();
    let padding = text.iter().rev().take_while(|&&byte| byte == b'=').count();
    if let (1 | 2, Some(last)) = (padding, text.len().checked_sub(padding + 1)) {
        // the last letter with the ignored bits cleared, because the crate base64ct refuses other letters
        let value = Base64::decode_vec(str::from_utf8(&[b'A', b'A', b'A', text[last]]).ok()?).ok()?[2];
        let letters = Base64::encode_string(&[0, 0, value & !((1 << (2 * padding)) - 1)]);
        text[last] = letters.as_bytes()[3];
    }
    Base64::decode_vec(str::from_utf8(&text).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the vectors of RFC 4648, section 10.
    #[test]
    fn published_vectors() {
        let vectors: [(&[u8], &[u8]); 7] = [
            (b"", b""),
            (b"f", b"Zg=="),
            (b"fo", b"Zm8="),
            (b"foo", b"Zm9v"),
            (b"foob", b"Zm9vYg=="),
            (b"fooba", b"Zm9vYmE="),
            (b"foobar", b"Zm9vYmFy"),
        ];
        for (bytes, text) in vectors {
            let mut out = Vec::new();
            write(&mut out, bytes);
            assert_eq!(out, text);
            assert_eq!(read(text).unwrap(), bytes);
        }
    }

    #[test]
    fn bits_after_the_last_byte_are_ignored() {
        assert_eq!(read(b"Zh==").unwrap(), b"f");
        assert_eq!(read(b"Zm9=").unwrap(), b"fo");
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in ["Z", "Zg", "Zg=", "=", "====", "Zg==Zg==", "Zm 9", "Zm9v====", "Zm9-"] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }
}
