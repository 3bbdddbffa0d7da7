//! Choosing one implementation among several, once.
//!
//! Every algorithm has a list of candidates, best first and `portable` last. On first use, the list chooses the first
//! candidate that the CPU can run, that `BRAMAH_BACKEND` does not rule out and that passes its self-test. Candidates
//! whose order depends on the design of the CPU are rivals, and a measurement chooses the fastest: see [`Basis`]. An
//! instance keeps the backend that it began with.
#![allow(unsafe_code)] // the pointer in `Dispatch::chosen`, and the functions that `entry` wraps

mod entry;
#[cfg(feature = "alloc")]
pub mod named;
mod pair;
mod rivals;
mod thresholds;

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
use rivals::Figures;
pub use rivals::{Basis, basis, set_basis};
pub use thresholds::{Least, SINGLE, Thresholds, Way};

/// One implementation of an algorithm's inner functions. The order of its fields is fixed: the assembly gate reads
/// lists of them, in which the name and the part of the stack stand before the functions.
///
/// Its fields are private, and an [`Entry`] can be neither copied nor cloned: so a function that needs CPU features
/// never leaves the candidate that it was compiled for, and that candidate needs the same features.
#[repr(C)]
pub struct Candidate<T: 'static> {
    name: &'static str,
    /// The part of the stack that is erased after its functions.
    stack: &'static Stack,
    /// The features that the CPU must have for `ops` to be callable.
    needs: Features,
    /// The design of CPU on which this candidate comes first; `Any` if there is none. At most one candidate of a list
    /// has a design other than `Any`.
    first_on: Design,
    /// Whether time and addresses are the same for all data of one length.
    constant_time: bool,
    /// Whether the candidate is a rival: the design of the CPU decides whether it or another rival is faster.
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
    /// Returns the backend of a candidate, if this CPU can run it.
    #[inline]
    pub fn admit(candidate: &'static Candidate<T>) -> Option<Self> {
        Features::detect().contains(candidate.needs).then_some(Self(candidate))
    }
    /// Returns the name, such as `portable` or `avx2`.
    pub fn name(self) -> &'static str {
        self.0.name
    }
    /// Returns the pointer by which a list stores its choice.
    fn pointer(self) -> *mut Candidate<T> {
        ptr::from_ref(self.0).cast_mut()
    }
    /// Returns the functions, which are safe to call on this CPU.
    #[inline(always)]
    pub fn ops(self) -> &'static T {
        &self.0.ops
    }
    /// Returns the part of the stack that is erased after these functions.
    #[inline(always)]
    pub fn stack(self) -> &'static Stack {
        self.0.stack
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
    /// The number of messages from which a batch is faster, if this is a list for many messages.
    thresholds: Thresholds,
    /// The place of the candidate that comes first on Zen 5.
    zen5: usize,
    chosen: AtomicPtr<Candidate<T>>,
}

impl<T: Sync> Dispatch<T> {
    /// Makes a list. `check` is the self-test: it runs the algorithm on the candidate that it is given, never on the
    /// one chosen.
    pub const fn new(
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
    pub const fn timed_on(mut self, sample: fn(Backend<T>)) -> Self {
        self.sample = Some(sample);
        self
    }

    /// Returns the backend in use; the first call chooses it.
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

    /// Returns the backend in use, if one has been chosen.
    #[inline]
    pub fn chosen(&'static self) -> Option<Backend<T>> {
        // SAFETY: null, or a pointer that `choose_from_now_on` took from a `&'static`.
        unsafe { self.chosen.load(Ordering::Relaxed).as_ref() }.map(Backend)
    }

    /// Returns the thresholds that were measured for `backend`, if that is the one in use.
    #[inline]
    pub fn thresholds(&'static self, backend: Backend<T>) -> Option<&'static Thresholds> {
        self.chosen().is_some_and(|chosen| ptr::eq(chosen.0, backend.0)).then_some(&self.thresholds)
    }

    /// Chooses a backend. If two threads choose at the same time, their measurements may differ: the choice that is
    /// stored first holds for both.
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

    /// Returns every candidate that this CPU can run, best first.
    pub fn available(&'static self) -> impl Iterator<Item = Backend<T>> {
        (0..self.candidates.len()).filter_map(|index| self.at(index))
    }

    /// Returns the place in the list of the candidate at `index` in the order of this CPU. The two orders differ only
    /// in the candidate that comes first on this CPU, if there is one.
    #[inline]
    fn place(&'static self, index: usize) -> usize {
        match (Design::detect(), index) {
            (Design::Zen5, 0) => self.zen5,
            (Design::Zen5, _) if index <= self.zen5 => index - 1,
            _ => index,
        }
    }

    /// Returns the candidate at `index` in the order of this CPU, if it can run it.
    #[inline]
    pub fn at(&'static self, index: usize) -> Option<Backend<T>> {
        self.candidates.get(self.place(index)).and_then(Backend::admit)
    }

    /// Returns the candidate at `index`, which is one that was found to be available, or the backend in use if there is
    /// no index.
    pub fn at_or_chosen(&'static self, index: Option<u8>) -> Backend<T> {
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

/// Returns the number of rivals in the list before `place`.
const fn rivals_before<T>(candidates: &[Candidate<T>], place: usize) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < place {
        count += candidates[i].rival as usize;
        i += 1;
    }
    count
}

/// Returns whether all rivals are constant-time, or none is.
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

/// Returns the first of `count` candidates that passes its self-test; if `BRAMAH_BACKEND` names candidates and one of
/// these passes, the first of these. `name` returns a name only for a candidate that the CPU can run.
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

/// A candidate and the result of its self-test.
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
    /// Its place among the candidates in the order of most CPUs; on some CPUs another candidate comes first.
    pub place: usize,
    /// Whether it is the candidate in use.
    pub chosen: bool,
    /// The cycles, of the CPU's time stamp counter, that it took for the sample, if it was measured: see
    /// [`Basis::Measured`].
    pub cycles: Option<u32>,
    /// Whether time and addresses are the same for all data of one length.
    pub constant_time: bool,
}

/// A candidate of a list, without the result of its self-test, which is in [`Info`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// The CPU features that it needs.
    pub needs: Features,
    /// Whether this CPU can run it.
    pub available: bool,
    /// Its place among the candidates in the order of most CPUs; on some CPUs another candidate comes first.
    pub place: usize,
    /// Whether time and addresses are the same for all data of one length.
    pub constant_time: bool,
}

/// A [`Dispatch`] whose functions' type does not matter.
pub trait Choice: Sync {
    /// Returns the algorithm's name; `NAME.many` for the candidates that take many messages at once.
    fn name(&self) -> &'static str;
    /// Returns the number of candidates.
    fn count(&self) -> usize;
    /// Returns the candidate at `index` of the list, best first, without a self-test.
    fn candidate(&'static self, index: usize) -> Option<Listed>;
    /// Runs the self-test of the candidate at `index` of the list, best first, and returns both.
    fn info(&'static self, index: usize) -> Option<Info>;
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
            // read after `get` has chosen
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

/// Returns the candidates of a choice, best first, without self-tests.
pub fn candidates(choice: &'static dyn Choice) -> impl Iterator<Item = Listed> {
    (0..choice.count()).filter_map(|index| choice.candidate(index))
}

/// Returns the candidates of a choice, best first. Runs the self-test of each, and chooses the backend in use if none
/// is.
pub fn infos(choice: &'static dyn Choice) -> impl Iterator<Item = Info> {
    (0..choice.count()).filter_map(|index| choice.info(index))
}

/// Returns the backend that `BRAMAH_BACKEND` names for the algorithm `name`. An item such as `portable` applies to all
/// algorithms, and items such as `sha256=avx2,md5=portable` to those that they name. A backend that cannot run is
/// ignored, and so is an item that names nothing, such as one that is not UTF-8, while the other items apply: the
/// library has no way to report it. The command refuses a value that has such an item.
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
    /// Makes a candidate of a table. Outside of [`candidate!`] there are only entries that need no features, so `needs`
    /// may then be any set.
    pub const fn new(name: &'static str, needs: Features, ops: T) -> Self {
        Self {
            name,
            stack: &wipe::WHOLE,
            needs,
            first_on: Design::Any,
            constant_time: true,
            rival: false,
            ops,
        }
    }

    /// Makes the candidate that every CPU can run.
    pub const fn portable(ops: T) -> Self {
        Self::new("portable", Features::NONE, ops)
    }

    /// Returns this candidate with the features of `other` added to those that it needs, and with the larger part of the
    /// stack; it is constant-time only if `other` is, too.
    pub const fn with<U>(mut self, other: &Candidate<U>) -> Self {
        self.needs = self.needs.with(other.needs);
        if other.stack.bytes > self.stack.bytes {
            self.stack = other.stack;
        }
        self.constant_time &= other.constant_time;
        self
    }

    /// Returns whether a CPU that can run this candidate can run `other`.
    pub const fn covers<U>(&self, other: &Candidate<U>) -> bool {
        self.needs.contains(other.needs)
    }

    /// Marks the candidate as the first on CPUs of this design, and as a rival.
    pub const fn first_on(mut self, design: Design) -> Self {
        self.first_on = design;
        self.rival()
    }

    /// Marks the candidate as a rival: whether it or another rival is faster depends on the design of the CPU.
    pub const fn rival(mut self) -> Self {
        self.rival = true;
        self
    }

    /// Sets the part of the stack that is erased after the candidate's functions.
    pub const fn erasing(mut self, stack: &'static Stack) -> Self {
        self.stack = stack;
        self
    }

    /// Sets the part of the stack that is erased after the candidate's functions: this one on x86-64, where the assembly gate reads
    /// how much they take, and elsewhere the whole.
    pub const fn with_stack(self, part: &'static Stack) -> Self {
        self.erasing(if cfg!(target_arch = "x86_64") { part } else { &wipe::WHOLE })
    }

    /// Marks the candidate as not constant-time: it looks up tables at addresses that depend on data.
    pub const fn indexing(mut self) -> Self {
        self.constant_time = false;
        self
    }
}
