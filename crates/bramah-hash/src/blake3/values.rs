//! The chaining values of nodes of the tree, for Bao encodings.

use super::{
    Blake3Calls,
    abreast::{CHUNK, Value},
    start::{Start, Tree},
    tree::Node,
};
use crate::frame::TreeParams;
use std::vec::Vec;

/// Returns the chaining values of the chunks of `content`; the first chunk has number `first`, and empty content is one
/// chunk. If `root` is true, the content is a single chunk that is the root of the tree.
pub(super) fn chunks(content: &[u8], first: u64, root: bool) -> Vec<Value> {
    let backend = Tree::dispatch().get();
    let count = content.len().div_ceil(CHUNK).max(1);
    let mut values = std::vec![[0; 32]; count];
    let whole = if root { 0 } else { content.len() / CHUNK };
    let (before, rest) = content.split_at(whole * CHUNK);
    if whole > 0 {
        let marks = Start::HASH.chunks(first);
        backend.nodes(&Start::HASH.key, before, CHUNK, &marks, &mut values[..whole]);
    }
    if whole < count {
        let mut chunk = Tree::leaf(&Start::HASH, first.wrapping_add(whole as u64));
        chunk.update(backend, &Start::HASH, rest);
        let mut node = chunk.node(&Start::HASH);
        if root {
            node.make_root();
        }
        values[whole] = node.compress(backend);
    }
    values
}

/// Returns the chaining values of the parents of adjacent pairs of chaining values.
pub(super) fn parents(pairs: &[Value]) -> Vec<Value> {
    let mut parents = std::vec![[0; 32]; pairs.len() / 2];
    let marks = Start::HASH.parents();
    Tree::dispatch().get().nodes(&Start::HASH.key, pairs.as_flattened(), 64, &marks, &mut parents);
    parents
}

/// Returns the chaining value of the parent of two chaining values; `root` is true if the parent is the root of the
/// tree.
pub(super) fn parent(left: &Value, right: &Value, root: bool) -> Value {
    let mut node = Node::parent(&Start::HASH, left, right);
    if root {
        node.make_root();
    }
    node.compress(Tree::dispatch().get())
}
