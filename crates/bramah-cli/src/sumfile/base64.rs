//! Base64, RFC 4648 section 4, with padding.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Appends `bytes`.
pub(crate) fn write(out: &mut Vec<u8>, bytes: &[u8]) {
    for three in bytes.chunks(3) {
        let mut padded = [0; 3];
        padded[..three.len()].copy_from_slice(three);
        let bits = u32::from_be_bytes([0, padded[0], padded[1], padded[2]]);
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i)) as usize & 63];
            out.push(if i <= three.len() { letter } else { b'=' });
        }
    }
}

/// Decodes `text`; `None` if it is not what [`write`] writes. The bits after the last byte are ignored, as coreutils ignore them.
pub(crate) fn read(text: &[u8]) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text.iter().rev().take_while(|&&byte| byte == b'=').count();
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    for four in text[..text.len().checked_sub(padding)?].chunks(4) {
        let mut bits = 0u32;
        for i in 0..4 {
            let value = four.get(i).map_or(Some(0), |byte| LETTERS.iter().position(|letter| letter == byte));
            bits = bits << 6 | value? as u32;
        }
        out.extend_from_slice(&bits.to_be_bytes()[1..four.len().max(1)]);
    }
    // only the necessary padding
    let mut again = Vec::with_capacity(text.len());
    write(&mut again, &out);
    let last = (text.len() - padding).checked_sub(1);
    let differs = |at: usize| again.get(at) != text.get(at) && Some(at) != last;
    (again.len() == text.len() && !(0..text.len()).any(differs)).then_some(out)
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
