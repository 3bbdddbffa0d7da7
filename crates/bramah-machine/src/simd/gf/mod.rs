//! Arithmetic in finite fields of characteristic 2: GF(2^8), by bit matrices and by tables of nibbles, and GF(2^128),
//! by carry-less multiplication.
#![allow(unused_imports)] // the architecture and the features decide which of the names are used

pub mod circuit;
mod matrix;
crate::simd::architectures::only! {
    aes: {
        mod carryless; mod little;
        pub use carryless::{Stored, Carryless, Gf1};
        pub use little::Little;
    }
    vectors: {
        mod halves;
        pub use halves::{Halves, transposed};
    }
    x86: {
        mod natural;
        pub use carryless::{Gf2, Gf4};
        pub use halves::{Halves128, Halves256, Halves256Gfni};
        pub use natural::Natural;
        pub use matrix::{Table512, mixed512, words512, xor3x512};
    }
    aarch64: { pub use halves::HalvesNeon; }
    wasm: { pub use halves::HalvesWasm; }
}

pub use matrix::{AES, Aligned, Linear, circulant_gather, gather, product, products};
