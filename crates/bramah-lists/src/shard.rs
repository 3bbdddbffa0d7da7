//! The parts of `bramah hash --shard`.

use bramah::Sha256;
use std::{collections::BTreeSet, fmt, str::FromStr};

/// A shard `K/N`: part K of N parts that together contain all files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// The index of the part, counted from 0.
    index: u64,
    count: u64,
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "expected K/N with K from 1 to N";
        let (index, count) = text.split_once('/').ok_or(FORM)?;
        let (index, count) = (index.parse::<u64>().map_err(|_| FORM)?, count.parse().map_err(|_| FORM)?);
        if index == 0 || index > count {
            return Err(FORM);
        }
        Ok(Self { index: index - 1, count })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl Shard {
    /// The beginning of the comment that states which shard a list is; `K/N` follows.
    pub const MARK: &[u8] = b"# shard=";

    /// Returns an error message unless these are all shards of one run, each exactly once. Returns `None` if they are, or
    /// if `parts` is empty.
    pub fn flaw(parts: &[Self]) -> Option<String> {
        let count = parts.first()?.count;
        let mut seen = BTreeSet::new();
        for part in parts {
            if part.count != count {
                return Some(format!(
                    "shards {} and {part} are from runs with different numbers of shards",
                    parts[0]
                ));
            }
            if !seen.insert(part.index) {
                return Some(format!("shard {part} is given twice"));
            }
        }
        let missing = (0..count).find(|index| !seen.contains(index))?;
        Some(format!("shard {} is missing", Self { index: missing, count }))
    }

    /// Returns whether a path belongs to this shard. The shard of a path is the first 64 bits of its SHA-256,
    /// big-endian, modulo the number of shards.
    pub fn has(self, directory: &[u8], name: &[u8]) -> bool {
        let mut hasher = Sha256::new();
        hasher.update(directory);
        hasher.update(name);
        let digest = hasher.finalize();
        let number = u64::from_be_bytes(digest[..8].try_into().expect("8 bytes"));
        number % self.count == self.index
    }
}
