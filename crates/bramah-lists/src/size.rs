//! The size of a file as a line says it.

/// A number of units, the last of which need not be full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    count: u64,
    /// The bytes of a unit: 1, or those of a block.
    unit: u64,
}

impl Size {
    /// Is a size in bytes.
    pub fn bytes(count: u64) -> Self {
        Self { count, unit: 1 }
    }

    /// Is a size in blocks of `unit` bytes, as `sum` writes it.
    pub(super) fn blocks(count: u64, unit: u64) -> Self {
        Self { count, unit }
    }

    /// Returns whether a file of `bytes` bytes has this size.
    pub fn admits(self, bytes: u64) -> bool {
        bytes.div_ceil(self.unit) == self.count
    }

    /// Returns the number of bytes that the size is told in: 1, or those of a block, the last of which need not be full.
    pub fn unit(self) -> u64 {
        self.unit
    }

    /// Returns the most bytes that a file of this size can have.
    pub fn most(self) -> u64 {
        self.count.saturating_mul(self.unit)
    }
}

/// Reads a decimal number.
pub(super) fn number(text: &[u8]) -> Option<u64> {
    let digits = str::from_utf8(text).ok()?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}
