//! A vector, and the fields that it may have.

use crate::bytes::{Bytes, number};
use core::fmt;

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A byte string, such as `message`.
    Bytes(Bytes),
    /// A decimal number, such as `fanout`.
    Number(u64),
    /// A flag that is set, such as `last_node`. A flag that is not set is omitted.
    Flag,
    /// A name, such as that of a `cipher`.
    Word(&'static str),
    /// Literal text, such as the `string` of a password.
    Text(&'static str),
    /// A list of items, separated by spaces, such as the `calls` of a generator.
    List(&'static str),
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bytes(bytes) => bytes.fmt(out),
            Value::Number(number) => number.fmt(out),
            Value::Flag => out.write_str("true"),
            Value::Word(word) | Value::Text(word) | Value::List(word) => out.write_str(word),
        }
    }
}

/// The kind of a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bytes,
    Number,
    Flag,
    Word,
    Text,
    List,
}

/// All fields. Any other name is an error, in files and in tests, so that a misspelled field does not count as absent.
const FIELDS: &[(&str, Kind)] = &[
    ("message", Kind::Bytes),
    ("digest", Kind::Bytes),
    ("key", Kind::Bytes),
    ("salt", Kind::Bytes),
    ("personal", Kind::Bytes),
    ("function_name", Kind::Bytes),
    ("domain", Kind::Bytes),
    ("context", Kind::Bytes),
    ("public_key", Kind::Bytes),
    ("key_identifier", Kind::Bytes),
    ("nonce", Kind::Bytes),
    ("fanout", Kind::Number),
    ("depth", Kind::Number),
    ("leaf_length", Kind::Number),
    ("node_offset", Kind::Number),
    ("node_depth", Kind::Number),
    ("inner_length", Kind::Number),
    ("last_node", Kind::Flag),
    ("leaf", Kind::Number),
    ("fan_out", Kind::Number),
    ("max_height", Kind::Number),
    ("block_size", Kind::Number),
    ("cipher", Kind::Word),
    ("hash", Kind::Word),
    ("increment", Kind::Word),
    ("stealing", Kind::Word),
    ("padding", Kind::Word),
    ("iv", Kind::Bytes),
    ("ad", Kind::Bytes),
    ("plaintext", Kind::Bytes),
    ("ciphertext", Kind::Bytes),
    ("tag", Kind::Bytes),
    ("iterations", Kind::Number),
    ("effective", Kind::Number),
    ("rounds", Kind::Number),
    ("counter", Kind::Number),
    ("skip", Kind::Number),
    ("section", Kind::Number),
    ("master_section", Kind::Number),
    ("output", Kind::Bytes),
    ("password", Kind::Bytes),
    ("secret", Kind::Bytes),
    ("info", Kind::Bytes),
    ("fixed", Kind::Bytes),
    ("hash", Kind::Word),
    ("mac", Kind::Word),
    ("function", Kind::Word),
    ("mode", Kind::Word),
    ("place", Kind::Word),
    ("counter_bytes", Kind::Number),
    ("string", Kind::Text),
    ("version", Kind::Number),
    ("m", Kind::Number),
    ("t", Kind::Number),
    ("p", Kind::Number),
    ("flavor", Kind::Word),
    ("n", Kind::Number),
    ("r", Kind::Number),
    ("seed", Kind::Number),
    ("words", Kind::Bytes),
    ("tweak", Kind::Bytes),
    ("radix", Kind::Number),
    ("calls", Kind::List),
    ("results", Kind::List),
];

/// The allowed words of a field, if there are only a few.
const WORDS: &[(&str, &[&str])] = &[
    ("increment", &["le", "be-half", "le-half", "be32"]),
    ("stealing", &["cs1", "cs2", "cs3"]),
    ("padding", &["pkcs7", "iso7816", "x923", "zero"]),
    ("mode", &["counter", "feedback", "pipeline"]),
    ("place", &["before", "after"]),
    ("flavor", &["scrypt", "write-once", "read-write"]),
];

impl Value {
    /// Parses the value of the field with this name.
    pub(crate) fn parse(field: &str, text: &'static str) -> Result<Self, String> {
        let &(_, kind) = FIELDS
            .iter()
            .find(|(name, _)| *name == field)
            .ok_or_else(|| format!("there is no field `{field}`"))?;
        match kind {
            Kind::Bytes => Bytes::parse(text).map(Value::Bytes),
            Kind::Number => number(text).map(Value::Number),
            Kind::Flag if text == "true" => Ok(Value::Flag),
            Kind::Flag => Err("a flag that is given is `true`".into()),
            Kind::Word => word(field, text).map(Value::Word),
            Kind::Text if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic()) => {
                Ok(Value::Text(text))
            }
            Kind::Text => Err("a text is of visible characters of ASCII".into()),
            Kind::List => list(text).map(Value::List),
        }
    }
}

/// Parses a name in the notation of registries: lower-case letters, digits and hyphens.
fn word(field: &str, text: &'static str) -> Result<&'static str, String> {
    let plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    if text.is_empty() || !text.bytes().all(plain) {
        return Err(format!("`{text}` is no word"));
    }
    match WORDS.iter().find(|(name, _)| *name == field) {
        Some((_, words)) if !words.contains(&text) => {
            Err(format!("`{text}` is none of the words of `{field}`"))
        }
        _ => Ok(text),
    }
}

/// Parses names and numbers, separated by spaces.
fn list(text: &'static str) -> Result<&'static str, String> {
    let plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b':');
    match text.split(' ').find(|item| item.is_empty() || !item.bytes().all(plain)) {
        Some(item) => Err(format!("`{item}` is no item of a list")),
        None => Ok(text),
    }
}

/// A test vector: named values and their source.
///
/// It prints as its position, for the messages of failing tests:
///
/// ```
/// let vectors = bramah_vectors::hash("md5").unwrap();
/// assert_eq!(vectors[0].to_string(), "hash/md5.txt:4 [RFC 1321, A.5: the test suite]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The path of its file.
    pub file: &'static str,
    /// The number of its first line, from 1.
    pub line: u32,
    /// Its heading: the publication of the values, or the implementations that agree on them.
    pub source: &'static str,
    /// Its name, which is unique in the file.
    pub id: Option<&'static str>,
    /// Its values by name, in the order of the file.
    pub(crate) fields: Vec<(&'static str, Value)>,
}

impl Vector {
    /// Returns the byte string with this name; `None` if the vector does not have it.
    ///
    /// # Panics
    ///
    /// If there is no field for bytes with this name.
    ///
    /// ```
    /// let vector = &bramah_vectors::hash("md5").unwrap()[0];
    /// assert!(vector.bytes("message").unwrap().is_empty());
    /// assert_eq!(vector.bytes("key"), None);
    /// ```
    pub fn bytes(&self, name: &str) -> Option<&Bytes> {
        match self.get(name, Kind::Bytes)? {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Returns the byte string with this name.
    ///
    /// # Panics
    ///
    /// If the vector does not have it, or there is no field for bytes with this name.
    ///
    /// ```
    /// let vector = &bramah_vectors::hash("md5").unwrap()[0];
    /// assert_eq!(vector.require("digest").len(), 16);
    /// ```
    #[track_caller]
    pub fn require(&self, name: &str) -> &Bytes {
        self.bytes(name).unwrap_or_else(|| panic!("{self}: no {name}"))
    }

    /// Returns the number with this name; `None` if the vector does not have it.
    ///
    /// # Panics
    ///
    /// If there is no field for a number with this name.
    ///
    /// ```
    /// let vectors = bramah_vectors::hash("blake2b").unwrap();
    /// let root = vectors.iter().find(|vector| vector.id == Some("tree-root")).unwrap();
    /// assert_eq!((root.number("fanout"), root.number("node_offset")), (Some(2), None));
    /// ```
    pub fn number(&self, name: &str) -> Option<u64> {
        match self.get(name, Kind::Number)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns whether the flag with this name is set.
    ///
    /// # Panics
    ///
    /// If there is no flag with this name.
    ///
    /// ```
    /// let vectors = bramah_vectors::hash("blake2b").unwrap();
    /// let root = vectors.iter().find(|vector| vector.id == Some("tree-root")).unwrap();
    /// assert!(root.flag("last_node"));
    /// ```
    pub fn flag(&self, name: &str) -> bool {
        self.get(name, Kind::Flag).is_some()
    }

    /// Returns the word with this name; `None` if the vector does not have it.
    ///
    /// # Panics
    ///
    /// If there is no field for a word with this name.
    ///
    /// ```
    /// let vector = &bramah_vectors::mode("ctr").unwrap()[0];
    /// assert_eq!((vector.word("cipher"), vector.word("increment")), (Some("aes-128"), None));
    /// ```
    pub fn word(&self, name: &str) -> Option<&'static str> {
        match self.get(name, Kind::Word)? {
            Value::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the text with this name; `None` if the vector does not have it.
    ///
    /// # Panics
    ///
    /// If there is no field for text with this name.
    ///
    /// ```
    /// let vector = &bramah_vectors::password("sha-crypt").unwrap()[0];
    /// assert!(vector.text("string").is_some());
    /// ```
    pub fn text(&self, name: &str) -> Option<&'static str> {
        match self.get(name, Kind::Text)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the items of the list with this name; empty if the vector does not have it.
    ///
    /// # Panics
    ///
    /// If there is no field for a list with this name.
    ///
    /// ```
    /// let vector = &bramah_vectors::random("salsar").unwrap()[3];
    /// assert_eq!(vector.list("calls").next(), Some("long"));
    /// ```
    pub fn list(&self, name: &str) -> impl Iterator<Item = &'static str> {
        let text = match self.get(name, Kind::List) {
            Some(Value::List(text)) => text,
            _ => "",
        };
        text.split(' ').filter(|item| !item.is_empty())
    }

    /// Returns all fields except the id, in the order of the file.
    ///
    /// A test that supports only some parameters can use this to skip other vectors.
    ///
    /// ```
    /// let vector = &bramah_vectors::hash("md5").unwrap()[0];
    /// let names: Vec<_> = vector.fields().map(|(name, _)| name).collect();
    /// assert_eq!(names, ["message", "digest"]);
    /// ```
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.fields.iter().map(|(name, value)| (*name, value))
    }

    /// Looks up a field; the caller expects it to be of this kind.
    fn get(&self, name: &str, kind: Kind) -> Option<&Value> {
        assert!(FIELDS.contains(&(name, kind)), "there is no field `{name}` of the kind {kind:?}");
        self.fields.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
    }
}

impl fmt::Display for Vector {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{} ", self.file, self.line)?;
        if let Some(id) = self.id {
            write!(out, "{id} ")?;
        }
        write!(out, "[{}]", self.source)
    }
}
