//! Lines of JSON.

use crate::sumfile::{write_base64, write_hex};
use serde_json::{Map, Value};

/// Returns an object with the name of a file: as text, or in base64 if it is not UTF-8.
pub(crate) fn named(name: &[u8]) -> Map<String, Value> {
    let mut object = Map::new();
    match str::from_utf8(name) {
        Ok(text) => object.insert("path".into(), text.into()),
        Err(_) => {
            let mut base64 = Vec::new();
            write_base64(&mut base64, name);
            object.insert("path_b64".into(), String::from_utf8_lossy(&base64).into())
        }
    };
    object
}

/// Appends a value as a line.
pub(crate) fn put(value: &Value, out: &mut Vec<u8>) {
    out.extend_from_slice(value.to_string().as_bytes());
    out.push(b'\n');
}

/// Returns a digest in hexadecimal.
pub(crate) fn hex(digest: &[u8]) -> Value {
    let mut hex = Vec::with_capacity(2 * digest.len());
    write_hex(&mut hex, digest);
    String::from_utf8_lossy(&hex).into()
}
