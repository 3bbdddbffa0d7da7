//! Message authentication codes.

mod cipher;
pub mod hmac;
pub mod poly1305;
mod prf;
#[cfg(feature = "registry")]
mod registry;

pub use cipher::{BlockMac, CbcMac, Cmac, Kind, Omac2, Pmac};
pub(crate) use cipher::{Omac, Subkeys};
pub use hmac::Hmac;
pub use poly1305::Poly1305;
pub use prf::{MAX_PRF, Prf};
#[cfg(feature = "registry")]
pub use registry::{Algorithm, lookup};

use crate::{ByteLengths, Error, mode::same, wipe::wipe};

/// The lengths that a tag of `whole` bytes may be cut down to: half of it, but not below ten bytes, or all of
/// one that is shorter. That is the rule of RFC 2104, section 5, for HMAC: below half of it, a collision of
/// tags costs less than one of the hash, and below 80 bits a tag can be guessed. It holds for every MAC whose
/// specification does not name lengths of its own.
pub const fn tag_lengths(whole: usize) -> ByteLengths {
    let half = if whole.div_ceil(2) < 10 { 10 } else { whole.div_ceil(2) };
    ByteLengths { min: if half < whole { half } else { whole }, max: whole, step: 1 }
}

/// Compares a tag, which may be cut down, with the expected one, which is erased, in constant time.
pub(crate) fn verified(tag: &[u8], expected: &mut [u8]) -> Result<(), Error> {
    let lengths = tag_lengths(expected.len()).check("tag", tag.len());
    let equal = lengths.is_ok() && same(tag, &expected[..tag.len()]);
    wipe(expected);
    lengths?;
    if equal { Ok(()) } else { Err(Error::Unauthentic) }
}
