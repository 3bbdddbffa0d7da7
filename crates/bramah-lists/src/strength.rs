//! The rule that a list does not choose how much of a digest is compared.
//!
//! Whoever writes a list could otherwise guess: of a digest that was cut down to a byte, one of 256 is right, with or
//! without the key. So the length of a digest is
//!
//! 1. the one that the caller has named, and no other;
//! 2. otherwise the usual one of the function;
//! 3. or, if there is no key, one of at least 128 bits that the tag names, such as `BLAKE2b-256`.
//!
//! Functions whose digests have one length alone are not concerned, checksums among them. Every command that compares
//! digests with those of a list reads it through [`Expected`](super::Expected), and so through this rule.

use bramah::hash::Algorithm;

/// The shortest length in bytes that a list may name: 128 bits.
const LEAST: usize = 16;

/// The lengths that `openssl dgst` of versions 1.1.1 to 3.3 gives to extendable functions, unless it is told another.
const OPENSSL: [(&str, usize); 2] = [("shake128", 16), ("shake256", 32)];

/// Who has named the length of a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The caller, in an option.
    Caller,
    /// The list: a tag, the number of digits, or the list's name.
    List,
}

/// The use of the digests of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Use {
    /// They are compared with digests of files.
    #[default]
    Compared,
    /// They are compared with digests that are computed with a key.
    ComparedUnderKey,
    /// They are copied, and compared by whoever reads the copy.
    Copied,
}

/// Returns the length that is meant when none is named, and the one that OpenSSL writes in its place.
pub(super) fn usual(algorithm: Algorithm) -> [usize; 2] {
    let info = algorithm.info();
    let openssl = OPENSSL.iter().find(|(name, _)| *name == info.name);
    [info.lengths.default, openssl.map_or(info.lengths.default, |(_, length)| *length)]
}

/// Returns whether a digest counts that is as long as those of `algorithm`.
pub(super) fn counts(algorithm: Algorithm, by: By, used: Use) -> bool {
    let length = algorithm.output_len();
    by == By::Caller
        || used == Use::Copied
        || algorithm.info().lengths.is_fixed()
        || usual(algorithm).contains(&length)
        || used == Use::Compared && length >= LEAST
}
