//! Salsar: the generator over Salsa20 of W. Ehrhardt's units. Its output is the same, bit for bit.

use crate::{stream::salsa20::Salsa, wipe};

/// A generator whose numbers depend only on a seed: the keystream of Salsa20 with `ROUNDS` rounds, 8, 12 or 20.
///
/// **Not for secrets**: anyone who guesses the seed, one of 2^32 in [`new`](Self::new), knows every number. Use it for numbers
/// that must be reproducible: simulations, tests, and data that was generated with the unit.
///
/// ```
/// use bramah::random::Salsar;
///
/// let mut salsar: Salsar = Salsar::new(1);
/// assert_eq!(salsar.dword(), 0x913a_4b56);
/// assert!(salsar.double() <= 1.0);
/// ```
#[derive(Clone)]
pub struct Salsar<const ROUNDS: u32 = 8> {
    stream: Salsa<ROUNDS>,
    /// Two blocks of keystream. The words from index `next` on have not been returned yet.
    words: [[u8; 4]; WORDS],
    next: usize,
}

/// The number of words that are generated at a time.
const WORDS: usize = 32;
/// The length of a block in bytes. The rest of a block is discarded.
const BLOCK: u128 = 64;

impl<const ROUNDS: u32> Salsar<ROUNDS> {
    /// Starts with one word as the seed; a linear congruence computes the other five words from this word
    /// (`salsar_init`).
    pub fn new(seed: u32) -> Self {
        let mut words = [seed; 6];
        for i in 1..6 {
            words[i] = words[i - 1].wrapping_mul(69069).wrapping_add(1);
        }
        Self::from_words(&words)
    }

    /// Starts with six words as the seed: the first four are the key of Salsa20, the last two the nonce (`salsar_inita`).
    pub fn from_words(words: &[u32; 6]) -> Self {
        let mut bytes = [0; 24];
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
        let (key, nonce) = bytes.split_at(16);
        let stream = Salsa::new(key, nonce).expect("Salsa20 takes keys and nonces of these lengths");
        Self { stream, words: [[0; 4]; WORDS], next: WORDS }
    }

    /// Returns the next number of 32 bits.
    pub fn dword(&mut self) -> u32 {
        if self.next == WORDS {
            let mut words = [[0; 4]; WORDS];
            self.keystream(words.as_flattened_mut());
            (self.words, self.next) = (words, 0);
        }
        self.next += 1;
        u32::from_le_bytes(self.words[self.next - 1])
    }

    /// Returns the next number of 31 bits.
    pub fn long(&mut self) -> u32 {
        self.dword() >> 1
    }

    /// Returns the next number of 16 bits.
    pub fn word(&mut self) -> u16 {
        (self.dword() >> 16) as u16
    }

    /// Returns a number that is less than `n`, or 0 if `n` is 0 (`salsar_rangew`).
    pub fn range_word(&mut self, n: u16) -> u16 {
        self.range(n.into()) as u16
    }

    /// Returns a number that is less than the absolute value of `n`, or 0 if `n` is 0 (`salsar_rangel`).
    pub fn range(&mut self, n: i32) -> u32 {
        ((u64::from(self.dword()) * u64::from(n.unsigned_abs())) >> 32) as u32
    }

    /// Returns a number from 0 to 1, computed from one word.
    ///
    /// The number is computed in single precision, as in the unit built with Free Pascal for 64 bits: it has 24 significant bits,
    /// and it may be 1.
    pub fn double(&mut self) -> f64 {
        ((self.dword() as i32 as f32 + 2_147_483_648.0) / 4_294_967_296.0).into()
    }

    /// Returns a number from 0 to 1, computed from two words. It is no more precise than [`double`](Self::double).
    pub fn double53(&mut self) -> f64 {
        let (high, low) = (self.dword() >> 5, self.dword() >> 6);
        ((high as f32 * 67_108_864.0 + low as f32) / 9_007_199_254_740_992.0).into()
    }

    /// Fills `out` with bytes. Words that were generated but not returned are discarded, and also the rest of the last
    /// block: the original unit discards them, and later output depends on this.
    pub fn read(&mut self, out: &mut [u8]) {
        self.next = WORDS;
        self.keystream(out);
    }

    /// Writes the next blocks of keystream. The last block may be used only in part.
    fn keystream(&mut self, out: &mut [u8]) {
        // after the last block, at 2^70 bytes, the counter of the original unit starts again at 0
        if self.stream.keystream(out).is_err() {
            let _ = self.stream.seek(0).and_then(|()| self.stream.keystream(out));
        }
        let _ = self.stream.seek(self.stream.position().next_multiple_of(BLOCK));
    }
}

impl<const ROUNDS: u32> Drop for Salsar<ROUNDS> {
    fn drop(&mut self) {
        wipe::wipe(self.words.as_flattened_mut());
    }
}

impl<const ROUNDS: u32> core::fmt::Debug for Salsar<ROUNDS> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Salsar").finish_non_exhaustive()
    }
}
