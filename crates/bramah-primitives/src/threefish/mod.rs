//! The block cipher Threefish, which Skein uses too: *The Skein Hash Function Family*, version 1.3, section 3.3.

pub mod plain;
mod rounds;
bramah_machine::backend::only! { x86_64: { pub mod rows; } }

pub use rounds::*;

/// The constant C240, which is XORed into the last word of the extended key (section 3.3.2).
pub const C240: u64 = 0x1bd11bdaa9fc1a22;

/// The rotation counts of rounds 0 to 7, which repeat every eight rounds (table 4).
pub const ROTATIONS_256: [[u32; 2]; 8] =
    [[14, 16], [52, 57], [23, 40], [5, 37], [25, 33], [46, 12], [58, 22], [32, 32]];
#[rustfmt::skip]
pub const ROTATIONS_512: [[u32; 4]; 8] = [
    [46, 36, 19, 37], [33, 27, 14, 42], [17, 49, 36, 39], [44, 9, 54, 56],
    [39, 30, 34, 24], [13, 50, 10, 17], [25, 29, 39, 43], [8, 35, 56, 22],
];
pub const ROTATIONS_1024: [[u32; 8]; 8] = [
    [24, 13, 8, 47, 8, 17, 22, 37],
    [38, 19, 10, 55, 49, 18, 23, 52],
    [33, 4, 51, 13, 34, 41, 59, 17],
    [5, 20, 48, 41, 47, 28, 16, 25],
    [41, 9, 37, 31, 12, 47, 44, 30],
    [16, 34, 56, 51, 4, 53, 42, 41],
    [31, 44, 47, 46, 19, 42, 44, 25],
    [9, 48, 35, 52, 23, 31, 37, 20],
];
