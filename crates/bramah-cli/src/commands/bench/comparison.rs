//! One kind of work on each backend of an algorithm, in turns.

use super::{
    clock::Clock,
    measure::{self, Run},
    render::Row,
    work::{Messages, Work},
};
use crate::exit::Stop;
use bramah::{backend, mode::Direction, registry::Algorithm};
use std::time::Duration;

/// The number of times that a comparison is measured again, if another backend seems to be faster than the one in use.
const AGAIN: u32 = 3;

/// Backends of an algorithm, with their names.
pub(super) type Backends = Vec<(&'static str, Algorithm)>;

/// Returns the end of a run that has nothing to measure.
pub(super) fn refused(name: &str, error: &bramah::Error) -> Stop {
    Stop::usage(format_args!("{name}: {error}"))
}

/// The backends of one algorithm, which are measured on the same messages; each backend has a row of the table.
pub(super) struct Comparison {
    /// The name of the algorithm in the table.
    pub(super) name: String,
    pub(super) work: Work,
    pub(super) direction: Direction,
    /// The algorithm as it is used, if the row of its backend is measured on it: where many messages are hashed one by
    /// one, each takes the backend in use for one message.
    pub(super) in_use: Option<Algorithm>,
    /// The backends that passed their test.
    pub(super) backends: Backends,
}

impl Comparison {
    /// Returns a row for each of the backends that exist for this work, best candidate first.
    pub(super) fn rows(
        &self,
        messages: &Messages,
        time: Duration,
        clock: &mut Clock,
    ) -> Result<Vec<Row>, Stop> {
        let Some((_, any)) = self.backends.first() else { return Ok(Vec::new()) };
        let mut rows = Vec::new();
        let mut runs: Vec<Run<'_>> = Vec::new();
        let mut constant_time = Vec::new();
        for info in backend::infos(any.choices()[usize::from(self.work.is_many())]) {
            if let Some((backend, on)) = self.backends.iter().find(|(name, _)| *name == info.name) {
                let on = self.in_use.as_ref().filter(|_| info.chosen).unwrap_or(on);
                let run = messages.run(&self.work, on, self.direction);
                constant_time.push(info.constant_time);
                runs.push(run.map_err(|error| refused(&self.name, &error))?);
                rows.push(Row {
                    algorithm: self.name.clone(),
                    work: self.work,
                    backend,
                    in_use: info.chosen,
                    seconds: 0.0,
                    best: 0.0,
                    hertz: 0.0,
                });
            }
        }
        let (seconds, hertz) = measure::turns(&mut runs, time, clock);
        for (i, row) in rows.iter_mut().enumerate() {
            // constant-time backends are not compared with those that are not
            let rivals = (0..seconds.len()).filter(|other| constant_time[*other] || !constant_time[i]);
            let best = rivals.map(|other| seconds[other]).fold(f64::INFINITY, f64::min);
            (row.seconds, row.best, row.hertz) = (seconds[i], best, hertz);
        }
        Ok(rows)
    }
}

/// Measures those comparisons again in which another backend is more than 3 % faster than the one in use, up to `AGAIN`
/// times, and keeps the least seconds of each backend.
///
/// A busy neighbour on the same core slows some backends down more than others, for seconds at a time. So a comparison is
/// measured again only after all others have been.
pub(super) fn measure_again(
    behind: &mut [(Comparison, Vec<Row>)],
    mut measure: impl FnMut(&Comparison) -> Result<Vec<Row>, Stop>,
) -> Result<(), Stop> {
    for _ in 0..AGAIN {
        for (comparison, rows) in behind.iter_mut().filter(|(_, rows)| rows.iter().any(Row::is_behind)) {
            for (row, again) in rows.iter_mut().zip(measure(comparison)?) {
                row.keep_best(&again);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{super::size, *};

    fn comparison(name: &str) -> Comparison {
        let work = Work::one(size::one("64").unwrap());
        Comparison {
            name: name.to_string(),
            work,
            direction: Direction::Encrypt,
            in_use: None,
            backends: Vec::new(),
        }
    }

    /// Returns the row of the backend in use and that of a backend that takes a second.
    fn rows(on: &Comparison, seconds: f64) -> Vec<Row> {
        let row = |in_use, seconds: f64| Row {
            algorithm: on.name.clone(),
            work: on.work,
            backend: "one",
            in_use,
            seconds,
            best: seconds.min(1.0),
            hertz: 1e9,
        };
        vec![row(true, seconds), row(false, 1.0)]
    }

    /// A comparison is measured again until the backend in use is no longer behind, and at most three times.
    #[test]
    fn rows_that_are_behind_are_measured_again() {
        let mut behind: Vec<_> = ["at first", "always"]
            .map(comparison)
            .map(|on| {
                let rows = rows(&on, 2.0);
                (on, rows)
            })
            .into();
        let mut measured = Vec::new();
        measure_again(&mut behind, |on| {
            measured.push(on.name.clone());
            let seconds = match (&*on.name, measured.len()) {
                ("always", 4) => 1.5,
                ("always", _) => 1.7,
                (_, 1) => 1.1,
                _ => 1.01,
            };
            Ok(rows(on, seconds))
        })
        .unwrap();
        assert_eq!(measured, ["at first", "always", "at first", "always", "always"]);
        let first: Vec<_> = behind.iter().map(|(_, rows)| (rows[0].seconds, rows[0].is_behind())).collect();
        assert_eq!(first, [(1.01, false), (1.5, true)]);
        assert!(behind.iter().all(|(_, rows)| !rows[1].is_behind() && rows[1].seconds == 1.0));
    }
}
