//! The parameters of hash functions, apart from the key.

use crate::{exit::Stop, hex, key};
use bramah::{
    ByteLengths, Error,
    hash::{Algorithm, Function, Options, Parameter, Tree},
};

const HEADING: &str = "Parameters";

/// Parameters of some algorithms; `bramah list --json` shows which algorithm takes which.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Parameters {
    /// For BLAKE and BLAKE2: the salt. For xxHash: the seed, with its lowest byte first.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    salt: Option<String>,
    /// For BLAKE2, Skein, SP 800-185 and KangarooTwelve only: the personalization or customization string.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    personal: Option<String>,
    /// For cSHAKE only: the function name.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    function_name: Option<String>,
    /// For TurboSHAKE only: the domain separation byte, from 01 to 7f. Default: 1f.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    domain: Option<String>,
    /// For BLAKE3 only: the context for key derivation. The message is then the key material.
    #[arg(long, value_name = "TEXT", help_heading = HEADING)]
    context: Option<String>,
    /// For Skein only: the public key.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    public_key: Option<String>,
    /// For Skein only: the key identifier.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    key_identifier: Option<String>,
    /// For Skein only: the nonce.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    nonce: Option<String>,
    /// For Skein only: the tree parameters Y_l, Y_f and Y_m, such as 4,4,255.
    #[arg(long, value_name = "LEAF,FAN-OUT,HEIGHT", value_parser = levels, help_heading = HEADING)]
    tree: Option<Tree>,
    /// For ParallelHash only: the block size in bytes.
    #[arg(long, value_name = "BYTES", conflicts_with = "tree", help_heading = HEADING)]
    block_size: Option<usize>,
}

impl Parameters {
    /// Returns these parameters together with a key.
    pub(crate) fn with_key(&self, key: Option<key::Text>) -> Result<Given, Stop> {
        let mut given =
            Given { tree: self.tree.or(self.block_size.map(Tree::Blocks)), key, ..Given::default() };
        for (parameter, value) in Parameter::ALL.into_iter().zip(&mut given.values) {
            let text = match parameter {
                Parameter::Key => &None,
                Parameter::Salt => &self.salt,
                Parameter::Personal => &self.personal,
                Parameter::FunctionName => &self.function_name,
                Parameter::Domain => &self.domain,
                Parameter::Context => &self.context,
                Parameter::PublicKey => &self.public_key,
                Parameter::KeyIdentifier => &self.key_identifier,
                Parameter::Nonce => &self.nonce,
            };
            match (parameter, text) {
                (_, None) => {}
                (Parameter::Context, Some(text)) => *value = text.clone().into_bytes(),
                (_, Some(text)) => *value = unhex(parameter, text)?,
            }
        }
        Ok(given)
    }
}

/// Parses the three numbers of Skein's tree.
fn levels(text: &str) -> Result<Tree, &'static str> {
    let numbers: Result<Vec<u8>, _> = text.split(',').map(str::parse::<u8>).collect();
    match numbers.as_deref() {
        Ok(&[leaf, fan_out, max_height]) => Ok(Tree::Levels { leaf, fan_out, max_height }),
        _ => Err("expected three numbers from 0 to 255, separated by commas, such as 4,4,255"),
    }
}

/// The parameters that the command line gives, including the key and the parameters of Skein's tree.
#[derive(Default)]
pub(crate) struct Given {
    /// The values, in the order of [`Parameter::ALL`]; a parameter that is not given is empty.
    values: [Vec<u8>; Parameter::ALL.len()],
    /// The key, if it comes from a file; whether its text is hexadecimal depends on the key lengths of the algorithm.
    key: Option<key::Text>,
    tree: Option<Tree>,
}

impl Given {
    /// Makes a set of values with only one parameter.
    pub(crate) fn one(parameter: Parameter, value: Vec<u8>) -> Self {
        let mut given = Self::default();
        given.values[parameter as usize] = value;
        given
    }
    /// Returns whether there is a key.
    pub(crate) fn has_key(&self) -> bool {
        self.key.is_some() || !self.values[Parameter::Key as usize].is_empty()
    }
    /// Returns these algorithms with the parameters applied.
    pub(crate) fn functions(&self, algorithms: &[Algorithm]) -> Result<Vec<Function>, Error> {
        algorithms.iter().map(|algorithm| algorithm.with_options(&self.options(algorithm))).collect()
    }
    /// Returns the options for an algorithm.
    pub(crate) fn options(&self, algorithm: &Algorithm) -> Options<'_> {
        self.with(algorithm, key::Text::or_wrong)
    }
    /// Returns the options for an algorithm that the user did not name, without a note on how the key was read.
    pub(crate) fn options_quietly(&self, algorithm: &Algorithm) -> Options<'_> {
        self.with(algorithm, key::Text::quietly)
    }
    fn with<'a>(
        &'a self,
        algorithm: &Algorithm,
        read: impl FnOnce(&'a key::Text, ByteLengths) -> &'a [u8],
    ) -> Options<'a> {
        let mut options = Options { tree: self.tree, ..Options::default() };
        for (parameter, value) in Parameter::ALL.into_iter().zip(&self.values) {
            options = options.with(parameter, value);
        }
        if let Some(key) = &self.key {
            // an algorithm without a key refuses the options later
            options.key = read(key, key_lengths(algorithm));
        }
        options
    }
}

/// Returns the lengths in bytes of the keys that an algorithm takes. Kupyna's key is as long as its digest.
fn key_lengths(algorithm: &Algorithm) -> ByteLengths {
    match algorithm.info().takes(Parameter::Key) {
        Some(takes) if takes.min > 1 && takes.min < takes.max => ByteLengths::fixed(algorithm.output_len()),
        Some(takes) => ByteLengths { min: takes.min, max: takes.max, step: 1 },
        None => ByteLengths::fixed(0),
    }
}

fn unhex(parameter: Parameter, text: &str) -> Result<Vec<u8>, Stop> {
    hex::decode(text.as_bytes()).map(|bytes| bytes.to_vec()).ok_or_else(|| {
        let option = parameter.field().replace('_', "-");
        Stop::usage(format_args!("--{option}: {}", hex::WANTED))
    })
}
