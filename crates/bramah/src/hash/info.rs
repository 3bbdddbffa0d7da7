//! What a user should know of a hash function before using it.

use super::{Parameter, Takes, Trees};
use crate::Error;
pub use crate::names::Standing;

/// The digest lengths of a hash function, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// The shortest.
    pub min: usize,
    /// The longest; `usize::MAX` for an extendable output.
    pub max: usize,
    /// The one that is meant when none is named.
    pub default: usize,
    /// One between them that the specification leaves out; 0 for none.
    pub except: usize,
    /// Those listed by name.
    pub named: &'static [usize],
}

impl Lengths {
    /// One length only.
    pub const fn fixed(length: usize) -> Self {
        Self { min: length, max: length, default: length, except: 0, named: &[] }
    }
    /// Whether `length` bytes are defined.
    pub const fn contains(&self, length: usize) -> bool {
        self.min <= length && length <= self.max && length != self.except
    }
    /// Whether there is only one.
    pub const fn is_fixed(&self) -> bool {
        self.min == self.max
    }
}

/// What a user should know of a hash function, and how it is named.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its name, in lower case; one with several lengths has the bits behind it: `blake2b-256`.
    /// In a name or tag that ends in a `t` of its own (`sha512-t`), they take its place.
    pub name: &'static str,
    /// Other names. Names are compared by their letters and digits alone, in any case.
    pub aliases: &'static [&'static str],
    /// The word that stands before the file name in a tagged list; as with `name`, the bits follow.
    pub tag: &'static str,
    /// The length whose tag has no bits behind it; 0 for none.
    pub bare_tag: usize,
    /// The specification.
    pub specification: &'static str,
    /// Whether to choose it for something new.
    pub standing: Standing,
    /// The digest lengths.
    pub lengths: Lengths,
    /// The bytes of a block: what HMAC pads its key to.
    pub block_len: usize,
    /// The byte strings that it takes besides the message.
    pub takes: &'static [Takes],
    /// The trees that it takes.
    pub trees: Trees,
    /// Whether it is not computed without a key: it is a MAC, and no hash function.
    pub needs_key: bool,
    /// Whether it is a hash function, of a message alone, and so one that HMAC and key derivation are defined over.
    /// The functions of NIST SP 800-185 are not: they take keys, customization strings or tuples.
    pub plain: bool,
}

impl Info {
    /// For a function without key, salt and personalisation, current, and tagged by its name in
    /// upper case: the start of a declaration.
    pub const fn new(name: &'static str, tag: &'static str, lengths: Lengths, block_len: usize) -> Self {
        Self {
            name,
            aliases: &[],
            tag,
            bare_tag: 0,
            specification: "",
            standing: Standing::Current,
            lengths,
            block_len,
            takes: &[],
            trees: Trees::None,
            needs_key: false,
            plain: true,
        }
    }

    /// Refuses what is no hash function of a message alone, wherever something is built over a hash function.
    #[cfg_attr(not(feature = "registry"), allow(dead_code))]
    pub(crate) const fn check_plain(&self) -> Result<(), Error> {
        if self.plain { Ok(()) } else { Err(Error::NotPlain { function: self.name }) }
    }

    /// What is wrong with a digest of `length` bytes.
    pub(crate) const fn length_error(&self, length: usize) -> Error {
        let Lengths { min, max, except, .. } = self.lengths;
        if except == 0 {
            Error::OutputLength { length, min, max }
        } else {
            Error::OutputLengthExcept { length, min, max, except }
        }
    }

    /// The lengths of a parameter that it takes; `None` if it does not take it.
    pub fn takes(&self, parameter: Parameter) -> Option<Takes> {
        self.takes.iter().copied().find(|takes| takes.parameter == parameter)
    }
}

/// The part of a name or tag that the bits follow, if its last letter stands for them.
#[cfg(feature = "registry")]
pub(crate) fn stem(name: &str) -> Option<&str> {
    name.strip_suffix('t').filter(|stem| stem.ends_with(['-', '/']))
}
