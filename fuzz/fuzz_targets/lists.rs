//! The target `lists` for libFuzzer.
#![cfg_attr(fuzzing, no_main)]

bramah_fuzz::libfuzzer!(lists);
