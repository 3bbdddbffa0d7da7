//! `bramah`, run as a program.
#![cfg(unix)]

mod check;
mod cipher;
mod hash;
mod kdf;
mod list;
mod mac;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod seccomp;
mod support;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod threads;
