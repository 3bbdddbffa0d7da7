//! The keyword arguments of constructors of hash functions.

use crate::{buffer::Input, errors::raised};
use bramah::{
    Error,
    hash::{Algorithm, Function, Node, Options, Parameter, Tree},
};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};

/// The names of the keyword arguments that are byte strings. The personalisation is called `person`, as in hashlib.
const NAMES: [(&str, Parameter); 10] = [
    ("key", Parameter::Key),
    ("salt", Parameter::Salt),
    ("person", Parameter::Personal),
    ("function_name", Parameter::FunctionName),
    ("domain", Parameter::Domain),
    ("context", Parameter::Context),
    ("derive_key_context", Parameter::Context),
    ("public_key", Parameter::PublicKey),
    ("key_identifier", Parameter::KeyIdentifier),
    ("nonce", Parameter::Nonce),
];

/// The keyword arguments of a constructor.
#[derive(Default)]
pub(crate) struct Keywords<'py> {
    bytes: Vec<(Parameter, Input<'py>)>,
    empty_key: bool,
    node: Option<Node>,
    tree: Option<Tree>,
    /// The requested length of the digest in bytes, if one was given.
    pub(crate) digest_size: Option<usize>,
}

impl<'py> Keywords<'py> {
    /// Reads the keyword arguments of the constructor `function`.
    ///
    /// # Errors
    /// `TypeError` for an unknown keyword, or a value of the wrong type.
    pub(crate) fn read(function: &str, given: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let mut all = Self::default();
        for (keyword, value) in given.into_iter().flatten() {
            let keyword: String = keyword.extract()?;
            all.set(function, &keyword, &value)?;
        }
        Ok(all)
    }

    fn set(&mut self, function: &str, keyword: &str, value: &Bound<'py, PyAny>) -> PyResult<()> {
        if let Some((_, parameter)) = NAMES.into_iter().find(|(name, _)| *name == keyword) {
            let input: Input<'_> =
                if value.is_instance_of::<pyo3::types::PyString>() && parameter == Parameter::Context {
                    // the context of BLAKE3 is a string, and every other parameter is a byte string
                    pyo3::types::PyBytes::new(value.py(), value.extract::<&str>()?.as_bytes()).extract()?
                } else {
                    value.extract()?
                };
            self.empty_key |= parameter == Parameter::Key && input.bytes().is_empty();
            self.bytes.push((parameter, input));
            return Ok(());
        }
        let node = || self.node.unwrap_or_default();
        match keyword {
            "usedforsecurity" => _ = value.is_truthy()?,
            "digest_size" => self.digest_size = Some(value.extract()?),
            "fanout" => self.node = Some(Node { fanout: value.extract()?, ..node() }),
            "depth" => self.node = Some(Node { depth: value.extract()?, ..node() }),
            "leaf_size" => self.node = Some(Node { leaf_length: value.extract()?, ..node() }),
            "node_offset" => self.node = Some(Node { node_offset: value.extract()?, ..node() }),
            "node_depth" => self.node = Some(Node { node_depth: value.extract()?, ..node() }),
            "inner_size" => self.node = Some(Node { inner_length: value.extract()?, ..node() }),
            "last_node" => self.node = Some(Node { last_node: value.is_truthy()?, ..node() }),
            "tree" => {
                let (leaf, fan_out, max_height) = value.extract()?;
                self.tree = Some(Tree::Levels { leaf, fan_out, max_height });
            }
            "block_size" => self.tree = Some(Tree::Blocks(value.extract()?)),
            _ => {
                let message = format!("'{keyword}' is an invalid keyword argument for {function}()");
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(())
    }

    /// Returns the function with these options, and digests of `digest_size` bytes.
    ///
    /// # Errors
    /// `ValueError` for an option that the function does not accept.
    pub(crate) fn function(&self, algorithm: Algorithm) -> PyResult<Function> {
        let mut options = Options::default();
        for (parameter, input) in &self.bytes {
            options = options.with(*parameter, input.bytes());
        }
        options.empty_key = self.empty_key;
        // the default node means no tree, which every function accepts
        let node = self.node.filter(|node| *node != Node::default()).map(Tree::Node);
        options.tree = match (node, self.tree) {
            (Some(_), Some(_)) => {
                return Err(raised(Error::Together { parameters: ["place in a tree", "tree"] }));
            }
            (node, tree) => node.or(tree),
        };
        let algorithm = match self.digest_size {
            Some(size) => algorithm.with_bits(size.saturating_mul(8)).map_err(raised)?,
            None => algorithm,
        };
        algorithm.with_options(&options).map_err(raised)
    }
}
