//! Helpers that all test programs share.
#![allow(dead_code, unused_imports)] // no program uses all of it

mod data;
#[cfg(unix)]
mod guard;
mod scope;
mod spread;
mod vectors;

pub(crate) use data::{Random, bare, pattern};
#[cfg(unix)]
pub(crate) use guard::Guarded;
pub(crate) use scope::{all, limited, other, quick, splits, wanted};
pub(crate) use spread::spread;
pub(crate) use vectors::bytes;
