//! The constants of the standard. Section numbers refer to the paper.

pub(super) use crate::primitives::kupyna::{MIX, POLYNOMIAL, SBOXES};

/// For each row, the distance in columns from which its bytes come. Row `i` moves right by `i`, but the last row of a
/// long state by 11 (section 6.5).
pub(super) const SHORT: [usize; 8] = [0, 7, 6, 5, 4, 3, 2, 1];
pub(super) const LONG: [usize; 8] = [0, 15, 14, 13, 12, 11, 10, 5];

/// Returns the number that T-plus adds, modulo 2^64, to column `j` of `columns` in round `r` (section 6.3).
pub(super) const fn plus(columns: u64, j: u64, r: u64) -> u64 {
    0x00f0_f0f0_f0f0_f0f3 ^ ((columns - 1 - j) << 4 ^ r) << 56
}
