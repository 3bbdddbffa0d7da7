//! The clock of the core, measured by a chain of operations that take one cycle each.
//!
//! Time stamp counters (`RDTSC`, `CNTVCT_EL0`) run at a rate of their own, independent of the core.

use std::{hint::black_box, time::Instant};

/// The number of iterations of the loop. Together they take 10 to 30 microseconds, so few measurements are interrupted.
const TURNS: u32 = 2_000;
/// The number of operations in an iteration.
const OPERATIONS: u32 = 16;

/// The highest measured frequency of the core.
pub(crate) struct Clock {
    hertz: f64,
}

impl Clock {
    /// Returns the clock after some milliseconds of work, since the core may be slower at first.
    pub(crate) fn warm() -> Self {
        let mut clock = Self { hertz: 0.0 };
        for _ in 0..300 {
            clock.look();
        }
        clock
    }

    /// Discards the measurements: the frequency changes when the machine gets warm or busy.
    pub(super) fn restart(&mut self) {
        self.hertz = 0.0;
    }

    /// Takes a measurement.
    pub(super) fn look(&mut self) {
        let start = Instant::now();
        chain();
        let seconds = start.elapsed().as_secs_f64();
        if seconds > 0.0 {
            self.hertz = self.hertz.max(f64::from(TURNS * OPERATIONS) / seconds);
        }
    }

    /// Returns the number of cycles in a second, the highest since the start.
    pub(crate) fn hertz(&self) -> f64 {
        self.hertz
    }
}

/// Runs a chain of operations, each of which needs the result of the previous one. Additions and XORs of unknown
/// numbers alternate, so no compiler can merge two of them.
#[inline(never)]
fn chain() {
    let (a, b) = black_box((0x5bd1_e995_usize, 0x1b87_3593_usize));
    let mut x = black_box(1_usize);
    for _ in 0..TURNS {
        macro_rules! pairs {
            ($($pair:literal)*) => { $(let _ = $pair; x = (x ^ a).wrapping_add(b);)* };
        }
        pairs!(1 2 3 4 5 6 7 8);
    }
    black_box(x);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_one_of_a_cpu() {
        let mut clock = Clock::warm();
        let hertz = clock.hertz();
        assert!(hertz > 1e6 && hertz < 1e11, "{hertz}");
        clock.restart();
        clock.look();
        assert!(clock.hertz() > 0.0);
    }
}
