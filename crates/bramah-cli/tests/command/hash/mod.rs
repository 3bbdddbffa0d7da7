//! `bramah hash`.

#[cfg(unix)]
mod bad_input;
mod changing;
mod formats;
#[cfg(unix)]
mod forms;
#[cfg(unix)]
mod keeping;
mod lists;
#[cfg(unix)]
mod output;
mod resume;
#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod updating;
#[cfg(unix)]
mod walking;
