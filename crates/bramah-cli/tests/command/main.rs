//! Tests that run `bramah` as a program.
// on Windows, the tests that need features, messages or programs of Unix are omitted
#![cfg_attr(not(unix), allow(dead_code, unused_imports))]

mod bao;
mod changing;
mod check;
mod cipher;
mod completions;
#[cfg(unix)]
mod environment;
#[cfg(unix)]
mod examples;
mod files;
mod hash;
#[cfg(unix)]
mod inputs;
#[cfg(unix)]
mod kdf;
#[cfg(target_os = "linux")]
mod links;
mod list;
#[cfg(unix)]
mod mac;
mod meant;
#[cfg(unix)]
mod memory;
mod parts;
mod random;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod randomness;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod seccomp;
#[cfg(unix)]
mod signals;
#[cfg(target_os = "linux")]
mod signatures;
#[cfg(unix)]
mod standard;
mod support;
#[cfg(unix)]
mod system;
#[cfg(unix)]
mod terminal;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod threads;
mod vectors;
