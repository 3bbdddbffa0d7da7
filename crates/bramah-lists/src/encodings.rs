//! Encodings in the lists of other tools: base64 for URLs, and escapes in names.

use super::{Flaw, naming::read_hex};

/// Converts base64 for URLs without padding (RFC 4648, section 5) to ordinary base64 with padding (section 4).
pub(super) fn from_url_base64(text: &[u8]) -> Vec<u8> {
    let plain = |byte: &u8| match byte {
        b'-' => b'+',
        b'_' => b'/',
        byte => *byte,
    };
    let mut text: Vec<u8> = text.iter().map(plain).collect();
    while !text.len().is_multiple_of(4) {
        text.push(b'=');
    }
    text
}

/// Returns a name with the escapes of URLs (a percent sign and two hexadecimal digits) replaced by their bytes, if `which`
/// returns true for the byte.
pub(super) fn unpercented(name: &[u8], which: impl Fn(u8) -> bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    let mut at = 0;
    while at < name.len() {
        let code = name.get(at + 1..at + 3).and_then(read_hex);
        match code {
            Some(code) if name[at] == b'%' && which(code[0]) => {
                out.push(code[0]);
                at += 3;
            }
            _ => {
                out.push(name[at]);
                at += 1;
            }
        }
    }
    out
}

/// Returns a name with the escapes of BagIt for line ends and percent signs (RFC 8493, section 2.1.3) replaced by these
/// characters.
pub fn from_bagit(name: &[u8]) -> Vec<u8> {
    unpercented(name, |byte| b"\n\r%".contains(&byte))
}

/// Appends a name to `out`, escaped as BagIt requires (RFC 8493, section 2.1.3).
pub fn write_bagit(out: &mut Vec<u8>, name: &[u8]) {
    for &byte in name {
        match byte {
            b'\n' => out.extend_from_slice(b"%0A"),
            b'\r' => out.extend_from_slice(b"%0D"),
            b'%' => out.extend_from_slice(b"%25"),
            byte => out.push(byte),
        }
    }
}

/// Appends a name to `out`, with the escapes of URLs.
pub fn write_percented(out: &mut Vec<u8>, name: &[u8]) {
    for &byte in name {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(byte);
        } else {
            out.extend_from_slice(format!("%{byte:02X}").as_bytes());
        }
    }
}

/// Returns a name with the escapes of `vis`, which mtree writes, replaced by their bytes. An escape is a backslash with
/// three octal digits or one other character.
pub(super) fn from_vis(name: &[u8]) -> Result<Vec<u8>, Flaw> {
    let mut out = Vec::with_capacity(name.len());
    let mut at = 0;
    while at < name.len() {
        if name[at] != b'\\' {
            out.push(name[at]);
            at += 1;
            continue;
        }
        let octal = name
            .get(at + 1..at + 4)
            .and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 8).ok());
        let (byte, length) = match (octal, name.get(at + 1)) {
            (Some(byte), _) => (byte, 4),
            (None, Some(b's')) => (b' ', 2),
            (None, Some(b't')) => (b'\t', 2),
            (None, Some(b'n')) => (b'\n', 2),
            (None, Some(b'r')) => (b'\r', 2),
            (None, Some(byte @ (b'\\' | b'#'))) => (*byte, 2),
            _ => return Err(Flaw::Escape),
        };
        out.push(byte);
        at += length;
    }
    Ok(out)
}

/// Returns the text of an XML element or attribute, with the five predefined entities replaced by their characters.
pub(super) fn from_xml(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        let entities: [(&[u8], u8); 5] =
            [(b"&amp;", b'&'), (b"&lt;", b'<'), (b"&gt;", b'>'), (b"&quot;", b'"'), (b"&apos;", b'\'')];
        match entities.iter().find(|(entity, _)| rest.starts_with(entity)) {
            Some((entity, byte)) => {
                out.push(*byte);
                rest = &rest[entity.len()..];
            }
            None => {
                out.push(byte);
                rest = after;
            }
        }
    }
    out
}

/// Returns the fields of a line. A field may be in quotation marks, and quotation marks in such a field are doubled. Returns
/// `None` if a quotation mark is not closed.
pub(super) fn fields(line: &[u8], separator: u8) -> Option<Vec<Vec<u8>>> {
    let mut fields = vec![Vec::new()];
    let mut quoted = false;
    let mut bytes = line.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let field = fields.last_mut()?;
        match byte {
            b'"' if quoted && bytes.peek() == Some(&b'"') => {
                field.push(b'"');
                bytes.next();
            }
            b'"' if quoted => quoted = false,
            b'"' if field.is_empty() => quoted = true,
            byte if byte == separator && !quoted => fields.push(Vec::new()),
            byte => field.push(byte),
        }
    }
    (!quoted).then_some(fields)
}

/// Returns the file name at the end of a URL, without escapes, query and fragment.
pub(super) fn of_url(url: &[u8]) -> Vec<u8> {
    let end = url.iter().position(|byte| b"?#".contains(byte)).unwrap_or(url.len());
    let url = &url[..end];
    let from = url.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    unpercented(&url[from..], |_| true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_names() {
        let mut out = Vec::new();
        write_bagit(&mut out, b"a\r\n%b");
        assert_eq!((&out[..], from_bagit(&out)), (&b"a%0D%0A%25b"[..], b"a\r\n%b".to_vec()));
        assert_eq!(from_bagit(b"%41%0a%"), b"%41\n%");
        assert_eq!(from_vis(b"a\\040b\\s\\\\\\#").unwrap(), b"a b \\#");
        assert_eq!(from_vis(b"a\\"), Err(Flaw::Escape));
        assert_eq!(from_xml(b"a&amp;lt;&lt;b&c"), b"a&lt;<b&c");
        assert_eq!(fields(b"\"a,\"\"b\",c,", b',').unwrap(), [&b"a,\"b"[..], b"c", b""]);
        assert_eq!(fields(b"\"a", b','), None);
        assert_eq!(of_url(b"https://x/y/a%20b.tgz?x#y"), b"a b.tgz");
    }
}
