//! The properties of a hash function: names, digest lengths, options and standing.

use super::{Options, Parameter, Takes, Tree, Trees};
use crate::Error;
pub use crate::names::Standing;

/// The digest lengths that a hash function defines, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// The minimum length.
    pub min: usize,
    /// The maximum length; `usize::MAX` for an extendable-output function.
    pub max: usize,
    /// The length that is used if a name does not give one.
    pub default: usize,
    /// A length between `min` and `max` that the specification does not define; 0 if there is none.
    pub except: usize,
    /// The lengths that lists of algorithms show.
    pub named: &'static [usize],
}

impl Lengths {
    /// Returns the lengths of a function that defines only one.
    pub const fn fixed(length: usize) -> Self {
        Self { min: length, max: length, default: length, except: 0, named: &[] }
    }
    /// Returns whether the function defines digests of `length` bytes.
    pub const fn contains(&self, length: usize) -> bool {
        self.min <= length && length <= self.max && length != self.except
    }
    /// Returns whether the function defines only one length.
    pub const fn is_fixed(&self) -> bool {
        self.min == self.max
    }
}

/// The properties of a hash function that users should know, and its names.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name of the function, in lower case. For a function with several digest lengths, the length in bits is
    /// appended: `blake2b-256`. If a name or tag ends in `-t` or `/t` (`sha512-t`), the length replaces the `t`.
    pub name: &'static str,
    /// Other names. Only letters and digits are compared, ignoring case.
    pub aliases: &'static [&'static str],
    /// The name of the function in a tagged checksum line; for several digest lengths, the length in bits is appended.
    pub tag: &'static str,
    /// The digest length in bytes for which the tag is written without the length in bits; 0 if there is none.
    pub bare_tag: usize,
    /// The specification of the function.
    pub specification: &'static str,
    /// The standing of the function, which states whether it is recommended for new designs.
    pub standing: Standing,
    /// The digest lengths that the function defines.
    pub lengths: Lengths,
    /// The length of a block in bytes. HMAC pads its key to this length.
    pub block_len: usize,
    /// The byte strings that the function accepts in addition to the message.
    pub takes: &'static [Takes],
    /// The kind of tree that the function accepts.
    pub trees: Trees,
    /// Whether the function needs a key, because it is a MAC and not a hash function.
    pub needs_key: bool,
    /// Whether the function hashes just a message, so that HMAC and key derivation are defined over it. The functions
    /// of NIST SP 800-185 are not plain, because they take keys, customization strings or tuples. Checksums and the
    /// trees of file sharing networks are not plain either.
    pub plain: bool,
}

impl Info {
    /// Returns the information for a function that takes no options and is current. Declarations start from it and
    /// change fields.
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

    /// Returns an error if the function is not [`plain`](Self::plain). Everything that is built over a hash function
    /// calls this.
    #[cfg_attr(not(feature = "registry"), allow(dead_code))]
    pub const fn check_plain(&self) -> Result<(), Error> {
        if self.plain { Ok(()) } else { Err(Error::NotPlain { function: self.name }) }
    }

    /// Returns the error for a digest length of `length` bytes, which the function does not define.
    pub(crate) const fn length_error(&self, length: usize) -> Error {
        let Lengths { min, max, except, .. } = self.lengths;
        if except == 0 {
            Error::OutputLength { length, min, max }
        } else {
            Error::OutputLengthExcept { length, min, max, except }
        }
    }

    /// Returns the range of lengths that the function accepts for a parameter; `None` if it does not accept the
    /// parameter.
    pub fn takes(&self, parameter: Parameter) -> Option<Takes> {
        self.takes.iter().copied().find(|takes| takes.parameter == parameter)
    }
}

/// Returns the part of a name or tag before its final `t`, if the `t` stands for the digest length in bits.
#[cfg(feature = "registry")]
pub(crate) fn stem(name: &str) -> Option<&str> {
    name.strip_suffix('t').filter(|stem| stem.ends_with(['-', '/']))
}

impl Options<'_> {
    /// Returns an error if the function does not accept these options.
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
    /// Returns an error if the function does not accept this tree.
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
