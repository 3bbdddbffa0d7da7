//! Columns in Arrow's C data interface (<https://arrow.apache.org/docs/format/CDataInterface.html>): of strings and bytes in
//! every layout, and of any type by the canonical bytes of its values.
//!
//! A producer states how many values, buffers and nulls an array has, and where in the buffers the values begin. It
//! does not state how long the buffers are, except the buffers of views. So every number is checked against the others, and
//! against the size of memory, before a slice is made from a buffer.

#![allow(unsafe_code)] // the C boundary

mod abi;
mod canonical;
mod column;
mod names;
mod rows;
mod values;

pub use abi::{ArrowArray, ArrowSchema, NULLABLE};
pub use canonical::{Canonical, Fields, Kind};
pub use column::{Column, Indices, format};
pub use names::type_name;
pub use values::Values;

use core::fmt;

/// The reason why a column was refused, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The column has a type that is neither strings nor bytes.
    Type(String),
    /// The array does not follow its format.
    Malformed(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(text) | Self::Malformed(text) => f.write_str(text),
        }
    }
}

/// Returns the refusal of an array that does not follow its format.
#[cold]
fn malformed(what: impl fmt::Display) -> Refused {
    Refused::Malformed(format!("Arrow array: {what}"))
}
