//! The payload: C2SP, *The age file encryption format*, section "Payload". It uses STREAM (Hoang, Reyhanitabar, Rogaway
//! and Vizár, 2015) over ChaCha20-Poly1305, with chunks of 64 KiB.
//!
//! Chunks do not depend on each other, so several threads encrypt or decrypt them. Batches of chunks are read and
//! written in order.

mod adapters;
mod key;
mod pump;
mod seek;

pub(crate) use adapters::each;
pub use adapters::{Reader, Writer};
pub(crate) use bramah::reading::fill;
pub use key::PayloadKey;
pub(crate) use pump::{open, seal};
pub use seek::SeekReader;

use crate::key::TAG;

/// The length in bytes of the plaintext of a chunk. The last chunk may be shorter.
pub(crate) const CHUNK: usize = 64 << 10;
/// The length in bytes of an encrypted chunk, including its tag. The last chunk may be shorter.
pub(crate) const SEALED: usize = CHUNK + TAG;
/// The number of chunks that a thread takes at a time. It is small enough for both of the thread's buffers to stay in
/// its second-level cache, and large enough for the work to take longer than waking the thread. With 4 chunks, two
/// threads are no faster than one (1 GiB, Zen 5).
pub(crate) const BATCH: usize = 8;

/// Computes the length of the plaintext and the number of chunks from the length of a payload in bytes, without its
/// nonce. Returns `None` if no valid payload has this length.
pub(crate) fn sizes(sealed: u64) -> Option<(u64, u64)> {
    let chunks = sealed.div_ceil(SEALED as u64).max(1);
    let text = sealed.checked_sub(chunks * TAG as u64)?;
    // only the first chunk may be empty, and the last chunk must contain a complete tag
    let last = sealed - (chunks - 1) * SEALED as u64;
    (last > TAG as u64 || chunks == 1).then_some((text, chunks))
}
