//! Choosing one implementation among several, once.
//!
//! Every algorithm has a list of candidates, best first and `portable` last. The first that the CPU can run, that
//! `BRAMAH_BACKEND` does not rule out and that passes its self-test is taken on first use. Where the order depends on the
//! design of the CPU, candidates are rivals, and the fastest is taken by measurement: see [`Basis`]. An instance keeps the
//! backend that it began with.
#![allow(unsafe_code)] // the pointer in `Dispatch::chosen`, and what `entry` makes

mod architectures;
mod entry;
mod pair;
mod rivals;
mod thresholds;

use crate::simd::features::Design;
pub use crate::simd::features::Features;
pub(crate) use architectures::{by_architecture, candidates, only};
use core::{
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};
pub(crate) use entry::{Entry, candidate, entry, table_calls};
pub use pair::Pair;
use rivals::Figures;
pub use rivals::{Basis, basis, set_basis};
pub(crate) use thresholds::{Least, SINGLE, Thresholds, Way};

/// One implementation of an algorithm's inner functions. The order of its fields is fixed: the assembly gate reads
/// lists of them, in which the name stands before the functions.
///
/// Its fields are private, and an [`Entry`] can be neither copied nor cloned: so a function that needs CPU features
/// never leaves the candidate that it was compiled for, and that candidate needs the same features.
#[repr(C)]
pub(crate) struct Candidate<T: 'static> {
    name: &'static str,
    /// What the CPU must have for `ops` to be callable.
    needs: Features,
    /// The design of CPU on which it comes first; `Any` for none. At most one of a list has another than that.
    first_on: Design,
    /// Whether time and addresses are the same for all data of one length.
    constant_time: bool,
    /// Whether it depends on the design of the CPU if this or another rival is the faster one.
    rival: bool,
    ops: T,
}

/// An admitted candidate: its features were present when this was made.
pub struct Backend<T: 'static>(&'static Candidate<T>);

impl<T> Clone for Backend<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Backend<T> {}

impl<T> Backend<T> {
    /// A candidate, if this CPU can run it.
    #[inline]
    pub(crate) fn admit(candidate: &'static Candidate<T>) -> Option<Self> {
        Features::detect().contains(candidate.needs).then_some(Self(candidate))
    }
    /// Its name, such as `portable` or `avx2`.
    pub fn name(self) -> &'static str {
        self.0.name
    }
    /// The candidate, as a list keeps its choice.
    fn pointer(self) -> *mut Candidate<T> {
        ptr::from_ref(self.0).cast_mut()
    }
    /// The functions, safe to call on this CPU.
    #[inline(always)]
    pub(crate) fn ops(self) -> &'static T {
        &self.0.ops
    }
}

/// The candidates of one algorithm, best first, and the choice among them.
pub struct Dispatch<T: 'static> {
    name: &'static str,
    candidates: &'static [Candidate<T>],
    check: fn(Backend<T>) -> bool,
    /// The work that rivals are timed on. Without one, they are timed on the self-test.
    sample: Option<fn(Backend<T>)>,
    cycles: Figures,
    /// From how many messages a batch pays, if this is a list for many messages.
    thresholds: Thresholds,
    /// The place of the candidate that comes first on Zen 5.
    zen5: usize,
    chosen: AtomicPtr<Candidate<T>>,
}

impl<T: Sync> Dispatch<T> {
    /// `check` is the self-test: it runs the algorithm on the candidate that it is given,
    /// never on the one chosen.
    pub(crate) const fn new(
        name: &'static str,
        candidates: &'static [Candidate<T>],
        check: fn(Backend<T>) -> bool,
    ) -> Self {
        let (mut zen5, mut i) = (0, 0);
        while i < candidates.len() {
            if matches!(candidates[i].first_on, Design::Zen5) {
                zen5 = i;
            }
            i += 1;
        }
        assert!(rivals_before(candidates, i) <= rivals::RIVALS, "more rivals than there is room for");
        assert!(
            rivals_agree(candidates),
            "a measurement must not choose between constant-time candidates and others"
        );
        let (sample, chosen) = (None, AtomicPtr::new(ptr::null_mut()));
        let (cycles, thresholds) = (Figures::none(), Thresholds::none());
        Self { name, candidates, check, sample, cycles, thresholds, zen5, chosen }
    }

    /// Sets the work that rivals are timed on, such as a short message.
    pub(crate) const fn timed_on(mut self, sample: fn(Backend<T>)) -> Self {
        self.sample = Some(sample);
        self
    }

    /// The backend in use; decides on first call.
    ///
    /// # Panics
    /// On first use, if every implementation fails its self-test: there is nothing left to
    /// compute with.
    #[inline]
    pub fn get(&'static self) -> Backend<T> {
        match self.chosen() {
            Some(backend) => backend,
            None => self.choose(),
        }
    }

    /// The backend in use, if that has been decided.
    #[inline]
    pub(crate) fn chosen(&'static self) -> Option<Backend<T>> {
        // SAFETY: null, or a pointer that `choose_from_now_on` took from a `&'static`.
        unsafe { self.chosen.load(Ordering::Relaxed).as_ref() }.map(Backend)
    }

    /// Returns the thresholds that were measured for `backend`, if that is the one in use.
    #[inline]
    pub(crate) fn thresholds(&'static self, backend: Backend<T>) -> Option<&'static Thresholds> {
        self.chosen().is_some_and(|chosen| ptr::eq(chosen.0, backend.0)).then_some(&self.thresholds)
    }

    /// Two threads may both decide, and a measurement may tell them different things: the first that has decided
    /// does so for both.
    #[cold]
    fn choose(&'static self) -> Backend<T> {
        let name = |index| self.at(index).map(Backend::name);
        let passes = |index: &usize| self.at(*index).is_some_and(self.check);
        let fastest = match wanted(self.name) {
            Some(_) => None,
            None => rivals::fastest(&self).filter(passes),
        };
        let best = fastest.unwrap_or_else(|| first(self.name, self.candidates.len(), &name, &passes));
        let best = self.at(best).expect("it was found there");
        let none = ptr::null_mut();
        let _ = self.chosen.compare_exchange(none, best.pointer(), Ordering::Relaxed, Ordering::Relaxed);
        self.chosen().unwrap_or(best)
    }

    /// Every candidate this CPU can run, best first.
    pub fn available(&'static self) -> impl Iterator<Item = Backend<T>> {
        (0..self.candidates.len()).filter_map(|index| self.at(index))
    }

    /// The place in the list of the candidate at `index` in the order of this CPU, which is the same but for one
    /// that comes first on it.
    #[inline]
    fn place(&'static self, index: usize) -> usize {
        match (Design::detect(), index) {
            (Design::Zen5, 0) => self.zen5,
            (Design::Zen5, _) if index <= self.zen5 => index - 1,
            _ => index,
        }
    }

    /// The candidate at `index` in the order of this CPU, if it can run it.
    #[inline]
    pub(crate) fn at(&'static self, index: usize) -> Option<Backend<T>> {
        self.candidates.get(self.place(index)).and_then(Backend::admit)
    }

    /// The candidate at `index`, which was found to be available, or the backend in use.
    #[cfg(feature = "registry")]
    pub(crate) fn at_or_chosen(&'static self, index: Option<u8>) -> Backend<T> {
        index.and_then(|index| self.at(index.into())).unwrap_or_else(|| self.get())
    }

    /// Makes `backend` the one that new instances use. If it is no candidate of this list, nothing changes, and the
    /// result is false: backends of another algorithm may have the same type, but compute something else.
    pub fn force(&'static self, backend: Backend<T>) -> bool {
        let own = self.candidates.iter().any(|candidate| ptr::eq(candidate, backend.0));
        if own {
            self.choose_from_now_on(backend);
        }
        own
    }

    fn choose_from_now_on(&'static self, backend: Backend<T>) {
        self.chosen.store(backend.pointer(), Ordering::Relaxed);
        self.thresholds.forget();
    }
}

impl<T: Sync> rivals::List for &'static Dispatch<T> {
    fn count(&self) -> usize {
        self.candidates.len()
    }
    fn is_available(&self, index: usize) -> bool {
        self.at(index).is_some()
    }
    fn is_rival(&self, index: usize) -> bool {
        self.at(index).is_some_and(|backend| backend.0.rival)
    }
    fn run(&self, index: usize) {
        if let Some(backend) = self.at(index) {
            match self.sample {
                Some(sample) => sample(backend),
                None => {
                    core::hint::black_box((self.check)(backend));
                }
            }
        }
    }
    fn keep(&self, index: usize, cycles: u32) {
        self.cycles.keep(rivals_before(self.candidates, self.place(index)), cycles);
    }
}

/// How many of the candidates before the one at `place` of the list are rivals.
const fn rivals_before<T>(candidates: &[Candidate<T>], place: usize) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < place {
        count += candidates[i].rival as usize;
        i += 1;
    }
    count
}

/// Whether all rivals are constant-time, or none.
const fn rivals_agree<T>(candidates: &[Candidate<T>]) -> bool {
    let (mut seen, mut i) = ([false; 2], 0);
    while i < candidates.len() {
        if candidates[i].rival {
            seen[candidates[i].constant_time as usize] = true;
        }
        i += 1;
    }
    !(seen[0] && seen[1])
}

/// The first of `count` candidates that passes its self-test, of those that `BRAMAH_BACKEND` names if one does. They
/// have names if the CPU can run them.
fn first(
    algorithm: &'static str,
    count: usize,
    name: &dyn Fn(usize) -> Option<&'static str>,
    passes: &dyn Fn(&usize) -> bool,
) -> usize {
    let wanted = wanted(algorithm);
    let named = |index: &usize| name(*index).is_some_and(|name| wanted.is_none_or(|wanted| name == wanted));
    let by_name = (0..count).filter(named).find(|index| passes(index));
    by_name
        .or_else(|| (0..count).find(|index| name(*index).is_some() && passes(index)))
        .unwrap_or_else(|| panic!("{algorithm}: every implementation failed its self-test"))
}

/// A candidate as people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// Its name.
    pub name: &'static str,
    /// The CPU features that it needs.
    pub needs: Features,
    /// Whether this CPU can run it.
    pub available: bool,
    /// Whether its self-test passes; false for one that cannot run.
    pub passes: bool,
    /// Its place among the candidates in the order of most CPUs; on some another comes first.
    pub place: usize,
    /// Whether it is the one in use.
    pub chosen: bool,
    /// The cycles, of the CPU's time stamp counter, that it took for the sample that it was measured on, if it was:
    /// see [`Basis::Measured`].
    pub cycles: Option<u32>,
    /// Whether time and addresses are the same for all data of one length.
    pub constant_time: bool,
}

/// A candidate as its list has it, which is known without a self-test: see [`Info`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// The CPU features that it needs.
    pub needs: Features,
    /// Whether this CPU can run it.
    pub available: bool,
    /// Its place among the candidates in the order of most CPUs; on some another comes first.
    pub place: usize,
    /// Whether time and addresses are the same for all data of one length.
    pub constant_time: bool,
}

/// A [`Dispatch`] whose functions' type does not matter.
pub trait Choice: Sync {
    /// The algorithm's name; `NAME.many` for the candidates that take many messages at once.
    fn name(&self) -> &'static str;
    /// The number of candidates.
    fn count(&self) -> usize;
    /// The candidate at `index` of the list, best first. Runs no self-test.
    fn candidate(&'static self, index: usize) -> Option<Listed>;
    /// The candidate at `index` of the list, best first. Runs its self-test.
    fn info(&'static self, index: usize) -> Option<Info>;
    /// Makes the candidate at `index` the one that new instances use; false if it cannot run.
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
        Some(Listed { name, needs, available: self.at(index).is_some(), place, constant_time })
    }
    fn info(&'static self, index: usize) -> Option<Info> {
        let Listed { name, needs, available, place, constant_time } = self.candidate(index)?;
        Some(Info {
            name,
            needs,
            available,
            passes: self.at(index).is_some_and(self.check),
            place,
            chosen: ptr::eq(self.get().0, self.candidates.get(place)?),
            // after the choice
            cycles: match self.candidates.get(place)?.rival {
                true => self.cycles.get(rivals_before(self.candidates, place)),
                false => None,
            },
            constant_time,
        })
    }
    fn force(&'static self, index: usize) -> bool {
        self.at(index).is_some_and(|backend| Dispatch::force(self, backend))
    }
}

/// Every choice of the library, once each, however many algorithms share it: those of hash functions for one message
/// and for many, of block ciphers, of stream ciphers, of authenticated encryption, of the other parts of MACs, and of
/// key derivation. Their names are what `BRAMAH_BACKEND` takes before a `=`.
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
        if !all.iter().any(|other| ptr::addr_eq(*other, choice)) {
            all.push(choice);
        }
    }
    all
}

/// The candidates of a choice, best first. Runs no self-test.
pub fn candidates(choice: &'static dyn Choice) -> impl Iterator<Item = Listed> {
    (0..choice.count()).filter_map(|index| choice.candidate(index))
}

/// The candidates of a choice, best first. Runs the self-test of each, and decides which is in use.
pub fn infos(choice: &'static dyn Choice) -> impl Iterator<Item = Info> {
    (0..choice.count()).filter_map(|index| choice.info(index))
}

/// What `BRAMAH_BACKEND` says for `name`: `portable` means all algorithms, and
/// `sha256=avx2,md5=portable` those named. One that cannot run is passed over, and so is an item that names nothing,
/// such as one that is not UTF-8, while the other items hold: the library has nobody to tell. The command refuses a
/// value that has such an item.
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
    /// A table under a name. Outside of [`candidate!`] there are only entries that need no features, so `needs` may
    /// then be any set.
    pub(crate) const fn new(name: &'static str, needs: Features, ops: T) -> Self {
        Self { name, needs, first_on: Design::Any, constant_time: true, rival: false, ops }
    }

    /// What every CPU can run.
    pub(crate) const fn portable(ops: T) -> Self {
        Self::new("portable", Features::NONE, ops)
    }

    /// This candidate, needing also what `other` needs, and constant-time only if `other` is, too.
    pub(crate) const fn with<U>(mut self, other: &Candidate<U>) -> Self {
        self.needs = self.needs.with(other.needs);
        self.constant_time &= other.constant_time;
        self
    }

    /// Whether a CPU that can run this candidate can run `other`.
    pub(crate) const fn covers<U>(&self, other: &Candidate<U>) -> bool {
        self.needs.contains(other.needs)
    }

    /// Marks the candidate as the first on CPUs of this design, and as a rival.
    pub(crate) const fn first_on(mut self, design: Design) -> Self {
        self.first_on = design;
        self.rival()
    }

    /// Marks the candidate as a rival: whether it or another rival is faster depends on the design of the CPU.
    pub(crate) const fn rival(mut self) -> Self {
        self.rival = true;
        self
    }

    /// The same, which looks up tables at addresses that depend on data.
    pub(crate) const fn indexing(mut self) -> Self {
        self.constant_time = false;
        self
    }
}
