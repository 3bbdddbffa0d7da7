//! `bramah cipher`.

#[cfg(unix)]
mod authenticated;
mod bad_input;
mod keys;
mod modes;
#[cfg(unix)]
mod output;
mod passes;
#[cfg(unix)]
mod streams;

/// A key of 128 bits, an IV of a block.
const KEY: &str = "--key 000102030405060708090a0b0c0d0e0f";
const IV: &str = "--iv f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";
