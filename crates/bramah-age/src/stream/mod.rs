//! The payload: C2SP, *The age file encryption format*, section "Payload". It is STREAM (Hoang, Reyhanitabar, Rogaway and
//! Vizár, 2015) over ChaCha20-Poly1305, in chunks of 64 KiB.
//!
//! Chunks do not depend on each other, so that several threads seal and open them; batches of chunks are read and
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

/// The length in bytes of a chunk of text, except the last.
pub(crate) const CHUNK: usize = 64 << 10;
/// The length in bytes of a sealed chunk, except the last.
pub(crate) const SEALED: usize = CHUNK + TAG;
/// The number of chunks that a thread takes at a time: few enough that both buffers stay in its second-level cache, and
/// so many that the work takes longer than waking the thread. With 4, two threads are no faster than one (1 GiB, Zen
/// 5).
pub(crate) const BATCH: usize = 8;

/// The key of a payload.
pub(crate) struct PayloadKey(ChaCha20Poly1305);

impl FileKey {
    /// Derives the key of a payload from its nonce.
    pub(crate) fn payload(&self, nonce: &[u8; 16]) -> Result<PayloadKey, Error> {
        PayloadKey::new(&hkdf(nonce, self.expose(), b"payload"))
    }
}

impl PayloadKey {
    pub(crate) fn new(key: &[u8; 32]) -> Result<Self, Error> {
        Ok(Self(ChaCha20Poly1305::new(key)?))
    }

    /// Returns the nonce of a chunk: its number in 11 bytes, big-endian, and whether it is the last.
    fn nonce(number: u64, last: bool) -> [u8; 12] {
        let mut nonce = [0; 12];
        nonce[3..11].copy_from_slice(&number.to_be_bytes());
        nonce[11] = last.into();
        nonce
    }

    /// Seals a text whose first chunk has the number `first`, and returns the length of the result. All chunks are
    /// full, except the last chunk of a payload.
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

    /// Opens sealed chunks, and returns the length of the text and the error after it, if there is one. Nothing is
    /// written after a chunk that is not authentic.
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
                // a chunk that ends too early or too late is authentic under the other nonce, which shows what is wrong
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

/// Returns the chunk of this index, of up to `size` bytes.
fn chunk(bytes: &[u8], index: usize, size: usize) -> &[u8] {
    let rest = &bytes[(index * size).min(bytes.len())..];
    &rest[..rest.len().min(size)]
}

/// Returns the number of bytes of text and of chunks in a payload, without its nonce; `None` if no payload has this
/// length.
pub(crate) fn sizes(sealed: u64) -> Option<(u64, u64)> {
    let chunks = sealed.div_ceil(SEALED as u64).max(1);
    let text = sealed.checked_sub(chunks * TAG as u64)?;
    // only a payload of one chunk may be empty, and the last chunk has a whole tag
    let last = sealed - (chunks - 1) * SEALED as u64;
    (last > TAG as u64 || chunks == 1).then_some((text, chunks))
}
