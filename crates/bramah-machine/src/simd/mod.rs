//! The machine: CPU features, vector words, loads and stores. There is no cryptography here.
//!
//! This module contains everything `unsafe` that kernels need, in safe functions. A comment in each function states
//! why it is safe.
#![allow(unsafe_code)]
#![allow(unreachable_pub)] // macros declare items for the modules that use them
#![cfg_attr(target_arch = "wasm32", allow(unused_unsafe))] // the instructions of WebAssembly are safe functions
#![allow(dead_code)] // the set of operations is complete, even if kernels use only some of them at present

/// Writes methods of a register that take registers; each is one instruction or function: `calls! { fn xor(o) =
/// _mm_xor_si128; }`.
///
/// SAFETY of every call: a register was made with a token, so the CPU has the features needed here.
#[allow(unused_macros)] // not used on architectures without registers
macro_rules! calls {
    ($($(#[$doc:meta])* $vis:vis fn $name:ident($($o:ident),*) = $call:expr;)*) => { $(
        $(#[$doc])*
        #[inline(always)]
        #[allow(clippy::undocumented_unsafe_blocks)] // documented once, above
        $vis fn $name(self $(, $o: Self)*) -> Self {
            Self(unsafe { $call(self.0 $(, $o.0)*) })
        }
    )* };
}

pub mod architectures;
pub mod blocks;
pub mod cells;
pub mod features;
pub mod gf;
pub mod memory;
pub mod octets;
pub mod planes;
pub mod words;
crate::simd::architectures::only! {
    x86: { pub mod boolean; pub mod opaque; pub mod products; pub mod rotate; }
    rows: { pub mod rows; }
    x86_32: { pub use core::arch::x86 as arch; }
    x86_64: { pub use core::arch::x86_64 as arch; }
    aarch64: {
        pub mod sm3;
        pub use core::arch::aarch64 as arch;
    }
    wasm: { pub mod sums; pub use core::arch::wasm32 as arch; }
}

/// The token of portable code: it proves no CPU feature.
#[derive(Clone, Copy)]
pub struct Portable;

/// Declares tokens, which prove that the CPU has certain features: a token can be made without `unsafe` only in code that is
/// compiled with these features.
#[allow(unused_macros)] // not used on architectures without registers
macro_rules! tokens {
    ($($token:ident = $features:literal;)*) => { $(
        #[doc = concat!("Proof of `", $features, "`.")]
        #[derive(Clone, Copy)]
        pub struct $token(());
        impl $token {
            /// Makes the token; safe to call only from code compiled with the features.
            #[inline]
            #[target_feature(enable = $features)]
            pub fn here() -> Self {
                Self(())
            }
        }
    )* };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
tokens! {
    Sse41 = "sse4.1,ssse3";
    Avx2 = "avx2";
    Clmul = "pclmulqdq,sse4.1,ssse3";
    Clmul256 = "avx2,pclmulqdq,vpclmulqdq";
    Clmul512 = "avx512f,avx512bw,avx512vl,pclmulqdq,vpclmulqdq";
    ClmulGfni = "avx512f,avx512bw,avx512vl,pclmulqdq,vpclmulqdq,gfni";
    AesNi = "aes,pclmulqdq,sse4.1,ssse3";
    Avx2Gfni = "avx2,gfni";
    Avx2Aes = "avx2,aes,pclmulqdq";
    Vaes256 = "avx2,aes,pclmulqdq,vaes,vpclmulqdq";
    Vaes512 = "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq";
    Vaes512Vbmi = "avx512f,avx512bw,avx512vl,avx512vbmi,aes,pclmulqdq,vaes,vpclmulqdq";
    Avx512 = "avx512f,avx512bw,avx512vl";
    Avx512Vbmi = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni";
    Avx512Ifma = "avx512f,avx512bw,avx512vl,avx512ifma";
}

/// Declares which tokens can be made from other tokens: the features of the other token include the features of the token that
/// is made.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! parts {
    ($($part:ident of $whole:ident;)*) => { $(
        impl From<$whole> for $part {
            #[inline(always)]
            fn from(_: $whole) -> Self {
                Self(())
            }
        }
    )* };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
parts! {
    AesNi of Vaes512Vbmi;
    AesNi of Vaes512;
    AesNi of Avx2Aes;
    AesNi of Vaes256;
    Sse41 of Avx2;
    Avx2 of Avx512;
    Avx2Gfni of Avx512Vbmi;
    Vaes256 of Vaes512;
    Clmul of Clmul256;
    Clmul of Clmul512;
    Clmul of ClmulGfni;
    Clmul512 of ClmulGfni;
}

#[cfg(target_arch = "aarch64")]
tokens! {
    Neon = "neon";
    NeonAes = "neon,aes";
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
tokens! {
    Simd128 = "simd128";
}

/// Writes the entries of a batch kernel, one for each instruction set: `lane_entries!(kernel: Rows, word)`, where `kernel` is
/// generic over [`words::Words`] of type `word`; further arguments may follow. `u32_twice` is for kernels in which every step
/// waits for the one before: such a kernel processes two registers at a time.
#[macro_export]
macro_rules! lane_entries {
    ($kernel:ident: $rows:ty, $word:ident $(, $arg:ident: $ty:ty)*) => {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        #[inline]
        #[target_feature(enable = "avx2")]
        pub fn avx2(rows: &mut $rows, streams: $crate::simd::memory::Streams<'_>$(, $arg: $ty)*) {
            $kernel::<$crate::simd::lane_entries!(avx2 $word)>($crate::simd::Avx2::here(), rows, streams $(, $arg)*)
        }
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
        pub fn avx512(rows: &mut $rows, streams: $crate::simd::memory::Streams<'_>$(, $arg: $ty)*) {
            $kernel::<$crate::simd::lane_entries!(avx512 $word)>($crate::simd::Avx512::here(), rows, streams $(, $arg)*)
        }
        #[cfg(target_arch = "aarch64")]
        #[inline]
        #[target_feature(enable = "neon")]
        pub fn neon(rows: &mut $rows, streams: $crate::simd::memory::Streams<'_>$(, $arg: $ty)*) {
            $kernel::<$crate::simd::lane_entries!(neon $word)>($crate::simd::Neon::here(), rows, streams $(, $arg)*)
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        #[inline]
        #[target_feature(enable = "simd128")]
        pub fn simd128(rows: &mut $rows, streams: $crate::simd::memory::Streams<'_>$(, $arg: $ty)*) {
            $kernel::<$crate::simd::lane_entries!(simd128 $word)>($crate::simd::Simd128::here(), rows, streams $(, $arg)*)
        }
    };
    (avx2 u32) => { $crate::simd::words::U32x8 };
    (avx2 u32_twice) => { $crate::simd::words::Twice<$crate::simd::words::U32x8> };
    (avx2 u64) => { $crate::simd::words::U64x4 };
    (avx512 u32) => { $crate::simd::words::U32x16 };
    (avx512 u32_twice) => { $crate::simd::words::Twice<$crate::simd::words::U32x16> };
    (avx512 u64) => { $crate::simd::words::U64x8 };
    (neon u32) => { $crate::simd::words::U32x4 };
    (neon u32_twice) => { $crate::simd::words::Twice<$crate::simd::words::U32x4> };
    (neon u64) => { $crate::simd::words::U64x2 };
    (simd128 $word:ident) => { $crate::simd::lane_entries!(neon $word) };
}
pub use lane_entries;
