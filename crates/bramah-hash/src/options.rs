//! The options of a hash, chosen when it begins, and the options that a function takes.

/// The options of a hash, chosen when it begins. All are empty by default, which is the same as not set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// A key, for functions that are a MAC with a key.
    pub key: &'a [u8],
    /// Whether an empty key counts as the key of a function that needs one: NIST SP 800-185 defines KMAC with an empty
    /// key, but callers must ask for it explicitly.
    pub empty_key: bool,
    /// A salt: each salt makes a different function. A salt that is shorter than the function's is filled up with zeros
    /// at its end, so `[1]` and `[1, 0]` are the same.
    pub salt: &'a [u8],
    /// A personalisation: the purpose of the digest; the customization string of SP 800-185 and of RFC 9861. The
    /// personalisation of BLAKE2 is filled up with zeros like the salt.
    pub personal: &'a [u8],
    /// The name of a function built on cSHAKE: N in SP 800-185, section 3.
    pub function_name: &'a [u8],
    /// The byte that separates uses of one function: D of TurboSHAKE (RFC 9861, section 2.1).
    pub domain: &'a [u8],
    /// The context of a key derivation; the message is then the key material (BLAKE3).
    pub context: &'a [u8],
    /// A public key, to bind a signed digest to its signer (Skein).
    pub public_key: &'a [u8],
    /// The identifier of a key to be derived (Skein).
    pub key_identifier: &'a [u8],
    /// A nonce (Skein).
    pub nonce: &'a [u8],
    /// The tree into which the message is divided, or its place in a tree.
    pub tree: Option<Tree>,
}

impl Options<'_> {
    /// No options. Unlike the default, this is in memory and not written anew for each message.
    pub const NONE: &'static Options<'static> = &Options {
        key: &[],
        empty_key: false,
        salt: &[],
        personal: &[],
        function_name: &[],
        context: &[],
        public_key: &[],
        key_identifier: &[],
        nonce: &[],
        domain: &[],
        tree: None,
    };
}

/// A byte string that a function may take in addition to the message: a field of [`Options`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// [`Options::key`]
    Key,
    /// [`Options::salt`]
    Salt,
    /// [`Options::personal`]
    Personal,
    /// [`Options::function_name`]
    FunctionName,
    /// [`Options::domain`]
    Domain,
    /// [`Options::context`]
    Context,
    /// [`Options::public_key`]
    PublicKey,
    /// [`Options::key_identifier`]
    KeyIdentifier,
    /// [`Options::nonce`]
    Nonce,
}

impl Parameter {
    /// Every parameter.
    pub const ALL: [Self; 9] = [
        Self::Key,
        Self::Salt,
        Self::Personal,
        Self::FunctionName,
        Self::Domain,
        Self::Context,
        Self::PublicKey,
        Self::KeyIdentifier,
        Self::Nonce,
    ];

    /// Returns the parameter's name in words: `key identifier`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Salt => "salt",
            Self::Personal => "personalisation",
            Self::FunctionName => "function name",
            Self::Domain => "domain byte",
            Self::Context => "context",
            Self::PublicKey => "public key",
            Self::KeyIdentifier => "key identifier",
            Self::Nonce => "nonce",
        }
    }

    /// Returns the name of the parameter's field: `key_identifier`.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Personal => "personal",
            Self::FunctionName => "function_name",
            Self::Domain => "domain",
            Self::PublicKey => "public_key",
            Self::KeyIdentifier => "key_identifier",
            _ => self.name(),
        }
    }

    /// Declares that a function takes the parameter with `min` to `max` bytes; `usize::MAX` for any number.
    pub const fn bytes(self, min: usize, max: usize) -> Takes {
        Takes { parameter: self, min, max }
    }
}

impl<'a> Options<'a> {
    /// Returns the value of a parameter.
    pub const fn get(&self, parameter: Parameter) -> &'a [u8] {
        match parameter {
            Parameter::Key => self.key,
            Parameter::Salt => self.salt,
            Parameter::Personal => self.personal,
            Parameter::FunctionName => self.function_name,
            Parameter::Domain => self.domain,
            Parameter::Context => self.context,
            Parameter::PublicKey => self.public_key,
            Parameter::KeyIdentifier => self.key_identifier,
            Parameter::Nonce => self.nonce,
        }
    }

    /// Returns the same options with another value of a parameter.
    #[must_use]
    pub const fn with(mut self, parameter: Parameter, value: &'a [u8]) -> Self {
        let field = match parameter {
            Parameter::Key => &mut self.key,
            Parameter::Salt => &mut self.salt,
            Parameter::Personal => &mut self.personal,
            Parameter::FunctionName => &mut self.function_name,
            Parameter::Domain => &mut self.domain,
            Parameter::Context => &mut self.context,
            Parameter::PublicKey => &mut self.public_key,
            Parameter::KeyIdentifier => &mut self.key_identifier,
            Parameter::Nonce => &mut self.nonce,
        };
        *field = value;
        self
    }
}

/// A parameter that a function takes, and the lengths in bytes that it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takes {
    /// The parameter.
    pub parameter: Parameter,
    /// The shortest length.
    pub min: usize,
    /// The longest length; `usize::MAX` for any.
    pub max: usize,
}

/// The trees that a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trees {
    /// No tree, or a fixed tree of the function.
    None,
    /// [`Tree::Node`]
    Node {
        /// The largest node offset.
        max_offset: u64,
    },
    /// [`Tree::Levels`]
    Levels,
    /// [`Tree::Blocks`]
    Blocks,
}

/// A tree into which a message is divided, or its place in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tree {
    /// The message is one node of a tree that the caller builds (BLAKE2).
    Node(Node),
    /// The message is hashed as a tree, level by level (Skein 1.3, section 3.5.6).
    Levels {
        /// The size of a leaf: 2^`leaf` blocks of the state's size; from 1 on (Y_l).
        leaf: u8,
        /// The number of children of a node: 2^`fan_out`; from 1 on (Y_f).
        fan_out: u8,
        /// The largest number of levels; from 2 on (Y_m).
        max_height: u8,
    },
    /// The message is divided into blocks of this many bytes; from 1 on (B of ParallelHash).
    Blocks(usize),
}

/// The place of a message in a tree of hashes: the tree parameters of BLAKE2 (the BLAKE2 paper,
/// section 2.10). The default is no tree: fanout and depth 1, the rest 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The largest number of children of a node; 0 for any number.
    pub fanout: u8,
    /// The height of the tree, from 1 on; 255 for any height.
    pub depth: u8,
    /// The largest number of bytes of a leaf; 0 for any number.
    pub leaf_length: u32,
    /// The position of the node in its level, from the left; below 2^48 for BLAKE2s.
    pub node_offset: u64,
    /// The level of the node; 0 for a leaf.
    pub node_depth: u8,
    /// The length of an inner node's digest in bytes, at most the longest of the function.
    pub inner_length: u8,
    /// Whether the node is the last of its level.
    pub last_node: bool,
}

impl Default for Node {
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
