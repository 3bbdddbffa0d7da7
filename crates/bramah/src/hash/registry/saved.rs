//! What a saved state is wrapped in.

use alloc::vec::Vec;

/// The first bytes of a saved state; the last is the version.
const MAGIC: &[u8; 8] = b"bramah\0\x01";
/// The bytes of the SHA-256 digest behind it, against damage.
const SEAL: usize = 8;

/// A saved state: magic, the length of the name, the name, the body, the seal.
pub(super) fn sealed(name: &str, body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(MAGIC.len() + 1 + name.len() + body.len() + SEAL);
    out.extend_from_slice(MAGIC);
    out.push(name.len() as u8);
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(body);
    let seal = crate::Sha256::digest(&out);
    out.extend_from_slice(&seal[..SEAL]);
    out
}

pub(super) fn unsealed<'a>(saved: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let (front, seal) = saved.split_at_checked(saved.len().checked_sub(SEAL)?)?;
    let body = front.strip_prefix(MAGIC)?.strip_prefix(&[name.len() as u8])?.strip_prefix(name.as_bytes())?;
    (crate::Sha256::digest(front)[..SEAL] == *seal).then_some(body)
}
