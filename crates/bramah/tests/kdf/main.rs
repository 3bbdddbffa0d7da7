//! Derivation of keys: vectors, every backend by name, every number of threads, other libraries, every error.

#[path = "../common/mod.rs"]
mod common;
mod kit;
mod pbkdf2;
mod scrypt;
mod yescrypt;
