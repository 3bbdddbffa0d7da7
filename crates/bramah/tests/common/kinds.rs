//! Ciphers that represent all others in tests of code that is generic over ciphers.

use bramah::block;

/// Families that together have blocks of every length and both kinds of function tables. Tests use every mode with
/// these, with every padding, variant of ciphertext stealing and increment.
const OF_EVERY_KIND: [&str; 4] = ["rijndael", "serpent", "threefish", "xtea"];

/// Returns whether a cipher belongs to one of these families.
pub(crate) fn is_of_every_kind(cipher: &block::Algorithm) -> bool {
    OF_EVERY_KIND.contains(&cipher.info().family)
}
