//! JSON and XML. A line that is a JSON object or array is read immediately. Other texts are kept, and read when the
//! list ends; their length is limited to [`LARGEST`].

use super::{
    Scan, State,
    lines::split_prefix,
    words::{cut, trimmed, words},
};
use crate::{
    Flaw, base64,
    encodings::{from_xml, of_url},
    size::{Size, number},
};
use serde_json::{Map, Value};

/// The maximum length in bytes of a text that is kept until the list ends.
const LARGEST: usize = 64 << 20;

/// A text that is kept until the list ends.
#[derive(Default)]
pub(super) struct Document {
    text: Vec<u8>,
    line: u64,
    xml: bool,
    too_long: bool,
}

/// Reads a line of JSON, or the first line of a JSON text.
pub(super) fn json(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let text = trimmed(line);
    let inner = match text {
        [b'{', rest @ ..] => trimmed(rest).first().is_none_or(|byte| b"\"}".contains(byte)),
        [b'[', rest @ ..] => trimmed(rest).first().is_none_or(|byte| b"{]".contains(byte)),
        _ => false,
    };
    if !inner {
        return false;
    }
    match serde_json::from_slice::<Value>(text) {
        Ok(value) => scan.put_whole(&value, at),
        Err(_) if scan.any => return false,
        Err(_) => {
            let document = Document { line: at, ..Document::default() };
            return scan.text(document, line);
        }
    }
    true
}

/// Returns whether a line is the first line of an XML text.
pub(super) fn is_xml(line: &[u8]) -> bool {
    let text = trimmed(line);
    let known: [&[u8]; 3] = [b"<?xml", b"<FCIV", b"<metalink"];
    known.iter().any(|start| text.starts_with(start))
}

/// Reads the first line of an XML text.
pub(super) fn xml(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    if scan.any || !is_xml(line) {
        return false;
    }
    scan.text(Document { line: at, xml: true, ..Document::default() }, line)
}

/// Returns the attributes and the contents of the first element with this name, and the text after the element.
fn element<'a>(text: &'a [u8], name: &[u8]) -> Option<(&'a [u8], &'a [u8], &'a [u8])> {
    let (_, rest) = cut(text, &[b"<", name].concat())?;
    let (attributes, rest) = match rest.first()? {
        b'>' => (&rest[..0], &rest[1..]),
        b' ' | b'\t' | b'\n' => cut(rest, b">")?,
        _ => return element(rest, name),
    };
    let (inner, rest) = cut(rest, &[b"</", name, b">"].concat())?;
    Some((attributes, inner, rest))
}

/// Returns the value of an attribute.
fn attribute<'a>(attributes: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let (_, rest) = cut(attributes, &[b" ", name, b"=\""].concat())?;
    Some(cut(rest, b"\"")?.0)
}

impl Scan {
    /// Appends a line to a document.
    pub(super) fn text(&mut self, mut document: Document, line: &[u8]) -> bool {
        if document.text.len() + line.len() < LARGEST {
            document.text.extend_from_slice(line);
            document.text.push(b'\n');
        } else {
            document.too_long = true;
        }
        self.state = State::Document(document);
        true
    }

    pub(super) fn put_document(&mut self, document: Document) {
        let Document { text, line, xml, too_long } = document;
        if too_long {
            return self.put(line, Err(Flaw::TooLong));
        }
        if xml {
            return self.put_xml(&text, line);
        }
        match serde_json::from_slice(&text) {
            Ok(value) => self.put_whole(&value, line),
            Err(_) => self.put(line, Err(Flaw::Document("JSON"))),
        }
    }

    /// Reads a value that must contain the digest of a file, unless it is the summary in the last line of `bramah hash --json`.
    fn put_whole(&mut self, value: &Value, at: u64) {
        let before = self.ready.len();
        self.put_value(value, at);
        if self.ready.len() == before && !value.get("summary").is_some_and(Value::is_object) {
            self.put(at, Err(Flaw::Object));
        }
    }

    /// Reads all objects in a value that contain the digest of a file.
    fn put_value(&mut self, value: &Value, at: u64) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.put_value(value, at)),
            Value::Object(object) if object.contains_key("summary") && object.len() == 1 => {}
            Value::Object(object) if self.put_object(object, at) => {}
            Value::Object(object) => object.values().for_each(|value| self.put_value(value, at)),
            _ => {}
        }
    }

    fn put_object(&mut self, object: &Map<String, Value>, at: u64) -> bool {
        let text = |key: &str| object.get(key).and_then(Value::as_str);
        if let (Some(tag), Some(digest), Some(path)) = (text("Algorithm"), text("Hash"), text("Path")) {
            self.put_one(at, Some(tag.as_bytes()), digest.as_bytes(), path.as_bytes(), None);
            return true;
        }
        if let Some(integrity) = text("integrity") {
            let name = text("resolved").map(|url| of_url(url.as_bytes()));
            let digests: Option<Vec<_>> = words(integrity.as_bytes()).map(split_prefix).collect();
            match (name, digests) {
                (Some(name), Some(digests)) if !digests.is_empty() => self.put_all(at, &digests, &name, None),
                (None, Some(_)) => self.put(at, Err(Flaw::Package)),
                _ => self.put(at, Err(Flaw::Digits)),
            }
            // a package may contain other packages
            for key in ["dependencies", "packages"] {
                if let Some(inner @ Value::Object(_)) = object.get(key) {
                    self.put_value(inner, at);
                }
            }
            return true;
        }
        let name = match (text("path"), text("path_b64")) {
            (Some(path), None) => path.as_bytes().to_vec(),
            (None, Some(path)) => match base64::read(path.as_bytes()) {
                Some(path) => path,
                None => {
                    self.put(at, Err(Flaw::Document("JSON")));
                    return true;
                }
            },
            _ => return false,
        };
        if !object.contains_key("status") {
            return false;
        }
        let size = match object.get("size") {
            None => Some(None),
            Some(size) => size.as_u64().map(Some),
        };
        match (text("status"), text("alg"), text("digest"), size) {
            (Some("ok"), Some(tag), Some(digest), Some(size)) => {
                self.put_one(at, Some(tag.as_bytes()), digest.as_bytes(), &name, size.map(Size::bytes));
            }
            _ => self.put(at, Err(Flaw::Object)),
        }
        true
    }

    fn put_xml(&mut self, text: &[u8], at: u64) {
        let before = self.any;
        let mut rest = text;
        while let Some((_, file, after)) = element(rest, b"FILE_ENTRY") {
            let name = element(file, b"name").map(|(_, name, _)| from_xml(name)).unwrap_or_default();
            let digests: Vec<_> = [&b"MD5"[..], b"SHA1"]
                .into_iter()
                .filter_map(|tag| Some((tag.to_vec(), trimmed(element(file, tag)?.1).to_vec())))
                .collect();
            match digests.is_empty() {
                true => self.put(at, Err(Flaw::Document("XML"))),
                false => self.put_all(at, &digests, &name, None),
            }
            rest = after;
        }
        let mut rest = text;
        while let Some((attributes, file, after)) = element(rest, b"file") {
            let name = attribute(attributes, b"name").map(from_xml).unwrap_or_default();
            let size = element(file, b"size").map(|(_, size, _)| number(trimmed(size)));
            let mut digests = Vec::new();
            // the digests of pieces are removed, because they are not digests of the file
            let mut inner = file.to_vec();
            while let Some((start, _)) = cut(&inner, b"<pieces") {
                let Some((_, end)) = cut(&inner[start.len()..], b"</pieces>") else { break };
                inner = [start, end].concat();
            }
            let mut hashes = &inner[..];
            while let Some((attributes, digest, after)) = element(hashes, b"hash") {
                let tag = attribute(attributes, b"type").unwrap_or_default();
                digests.push((tag.to_vec(), trimmed(digest).to_vec()));
                hashes = after;
            }
            match size {
                Some(None) => self.put(at, Err(Flaw::Sized)),
                _ if digests.is_empty() => self.put(at, Err(Flaw::Document("XML"))),
                size => self.put_all(at, &digests, &name, size.flatten().map(Size::bytes)),
            }
            rest = after;
        }
        // no file was listed, or the text was cut off
        if before == self.any || cut(text, b"</FCIV>").is_none() && cut(text, b"</metalink>").is_none() {
            self.put(at, Err(Flaw::Document("XML")));
        }
    }
}
