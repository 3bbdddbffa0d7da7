//! Paddings, which complete a message to whole blocks.

use crate::ct::{at_least, declassify, equal, select};

/// The padding that completes a message to whole blocks.
///
/// A program that decrypts before authenticating, and reveals whether the padding was right, by an error or by timing, lets
/// everyone who can send it messages decrypt (Vaudenay, "Security flaws induced by CBC padding", 2002). Verify a MAC over the
/// ciphertext before decrypting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Padding {
    /// From one byte to a whole block, so that the length becomes a multiple of the block's. The value of each byte is the number
    /// of bytes added. PKCS #7 (RFC 5652, 6.3).
    #[default]
    Pkcs7,
    /// A byte `80` (hexadecimal), then zeros. A complete last block is followed by a whole block of padding. ISO/IEC 7816-4.
    Iso7816,
    /// Zeros, and a last byte whose value is the number of bytes added. ANSI X9.23.
    X923,
    /// Zeros; nothing is added to a complete last block. The zeros cannot be distinguished from the message, so decryption does
    /// not remove them.
    Zero,
}

impl Padding {
    /// All paddings, in the order of their declaration.
    pub const ALL: [Self; 4] = [Self::Pkcs7, Self::Iso7816, Self::X923, Self::Zero];

    /// Returns the padding's name: `pkcs7`, `iso7816`, `x923` or `zero`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pkcs7 => "pkcs7",
            Self::Iso7816 => "iso7816",
            Self::X923 => "x923",
            Self::Zero => "zero",
        }
    }

    /// Returns the padding with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|padding| padding.name() == name)
    }

    /// Pads a block that begins with `len` bytes of the message; `len` is less than the length of the block.
    pub(crate) fn pad(self, block: &mut [u8], len: usize) {
        let missing = (block.len() - len) as u8;
        let (fill, first, last) = match self {
            Self::Pkcs7 => (missing, missing, missing),
            Self::Iso7816 => (0, 0x80, 0),
            Self::X923 => (0, 0, missing),
            Self::Zero => (0, 0, 0),
        };
        block[len..].fill(fill);
        if let Some(byte) = block.last_mut() {
            *byte = last;
        }
        // if only one byte is missing, this byte is also the last one; only in ISO/IEC 7816-4 is it `first`
        if missing > 1 || self == Self::Iso7816 {
            block[len] = first;
        }
    }

    /// Returns the number of message bytes in the last block; `None` if the block does not end in valid padding. Neither the time
    /// nor the memory accesses depend on the contents of the block.
    pub(crate) fn unpad(self, block: &[u8]) -> Option<usize> {
        let len = block.len() as u32;
        let last = u32::from(*block.last()?);
        let (missing, good) = match self {
            Self::Zero => return Some(block.len()),
            Self::Pkcs7 | Self::X923 => {
                let mut good = at_least(last, 1) & at_least(len, last);
                let fill = if self == Self::Pkcs7 { last } else { 0 };
                for (i, byte) in (1..len).zip(block.iter().rev().skip(1)) {
                    // all ones if the byte that is `i` places before the last belongs to the padding
                    let padding = at_least(last, i + 1);
                    good &= !padding | equal(u32::from(*byte), fill);
                }
                (last, good)
            }
            Self::Iso7816 => {
                let (mut missing, mut zeros, mut good) = (0, u32::MAX, 0);
                for (i, byte) in (1..=len).zip(block.iter().rev()) {
                    let mark = zeros & equal(u32::from(*byte), 0x80);
                    missing = select(mark, i, missing);
                    good |= mark;
                    zeros &= equal(u32::from(*byte), 0);
                }
                (missing, good)
            }
        };
        // only two facts become public: whether the padding was right and, if it was, the length of the message
        (declassify(good) != 0).then(|| (len - declassify(missing)) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_padded_is_found_again() {
        for padding in Padding::ALL {
            assert_eq!(Padding::from_name(padding.name()), Some(padding));
            for size in [8, 16, 20, 32, 128] {
                for len in 0..size {
                    let mut block = vec![0xa5; size];
                    padding.pad(&mut block, len);
                    let expected = if padding == Padding::Zero { size } else { len };
                    assert_eq!(padding.unpad(&block), Some(expected), "{padding:?} {len} of {size}");
                    assert!(block[..len].iter().all(|byte| *byte == 0xa5));
                }
            }
        }
        let mut block = [9; 8];
        Padding::Pkcs7.pad(&mut block, 5);
        assert_eq!(block, [9, 9, 9, 9, 9, 3, 3, 3]);
        Padding::X923.pad(&mut block, 5);
        assert_eq!(block, [9, 9, 9, 9, 9, 0, 0, 3]);
        Padding::Iso7816.pad(&mut block, 5);
        assert_eq!(block, [9, 9, 9, 9, 9, 0x80, 0, 0]);
    }

    #[test]
    fn what_is_no_padding_is_refused() {
        for (padding, block) in [
            (Padding::Pkcs7, [1, 2, 3, 4, 5, 6, 7, 0]),
            (Padding::Pkcs7, [1, 2, 3, 4, 5, 6, 7, 9]),
            (Padding::Pkcs7, [1, 2, 3, 4, 5, 3, 2, 3]),
            (Padding::Pkcs7, [7, 8, 8, 8, 8, 8, 8, 8]),
            (Padding::X923, [1, 2, 3, 4, 5, 6, 7, 0]),
            (Padding::X923, [1, 2, 3, 4, 5, 1, 0, 3]),
            (Padding::X923, [0, 0, 0, 0, 0, 0, 0, 255]),
            (Padding::Iso7816, [0; 8]),
            (Padding::Iso7816, [0x80, 0, 0, 0, 0, 0, 0, 1]),
        ] {
            assert_eq!(padding.unpad(&block), None, "{padding:?} {block:?}");
        }
    }
}
