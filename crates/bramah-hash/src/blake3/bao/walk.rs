//! The nodes that a range needs, one after another.

use super::{
    shape::{Range, Subtree},
    source::Encoding,
};
use std::{io, vec};

/// Calls `visit` with the subtrees of content of `len` bytes that a range, as [`Range::verifying`] returns it, needs, in the
/// order of an encoding, and leaves out all others. It gets what was said of the subtree, which is `root` for the whole tree. It
/// reads the parent and returns what that says of the two children, or it reads the whole subtree.
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
            // what follows the range is not read, and need not be there
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
