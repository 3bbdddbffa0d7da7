//! Key derivation: published vectors, every error, other libraries.

mod derivation;
mod password;
#[path = "../common/vectors.rs"]
mod vectors;

use vectors::bytes;
