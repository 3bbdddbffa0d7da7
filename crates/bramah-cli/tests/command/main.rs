//! `bramah`, run as a program.
#![cfg(unix)]

mod check;
mod cipher;
mod hash;
mod kdf;
mod list;
mod mac;
mod support;
mod vectors;
