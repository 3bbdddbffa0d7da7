//! Code for one architecture: candidates in a list, modules and imports.
//!
//! Such code is written in groups, each after a label. Only [`by_architecture!`] defines the targets of a label:
//!
//! | label | targets |
//! |---|---|
//! | `x86` | x86 with 32 and with 64 bits |
//! | `x86_32` | x86 with 32 bits |
//! | `x86_64` | x86 with 64 bits |
//! | `aarch64` | ARM with 64 bits |
//! | `apple` | ARM with 64 bits, made by Apple |
//! | `not_apple` | ARM with 64 bits, made by others |
//! | `wasm` | WebAssembly with 32 bits, built with the instructions of `simd128` |
//! | `aes` | those that may have instructions for AES and carry-less products: `x86` and `aarch64` |
//! | `rows` | those whose kernels keep the words of one message in rows: `x86` and `wasm` |
//! | `vectors` | those whose registers have several lanes: `x86`, `aarch64` and `wasm` |
//! | `any` | all |

/// Calls the macro of this file that the first argument names, and replaces each label before a group by its `cfg` condition:
/// `@ ((condition) group ..)`. The second argument collects the groups whose labels have already been replaced.
#[macro_export]
macro_rules! by_architecture {
    ($then:ident $done:tt) => { $crate::$then! { @ $done } };
    ($then:ident ($($done:tt)*) ($($condition:tt)*) $group:tt $($rest:tt)*) => {
        $crate::by_architecture! { $then ($($done)* ($($condition)*) $group) $($rest)* }
    };
    ($then:ident $done:tt x86 $($rest:tt)*) => {
        $crate::by_architecture! { $then $done (any(target_arch = "x86", target_arch = "x86_64")) $($rest)* }
    };
    ($then:ident $done:tt x86_32 $($rest:tt)*) => {
        $crate::by_architecture! { $then $done (target_arch = "x86") $($rest)* }
    };
    ($then:ident $done:tt x86_64 $($rest:tt)*) => {
        $crate::by_architecture! { $then $done (target_arch = "x86_64") $($rest)* }
    };
    ($then:ident $done:tt aarch64 $($rest:tt)*) => {
        $crate::by_architecture! { $then $done (target_arch = "aarch64") $($rest)* }
    };
    ($then:ident $done:tt apple $($rest:tt)*) => {
        $crate::by_architecture! { $then $done (all(target_arch = "aarch64", target_vendor = "apple")) $($rest)* }
    };
    ($then:ident $done:tt not_apple $($rest:tt)*) => {
        $crate::by_architecture! { $then $done (all(target_arch = "aarch64", not(target_vendor = "apple"))) $($rest)* }
    };
    ($then:ident $done:tt wasm $($rest:tt)*) => {
        $crate::by_architecture! { $then $done (all(target_arch = "wasm32", target_feature = "simd128")) $($rest)* }
    };
    ($then:ident $done:tt aes $($rest:tt)*) => {
        $crate::by_architecture! { $then $done (any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")) $($rest)* }
    };
    ($then:ident $done:tt rows $($rest:tt)*) => {
        $crate::by_architecture! { $then $done (any(target_arch = "x86", target_arch = "x86_64",
            all(target_arch = "wasm32", target_feature = "simd128"))) $($rest)* }
    };
    ($then:ident $done:tt vectors $($rest:tt)*) => {
        $crate::by_architecture! { $then $done (any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64",
            all(target_arch = "wasm32", target_feature = "simd128"))) $($rest)* }
    };
    ($then:ident $done:tt any $($rest:tt)*) => {
        $crate::by_architecture! { $then $done (all()) $($rest)* }
    };
}
pub use by_architecture;

/// A list of candidates, best first: `candidates! { x86: [a, b], aarch64: [c], any: [d] }`. The groups are in the order
/// of the list, and a label may occur more than once. The table at the top of this file has the labels.
#[macro_export]
macro_rules! candidates {
    (@ ($($condition:tt [$($candidate:expr),* $(,)?])*)) => {
        &[$($( #[cfg $condition] $candidate, )*)*]
    };
    ($($label:ident: $group:tt),* $(,)?) => {
        $crate::by_architecture! { candidates () $($label $group)* }
    };
}

/// The candidates of [`candidates!`] that are for any architecture. Unit tests of a crate of kernels import this macro under
/// the name of the other one: they test tables and formulas, and the kernels with vectors, which integration tests call, need
/// not be compiled once more for them.
#[macro_export]
macro_rules! portable_candidates {
    (@ [$($portable:expr),*]) => { &[$($portable),*] };
    (@ [$($portable:expr),*] any: [$($candidate:expr),* $(,)?] $(, $($rest:tt)*)?) => {
        $crate::portable_candidates! { @ [$($portable,)* $($candidate),*] $($($rest)*)? }
    };
    (@ $portable:tt $label:ident: $group:tt $(, $($rest:tt)*)?) => {
        $crate::portable_candidates! { @ $portable $($($rest)*)? }
    };
    ($($label:ident: $group:tt),* $(,)?) => {
        $crate::portable_candidates! { @ [] $($label: $group),* }
    };
}

/// Modules and imports for some architectures: `only! { x86: { mod avx2; mod sha_ni; } aarch64: { mod armv8; } }`.
/// Functions for one architecture are in a separate module. The table at the top of this file has the labels.
#[macro_export]
macro_rules! only {
    (@ ($($condition:tt { $($item:item)* })*)) => {
        $($( #[cfg $condition] $item )*)*
    };
    ($($label:ident: $group:tt)*) => {
        $crate::by_architecture! { only () $($label $group)* }
    };
}
pub use only;
