//! What people call algorithms, and whether to choose them.

#[cfg(feature = "alloc")]
use alloc::string::String;

/// Whether an algorithm should be chosen for something new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Fit for new designs.
    Current,
    /// Not broken for its purpose, but better ones have taken its place.
    Legacy,
    /// Broken: only to read or check what is old.
    Broken,
}

impl Standing {
    /// The word: `current`, `legacy` or `broken`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Legacy => "legacy",
            Self::Broken => "broken",
        }
    }
}

#[cfg(feature = "alloc")]
/// The letters and digits of a name, in lower case: all that names are compared by.
pub(crate) fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}
