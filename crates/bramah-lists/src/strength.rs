//! The rule that a list cannot choose how much of a digest is compared.
//!
//! Otherwise the author of a list could guess digests: if a digest is truncated to one byte, one of 256 guesses is right,
//! even without the key. Therefore the length of a digest must be
//!
//! 1. the length that the caller has named, if there is one;
//! 2. otherwise the usual length of the function;
//! 3. or, if there is no key, a length of at least 128 bits that the tag names, such as `BLAKE2b-256`.
//!
//! The rule does not concern functions whose digests have only one length, such as checksums. Every command that compares
//! digests with a list decodes them with [`Expected`](super::Expected), which applies this rule.

use bramah::hash::Algorithm;

/// The minimum length, in bytes, that a list may choose for a digest: 128 bits.
const LEAST: usize = 16;

/// The default lengths in bytes of the digests that `openssl dgst` 1.1.1 to 3.3 computes with extendable-output functions.
const OPENSSL: [(&str, usize); 2] = [("shake128", 16), ("shake256", 32)];

/// Who has chosen the length of a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The caller, in an option.
    Caller,
    /// The list: a tag, the number of digits, or the list's name.
    List,
}

/// The purpose of the digests of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Use {
    /// The digests are compared with digests of files.
    #[default]
    Compared,
    /// The digests are compared with digests that are computed with a key.
    ComparedUnderKey,
    /// The digests are copied into another list, and compared only when that list is checked.
    Copied,
}

/// Returns the default length of the function's digests in bytes, and OpenSSL's default length, which may differ.
pub(super) fn usual(algorithm: Algorithm) -> [usize; 2] {
    let info = algorithm.info();
    let openssl = OPENSSL.iter().find(|(name, _)| *name == info.name);
    [info.lengths.default, openssl.map_or(info.lengths.default, |(_, length)| *length)]
}

/// Returns whether the rule accepts digests of the length of `algorithm`.
pub(super) fn counts(algorithm: Algorithm, by: By, used: Use) -> bool {
    let length = algorithm.output_len();
    by == By::Caller
        || used == Use::Copied
        || algorithm.info().lengths.is_fixed()
        || usual(algorithm).contains(&length)
        || used == Use::Compared && length >= LEAST
}
