//! The properties of a hash function that a user should know before using it.

use super::{Options, Parameter, Takes, Tree, Trees};
use crate::Error;
pub use crate::names::Standing;

/// The digest lengths of a hash function, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// The shortest length.
    pub min: usize,
    /// The longest length; `usize::MAX` for an extendable output.
    pub max: usize,
    /// The length that a name without a length stands for.
    pub default: usize,
    /// A length between them that the specification does not define; 0 if there is none.
    pub except: usize,
    /// The lengths that are listed by name.
    pub named: &'static [usize],
}

impl Lengths {
    /// Returns the lengths of a function that has only one.
    pub const fn fixed(length: usize) -> Self {
        Self { min: length, max: length, default: length, except: 0, named: &[] }
    }
    /// Returns whether a digest of `length` bytes is defined.
    pub const fn contains(&self, length: usize) -> bool {
        self.min <= length && length <= self.max && length != self.except
    }
    /// Returns whether there is only one length.
    pub const fn is_fixed(&self) -> bool {
        self.min == self.max
    }
}

/// The properties of a hash function that a user should know, and its names.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name of the function, in lower case. If it has several lengths, the number of bits follows the name:
    /// `blake2b-256`. If a name or tag ends in a `t` (`sha512-t`), the number replaces the `t`.
    pub name: &'static str,
    /// Other names. Only letters and digits of a name count, in either case.
    pub aliases: &'static [&'static str],
    /// The word before the file name in a tagged list; as with `name`, the number of bits follows.
    pub tag: &'static str,
    /// The length whose tag is written without the number of bits; 0 if there is none.
    pub bare_tag: usize,
    /// The specification.
    pub specification: &'static str,
    /// Whether to choose the function for something new.
    pub standing: Standing,
    /// The digest lengths.
    pub lengths: Lengths,
    /// The length of a block in bytes, to which HMAC pads its key.
    pub block_len: usize,
    /// The byte strings that the function takes in addition to the message.
    pub takes: &'static [Takes],
    /// The trees that the function takes.
    pub trees: Trees,
    /// Whether the function needs a key: it is a MAC, not a hash function.
    pub needs_key: bool,
    /// Whether it is a hash function of just a message, so that HMAC and key derivation are defined over it. The
    /// functions of NIST SP 800-185 are not: they take keys, customization strings or tuples. Checksums and the trees
    /// of file sharing networks are not either.
    pub plain: bool,
}

impl Info {
    /// Makes the information on a function that takes no key, salt or personalisation, is current, and is tagged by its
    /// name in upper case. Declarations begin with it.
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

    /// Refuses a function that takes more than a message. Everything that is built over a hash function calls this.
    #[cfg_attr(not(feature = "registry"), allow(dead_code))]
    pub const fn check_plain(&self) -> Result<(), Error> {
        if self.plain { Ok(()) } else { Err(Error::NotPlain { function: self.name }) }
    }

    /// Returns the error for a digest of `length` bytes, which the function does not define.
    pub(crate) const fn length_error(&self, length: usize) -> Error {
        let Lengths { min, max, except, .. } = self.lengths;
        if except == 0 {
            Error::OutputLength { length, min, max }
        } else {
            Error::OutputLengthExcept { length, min, max, except }
        }
    }

    /// Returns the lengths of a parameter that the function takes; `None` if it does not take the parameter.
    pub fn takes(&self, parameter: Parameter) -> Option<Takes> {
        self.takes.iter().copied().find(|takes| takes.parameter == parameter)
    }
}

/// Returns the part of a name or tag that the number of bits follows, if its last letter stands for that number.
#[cfg(feature = "registry")]
pub(crate) fn stem(name: &str) -> Option<&str> {
    name.strip_suffix('t').filter(|stem| stem.ends_with(['-', '/']))
}

impl Options<'_> {
    /// Refuses options that the function does not take.
    pub(crate) fn check(&self, info: &Info) -> Result<(), Error> {
        for parameter in Parameter::ALL {
            let length = self.get(parameter).len();
            let takes = info.takes(parameter).unwrap_or(parameter.bytes(0, 0));
            if length > 0 && !(takes.min <= length && length <= takes.max) {
                let Takes { min, max, .. } = takes;
                return Err(Error::ParameterLength { name: parameter.name(), length, min, max });
            }
        }
        if info.needs_key && self.key.is_empty() && !self.empty_key {
            return Err(Error::NoKey { function: info.name });
        }
        match &self.tree {
            Some(tree) => tree.check(info),
            None => Ok(()),
        }
    }
}

impl Tree {
    /// Refuses a tree that the function does not take.
    fn check(&self, info: &Info) -> Result<(), Error> {
        let within = |name, value, min, max| {
            if min <= value && value <= max {
                Ok(())
            } else {
                Err(Error::Parameter { name, value, min, max })
            }
        };
        match (self, info.trees) {
            (Self::Node(node), Trees::Node { max_offset }) => {
                within("depth", node.depth.into(), 1, 255)?;
                within("node offset", node.node_offset, 0, max_offset)?;
                within("inner length", node.inner_length.into(), 0, info.lengths.max as u64)
            }
            (Self::Levels { leaf, fan_out, max_height }, Trees::Levels) => {
                within("leaf size", (*leaf).into(), 1, 255)?;
                within("fan-out", (*fan_out).into(), 1, 255)?;
                within("maximum height", (*max_height).into(), 2, 255)
            }
            (Self::Blocks(length), Trees::Blocks) => within("block size", *length as u64, 1, u64::MAX),
            _ => Err(Error::Tree),
        }
    }
}
