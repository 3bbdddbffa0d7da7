//! The parser of the files.

use crate::{Value, Vector};
use core::fmt;
use std::collections::HashSet;

/// An error in a file, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The file name that was passed to [`parse`].
    pub file: &'static str,
    /// The line number, from 1.
    pub line: u32,
    /// The description of the error.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl core::error::Error for ParseError {}

/// Parses the text of a file; `file` is the file name in the result.
///
/// The caller checks which fields a vector must have, as [`hash`](crate::hash) does.
///
/// # Errors
///
/// The first malformed line.
///
/// ```
/// let vectors = bramah_vectors::parse("a.txt", "[RFC 1]\nid = one\nmessage = 00\n").unwrap();
/// assert_eq!((vectors[0].source, vectors[0].id, vectors[0].line), ("RFC 1", Some("one"), 2));
///
/// let error = bramah_vectors::parse("a.txt", "[RFC 1]\nmesage = 00\n").unwrap_err();
/// assert_eq!(error.to_string(), "a.txt:2: there is no field `mesage`");
/// ```
pub fn parse(file: &'static str, text: &'static str) -> Result<Vec<Vector>, ParseError> {
    let mut reader = Reader { file, ..Reader::default() };
    for (line, number) in text.lines().zip(1..) {
        reader.line(line, number).map_err(|message| ParseError { file, line: number, message })?;
    }
    Ok(reader.vectors)
}

/// The state of reading a file.
#[derive(Default)]
struct Reader {
    file: &'static str,
    source: Option<&'static str>,
    vectors: Vec<Vector>,
    ids: HashSet<&'static str>,
    /// Whether the last vector has not ended yet; a blank line ends it.
    open: bool,
}

impl Reader {
    fn line(&mut self, text: &'static str, number: u32) -> Result<(), String> {
        if text.starts_with('#') {
            Ok(())
        } else if text.is_empty() {
            self.open = false;
            Ok(())
        } else if let Some(heading) = text.strip_prefix('[') {
            self.heading(heading)
        } else {
            self.field(text, number)
        }
    }

    fn heading(&mut self, text: &'static str) -> Result<(), String> {
        let source = text.strip_suffix(']').ok_or("a heading that does not end in `]`")?;
        if self.open {
            return Err("a heading inside a vector: a blank line is missing".into());
        }
        if source.trim().is_empty() {
            return Err("an empty heading".into());
        }
        self.source = Some(source);
        Ok(())
    }

    fn field(&mut self, text: &'static str, line: u32) -> Result<(), String> {
        let (name, value) = text
            .split_once(" = ")
            .or_else(|| text.strip_suffix(" =").map(|name| (name, "")))
            .ok_or("neither a field `name = value` nor a heading, a comment or a blank line")?;
        if !self.open {
            let source = self.source.ok_or("a vector before the first heading")?;
            self.vectors.push(Vector { file: self.file, line, source, id: None, fields: Vec::new() });
            self.open = true;
        }
        let vector = self.vectors.last_mut().expect("an open vector");
        if vector.fields.iter().any(|(given, _)| *given == name) || (name == "id" && vector.id.is_some()) {
            return Err(format!("`{name}` a second time: is a blank line missing?"));
        }
        if name == "id" {
            if value.is_empty() || !self.ids.insert(value) {
                return Err(format!("the id `{value}` is empty or taken"));
            }
            vector.id = Some(value);
        } else {
            vector.fields.push((name, Value::parse(name, value)?));
        }
        Ok(())
    }
}
