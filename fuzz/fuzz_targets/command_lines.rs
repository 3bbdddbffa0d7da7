//! The target `command_lines` for libFuzzer.
#![cfg_attr(fuzzing, no_main)]

bramah_fuzz::libfuzzer!(command_lines);
