//! `bramah check`, and `bramah` under the names of other tools, as processes.

mod audit;
#[cfg(target_os = "linux")]
mod interop;
mod lists;
#[cfg(target_os = "linux")]
mod personality;
mod support;
mod table;
