//! POLYVAL (RFC 8452, section 3), computed as GHASH of the blocks with their bytes in reverse order (appendix A).

use super::{BLOCK, HashKey, State};
use crate::{simd::memory::copy_short, wipe::wipe};

/// The number of blocks whose bytes are reversed before they are hashed together.
const GROUP: usize = 32;

/// Returns the POLYVAL of the associated data and the text, each padded with zeros to whole blocks, and of a block with
/// their lengths in bits.
pub fn polyval(key: &HashKey, associated: &[u8], text: &[u8]) -> [u8; BLOCK] {
    let mut state = State::EMPTY;
    let (mut room, mut count) = ([[0; BLOCK]; GROUP], 0);
    for data in [associated, text] {
        let (mut whole, rest) = data.as_chunks::<BLOCK>();
        while !whole.is_empty() {
            if count == GROUP {
                state.update(key, room.as_flattened());
                count = 0;
            }
            let (part, more) = whole.split_at(whole.len().min(GROUP - count));
            for (reversed, block) in room[count..].iter_mut().zip(part) {
                *reversed = u128::from_le_bytes(*block).to_be_bytes();
            }
            count += part.len();
            whole = more;
        }
        if !rest.is_empty() {
            if count == GROUP {
                state.update(key, room.as_flattened());
                count = 0;
            }
            let mut last = [0; BLOCK];
            copy_short(&mut last, rest);
            room[count] = u128::from_le_bytes(last).to_be_bytes();
            wipe(&mut last);
            count += 1;
        }
    }
    // the block of lengths is reversed like the others
    let [associated, text] = [associated, text].map(|data| 8 * data.len() as u64);
    let mut hash = state.end(key, room[..count].as_flattened(), &[text, associated]);
    wipe(room.as_flattened_mut());
    hash.reverse();
    hash
}
