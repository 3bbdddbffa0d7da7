//! Splits saved states into their parts (docs/architecture.md, "Saved states"): eight bytes with the magic number and
//! the version, the length of the name and the name, the body, the number of bytes of the message, and 24 bytes that
//! bind the state to its options and detect changes.

use crate::kit::bound;
use bramah::hash::{AnyHasher, Function};

/// A saved state of a function.
pub(crate) struct Saved {
    /// The bytes before the body.
    head: Vec<u8>,
    pub(crate) body: Vec<u8>,
    /// The encoded number of bytes of the message.
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

    /// Returns the count, which is the beginning of the body.
    pub(crate) fn count(&self) -> u128 {
        u128::from_le_bytes(self.body[..16].try_into().unwrap())
    }

    /// Returns the saved state with another body.
    pub(crate) fn with(&self, function: &Function, body: &[u8]) -> Vec<u8> {
        bound(function, &[&self.head, body, &self.absorbed].concat())
    }

    /// Returns the saved state with another count.
    pub(crate) fn counting(&self, function: &Function, count: u128) -> Vec<u8> {
        self.with(function, &[&count.to_le_bytes(), &self.body[16..]].concat())
    }
}

/// Returns a hasher that continues from a state with this body.
pub(crate) fn resumed(function: &Function, body: &[u8]) -> AnyHasher {
    function.restore(&Saved::of(&function.hasher()).with(function, body)).unwrap()
}
