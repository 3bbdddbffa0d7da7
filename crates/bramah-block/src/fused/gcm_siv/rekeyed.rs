//! Ciphers that take the key of a message from registers.

use super::Room;
use crate::{
    simd::blocks::{AddWords, And, Partial, Shuffle},
    wide::Wide,
};

/// AES under a key from which those of messages are derived.
pub(crate) trait Rekeyed:
    Wide<V: Partial + AddWords, Narrow: Wide<V: And + Shuffle + Partial>>
{
    /// The cipher under the key of a message.
    type Other<'r>: Rekeyed<V = Self::V>;

    /// Returns whether the key has 32 bytes, not 16.
    fn has_long_key(self) -> bool;
    /// Returns the cipher under another key, of the same length as this one: 16 bytes, the first block, or 32. Its round keys
    /// are written to `room`.
    fn rekeyed<'r>(self, key: [[u8; 16]; 2], room: &'r mut Room) -> Self::Other<'r>;
}
