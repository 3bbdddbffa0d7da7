//! Arithmetic in finite fields of characteristic 2: GF(2^8), by matrices of bits and by tables of nibbles, and
//! GF(2^128), by multiplication without carries.
#![allow(unused_imports)] // which of the names are used depends on architecture and features

#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
mod carryless;
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
mod halves;
mod matrix;

#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) use carryless::{Carryless, Gf1};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) use carryless::{Gf2, Gf4};
#[cfg(target_arch = "aarch64")]
pub(crate) use halves::HalvesNeon;
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) use halves::{Halves, transposed};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) use halves::{Halves128, Halves256, Halves256Gfni};
pub(crate) use matrix::{AES, Aligned, Linear, circulant_gather, gather, product, products};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) use matrix::{Table512, mixed512, words512, xor3x512};
