//! Choosing one implementation among several, once.
//!
//! Every algorithm has a list of candidates, best first and `portable` last. On first use, the list chooses the first
//! candidate that the CPU can run, that `BRAMAH_BACKEND` does not rule out and that passes its self-test. Candidates
//! whose order depends on the design of the CPU are rivals, and a measurement chooses the fastest: see [`Basis`]. An
//! instance keeps the backend that it began with.

#[doc(inline)]
pub use bramah_machine::backend::{
    Backend, Basis, Choice, Dispatch, Features, Info, Listed, Pair, basis, candidates, infos, set_basis,
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
