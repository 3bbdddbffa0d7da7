//! Tests the contract of hash functions, for every entry of the registry and every available backend. All tests apply
//! to an algorithm as soon as it is in the registry.

mod accumulators;
mod batch;
mod checksums;
#[path = "../common/mod.rs"]
mod common;
mod contract;
mod counters;
mod extendable;
#[cfg(unix)]
mod guarded;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod huge;
mod keccak;
mod kit;
mod names;
mod parallel;
mod parameters;
mod reference;
mod saved;
mod sharing;
mod trees;
