//! The choice of one implementation among several, which is made once.
//!
//! Every algorithm has a list of candidates, the best first and `portable` last. On first use, the first candidate is chosen that
//! the CPU can run, that `BRAMAH_BACKEND` does not rule out and that passes its self-test. On CPUs of a certain design, another
//! candidate may come first. Nothing is timed: every run of a program on the same CPU makes the same choices. An instance keeps
//! the backend with which it began.

#[doc(inline)]
pub use bramah_machine::backend::{
    Backend, Choice, Dispatch, Features, Info, Listed, Pair, candidates, infos,
};
#[allow(unused_imports)] // which macros are used depends on the architecture and on features
pub(crate) use bramah_machine::backend::{Candidate, Entries, Entry, candidate, entry, only, table_calls};
pub(crate) use bramah_machine::candidates;

/// Returns all choices of the library, each once, even if several algorithms share it: the choices of hash functions for one
/// message and for many, of block ciphers, of stream ciphers, of authenticated encryption, of the other parts of MACs, and of key
/// derivation. `BRAMAH_BACKEND` takes the name of a choice before a `=`.
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
