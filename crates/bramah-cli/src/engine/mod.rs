//! Hashing many files: several algorithms in one pass, on several threads, with results in the order of the files.
//!
//! [`Items`] supplies names in order, each with data for its result. A [`Worker`](worker::Worker) takes them in groups:
//! small files are read into one buffer and go through the batch lanes together; a large file is streamed. A few small
//! files are hashed on the calling thread ([`straight`]). More files are hashed by a [`crew`]: workers that take groups
//! from a [`queue`], return the rest of a group whose large file keeps them busy, and bring their output into the
//! [`order`] of the names.

mod bar;
mod crew;
mod filter;
mod group;
mod job;
mod open;
mod order;
mod progress;
mod queue;
mod resume;
mod source;
mod straight;
mod stream;
mod turn;
mod walk;
mod worker;

pub(crate) use crew::each;
pub(crate) use filter::Filter;
pub(crate) use group::{Group, Items, Kind};
pub(crate) use job::{Hashed, Job, MOST_THREADS, Sink, parse_jobs, threads};
pub(crate) use order::{Done, Totals};
pub(crate) use progress::{Progress, Show};
pub(crate) use resume::{Resume, time};
pub(crate) use source::{NameList, Source};
pub(crate) use turn::Turn;
pub(crate) use walk::Walk;
