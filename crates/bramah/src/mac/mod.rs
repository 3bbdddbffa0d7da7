//! Message authentication codes.

mod block;
pub(crate) mod ghash;
mod gmac;
#[cfg(feature = "registry")]
mod hashed;
pub mod hmac;
#[cfg(feature = "registry")]
mod object;
pub mod poly1305;
mod prf;
#[cfg(feature = "registry")]
mod registry;
pub mod siphash;

pub use block::{BlockMac, CbcMac, Cmac, Kind, Omac2, Pmac};
pub(crate) use block::{Omac, Subkeys};
pub use gmac::Gmac;
pub use hmac::Hmac;
#[cfg(feature = "registry")]
pub use object::AnyMac;
#[cfg(feature = "registry")]
pub(crate) use object::Object;
pub use poly1305::Poly1305;
pub use prf::{MAX_PRF, Prf};
#[cfg(feature = "registry")]
pub use registry::{Algorithm, Entry, Info, algorithms, lookup};
pub use siphash::{SipHash, SipHash13, SipHash13x128, SipHash24, SipHash24x128};

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
pub(crate) fn verified(tag: &[u8], expected: &mut [u8], lengths: ByteLengths) -> Result<(), Error> {
    let lengths = lengths.check("tag", tag.len());
    let equal = lengths.is_ok() && same(tag, &expected[..tag.len()]);
    wipe(expected);
    lengths?;
    if equal { Ok(()) } else { Err(Error::Unauthentic) }
}
