//! Choosing among rivals by measurement.
//!
//! Which of two candidates is the faster one can depend on the design of the CPU and not on its features: on how many
//! cycles a step of vectors takes, and on how many of them begin in a cycle. Such candidates are marked as rivals. If
//! the first candidate of a list that this CPU can run is a rival, all rivals are timed on the list's sample, in turns,
//! and the least time of each counts. A rival takes the place of another that is listed before it only if it needs 3 %
//! less, so that noise does not decide between equals, and runs of a program agree; before the first of the list loses
//! its place, all rivals are timed once more. Only the winner's self-test is run, since a self-test costs more than the
//! sample.

use crate::simd::cycles;
use core::sync::atomic::{AtomicU8, AtomicU32, Ordering};

/// How a choice is made among candidates that this CPU can run and that pass their self-test.
///
/// If two candidates load the CPU's execution units differently, and do not only need different instructions, the
/// design of the CPU decides which is faster. They are then rivals. The choice among rivals is made once for each list,
/// on its first use, and costs some microseconds.
///
/// ```
/// use bramah::backend::{self, Basis};
///
/// // no time is measured: every run of the program makes the same choices
/// backend::set_basis(Basis::Listed);
/// assert_eq!(backend::basis(), Basis::Listed);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The first in the list. Without the feature `std`, and on CPUs other than x86, there is no other basis.
    Listed,
    /// The fastest of the rivals, if the first in the list is one. A rival takes the place of another that is listed before
    /// it only if it is faster by more than 3 %.
    Measured,
}

impl Basis {
    /// All bases.
    pub const ALL: [Self; 2] = [Self::Listed, Self::Measured];

    /// Returns the name, which `BRAMAH_CHOICE` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Listed => "listed",
            Self::Measured => "measured",
        }
    }
}

/// The largest number of rivals in a list.
pub(super) const RIVALS: usize = 6;

/// The number of times that each rival is timed, after a run that warms up caches and wide registers.
const TURNS: usize = 3;

/// A list of candidates as the choice among rivals sees it, in the order of this CPU.
pub(super) trait List {
    /// Returns the number of candidates.
    fn count(&self) -> usize;
    /// Returns whether this CPU can run the candidate at `index`.
    fn is_available(&self, index: usize) -> bool;
    /// Returns whether the candidate at `index`, which this CPU can run, is a rival.
    fn is_rival(&self, index: usize) -> bool;
    /// Runs the sample on the candidate at `index`.
    fn run(&self, index: usize);
    /// Stores the cycles that the candidate at `index` needed for the sample.
    fn keep(&self, index: usize, cycles: u32);
}

/// Returns the index of the fastest rival, if the first candidate that this CPU can run is a rival and there is
/// another. Runs no self-test.
pub(super) fn fastest(list: &dyn List) -> Option<usize> {
    let available = |index: &usize| list.is_available(*index);
    let first = (0..list.count()).find(available).filter(|first| list.is_rival(*first))?;
    if basis() == Basis::Listed {
        return None;
    }
    let mut rivals = [first; RIVALS];
    let mut count = 0;
    for index in (first..list.count()).filter(available).filter(|index| list.is_rival(*index)) {
        rivals[count] = index;
        count += 1;
    }
    if count == 1 {
        return None;
    }
    let rivals = &rivals[..count];
    let mut least = [u32::MAX; RIVALS];
    for index in rivals {
        list.run(*index);
    }
    turns(list, rivals, &mut least)?;
    if clearly_least(&least[..count]) > 0 {
        // a disturbance of the first of the list is over by now, or that candidate is really slower
        turns(list, rivals, &mut least)?;
    }
    for (index, cycles) in rivals.iter().zip(least) {
        list.keep(*index, cycles);
    }
    Some(rivals[clearly_least(&least[..count])])
}

/// Times the rivals in turns; rivals that are far slower are not timed again.
fn turns(list: &dyn List, rivals: &[usize], least: &mut [u32; RIVALS]) -> Option<()> {
    for turn in 0..TURNS {
        let best = least.iter().copied().min().unwrap_or(u32::MAX);
        for (place, (&index, least)) in rivals.iter().zip(least.iter_mut()).enumerate() {
            // each has two turns, in case one is interrupted
            if turn < 2 || place == 0 || *least <= best.saturating_add(best / 4) {
                *least = timed(list, index)?.min(*least);
            }
        }
    }
    Some(())
}

/// Returns the place of the number that is clearly less than those before it.
fn clearly_least(cycles: &[u32]) -> usize {
    let mut winner = 0;
    for (place, cycles_here) in cycles.iter().enumerate() {
        if u64::from(*cycles_here) * 100 < u64::from(cycles[winner]) * 97 {
            winner = place;
        }
    }
    winner
}

/// Returns the cycles that the sample takes on the candidate at `index`.
fn timed(list: &dyn List, index: usize) -> Option<u32> {
    let before = cycles::now()?;
    list.run(index);
    u32::try_from(cycles::now()?.wrapping_sub(before)).ok()
}

/// Returns the basis of the choices that are made from now on: [`Basis::Measured`], unless the environment variable
/// `BRAMAH_CHOICE` is `listed` or [`set_basis`] has set another.
pub fn basis() -> Basis {
    match BASIS.load(Ordering::Relaxed) {
        LISTED => Basis::Listed,
        MEASURED => Basis::Measured,
        _ => {
            let basis = asked_for();
            set_basis(basis);
            basis
        }
    }
}

/// Sets the basis of the choices that are made from now on. Choices that were made before stay.
pub fn set_basis(basis: Basis) {
    // nothing can be measured without a counter
    let measured = basis == Basis::Measured && cycles::now().is_some();
    BASIS.store(if measured { MEASURED } else { LISTED }, Ordering::Relaxed);
}

/// A [`Basis`], or 0 before it is known.
static BASIS: AtomicU8 = AtomicU8::new(0);
const LISTED: u8 = 1;
const MEASURED: u8 = 2;

/// Returns the basis that `BRAMAH_CHOICE` asks for: measured, unless it is `listed`.
#[cfg(feature = "std")]
fn asked_for() -> Basis {
    match std::env::var_os("BRAMAH_CHOICE") {
        Some(value) if value == Basis::Listed.name() => Basis::Listed,
        _ => Basis::Measured,
    }
}
#[cfg(not(feature = "std"))]
fn asked_for() -> Basis {
    Basis::Listed
}

/// The cycles of each rival, in the order of the list; 0 for a rival that was not timed.
pub(super) struct Figures([AtomicU32; RIVALS]);

impl Figures {
    /// Makes figures of rivals that were not timed.
    pub(super) const fn none() -> Self {
        Self([const { AtomicU32::new(0) }; RIVALS])
    }

    pub(super) fn keep(&self, rival: usize, cycles: u32) {
        if let Some(kept) = self.0.get(rival) {
            kept.store(cycles, Ordering::Relaxed);
        }
    }

    pub(super) fn get(&self, rival: usize) -> Option<u32> {
        self.0.get(rival).map(|kept| kept.load(Ordering::Relaxed)).filter(|cycles| *cycles > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::Cell;
    use std::vec::Vec;

    /// Candidates of which some cannot run, some are rivals and some are slow; how often each was run is counted.
    struct Known<'a> {
        available: &'a [bool],
        rivals: &'a [bool],
        work: &'a [u32],
        runs: Vec<Cell<u32>>,
        kept: Vec<Cell<u32>>,
    }

    impl List for Known<'_> {
        fn count(&self) -> usize {
            self.rivals.len()
        }
        fn is_available(&self, index: usize) -> bool {
            self.available[index]
        }
        fn is_rival(&self, index: usize) -> bool {
            self.rivals[index]
        }
        fn run(&self, index: usize) {
            self.runs[index].set(self.runs[index].get() + 1);
            let mut x = 1u64;
            for _ in 0..self.work[index] {
                x = core::hint::black_box(x.wrapping_mul(3));
            }
        }
        fn keep(&self, index: usize, cycles: u32) {
            self.kept[index].set(cycles);
        }
    }

    fn known<'a>(available: &'a [bool], rivals: &'a [bool], work: &'a [u32]) -> Known<'a> {
        let cells = || rivals.iter().map(|_| Cell::new(0)).collect();
        Known { available, rivals, work, runs: cells(), kept: cells() }
    }

    /// A rival that needs a third of the work wins, whatever its place; candidates that cannot run or are no rivals do
    /// not run.
    #[test]
    fn a_rival_that_is_clearly_faster_wins() {
        if basis() == Basis::Listed {
            return;
        }
        let available = [false, true, true, true, false, true];
        let list = known(&available, &[true, true, true, false, true, true], &[10, 9000, 9000, 10, 10, 3000]);
        assert_eq!(fastest(&list), Some(5));
        let runs: Vec<u32> = list.runs.iter().map(Cell::get).collect();
        assert_eq!((runs[0], runs[3], runs[4]), (0, 0, 0));
        assert!(runs[1] == 1 + 2 * TURNS as u32 && runs[2] >= 5 && runs[5] >= 5, "{runs:?}");
        assert!(list.kept[5].get() > 0 && list.kept[1].get() > list.kept[5].get() && list.kept[3].get() == 0);
    }

    /// Nothing is measured if the first candidate that can run is no rival, or if it has none.
    #[test]
    fn without_rivals_nothing_runs() {
        for rivals in [[true, false, true, true], [false, true, false, false]] {
            let list = known(&[false, true, true, true], &rivals, &[10; 4]);
            assert_eq!(fastest(&list), None);
            assert!(list.runs.iter().all(|runs| runs.get() == 0));
        }
    }
}
