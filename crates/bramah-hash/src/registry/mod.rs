//! Hash functions by name.

mod algorithm;
mod function;
mod hasher;
mod lookup;
mod made;
mod multipart;
mod objects;
#[cfg(feature = "std")]
mod read;
mod saved;

pub use algorithm::Algorithm;
pub use function::Function;
pub use hasher::{AnyHasher, AnyReader};
pub use lookup::lookup;
#[doc(hidden)]
pub use made::{MadeOf, Table, made_of};
pub use multipart::{Composite, Multipart};
#[cfg(feature = "std")]
pub use read::READ_LEN;

use super::{
    FAMILIES, Hash, Info, Options, checked_start,
    frame::{Frame, choices},
};
use crate::{
    Error,
    backend::Choice,
    entries::{self, On, registered},
};
use alloc::sync::Arc;
use objects::{Of, Prepared};

registered!(Info, Make);

/// The operations of a registry entry, as function pointers.
pub struct Make {
    parallel: bool,
    prepare: fn(Algorithm, &Options<'_>) -> Result<Arc<dyn Prepared>, Error>,
    digest: fn(&Algorithm, &[u8], &mut [u8]),
    many: fn(Algorithm, &[&[u8]], &mut [u8]),
}

impl Entry {
    /// Returns the registry entry of the hash function type `H`.
    pub(crate) const fn of<H: Hash>() -> Self {
        Self {
            info: H::INFO,
            choices: choices_of::<H>,
            make: Make {
                parallel: H::Frame::PARALLEL,
                prepare: |algorithm, options| {
                    let start = checked_start::<H>(options, algorithm.length)?;
                    Ok(Arc::new(Of::<H::Frame> { start, one: algorithm.one::<H>(), algorithm }))
                },
                digest: |algorithm, message, out| match (algorithm.on.one, H::Frame::dispatch().chosen()) {
                    (None, Some(backend)) if const { !H::INFO.needs_key } => {
                        super::digest::<H>(backend, algorithm.length, message, out);
                    }
                    _ => rare_digest(algorithm, message, out),
                },
                many: |algorithm, messages, out| {
                    needs_no_key(&H::INFO);
                    let start = H::start(Options::NONE, algorithm.length);
                    H::Frame::many(&start, algorithm.backends::<H>(), messages, algorithm.length, out);
                },
            },
        }
    }

    /// Returns whether the function is extendable, that is, whether its output has no maximum length.
    pub fn extendable(&self) -> bool {
        self.info.lengths.max == usize::MAX
    }

    /// Returns whether several threads hash one message faster than one ([`AnyHasher::update_parallel`]).
    pub fn parallel(&self) -> bool {
        self.make.parallel
    }

    /// Returns the function with its default digest length. The name without a number stands for this length.
    pub fn algorithm(&'static self) -> Algorithm {
        Algorithm { on: On::new(self), length: self.info.lengths.default }
    }

    /// Returns the function once for each digest length that has its own name, or once with the default length.
    pub fn algorithms(&'static self) -> impl Iterator<Item = Algorithm> {
        let default = [self.info.lengths.default];
        let named = self.info.lengths.named;
        let count = named.len().max(1);
        (0..count)
            .map(move |i| Algorithm { length: *named.get(i).unwrap_or(&default[0]), ..self.algorithm() })
    }
}

/// Returns the candidate list of a hash function for one message and the candidate list for batches.
#[doc(hidden)]
pub fn choices_of<H: Hash>() -> [&'static dyn Choice; 2] {
    choices::<H::Frame>()
}

/// Computes a digest on a backend that was selected by name, or when no backend has been chosen yet. This is a separate
/// function so that the common path does not save registers for it.
#[cold]
fn rare_digest(algorithm: &Algorithm, message: &[u8], out: &mut [u8]) {
    needs_no_key(algorithm.info());
    let make = &algorithm.on.entry.make;
    if algorithm.on.one.is_some() {
        return (make.many)(*algorithm, &[message], out);
    }
    // this call chooses a backend, which the common path uses from now on
    algorithm.choices()[0].is_chosen(0);
    (make.digest)(algorithm, message, out);
}

/// Panics if the function needs a key, because the caller has none.
fn needs_no_key(info: &Info) {
    assert!(!info.needs_key, "{} needs a key", info.name);
}

/// Returns the entries of all hash functions, including MACs that are implemented as keyed hash functions
/// ([`Info::needs_key`]).
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    FAMILIES.iter().copied().flatten().copied()
}
