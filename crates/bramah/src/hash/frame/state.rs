//! States as words, alone and side by side.

use crate::simd::MAX_LANES;

/// A 32- or 64-bit word.
pub trait Word: Copy + Default + Send + Sync + 'static {
    const SIZE: usize;
    const ZERO: Self;
    fn write_le(self, out: &mut [u8]);
    fn write_be(self, out: &mut [u8]);
    fn read_le(bytes: &[u8]) -> Self;
}

macro_rules! word {
    ($($word:ty)*) => { $(
        impl Word for $word {
            const SIZE: usize = size_of::<$word>();
            const ZERO: Self = 0;
            #[inline(always)]
            fn write_le(self, out: &mut [u8]) {
                let n = out.len();
                out.copy_from_slice(&self.to_le_bytes()[..n]);
            }
            #[inline(always)]
            fn write_be(self, out: &mut [u8]) {
                let n = out.len();
                out.copy_from_slice(&self.to_be_bytes()[..n]);
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
    fn take(rows: &Self::Rows, lane: usize) -> Self {
        let mut state = [W::ZERO; N];
        for (word, row) in state.iter_mut().zip(rows) {
            *word = row[lane];
        }
        state
    }
    #[inline(always)]
    fn write_le(&self, out: &mut [u8]) {
        // whole words apart, so that each is one store
        let whole = out.len() / W::SIZE;
        let mut words = out.chunks_exact_mut(W::SIZE);
        for (out, word) in words.by_ref().zip(self) {
            word.write_le(out);
        }
        if let (rest @ [_, ..], Some(word)) = (words.into_remainder(), self.get(whole)) {
            word.write_le(rest);
        }
    }
    #[inline(always)]
    fn write_be(&self, out: &mut [u8]) {
        // whole words apart, so that each is one store
        let whole = out.len() / W::SIZE;
        let mut words = out.chunks_exact_mut(W::SIZE);
        for (out, word) in words.by_ref().zip(self) {
            word.write_be(out);
        }
        if let (rest @ [_, ..], Some(word)) = (words.into_remainder(), self.get(whole)) {
            word.write_be(rest);
        }
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
