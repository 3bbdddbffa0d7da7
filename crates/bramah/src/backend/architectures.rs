//! What is for one architecture alone: candidates in a list, and modules and imports.
//!
//! Both are written in groups under labels, and [`by_architecture!`] alone says which targets a label means:
//!
//! | label | targets |
//! |---|---|
//! | `x86` | x86 with 32 and with 64 bits |
//! | `x86_32` | x86 with 32 bits |
//! | `x86_64` | x86 with 64 bits |
//! | `aarch64` | ARM with 64 bits |
//! | `apple` | ARM with 64 bits, made by Apple |
//! | `not_apple` | ARM with 64 bits, made by others |
//! | `vectors` | those that have words of several lanes: `x86` and `aarch64` |
//! | `any` | all |

/// Calls the macro of `backend` that is named first with each group behind the condition that its label means:
/// `@ ((condition) group ..)`. The second argument is what has been done of that.
macro_rules! by_architecture {
    ($then:ident $done:tt) => { $crate::backend::$then! { @ $done } };
    ($then:ident ($($done:tt)*) ($($condition:tt)*) $group:tt $($rest:tt)*) => {
        $crate::backend::by_architecture! { $then ($($done)* ($($condition)*) $group) $($rest)* }
    };
    ($then:ident $done:tt x86 $($rest:tt)*) => {
        $crate::backend::by_architecture! { $then $done (any(target_arch = "x86", target_arch = "x86_64")) $($rest)* }
    };
    ($then:ident $done:tt x86_32 $($rest:tt)*) => {
        $crate::backend::by_architecture! { $then $done (target_arch = "x86") $($rest)* }
    };
    ($then:ident $done:tt x86_64 $($rest:tt)*) => {
        $crate::backend::by_architecture! { $then $done (target_arch = "x86_64") $($rest)* }
    };
    ($then:ident $done:tt aarch64 $($rest:tt)*) => {
        $crate::backend::by_architecture! { $then $done (target_arch = "aarch64") $($rest)* }
    };
    ($then:ident $done:tt apple $($rest:tt)*) => {
        $crate::backend::by_architecture! { $then $done (all(target_arch = "aarch64", target_vendor = "apple")) $($rest)* }
    };
    ($then:ident $done:tt not_apple $($rest:tt)*) => {
        $crate::backend::by_architecture! { $then $done (all(target_arch = "aarch64", not(target_vendor = "apple"))) $($rest)* }
    };
    ($then:ident $done:tt vectors $($rest:tt)*) => {
        $crate::backend::by_architecture! { $then $done (any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")) $($rest)* }
    };
    ($then:ident $done:tt any $($rest:tt)*) => {
        $crate::backend::by_architecture! { $then $done (all()) $($rest)* }
    };
}
pub(crate) use by_architecture;

/// A list of candidates, best first: `candidates! { x86: [a, b], aarch64: [c], any: [d] }`. The groups stand in the
/// order of the list, and a label may come again if the order demands it. The labels are those of this file.
macro_rules! candidates {
    (@ ($($condition:tt [$($candidate:expr),* $(,)?])*)) => {
        &[$($( #[cfg $condition] $candidate, )*)*]
    };
    ($($label:ident: $group:tt),* $(,)?) => {
        $crate::backend::by_architecture! { candidates () $($label $group)* }
    };
}
pub(crate) use candidates;

/// Items that some architectures alone have: `only! { x86: { mod avx2; mod sha_ni; } aarch64: { mod armv8; } }`. It is for
/// modules and imports; functions of one architecture stand in a module of their own. The labels are those of this file.
macro_rules! only {
    (@ ($($condition:tt { $($item:item)* })*)) => {
        $($( #[cfg $condition] $item )*)*
    };
    ($($label:ident: $group:tt)*) => {
        $crate::backend::by_architecture! { only () $($label $group)* }
    };
}
pub(crate) use only;
