//! Choosing one implementation among several, once.
//!
//! Every algorithm has a list of candidates, best first and `portable` last. On first use, the list chooses the first
//! candidate that the CPU can run, that `BRAMAH_BACKEND` does not rule out and that passes its self-test. A candidate
//! may be moved to the front on CPUs of one design. Nothing is timed: every run of a program on a CPU makes the same
//! choices. An instance keeps the backend that it began with.

#[doc(inline)]
pub use bramah_machine::backend::{
    Backend, Choice, Dispatch, Features, Info, Listed, Pair, candidates, infos,
};
#[allow(unused_imports)] // which macros are used depends on the architecture and on features
pub(crate) use bramah_machine::backend::{Candidate, Entry, candidate, entry, only, table_calls};
pub(crate) use bramah_machine::candidates;

/// Returns every choice of the library, once each, however many algorithms share it: the choices of hash functions for
/// one message and for many, of block ciphers, of stream ciphers, of authenticated encryption, of the other parts of
/// MACs, and of key derivation. `BRAMAH_BACKEND` takes their names before a `=`.
///
/// ```
/// let sha256 = bramah::backend::all().into_iter().find(|choice| choice.name() == "sha256");
/// assert!(sha256.is_some_and(|choice| choice.count() > 0));
/// ```
#[cfg(feature = "registry")]
pub fn all() -> alloc::vec::Vec<&'static dyn Choice> {
    let every = crate::registry::all().flat_map(|algorithm| algorithm.choices()).chain(crate::kdf::choices());
    let mut all: alloc::vec::Vec<&'static dyn Choice> = alloc::vec::Vec::new();
    for choice in every {
        if !all.iter().any(|other| core::ptr::addr_eq(*other, choice)) {
            all.push(choice);
        }
    }
    all
}
