//! `bramah`, run as a program.
#![cfg(unix)]

mod changing;
mod check;
mod cipher;
mod completions;
mod environment;
mod hash;
mod inputs;
mod kdf;
mod list;
mod mac;
mod meant;
mod memory;
mod random;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod seccomp;
mod signals;
mod standard;
mod support;
mod system;
mod terminal;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod threads;
mod vectors;
