//! The maps of Kuznyechik: the S-box of RFC 7801, 4.1.1, and the linear transformation of 4.2, a linear feedback shift register
//! that is shifted sixteen times.

use crate::{
    octets::maps,
    primitives::streebog::PI,
    simd::{
        gf::{AES, Aligned, Linear, product},
        octets::{Affine, Matrix, Products, Table, inverse},
    },
};

/// The polynomial of the field: RFC 7801, 4.1.2.
const POLYNOMIAL: u16 = 0x1c3;
/// The factors of the bytes of a block in the XOR that is shifted in, in memory order: RFC 7801, 4.1.2.
const FACTORS: [u8; 16] = [148, 32, 133, 16, 194, 192, 1, 251, 1, 192, 194, 16, 133, 32, 148, 1];
const _: () = {
    let mut i = 0;
    while i < 15 {
        assert!(FACTORS[i] == FACTORS[14 - i], "the kernels add up pairs of bytes with equal factors");
        i += 1;
    }
};

maps! {
    /// Multiplications by the factors of the shift register.
    By148 = Linear::times(148, POLYNOMIAL);
    By32 = Linear::times(32, POLYNOMIAL);
    By133 = Linear::times(133, POLYNOMIAL);
    By16 = Linear::times(16, POLYNOMIAL);
    By194 = Linear::times(194, POLYNOMIAL);
    By192 = Linear::times(192, POLYNOMIAL);
    By251 = Linear::times(251, POLYNOMIAL);
}

/// The isomorphism to the field of AES, in which one instruction multiplies by any factor.
const ISOMORPHISM: Linear = Linear::to_aes(POLYNOMIAL);
/// The map to the field of AES, and the map back.
pub(super) struct Enter;
impl Affine for Enter {
    const MAP: Linear = ISOMORPHISM;
}
pub(super) struct Leave;
impl Affine for Leave {
    const MAP: Linear = ISOMORPHISM.inverse();
}

/// Converts a table over the cipher's field to a table over the field of AES.
const fn in_aes(table: &[u8; 256]) -> [u8; 256] {
    let (mut moved, mut i) = ([0; 256], 0);
    while i < 256 {
        moved[ISOMORPHISM.of(i as u8) as usize] = ISOMORPHISM.of(table[i]);
        i += 1;
    }
    moved
}

/// Declares tables of 256 bytes.
macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident = $table:expr;)*) => { $(
        $(#[$doc])*
        pub(super) struct $name;
        impl Table for $name {
            const TABLE: &'static Aligned<256> = {
                static TABLE: Aligned<256> = Aligned($table);
                &TABLE
            };
        }
    )* };
}
tables! {
    /// The S-box.
    Pi = PI;
    /// The inverse of the S-box.
    InversePi = inverse(&PI);
    /// The S-box and its inverse over the field of AES.
    AesPi = in_aes(&PI);
    AesInversePi = in_aes(&inverse(&PI));
}

/// Applies the linear transformation to a block: RFC 7801, 4.2.
const fn l(mut block: [u8; 16]) -> [u8; 16] {
    let mut step = 0;
    while step < 16 {
        let (mut sum, mut i) = (0, 0);
        while i < 16 {
            sum ^= product(FACTORS[i], block[i], POLYNOMIAL);
            i += 1;
        }
        let mut i = 15;
        while i > 0 {
            block[i] = block[i - 1];
            i -= 1;
        }
        block[0] = sum;
        step += 1;
    }
    block
}

/// Applies the inverse of the linear transformation to a block.
const fn inverse_l(mut block: [u8; 16]) -> [u8; 16] {
    let mut step = 0;
    while step < 16 {
        let (mut sum, mut i) = (block[0], 0);
        while i < 15 {
            block[i] = block[i + 1];
            sum ^= product(FACTORS[i], block[i], POLYNOMIAL);
            i += 1;
        }
        block[15] = sum;
        step += 1;
    }
    block
}

/// Converts the bytes of a block to the field of AES.
const fn entered(mut block: [u8; 16]) -> [u8; 16] {
    let mut i = 0;
    while i < 16 {
        block[i] = ISOMORPHISM.of(block[i]);
        i += 1;
    }
    block
}

/// Returns the product of a block and a factor, both in the field of AES.
const fn multiple(number: u8, block: &[u8; 16]) -> [u8; 16] {
    let (mut out, mut i) = ([0; 16], 0);
    while i < 16 {
        out[i] = product(block[i], number, AES);
        i += 1;
    }
    out
}

/// Returns the image under the linear transformation of a block that is 0 except for its last byte, in the field of AES.
pub(super) const fn image_of_last(byte: u8) -> [u8; 16] {
    multiple(ISOMORPHISM.of(byte), &COLUMNS[0][15])
}

/// The columns of the matrix of the linear transformation over the field of AES, and the columns of its inverse. Column `j` is
/// the image of 1 in byte `j`.
pub(super) static COLUMNS: [[[u8; 16]; 16]; 2] = {
    let (mut columns, mut j) = ([[[0; 16]; 16]; 2], 0);
    while j < 16 {
        let mut unit = [0; 16];
        unit[j] = 1;
        columns[0][j] = entered(l(unit));
        columns[1][j] = entered(inverse_l(unit));
        j += 1;
    }
    columns
};

/// The linear transformation and its inverse, in the field of AES.
pub(super) struct Transformation;
impl Matrix for Transformation {
    const COLUMNS: &'static [[u8; 16]; 16] = &COLUMNS[0];
    const PRODUCTS: Option<&'static Products> = Some(&Products::new(&FEEDBACK, false));
}
pub(super) struct InverseTransformation;
impl Matrix for InverseTransformation {
    const COLUMNS: &'static [[u8; 16]; 16] = &COLUMNS[1];
    const PRODUCTS: Option<&'static Products> = Some(&Products::new(&FEEDBACK, true));
}

/// The factors of the shift register in the field of AES, beginning with the factor of the last byte of a block.
pub(super) const FEEDBACK: [u8; 16] = {
    let (mut factors, mut i) = ([0; 16], 0);
    while i < 16 {
        factors[i] = ISOMORPHISM.of(FACTORS[15 - i]);
        i += 1;
    }
    factors
};
