//! Key derivation: published vectors, every error, other libraries.

mod argon2;
mod balloon;
mod bcrypt;
mod derivation;
mod sha_crypt;
#[path = "../common/vectors.rs"]
mod vectors;

use vectors::bytes;
