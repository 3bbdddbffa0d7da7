//! Quoting names in messages as for a shell, so that they cannot control the terminal.

use std::{borrow::Cow, fmt::Write as _};

/// The characters that are special to a shell, anywhere in a word.
const SPECIAL: &str = " !\"$&'()*:;<=>?[\\^`|";

/// Returns `name` unchanged if it needs no quotes in a shell; otherwise quoted as in the messages of coreutils.
pub(crate) fn quoted(name: &[u8]) -> String {
    let text = str::from_utf8(name).ok().filter(|text| !text.chars().any(char::is_control));
    let Some(text) = text else { return escaped(name) };
    let first = text.starts_with(['#', '~']) || matches!(text, "{" | "}");
    if !text.is_empty() && !first && !text.contains(|c| SPECIAL.contains(c)) {
        text.to_string()
    } else if text.contains('\'') && !text.contains(['"', '$', '`', '\\', '!']) {
        format!("\"{text}\"")
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Quotes a name with control characters or bytes that are not UTF-8, in pieces `'...'` and `$'...'`.
fn escaped(name: &[u8]) -> String {
    let mut put = Pieces { text: String::from("'"), escape: false };
    let octal = |byte: u8| {
        let mut text = String::new();
        write!(text, "\\{byte:03o}").expect("a String takes all");
        text
    };
    for chunk in name.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' => put.piece(true, "\\n"),
                '\r' => put.piece(true, "\\r"),
                '\t' => put.piece(true, "\\t"),
                '\x07' => put.piece(true, "\\a"),
                '\x08' => put.piece(true, "\\b"),
                '\x0b' => put.piece(true, "\\v"),
                '\x0c' => put.piece(true, "\\f"),
                // a quotation mark ends either kind of piece, and a plain piece follows
                '\'' => {
                    put.text.push_str("'\\''");
                    put.escape = false;
                }
                c if c.is_control() => {
                    c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| put.piece(true, &octal(byte)));
                }
                c => put.piece(false, c.encode_utf8(&mut [0; 4])),
            }
        }
        chunk.invalid().iter().for_each(|byte| put.piece(true, &octal(*byte)));
    }
    put.text + "'"
}

/// Returns a text that is safe to print on a terminal: line feeds stay, and every other control character, and every
/// byte that is not UTF-8, becomes a backslash and three octal digits.
pub(crate) fn printable(text: &[u8]) -> Cow<'_, [u8]> {
    let acts = |c: char| c.is_control() && c != '\n';
    if str::from_utf8(text).is_ok_and(|text| !text.contains(acts)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(2 * text.len());
    let octal = |shown: &mut String, bytes: &[u8]| {
        bytes.iter().for_each(|byte| write!(shown, "\\{byte:03o}").expect("a String takes all"));
    };
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            match acts(c) {
                true => octal(&mut shown, c.encode_utf8(&mut [0; 4]).as_bytes()),
                false => shown.push(c),
            }
        }
        octal(&mut shown, chunk.invalid());
    }
    Cow::Owned(shown.into_bytes())
}

struct Pieces {
    text: String,
    /// Whether the last piece is `$'...'`.
    escape: bool,
}

impl Pieces {
    fn piece(&mut self, escape: bool, text: &str) {
        if escape != self.escape {
            self.text.push_str(if escape { "'$'" } else { "''" });
            self.escape = escape;
        }
        self.text.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::{printable, quoted};

    #[test]
    fn terminals_get_no_control_characters() {
        for (text, shown) in [
            (&b"plain\ntext \xc3\xa9\n"[..], &b"plain\ntext \xc3\xa9\n"[..]),
            (b"\x1b[31m\n", b"\\033[31m\n"),
            (b"a\tb\rc\x7f\0", b"a\\011b\\015c\\177\\000"),
            // CSI as one character, and as a byte that is not UTF-8
            (b"\xc2\x9b31m \x9b", b"\\302\\23331m \\233"),
        ] {
            assert_eq!(printable(text), shown);
        }
    }

    /// Compares with the output of `sha256sum` 9.1 and 9.10.
    #[test]
    fn as_coreutils() {
        for (name, shown) in [
            ("a", "a"),
            ("dir/a-b_c.d+e,f@h%i{j}", "dir/a-b_c.d+e,f@h%i{j}"),
            ("", "''"),
            ("sp ace", "'sp ace'"),
            ("it's", "\"it's\""),
            ("it's $5", "'it'\\''s $5'"),
            ("#a", "'#a'"),
            ("a#", "a#"),
            ("~a", "'~a'"),
            ("*", "'*'"),
            ("é", "é"),
            ("n\nl", "'n'$'\\n''l'"),
            ("\x1b[2J", "''$'\\033''[2J'"),
            ("\n", "''$'\\n'"),
            ("a:b", "'a:b'"),
            ("a]", "a]"),
            ("it's\nx", "'it'\\''s'$'\\n''x'"),
            ("\n'x", "''$'\\n'\\''x'"),
            ("\x07\x08\x0b\x0c\t\r\x7f", "''$'\\a\\b\\v\\f\\t\\r\\177'"),
        ] {
            assert_eq!(quoted(name.as_bytes()), shown);
        }
        assert_eq!(quoted(b"a\xffb"), "'a'$'\\377''b'");
    }
}
