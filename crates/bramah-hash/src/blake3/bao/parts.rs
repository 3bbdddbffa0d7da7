//! Parts of a content that are hashed separately; together they give the hash of the content.

use super::{group::Group, shape::Subtree};
use crate::blake3::{
    abreast::{CHUNK, Value},
    values,
};
use std::{
    io::{self, ErrorKind},
    vec::Vec,
};

/// The maximum number of bytes whose subtree is computed by one call.
const GROUP: usize = 1024 * CHUNK;

/// A part of a content, which somebody else may have hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of bytes of the content before the part.
    pub start: u64,
    /// The number of bytes of the part.
    pub len: u64,
    /// The chaining value of the part's subtree (BLAKE3, section 2.1), which is not a hash of the part.
    pub value: [u8; 32],
}

impl Part {
    /// Hashes a part of a content, which follows `start` bytes. A part is a subtree: it has 2^n KiB, and `start` is a multiple of
    /// this length. Only the part at the end of the content may have fewer than 2^n KiB.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidInput`] if `content` is empty, or `start` is not such a multiple.
    pub fn of(content: &[u8], start: u64) -> io::Result<Self> {
        let tree = Subtree { start, len: content.len() as u64 };
        check(tree)?;
        let mut values = Vec::with_capacity(content.len().div_ceil(GROUP));
        for (i, group) in content.chunks(GROUP).enumerate() {
            let first = tree.first() + (i * GROUP / CHUNK) as u64;
            values.push(Group::of(group, first, false).value);
        }
        Ok(Self { start, len: tree.len, value: Group::over(values, false).value })
    }

    /// Joins consecutive parts to a larger part. Each part must begin where the previous part ends.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidInput`] if there is a gap, or if parts do not begin where the subtrees of the larger part do.
    pub fn joined(parts: &[Self]) -> io::Result<Self> {
        let tree = covered(parts)?;
        check(tree)?;
        Ok(Self { start: tree.start, len: tree.len, value: value(parts, tree)? })
    }

    /// Joins all parts of a content, at least two, and returns the BLAKE3 hash of the content.
    ///
    /// # Errors
    /// The errors of [`joined`](Self::joined); [`ErrorKind::InvalidInput`] if the first part is not the beginning, or there
    /// is only one part: [`Blake3`](crate::blake3::Blake3) hashes such a content.
    ///
    /// ```
    /// use bramah::{Blake3, bao::Part};
    ///
    /// let content = [7; 5000];
    /// let parts = [Part::of(&content[..2048], 0)?, Part::of(&content[2048..4096], 2048)?, Part::of(&content[4096..], 4096)?];
    /// assert_eq!(Part::hash(&parts)?, Blake3::digest(content));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn hash(parts: &[Self]) -> io::Result<[u8; 32]> {
        let tree = covered(parts)?;
        if tree.start > 0 || parts.len() < 2 {
            return Err(refused(
                "a hash is joined from at least two parts, of which the first is the beginning",
            ));
        }
        let (left, right) = halves(parts, tree)?;
        Ok(values::parent(&left, &right, true))
    }
}

fn refused(why: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, why)
}

/// Checks that these bytes can be a subtree: of any content, or at least of a content that ends with them.
fn check(tree: Subtree) -> io::Result<()> {
    let size = tree.chunks().checked_next_power_of_two();
    if tree.len == 0 || !size.is_some_and(|size| tree.start.is_multiple_of(size.saturating_mul(CHUNK as u64)))
    {
        return Err(refused("a part must begin at a multiple of its length in KiB, which is a power of two"));
    }
    Ok(())
}

/// Returns the bytes that these parts cover, or an error if a part does not begin where the previous part ends.
fn covered(parts: &[Part]) -> io::Result<Subtree> {
    let start = parts.first().map_or(0, |part| part.start);
    let mut end = start;
    for part in parts {
        let after = part.start.checked_add(part.len).filter(|_| part.start == end && part.len > 0);
        end = after.ok_or_else(|| refused("a part does not begin where the one before it ends"))?;
    }
    Ok(Subtree { start, len: end - start })
}

/// Returns the chaining values of both children of a subtree that consists of these parts. The recursion is as deep as the
/// tree: 54 at most.
fn halves(parts: &[Part], tree: Subtree) -> io::Result<(Value, Value)> {
    let [left, right] = tree.children();
    let middle = parts.partition_point(|part| part.start < right.start);
    let (before, after) = parts.split_at(middle);
    if after.first().is_none_or(|part| part.start != right.start) {
        return Err(refused("the parts do not begin where the subtrees of their content do"));
    }
    Ok((value(before, left)?, value(after, right)?))
}

fn value(parts: &[Part], tree: Subtree) -> io::Result<Value> {
    if let [whole] = parts {
        return Ok(whole.value);
    }
    let (left, right) = halves(parts, tree)?;
    Ok(values::parent(&left, &right, false))
}
