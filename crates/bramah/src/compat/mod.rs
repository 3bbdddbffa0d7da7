//! The traits of other libraries.

mod digest;
