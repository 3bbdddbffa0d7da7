//! TTH: Chapweske and Mohr, "Tree Hash EXchange format" (2003), over Tiger. A leaf is a zero byte and up to 1,024 bytes of the
//! message, and a node a byte 1 and the digests of its two children; a node without a neighbour moves up a level.
//!
//! The roots of complete trees over the leaves so far are stored, the largest tree first: one for each bit that is set
//! in the number of leaves.

use crate::{
    frame::leafwise::{Digest, Tree, append},
    tiger::TigerHash,
    wipe::wipe,
};
use alloc::vec::Vec;

const LEAF: usize = 1024;
/// The length of a digest in bytes.
const LEN: usize = 24;

/// The tree.
pub struct TthTree;

/// Removes the last digest from the list, and replaces `right` by the node over both.
fn join(kept: &mut Vec<u8>, right: &mut [u8; LEN], digest: Digest<'_>) {
    let place = kept.len() - LEN;
    let mut node = [1; 1 + 2 * LEN];
    node[1..][..LEN].copy_from_slice(&kept[place..]);
    node[1 + LEN..].copy_from_slice(right);
    wipe(&mut kept[place..]);
    kept.truncate(place);
    digest(&node, right);
    wipe(&mut node);
}

impl Tree for TthTree {
    type Over = TigerHash;
    const PREFIX: &'static [u8] = &[0];

    fn start(at: u128) -> u128 {
        at - at % LEAF as u128
    }
    fn len(_: u128) -> usize {
        LEAF
    }
    fn kept(end: u128) -> u128 {
        u128::from((end / LEAF as u128).count_ones()) * LEN as u128
    }
    fn push(kept: &mut Vec<u8>, end: u128, leaf: &[u8], digest: Digest<'_>) {
        let mut node = [0; LEN];
        node.copy_from_slice(leaf);
        // for each pair of trees that now have the same size
        for _ in 0..(end / LEAF as u128).trailing_zeros() {
            join(kept, &mut node, digest);
        }
        append(kept, &node);
        wipe(&mut node);
    }
    fn root(kept: &mut Vec<u8>, _: u128, leaf: &[u8], digest: Digest<'_>, out: &mut [u8]) {
        let mut node = [0; LEN];
        node.copy_from_slice(leaf);
        while !kept.is_empty() {
            join(kept, &mut node, digest);
        }
        out.copy_from_slice(&node);
        wipe(&mut node);
    }
}
