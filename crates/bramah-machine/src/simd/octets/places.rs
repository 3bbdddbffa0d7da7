//! Tables of 16 entries for the eight nibbles of a 32-bit word.

use crate::simd::gf::Aligned;

/// Eight tables of 16 four-bit entries, one for each nibble of a word, in the forms in which registers read them.
pub struct Places {
    /// The tables for the low nibbles of bytes, then the tables for the high nibbles, whose entries are shifted to the left by
    /// four bits. Each of the two items has 16 bytes for each byte of a word, the lowest byte first.
    pub(super) bytes: [Aligned<64>; 2],
    /// The tables, bitsliced: byte `i` of `planes[bit][value]` is 255 if the entry for `value` has bit `bit % 4` set, in the
    /// table of the low nibble (`bit` 0 to 3) or the high nibble (`bit` 4 to 7) of byte `i % 4` of a word.
    pub(super) planes: [[u64; 16]; 8],
}

impl Places {
    /// Returns the tables in all forms, given the eight tables of the nibbles, the lowest nibble first.
    pub const fn new(boxes: &[[u8; 16]; 8]) -> Self {
        let (mut bytes, mut planes, mut i) = ([Aligned([0; 64]), Aligned([0; 64])], [[0; 16]; 8], 0);
        while i < 128 {
            let (nibble, value) = (i / 16, i % 16);
            let (byte, high) = (nibble / 2, nibble % 2);
            let entry = boxes[nibble][value];
            bytes[high].0[16 * byte + value] = entry << (4 * high);
            let mut bit = 0;
            while bit < 4 {
                if entry >> bit & 1 == 1 {
                    // the bits of byte `byte` of both 32-bit words in a 64-bit word
                    planes[4 * high + bit][value] |= 0x0000_00ff_0000_00ff << (8 * byte);
                }
                bit += 1;
            }
            i += 1;
        }
        Self { bytes, planes }
    }
}
