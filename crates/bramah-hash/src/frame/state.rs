//! Hash states as arrays of words: the state of one message, and the states of several messages side by side.

use crate::simd::memory::{MAX_LANES, Plain, copy_short, store_whole32, store_whole64};

/// A 32-bit or 64-bit word.
pub trait Word: Plain + Default + Send + Sync + 'static {
    const SIZE: usize;
    const ZERO: Self;
    /// Writes the words with stores of whole registers, so that a vector load right after them does not stall.
    fn write_whole<const N: usize>(words: &[Self; N], to: &mut [Self; N]);
    /// Writes the first `out.len()` bytes of the words, little-endian.
    fn write_le<const N: usize>(words: &[Self; N], out: &mut [u8]);
    fn write_be<const N: usize>(words: &[Self; N], out: &mut [u8]);
    fn read_le(bytes: &[u8]) -> Self;
    fn read_be(bytes: &[u8]) -> Self;
    /// Returns a word that contains `bytes` from byte `at` on, little-endian, and zeros elsewhere.
    fn partial(at: usize, bytes: &[u8]) -> Self;
    /// Returns the word with its bytes reversed.
    fn swapped(self) -> Self;
    /// Returns byte `at` of the word, byte 0 being the least significant.
    fn byte_le(self, at: usize) -> u8;
    fn xor(self, o: Self) -> Self;
}

macro_rules! word {
    ($($word:ty, $store:ident)*) => { $(
        impl Word for $word {
            const SIZE: usize = size_of::<$word>();
            const ZERO: Self = 0;
            #[inline(always)]
            fn write_whole<const N: usize>(words: &[Self; N], to: &mut [Self; N]) {
                let ((words, rest), (to, end)) = (words.as_chunks(), to.as_chunks_mut());
                for (words, to) in words.iter().zip(to) {
                    $store(to, *words);
                }
                end.copy_from_slice(rest);
            }
            #[inline(always)]
            fn write_le<const N: usize>(words: &[Self; N], out: &mut [u8]) {
                write(words, out, Self::to_le_bytes)
            }
            #[inline(always)]
            fn write_be<const N: usize>(words: &[Self; N], out: &mut [u8]) {
                write(words, out, Self::to_be_bytes)
            }
            #[inline(always)]
            fn read_le(bytes: &[u8]) -> Self {
                let mut word = [0; size_of::<$word>()];
                word.copy_from_slice(bytes);
                Self::from_le_bytes(word)
            }
            #[inline(always)]
            fn read_be(bytes: &[u8]) -> Self {
                Self::read_le(bytes).swap_bytes()
            }
            #[inline(always)]
            fn partial(at: usize, bytes: &[u8]) -> Self {
                let mut word = 0;
                for (i, byte) in bytes.iter().enumerate() {
                    word |= Self::from(*byte) << (8 * (at + i));
                }
                word
            }
            #[inline(always)]
            fn swapped(self) -> Self {
                self.swap_bytes()
            }
            #[inline(always)]
            fn byte_le(self, at: usize) -> u8 {
                (self >> (8 * at)) as u8
            }
            #[inline(always)]
            fn xor(self, o: Self) -> Self {
                self ^ o
            }
        }
    )* };
}
word!(u32, store_whole32 u64, store_whole64);

/// Writes words one by one, and then the first bytes of the last word if it is incomplete. Vectors are not used: a
/// vector load right after stores of single words would stall.
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
    for (i, word) in words.iter().enumerate() {
        let Some(out) = whole.get_mut(i) else {
            if !rest.is_empty() {
                copy_short(rest, &bytes(*word)[..rest.len()]);
            }
            return;
        };
        *out = bytes(*word);
    }
}

/// The padding of a block that contains only a digest: a mask for the bits of the digest, and the words of the padding.
pub struct Ends<W, const N: usize> {
    /// Whether the digest fills the whole state, so that no mask is needed.
    pub(crate) whole: bool,
    pub(crate) mask: [W; N],
    pub(crate) words: [W; 16],
}

impl<W: Word, const N: usize> Ends<W, N> {
    /// Returns the padding of a block that contains a digest of `length` bytes and follows one other block.
    pub(super) fn new(length: usize) -> Self {
        let block = 16 * W::SIZE;
        let mut bytes = [0; 128];
        bytes[length] = 0x80;
        let bits = 8 * (block + length) as u16;
        [bytes[block - 2], bytes[block - 1]] = bits.to_be_bytes();
        let mut ends = Self { whole: length == N * W::SIZE, mask: [W::ZERO; N], words: [W::ZERO; 16] };
        for (word, bytes) in ends.words.iter_mut().zip(bytes.chunks_exact(W::SIZE)) {
            *word = W::read_be(bytes);
        }
        let mut bytes = [0; 64];
        bytes[..length].fill(0xff);
        for (word, bytes) in ends.mask.iter_mut().zip(bytes.chunks_exact(W::SIZE)) {
            *word = W::read_be(bytes);
        }
        ends
    }
}

/// The state of one message: an array of words.
pub trait State: Copy + Send + Sync + 'static {
    /// The states of [`MAX_LANES`] messages: row `i` contains word `i` of each state, as a batch kernel loads them.
    type Rows: Plain + Send + Sync;
    /// Rows that are all zero.
    const NO_ROWS: Self::Rows;
    /// The length of a state in bytes.
    const LEN: usize;
    /// The padding of a block of sixteen words that contains only a digest.
    type Ends;

    /// Returns the padding after digests of `length` bytes, at most [`Self::LEN`] and at most a block minus four words.
    fn ends(length: usize) -> Self::Ends;

    /// Returns a copy that is stored with stores of whole registers, so that a kernel's vector load does not stall.
    fn whole(&self) -> Self;
    /// Stores the state to one lane of the rows.
    fn put(&self, rows: &mut Self::Rows, lane: usize);
    /// Stores the state to the first `lanes` lanes of the rows, and possibly to more.
    fn put_all(&self, rows: &mut Self::Rows, lanes: usize);
    /// Returns the state in one lane of the rows.
    fn take(rows: &Self::Rows, lane: usize) -> Self;
    /// Writes the first `out.len()` bytes of the state to `out`, with each word of the state in little-endian order.
    fn write_le(&self, out: &mut [u8]);
    /// Writes the first `out.len()` bytes of the state to `out`, with each word of the state in big-endian order.
    fn write_be(&self, out: &mut [u8]);
    /// Writes the last `out.len()` bytes of the state to `out`, with each word of the state in little-endian order.
    fn write_end_le(&self, out: &mut [u8]);
    /// XORs `bytes` into the bytes of the state from byte `at` on, with each word of the state in little-endian order.
    fn xor_le(&mut self, at: usize, bytes: &[u8]);
    /// XORs one byte into byte `at` of the state, with each word of the state in little-endian order.
    fn xor_byte(&mut self, at: usize, byte: u8);
    /// Writes the `out.len()` bytes of the state from byte `at` on to `out`, with each word of the state in
    /// little-endian order.
    fn read_at(&self, at: usize, out: &mut [u8]);
    /// Returns the state whose [`Self::LEN`] bytes `write_le` wrote.
    fn read_le(bytes: &[u8]) -> Self;
    /// Returns the state whose first bytes `write_be` wrote; the other bytes are zero.
    fn read_be(bytes: &[u8]) -> Self;
    /// Zeroes the state.
    fn wipe(&mut self);
}

/// Stores words to the first `lanes` lanes of the rows, and to at most three more. It takes states of any length, so
/// that it is compiled once for each word type.
#[inline(never)]
fn repeat<W: Word>(rows: &mut [[W; MAX_LANES]], words: &[W], lanes: usize) {
    for (row, word) in rows.iter_mut().zip(words) {
        for lanes in &mut row.as_chunks_mut::<4>().0[..lanes.div_ceil(4)] {
            *lanes = [*word; 4];
        }
    }
}

impl<W: Word, const N: usize> State for [W; N] {
    type Rows = [[W; MAX_LANES]; N];
    const NO_ROWS: Self::Rows = [[W::ZERO; MAX_LANES]; N];
    const LEN: usize = N * W::SIZE;
    type Ends = Ends<W, N>;

    fn ends(length: usize) -> Self::Ends {
        Ends::new(length)
    }

    #[inline(always)]
    fn whole(&self) -> Self {
        let mut copy = [W::ZERO; N];
        W::write_whole(self, &mut copy);
        copy
    }
    #[inline(always)]
    fn put(&self, rows: &mut Self::Rows, lane: usize) {
        for (row, word) in rows.iter_mut().zip(self) {
            row[lane] = *word;
        }
    }
    fn put_all(&self, rows: &mut Self::Rows, lanes: usize) {
        repeat(rows, self, lanes);
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
    #[inline(always)]
    fn write_end_le(&self, out: &mut [u8]) {
        let (part, whole) = out.split_at_mut(out.len() % W::SIZE);
        let words = &self[N - whole.len() / W::SIZE..];
        for (out, word) in whole.chunks_exact_mut(W::SIZE).zip(words) {
            W::write_le(&[*word], out);
        }
        let first = N - words.len() - usize::from(!part.is_empty());
        let skipped = W::SIZE - part.len();
        for (i, out) in part.iter_mut().enumerate() {
            *out = self[first].byte_le(skipped + i);
        }
    }
    #[inline(always)]
    fn xor_le(&mut self, at: usize, bytes: &[u8]) {
        let (first, within) = (at / W::SIZE, at % W::SIZE);
        let mut words = self[first..].iter_mut();
        let (head, rest) = bytes.split_at(bytes.len().min((W::SIZE - within) % W::SIZE));
        if !head.is_empty()
            && let Some(word) = words.next()
        {
            *word = word.xor(W::partial(within, head));
        }
        let whole = rest.chunks_exact(W::SIZE);
        let tail = whole.remainder();
        for (bytes, word) in whole.zip(&mut words) {
            *word = word.xor(W::read_le(bytes));
        }
        if !tail.is_empty()
            && let Some(word) = words.next()
        {
            *word = word.xor(W::partial(0, tail));
        }
    }
    #[inline(always)]
    fn xor_byte(&mut self, at: usize, byte: u8) {
        let word = &mut self[at / W::SIZE];
        *word = word.xor(W::partial(at % W::SIZE, &[byte]));
    }
    fn read_at(&self, at: usize, out: &mut [u8]) {
        for (i, byte) in (at..).zip(out) {
            *byte = self[i / W::SIZE].byte_le(i % W::SIZE);
        }
    }
    fn read_le(bytes: &[u8]) -> Self {
        let mut state = [W::ZERO; N];
        for (word, bytes) in state.iter_mut().zip(bytes.chunks_exact(W::SIZE)) {
            *word = W::read_le(bytes);
        }
        state
    }
    fn read_be(bytes: &[u8]) -> Self {
        let mut state = [W::ZERO; N];
        for (word, bytes) in state.iter_mut().zip(bytes.chunks(W::SIZE)) {
            *word = W::partial(0, bytes).swapped();
        }
        state
    }
    #[inline]
    fn wipe(&mut self) {
        crate::wipe::wipe(self);
    }
}

/// The start of a message, for constructions whose start is only a state.
pub struct StateStart<S: State> {
    pub(crate) state: S,
    /// The number of bytes that the state has absorbed: 0, or the length of a key block.
    pub(super) before: usize,
}

impl<S: State> StateStart<S> {
    /// Returns a start that has absorbed no bytes.
    #[inline(always)]
    pub(crate) const fn new(state: S) -> Self {
        Self { state, before: 0 }
    }
}

impl<S: State> Clone for StateStart<S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<S: State> Drop for StateStart<S> {
    #[inline(always)]
    fn drop(&mut self) {
        // without a key, `before` is 0, and nothing here is secret
        if self.before > 0 {
            self.state.wipe();
        }
    }
}

/// A reader of the bytes of a saved state.
pub struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    /// Returns the next `n` bytes, or `None` if there are fewer.
    pub(crate) fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }
    /// Returns the next 16 bytes as a little-endian number.
    pub(crate) fn number(&mut self) -> Option<u128> {
        Some(u128::from_le_bytes(self.take(16)?.try_into().ok()?))
    }
}
