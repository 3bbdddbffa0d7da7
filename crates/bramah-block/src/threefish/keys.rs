//! The subkeys of Threefish: Skein 1.3, section 3.3.2.

use crate::primitives::threefish::C240;
use crate::{Schedule, wipe};

/// The maximum number of words in a block.
const MAX_WORDS: usize = 16;

/// The maximum number of subkeys.
const MAX_SUBKEYS: usize = subkeys(MAX_WORDS);

/// Returns the number of subkeys for blocks of this number of words: one before every four of the 72 rounds (80 for blocks of 16
/// words), and one after the last round.
pub(super) const fn subkeys(words: usize) -> usize {
    let rounds = if words == MAX_WORDS { 80 } else { 72 };
    rounds / 4 + 1
}

/// The expanded form of a key of `N` words and a tweak: the subkeys.
#[derive(Clone)]
#[repr(align(64))]
pub struct Keys<const N: usize> {
    pub(super) subkeys: [[u64; N]; MAX_SUBKEYS],
    key: [u64; N],
}

impl<const N: usize> Schedule for Keys<N> {
    const EMPTY: Self = Self { subkeys: [[0; N]; MAX_SUBKEYS], key: [0; N] };
    const TWEAK: usize = 16;

    fn wipe(&mut self) {
        wipe::wipe(self.subkeys.as_flattened_mut());
        wipe::wipe(&mut self.key);
    }

    fn set_tweak(&mut self, tweak: &[u8]) {
        let mut words = [0; 2];
        for (word, bytes) in words.iter_mut().zip(tweak.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        self.expand(words);
    }
}

impl<const N: usize> Keys<N> {
    /// Computes the subkeys from the key and this tweak.
    fn expand(&mut self, [t0, t1]: [u64; 2]) {
        let tweak = [t0, t1, t0 ^ t1];
        // the words of the key and their parity word, repeated; each subkey begins one word after the previous one
        let mut words = [0; MAX_SUBKEYS + MAX_WORDS];
        words[..N].copy_from_slice(&self.key);
        words[N] = self.key.iter().fold(C240, |sum, word| sum ^ word);
        for i in N + 1..words.len() {
            words[i] = words[i - (N + 1)];
        }
        let subkeys = self.subkeys.iter_mut().take(subkeys(N));
        for (s, (subkey, words)) in subkeys.zip(words.windows(N)).enumerate() {
            subkey.copy_from_slice(words);
            let [.., a, b, c] = subkey.as_mut_slice() else { return };
            *a = a.wrapping_add(tweak[s % 3]);
            *b = b.wrapping_add(tweak[(s + 1) % 3]);
            *c = c.wrapping_add(s as u64);
        }
        wipe::wipe(&mut words);
    }
}

/// Expands a key. The tweak is zero at first.
pub(super) fn expand<const N: usize>(key: &[u8], _: bool, keys: &mut Keys<N>) {
    for (word, bytes) in keys.key.iter_mut().zip(key.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    keys.expand([0; 2]);
}
