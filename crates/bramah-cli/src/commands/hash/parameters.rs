//! The parameters of a hash function besides the message and its key.

use crate::{exit::Stop, hex, key};
use bramah::{
    ByteLengths,
    hash::{Algorithm, Options, Parameter, Tree},
};

const HEADING: &str = "Parameters";

/// Parameters that only some algorithms take: `bramah list --json` says which.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Parameters {
    /// The salt: BLAKE, BLAKE2; of xxHash the seed, the lowest byte first.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    salt: Option<String>,
    /// The personalisation or customization string: BLAKE2, Skein, SP 800-185, KangarooTwelve.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    personal: Option<String>,
    /// The function name of cSHAKE.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    function_name: Option<String>,
    /// The domain byte of TurboSHAKE: 01 to 7f; 1f if none is given.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    domain: Option<String>,
    /// The context of BLAKE3's key derivation; the message is the key material.
    #[arg(long, value_name = "TEXT", help_heading = HEADING)]
    context: Option<String>,
    /// The public key, for Skein.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    public_key: Option<String>,
    /// The key identifier, for Skein.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    key_identifier: Option<String>,
    /// The nonce, for Skein.
    #[arg(long, value_name = "HEX", help_heading = HEADING)]
    nonce: Option<String>,
    /// Skein's tree: Y_l, Y_f and Y_m, such as 4,4,255.
    #[arg(long, value_name = "LEAF,FAN-OUT,HEIGHT", value_parser = levels, help_heading = HEADING)]
    tree: Option<Tree>,
    /// The bytes of a block of ParallelHash.
    #[arg(long, value_name = "BYTES", conflicts_with = "tree", help_heading = HEADING)]
    block_size: Option<usize>,
}

impl Parameters {
    /// Adds the key, which comes from elsewhere, to the parameters.
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

/// Parses Skein's tree from its three numbers.
fn levels(text: &str) -> Result<Tree, &'static str> {
    let numbers: Result<Vec<u8>, _> = text.split(',').map(str::parse::<u8>).collect();
    match numbers.as_deref() {
        Ok(&[leaf, fan_out, max_height]) => Ok(Tree::Levels { leaf, fan_out, max_height }),
        _ => Err("wanted: three numbers of 0 to 255, with commas between them"),
    }
}

/// The values of all parameters, in the order of [`Parameter::ALL`], and the tree.
#[derive(Default)]
pub(crate) struct Given {
    values: [Vec<u8>; Parameter::ALL.len()],
    /// The key, if it comes from a file: which bytes it has depends on the algorithm.
    key: Option<key::Text>,
    tree: Option<Tree>,
}

impl Given {
    /// Makes the values of one parameter; the others have none.
    pub(crate) fn one(parameter: Parameter, value: Vec<u8>) -> Self {
        let mut given = Self::default();
        given.values[parameter as usize] = value;
        given
    }
    /// Returns whether there is a key.
    pub(crate) fn has_key(&self) -> bool {
        self.key.is_some() || !self.values[Parameter::Key as usize].is_empty()
    }
    /// Returns the options for an algorithm.
    pub(crate) fn options(&self, algorithm: &Algorithm) -> Options<'_> {
        self.with(algorithm, key::Text::or_wrong)
    }
    /// Returns the options for an algorithm that nobody asked for: no line says how the key was read.
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
            // an algorithm that takes no key refuses any
            options.key = read(key, key_lengths(algorithm));
        }
        options
    }
}

/// Returns the lengths of the keys that an algorithm takes. Kupyna's key is as long as its digest.
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
