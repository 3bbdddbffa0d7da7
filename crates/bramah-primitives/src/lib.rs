//! Kernels and tables that Bramah's hash functions and ciphers share.
//!
//! This crate is a part of the crate `bramah`, and may change incompatibly in any release. Use `bramah` instead.
#![allow(rustdoc::private_intra_doc_links)] // hidden items link to private ones
#![cfg_attr(not(test), no_std)]
#![allow(missing_docs)]
// on other architectures, all code is portable, and the helpers of vector code are unused
#![cfg_attr(
    not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, unused_imports, unused_macros)
)]
// functions with target features are safe to call if the CPU has the features, which tokens and candidates prove
#![allow(clippy::missing_safety_doc)]
#![cfg_attr(not(feature = "ghash"), allow(unused_imports))]

#[cfg(feature = "ascon")]
pub mod ascon;
#[cfg(feature = "ghash")]
pub mod ghash;
pub mod gost;
pub mod kupyna;
pub mod sha2;
pub mod streebog;
#[cfg(feature = "threefish")]
pub mod threefish;

/// The choice of a backend, and the macro `candidates!`, which has the same name as a function.
mod backend {
    pub(crate) use bramah_machine::{backend::*, candidates};
}
use bramah_machine::{simd, wipe};
