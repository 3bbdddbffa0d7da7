//! The hash functions that the arguments choose.

use super::{Args, form::ListForm};
use crate::{commands::suggest, exit::Stop, sumfile::DIGEST_MAX};
use bramah::{
    Error,
    hash::{self, Algorithm, Function},
    registry::Kind,
};

/// Returns the hash functions that the arguments choose, without duplicates.
pub(super) fn chosen(args: &Args) -> Result<Vec<Function>, Stop> {
    let given = args.parameters.with_key(args.key.read()?)?;

    let mut algorithms: Vec<Algorithm> = Vec::new();
    let usual = match args.part_size {
        Some(_) => &["md5"][..],
        None => args.format.map_or(&["sha256"][..], ListForm::usual),
    };
    let default: Vec<String> = usual.iter().map(ToString::to_string).collect();
    let names = if args.algorithm.is_empty() { &default[..] } else { &args.algorithm };
    for name in names {
        let algorithm = algorithm(args, name)?;
        if !algorithms.contains(&algorithm) {
            algorithms.push(algorithm);
        }
    }
    if let Some(reason) = args.format.and_then(|form| form.refuses(&algorithms)) {
        return Err(Stop::usage(format_args!("--format: {reason}")));
    }
    let function = |algorithm: &Algorithm| {
        let refused = |error: Error| match error {
            Error::NoKey { .. } => Stop::usage(format_args!("{error}; give the key with --key-file FILE")),
            _ => Stop::usage(format_args!("{}: {error}", algorithm.name())),
        };
        algorithm.with_options(&given.options(algorithm)).map_err(refused)
    };
    algorithms.iter().map(function).collect()
}

/// The maximum length of the output of an extendable-output function, in bits: 64 MiB, because the output is held in
/// memory.
const MOST_BITS: usize = 8 << 26;

fn algorithm(args: &Args, name: &str) -> Result<Algorithm, Stop> {
    if name.is_empty() {
        return Err(Stop::usage(
            "-a: expected the names of algorithms, separated by commas, but one of them is empty",
        ));
    }
    let mut algorithm = hash::lookup(name).map_err(|error| match error {
        Error::UnknownName(_) => {
            let meant = suggest::of(Kind::Hash, name);
            Stop::usage(format_args!("unknown hash function {name:?}{meant}; `bramah list` prints the names"))
        }
        _ => Stop::usage(format_args!("{name}: {error}")),
    })?;
    if let Some(bits) = args.length {
        algorithm =
            algorithm.with_bits(bits).map_err(|error| Stop::usage(format_args!("{name}: {error}")))?;
    }
    let bits = 8usize.saturating_mul(algorithm.output_len());
    if bits > MOST_BITS {
        return Err(Stop::usage(format_args!(
            "{name}: --length {bits}: at most {MOST_BITS} bits are supported"
        )));
    }
    let bytes = algorithm.output_len();
    let digits = if args.base64 { bytes.div_ceil(3) * 4 } else { 2 * bytes };
    if digits > DIGEST_MAX && !args.raw && !args.json {
        return Err(Stop::usage(format_args!(
            "{name}: a digest of {bits} bits is too long for a line that `bramah check` can read; use --raw to write \
             its bytes"
        )));
    }
    if let Some(backend) = &args.backend {
        algorithm = algorithm.with_backend(backend).map_err(Stop::usage)?;
    }
    Ok(algorithm)
}
