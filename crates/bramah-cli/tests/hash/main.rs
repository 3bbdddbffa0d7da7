//! `bramah hash`, run as a program.
#![cfg(unix)]

mod bad_input;
mod changing;
mod forms;
mod lists;
mod output;
mod support;
mod walking;
