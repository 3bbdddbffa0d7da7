//! POLYVAL (RFC 8452, section 3): GHASH of the same blocks with their bytes in reverse order (appendix A).

use super::{BLOCK, HashKey, State};
use crate::{simd::memory::copy_short, wipe::wipe};

/// The blocks that are reversed before the next.
const GROUP: usize = 32;

/// The POLYVAL of associated data and text, each filled up with zeros to whole blocks, and of their lengths in bits.
pub(crate) fn polyval(key: &HashKey, associated: &[u8], text: &[u8]) -> [u8; BLOCK] {
    let mut state = State::EMPTY;
    let mut room = [[0; BLOCK]; GROUP];
    for data in [associated, text] {
        for part in data.chunks(GROUP * BLOCK) {
            let (whole, rest) = part.as_chunks::<BLOCK>();
            let mut count = whole.len();
            for (reversed, block) in room.iter_mut().zip(whole) {
                *reversed = u128::from_le_bytes(*block).to_be_bytes();
            }
            if !rest.is_empty() {
                let mut last = [0; BLOCK];
                copy_short(&mut last, rest);
                room[count] = u128::from_le_bytes(last).to_be_bytes();
                wipe(&mut last);
                count += 1;
            }
            state.update(key, room[..count].as_flattened());
        }
    }
    wipe(room.as_flattened_mut());
    // the block of the lengths is reversed like the others
    let [associated, text] = [associated, text].map(|data| 8 * data.len() as u64);
    let mut hash = state.end(key, &[], &[text, associated]);
    hash.reverse();
    hash
}
