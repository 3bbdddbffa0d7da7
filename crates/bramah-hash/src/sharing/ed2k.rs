//! ED2K: MD4 over the MD4 digests of the message's chunks of 9,728,000 bytes. If a message has only one chunk, its ED2K digest
//! is the MD4 digest of this chunk.
//!
//! Programs differ for messages that end with a whole chunk. eMule appends an empty chunk to them (`EMPTY`), so the digest of a
//! message of one whole chunk is computed from two digests. The first clients of eDonkey append nothing.

use crate::{
    frame::leafwise::{Digest, Tree, append},
    md4::Md4Hash,
};
use alloc::vec::Vec;

/// The length in bytes of a chunk, and of a part in AICH.
pub(super) const CHUNK: usize = 9_728_000;
/// The length of a digest in bytes.
const LEN: usize = 16;

/// The parameters of ED2K's tree, as a type.
pub struct Ed2kTree<const EMPTY: bool>;

impl<const EMPTY: bool> Tree for Ed2kTree<EMPTY> {
    type Over = Md4Hash;

    fn start(at: u128) -> u128 {
        at - at % CHUNK as u128
    }
    fn len(_: u128) -> usize {
        CHUNK
    }
    fn kept(end: u128) -> u128 {
        end / CHUNK as u128 * LEN as u128
    }
    fn push(kept: &mut Vec<u8>, _: u128, leaf: &[u8], _: Digest<'_>) {
        append(kept, leaf);
    }
    fn root(kept: &mut Vec<u8>, total: u128, leaf: &[u8], digest: Digest<'_>, out: &mut [u8]) {
        let empty = EMPTY && total > 0 && total.is_multiple_of(CHUNK as u128);
        if kept.is_empty() && !empty {
            out.copy_from_slice(leaf);
            return;
        }
        append(kept, leaf);
        if empty {
            let mut last = [0; LEN];
            digest(&[], &mut last);
            append(kept, &last);
        }
        digest(kept, out);
    }
}
