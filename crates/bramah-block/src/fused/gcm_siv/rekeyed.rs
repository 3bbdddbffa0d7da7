//! Ciphers whose key can come from registers, as the key of each message in GCM-SIV does.

use super::Room;
use crate::{
    simd::blocks::{AddWords, And, Partial, Shuffle},
    wide::Wide,
};

/// AES under a key from which the keys of messages are derived.
pub(crate) trait Rekeyed:
    Wide<V: Partial + AddWords, Narrow: Wide<V: And + Shuffle + Partial>>
{
    /// The cipher under the key of a message.
    type Other<'r>: Rekeyed<V = Self::V>;

    /// Returns whether the key has 32 bytes; otherwise it has 16.
    fn has_long_key(self) -> bool;
    /// Returns the cipher under another key, of the length of this key: 32 bytes, or 16 bytes in the first block. The round keys
    /// are written to `room`.
    fn rekeyed<'r>(self, key: [[u8; 16]; 2], room: &'r mut Room) -> Self::Other<'r>;
}
