//! Properties of every algorithm of the library, of any kind: tags are compared whole, extreme values never panic, keys
//! are not left out, backends have names, and random bytes do not repeat after a fork.

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
