//! No branch, no address and no instruction's time depends on a secret: on the message, on the key
//! where there is one, or on anything computed from them, the digest included.
//!
//! Every hash function, every block cipher in every mode, and every stream cipher and scheme with authentication is
//! stepped through on every backend that this CPU has, by name, while the
//! places of secrets are followed through registers and memory ([`rules`]). That holds for what was
//! executed, whatever the compiler made of the source. What is public: lengths, and where buffers lie.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(unsafe_code)]

mod ciphers;
mod decode;
mod macs;
mod planted;
mod report;
mod rules;
#[path = "../common/scope.rs"]
mod scope;
mod streams;
mod subjects;
mod taint;
mod trace;

/// Whether the environment asks to leave the test out, for systems that do not allow tracing.
fn left_out() -> bool {
    let left_out = std::env::var_os("BRAMAH_NO_PTRACE").is_some_and(|value| value == "1");
    if left_out {
        println!("left out: BRAMAH_NO_PTRACE is set");
    }
    left_out
}
