//! Saved states taken apart (docs/architecture.md, "Saved states"): the magic and version in eight bytes, the length
//! of the name and the name, the body, the bytes of the message, and 24 bytes that bind and seal it.

use crate::kit::bound;
use bramah::hash::{AnyHasher, Function};

/// A saved state of a function.
pub(crate) struct Saved {
    /// The bytes before the body.
    head: Vec<u8>,
    pub(crate) body: Vec<u8>,
    /// The bytes of the message, as a number.
    absorbed: Vec<u8>,
}

impl Saved {
    pub(crate) fn of(hasher: &AnyHasher) -> Self {
        let mut head = hasher.save();
        let absorbed = head[head.len() - 40..head.len() - 24].to_vec();
        head.truncate(head.len() - 40);
        let body = head.split_off(9 + usize::from(head[8]));
        Self { head, body, absorbed }
    }

    /// Returns the count, with which a body begins.
    pub(crate) fn count(&self) -> u128 {
        u128::from_le_bytes(self.body[..16].try_into().unwrap())
    }

    /// Returns the state of this function with another body.
    pub(crate) fn with(&self, function: &Function, body: &[u8]) -> Vec<u8> {
        bound(function, &[&self.head, body, &self.absorbed].concat())
    }

    /// Returns the state of this function with another count.
    pub(crate) fn counting(&self, function: &Function, count: u128) -> Vec<u8> {
        self.with(function, &[&count.to_le_bytes(), &self.body[16..]].concat())
    }
}

/// Returns a function that goes on from a body.
pub(crate) fn resumed(function: &Function, body: &[u8]) -> AnyHasher {
    function.restore(&Saved::of(&function.hasher()).with(function, body)).unwrap()
}
