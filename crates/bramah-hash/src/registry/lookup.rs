//! Looking up hash functions by name.

use super::{Algorithm, Entry, entries};
pub(super) use crate::names::folded;
use crate::{
    Error,
    entries::{Registered, find, unknown},
    info::{Info, stem},
    names::after,
};

/// Finds a hash function by its name in Bramah, coreutils, OpenSSL, RHash, Botan, libgcrypt or cppcrypto. Only letters
/// and digits are compared, ignoring case. For a function with several digest lengths the name may end with the length
/// in bits.
///
/// # Errors
/// [`Error::UnknownName`]; [`Error::OutputBits`] if the length is not a multiple of 8; [`Error::OutputLength`] or
/// [`Error::OutputLengthExcept`] if the function does not define that length.
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    if let Ok(entry) = find(entries, name) {
        return Ok(entry.algorithm());
    }
    let wanted = folded(name);
    // find the longest name after which only digits follow, and so the smallest number of digits
    let mut best: Option<(usize, &'static Entry, usize)> = None;
    for entry in entries().filter(|entry| !entry.info.lengths.is_fixed()) {
        for name in entry.info.words() {
            if let Some(rest) = after(&wanted, name)
                && let Ok(bits) = rest.parse::<usize>()
                && !rest.starts_with('0')
                && best.is_none_or(|(left, ..)| left > rest.len())
            {
                best = Some((rest.len(), entry, bits));
            }
        }
    }
    match best {
        Some((_, entry, bits)) => entry.algorithm().with_bits(bits),
        None => Err(unknown(name)),
    }
}

impl Info {
    /// Returns each name by which [`lookup`] finds the function. If the function has several digest lengths, the length in bits
    /// may follow the name.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        let fixed = self.lengths.is_fixed();
        self.names().flat_map(move |name| [Some(name), stem(name).filter(|_| !fixed)]).flatten()
    }
}
