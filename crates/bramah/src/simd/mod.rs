//! The machine: CPU features, vector words, loads and stores, and no cryptography.
//!
//! Everything `unsafe` that kernels need is here, behind functions that are safe for a
//! reason written beside them.
#![allow(unsafe_code)]
#![allow(dead_code)] // the set of operations is kept whole, whichever of them today's kernels use

mod bytes;
mod features;
mod words;

#[cfg(target_arch = "aarch64")]
pub(crate) use core::arch::aarch64 as arch;
#[cfg(target_arch = "x86")]
pub(crate) use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
pub(crate) use core::arch::x86_64 as arch;

pub(crate) use bytes::*;
pub use features::Features;
pub(crate) use words::*;

/// Proof that the code at hand may use nothing special.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

/// Proofs that the CPU has the features: a token can be made without `unsafe` only in
/// code compiled with them.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! tokens {
    ($($token:ident = $features:literal;)*) => { $(
        #[doc = concat!("Proof of `", $features, "`.")]
        #[derive(Clone, Copy)]
        pub(crate) struct $token(());
        impl $token {
            /// Safe to call only from code compiled with the features.
            #[inline]
            #[target_feature(enable = $features)]
            pub(crate) fn here() -> Self {
                Self(())
            }
        }
    )* };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
tokens! {
    Avx2 = "avx2";
    Avx512 = "avx512f,avx512bw,avx512vl";
}

#[cfg(target_arch = "aarch64")]
tokens! {
    Neon = "neon";
}
