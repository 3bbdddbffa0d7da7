//! The selection of one implementation among several, made once.
//!
//! Every algorithm has a list of candidates, best first and `portable` last. On first use, the list chooses the first candidate
//! that the CPU can run, that `BRAMAH_BACKEND` does not exclude and that passes its self-test. On CPUs of one [`Design`] a
//! candidate may move to the front of the list. Nothing is timed, so every run of a program on a CPU makes the same choices. An
//! instance keeps the backend with which it was created.
#![allow(unsafe_code)] // the pointer in `Dispatch::chosen`, and the functions that `entry` wraps

mod entry;
#[cfg(feature = "alloc")]
pub mod named;
mod pair;

pub use crate::simd::architectures::{by_architecture, only};
use crate::simd::features::Design;
pub use crate::simd::features::Features;
use crate::wipe::{self, Stack};
use core::{
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};
pub use entry::{Entries, Entry, candidate, entry, table_calls};
pub use pair::Pair;

/// One implementation of an algorithm's inner functions. The order of the fields is fixed because the assembly gate reads lists
/// of candidates, and expects the name and the part of the stack before the functions.
///
/// The fields are private, and an [`Entry`] can be neither copied nor cloned. Therefore a function that needs CPU features never
/// leaves the candidate for which it was compiled, and that candidate requires the features.
#[repr(C)]
pub struct Candidate<T: 'static> {
    name: &'static str,
    /// The part of the stack that is erased after a function of the candidate returns.
    stack: &'static Stack,
    /// The features that the CPU must have before a function in `ops` may be called.
    needs: Features,
    /// The CPU designs on which this candidate comes first: one bit for each design.
    first_on: u8,
    /// Whether time and memory addresses depend only on the length of the data, not on its contents.
    constant_time: bool,
    ops: T,
}

/// A candidate that this CPU can run: its features were detected when this value was created.
pub struct Backend<T: 'static>(&'static Candidate<T>);

impl<T> Clone for Backend<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Backend<T> {}

impl<T> Backend<T> {
    /// Returns the backend of a candidate, if this CPU can run it.
    #[inline]
    pub fn admit(candidate: &'static Candidate<T>) -> Option<Self> {
        Features::detect().contains(candidate.needs).then_some(Self(candidate))
    }
    /// Returns the name of the candidate, such as `portable` or `avx2`.
    pub fn name(self) -> &'static str {
        self.0.name
    }
    /// Returns the candidate as a pointer, in the form in which a list stores its choice.
    fn pointer(self) -> *mut Candidate<T> {
        ptr::from_ref(self.0).cast_mut()
    }
    /// Returns the table of functions, which are safe to call on this CPU.
    #[inline(always)]
    pub fn ops(self) -> &'static T {
        &self.0.ops
    }
    /// Returns the part of the stack that is erased after a function of the candidate returns.
    #[inline(always)]
    pub fn stack(self) -> &'static Stack {
        self.0.stack
    }
}

/// The candidates of one algorithm, best first, and the chosen candidate.
pub struct Dispatch<T: 'static> {
    name: &'static str,
    candidates: &'static [Candidate<T>],
    check: fn(Backend<T>) -> bool,
    /// For each CPU design, the candidates that come first: bit `i` is set for the candidate at index `i` of the list.
    first: [u16; Design::COUNT],
    chosen: AtomicPtr<Candidate<T>>,
}

impl<T: Sync> Dispatch<T> {
    /// Makes a list. `check` is the self-test: it must run the algorithm on the candidate that is passed to it, and never on the
    /// backend in use.
    pub const fn new(
        name: &'static str,
        candidates: &'static [Candidate<T>],
        check: fn(Backend<T>) -> bool,
    ) -> Self {
        let (mut first, mut i) = ([0; Design::COUNT], 0);
        assert!(candidates.len() <= 16, "more candidates than bits");
        while i < candidates.len() {
            let mut design = 0;
            while design < Design::COUNT {
                first[design] |= (candidates[i].first_on as u16 >> design & 1) << i;
                design += 1;
            }
            i += 1;
        }
        Self { name, candidates, check, first, chosen: AtomicPtr::new(ptr::null_mut()) }
    }

    /// Returns the backend in use. The first call chooses it.
    ///
    /// # Panics
    /// On first use, if every implementation fails its self-test, because then nothing is left to compute with.
    #[inline]
    pub fn get(&'static self) -> Backend<T> {
        match self.chosen() {
            Some(backend) => backend,
            None => self.choose(),
        }
    }

    /// Returns the backend in use, if one has been chosen.
    #[inline]
    pub fn chosen(&'static self) -> Option<Backend<T>> {
        // SAFETY: the pointer is null, or `Backend::pointer` made it from a `&'static`.
        unsafe { self.chosen.load(Ordering::Relaxed).as_ref() }.map(Backend)
    }

    /// Chooses a backend. If two threads choose at the same time, the choice that is stored first is used by both.
    #[cold]
    fn choose(&'static self) -> Backend<T> {
        let best = self.at(first(self)).expect("it was found there");
        let none = ptr::null_mut();
        let _ = self.chosen.compare_exchange(none, best.pointer(), Ordering::Relaxed, Ordering::Relaxed);
        self.chosen().unwrap_or(best)
    }

    /// Returns every candidate that this CPU can run, best first.
    pub fn available(&'static self) -> impl Iterator<Item = Backend<T>> {
        (0..self.candidates.len()).filter_map(|index| self.at(index))
    }

    /// Returns whether every candidate is constant-time.
    pub fn is_constant_time(&self) -> bool {
        self.candidates.iter().all(|candidate| candidate.constant_time)
    }

    /// Converts an index in the order of this CPU to an index in the list. The order of this CPU begins with the candidates
    /// that come first on its design; the others follow.
    fn place(&'static self, index: usize) -> usize {
        match self.first[Design::detect() as usize] {
            0 => index,
            first => place(first, self.candidates.len(), index),
        }
    }

    /// Returns the candidate at `index` in the order of this CPU, or `None` if this CPU cannot run it.
    #[inline]
    pub fn at(&'static self, index: usize) -> Option<Backend<T>> {
        self.candidates.get(self.place(index)).and_then(Backend::admit)
    }

    /// Returns the candidate at `index` in the order of this CPU, or the backend in use if `index` is `None` or this CPU cannot
    /// run the candidate.
    pub fn at_or_chosen(&'static self, index: Option<u8>) -> Backend<T> {
        index.and_then(|index| self.at(index.into())).unwrap_or_else(|| self.get())
    }

    /// Makes new instances use `backend`. Returns false, and changes nothing, if `backend` is not from this list: the backends
    /// of other algorithms may have the same type.
    pub fn force(&'static self, backend: Backend<T>) -> bool {
        let own = self.candidates.iter().any(|candidate| ptr::eq(candidate, backend.0));
        if own {
            self.chosen.store(backend.pointer(), Ordering::Relaxed);
        }
        own
    }
}

/// Converts an index in the order of a CPU design to an index in the list of `count` candidates. The order begins with the
/// candidates whose bits are set in `first`; the others follow.
#[inline(never)] // not inlined, because the compiler would make a copy for each list
fn place(first: u16, count: usize, index: usize) -> usize {
    let places = |set: bool| (0..count).filter(move |place| (first >> place & 1 == 1) == set);
    places(true).chain(places(false)).nth(index).unwrap_or(index)
}

/// Returns the index of the first candidate that passes its self-test. If `BRAMAH_BACKEND` names candidates, and at least one
/// of them passes, the function returns the index of the first of these instead.
#[inline(never)] // not inlined, because the compiler would make a copy for each list
fn first(choice: &'static dyn Choice) -> usize {
    let first = |wanted: Option<&str>| {
        let named = |listed: Listed| listed.available && wanted.is_none_or(|wanted| listed.name == wanted);
        (0..choice.count()).find(|index| choice.candidate(*index).is_some_and(named) && choice.passes(*index))
    };
    first(wanted(choice.name()))
        .or_else(|| first(None))
        .unwrap_or_else(|| panic!("{}: every implementation failed its self-test", choice.name()))
}

/// A candidate and the result of its self-test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// The name of the candidate.
    pub name: &'static str,
    /// The CPU features that the candidate needs.
    pub needs: Features,
    /// Whether this CPU can run the candidate.
    pub available: bool,
    /// Whether the candidate passes its self-test; false if this CPU cannot run it.
    pub passes: bool,
    /// The index of the candidate in the order of most CPUs. On some CPU designs another candidate comes first.
    pub place: usize,
    /// Whether this is the candidate in use.
    pub chosen: bool,
    /// Whether time and memory addresses depend only on the length of the data, not on its contents.
    pub constant_time: bool,
}

/// A backend in a list of candidates. Unlike [`Info`], it does not include the result of the self-test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed {
    /// The name of the candidate.
    pub name: &'static str,
    /// The CPU features that the candidate needs.
    pub needs: Features,
    /// Whether this CPU can run the candidate.
    pub available: bool,
    /// The index of the candidate in the order of most CPUs. On some CPU designs another candidate comes first.
    pub place: usize,
    /// Whether time and memory addresses depend only on the length of the data, not on its contents.
    pub constant_time: bool,
}

/// A [`Dispatch`] without the type of its functions.
pub trait Choice: Sync {
    /// Returns the name of the algorithm, or `NAME.many` for the list of candidates that process several messages at once.
    fn name(&self) -> &'static str;
    /// Returns the number of candidates.
    fn count(&self) -> usize;
    /// Returns the candidate at `index` of the list, best first, without running its self-test.
    fn candidate(&'static self, index: usize) -> Option<Listed>;
    /// Runs the self-test of the candidate at `index` of the list, best first, and returns whether it passes. Returns false for a
    /// candidate that this CPU cannot run.
    fn passes(&'static self, index: usize) -> bool;
    /// Returns whether the candidate at `index` of the list, best first, is the one in use. If no backend is in use yet, one is
    /// chosen first.
    fn is_chosen(&'static self, index: usize) -> bool;
    /// Makes new instances use the candidate at `index`. Returns false, and changes nothing, if this CPU cannot run it.
    fn force(&'static self, index: usize) -> bool;
}

impl<T: Sync> Choice for Dispatch<T> {
    fn name(&self) -> &'static str {
        self.name
    }
    fn count(&self) -> usize {
        self.candidates.len()
    }
    fn candidate(&'static self, index: usize) -> Option<Listed> {
        let place = self.place(index);
        let &Candidate { name, needs, constant_time, .. } = self.candidates.get(place)?;
        Some(Listed { name, needs, available: Features::detect().contains(needs), place, constant_time })
    }
    fn passes(&'static self, index: usize) -> bool {
        self.at(index).is_some_and(self.check)
    }
    fn is_chosen(&'static self, index: usize) -> bool {
        self.candidates.get(self.place(index)).is_some_and(|candidate| ptr::eq(self.get().0, candidate))
    }
    fn force(&'static self, index: usize) -> bool {
        self.at(index).is_some_and(|backend| Dispatch::force(self, backend))
    }
}

impl dyn Choice {
    /// Runs the self-test of the candidate at `index` of the list, best first, and returns the candidate and the
    /// result.
    pub fn info(&'static self, index: usize) -> Option<Info> {
        let Listed { name, needs, available, place, constant_time } = self.candidate(index)?;
        let (passes, chosen) = (self.passes(index), self.is_chosen(index));
        Some(Info { name, needs, available, passes, place, chosen, constant_time })
    }
}

/// Returns the candidates of a list, best first, without running self-tests.
pub fn candidates(choice: &'static dyn Choice) -> impl Iterator<Item = Listed> {
    (0..choice.count()).filter_map(|index| choice.candidate(index))
}

/// Runs the self-tests of the candidates of a list, and returns the candidates with the results, best first. If no backend is in
/// use yet, one is chosen first.
pub fn infos(choice: &'static dyn Choice) -> impl Iterator<Item = Info> {
    (0..choice.count()).filter_map(|index| choice.info(index))
}

/// Returns the backend that `BRAMAH_BACKEND` names for the algorithm `name`. An item such as `portable` applies to all
/// algorithms, and items such as `sha256=avx2,md5=portable` to the algorithms that they name. A backend that this CPU cannot run
/// is ignored. An invalid item, such as one that is not UTF-8, is ignored too, because the library has no way to report it. The
/// other items still apply. The command-line program refuses a value with an invalid item.
#[cfg(feature = "std")]
fn wanted(name: &str) -> Option<&'static str> {
    use std::sync::OnceLock;
    static SPEC: OnceLock<std::string::String> = OnceLock::new();
    let spec = SPEC.get_or_init(|| {
        let value = std::env::var_os("BRAMAH_BACKEND").unwrap_or_default();
        value.to_string_lossy().into_owned()
    });
    spec.split(',').map(str::trim).filter(|item| !item.is_empty()).find_map(|item| {
        match item.split_once('=') {
            Some((algorithm, backend)) => (algorithm == name).then_some(backend),
            None => Some(item),
        }
    })
}
#[cfg(not(feature = "std"))]
fn wanted(_: &str) -> Option<&'static str> {
    None
}

impl<T> Candidate<T> {
    /// Makes a candidate from a table. Entries that [`candidate!`] did not make need no features, so `needs` may then be any
    /// set of features.
    pub const fn new(name: &'static str, needs: Features, ops: T) -> Self {
        Self { name, stack: &wipe::WHOLE, needs, first_on: 0, constant_time: true, ops }
    }

    /// Makes a candidate that every CPU can run.
    pub const fn portable(ops: T) -> Self {
        Self::new("portable", Features::NONE, ops)
    }

    /// Returns this candidate with the requirements of `other` added: its features, and its part of the stack if that is larger.
    /// The result is constant-time only if both candidates are.
    pub const fn with<U>(mut self, other: &Candidate<U>) -> Self {
        self.needs = self.needs.with(other.needs);
        if other.stack.bytes > self.stack.bytes {
            self.stack = other.stack;
        }
        self.constant_time &= other.constant_time;
        self
    }

    /// Returns whether every CPU that can run this candidate can run `other`.
    pub const fn covers<U>(&self, other: &Candidate<U>) -> bool {
        self.needs.contains(other.needs)
    }

    /// Marks the candidate as the first on CPUs of this design, in addition to the designs marked before. The candidate must be
    /// at least 4 % faster on this design than the first candidate of the list that the CPU can run. If several candidates are
    /// marked, the first of them in the list comes first.
    pub const fn first_on(mut self, design: Design) -> Self {
        self.first_on |= 1 << design as u8;
        self
    }

    /// Sets the part of the stack that is erased after a function of the candidate returns.
    pub const fn erasing(mut self, stack: &'static Stack) -> Self {
        self.stack = stack;
        self
    }

    /// Sets the part of the stack that is erased after a function of the candidate returns: `part` on x86-64, where the
    /// assembly gate checks how much of the stack the functions use, and the default, `WHOLE`, on other architectures.
    pub const fn with_stack(self, part: &'static Stack) -> Self {
        self.erasing(if cfg!(target_arch = "x86_64") { part } else { &wipe::WHOLE })
    }

    /// Marks the candidate as not constant-time: it looks up tables at addresses that depend on data.
    pub const fn indexing(mut self) -> Self {
        self.constant_time = false;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_candidates_come_first_in_the_order_of_the_list() {
        let order = |first| core::array::from_fn::<usize, 5, _>(|index| place(first, 4, index));
        assert_eq!(order(0), [0, 1, 2, 3, 4]);
        assert_eq!(order(0b0100), [2, 0, 1, 3, 4]);
        assert_eq!(order(0b1010), [1, 3, 0, 2, 4]);
    }
}
