//! The target `passwords` for libFuzzer.
#![cfg_attr(fuzzing, no_main)]

bramah_fuzz::libfuzzer!(passwords);
