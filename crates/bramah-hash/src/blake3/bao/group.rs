//! Groups: subtrees whose content is in memory, so that their nodes are computed in lanes.

use super::Pair;
use crate::blake3::{
    abreast::{CHUNK, Value},
    values,
};
use std::{vec, vec::Vec};

/// The chaining value of a group, and its parents in the order of an encoding.
pub(super) struct Group {
    pub(super) value: Value,
    pub(super) parents: Vec<Pair>,
}

impl Group {
    /// Computes the group of this content, which is preceded by `first` chunks; `root` is true if the group is the
    /// whole tree.
    pub(super) fn of(content: &[u8], first: u64, root: bool) -> Self {
        Self::over(values::chunks(content, first, root && content.len() <= CHUNK), root)
    }

    /// Computes the tree over subtrees with these chaining values. All subtrees have one size, except that the last may
    /// be smaller. There is at least one value; a single value is itself the result.
    pub(super) fn over(mut nodes: Vec<Value>, root: bool) -> Self {
        let count = nodes.len();
        let mut parents = vec![[0; 64]; count - 1];
        // each parent is stored at its position in the order of the encoding; `size` is the number of values below each node of
        // the current level, except that the last may have fewer
        let mut size = 1;
        while nodes.len() > 1 {
            let (pairs, odd) = nodes.as_chunks::<2>();
            for (index, [left, right]) in pairs.iter().enumerate() {
                let place = &mut parents[place(2 * size * index, 2 * size, count)];
                place[..32].copy_from_slice(left);
                place[32..].copy_from_slice(right);
            }
            let mut above = match pairs {
                [[left, right]] if odd.is_empty() => vec![values::parent(left, right, root)],
                pairs => values::parents(pairs.as_flattened()),
            };
            above.extend_from_slice(odd);
            (nodes, size) = (above, 2 * size);
        }
        Self { value: nodes[0], parents }
    }
}

/// Returns the index, among the parents of a tree over `count` leaves, of the parent whose leaves begin with leaf number
/// `first`. This parent has at most `size` leaves, and more than half as many.
fn place(mut first: usize, size: usize, mut count: usize) -> usize {
    let mut place = 0;
    while first > 0 || count > size {
        let left = 1 << (count - 1).ilog2();
        place += 1;
        if first < left {
            count = left;
        } else {
            place += left - 1;
            (first, count) = (first - left, count - left);
        }
    }
    place
}
