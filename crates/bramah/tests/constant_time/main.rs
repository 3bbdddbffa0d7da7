//! No branch, no address and no instruction's time depends on a secret: on the message, on the key
//! where there is one, or on anything computed from them, the digest included.
//!
//! Every hash function, every block cipher in every mode, and every stream cipher and scheme with authentication is
//! run on every backend that this CPU has, by name, from a copy of its code that records the registers
//! ([`machine`]), while the places of secrets are followed through registers and memory, an instruction at a
//! time ([`rules`]). That holds for what was executed, whatever the compiler made of the source. What is public:
//! lengths, and where buffers lie.
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
