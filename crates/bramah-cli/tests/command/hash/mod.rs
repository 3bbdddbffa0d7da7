//! `bramah hash`.

mod bad_input;
mod changing;
mod forms;
mod keeping;
mod lists;
mod output;
mod resume;
mod walking;
