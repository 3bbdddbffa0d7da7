//! Tables with a value for each type of hash function. The registry's entries are one such table; other families have
//! more, such as HMAC by name.

use super::Entry;
use crate::{FAMILIES, Hash};

/// A value that is made for the hash function type `H`.
pub trait MadeOf<H: Hash>: Sized + 'static {
    /// The value.
    const MADE: &'static Self;
}

/// The functions of a family; `functions!` in `hash/mod.rs` implements it for their types.
pub trait Table<M: 'static> {
    /// A value for each function.
    const ALL: &'static [&'static M];
}

impl<H: Hash> MadeOf<H> for Entry {
    const MADE: &'static Self = &Self::of::<H>();
}

/// Returns the value for a function in a table of [`made_of_each`](crate::made_of_each).
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
