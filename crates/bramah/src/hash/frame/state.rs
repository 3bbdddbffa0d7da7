//! States as words, alone and side by side.

use crate::simd::{MAX_LANES, copy_short};

/// A 32- or 64-bit word.
pub trait Word: Copy + Default + Send + Sync + 'static {
    const SIZE: usize;
    const ZERO: Self;
    /// The first bytes of the words, as many as `out` holds.
    fn write_le<const N: usize>(words: &[Self; N], out: &mut [u8]);
    fn write_be<const N: usize>(words: &[Self; N], out: &mut [u8]);
    fn read_le(bytes: &[u8]) -> Self;
}

macro_rules! word {
    ($($word:ty)*) => { $(
        impl Word for $word {
            const SIZE: usize = size_of::<$word>();
            const ZERO: Self = 0;
            #[inline(always)]
            fn write_le<const N: usize>(words: &[Self; N], out: &mut [u8]) {
                write(words, out, Self::to_le_bytes)
            }
            #[inline(always)]
            fn write_be<const N: usize>(words: &[Self; N], out: &mut [u8]) {
                write(words, out, Self::to_be_bytes)
            }
            fn read_le(bytes: &[u8]) -> Self {
                let mut word = [0; size_of::<$word>()];
                word.copy_from_slice(bytes);
                Self::from_le_bytes(word)
            }
        }
    )* };
}
word!(u32 u64);

/// Whole words by moves of their size, and the bytes of the last. Word by word, not in vectors:
/// those would wait for the words that were just stored one by one.
#[inline(always)]
fn write<W: Copy, const N: usize, const SIZE: usize>(
    words: &[W; N],
    out: &mut [u8],
    bytes: impl Fn(W) -> [u8; SIZE],
) {
    let (whole, rest) = out.as_chunks_mut::<SIZE>();
    if let Some(all) = whole.first_chunk_mut::<N>() {
        for i in 0..N {
            all[i] = bytes(words[i]);
        }
        return;
    }
    // a copy, so that the words above may stay in registers
    let words = *words;
    for (i, word) in words.iter().enumerate() {
        let Some(out) = whole.get_mut(i) else {
            copy_short(rest, &bytes(*word)[..rest.len()]);
            return;
        };
        *out = bytes(*word);
    }
}

/// The state of one message: an array of words.
pub trait State: Copy + Send + Sync + 'static {
    /// The states of [`MAX_LANES`] messages: row `i` holds word `i` of each, which is how a batch
    /// kernel loads them.
    type Rows: Copy;
    /// All zero.
    const NO_ROWS: Self::Rows;
    /// The bytes of a state.
    const LEN: usize;

    /// Puts this state into a lane.
    fn put(&self, rows: &mut Self::Rows, lane: usize);
    /// Puts this state into the first `lanes` lanes, and perhaps more.
    fn put_all(&self, rows: &mut Self::Rows, lanes: usize);
    /// The state in a lane.
    fn take(rows: &Self::Rows, lane: usize) -> Self;
    /// The first bytes of the words, little-endian.
    fn write_le(&self, out: &mut [u8]);
    /// The first bytes of the words, big-endian.
    fn write_be(&self, out: &mut [u8]);
    /// A state from [`Self::LEN`] bytes that `write_le` gave.
    fn read_le(bytes: &[u8]) -> Self;
    /// Zeroes it.
    fn wipe(&mut self);
}

impl<W: Word, const N: usize> State for [W; N] {
    type Rows = [[W; MAX_LANES]; N];
    const NO_ROWS: Self::Rows = [[W::ZERO; MAX_LANES]; N];
    const LEN: usize = N * W::SIZE;

    #[inline(always)]
    fn put(&self, rows: &mut Self::Rows, lane: usize) {
        for (row, word) in rows.iter_mut().zip(self) {
            row[lane] = *word;
        }
    }
    #[inline(always)]
    fn put_all(&self, rows: &mut Self::Rows, lanes: usize) {
        for (row, word) in rows.iter_mut().zip(self) {
            match row.first_chunk_mut::<4>() {
                Some(row) if lanes <= 4 => *row = [*word; 4],
                _ => *row = [*word; MAX_LANES],
            }
        }
    }
    #[inline(always)]
    fn take(rows: &Self::Rows, lane: usize) -> Self {
        let mut state = [W::ZERO; N];
        for (word, row) in state.iter_mut().zip(rows) {
            *word = row[lane];
        }
        state
    }
    #[inline(always)]
    fn write_le(&self, out: &mut [u8]) {
        W::write_le(self, out);
    }
    #[inline(always)]
    fn write_be(&self, out: &mut [u8]) {
        W::write_be(self, out);
    }
    fn read_le(bytes: &[u8]) -> Self {
        let mut state = [W::ZERO; N];
        for (word, bytes) in state.iter_mut().zip(bytes.chunks_exact(W::SIZE)) {
            *word = W::read_le(bytes);
        }
        state
    }
    #[inline]
    fn wipe(&mut self) {
        crate::wipe::wipe(self);
    }
}

/// Reads a saved state piece by piece.
pub struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    /// The next `n` bytes, if there are as many.
    pub(crate) fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }
    /// The next 16 bytes as a number.
    pub(crate) fn number(&mut self) -> Option<u128> {
        Some(u128::from_le_bytes(self.take(16)?.try_into().ok()?))
    }
}
