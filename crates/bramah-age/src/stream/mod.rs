//! The payload: C2SP, *The age file encryption format*, section "Payload". It uses STREAM (Hoang, Reyhanitabar, Rogaway
//! and Vizár, 2015) over ChaCha20-Poly1305, with chunks of 64 KiB.
//!
//! Chunks do not depend on each other, so several threads encrypt or decrypt them. Batches of chunks are read and
//! written in order.

mod adapters;
mod pump;
mod seek;

pub(crate) use adapters::each;
pub use adapters::{Reader, Writer};
pub(crate) use bramah::reading::fill;
pub(crate) use pump::{open, seal};
pub use seek::SeekReader;

use crate::{
    Error, FileKey, Payload,
    key::{TAG, hkdf},
};
use bramah::{ChaCha20Poly1305, InOut};

/// The length in bytes of the plaintext of a chunk. The last chunk may be shorter.
pub(crate) const CHUNK: usize = 64 << 10;
/// The length in bytes of an encrypted chunk, including its tag. The last chunk may be shorter.
pub(crate) const SEALED: usize = CHUNK + TAG;
/// The number of chunks that a thread takes at a time. It is small enough for both of the thread's buffers to stay in
/// its second-level cache, and large enough for the work to take longer than waking the thread. With 4 chunks, two
/// threads are no faster than one (1 GiB, Zen 5).
pub(crate) const BATCH: usize = 8;

/// The key that encrypts a payload.
pub(crate) struct PayloadKey(ChaCha20Poly1305);

impl FileKey {
    /// Derives the key of a payload from the file key and the nonce.
    pub(crate) fn payload(&self, nonce: &[u8; 16]) -> Result<PayloadKey, Error> {
        PayloadKey::new(&hkdf(nonce, self.expose(), b"payload"))
    }
}

impl PayloadKey {
    pub(crate) fn new(key: &[u8; 32]) -> Result<Self, Error> {
        Ok(Self(ChaCha20Poly1305::new(key)?))
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

/// Computes the length of the plaintext and the number of chunks from the length of a payload in bytes, without its
/// nonce. Returns `None` if no valid payload has this length.
pub(crate) fn sizes(sealed: u64) -> Option<(u64, u64)> {
    let chunks = sealed.div_ceil(SEALED as u64).max(1);
    let text = sealed.checked_sub(chunks * TAG as u64)?;
    // only the first chunk may be empty, and the last chunk must contain a complete tag
    let last = sealed - (chunks - 1) * SEALED as u64;
    (last > TAG as u64 || chunks == 1).then_some((text, chunks))
}
