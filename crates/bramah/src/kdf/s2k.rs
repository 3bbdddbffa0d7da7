//! The string-to-key functions of OpenPGP: RFC 9580, section 3.7.1: simple, salted, and iterated and salted.

use super::{HashFunction, MAX_DIGEST, check_output};
use crate::{Error, wipe::wipe};
use alloc::{vec, vec::Vec};

/// The approximate number of bytes that are passed to the hash function at a time.
const PIECE: usize = 1 << 16;
/// The maximum number of zero bytes before the message, because an output consists of at most 256 digests.
const MOST_ZEROS: usize = 255;

/// Derives a key from a password as OpenPGP does, to read messages and keys that were encrypted with passwords.
///
/// Salt and password are hashed repeatedly, until `octets` bytes have been hashed, and at least once. If `octets` is 0, this is
/// the salted function; if the salt is also empty, it is the simple function. Neither of these two is slow. The salt of OpenPGP
/// has 8 bytes; other lengths are accepted. A longer output consists of several digests: the message of the second begins with
/// one zero byte, the message of the third with two, and so on.
///
/// ```
/// use bramah::{Sha256, kdf};
///
/// let mut key = [0; 32];
/// kdf::s2k(&kdf::of::<Sha256>(), b"password", b"8 bytes!", 65536, &mut key)?;
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::DerivedLength`] if `out` is empty or longer than 256 digests; [`Error::NotPlain`] if the hash function takes more
/// than a message.
pub fn s2k(
    hash: &dyn HashFunction,
    password: &[u8],
    salt: &[u8],
    octets: u32,
    out: &mut [u8],
) -> Result<(), Error> {
    let len = super::digest_len(hash)?;
    check_output(out.len(), (len * (MOST_ZEROS + 1)) as u64)?;
    let period = salt.len() + password.len();
    let octets = match period {
        0 => 0, // both are empty: there is nothing to repeat
        _ => usize::try_from(octets).unwrap_or(usize::MAX).max(period),
    };
    // salt and password, repeated a whole number of times, as often as they fit into a piece; therefore the next piece
    // continues the repetition
    let repeats = (PIECE.min(octets) / period.max(1)).max(1);
    let mut piece: Vec<u8> = Vec::with_capacity(repeats * period);
    for _ in 0..repeats {
        piece.extend_from_slice(salt);
        piece.extend_from_slice(password);
    }
    let zeros = [0; MOST_ZEROS];
    let whole = octets.checked_div(piece.len()).unwrap_or(0);
    let mut parts = vec![&piece[..]; whole + 2];
    parts[whole + 1] = &piece[..octets - whole * piece.len()];
    let mut digest = [0; MAX_DIGEST];
    for (number, out) in out.chunks_mut(len).enumerate() {
        parts[0] = &zeros[..number];
        hash.hash(&parts, &mut digest[..len]);
        out.copy_from_slice(&digest[..out.len()]);
    }
    drop(parts);
    wipe(&mut piece);
    wipe(&mut digest);
    crate::wipe::stack();
    Ok(())
}
