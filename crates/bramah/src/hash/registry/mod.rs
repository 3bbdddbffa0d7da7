//! Hash functions by name.

mod algorithm;
mod function;
mod hasher;
mod lookup;
#[cfg(feature = "std")]
mod read;
mod saved;
#[cfg(test)]
mod tests;

pub use algorithm::{Algorithm, infos};
pub use function::Function;
pub use hasher::{AnyHasher, AnyReader};
pub use lookup::lookup;
#[cfg(feature = "std")]
pub use read::READ_LEN;

use super::{
    FAMILIES, Hash, Info, Options, checked_start,
    frame::{Frame, choices},
};
use crate::{Error, backend::Choice};
use alloc::sync::Arc;
use function::{Of, Prepared};

/// A hash function as the registry has it: what is known of it, and how to reach it.
pub struct Entry {
    /// Names, lengths and standing.
    pub info: Info,
    /// Whether the output goes on as long as it is asked for.
    pub extendable: bool,
    /// Whether several threads hash one message faster than one
    /// ([`AnyHasher::update_parallel`]).
    pub parallel: bool,
    choices: fn() -> [&'static dyn Choice; 2],
    prepare: fn(Algorithm, &Options<'_>) -> Result<Arc<dyn Prepared>, Error>,
    digest: fn(Algorithm, &[u8], &mut [u8]),
    many: fn(Algorithm, &[&[u8]], &mut [u8]),
}

impl Entry {
    /// The entry of a hash function.
    pub(crate) const fn of<H: Hash>() -> Self {
        Self {
            info: H::INFO,
            extendable: H::INFO.lengths.max == usize::MAX,
            parallel: H::Frame::PARALLEL,
            choices: choices::<H::Frame>,
            prepare: |algorithm, options| {
                let start = checked_start::<H>(options, algorithm.length)?;
                Ok(Arc::new(Of::<H> { start, backends: algorithm.backends::<H>(), algorithm }))
            },
            digest: |algorithm, message, out| {
                // in this order: a start that no other call has seen stays in registers
                let backend = algorithm.one::<H>();
                let start = H::start(&Options::default(), algorithm.length);
                H::Frame::digest(&start, backend, message, out);
            },
            many: |algorithm, messages, out| {
                let start = H::start(&Options::default(), algorithm.length);
                H::Frame::many(&start, algorithm.backends::<H>(), messages, algorithm.length, out);
            },
        }
    }

    /// The function with the digest length that its name alone means.
    pub fn algorithm(&'static self) -> Algorithm {
        Algorithm { entry: self, length: self.info.lengths.default, one: None, many: None }
    }

    /// The function at every length that has a name of its own.
    pub fn algorithms(&'static self) -> impl Iterator<Item = Algorithm> {
        let default = [self.info.lengths.default];
        let named = self.info.lengths.named;
        let count = named.len().max(1);
        (0..count)
            .map(move |i| Algorithm { length: *named.get(i).unwrap_or(&default[0]), ..self.algorithm() })
    }
}

/// Every hash function.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    FAMILIES.iter().copied().flatten()
}
