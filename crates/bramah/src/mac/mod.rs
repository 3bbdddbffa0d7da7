//! Message authentication codes.

#[cfg(feature = "_blocks")]
mod acpkm;
#[cfg(feature = "aegis")]
pub mod aegis;
#[cfg(feature = "registry")]
mod any;
#[cfg(feature = "_blocks")]
mod block;
#[cfg(feature = "registry")]
mod entry;
#[cfg(feature = "_blocks")]
mod gmac;
#[cfg(feature = "registry")]
mod hashed;
#[cfg(feature = "hmac")]
pub mod hmac;
#[cfg(feature = "magma")]
mod imit;
#[cfg(feature = "registry")]
mod object;
#[cfg(feature = "_blocks")]
mod pmac;
#[cfg(feature = "poly1305")]
pub mod poly1305;
mod prf;
#[cfg(feature = "registry")]
mod registry;
#[cfg(feature = "siphash")]
pub mod siphash;

#[cfg(feature = "_blocks")]
pub use acpkm::{OmacAcpkm, Sections};
#[cfg(feature = "aegis")]
pub use aegis::AegisMac;
#[cfg(feature = "registry")]
pub use any::AnyMac;
#[cfg(feature = "_blocks")]
pub use block::{BlockMac, CbcMac, Cmac, Construction, DstuCmac, Omac2, Pmac};
#[cfg(feature = "_blocks")]
pub(crate) use block::{Omac, Subkeys};
#[cfg(feature = "registry")]
pub(crate) use entry::Make;
#[cfg(feature = "registry")]
pub use entry::{Entry, Info};
#[cfg(feature = "_blocks")]
pub use gmac::Gmac;
#[cfg(feature = "_blocks")]
#[doc(hidden)]
pub use gmac::ghash;
#[cfg(feature = "registry")]
pub(crate) use hashed::key_len as hashed_key_len;
#[cfg(feature = "hmac")]
pub use hmac::Hmac;
#[cfg(feature = "magma")]
pub use imit::Imit;
#[cfg(feature = "registry")]
pub(crate) use object::Object;
#[cfg(feature = "poly1305")]
pub use poly1305::Poly1305;
pub use prf::{MAX_PRF, Prf};
#[cfg(feature = "registry")]
pub use registry::{Algorithm, algorithms, lookup, lookup_hashed};
#[cfg(feature = "siphash")]
pub use siphash::{SipHash, SipHash13, SipHash13x128, SipHash24, SipHash24x128};

use crate::{ByteLengths, Error, ct::same, wipe::wipe};

/// Returns the lengths in bytes to which a tag of `whole` bytes may be truncated: at least half of `whole`, and at least ten
/// bytes. A tag shorter than ten bytes cannot be truncated. This is the rule of RFC 2104, section 5, for HMAC: with less
/// than half of the tag, a collision of tags costs less than a collision of the hash, and a tag of less than 80 bits can be
/// guessed. The rule is used for all MACs whose specification does not name other lengths.
pub const fn tag_lengths(whole: usize) -> ByteLengths {
    let half = if whole.div_ceil(2) < 10 { 10 } else { whole.div_ceil(2) };
    ByteLengths { min: if half < whole { half } else { whole }, max: whole, step: 1 }
}

/// Compares a tag with the first `tag_len` bytes of the expected tag in constant time, and erases the expected tag. `lengths` are
/// the lengths in bytes that a tag may have.
///
/// The caller of a MAC names the length; by default it is the length of a whole tag. If the length were taken from the received
/// tag, a forger could choose how many bytes to guess.
pub(crate) fn verified(
    tag: &[u8],
    tag_len: usize,
    expected: &mut [u8],
    lengths: ByteLengths,
) -> Result<(), Error> {
    let taken = has_length(tag, tag_len, lengths);
    let equal = taken.is_ok() && same(tag, &expected[..tag_len]);
    wipe(expected);
    taken?;
    if equal { Ok(()) } else { Err(Error::Unauthentic) }
}

/// Refuses a `tag_len` that no tag can have, and a tag that does not have `tag_len` bytes.
pub(crate) fn has_length(tag: &[u8], tag_len: usize, lengths: ByteLengths) -> Result<(), Error> {
    lengths.check("tag", tag_len)?;
    ByteLengths::fixed(tag_len).check("tag", tag.len())
}
