//! Constant-time encodings of bytes as characters.

use alloc::{string::String, vec::Vec};
use base64ct::{Base64, Base64ShaCrypt, Base64Unpadded, Encoding};

/// Encodes bytes with the characters of crypt(3), `./0-9A-Za-z`, the lowest six bits first.
pub(crate) fn crypt64(bytes: &[u8]) -> String {
    Base64ShaCrypt::encode_string(bytes)
}

/// Decodes the result of [`crypt64`]; `None` if a character is invalid.
pub(crate) fn from_crypt64(text: &str) -> Option<Vec<u8>> {
    Base64ShaCrypt::decode_vec(text).ok()
}

/// Encodes bytes in Base64 without padding: RFC 4648, section 4.
pub(crate) fn base64(bytes: &[u8]) -> String {
    Base64Unpadded::encode_string(bytes)
}

/// Decodes the result of [`base64`]; `None` if a character is invalid.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    Base64Unpadded::decode_vec(text).ok()
}

/// Encodes bytes in Base64 with `.` instead of `+`, as passlib writes it.
pub(crate) fn ab64(bytes: &[u8]) -> String {
    base64(bytes).replace('+', ".")
}

/// Decodes the result of [`ab64`], in which `+` is accepted too; `None` if a character is invalid.
pub(crate) fn from_ab64(text: &str) -> Option<Vec<u8>> {
    from_base64(&text.replace('.', "+"))
}

/// Decodes Base64 with padding; `None` if a character is invalid.
pub(crate) fn from_padded_base64(text: &str) -> Option<Vec<u8>> {
    Base64::decode_vec(text).ok()
}

/// Encodes bytes in Base64 with padding.
pub(crate) fn padded_base64(bytes: &[u8]) -> String {
    Base64::encode_string(bytes)
}

/// Decodes hexadecimal digits in upper or lower case; `None` if a character is invalid.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    base16ct::mixed::decode_vec(text).ok()
}

/// Encodes bytes as hexadecimal digits in lower case.
pub(crate) fn hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}
