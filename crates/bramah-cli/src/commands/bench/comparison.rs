//! Measures one kind of work on each backend of an algorithm. The backends take turns.

use super::{
    clock::Clock,
    measure::{self, Run},
    render::Row,
    work::{Messages, Work},
};
use crate::exit::Stop;
use bramah::{backend, mode::Direction, registry::Algorithm};
use std::time::Duration;

/// Backends of an algorithm, with their names.
pub(super) type Backends = Vec<(&'static str, Algorithm)>;

/// Returns the error for an algorithm that cannot do the work to measure.
pub(super) fn refused(name: &str, error: &bramah::Error) -> Stop {
    Stop::usage(format_args!("{name}: {error}"))
}

/// The backends of one algorithm, which are measured on the same messages; each backend has a row of the table.
pub(super) struct Comparison {
    /// The name of the algorithm in the table.
    pub(super) name: String,
    pub(super) work: Work,
    pub(super) direction: Direction,
    /// The algorithm with its default backends. The row of the backend in use is measured with this value. If a
    /// batch is hashed message by message, each message uses the default backend for single messages.
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
            // constant-time backends are not compared with backends that are not constant-time
            let others = (0..seconds.len()).filter(|other| constant_time[*other] || !constant_time[i]);
            let best = others.map(|other| seconds[other]).fold(f64::INFINITY, f64::min);
            (row.seconds, row.best, row.hertz) = (seconds[i], best, hertz);
        }
        Ok(rows)
    }
}
