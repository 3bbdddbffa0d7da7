//! The key of a payload, which encrypts and decrypts its chunks in any order.

use super::{CHUNK, SEALED};
use crate::{
    Error, FileKey, Payload,
    key::{TAG, hkdf},
};
use bramah::{ChaCha20Poly1305, InOut};
use std::{fmt, io};
use zeroize::Zeroizing;

/// The key that encrypts a payload. Chunks do not depend on each other, so threads, processes or machines with the same key
/// can process different chunks of a file: [`DividedEncryptor`](crate::DividedEncryptor) and
/// [`DividedDecryptor`](crate::DividedDecryptor) process everything else.
///
/// The key of a file must encrypt each chunk only once, because the nonce of a chunk is its number.
pub struct PayloadKey(ChaCha20Poly1305);

impl FileKey {
    /// Derives the key of a payload from the file key and the nonce.
    pub(crate) fn payload(&self, nonce: &[u8; 16]) -> Result<PayloadKey, Error> {
        PayloadKey::new(&self.payload_bytes(nonce))
    }

    /// Derives the bytes of the key of a payload.
    pub(crate) fn payload_bytes(&self, nonce: &[u8; 16]) -> Zeroizing<[u8; 32]> {
        hkdf(nonce, self.expose(), b"payload")
    }
}

impl PayloadKey {
    /// The length in bytes of the plaintext of a chunk. The last chunk may be shorter.
    pub const CHUNK: usize = CHUNK;
    /// The length in bytes of an encrypted chunk, including its tag of 16 bytes. The last chunk may be shorter.
    pub const SEALED: usize = SEALED;

    /// Creates the key from the bytes that [`DividedEncryptor::key`](crate::DividedEncryptor::key) or
    /// [`DividedDecryptor::key`](crate::DividedDecryptor::key) returned.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the backend of ChaCha20-Poly1305 fails its self-test.
    pub fn new(key: &[u8; 32]) -> Result<Self, Error> {
        Ok(Self(ChaCha20Poly1305::new(key)?))
    }

    /// Encrypts consecutive chunks, of which `first` is the number of the first, counted from 0. `last` says whether the payload
    /// ends after them: then the last chunk may be shorter, and the only chunk of a payload may be empty.
    ///
    /// # Errors
    /// An I/O error of the kind [`InvalidInput`](io::ErrorKind::InvalidInput) if a chunk other than the last has fewer bytes, or
    /// if the last of several chunks is empty.
    pub fn encrypt(&self, first: u64, text: &[u8], last: bool) -> Result<Vec<u8>, Error> {
        if (!last && !text.len().is_multiple_of(CHUNK)) || (last && first > 0 && text.is_empty()) {
            let reason =
                "every chunk of a payload except the last has 65,536 bytes, and the last is not empty";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason).into());
        }
        let count = text.len().div_ceil(CHUNK).max(usize::from(last));
        let mut sealed = vec![0; text.len() + count * TAG];
        self.seal(first, text, last, &mut sealed)?;
        Ok(sealed)
    }

    /// Verifies and decrypts consecutive chunks, of which `first` is the number of the first, counted from 0. `last` says
    /// whether the payload ends after them. If a chunk is not authentic, nothing is returned.
    ///
    /// # Errors
    /// [`Error::Payload`] if a chunk was modified or moved, if the payload is truncated or followed by other bytes, or if the
    /// last of several chunks is empty.
    pub fn decrypt(&self, first: u64, sealed: &[u8], last: bool) -> Result<Zeroizing<Vec<u8>>, Error> {
        let count = sealed.len().div_ceil(SEALED).max(usize::from(last));
        let mut text = Zeroizing::new(vec![0; count * CHUNK]);
        let (len, result) = self.open(first, sealed, last, &mut text);
        result?;
        text.truncate(len);
        Ok(text)
    }

    /// Returns the nonce of a chunk: 11 bytes for its number, big-endian, and 1 byte for whether it is the last.
    fn nonce(number: u64, last: bool) -> [u8; 12] {
        let mut nonce = [0; 12];
        nonce[3..11].copy_from_slice(&number.to_be_bytes());
        nonce[11] = last.into();
        nonce
    }

    /// Encrypts chunks, and returns the length of the output in bytes. `first` is the number of the first chunk. All
    /// chunks must be full, except the last chunk of the payload.
    pub(crate) fn seal(&self, first: u64, text: &[u8], last: bool, out: &mut [u8]) -> Result<usize, Error> {
        let count = text.len().div_ceil(CHUNK).max(usize::from(last));
        for index in 0..count {
            let text = chunk(text, index, CHUNK);
            let (sealed, tag) = out[index * SEALED..][..text.len() + TAG].split_at_mut(text.len());
            let nonce = Self::nonce(first + index as u64, last && index + 1 == count);
            self.0.seal(&nonce, b"", InOut::new(text, sealed)?, tag)?;
        }
        Ok(text.len() + count * TAG)
    }

    /// Decrypts chunks. Returns the length of the plaintext in bytes before the first error, and the error if there is
    /// one. After a chunk that is not authentic, nothing more is decrypted.
    pub(crate) fn open(
        &self,
        first: u64,
        sealed: &[u8],
        last: bool,
        out: &mut [u8],
    ) -> (usize, Result<(), Payload>) {
        let count = sealed.len().div_ceil(SEALED).max(usize::from(last));
        for index in 0..count {
            let number = first + index as u64;
            let (is_last, done) = (last && index + 1 == count, index * CHUNK);
            let Some((text, tag)) = chunk(sealed, index, SEALED).split_last_chunk::<TAG>() else {
                return (done, Err(Payload::Short));
            };
            let to = &mut out[done..][..text.len()];
            let mut opens = |last| {
                let nonce = Self::nonce(number, last);
                InOut::new(text, &mut *to).and_then(|data| self.0.open(&nonce, b"", data, tag)).is_ok()
            };
            if !opens(is_last) {
                // if a full chunk is authentic under the nonce for the other value of `is_last`, the payload is
                // truncated, or has bytes after its end
                return match text.len() == CHUNK && opens(!is_last) {
                    true if is_last => (done + CHUNK, Err(Payload::Short)),
                    true => (done + CHUNK, Err(Payload::Trailing)),
                    false => (done, Err(Payload::Chunk(number))),
                };
            }
            if text.is_empty() && number > 0 {
                return (done, Err(Payload::EmptyLast));
            }
        }
        (sealed.len() - count * TAG, Ok(()))
    }
}

/// Returns the chunk at an index. It has `size` bytes, or fewer at the end.
fn chunk(bytes: &[u8], index: usize, size: usize) -> &[u8] {
    let rest = &bytes[(index * size).min(bytes.len())..];
    &rest[..rest.len().min(size)]
}

impl fmt::Debug for PayloadKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PayloadKey")
    }
}
