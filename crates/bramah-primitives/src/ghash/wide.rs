//! Products in GF(2^128), GF(2^256) and GF(2^512), which GCM of DSTU 7624 uses (section 12).
//!
//! The first byte of an element contains its lowest coefficients. A product is computed from products of 128-bit words,
//! by the code for MGM (`linear.rs`), and is then reduced.

use super::{BLOCK, GHASH, GhashOps, Sum};
use crate::{backend::Backend, wipe::wipe};

/// The number of 128-bit words of the longest element.
const WORDS: usize = 4;
/// The length of the longest element in bytes.
pub const WIDE: usize = WORDS * BLOCK;

/// An element by which other elements are multiplied.
#[derive(Clone)]
pub struct Multiplier {
    backend: Backend<GhashOps>,
    /// The 128-bit words of the element, the highest first, and their number.
    words: [[u8; BLOCK]; WORDS],
    count: usize,
}

/// Returns a word in the order in which the backends read it, which is big-endian.
fn word(bytes: &[u8; BLOCK]) -> [u8; BLOCK] {
    u128::from_le_bytes(*bytes).to_be_bytes()
}

impl Multiplier {
    /// Creates a multiplier from an element of 16, 32 or 64 bytes.
    pub fn new(element: &[u8]) -> Self {
        let mut new = Self { backend: GHASH.get(), words: [[0; BLOCK]; WORDS], count: element.len() / BLOCK };
        for (to, from) in new.words.iter_mut().zip(element.as_chunks().0.iter().rev()) {
            *to = word(from);
        }
        new
    }

    /// Multiplies an element of the same length by this element, in place.
    pub fn multiply(&self, element: &mut [u8]) {
        let count = self.count;
        let mut words = [[0; BLOCK]; WORDS];
        for (to, from) in words.iter_mut().zip(element.as_chunks().0) {
            *to = word(from);
        }
        let mut product = [0; 2 * WORDS];
        for column in 0..2 * count - 1 {
            // multiply the words of the element, upwards from `from`, by the words of the multiplier, downwards from
            // `column - from`
            let from = (column + 1).saturating_sub(count);
            let to = count.min(column + 1);
            let mut sum = Sum::ZERO;
            let others = &self.words[count + from - column - 1..];
            sum.add(self.backend, words[from..to].as_flattened(), others.as_flattened());
            let [low, high] = sum.wide();
            product[column] ^= low;
            product[column + 1] ^= high;
        }
        // the moduli are x^128 + x^7 + x^2 + x + 1, x^256 + x^10 + x^5 + x^2 + 1 and x^512 + x^8 + x^5 + x^2 + 1
        let powers = match count {
            1 => [7, 2, 1],
            2 => [10, 5, 2],
            _ => [8, 5, 2],
        };
        for high in (count..2 * count).rev() {
            self.fold(&mut product, high, powers);
        }
        // with 128 bits, folding the only high word has left a carry in its place, which is folded again
        self.fold(&mut product, count, powers);
        for (bytes, word) in element.as_chunks_mut().0.iter_mut().zip(product) {
            *bytes = word.to_le_bytes();
        }
        wipe(&mut product);
        wipe(words.as_flattened_mut());
    }

    /// Replaces a word beyond the length of an element by its remainder.
    fn fold(&self, product: &mut [u128; 2 * WORDS], high: usize, powers: [u32; 3]) {
        let word = core::mem::take(&mut product[high]);
        let low = high - self.count;
        product[low] ^= word;
        for power in powers {
            product[low] ^= word << power;
            product[low + 1] ^= word >> (128 - power);
        }
    }
}

impl Drop for Multiplier {
    fn drop(&mut self) {
        wipe(self.words.as_flattened_mut());
    }
}
