//! The options of a hash, which are set when it begins, and the kinds of options that a function may accept.

/// The options of a hash, which are set when it begins. All are empty by default; an empty option counts as not set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// A key, for functions that accept one; with a key they are a MAC.
    pub key: &'a [u8],
    /// Whether an empty key is accepted for a function that needs one. NIST SP 800-185 defines KMAC with an empty key,
    /// but callers must ask for it explicitly.
    pub empty_key: bool,
    /// A salt: each salt makes a different function. A salt that is shorter than the function's salt is padded with
    /// zeros at its end, so `[1]` and `[1, 0]` are equivalent.
    pub salt: &'a [u8],
    /// A personalisation, which names the purpose of the digest; it is also the customization string of SP 800-185 and
    /// RFC 9861. The personalisation of BLAKE2 is padded with zeros like the salt.
    pub personal: &'a [u8],
    /// The name of a function built on cSHAKE: N in SP 800-185, section 3.
    pub function_name: &'a [u8],
    /// The domain byte, which separates uses of one function: D of TurboSHAKE (RFC 9861, section 2.1).
    pub domain: &'a [u8],
    /// The context of a key derivation (BLAKE3). The message is then the key material.
    pub context: &'a [u8],
    /// The public key of the signer, to bind a signed digest to this key (Skein).
    pub public_key: &'a [u8],
    /// The identifier of the key to be derived (Skein).
    pub key_identifier: &'a [u8],
    /// A nonce, for randomised hashing (Skein).
    pub nonce: &'a [u8],
    /// The tree into which the message is divided, or the place of the message in a tree that the caller builds.
    pub tree: Option<Tree>,
}

impl Options<'_> {
    /// No options. Unlike the default value, this is stored in memory and not built again for each message.
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

/// A byte string that a function may accept in addition to the message: a field of [`Options`].
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

    /// Returns the name of the parameter in words, such as `key identifier`.
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

    /// Returns the name of the parameter's field in [`Options`], such as `key_identifier`.
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

    /// Declares that a function accepts this parameter with `min` to `max` bytes; `usize::MAX` means no maximum.
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

    /// Returns these options with the value of one parameter replaced.
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

/// A parameter that a function accepts, and the range of its length in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takes {
    /// The parameter.
    pub parameter: Parameter,
    /// The minimum length in bytes.
    pub min: usize,
    /// The maximum length in bytes; `usize::MAX` means no maximum.
    pub max: usize,
}

/// The kind of tree that a function accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trees {
    /// No tree, or only the function's own fixed tree.
    None,
    /// A place in a tree: [`Tree::Node`].
    Node {
        /// The maximum node offset.
        max_offset: u64,
    },
    /// Levels of nodes: [`Tree::Levels`].
    Levels,
    /// Blocks of one size: [`Tree::Blocks`].
    Blocks,
}

/// A tree into which a message is divided, or the place of a message in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tree {
    /// The message is one node of a tree that the caller builds (BLAKE2).
    Node(Node),
    /// The message is hashed as a tree, level by level (Skein 1.3, section 3.5.6).
    Levels {
        /// The length of a leaf is 2^`leaf` blocks, each as long as the state; at least 1 (Y_l).
        leaf: u8,
        /// A node has up to 2^`fan_out` children; at least 1 (Y_f).
        fan_out: u8,
        /// The maximum number of levels; at least 2 (Y_m).
        max_height: u8,
    },
    /// The message is divided into blocks of this many bytes, at least 1 (B of ParallelHash).
    Blocks(usize),
}

/// The place of a message in a tree of hashes: the tree parameters of BLAKE2 (the BLAKE2 paper, section 2.10). The
/// default is no tree: fanout and depth are 1, all other fields 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The maximum number of children of a node; 0 means no maximum.
    pub fanout: u8,
    /// The maximum height of the tree, from 1; 255 means no maximum.
    pub depth: u8,
    /// The maximum number of bytes of a leaf; 0 means no maximum.
    pub leaf_length: u32,
    /// The position of the node in its level, counted from the left from 0; below 2^48 for BLAKE2s.
    pub node_offset: u64,
    /// The level of the node, counted from 0 for leaves.
    pub node_depth: u8,
    /// The length in bytes of the digest of an inner node, at most the function's maximum digest length.
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
