//! Names of algorithms, their status, and the lengths of keys and nonces.

#[cfg(feature = "alloc")]
use alloc::string::String;
use core::fmt;

/// Whether an algorithm is recommended for new designs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Suitable for new designs.
    Current,
    /// Not broken, but better algorithms have replaced it.
    Legacy,
    /// Broken: only for reading or checking old data.
    Broken,
    /// A checksum: it finds accidental errors, but anyone can make another message with the same checksum.
    Checksum,
}

impl Standing {
    /// Returns the name: `current`, `legacy`, `broken` or `checksum`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Legacy => "legacy",
            Self::Broken => "broken",
            Self::Checksum => "checksum",
        }
    }
}

/// The valid lengths of keys or nonces, in bytes.
///
/// ```
/// let lengths = bramah::stream::lookup("chacha20")?.info().key_len;
/// assert!(lengths.contains(32) && !lengths.contains(24));
/// assert_eq!(lengths.to_string(), "16 or 32 bytes");
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteLengths {
    /// The minimum length in bytes.
    pub min: usize,
    /// The maximum length in bytes.
    pub max: usize,
    /// The difference between one length and the next, in bytes.
    pub step: usize,
}

impl ByteLengths {
    /// Makes a set of a single length.
    #[inline]
    pub const fn fixed(len: usize) -> Self {
        Self { min: len, max: len, step: 1 }
    }
    /// Makes a set of two lengths, the shorter first.
    pub const fn either(min: usize, max: usize) -> Self {
        Self { min, max, step: max - min }
    }
    /// Returns the total lengths of `count` concatenated keys of one length.
    pub const fn times(self, count: usize) -> Self {
        Self { min: self.min * count, max: self.max * count, step: self.step * count }
    }
    /// Returns whether `len` is one of these lengths.
    #[inline(always)]
    pub const fn contains(&self, len: usize) -> bool {
        // most algorithms take one length, or all lengths in a range, and need no division
        len == self.max
            || self.min <= len
                && len < self.max
                && (self.step == 1 || (len - self.min).is_multiple_of(self.step))
    }
}

impl fmt::Display for ByteLengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { min, max, step } = *self;
        match max - min {
            0 => write!(f, "{max} bytes"),
            usize::MAX => write!(f, "any number of bytes"),
            _ if max == usize::MAX && min == 1 => write!(f, "at least 1 byte"),
            _ if max == usize::MAX && step == 1 => write!(f, "at least {min} bytes"),
            _ if max == usize::MAX => write!(f, "at least {min} bytes in steps of {step}"),
            between if between == step && min == 0 => write!(f, "{max} bytes or none"),
            between if between == step => write!(f, "{min} or {max} bytes"),
            _ if step == 1 => write!(f, "{min} to {max} bytes"),
            _ => write!(f, "{min} to {max} bytes in steps of {step}"),
        }
    }
}

/// Returns the letters and digits of a name in lower case, because only these are compared.
#[cfg(feature = "alloc")]
fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(u8::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase())
}
/// Returns the letters and digits of a name in lower case, in the form that comparisons use.
#[cfg(feature = "alloc")]
pub fn folded(name: &str) -> String {
    letters(name).map(char::from).collect()
}
/// Returns whether [`folded`] of `name` equals `wanted`.
#[cfg(feature = "alloc")]
pub fn folds_to(name: &str, wanted: &str) -> bool {
    letters(name).eq(wanted.bytes())
}
/// If `wanted`, which is already folded, begins with the [`folded`] form of `name`, returns the rest of
/// `wanted`.
#[cfg(feature = "alloc")]
pub fn after<'a>(wanted: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = wanted.as_bytes().iter();
    letters(name).all(|letter| rest.next() == Some(&letter)).then(|| &wanted[wanted.len() - rest.len()..])
}
