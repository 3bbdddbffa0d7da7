//! The size of a file as a line of a list states it.

/// A number of units of equal size. The last unit need not be full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    count: u64,
    /// The size of a unit in bytes: 1, or the size of a block.
    unit: u64,
}

impl Size {
    /// Makes a size in bytes.
    pub fn bytes(count: u64) -> Self {
        Self { count, unit: 1 }
    }

    /// Makes a size in blocks of `unit` bytes, as `sum` writes it.
    pub(super) fn blocks(count: u64, unit: u64) -> Self {
        Self { count, unit }
    }

    /// Returns whether a file of `bytes` bytes has this size.
    pub fn admits(self, bytes: u64) -> bool {
        bytes.div_ceil(self.unit) == self.count
    }

    /// Returns the unit of the size, in bytes: 1, or the size of a block. The last block of a file need not be full.
    pub fn unit(self) -> u64 {
        self.unit
    }

    /// Returns the maximum number of bytes that a file with this size can have.
    pub fn most(self) -> u64 {
        self.count.saturating_mul(self.unit)
    }
}

/// Parses a decimal number. Returns `None` for any other text.
pub(super) fn number(text: &[u8]) -> Option<u64> {
    let digits = str::from_utf8(text).ok()?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}
