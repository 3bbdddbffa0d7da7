//! Tests key derivation: vectors, every backend by name, different numbers of threads, other libraries, and every
//! error.

mod argon2;
mod balloon;
mod bcrypt;
#[path = "../common/mod.rs"]
mod common;
mod counters;
mod derivation;
#[cfg(unix)]
mod guarded;
mod kit;
mod lengths;
mod limits;
mod password;
mod pbkdf2;
mod scrypt;
mod subkeys;
mod vectors;
mod wycheproof;
mod yescrypt;

use common::bytes;
