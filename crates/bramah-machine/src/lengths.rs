//! Lengths that several crates share.

/// The length in bytes of the longest block of any block cipher.
pub const MAX_BLOCK: usize = 128;

/// The length in bytes of the longest digest that is hashed again.
pub const MAX_DIGEST: usize = 128;

/// Returns `len` rounded down to whole blocks.
#[inline(always)]
pub fn whole_blocks(len: usize, block: usize) -> usize {
    // most blocks need no division
    if block.is_power_of_two() { len & block.wrapping_neg() } else { len / block * block }
}
