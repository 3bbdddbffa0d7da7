//! The basis of Bramah's algorithms: errors, names, constant-time comparison and erasing of memory; CPU instructions, memory and
//! operating system calls, with all `unsafe` code of kernels; and the selection of implementations (candidates, self-tests).
//!
//! This is an internal part of the crate `bramah`, which re-exports the items for users. All other items may change in any
//! release.
#![allow(rustdoc::private_intra_doc_links)] // links in items that are hidden from the documentation
#![cfg_attr(not(any(feature = "std", test)), no_std)]
// on other architectures all code is portable, and helpers of vector code are unused
#![cfg_attr(
    not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, unused_imports, unused_macros)
)]
// functions with target features are safe on a CPU that has the features, which tokens and candidates prove
#![allow(clippy::missing_safety_doc)]
#![allow(clippy::new_without_default, clippy::len_without_is_empty, clippy::should_implement_trait)] // only Bramah's crates use it

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod backend;
#[cfg(feature = "rustcrypto")]
pub mod compat;
pub mod ct;
#[cfg(feature = "alloc")]
pub mod entries;
mod error;
mod hex;
pub mod lengths;
pub mod names;
#[cfg(any(feature = "random", feature = "std"))]
pub mod os;
#[cfg(feature = "std")]
pub mod reading;
pub mod simd;
#[cfg(feature = "alloc")]
pub mod spread;
#[cfg(feature = "std")]
pub mod threads;
pub mod wipe;
mod writers;

pub use error::Error;
pub use hex::Hex;
#[cfg(feature = "alloc")]
pub use hex::ToHex;
pub use names::{ByteLengths, Standing};
