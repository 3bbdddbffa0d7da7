//! The target `encrypted` for libFuzzer.
#![cfg_attr(fuzzing, no_main)]

bramah_fuzz::libfuzzer!(encrypted);
