//! The AEGIS family: draft-irtf-cfrg-aegis-aead-18, after H. Wu and B. Preneel, *AEGIS: A Fast Authenticated Encryption
//! Algorithm*, version 1.1, 2016. Sections that are named in this folder are those of the draft.
//!
//! The state is eight words (AEGIS-128L) or six (AEGIS-256). A word is one AES block, or in the parallel modes two or
//! four blocks, each of an instance of its own. To take in a block of the message, each word goes through one round of
//! AES whose key is the next word.

mod candidates;
mod kernel;
mod scheme;
mod state;
mod word;

use super::Aead;
#[cfg(feature = "registry")]
use super::Entry;
pub use candidates::AegisOps;
pub(crate) use scheme::Message;
pub use scheme::{AegisScheme, Member};

/// Messages under AEGIS-128L (section 3): keys of 16 bytes, nonces of 16, tags of 16 or 32.
///
/// Under one key, 2^48 messages with random nonces can be encrypted before two nonces are the same with a probability
/// of 2^-33. Reusing a nonce lets the state be recovered. A tag of 16 bytes is no part of the tag of 32 bytes: see
/// [`Aead::set_tag_len`].
///
/// ```
/// use bramah::Aegis128L;
///
/// let mut aegis = Aegis128L::new(&[7; 16])?;
/// let (mut text, mut tag) = (*b"for you alone", [0; 32]);
/// aegis.seal(&[1; 16], b"to everyone", &mut text[..], &mut tag)?;
/// aegis.open(&[1; 16], b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
///
/// let mut tag = [0; 16];
/// aegis.seal(&[2; 16], b"to everyone", &mut text[..], &mut tag)?;
/// aegis.set_tag_len(16)?;
/// aegis.open(&[2; 16], b"to everyone", &mut text[..], &tag)?;
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Aegis128L = Aead<AegisScheme<Parallel128<1>>>;
/// Messages under AEGIS-256 (section 4): keys of 32 bytes, nonces of 32, which may be random for any number of messages,
/// tags of 16 or 32.
///
/// Reusing a nonce lets the state be recovered.
pub type Aegis256 = Aead<AegisScheme<Parallel256<1>>>;
/// Messages under AEGIS-128X2 (section 5.4): two instances of [`Aegis128L`] side by side, for CPUs that take two AES
/// blocks in a register. Keys, nonces and tags have the lengths of those of AEGIS-128L.
pub type Aegis128X2 = Aead<AegisScheme<Parallel128<2>>>;
/// Messages under AEGIS-128X4 (section 5.4): four instances of [`Aegis128L`] side by side, for CPUs that take four AES
/// blocks in a register. Keys, nonces and tags have the lengths of those of AEGIS-128L.
pub type Aegis128X4 = Aead<AegisScheme<Parallel128<4>>>;
/// Messages under AEGIS-256X2 (section 5.5): two instances of [`Aegis256`] side by side, for CPUs that take two AES
/// blocks in a register. Keys, nonces and tags have the lengths of those of AEGIS-256.
pub type Aegis256X2 = Aead<AegisScheme<Parallel256<2>>>;
/// Messages under AEGIS-256X4 (section 5.5): four instances of [`Aegis256`] side by side, for CPUs that take four AES
/// blocks in a register. Keys, nonces and tags have the lengths of those of AEGIS-256.
pub type Aegis256X4 = Aead<AegisScheme<Parallel256<4>>>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[
    Entry::of::<AegisScheme<Parallel128<1>>>(),
    Entry::of::<AegisScheme<Parallel128<2>>>(),
    Entry::of::<AegisScheme<Parallel128<4>>>(),
    Entry::of::<AegisScheme<Parallel256<1>>>(),
    Entry::of::<AegisScheme<Parallel256<2>>>(),
    Entry::of::<AegisScheme<Parallel256<4>>>(),
];

/// AEGIS-128L with one instance, AEGIS-128X with several.
#[derive(Clone)]
pub struct Parallel128<const DEGREE: usize>;
/// AEGIS-256 with one instance, AEGIS-256X with several.
#[derive(Clone)]
pub struct Parallel256<const DEGREE: usize>;
