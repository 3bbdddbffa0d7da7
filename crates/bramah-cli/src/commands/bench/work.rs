//! What is measured: one message of a size, or a batch of equal ones.

use super::{measure::Run, size::Size};
use crate::exit::Stop;
use bramah::hash::Function;
use std::hint::black_box;

/// The bytes of a batch, about: as much as stays in a second-level cache.
const BATCH: usize = 64 << 10;
/// Batches are a multiple of this, so that no lane of any backend is idle at the end.
const LANES: usize = 64;

/// One message, or many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Work {
    size: Size,
    /// How many messages; none if there is but one.
    many: Option<usize>,
}

impl Work {
    pub(super) fn one(size: Size) -> Self {
        Self { size, many: None }
    }

    pub(super) fn many(size: Size) -> Self {
        Self { size, many: Some((BATCH / size.bytes() / LANES).max(1) * LANES) }
    }

    /// The size of a message.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn is_many(&self) -> bool {
        self.many.is_some()
    }

    /// How many messages.
    pub(super) fn messages(&self) -> usize {
        self.many.unwrap_or(1)
    }

    /// The bytes of all messages.
    pub(super) fn bytes(&self) -> usize {
        self.size.bytes() * self.messages()
    }
}

/// The bytes that all messages are taken from.
pub(super) struct Messages(Vec<u8>);

impl Messages {
    /// Enough for each of these.
    pub(super) fn for_all(works: &[Work]) -> Result<Self, Stop> {
        let len = works.iter().map(Work::bytes).max().unwrap_or(0);
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len).map_err(|error| Stop::failure(format_args!("{len} bytes: {error}")))?;
        bytes.extend((0..len).map(|i| (i % 251) as u8));
        Ok(Self(bytes))
    }

    /// The function at this work.
    pub(super) fn run<'a>(&'a self, work: &Work, function: &Function) -> Run<'a> {
        let function = function.clone();
        let mut out = vec![0; function.algorithm().output_len() * work.messages()];
        let messages = &self.0[..work.bytes()];
        if !work.is_many() {
            return Box::new(move |times| {
                for _ in 0..times {
                    function.digest(black_box(messages), &mut out);
                    black_box(&mut out);
                }
            });
        }
        let messages: Vec<&[u8]> = messages.chunks(work.size().bytes()).collect();
        Box::new(move |times| {
            for _ in 0..times {
                function.hash_many(black_box(&messages), &mut out);
                black_box(&mut out);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::bench::size;

    #[test]
    fn batches_fill_all_lanes() {
        for (size, count) in [("32", 2048), ("1k", 64), ("25", 2560), ("1", 65536), ("1m", 64)] {
            let work = Work::many(size::many(size).unwrap());
            assert_eq!(work.messages(), count, "{size}");
        }
    }
}
