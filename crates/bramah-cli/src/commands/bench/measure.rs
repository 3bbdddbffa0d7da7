//! Measuring several runs in turns.

use super::clock::Clock;
use std::time::{Duration, Instant};

/// The measured work. A call does it as many times as its argument says.
pub(super) type Run<'a> = Box<dyn FnMut(u64) + 'a>;

/// The maximum duration of a turn, unless a single run takes longer. A turn is so short that many turns are undisturbed
/// on a busy machine.
const TURN: Duration = Duration::from_millis(1);
/// The minimum number of turns among which the time for each run is divided. If this time is short, turns are shorter
/// than [`TURN`].
const TURNS: u32 = 10;
/// The minimum number of turns of each run. A run gets no further turns if its turns are so long that they have taken
/// more than twice the time for the run.
const TURNS_MIN: u32 = 3;

/// Returns the duration of one run of each of `runs`, in seconds, and the clock of the core during the
/// measurement.
///
/// The runs take turns, about `time` for each run in total, so that a disturbance of the machine affects all of them.
/// The best turn counts: a disturbance makes a turn longer, and nothing makes it shorter.
pub(super) fn turns(runs: &mut [Run<'_>], time: Duration, clock: &mut Clock) -> (Vec<f64>, f64) {
    let turn = TURN.min(time / TURNS);
    let turns = (time.as_nanos() / turn.as_nanos().max(1)) as u32;
    let counts: Vec<u64> = runs.iter_mut().map(|run| count(run, turn)).collect();
    let mut best = vec![f64::INFINITY; runs.len()];
    clock.restart();
    for done in 0..turns {
        for (i, run) in runs.iter_mut().enumerate() {
            let count = counts[i] as f64;
            if done >= TURNS_MIN && best[i] * count * f64::from(done) > 2.0 * time.as_secs_f64() {
                continue;
            }
            clock.look();
            best[i] = best[i].min(timed(run, counts[i]).as_secs_f64() / count);
        }
    }
    clock.look();
    (best, clock.hertz())
}

/// Returns the number of runs that fit into a turn, at least one. This also warms the caches.
fn count(run: &mut Run<'_>, turn: Duration) -> u64 {
    let mut count = 1;
    loop {
        let taken = timed(run, count);
        if taken >= turn / 4 {
            let fitting = count as f64 * turn.as_secs_f64() / taken.as_secs_f64();
            return (fitting as u64).max(1);
        }
        count *= 2;
    }
}

fn timed(run: &mut Run<'_>, times: u64) -> Duration {
    let start = Instant::now();
    run(times);
    start.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn all_take_turns_and_the_best_counts() {
        let order = RefCell::new(Vec::new());
        let nap = |who: u32| {
            let order = &order;
            Box::new(move |times: u64| {
                order.borrow_mut().push(who);
                // the first turn of the second run takes much longer, as if it were disturbed
                let long = order.borrow().len() == 4;
                std::thread::sleep(Duration::from_millis(if long { 500 } else { 2 * times }));
            }) as Run<'_>
        };
        let mut runs = [nap(0), nap(1)];
        let (seconds, hertz) = turns(&mut runs, Duration::from_millis(20), &mut Clock::warm());
        assert!(hertz > 0.0);
        assert!(seconds.iter().all(|seconds| (0.002..0.5).contains(seconds)), "{seconds:?}");
        // each run is called once to find how many runs fit into a turn, and then for at least three turns
        assert_eq!(order.borrow()[..8], [0, 1, 0, 1, 0, 1, 0, 1]);
    }

    #[test]
    fn at_least_one_run_is_timed() {
        let mut run: Run<'_> = Box::new(|times| std::thread::sleep(Duration::from_millis(times)));
        assert_eq!(count(&mut run, Duration::from_micros(10)), 1);
        let none = turns(&mut [], Duration::from_millis(1), &mut Clock::warm()).0;
        assert!(none.is_empty());
    }
}
