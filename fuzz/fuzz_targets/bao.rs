//! The target `bao` for libFuzzer.
#![cfg_attr(fuzzing, no_main)]

bramah_fuzz::libfuzzer!(bao);
