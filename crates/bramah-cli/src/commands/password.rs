//! `bramah password`: makes and verifies strings that store passwords.

use super::kdf::refused;
use crate::{
    exit::{Exit, Stop},
    input::Input,
    output, password, report,
};
use bramah::{
    Error,
    password::{Limits, MAX_STRING, Scheme, damaged, unsupported},
};
use std::{path::PathBuf, time::Duration};

/// Turn a password into a string to store, or verify a password against such a string.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Hash(HashArgs),
    Verify(VerifyArgs),
}

/// Make a string to store for a password, with a new random salt.
///
/// Parameters that you leave out get today's published minimums, which are listed at the end of this help. Bramah
/// does not make a string that needs more work than `bramah password verify` accepts, unless the same options raise
/// the limits.
#[derive(clap::Args)]
struct HashArgs {
    #[command(flatten)]
    password: password::Args,

    #[command(flatten)]
    scheme: SchemeArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

/// The limits of the work that a string may need, except the limit of memory. Bramah neither makes nor verifies a
/// string that needs more work.
#[derive(clap::Args)]
#[group(skip)]
struct LimitArgs {
    /// For PBKDF2: the maximum number of iterations, summed over all blocks of the output. For SHA-crypt: the maximum
    /// number of rounds.
    #[arg(long, value_name = "N", default_value = "10000000")]
    max_iterations: u32,

    /// For bcrypt only: the maximum cost, which is log2 of the number of rounds.
    #[arg(long, value_name = "COST", default_value = "18")]
    max_cost: u32,

    /// For Argon2, scrypt and yescrypt: the maximum amount of data, in MiB, written to memory in all passes together.
    #[arg(long, value_name = "MIB", default_value = "16384")]
    max_written: u64,

    /// The maximum amount of data, in MiB, that may be hashed in all iterations and rounds together. For SHA-crypt, this
    /// amount grows with the square of the length of the password.
    #[arg(long, value_name = "MIB", default_value = "4096")]
    max_hashed: u64,
}

impl LimitArgs {
    /// Returns the limits, with `memory` MiB of memory.
    fn with_memory(&self, memory: u64) -> Limits {
        let mut limits = Limits::default();
        limits.memory = memory.saturating_mul(1 << 20);
        limits.written = self.max_written.saturating_mul(1 << 20);
        limits.hashed = self.max_hashed.saturating_mul(1 << 20);
        (limits.iterations, limits.cost) = (self.max_iterations, self.max_cost);
        limits
    }
}

/// The default limit of the memory that a string may need, in MiB.
const MEMORY: u64 = 1024;
/// The default limit of the memory that --time chooses, in MiB.
const TIMED_MEMORY: u64 = 256;

#[derive(clap::Args)]
struct SchemeArgs {
    /// The scheme: argon2id, argon2i, argon2d, scrypt, yescrypt, bcrypt, sha256-crypt, sha512-crypt, pbkdf2-sha1,
    /// pbkdf2-sha256 or pbkdf2-sha512.
    #[arg(long, value_name = "NAME", default_value = "argon2id")]
    scheme: String,

    /// For Argon2 only: the memory in KiB.
    #[arg(short, long, value_name = "KIB")]
    memory: Option<u32>,

    /// For Argon2 only: the number of passes.
    #[arg(short = 't', long, value_name = "T")]
    passes: Option<u32>,

    /// For Argon2: the number of lanes. For scrypt: the parallelization parameter p.
    #[arg(short, value_name = "P")]
    p: Option<u32>,

    /// For scrypt and yescrypt only: the cost parameter N, a power of two.
    #[arg(short = 'N', value_name = "N")]
    n: Option<u64>,

    /// For scrypt and yescrypt only: the block size parameter r.
    #[arg(short, value_name = "R")]
    r: Option<u32>,

    /// For PBKDF2: the number of iterations. For sha256-crypt and sha512-crypt: the number of rounds.
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,

    /// For bcrypt only: the cost, which is log2 of the number of rounds.
    #[arg(long, value_name = "COST")]
    cost: Option<u32>,

    /// Choose parameters that take about this many milliseconds on this machine, but never less than today's
    /// minimums, even if those take longer.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=600_000),
        conflicts_with_all = ["memory", "passes", "n", "iterations", "cost"])]
    time: Option<u64>,

    /// The maximum memory that the password hash may need, in MiB. Default: 1024. With --time: the maximum memory that
    /// Bramah may choose, in MiB. Default: 256.
    #[arg(long, value_name = "MIB")]
    max_memory: Option<u64>,
}

/// Verify a password: prints OK, or FAILED with exit code 1.
///
/// STRING comes from `bramah password hash`, crypt(3), Django, Werkzeug, passlib, LDAP servers, Dovecot, GRUB,
/// mosquitto_passwd or htpasswd, if Bramah knows its function; a user name and a colon may precede it. A note on
/// standard error says when the string should be regenerated with current parameters.
#[derive(clap::Args)]
struct VerifyArgs {
    /// The password hash, as a string; `-` means one line from standard input.
    #[arg(value_name = "STRING", required_unless_present = "string_file")]
    string: Option<String>,

    /// A file with the password hash on one line.
    #[arg(long, value_name = "FILE", conflicts_with = "string")]
    string_file: Option<PathBuf>,

    #[command(flatten)]
    password: password::Args,

    /// The maximum memory that the password hash may need, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = MEMORY)]
    max_memory: u64,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print nothing; the exit code reports the result.
    #[arg(short, long)]
    quiet: bool,
}

/// Returns the parameters of a scheme as options of `bramah password hash`.
pub(crate) fn options(scheme: &Scheme) -> String {
    match *scheme {
        Scheme::Argon2 { memory, passes, lanes, .. } => format!("-m {memory} -t {passes} -p {lanes}"),
        Scheme::Scrypt { log_n, r, p } => format!("-N {} -r {r} -p {p}", 1_u64 << log_n),
        Scheme::Yescrypt { log_n, r, .. } => format!("-N {} -r {r}", 1_u64 << log_n),
        Scheme::Bcrypt { cost } => format!("--cost {cost}"),
        Scheme::ShaCrypt { rounds, .. } => format!("--iterations {rounds}"),
        Scheme::Pbkdf2 { iterations, .. } => format!("--iterations {iterations}"),
        // the enum is non-exhaustive
        _ => String::new(),
    }
}

/// Runs `bramah password`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    match &args.command {
        Command::Hash(args) => hash(args),
        Command::Verify(args) => verify(args),
    }
}

fn hash(args: &HashArgs) -> Result<Exit, Stop> {
    let mut scheme = scheme(&args.scheme)?;
    let mut most = args.scheme.max_memory.unwrap_or(MEMORY);
    if let Some(time) = args.scheme.time {
        let in_mib = args.scheme.max_memory.unwrap_or(TIMED_MEMORY);
        let memory = in_mib.saturating_mul(1 << 20);
        let calibrated = scheme.calibrate(Duration::from_millis(time), memory);
        scheme = calibrated.map_err(|error| refused(scheme.name(), error))?;
        let needed = scheme.memory();
        if needed > memory {
            return Err(Stop::usage(format_args!(
                "--max-memory {in_mib}: {} needs at least {} MiB to meet today's minimums",
                scheme.name(),
                needed.div_ceil(1 << 20)
            )));
        }
        most = most.max(MEMORY);
    }
    let password = args.password.read(true)?;
    if password.is_empty() {
        report::plain("warning: the password is empty");
    }
    let string = args.limits.with_memory(most).hash(&scheme, &password).map_err(|error| match error {
        Error::Limit { name, value, limit } => over(scheme.name(), name, value, limit),
        error => refused(scheme.name(), error),
    })?;
    output::print(format!("{string}\n").as_bytes())
}

/// Returns the scheme with the parameters from the arguments.
fn scheme(args: &SchemeArgs) -> Result<Scheme, Stop> {
    let named = Scheme::named(&args.scheme).ok_or_else(|| {
        let names = Scheme::NAMES.join(", ");
        Stop::usage(format_args!("unknown password scheme {:?}; expected {names}", args.scheme))
    })?;
    let name = named.name();
    let mut given = vec![
        ("--memory", args.memory.map(u64::from)),
        ("--passes", args.passes.map(u64::from)),
        ("-p", args.p.map(u64::from)),
        ("-N", args.n),
        ("-r", args.r.map(u64::from)),
        ("--iterations", args.iterations.map(u64::from)),
        ("--cost", args.cost.map(u64::from)),
    ];
    let mut scheme = named;
    for (argument, value) in given.drain(..) {
        let Some(value) = value else { continue };
        let number = || u32::try_from(value).unwrap_or(u32::MAX);
        let log = || match value.is_power_of_two() {
            true => Ok(value.trailing_zeros()),
            false => Err(Stop::usage(format_args!("-N {value}: expected a power of two"))),
        };
        match (&mut scheme, argument) {
            (Scheme::Argon2 { memory, .. }, "--memory") => *memory = number(),
            (Scheme::Argon2 { passes, .. }, "--passes") => *passes = number(),
            (Scheme::Argon2 { lanes, .. }, "-p") => *lanes = number(),
            (Scheme::Scrypt { p, .. }, "-p") => *p = number(),
            (Scheme::Scrypt { log_n, .. } | Scheme::Yescrypt { log_n, .. }, "-N") => *log_n = log()?,
            (Scheme::Scrypt { r, .. } | Scheme::Yescrypt { r, .. }, "-r") => *r = number(),
            (Scheme::Pbkdf2 { iterations, .. }, "--iterations") => *iterations = number(),
            (Scheme::ShaCrypt { rounds, .. }, "--iterations") => *rounds = number(),
            (Scheme::Bcrypt { cost }, "--cost") => *cost = number(),
            _ => return Err(Stop::usage(format_args!("{argument}: {name} does not take this option"))),
        }
    }
    Ok(scheme)
}

fn verify(args: &VerifyArgs) -> Result<Exit, Stop> {
    let string = string(args)?;
    let limits = args.limits.with_memory(args.max_memory);
    // checked before the user enters the password
    let scheme = Scheme::of(&string).map_err(|error| match (damaged(&string), unsupported(&string)) {
        (Some((scheme, what)), _) => Stop::usage(format_args!("damaged {scheme} password hash: {what}")),
        (None, Some(scheme)) => Stop::usage(format_args!("unsupported scheme: {scheme}")),
        (None, None) => Stop::usage(error),
    })?;
    let password = args.password.read(false)?;
    let (verdict, exit) = match limits.verify(&password, &string) {
        Ok(()) => ("OK\n", Exit::Well),
        Err(Error::WrongPassword) => ("FAILED\n", Exit::Failure),
        Err(Error::Limit { name, value, limit }) => return Err(over(scheme.name(), name, value, limit)),
        Err(error) => return Err(refused(scheme.name(), error)),
    };
    if args.quiet {
        return Ok(exit);
    }
    if exit == Exit::Well && scheme.is_outdated() {
        report::plain(match scheme {
            // no number of rounds is enough
            Scheme::ShaCrypt { .. } => format!(
                "warning: {} is not memory-hard, and neither OWASP nor NIST recommends it; make a new hash with the \
                 default scheme of `bramah password hash`",
                scheme.name()
            ),
            _ => "warning: the parameters of this password hash are below today's minimums; make a new hash with \
                  `bramah password hash`"
                .into(),
        });
    }
    output::print(verdict.as_bytes())?;
    Ok(exit)
}

/// Returns the error for a string that needs more work than a limit allows; it names the option that raises the limit.
/// `what` is the library's name of the limit.
fn over(scheme: &str, what: &str, value: u128, limit: u128) -> Stop {
    let (option, in_mib) = match what {
        "the cost" => ("--max-cost", false),
        "the number of iterations" => ("--max-iterations", false),
        "the number of bytes of memory" => ("--max-memory", true),
        "the number of bytes written to memory" => ("--max-written", true),
        _ => ("--max-hashed", true),
    };
    let what = what.trim_start_matches("the ").replace("number of bytes", "amount");
    if !in_mib {
        return Stop::usage(format_args!(
            "{scheme}: the {what} is {value}, above the limit of {limit}; raise the limit with {option}"
        ));
    }
    let (value, limit) = (value.div_ceil(1 << 20), limit >> 20);
    Stop::usage(format_args!(
        "{scheme}: the {what} is {value} MiB, above the limit of {limit} MiB; raise the limit with {option}"
    ))
}

/// Returns the stored string from the arguments.
fn string(args: &VerifyArgs) -> Result<String, Stop> {
    const MOST: usize = MAX_STRING;
    let path = match (&args.string_file, args.string.as_deref()) {
        (Some(path), _) => path.clone(),
        (None, Some("-")) => PathBuf::from("-"),
        (None, string) => return Ok(string.unwrap_or_default().to_string()),
    };
    if path.as_os_str() == "-" && args.password.is_stdin() {
        return Err(Stop::usage("standard input cannot be used for both the password and the password hash"));
    }
    let mut input = Input::open(&path)?;
    let mut bytes = vec![0; MOST + 1];
    let len = input.fill(&mut bytes)?;
    let text = std::str::from_utf8(&bytes[..len]).ok().filter(|_| len <= MOST);
    let text = text.map(|text| text.strip_prefix('\u{feff}').unwrap_or(text));
    let line = text.map(|text| text.strip_suffix('\n').unwrap_or(text));
    let line = line.map(|line| line.strip_suffix('\r').unwrap_or(line));
    line.filter(|line| !line.contains('\n')).map(String::from).ok_or_else(|| {
        input.stop("expected one line with a password hash, as printed by `bramah password hash`")
    })
}
