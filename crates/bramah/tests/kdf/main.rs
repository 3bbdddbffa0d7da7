//! Key derivation: published vectors, every error, other libraries.

mod derivation;
mod sha_crypt;
#[path = "../common/vectors.rs"]
mod vectors;

use vectors::bytes;
