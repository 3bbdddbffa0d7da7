//! The options and the name of a list, which determine how its lines are read. Only this module makes an entry from a tag
//! and the text of a digest.

use super::{
    Entry, Expected, Flaw,
    apart::{Apart, Of, is_btih},
    base32,
    naming::{self, from_length},
    size::Size,
    strength::{By, Use},
};
use bramah::hash::Algorithm;

/// The digests that a list is expected to contain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    /// The algorithm that the caller asked for, if any. Lines of other algorithms are refused.
    pub(super) given: Option<Expected>,
    /// The algorithm that the name of the list implies for lines without a tag.
    pub(super) named: Option<Expected>,
    /// The purpose of the digests.
    pub(super) used: Use,
    /// Whether digests without a tag are the info-hashes of torrents. `given` is then SHA-1, whose digests have the same
    /// length.
    pub(super) torrents: bool,
}

/// A digest, and how its algorithm was determined.
pub(super) struct Decoded {
    pub(super) algorithm: Algorithm,
    pub(super) digest: Vec<u8>,
    /// Whether the algorithm is known only from the length of the digest.
    pub(super) guessed: bool,
    /// Whether the line names the algorithm.
    pub(super) tagged: bool,
    /// Whether the digest was computed with a key, according to the tag.
    pub(super) keyed: bool,
}

impl Decoded {
    /// Returns the entry for the file with this name and size.
    pub(super) fn of(self, name: Vec<u8>, size: Option<Size>) -> Entry {
        let Self { algorithm, digest, guessed, tagged, keyed } = self;
        Entry { algorithm, digest, name, size, guessed, tagged, keyed }
    }
}

impl Context {
    /// Decodes a digest. The tag names its algorithm. Without a tag, the algorithm is the one that the caller asked
    /// for; otherwise the algorithm that the list's name implies; otherwise the algorithm that the digest's length
    /// implies.
    pub(super) fn decode(&self, tag: Option<&[u8]>, digest: &[u8]) -> Result<Decoded, Flaw> {
        let ((expected, by), guessed, keyed) = match tag {
            Some(tag) => {
                let plain = naming::without_key(tag);
                (naming::tagged(plain.unwrap_or(tag), self.given)?, false, plain.is_some())
            }
            None => match (self.given, self.named) {
                (Some(given), _) => ((given, By::Caller), false, false),
                (None, Some(named)) => ((named, By::List), false, false),
                (None, None) => ((from_length(digest)?, By::List), true, false),
            },
        };
        let (algorithm, mut digest) = expected.digest(digest, by, self.used)?;
        if tag.is_some_and(|tag| naming::without_little(tag).is_some()) {
            digest.reverse();
        }
        Ok(Decoded { algorithm, digest, guessed, tagged: tag.is_some(), keyed })
    }

    /// Decodes a digest, and returns the entry of a file.
    pub(super) fn entry(
        &self,
        tag: Option<&[u8]>,
        digest: &[u8],
        name: &[u8],
        size: Option<Size>,
    ) -> Result<Entry, Flaw> {
        if name.is_empty() {
            return Err(Flaw::NoName);
        }
        if name.contains(&0) {
            return Err(Flaw::Nul);
        }
        match tag {
            Some(tag) if is_btih(tag) => Err(self.torrent(tag, digest, name, size)),
            _ => Ok(self.decode(tag, digest)?.of(name.to_vec(), size)),
        }
    }

    /// Returns the flaw for a line with the info-hash of a torrent. It does not become an entry, because an info-hash also
    /// depends on the file's name.
    fn torrent(&self, tag: &[u8], digest: &[u8], name: &[u8], size: Option<Size>) -> Flaw {
        if let Some(given) = self.given.filter(|_| !self.torrents) {
            return Flaw::OtherAlgorithm {
                tag: String::from_utf8_lossy(tag).into_owned(),
                expected: given.algorithm.name(),
            };
        }
        match naming::read_hex(digest).or_else(|| base32::read(digest)).filter(|digest| digest.len() == 20) {
            Some(digest) => {
                Flaw::Apart(Box::new(Apart { name: name.to_vec(), size, of: Of::Torrent(digest) }))
            }
            None => Flaw::Digits,
        }
    }

    /// Decodes several tagged digests of one file. A digest of an unknown algorithm adds a flaw to the entries of the other
    /// digests; any other flaw replaces all entries. Digests of algorithms that were not asked for are skipped, unless there
    /// are no others.
    pub(super) fn entries(
        &self,
        digests: &[(Vec<u8>, Vec<u8>)],
        name: &[u8],
        size: Option<Size>,
    ) -> Vec<Result<Entry, Flaw>> {
        let mut entries = Vec::new();
        let mut others = Vec::new();
        for (tag, digest) in digests {
            match self.entry(Some(tag), digest, name, size) {
                Err(flaw @ Flaw::OtherAlgorithm { .. }) => others.push(Err(flaw)),
                Err(flaw @ Flaw::UnknownTag(_)) if self.given.is_some() => others.push(Err(flaw)),
                Err(flaw @ (Flaw::UnknownTag(_) | Flaw::Apart(_))) => entries.push(Err(flaw)),
                Err(flaw) => return vec![Err(flaw)],
                Ok(entry) => entries.push(Ok(entry)),
            }
        }
        if entries.is_empty() {
            others.truncate(1);
            return others;
        }
        entries
    }
}
