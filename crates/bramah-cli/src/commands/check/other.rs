//! The search for another algorithm of a digest that does not match.

use crate::{commands::hash::Given, names};
use bramah::hash::{self, Algorithm};
use std::fs;

/// The maximum size, in bytes, of a file that is hashed again. Such a file is read once for each algorithm.
const LARGEST: u64 = 64 << 20;

/// A digest without a tag that does not match.
pub(super) struct Mismatch {
    /// The path of the file.
    pub(super) path: Vec<u8>,
    pub(super) size: u64,
    pub(super) algorithm: Algorithm,
    pub(super) digest: Vec<u8>,
}

impl Mismatch {
    /// Keeps the mismatch of the smallest file in `kept`.
    pub(super) fn keep_smaller(self, kept: &mut Option<Self>) {
        let searchable = self.size <= LARGEST && self.path != b"-";
        if searchable && kept.as_ref().is_none_or(|kept| self.size < kept.size) {
            *kept = Some(self);
        }
    }

    /// Returns another reading of the digest that matches the file, if there is one.
    pub(super) fn matching(&self, given: &Given) -> Option<Other> {
        let path = names::path(&self.path);
        if !fs::metadata(&path).is_ok_and(|metadata| metadata.is_file()) {
            return None;
        }
        let digest = |algorithm: &Algorithm| {
            let function = algorithm.with_options(&given.options_quietly(algorithm)).ok();
            function.and_then(|function| function.hash_file(&path).ok())
        };
        let backwards = || self.digest.iter().rev();
        // a digest of one or two bytes often equals the reverse of another digest by chance
        if self.digest.len() >= 4 && digest(&self.algorithm)?.iter().eq(backwards()) {
            return Some(Other::Backwards);
        }
        let mut others = others(self.algorithm).into_iter();
        others.find(|algorithm| digest(algorithm).is_some_and(|digest| digest == self.digest)).map(Other::As)
    }
}

/// A reading of a digest that matches the file.
pub(super) enum Other {
    /// The digest is a digest of another algorithm.
    As(Algorithm),
    /// The bytes of the digest are in reverse order.
    Backwards,
}

impl Other {
    /// Returns the advice to the user on a mismatch.
    pub(super) fn advice(&self, mismatch: &Mismatch) -> String {
        let taken = mismatch.algorithm.name();
        match self {
            Self::As(other) => {
                let other = other.name();
                format!("this is not the {taken} digest of the file, but the {other} digest; use -a {other}")
            }
            Self::Backwards if taken == "crc64-nvme" => {
                "the crc64-nvme digest matches if its bytes are reversed, as in Azure's `x-ms-content-crc64`"
                    .into()
            }
            Self::Backwards => format!(
                "the {taken} digest matches if its bytes are reversed, as in lines from `xxhsum --little-endian`; with \
                 --tag, xxhsum marks these lines, and Bramah can check them"
            ),
        }
    }
}

/// Returns the other algorithms whose digests are as long as the digests of `algorithm`.
fn others(algorithm: Algorithm) -> Vec<Algorithm> {
    let len = algorithm.output_len();
    let named = hash::entries().flat_map(|entry| entry.algorithms());
    // a short digest of a function with digests of any length is easily forged
    let cut = hash::entries().filter(|_| len >= 16);
    let cut = cut.filter_map(|entry| entry.algorithm().with_bits(8 * len).ok());
    let mut others: Vec<Algorithm> = Vec::new();
    for other in named.chain(cut).filter(|other| other.output_len() == len && *other != algorithm) {
        if !others.contains(&other) {
            others.push(other);
        }
    }
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithms_of_one_length_come_once() {
        let sha256 = hash::lookup("sha256").unwrap();
        let others = others(sha256);
        for name in ["blake3", "sha512-256", "sha3-256", "blake2b-256", "sm3", "blake2s"] {
            let other = hash::lookup(name).unwrap();
            assert_eq!(others.iter().filter(|found| **found == other).count(), 1, "{name}");
        }
        assert!(!others.contains(&sha256) && others.iter().all(|other| other.output_len() == 32));
    }
}
