//! The number of messages from which a batch is faster than single messages, by measurement.
//!
//! A call of a kernel with a lane for each message takes as long for three messages as for sixteen, so that a few
//! messages are hashed faster one after another. The number of messages from which lanes are faster depends on the
//! design of the CPU, on the length of the messages and on the code around the kernel. A list of candidates holds the
//! number for the CPU on which it was tuned; here the number is measured on the caller's own batches, which are hashed
//! in each [`Way`] in turns. A program that hashes fewer than [`WAIT`] small batches never pays for the measurement.

use super::rivals::{Basis, basis};
use crate::simd::cycles;
use core::sync::atomic::{AtomicU16, Ordering};

/// The number of classes of messages: of 1 block with padding, of 2 and 3, of 4 to 7, and of more.
const CLASSES: usize = 4;
/// The blocks of the longest messages on which anything is measured.
const LONGEST: usize = 64;
/// The number of small batches of a class that are hashed before the one that is measured.
const WAIT: u16 = 8;
/// The number of messages that are hashed one after another for a measurement.
pub const SINGLE: usize = 4;
/// The number of times that each way is timed, after a run that warms up caches and wide registers.
const TURNS: usize = 3;

/// A way to hash a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// One message after another.
    OneByOne,
    /// In the lanes of the candidate for few messages.
    Few,
    /// In all lanes.
    Many,
}

/// The numbers of messages from which lanes are faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Least {
    /// The number of messages from which the candidate for few messages is faster than hashing one after another.
    pub few: usize,
    /// The number of messages from which all lanes are faster than the other ways.
    pub many: usize,
}

/// The numbers that were measured for a list of candidates, one for each class of messages.
pub struct Thresholds([AtomicU16; CLASSES]);

impl Thresholds {
    /// Returns thresholds of which none was measured.
    pub(super) const fn none() -> Self {
        Self([const { AtomicU16::new(0) }; CLASSES])
    }

    /// Forgets the measured numbers, because another candidate is in use.
    pub(super) fn forget(&self) {
        for class in &self.0 {
            class.store(0, Ordering::Relaxed);
        }
    }

    /// Returns the measured numbers for messages of so many blocks, if there are any. At the batch whose turn it is, they
    /// are measured: `run` hashes as many of its messages as go into a call in lanes, or one after another the first
    /// [`SINGLE`], of which the batch has two or more, and returns how many it has hashed. The candidate for few messages
    /// has `lanes_of_few` lanes, or 0 if there is none.
    pub fn get(
        &self,
        blocks: usize,
        lanes_of_few: usize,
        run: &mut dyn FnMut(Way) -> usize,
    ) -> Option<Least> {
        let class = self.0.get(blocks.max(1).ilog2() as usize).or(self.0.last())?;
        let value = class.load(Ordering::Relaxed);
        let [few, many] = value.to_le_bytes().map(usize::from);
        if many > 0 {
            return Some(Least { few, many });
        }
        if blocks > LONGEST {
            return None;
        }
        if value < WAIT {
            // if another thread counts as well, the measurement comes a batch later
            class.store(value + 1, Ordering::Relaxed);
            return None;
        }
        if basis() == Basis::Listed {
            return None;
        }
        let least = measure(lanes_of_few, run)?;
        let bytes = [least.few, least.many].map(|number| number.min(255) as u8);
        class.store(u16::from_le_bytes(bytes), Ordering::Relaxed);
        Some(least)
    }
}

/// Times the ways in turns, and subtracts the time that reading the counter takes; the least time of each counts.
fn measure(few: usize, run: &mut dyn FnMut(Way) -> usize) -> Option<Least> {
    let mut cycles = [u64::MAX; 3];
    let mut nothing = u64::MAX;
    let mut singles = 1;
    for _ in 0..=TURNS {
        let before = cycles::now()?;
        nothing = cycles::now()?.wrapping_sub(before).min(nothing);
        for (way, cycles) in [Way::OneByOne, Way::Few, Way::Many].into_iter().zip(&mut cycles) {
            if way != Way::Few || few > 0 {
                let before = cycles::now()?;
                let hashed = run(way);
                *cycles = cycles::now()?.wrapping_sub(before).min(*cycles);
                if way == Way::OneByOne {
                    singles = hashed;
                }
            }
        }
    }
    Some(crossings(cycles.map(|cycles| cycles.saturating_sub(nothing)), singles, few))
}

/// Returns the numbers of messages from which lanes are faster. The cycles are those of so many single messages, of a call
/// of the candidate for few messages, which has so many lanes, and of a call in all lanes.
fn crossings([one, few, many]: [u64; 3], singles: usize, lanes_of_few: usize) -> Least {
    // a call in lanes takes as long for any number of messages
    let from = |call: u64, other: u64, of: usize| {
        usize::try_from(call.saturating_mul(of as u64) / other.max(1)).unwrap_or(usize::MAX).saturating_add(1)
    };
    let from_few = from(few, one, singles);
    if lanes_of_few == 0 || from_few > lanes_of_few {
        return Least { few: usize::MAX, many: from(many, one, singles) };
    }
    Least { few: from_few, many: from(many, few, lanes_of_few) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::hint::black_box;

    /// Lanes are faster as soon as their call takes less time than the calls that it replaces.
    #[test]
    fn numbers_follow_from_times() {
        assert_eq!(crossings([100, u64::MAX, 350], 1, 0), Least { few: usize::MAX, many: 4 });
        assert_eq!(crossings([400, 150, 1000], 4, 4), Least { few: 2, many: 27 });
        assert_eq!(crossings([200, 300, 350], 2, 4), Least { few: 4, many: 5 });
        // the candidate for few messages is never faster
        assert_eq!(crossings([100, 500, 350], 1, 4), Least { few: usize::MAX, many: 4 });
        assert_eq!(crossings([0, 1, u64::MAX], 1, 4).few, 2);
    }

    fn work(rounds: u32) {
        let mut x = 1u64;
        for _ in 0..rounds {
            x = black_box(x.wrapping_mul(3));
        }
    }

    /// Nothing is measured for the first batches of a class; then each way is measured, once, and the result is kept
    /// until it is forgotten.
    #[test]
    fn measured_once_for_each_class() {
        if basis() == Basis::Listed {
            return;
        }
        let thresholds = Thresholds::none();
        let mut runs = 0;
        let mut run = |way| {
            runs += 1;
            work(if way == Way::Many { 4500 } else { 2000 });
            2
        };
        for _ in 0..WAIT {
            assert_eq!(thresholds.get(1, 0, &mut run), None);
        }
        let least = thresholds.get(1, 0, &mut run).unwrap();
        assert!((3..10).contains(&least.many), "{least:?}");
        assert_eq!(thresholds.get(1, 0, &mut run).map(|kept| kept.many), Some(least.many));
        assert_eq!(thresholds.get(2, 0, &mut run), None);
        assert_eq!(thresholds.get(LONGEST + 1, 0, &mut run), None);
        assert_eq!(runs, 2 * (TURNS + 1));
        thresholds.forget();
        assert_eq!(thresholds.get(1, 0, &mut |_| unreachable!()), None);
    }
}
