//! Traversal of the nodes that a range needs.

use super::{
    shape::{Range, Subtree},
    source::Encoding,
};
use std::{io, vec};

/// Calls `visit` with each subtree that a range (as returned by [`Range::verifying`]) needs, in the order of an
/// encoding, and skips all other subtrees; the content has `len` bytes. The last argument of `visit` is the value for
/// this subtree: `root` for the whole tree. `visit` either reads the parent and returns the values for its two
/// children, or reads the whole subtree and returns `None`.
pub(super) fn walk<T>(
    encoding: &mut Encoding<'_>,
    len: u64,
    needed: Range,
    root: T,
    mut visit: impl FnMut(&mut Encoding<'_>, Subtree, T) -> io::Result<Option<[T; 2]>>,
) -> io::Result<()> {
    let mut waiting = vec![(Subtree { start: 0, len }, root)];
    while let Some((subtree, said)) = waiting.pop() {
        if !subtree.is_in(needed) {
            // stop here: bytes after the range are not read, and may be missing
            if !waiting.iter().any(|(later, _)| later.is_in(needed)) {
                break;
            }
            encoding.skip(subtree)?;
        } else if let Some([of_left, of_right]) = visit(encoding, subtree, said)? {
            let [left, right] = subtree.children();
            waiting.push((right, of_right));
            waiting.push((left, of_left));
        }
    }
    Ok(())
}
