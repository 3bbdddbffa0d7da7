//! Looking up hash functions by name.

use super::{Algorithm, Entry, entries};
pub(super) use crate::names::folded;
use crate::{
    Error,
    entries::{Registered, find, unknown},
    info::stem,
    names::after,
};

/// Finds a hash function by its name: Bramah's, or that of coreutils, OpenSSL, RHash, Botan, libgcrypt or cppcrypto.
/// Names are compared by their letters and digits, in any case; for a function with several digest lengths the number
/// of bits follows the name.
///
/// # Errors
/// [`Error::UnknownName`]; [`Error::OutputLength`] or [`Error::OutputLengthExcept`] if the bits are not a defined length.
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    if let Ok(entry) = find(entries, name) {
        return Ok(entry.algorithm());
    }
    let wanted = folded(name);
    // the longest name that is followed only by digits, with the number of these
    let mut best: Option<(usize, &'static Entry, usize)> = None;
    for entry in entries().filter(|entry| !entry.info.lengths.is_fixed()) {
        for name in entry.info.names().flat_map(|name| [Some(name), stem(name)]).flatten() {
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
