//! Reads the fields of test vectors.

use bramah_vectors::Vector;

/// Computes a message that a vector describes as the output of SHAKE256, with another library.
fn shake256(text: &[u8], len: usize) -> Vec<u8> {
    use tiny_keccak::Hasher;
    let mut out = vec![0; len];
    let mut hasher = tiny_keccak::Shake::v256();
    hasher.update(text);
    hasher.finalize(&mut out);
    out
}

/// Returns the bytes of a field of a vector, or no bytes if the vector does not have the field.
pub(crate) fn bytes(vector: &Vector, field: &str) -> Vec<u8> {
    vector.bytes(field).map(|bytes| bytes.expand(shake256)).unwrap_or_default()
}
