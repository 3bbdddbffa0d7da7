//! Tests of `bramah check`, `bramah selftest`, and `bramah` under the names of other tools.

mod audit;
#[cfg(target_os = "linux")]
mod formats;
#[cfg(target_os = "linux")]
mod lists;
#[cfg(target_os = "linux")]
mod names;
#[cfg(target_os = "linux")]
mod other_tools;
#[cfg(target_os = "linux")]
mod personality;
mod report;
mod selftest;
#[cfg(target_os = "linux")]
mod signed;
mod table;
#[cfg(target_os = "linux")]
mod utilities;
