//! Tests properties of all algorithms of the library, of every kind: tags are compared completely, extreme values never
//! cause a panic, keys cannot be omitted, backends have names, and random bytes do not repeat after a fork.

mod backends;
#[path = "../common/mod.rs"]
mod common;
mod extremes;
#[cfg(target_os = "linux")]
mod forks;
mod keys;
mod registry;
mod short_calls;
mod tags;
