//! Encryption and decryption.

/// The direction of a cipher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From plaintext to ciphertext.
    Encrypt,
    /// From ciphertext to plaintext.
    Decrypt,
}
