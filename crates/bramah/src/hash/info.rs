//! What a user should know of a hash function before using it.

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
    /// The longest key in bytes; 0 if it takes none.
    pub max_key: usize,
    /// The longest salt in bytes; 0 if it takes none.
    pub max_salt: usize,
    /// The longest personalisation in bytes; 0 if it takes none.
    pub max_personal: usize,
    /// The largest node offset of its tree parameters; 0 if it takes none.
    pub max_node_offset: u64,
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
            max_key: 0,
            max_salt: 0,
            max_personal: 0,
            max_node_offset: 0,
        }
    }
}

/// The part of a name or tag that the bits follow, if its last letter stands for them.
#[cfg(feature = "registry")]
pub(crate) fn stem(name: &str) -> Option<&str> {
    name.strip_suffix('t').filter(|stem| stem.ends_with(['-', '/']))
}

/// What may be chosen when a hash begins. All empty by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// A key, for functions that are a MAC with one.
    pub key: &'a [u8],
    /// A salt: another one makes another function. One that is shorter than the function's is
    /// filled up with zeros behind it, so `[1]` and `[1, 0]` are the same.
    pub salt: &'a [u8],
    /// A personalisation: what the digest is for. Filled up like the salt.
    pub personal: &'a [u8],
    /// The place in a tree of hashes; without one, the message is hashed by itself.
    pub tree: Option<Tree>,
}

/// The place of a message in a tree of hashes: the tree parameters of BLAKE2 (the BLAKE2 paper,
/// section 2.10). The default is no tree: fanout and depth 1, the rest 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The most children of a node; 0 for any number.
    pub fanout: u8,
    /// The height of the tree, from 1 on; 255 for any height.
    pub depth: u8,
    /// The most bytes of a leaf; 0 for any number.
    pub leaf_length: u32,
    /// The place of the node in its level, from the left; below 2^48 for BLAKE2s.
    pub node_offset: u64,
    /// The level of the node; 0 for a leaf.
    pub node_depth: u8,
    /// The bytes of an inner node's digest, at most the longest of the function.
    pub inner_length: u8,
    /// Whether the node is the last of its level.
    pub last_node: bool,
}

impl Default for Tree {
    fn default() -> Self {
        Self {
            fanout: 1,
            depth: 1,
            leaf_length: 0,
            node_offset: 0,
            node_depth: 0,
            inner_length: 0,
            last_node: false,
        }
    }
}
