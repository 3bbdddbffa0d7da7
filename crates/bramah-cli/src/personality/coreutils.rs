//! `md5sum`, `sha1sum` to `sha512sum` and `b2sum`, with the options, messages and exit codes of coreutils. Lists are
//! read as by `bramah check`, in more forms than the tools accept.

use super::{
    hashing::{self, Lines},
    options::{Opt, parse},
};
use crate::{
    commands::check::{Settings, check_lists},
    engine::Show,
    exit::{Exit, Stop},
    output, report,
    sumfile::{Encoding, Expected, Layout, LineEnd, Style},
};
use bramah::hash::{Algorithm, lookup};
use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

/// A tool for one algorithm.
pub(super) struct Tool {
    pub(super) name: &'static str,
    /// The name of the algorithm in messages.
    word: &'static str,
    algorithm: &'static str,
    specification: &'static str,
}

const fn tool(
    name: &'static str,
    word: &'static str,
    algorithm: &'static str,
    specification: &'static str,
) -> Tool {
    Tool { name, word, algorithm, specification }
}

/// All tools.
pub(super) static TOOLS: &[Tool] = &[
    tool("md5sum", "MD5", "md5", "RFC 1321"),
    tool("sha1sum", "SHA1", "sha1", "FIPS-180-1"),
    tool("sha224sum", "SHA224", "sha224", "RFC 3874"),
    tool("sha256sum", "SHA256", "sha256", "FIPS-180-2"),
    tool("sha384sum", "SHA384", "sha384", "FIPS-180-2"),
    tool("sha512sum", "SHA512", "sha512", "FIPS-180-2"),
    tool("b2sum", "BLAKE2b", "blake2b", "RFC 7693"),
];

const fn flag(long: &'static str, short: Option<char>) -> Opt {
    Opt { long, short, value: false }
}

const LENGTH: Opt = Opt { long: "length", short: Some('l'), value: true };

static OPTIONS: [Opt; 12] = [
    flag("binary", Some('b')),
    flag("check", Some('c')),
    flag("ignore-missing", None),
    flag("quiet", None),
    flag("status", None),
    flag("text", Some('t')),
    flag("warn", Some('w')),
    flag("strict", None),
    flag("tag", None),
    flag("zero", Some('z')),
    flag("help", None),
    flag("version", None),
];

/// The options that were given.
#[derive(Default)]
struct Wanted {
    check: bool,
    binary: Option<bool>,
    tag: bool,
    zero: bool,
    ignore_missing: bool,
    quiet: bool,
    status: bool,
    strict: bool,
    warn: bool,
    length: Option<OsString>,
}

/// Runs the tool that the first argument names.
pub(super) fn run(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    let called = arguments.first().map(Path::new).and_then(Path::file_stem).unwrap_or_default();
    let tool = TOOLS.iter().find(|tool| called == tool.name).unwrap_or(&TOOLS[3]);
    report::set_program(tool.name);
    let has_length = tool.algorithm == "blake2b";
    let known: Vec<Opt> = has_length.then_some(LENGTH).into_iter().chain(OPTIONS).collect();
    let parsed = parse(&known, arguments.into_iter().skip(1)).map_err(|reason| usage(tool, &reason))?;
    let mut wanted = Wanted::default();
    for (option, value) in parsed.options {
        match option {
            "binary" => wanted.binary = Some(true),
            "text" => wanted.binary = Some(false),
            "check" => wanted.check = true,
            "tag" => (wanted.tag, wanted.binary) = (true, Some(true)),
            "zero" => wanted.zero = true,
            "ignore-missing" => wanted.ignore_missing = true,
            // the last of the three counts
            "quiet" => (wanted.quiet, wanted.status, wanted.warn) = (true, false, false),
            "status" => (wanted.quiet, wanted.status, wanted.warn) = (false, true, false),
            "warn" => (wanted.quiet, wanted.status, wanted.warn) = (false, false, true),
            "strict" => wanted.strict = true,
            "length" => wanted.length = Some(value),
            "help" => return output::print(help(tool, has_length).as_bytes()),
            _ => return output::print(version(tool).as_bytes()),
        }
    }
    let algorithm = algorithm(tool, wanted.length.as_deref())?;
    refuse(tool, &wanted)?;
    let mut files: Vec<PathBuf> = parsed.operands.into_iter().map(PathBuf::from).collect();
    if files.is_empty() {
        files.push("-".into());
    }
    if wanted.check {
        return check_lists(&Settings {
            lists: files,
            given: Some(Expected { algorithm, any_length: has_length }),
            base: None,
            parameters: Default::default(),
            word: Some(tool.word.into()),
            ignore_missing: wanted.ignore_missing,
            quiet: wanted.quiet,
            status: wanted.status,
            strict: wanted.strict,
            warn: wanted.warn,
            json: false,
            end: LineEnd::LineFeed,
            jobs: None,
            progress: Show::Never,
        });
    }
    let layout = match wanted {
        Wanted { tag: true, .. } => Layout::Tagged,
        Wanted { binary: Some(true), .. } => Layout::Binary,
        _ => Layout::Untagged,
    };
    let end = if wanted.zero { LineEnd::Nul } else { LineEnd::LineFeed };
    hashing::run(&Lines { algorithm, style: Style { layout, encoding: Encoding::Hex }, end }, files)
}

/// Refuses options that exclude each other, in the order in which coreutils check them.
fn refuse(tool: &Tool, wanted: &Wanted) -> Result<(), Stop> {
    let check = wanted.check;
    let meaningless = [
        (wanted.tag && wanted.binary == Some(false), "--tag does not support --text mode"),
        (wanted.zero && check, "the --zero option is not supported when verifying checksums"),
        (wanted.tag && check, "the --tag option is meaningless when verifying checksums"),
        (
            wanted.binary.is_some() && check,
            "the --binary and --text options are meaningless when verifying checksums",
        ),
        (
            wanted.ignore_missing && !check,
            "the --ignore-missing option is meaningful only when verifying checksums",
        ),
        (wanted.status && !check, "the --status option is meaningful only when verifying checksums"),
        (wanted.warn && !check, "the --warn option is meaningful only when verifying checksums"),
        (wanted.quiet && !check, "the --quiet option is meaningful only when verifying checksums"),
        (wanted.strict && !check, "the --strict option is meaningful only when verifying checksums"),
    ];
    match meaningless.iter().find(|(is, _)| *is) {
        Some((_, reason)) => Err(usage(tool, reason)),
        None => Ok(()),
    }
}

/// Returns the end for wrong usage, for which these tools exit with 1.
fn usage(tool: &Tool, reason: &str) -> Stop {
    Stop::failure(format_args!("{reason}\nTry '{} --help' for more information.", tool.name))
}

fn algorithm(tool: &Tool, length: Option<&OsStr>) -> Result<Algorithm, Stop> {
    let algorithm = lookup(tool.algorithm).map_err(Stop::failure)?;
    let Some(length) = length.map(OsStr::to_string_lossy) else { return Ok(algorithm) };
    let invalid = || format!("invalid length: {}", quote(&length));
    let bits: usize = length.parse().map_err(|_| Stop::failure(invalid()))?;
    let most = 8 * algorithm.info().lengths.max;
    let reason = match bits {
        0 => return Ok(algorithm),
        _ if bits > most => format!("maximum digest length for {} is {most} bits", quote(tool.word)),
        _ if !bits.is_multiple_of(8) => "length is not a multiple of 8".into(),
        _ => return algorithm.with_bits(bits).map_err(Stop::failure),
    };
    report::plain(invalid());
    Err(Stop::failure(reason))
}

/// Returns a word in the quotation marks of the locale.
fn quote(word: &str) -> String {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    let utf8 = locale.is_some_and(|name| name.to_ascii_lowercase().replace('-', "").contains("utf8"));
    if utf8 { format!("\u{2018}{word}\u{2019}") } else { format!("'{word}'") }
}

fn version(tool: &Tool) -> String {
    format!("{} (bramah) {}\n", tool.name, env!("CARGO_PKG_VERSION"))
}

fn help(tool: &Tool, has_length: bool) -> String {
    let Tool { name, word, specification, algorithm } = tool;
    let bits = lookup(algorithm).map_or(0, |algorithm| 8 * algorithm.output_len());
    let length = if has_length {
        "  -l, --length=BITS     bits of the digest: a multiple of 8, up to 512\n"
    } else {
        ""
    };
    format!(
        "Usage: {name} [OPTION]... [FILE]...
Print or check {word} ({bits}-bit) checksums, as {specification} describes them.

With no FILE, or when FILE is -, read standard input.
  -b, --binary          mark files as binary
  -c, --check           read checksums from the FILEs and check them
{length}      --tag             write BSD-style lines
  -t, --text            mark files as text (default); they are read alike
  -z, --zero            end lines with NUL, and do not escape file names

When checking:
      --ignore-missing  pass over files that are missing
      --quiet           print no OK
      --status          print nothing; the exit code tells
      --strict          fail for improperly formatted lines
  -w, --warn            tell of each improperly formatted line

      --help            print this help and exit
      --version         print the version and exit

This is bramah, called by another name: see bramah --help.
"
    )
}
