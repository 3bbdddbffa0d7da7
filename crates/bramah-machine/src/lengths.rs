//! Lengths that several crates use.

/// The maximum block length of all block ciphers, in bytes.
pub const MAX_BLOCK: usize = 128;

/// The maximum length in bytes of a digest that is the input of another hash.
pub const MAX_DIGEST: usize = 128;

/// Returns `len` rounded down to whole blocks.
#[inline(always)]
pub fn whole_blocks(len: usize, block: usize) -> usize {
    // most block lengths are powers of two and need no division
    if block.is_power_of_two() { len & block.wrapping_neg() } else { len / block * block }
}
