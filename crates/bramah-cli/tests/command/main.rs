//! `bramah`, run as a program.
#![cfg(unix)]

mod check;
mod cipher;
mod hash;
mod list;
mod mac;
mod support;
