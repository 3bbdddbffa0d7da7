//! AICH, as eMule computes it. The message is divided into parts of 9,728,000 bytes, and each part into blocks of
//! 184,320 bytes (the last block is shorter). A binary tree over the blocks of a part has the part's node as its root;
//! a binary tree over the parts has the digest as its root. A node is the SHA-1 of its two children.
//!
//! If a node has an odd number of leaves, its left child gets one leaf more than its right child if the node is itself
//! a left child or the root, and one less if the node is a right child. So the tree of a part depends on whether its
//! node is a left child, which is known only when the length of the message is known. Therefore both possible nodes of
//! each complete part are stored, and after them the digests of the blocks of the part in progress.

use super::ed2k::CHUNK as PART;
use crate::{
    frame::leafwise::{Digest, Tree, append},
    sha1::Sha1Hash,
    wipe::wipe,
};
use alloc::vec::Vec;
use core::ops::Range;

const BLOCK: usize = 184_320;
/// The length of a digest in bytes.
const LEN: usize = 20;

/// The parameters of AICH's tree, as a type.
pub struct AichTree;

/// Returns the node over the leaves with these numbers. If `left` is set, the node is a left child or the root, and
/// otherwise a right child. `leaf` returns a leaf, given its number and its own `left`.
fn node(
    leaves: Range<usize>,
    left: bool,
    leaf: &dyn Fn(usize, bool) -> [u8; LEN],
    digest: Digest<'_>,
) -> [u8; LEN] {
    if leaves.len() == 1 {
        return leaf(leaves.start, left);
    }
    let middle = leaves.start + (leaves.len() + usize::from(left)) / 2;
    let mut both = [0; 2 * LEN];
    both[..LEN].copy_from_slice(&node(leaves.start..middle, true, leaf, digest));
    both[LEN..].copy_from_slice(&node(middle..leaves.end, false, leaf, digest));
    let mut out = [0; LEN];
    digest(&both, &mut out);
    wipe(&mut both);
    out
}

/// Returns the digest number `place` in a list of digests.
fn at(list: &[u8], place: usize) -> [u8; LEN] {
    let mut digest = [0; LEN];
    digest.copy_from_slice(&list[LEN * place..][..LEN]);
    digest
}

/// Returns the node of a part, given the digests of its blocks.
fn part(blocks: &[u8], left: bool, digest: Digest<'_>) -> [u8; LEN] {
    node(0..blocks.len() / LEN, left, &|place, _| at(blocks, place), digest)
}

impl Tree for AichTree {
    type Over = Sha1Hash;

    fn start(at: u128) -> u128 {
        at - at % PART as u128 % BLOCK as u128
    }
    fn len(start: u128) -> usize {
        BLOCK.min(PART - (start % PART as u128) as usize)
    }
    fn kept(end: u128) -> u128 {
        let (parts, rest) = (end / PART as u128, end % PART as u128);
        (2 * parts + rest / BLOCK as u128) * LEN as u128
    }
    fn push(kept: &mut Vec<u8>, end: u128, leaf: &[u8], digest: Digest<'_>) {
        append(kept, leaf);
        if end.is_multiple_of(PART as u128) {
            let first = kept.len() - PART.div_ceil(BLOCK) * LEN;
            let both = [true, false].map(|left| part(&kept[first..], left, digest));
            wipe(&mut kept[first..]);
            kept.truncate(first);
            append(kept, both.as_flattened());
        }
    }
    fn root(kept: &mut Vec<u8>, total: u128, leaf: &[u8], digest: Digest<'_>, out: &mut [u8]) {
        append(kept, leaf);
        let parts = (total.saturating_sub(1) / PART as u128) as usize;
        let (complete, blocks) = kept.split_at(2 * LEN * parts);
        let leaf = |number, left| match number == parts {
            true => part(blocks, left, digest),
            false => at(complete, 2 * number + usize::from(!left)),
        };
        out.copy_from_slice(&node(0..parts + 1, true, &leaf, digest));
    }
}
