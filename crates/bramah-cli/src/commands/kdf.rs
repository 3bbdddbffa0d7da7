//! `bramah kdf`: derivation of keys from passwords, and from other keys.

use super::{name::KDFS, suggest};
use crate::{
    buffer,
    engine::MOST_THREADS,
    exit::{Exit, Stop},
    hex::Hex,
    key,
    output::Output,
    password, report,
    sumfile::write_hex,
};
use bramah::{
    ByteLengths, Error, hash,
    kdf::{
        self, Entry, Parameter, Parameters,
        argon2::{self, Version},
    },
    mac,
    registry::Kind,
};
use std::path::PathBuf;
use zeroize::Zeroizing;

/// Derive a key from a password or from another key: a low-level tool for scripts, standards and tests.
///
/// NAME is a function from `bramah list kdfs`. Functions for passwords, such as argon2id, ask for the password, or
/// read it from --password-file, --password-fd or --password-env. All other functions, such as hkdf, take a key:
/// do not use them with a password, which is too easy to guess.
///
/// Parameters that you leave out get recommended values; `bramah kdf --help` ends with a list of them. Another
/// version of Bramah may recommend others, so the values used are printed on standard error as options that derive
/// the same key.
///
/// Bramah prints the key in hexadecimal. To store passwords, see `bramah password`.
#[derive(clap::Args)]
#[command(mut_group("source of the key", |group| group.required(false)))]
pub(crate) struct Args {
    /// The key derivation function.
    #[arg(value_parser = KDFS, hide_possible_values = true)]
    name: String,

    #[command(flatten)]
    password: password::Args,

    #[command(flatten)]
    key: key::Args,

    /// The salt, in hexadecimal.
    #[arg(long, value_name = "HEX")]
    salt: Option<Hex>,

    /// The salt, as text.
    #[arg(long, value_name = "TEXT", conflicts_with = "salt")]
    salt_text: Option<String>,

    /// The purpose of the key, in hexadecimal: the info of HKDF, the other information of KDF1 to KDF3, or the
    /// complete fixed input of SP 800-108.
    #[arg(long, value_name = "HEX")]
    info: Option<Hex>,

    /// The purpose of the key, as text.
    #[arg(long, value_name = "TEXT", conflicts_with = "info")]
    info_text: Option<String>,

    /// For SP 800-108 only: the label, in hexadecimal.
    #[arg(long, value_name = "HEX")]
    label: Option<Hex>,

    /// For SP 800-108 only: the context, in hexadecimal.
    #[arg(long, value_name = "HEX")]
    context: Option<Hex>,

    /// For the feedback mode of SP 800-108 only: the initial value, in hexadecimal.
    #[arg(long, value_name = "HEX")]
    iv: Option<Hex>,

    /// Length of the key in bytes.
    #[arg(short, long, value_name = "BYTES", default_value = "32")]
    length: usize,

    /// The hash function that the key derivation function uses. For functions that are built on HMAC: the hash function
    /// inside HMAC.
    #[arg(long, value_name = "ALG")]
    hash: Option<String>,

    /// For SP 800-108 only: the MAC, such as cmac-aes-128.
    #[arg(long, value_name = "NAME", conflicts_with = "hash")]
    mac: Option<String>,

    /// For PBKDF1 and PBKDF2: the number of iterations. For bcrypt-pbkdf: the number of rounds.
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,

    /// For Argon2: the number of passes. For Balloon: the time cost.
    #[arg(short = 't', long = "passes", value_name = "T", conflicts_with = "iterations")]
    passes: Option<u32>,

    /// For Argon2: the memory in KiB. For Balloon: the memory as a number of digests.
    #[arg(short, long, value_name = "KIB")]
    memory: Option<u32>,

    /// For scrypt only: the cost parameter N, a power of two.
    #[arg(short = 'N', value_name = "N")]
    n: Option<u64>,

    /// For scrypt only: the block size parameter r.
    #[arg(short, value_name = "R")]
    r: Option<u32>,

    /// For scrypt: the parallelization parameter p. For Argon2 and Balloon: the number of lanes.
    #[arg(short, value_name = "P")]
    p: Option<u32>,

    /// For Argon2 only: its version. Default: 1.3. Old keys may need 1.0.
    #[arg(long, value_name = "VERSION", value_parser = ["1.0", "1.3"])]
    argon2_version: Option<String>,

    /// For argon2d and argon2i only: derive the same keys as a program that deviates from the specification. The only
    /// VARIANT is the program cppcrypto 0.12.
    #[arg(long, value_name = "VARIANT", value_parser = ["cppcrypto-0.12"], conflicts_with_all = ["argon2_version", "secret_file", "ad"])]
    variant: Option<String>,

    /// For Argon2 only: a file with the secret input, a key that is stored separately from the salt.
    #[arg(long, value_name = "FILE")]
    secret_file: Option<PathBuf>,

    /// For Argon2 only: the associated data, in hexadecimal.
    #[arg(long, value_name = "HEX")]
    ad: Option<Hex>,

    /// For Argon2 only: accept a salt shorter than the 8 bytes that RFC 9106 requires.
    #[arg(long)]
    short_salt: bool,

    /// For functions with lanes or independent blocks only: the number of threads. Values above 256 are reduced to 256.
    #[arg(short = 'j', long, value_name = "N", default_value = "1")]
    threads: usize,

    /// Write the key as raw bytes instead of hexadecimal digits.
    #[arg(long)]
    raw: bool,

    /// Do not print the default values that Bramah uses for parameters that are not given, nor a warning if the password
    /// is empty.
    #[arg(short, long)]
    quiet: bool,

    /// Write to this file, which only its owner can read. The file is written completely or not at all.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Replace OUT if it exists.
    #[arg(short, long, requires = "output")]
    force: bool,
}

/// The number of bytes that are converted to hexadecimal digits at a time.
const PIECE: usize = 1 << 16;
/// The maximum length of a derived key, in bytes; longer output would be a keystream.
const MOST: usize = 1 << 30;
/// The maximum length of the secret of Argon2, in bytes.
const MOST_SECRET: u64 = 1 << 20;

/// Runs `bramah kdf`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let entry = kdf::lookup(&args.name).map_err(|_| {
        Stop::usage(format_args!(
            "unknown key derivation function {:?}{}; `bramah list kdfs` prints the names",
            args.name,
            suggest::of(Kind::Kdf, &args.name)
        ))
    })?;
    let name = entry.info.name;
    if args.length == 0 || args.length > MOST {
        return Err(Stop::usage(format_args!("--length {}: expected 1 to {MOST} bytes", args.length)));
    }
    let (wrong, takes) = match entry.info.for_passwords {
        true => (
            args.key.argument(),
            "takes a password, not a key; use --password-file, --password-fd or --password-env",
        ),
        false => {
            (args.password.argument(), "takes a key, not a password; use --key-file, --key-fd or --key-env")
        }
    };
    if let Some(argument) = wrong {
        return Err(Stop::usage(format_args!("{argument}: {name} {takes}")));
    }
    if !entry.info.for_passwords && args.key.argument().is_none() {
        return Err(Stop::usage(format_args!(
            "{name} needs a key: use --key-file, --key-fd, --key-env or --key"
        )));
    }
    let secret = secret(args)?;
    let given = parameters(args, entry, secret.as_deref().map(Vec::as_slice))?;
    refuse(entry, &given, args.passes.is_some())?;
    let old = args.variant.as_deref().map(|variant| deviating(name, variant)).transpose()?;
    let mut parameters = entry.with_defaults(&given).map_err(|error| refused(name, error))?;
    if old.is_some() {
        parameters.version = None; // this variant has no other version
    }
    let input = match entry.info.for_passwords {
        true => args.password.read(false)?,
        false => args.key.read(name, ByteLengths { min: 0, max: usize::MAX, step: 1 })?,
    };
    if entry.info.for_passwords && input.is_empty() && !args.quiet {
        report::plain("warning: the password is empty");
    }
    let mut out = buffer::zeroed(args.length)?;
    match old {
        Some(kind) => cppcrypto(kind, &input, &parameters, &mut out),
        None => entry.derive(&input, &parameters, &mut out),
    }
    .map_err(|error| refused(name, error))?;
    let mut output = Output::begin(args.output.as_deref(), args.force, None)?;
    if args.raw {
        output.write(&out)?;
    } else {
        let mut digits = Zeroizing::new(Vec::with_capacity(2 * PIECE));
        for piece in out.chunks(PIECE) {
            digits.clear();
            write_hex(&mut digits, piece);
            output.write(&digits)?;
        }
        output.write(b"\n")?;
    }
    output.finish()?;
    let shown = options(entry, &parameters);
    if !args.quiet && shown != options(entry, &given) {
        report::plain(format_args!(
            "{name}: parameters used: {shown} (keep these parameters: the defaults may change in another version)"
        ));
    }
    Ok(Exit::Well)
}

/// Returns each parameter that has a default or that only some functions take, with its option and its value as text.
fn values(entry: &Entry, parameters: &Parameters<'_>) -> Vec<(Parameter, &'static str, Option<String>)> {
    let text = |value: Option<u32>| value.map(|value| value.to_string());
    // Argon2 and Balloon count passes over their memory
    let iterations = if entry.info.takes.contains(&Parameter::Memory) { "-t" } else { "--iterations" };
    let version = parameters.version.map(|version| match version {
        Version::V10 => "1.0".to_string(),
        Version::V13 => "1.3".to_string(),
    });
    vec![
        (Parameter::Hash, "--hash", parameters.hash.map(|hash| hash.name())),
        (Parameter::Mac, "--mac", parameters.mac.map(|mac| mac.name())),
        (Parameter::Memory, "-m", text(parameters.memory)),
        (Parameter::N, "-N", parameters.n.map(|n| n.to_string())),
        (Parameter::Iterations, iterations, text(parameters.iterations)),
        (Parameter::R, "-r", text(parameters.r)),
        (Parameter::Lanes, "-p", text(parameters.lanes)),
        (Parameter::Version, "--argon2-version", version),
    ]
}

/// Returns the options of this command that set the given parameters.
fn options(entry: &Entry, parameters: &Parameters<'_>) -> String {
    let set = values(entry, parameters).into_iter();
    let set = set.filter_map(|(_, option, value)| value.map(|value| format!("{option} {value}")));
    set.collect::<Vec<_>>().join(" ")
}

/// Refuses parameters that the function does not take; the error lists those that it takes.
fn refuse(entry: &Entry, given: &Parameters<'_>, passes: bool) -> Result<(), Stop> {
    let (name, takes) = (entry.info.name, entry.info.takes);
    let values = values(entry, given);
    let wrong = values.iter().find(|(parameter, _, value)| value.is_some() && !takes.contains(parameter));
    let Some((parameter, option, _)) = wrong else { return Ok(()) };
    let option = match parameter {
        Parameter::Iterations if passes => "-t",
        Parameter::Iterations => "--iterations",
        _ => option,
    };
    let known =
        values.iter().filter(|(parameter, ..)| takes.contains(parameter)).map(|(_, option, _)| *option);
    let known: Vec<&str> = known.collect();
    Err(Stop::usage(format_args!(
        "{option}: {name} does not take this option; {name} takes {}",
        known.join(", ")
    )))
}

/// Converts an error of the library: a lack of memory or random bytes is a failure, any other error is wrong usage.
pub(crate) fn refused(name: &str, error: Error) -> Stop {
    match error {
        Error::NoMemory { .. } | Error::NoEntropy => Stop::failure(format_args!("{name}: {error}")),
        _ => Stop::usage(format_args!("{name}: {error}")),
    }
}

/// Returns the variant of Argon2 that cppcrypto 0.12 computes under a name.
fn deviating(name: &str, variant: &str) -> Result<argon2::Variant, Stop> {
    match name {
        "argon2d" => Ok(argon2::Variant::D),
        "argon2i" => Ok(argon2::Variant::I),
        _ => Err(Stop::usage(format_args!(
            "--variant {variant}: only argon2d and argon2i have this variant, not {name}"
        ))),
    }
}

/// Derives a key as cppcrypto 0.12 did.
fn cppcrypto(
    kind: argon2::Variant,
    password: &[u8],
    of: &Parameters<'_>,
    out: &mut [u8],
) -> Result<(), Error> {
    let [memory, passes, lanes] = [of.memory, of.iterations, of.lanes].map(|number| number.unwrap_or(0));
    let argon2 = argon2::Argon2::cppcrypto_0_12(kind, memory, passes, lanes)?;
    argon2.threads(of.threads).derive(password, of.salt.unwrap_or(&[]), out)
}

/// Reads Argon2's secret.
fn secret(args: &Args) -> Result<Option<Zeroizing<Vec<u8>>>, Stop> {
    let Some(path) = &args.secret_file else { return Ok(None) };
    let mut input = crate::input::Input::open(path)?;
    let mut bytes = buffer::zeroed(MOST_SECRET as usize + 1)?;
    let len = input.fill(&mut bytes)?;
    if len as u64 > MOST_SECRET {
        return Err(input.stop(format_args!("the secret is too long: the limit is {MOST_SECRET} bytes")));
    }
    bytes.truncate(len);
    Ok(Some(bytes))
}

fn parameters<'a>(args: &'a Args, entry: &Entry, secret: Option<&'a [u8]>) -> Result<Parameters<'a>, Stop> {
    let takes = |parameter| entry.info.takes.contains(&parameter);
    let hex = |hex: &'a Option<Hex>| hex.as_ref().map(|hex| hex.0.as_slice());
    let text = |text: &'a Option<String>| text.as_ref().map(|text| text.as_bytes());
    let salt = hex(&args.salt).or(text(&args.salt_text));
    if salt.is_none() && takes(Parameter::Salt) && entry.info.for_passwords {
        return Err(Stop::usage(format_args!(
            "{} needs a salt: use --salt HEX or --salt-text TEXT; `bramah random --hex 16` makes a salt",
            entry.info.name
        )));
    }
    let named = |error: Error| Stop::usage(error);
    Ok(Parameters {
        salt,
        info: hex(&args.info).or(text(&args.info_text)),
        label: hex(&args.label),
        context: hex(&args.context),
        iv: hex(&args.iv),
        hash: args.hash.as_deref().map(hash::lookup).transpose().map_err(named)?,
        mac: args.mac.as_deref().map(mac::lookup).transpose().map_err(named)?,
        iterations: args.iterations.or(args.passes),
        n: args.n,
        r: args.r,
        lanes: args.p,
        memory: args.memory,
        version: args.argon2_version.as_deref().map(|version| match version {
            "1.0" => Version::V10,
            _ => Version::V13,
        }),
        secret,
        data: hex(&args.ad),
        threads: args.threads.min(MOST_THREADS),
        short_salts: args.short_salt,
    })
}
