//! Tests that no branch, no address and no instruction's time depends on a secret. Secrets are the message, the key if
//! there is one, and everything computed from them, including the digest.
//!
//! Every hash function, every block cipher in every mode, every stream cipher and every scheme with authentication is
//! run on every available backend. A copy of its code is run that records the registers ([`machine`]), and the secrets
//! are followed through registers and memory, one instruction at a time ([`rules`]). So the test examines the code that
//! the compiler generated, not the source. The lengths and addresses of buffers are public.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(unsafe_code)]

mod aside;
mod ciphers;
mod decode;
mod kdf;
#[path = "../common/kinds.rs"]
mod kinds;
mod machine;
mod macs;
mod operands;
mod passwords;
mod picks;
mod planted;
mod report;
mod rules;
#[allow(dead_code)] // it limits no products
#[path = "../common/scope.rs"]
mod scope;
mod sites;
mod streams;
mod subjects;
mod taint;
mod trace;
