//! Kernels and tables that two families of Bramah's algorithms use.
//!
//! It is a part of the crate `bramah`, and may change in any release: use `bramah`.
#![allow(rustdoc::private_intra_doc_links)] // links in items that are hidden from documentation
#![cfg_attr(not(test), no_std)]
#![allow(missing_docs)]
// on other architectures all code is portable, and helpers of vector code are unused
#![cfg_attr(
    not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, unused_imports, unused_macros)
)]
// functions with target features are safe where the CPU has them, which tokens and candidates prove
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

/// The choice of a backend, and the macro for lists, which has the same name as a function.
mod backend {
    pub(crate) use bramah_machine::{backend::*, candidates};
}
use bramah_machine::{simd, wipe};
