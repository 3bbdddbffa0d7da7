//! Ciphers that stand for others in tests of what is generic over ciphers.

use bramah::block;

/// Families that together have blocks of every length and both kinds of tables of functions: over these, every mode is
/// tested, with every padding, way of stealing and increment.
const OF_EVERY_KIND: [&str; 4] = ["rijndael", "serpent", "threefish", "xtea"];

/// Returns whether a cipher is of one of these families.
pub(crate) fn is_of_every_kind(cipher: &block::Algorithm) -> bool {
    OF_EVERY_KIND.contains(&cipher.info().family)
}
