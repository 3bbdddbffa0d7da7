//! The compression function of Snefru. The state and the block are sixteen words, which go through eight passes of four
//! rounds. In a round, the low byte of each word selects an entry of one of the pass's two S-boxes, which is XORed into
//! both neighbouring words. Then all words are rotated, so that another byte becomes the lowest.

use super::sboxes::SBOXES;

/// The distances in bits by which all words are rotated after each round of a pass.
const ROTATIONS: [u32; 4] = [16, 8, 16, 24];

/// Compresses blocks of one message. Of the sixteen words, the first `N` are the state, and the others are the block.
#[inline(always)]
pub(super) fn compress<const N: usize, const BLOCK: usize>(state: &mut [u32; N], blocks: &[[u8; BLOCK]]) {
    const { assert!(4 * N + BLOCK == 64) };
    for block in blocks {
        let mut w = [0; 16];
        let bytes = block.as_chunks().0.iter().map(|bytes| u32::from_be_bytes(*bytes));
        for (word, value) in w.iter_mut().zip(state.iter().copied().chain(bytes)) {
            *word = value;
        }
        for [first, second] in SBOXES.as_chunks::<2>().0 {
            for rotation in ROTATIONS {
                for i in 0..16 {
                    let sbox = if i % 4 < 2 { first } else { second };
                    let entry = sbox[usize::from(w[i] as u8)];
                    w[(i + 15) % 16] ^= entry;
                    w[(i + 1) % 16] ^= entry;
                }
                w = w.map(|word| word.rotate_right(rotation));
            }
        }
        for (state, word) in state.iter_mut().zip(w.into_iter().rev()) {
            *state ^= word;
        }
    }
}
