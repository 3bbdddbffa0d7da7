//! `bramah`, run as a program.
#![cfg(unix)]

mod check;
mod hash;
mod support;
