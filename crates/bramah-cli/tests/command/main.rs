//! `bramah`, run as a program.
#![cfg(unix)]

mod check;
mod cipher;
mod environment;
mod hash;
mod kdf;
mod list;
mod mac;
mod support;
