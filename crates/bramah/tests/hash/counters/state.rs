//! Saved states taken apart (docs/architecture.md, "Saved states"): the magic and version in eight bytes, the length
//! of the name and the name, the body, and eight bytes of SHA-256.

use bramah::hash::{AnyHasher, Function};

/// A saved state of a function.
pub(super) struct Saved {
    /// What is before the body.
    head: Vec<u8>,
    pub(super) body: Vec<u8>,
}

impl Saved {
    pub(super) fn of(hasher: &AnyHasher) -> Self {
        let mut head = hasher.save();
        head.truncate(head.len() - 8);
        let body = head.split_off(9 + usize::from(head[8]));
        Self { head, body }
    }

    /// The count, which a body begins with.
    pub(super) fn count(&self) -> u128 {
        u128::from_le_bytes(self.body[..16].try_into().unwrap())
    }

    /// The same with another body.
    pub(super) fn with(&self, body: &[u8]) -> Vec<u8> {
        let mut out = [&self.head, body].concat();
        let seal = bramah::Sha256::digest(&out);
        out.extend_from_slice(&seal[..8]);
        out
    }

    /// The same with another count.
    pub(super) fn counting(&self, count: u128) -> Vec<u8> {
        self.with(&[&count.to_le_bytes(), &self.body[16..]].concat())
    }
}

/// A function that goes on from a body.
pub(super) fn resumed(function: &Function, body: &[u8]) -> AnyHasher {
    function.restore(&Saved::of(&function.hasher()).with(body)).unwrap()
}
