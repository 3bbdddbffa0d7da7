//! Tables over every hash function as a type: the entries of the registry are one, and other families make theirs,
//! such as HMAC by name.

use super::Entry;
use crate::hash::{FAMILIES, Hash};

/// A value that is made of the hash function `H` as a type.
pub(crate) trait MadeOf<H: Hash>: Sized + 'static {
    /// The value.
    const MADE: &'static Self;
}

/// The functions of a family; `functions!` in `hash/mod.rs` makes it of their types.
pub(crate) trait Table<M: 'static> {
    /// A value of each function.
    const ALL: &'static [&'static M];
}

impl<H: Hash> MadeOf<H> for Entry {
    const MADE: &'static Self = &Self::of::<H>();
}

/// The value of a function in a table that [`made_of_each`](crate::hash::made_of_each) gave.
pub(crate) fn made_of<M>(table: &'static [&'static [&'static M]], entry: &Entry) -> &'static M {
    for (entries, made) in FAMILIES.iter().zip(table) {
        for (other, made) in entries.iter().zip(*made) {
            if core::ptr::eq(*other, entry) {
                return made;
            }
        }
    }
    unreachable!("each function of the registry has a value in each table")
}
