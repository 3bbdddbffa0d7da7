//! TTH: Chapweske and Mohr, "Tree Hash EXchange format" (2003), over Tiger. A leaf is the hash of a zero byte and up to
//! 1,024 bytes of the message. A node is the hash of a byte 1 and its two children. A node without a sibling moves up a
//! level unchanged.
//!
//! The roots of the complete trees over the leaves so far are stored, the largest tree first: one root for each bit
//! that is set in the number of leaves.

use crate::{
    frame::leafwise::{Digest, Tree, append},
    tiger::TigerHash,
    wipe::wipe,
};
use alloc::vec::Vec;

const LEAF: usize = 1024;
/// The length of a digest in bytes.
const LEN: usize = 24;

/// The parameters of TTH's tree, as a type.
pub struct TthTree;

/// Removes the last digest from the list, and replaces `right` by the node over that digest and `right`.
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
        // join once for each pair of trees that now have equal sizes
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
