//! `bramah`, run as a program.
#![cfg(unix)]

mod changing;
mod check;
mod cipher;
mod hash;
mod inputs;
mod kdf;
mod list;
mod mac;
mod memory;
mod signals;
mod standard;
mod support;
mod system;
