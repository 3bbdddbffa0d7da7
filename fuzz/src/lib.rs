//! The fuzz targets: functions that take any bytes, and panic if a property does not hold.
//!
//! `tests/fuzz.rs` runs them in a plain loop with the mutator of this crate; `cargo fuzz` runs them under libFuzzer.
//! The inputs in `corpus/TARGET/` are the first ones in both.

pub mod bao;
pub mod command_lines;
pub mod encrypted;
mod input;
pub mod lists;
pub mod mutate;
pub mod names;
pub mod objects;
pub mod outputs;
pub mod passwords;
pub mod resume;
pub mod signatures;
pub mod states;

pub use input::Input;

/// A fuzz target.
pub struct Target {
    /// The name of the target, its corpus and its program.
    pub name: &'static str,
    /// Tries one input.
    pub run: fn(&[u8]),
    /// Words that the mutator inserts into inputs.
    pub words: &'static [&'static str],
}

/// All targets.
pub static TARGETS: &[Target] = &[
    Target { name: "lists", run: lists::run, words: lists::WORDS },
    Target { name: "states", run: states::run, words: &[] },
    Target { name: "resume", run: resume::run, words: resume::WORDS },
    Target { name: "passwords", run: passwords::run, words: passwords::WORDS },
    Target { name: "names", run: names::run, words: names::WORDS },
    Target { name: "objects", run: objects::run, words: &[] },
    Target { name: "outputs", run: outputs::run, words: &[] },
    Target { name: "signatures", run: signatures::run, words: signatures::WORDS },
    Target { name: "bao", run: bao::run, words: &[] },
    Target { name: "encrypted", run: encrypted::run, words: encrypted::WORDS },
    Target { name: "command_lines", run: command_lines::run, words: command_lines::WORDS },
];

/// Makes the program of a target: under `cargo fuzz` a program for libFuzzer, otherwise one that does nothing.
#[macro_export]
macro_rules! libfuzzer {
    ($target:ident) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::$target::run(data));
        #[cfg(not(fuzzing))]
        fn main() {}
    };
}
