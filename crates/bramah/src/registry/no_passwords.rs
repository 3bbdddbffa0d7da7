//! A stand-in for password schemes, in a build without the feature `passwords`.

use crate::{Standing, backend::Choice};

/// A type that has no values.
#[derive(Clone, Copy, Debug)]
pub enum Scheme {}

impl Scheme {
    pub(super) fn name(&self) -> &'static str {
        match *self {}
    }
}

pub(super) fn find(_: &str) -> Option<Scheme> {
    None
}

pub(super) fn all() -> impl Iterator<Item = Scheme> {
    core::iter::empty()
}

pub(super) fn standing(scheme: &Scheme) -> Standing {
    match *scheme {}
}

pub(super) fn choices(scheme: &Scheme) -> [&'static dyn Choice; 2] {
    match *scheme {}
}
