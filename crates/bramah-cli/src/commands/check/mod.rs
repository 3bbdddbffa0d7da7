//! `bramah check`: verifies lists of digests.

mod all;
mod apart;
mod audit;
mod bag;
mod feed;
mod found;
mod list;
mod naming;
mod other;
mod page;
mod signed;
mod tally;
mod verdict;

pub(crate) use all::run as check_lists;
pub(crate) use list::called;
pub(crate) use tally::Tally;
pub(crate) use verdict::line as verdict_line;

use crate::{
    commands::{hash, name::HASHES, parts, suggest},
    engine::{Show, parse_jobs},
    exit::{Exit, Stop},
    key, report,
    signature::{self, Limits},
    sumfile::{Expected, LineEnd, Tool, is_btih},
};
use naming::Naming;
use std::{
    ffi::OsString,
    io::IsTerminal,
    num::{NonZeroU64, NonZeroUsize},
    path::PathBuf,
};

/// Check files against lists of digests.
///
/// Reads the lists of coreutils, BSD, OpenSSL, RHash, hashdeep and many other tools (`bramah list formats`),
/// recognised by their content; one list may mix several algorithms. A directory that contains `bagit.txt` is
/// checked as a BagIt bag. If a line does not name its algorithm, Bramah uses the one from -a, then the one in the
/// list's file name (SHA256SUMS, FILE.sha512), then MD5, SHA-1 or SHA-2 by the length of the digest. If such a
/// digest does not match, a note says whether it matches under another algorithm of that length. As with `sha256sum
/// -c`, malformed lines fail the check only with --strict.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// The lists to check; `-`, or no list, means standard input. With --signed-by: one list (or its signature
    /// file), followed by the files to check. Each of these files must appear in the list, either with its path as given
    /// here or with the last components of that path.
    #[arg(value_name = "SUMFILE", value_parser = crate::names::operand())]
    pub(crate) lists: Vec<PathBuf>,

    /// Check the list only if it is signed with this key, and has no line outside the signed part.
    ///
    /// KEY is a minisign or signify public key (RW...), an SSH public key (`ssh-ed25519 ...`), the name of a file
    /// in ~/.config/bramah/keys, or a path. A key file holds such a key, an allowed-signers list as for `ssh-keygen
    /// -Y verify`, or an OpenPGP keyring (which needs gpgv or sqv to be installed). The signature is either next to
    /// the list, in a file with the list's name plus .minisig, .sig, .asc, .gpg or .sign, or inside the list
    /// (`signify -e`, `gpg --clearsign`).
    #[arg(long, value_name = "KEY", conflicts_with = "audit")]
    pub(crate) signed_by: Option<OsString>,

    /// The signature file. Default: the file with the name of the list plus .minisig, .sig, .asc, .gpg or .sign, or the
    /// list itself if the list contains a signature.
    #[arg(long, value_name = "FILE", requires = "signed_by")]
    pub(crate) signature: Option<PathBuf>,

    /// The namespace that an SSH signature must have.
    #[arg(long, value_name = "NAME", requires = "signed_by", default_value = signature::NAMESPACE)]
    pub(crate) namespace: String,

    /// Accept only this signer from an SSH allowed-signers file.
    #[arg(long, value_name = "NAME", requires = "signed_by")]
    pub(crate) principal: Option<String>,

    /// The algorithm of lines that do not name an algorithm; lines that name another algorithm count as malformed.
    #[arg(short, long, value_name = "ALG", value_parser = HASHES, hide_possible_values = true)]
    pub(crate) algorithm: Option<String>,

    /// Length of the digest in bits, for algorithms with several lengths. Required for lengths below 128 bits and for
    /// keyed digests, because the list may not choose these lengths.
    #[arg(short, long, value_name = "BITS", value_parser = hash::bits, requires = "algorithm")]
    pub(crate) length: Option<usize>,

    /// The directory that the names in the list are relative to. Default: the current directory.
    #[arg(long, value_name = "DIR")]
    pub(crate) base: Option<PathBuf>,

    /// Strip N leading directories from each name, like `tar --strip-components`.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        conflicts_with = "by_name"
    )]
    pub(crate) strip: usize,

    /// Use only the last component of each name, for files that are all in one directory.
    #[arg(long)]
    pub(crate) by_name: bool,

    /// Read backslashes in names as slashes, as in lists from Windows.
    #[arg(long)]
    pub(crate) windows_names: bool,

    /// Never open a file outside the --base directory, even if a name or a symbolic link leads there.
    #[arg(long)]
    pub(crate) inside: bool,

    /// The part size of objects that were uploaded to S3 in parts, such as 8M for 8 MiB. The digests of these objects
    /// end in a hyphen and the number of parts.
    ///
    /// Without this option, Bramah tries the usual part sizes, and all sizes of whole MiB that give the right number of
    /// parts. A message names the size that matches.
    #[arg(long, value_name = "SIZE", value_parser = parts::size)]
    pub(crate) part_size: Option<NonZeroU64>,

    /// Compare the files given as arguments with this digest instead of reading a list.
    ///
    /// DIGEST is hexadecimal or base64, optionally after the name of the algorithm (`sha256:...`), or an S3 ETag.
    #[arg(long, value_name = "DIGEST", conflicts_with_all = ["signed_by", "audit", "zero"])]
    pub(crate) digest: Option<String>,

    #[command(flatten)]
    pub(crate) key: key::FileArgs,

    #[command(flatten)]
    pub(crate) parameters: hash::Parameters,

    /// Skip missing files; fail if none of the listed files exists.
    #[arg(long)]
    pub(crate) ignore_missing: bool,

    /// Do not print OK for files that match.
    #[arg(long, overrides_with_all = ["status", "warn"])]
    pub(crate) quiet: bool,

    /// Print only read errors; the exit code reports the result.
    #[arg(long, overrides_with_all = ["quiet", "warn"])]
    pub(crate) status: bool,

    /// Fail if a line is malformed.
    #[arg(long)]
    pub(crate) strict: bool,

    /// Report each malformed line with the reason.
    #[arg(short, long, overrides_with_all = ["quiet", "status"])]
    pub(crate) warn: bool,

    /// Also scan the --base directory for files that are not in the list, and for listed files that were moved. Any
    /// difference fails the audit.
    #[arg(long, conflicts_with_all = ["ignore_missing", "strict"])]
    pub(crate) audit: bool,

    /// Also write the result of --audit to this file, as an HTML page. An existing file is replaced, unless a list names
    /// it.
    #[arg(long, value_name = "FILE", requires = "audit")]
    pub(crate) report: Option<PathBuf>,

    /// The --report file of an earlier audit. The new report shows the results of both audits. Repeatable.
    #[arg(long, value_name = "FILE", requires = "report")]
    pub(crate) earlier: Vec<PathBuf>,

    /// Print JSON: one object for each line of a list, then a summary.
    #[arg(long)]
    pub(crate) json: bool,

    /// Expect lists whose lines end with a NUL byte and whose names are not escaped.
    #[arg(short, long)]
    pub(crate) zero: bool,

    /// Maximum number of threads. Default: the number of processors.
    ///
    /// Threads are started only when there is work for them. The limit is 256 or the number of processors, whichever is
    /// larger; higher values are reduced to it. If the system refuses to start more threads, Bramah continues with the
    /// threads that are already running.
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// How to show progress on standard error.
    ///
    /// With every HOW, the signal SIGUSR1 (or SIGINFO, which Ctrl-T sends on BSD and macOS) makes Bramah print one line
    /// of progress and continue.
    #[arg(long, value_enum, value_name = "HOW", default_value = "auto")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "plain")]
    pub(crate) progress: Show,
}

impl Args {
    /// Returns the arguments of a command line with only lists and no options.
    pub(crate) fn of(lists: Vec<PathBuf>) -> Self {
        Self { lists, namespace: signature::NAMESPACE.into(), ..Self::default() }
    }
}

/// The settings for checking lists, also under the names of other tools.
pub(crate) struct Settings {
    /// The lists; `-` is standard input.
    pub(crate) lists: Vec<PathBuf>,
    /// The algorithm of lines that do not name one, if given.
    pub(crate) given: Option<Expected>,
    /// Whether digests in lines without a tag are info-hashes of torrents; `given` is then SHA-1.
    pub(crate) torrents: bool,
    /// The size of a part in bytes, for digests of parts.
    pub(crate) part_size: Option<NonZeroU64>,
    /// Lines to check instead of a list, made from --digest.
    pub(crate) lines: Option<Vec<u8>>,
    /// The directory that names are relative to.
    pub(crate) base: Option<PathBuf>,
    /// The options that change names.
    pub(crate) naming: Naming,
    /// The key and other parameters of the hash functions.
    pub(crate) parameters: hash::Given,
    /// The name of the algorithm that messages about malformed lines contain instead of a reason, as in coreutils'
    /// tools.
    pub(crate) word: Option<&'static str>,
    /// The tool of coreutils whose format of lines is the only one accepted.
    pub(crate) tool: Option<Tool>,
    pub(crate) ignore_missing: bool,
    pub(crate) quiet: bool,
    pub(crate) status: bool,
    pub(crate) strict: bool,
    pub(crate) warn: bool,
    pub(crate) json: bool,
    /// The byte that ends a line of a list.
    pub(crate) end: LineEnd,
    /// The signature that lists must have, if --signed-by was given.
    pub(crate) signed: Option<signed::Signing>,
    /// The maximum number of threads, if given.
    pub(crate) jobs: Option<NonZeroUsize>,
    pub(crate) progress: Show,
}

impl Settings {
    /// Makes the settings for checking lists without options.
    pub(crate) fn of(lists: Vec<PathBuf>, given: Option<Expected>) -> Self {
        Self {
            lists,
            given,
            torrents: false,
            part_size: None,
            lines: None,
            base: None,
            naming: Naming::default(),
            parameters: hash::Given::default(),
            word: None,
            tool: None,
            ignore_missing: false,
            quiet: false,
            status: false,
            strict: false,
            warn: false,
            json: false,
            end: LineEnd::LineFeed,
            signed: None,
            jobs: None,
            progress: Show::Never,
        }
    }
}

/// Runs `bramah check`.
pub(crate) fn run(args: Args) -> Result<Exit, Stop> {
    let mut lists = args.lists;
    let lines = args.digest.as_ref().map(|digest| apart::lines(digest, &mut lists)).transpose()?;
    if lists.is_empty() {
        if std::io::stdin().is_terminal() {
            report::plain("reading the list from the terminal; end it with Ctrl-D");
        }
        lists.push("-".into());
    }
    let signed = match &args.signed_by {
        Some(key) => {
            let files = lists.split_off(1);
            if !files.is_empty() && args.ignore_missing {
                return Err(Stop::usage(
                    "--ignore-missing works only with whole lists, not with named files",
                ));
            }
            if bag::is_bag(&lists[0]) {
                return Err(Stop::usage("--signed-by works with lists, not with BagIt bags"));
            }
            let limits = Limits { namespace: args.namespace, principal: args.principal };
            Some(signed::Signing { key: signed::key(key)?, limits, signature: args.signature, files })
        }
        None => None,
    };
    let torrents = args.algorithm.as_ref().is_some_and(|name| is_btih(name.as_bytes()));
    // an info-hash looks like a SHA-1 digest
    let algorithm = if torrents { Some("sha1") } else { args.algorithm.as_deref() };
    let given = algorithm.map(|name| expected(name, args.length)).transpose()?;
    let parameters = args.parameters.with_key(args.key.read()?)?;
    let settings = Settings {
        lists,
        given,
        torrents,
        part_size: args.part_size,
        lines,
        base: args.base,
        naming: Naming {
            strip: args.strip,
            by_name: args.by_name,
            windows: args.windows_names,
            inside: args.inside,
        },
        parameters,
        word: None,
        tool: None,
        ignore_missing: args.ignore_missing,
        quiet: args.quiet,
        status: args.status,
        strict: args.strict,
        warn: args.warn,
        json: args.json,
        end: if args.zero { LineEnd::Nul } else { LineEnd::LineFeed },
        signed,
        jobs: args.jobs,
        progress: args.progress,
    };
    if settings.lines.is_some() {
        list::refuse_flawed(&settings)?;
    }
    if args.audit {
        return audit::run(&settings, args.report.as_deref(), &args.earlier);
    }
    check_lists(&settings)
}

fn expected(name: &str, bits: Option<usize>) -> Result<Expected, Stop> {
    let expected = Expected::named(name).map_err(|error| match error {
        bramah::Error::UnknownName(_) if bramah::mac::lookup(name).is_ok() => Stop::usage(format_args!(
            "{name} is a MAC, not a hash function; to check its tags, run: bramah mac {name} --check-list LIST"
        )),
        bramah::Error::UnknownName(_) => {
            let meant = suggest::of(bramah::registry::Kind::Hash, name);
            Stop::usage(format_args!(
                "unknown hash function {name:?}{meant}; `bramah list` prints the names"
            ))
        }
        _ => Stop::usage(format_args!("{name}: {error}")),
    })?;
    let Some(bits) = bits else { return Ok(expected) };
    let algorithm = expected.algorithm.with_bits(bits);
    algorithm.map(Expected::exactly).map_err(|error| Stop::usage(format_args!("{name}: {error}")))
}
