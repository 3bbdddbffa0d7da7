//! Tables with one constant for each hash function type. The registry is such a table of entries; other kinds, such
//! as HMAC, have their own tables.

use super::Entry;
use crate::{FAMILIES, Hash};

/// A constant that is built for the hash function type `H`, such as its registry entry.
pub trait MadeOf<H: Hash>: Sized + 'static {
    /// The constant for `H`.
    const MADE: &'static Self;
}

/// The table of one family of hash functions; `functions!` in `lib.rs` implements it for the family's types.
pub trait Table<M: 'static> {
    /// One constant for each function of the family.
    const ALL: &'static [&'static M];
}

impl<H: Hash> MadeOf<H> for Entry {
    const MADE: &'static Self = &Self::of::<H>();
}

/// Returns the constant for the function of `entry`, from a table built by [`made_of_each`](crate::made_of_each).
pub fn made_of<M>(table: &'static [&'static [&'static M]], entry: &Entry) -> &'static M {
    for (entries, made) in FAMILIES.iter().zip(table) {
        for (other, made) in entries.iter().zip(*made) {
            if core::ptr::eq(*other, entry) {
                return made;
            }
        }
    }
    unreachable!("each function of the registry has a value in each table")
}
