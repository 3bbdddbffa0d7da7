//! The functions of the npm package, compiled to WebAssembly.
//!
//! JavaScript loads a **piece**: a module with the functions of one purpose. Each piece is a file in `pieces/` that names
//! its functions; the linker leaves out all others. The module `boundary` defines what a module exports, and has all that is not
//! safe. The pieces of a single function (module `small`) have neither an allocator nor the standard library.
#![cfg_attr(not(feature = "named"), no_std)]
#![cfg(all(target_arch = "wasm32", target_os = "unknown", any(feature = "small", feature = "named")))]

pub mod boundary;
#[cfg(feature = "small")]
pub mod small;

#[cfg(feature = "ciphers")]
pub mod aeads;
#[cfg(feature = "ciphers")]
pub mod ciphers;
#[cfg(feature = "named")]
mod failure;
#[cfg(feature = "named")]
pub mod fields;
#[cfg(feature = "full")]
pub mod files;
#[cfg(feature = "named")]
pub mod hashes;
#[cfg(feature = "kdf")]
pub mod kdf;
#[cfg(feature = "lists")]
pub mod lists;
#[cfg(feature = "named")]
pub mod macs;
#[cfg(feature = "kdf")]
pub mod passwords;
#[cfg(feature = "named")]
pub mod requests;
#[cfg(feature = "named")]
mod table;
#[cfg(feature = "blake")]
mod tree;

#[cfg(feature = "named")]
pub use failure::{Failure, Status, unknown_request};

#[cfg(feature = "named")]
#[doc(hidden)]
pub use bramah;
