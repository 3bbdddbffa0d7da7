//! The lengths that an algorithm has, such as the length of its key.

use super::Algorithm;
use crate::{ByteLengths, hash, mac};

/// The lengths of an algorithm in bytes. A field is `None` if the algorithm has no such length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sizes {
    /// The length of a block: the block of a cipher, or the block of the hash function in HMAC, to which the key is padded.
    pub block: Option<usize>,
    /// The length of a digest.
    pub digest: Option<usize>,
    /// The lengths of a key.
    pub key: Option<ByteLengths>,
    /// The lengths of a nonce or IV.
    pub nonce: Option<ByteLengths>,
    /// The lengths of a tag; the maximum is the length of a whole tag.
    pub tag: Option<ByteLengths>,
}

impl Algorithm {
    /// Returns the lengths of the algorithm. Key derivation functions and password schemes have none: the caller chooses the
    /// length of the output.
    pub fn sizes(&self) -> Sizes {
        // lengths of 0 bytes mean that the algorithm has no such input
        let some = |lengths: ByteLengths| (lengths.max > 0).then_some(lengths);
        match self {
            Self::Hash(hash) => Sizes {
                block: Some(hash.info().block_len),
                digest: Some(hash.output_len()),
                key: hash.info().takes(hash::Parameter::Key).map(|_| mac::hashed_key_len(*hash)),
                ..Sizes::default()
            },
            Self::Cipher(cipher) => {
                Sizes { block: Some(cipher.block_len()), key: Some(cipher.key_lengths()), ..Sizes::default() }
            }
            Self::Mode(mode) => Sizes {
                block: Some(mode.cipher().block_len()),
                key: Some(mode.key_lengths()),
                nonce: some(mode.iv_lengths()),
                ..Sizes::default()
            },
            Self::Stream(stream) => Sizes {
                key: Some(stream.info().key_len),
                nonce: some(stream.info().nonce_len),
                ..Sizes::default()
            },
            Self::Mac(mac) => Sizes {
                key: Some(mac.key_len()),
                nonce: some(mac.nonce_len()),
                tag: Some(mac.tag_lengths()),
                ..Sizes::default()
            },
            Self::Aead(aead) => Sizes {
                key: Some(aead.key_len()),
                nonce: some(aead.nonce_len()),
                tag: Some(aead.tag_len()),
                ..Sizes::default()
            },
            Self::EncryptThenMac(composition) => Sizes {
                key: Some(composition.info().key_len),
                nonce: some(composition.info().nonce_len),
                tag: Some(composition.info().tag_len),
                ..Sizes::default()
            },
            Self::KeyWrap(wrap) => Sizes {
                block: Some(wrap.cipher().block_len()),
                key: Some(wrap.key_lengths()),
                ..Sizes::default()
            },
            Self::Fpe(fpe) => Sizes {
                block: Some(fpe.cipher().block_len()),
                key: Some(fpe.key_lengths()),
                ..Sizes::default()
            },
            Self::Kdf(_) | Self::Password(_) => Sizes::default(),
        }
    }
}
