//! Names.

use super::{Algorithm, Entry, entries};
pub(super) use crate::names::folded;
use crate::{
    Error,
    hash::info::stem,
    registry::{Registered, find, unknown},
};
use alloc::{format, string::String};

/// A name or tag with the bits of a digest.
pub(super) fn named(name: &str, bits: usize) -> String {
    match stem(name) {
        Some(stem) => format!("{stem}{bits}"),
        None => format!("{name}-{bits}"),
    }
}

/// The hash function of a name: ours, or what coreutils, OpenSSL, RHash, Botan, libgcrypt and
/// cppcrypto call it. Only letters and digits count, in any case; a function with several digest
/// lengths takes the number of bits behind its name.
///
/// # Errors
/// [`Error::UnknownName`]; [`Error::OutputLength`] or [`Error::OutputLengthExcept`] if the bits are not a defined length.
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    let wanted = folded(name);
    if let Ok(entry) = find(entries(), name) {
        return Ok(entry.algorithm());
    }
    // the longest name that is in front of nothing but digits
    let mut best: Option<(usize, &'static Entry, usize)> = None;
    for entry in entries().filter(|entry| !entry.info.lengths.is_fixed()) {
        for name in entry.info.names().flat_map(|name| [Some(name), stem(name)]).flatten().map(folded) {
            if let Some(rest) = wanted.strip_prefix(&name)
                && let Ok(bits) = rest.parse::<usize>()
                && !rest.starts_with('0')
                && best.is_none_or(|(length, ..)| length < name.len())
            {
                best = Some((name.len(), entry, bits));
            }
        }
    }
    match best {
        Some((_, entry, bits)) => entry.algorithm().with_bits(bits),
        None => Err(unknown(name)),
    }
}
