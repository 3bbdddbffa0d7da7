//! The encoding of lengths as bytes: NIST SP 800-185, section 2.3.

use crate::frame::Ending;

/// A number, encoded in as few bytes as possible but at least one, together with the number of these bytes. Further
/// bytes may be appended.
#[derive(Clone, Copy)]
pub struct Encoded {
    bytes: [u8; 16],
    len: u8,
}

impl Encoded {
    /// Appends a byte.
    #[inline(always)]
    pub(super) const fn push(mut self, byte: u8) -> Self {
        self.bytes[self.len as usize] = byte;
        self.len += 1;
        self
    }

    /// Appends `value` as `count` big-endian bytes. A length in bits has at most 67 bits.
    #[inline(always)]
    const fn number(mut self, value: u128, count: u8) -> Self {
        let mut i = count;
        while i > 0 {
            i -= 1;
            self = self.push((value >> (8 * i)) as u8);
        }
        self
    }

    /// Returns an ending of these bytes, at most 16.
    #[cfg(feature = "alloc")]
    pub(in super::super) const fn of(bytes: &[u8]) -> Self {
        let mut all = NONE;
        while (all.len as usize) < bytes.len() {
            all = all.push(bytes[all.len as usize]);
        }
        all
    }

    /// Returns the bytes.
    pub fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.len.into()).unwrap_or_default()
    }
}

impl Ending for Encoded {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.as_slice()
    }
}

const NONE: Encoded = Encoded { bytes: [0; 16], len: 0 };

/// Returns the number of bytes that the number needs, at least 1.
const fn count(value: u128) -> u8 {
    let bytes = (u128::BITS - value.leading_zeros()).div_ceil(8);
    if bytes == 0 { 1 } else { bytes as u8 }
}

/// Returns the number of bits in this number of bytes.
pub const fn bits(bytes: usize) -> u128 {
    8 * bytes as u128
}

/// Encodes a number by left_encode (section 2.3.1).
pub const fn left_encode(value: u128) -> Encoded {
    let count = count(value);
    NONE.push(count).number(value, count)
}

/// Encodes a number by right_encode (section 2.3.1).
pub const fn right_encode(value: u128) -> Encoded {
    let count = count(value);
    NONE.number(value, count).push(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        for (value, left) in [
            (0, &[1, 0][..]),
            (12, &[1, 12]),
            (255, &[1, 255]),
            (256, &[2, 1, 0]),
            (65_536, &[3, 1, 0, 0]),
            (bits(usize::MAX), &[9, 7, 255, 255, 255, 255, 255, 255, 255, 248][..]),
        ] {
            if usize::BITS < 64 && left[0] == 9 {
                continue;
            }
            assert_eq!(left_encode(value).as_slice(), left);
            let mut expected = left[1..].to_vec();
            expected.extend([left[0], 0x04]);
            assert_eq!(right_encode(value).push(0x04).bytes(), expected);
        }
    }
}
