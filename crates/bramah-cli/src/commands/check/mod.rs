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
/// Reads lists of coreutils, BSD, OpenSSL, RHash, hashdeep and many others (`bramah list formats`), which are known by
/// their content, with several algorithms mixed. A directory with a `bagit.txt` is checked as a whole bag. A line
/// without a tag is of the algorithm that -a names, or the list's name (SHA256SUMS, FILE.sha512), or
/// else MD5, SHA-1 or SHA-2 by its length. If its digest does not match, a note names another algorithm
/// of that length that does. Malformed lines fail the check with --strict alone, as with
/// `sha256sum -c`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The lists; `-`, or none at all, is standard input. With --signed-by, one list, or its signature, and the files of it
    /// to check: each has to be in the list, as the name or the end of the path that it has here.
    #[arg(value_name = "SUMFILE", value_parser = crate::names::operand())]
    pub(crate) lists: Vec<PathBuf>,

    /// Check a list only if it is signed with this key, and read nothing but what is signed.
    ///
    /// KEY is a public key of minisign or signify (RW...) or of SSH (`ssh-ed25519 ...`), or the name of a file in
    /// ~/.config/bramah/keys, or a file: of such a key, of allowed signers as `ssh-keygen -Y verify` reads them, or a keyring
    /// of OpenPGP, for which gpgv or sqv has to be installed. The signature is beside the list, with its name and .minisig,
    /// .sig, .asc, .gpg or .sign after it, or in the list (`signify -e`, `gpg --clearsign`).
    #[arg(long, value_name = "KEY", conflicts_with = "audit")]
    pub(crate) signed_by: Option<OsString>,

    /// The file of the signature, if its name does not tell.
    #[arg(long, value_name = "FILE", requires = "signed_by")]
    pub(crate) signature: Option<PathBuf>,

    /// The namespace of signatures of SSH.
    #[arg(long, value_name = "NAME", requires = "signed_by", default_value = signature::NAMESPACE)]
    pub(crate) namespace: String,

    /// The signer among the allowed ones of SSH, if only this one counts.
    #[arg(long, value_name = "NAME", requires = "signed_by")]
    pub(crate) principal: Option<String>,

    /// The algorithm of lines without a tag; lines with another tag are malformed.
    #[arg(short, long, value_name = "ALG", value_parser = HASHES, hide_possible_values = true)]
    pub(crate) algorithm: Option<String>,

    /// The bits of the digest, for algorithms with several lengths; lists choose none below 128, and none under a key.
    #[arg(short, long, value_name = "BITS", value_parser = hash::bits, requires = "algorithm")]
    pub(crate) length: Option<usize>,

    /// The directory that names are relative to; the current one by default.
    #[arg(long, value_name = "DIR")]
    pub(crate) base: Option<PathBuf>,

    /// Leave out N parts at the front of each name, as `tar` does.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        conflicts_with = "by_name"
    )]
    pub(crate) strip: usize,

    /// Take the last part of each name alone: the files are all in one directory.
    #[arg(long)]
    pub(crate) by_name: bool,

    /// Take a backslash in a name for a slash, as on Windows.
    #[arg(long)]
    pub(crate) windows_names: bool,

    /// Open nothing outside the directory of --base, whatever the names and links say.
    #[arg(long)]
    pub(crate) inside: bool,

    /// The bytes of a part of each object whose digest has the number of parts after it, as ETags of S3 have; 8M is 8 MiB.
    ///
    /// Without it the usual sizes that give this number of parts are tried, and those of whole MiB, and a message names the one
    /// that has matched.
    #[arg(long, value_name = "SIZE", value_parser = parts::size)]
    pub(crate) part_size: Option<NonZeroU64>,

    /// Compare the files that are named with this digest, and read no list.
    ///
    /// It is what a line of a list may have before the name: in hexadecimal or base64, with the algorithm in front
    /// (`sha256:...`) or not, or an ETag of S3.
    #[arg(long, value_name = "DIGEST", conflicts_with_all = ["signed_by", "audit", "zero"])]
    pub(crate) digest: Option<String>,

    #[command(flatten)]
    pub(crate) key: key::FileArgs,

    #[command(flatten)]
    pub(crate) parameters: hash::Parameters,

    /// Pass over files that are not there; but one at least must be.
    #[arg(long)]
    pub(crate) ignore_missing: bool,

    /// Print no OK.
    #[arg(long, overrides_with_all = ["status", "warn"])]
    pub(crate) quiet: bool,

    /// Print nothing but errors of reading; the exit code tells.
    #[arg(long, overrides_with_all = ["quiet", "warn"])]
    pub(crate) status: bool,

    /// Fail for malformed lines.
    #[arg(long)]
    pub(crate) strict: bool,

    /// Say what is wrong with each malformed line.
    #[arg(short, long, overrides_with_all = ["quiet", "status"])]
    pub(crate) warn: bool,

    /// Go through the directory of --base and tell also which files are new, or moved from a name
    /// of the list; any difference is a failure.
    #[arg(long, conflicts_with_all = ["ignore_missing", "strict"])]
    pub(crate) audit: bool,

    /// Write the result of --audit to this file too, as a page of HTML, which is replaced if it is there.
    #[arg(long, value_name = "FILE", requires = "audit")]
    pub(crate) report: Option<PathBuf>,

    /// A report of an earlier audit, which --report shows beside this one; it may be given several times.
    #[arg(long, value_name = "FILE", requires = "report")]
    pub(crate) earlier: Vec<PathBuf>,

    /// A JSON object for each line of a list, and one that sums up.
    #[arg(long)]
    pub(crate) json: bool,

    /// Lines of the lists end with a zero byte, and names are not escaped.
    #[arg(short, long)]
    pub(crate) zero: bool,

    /// The most threads; as many as there are processors by default.
    ///
    /// A thread is started when there is work for it. More than 256 count as 256, or as the number of processors if
    /// that is larger. If the system gives fewer, the run goes on with those.
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// How progress is shown on standard error.
    ///
    /// Whatever HOW is, SIGUSR1 (and SIGINFO, which Ctrl-T sends on BSD and macOS) prints a line of the progress, after the
    /// read that it interrupts, and does not end the run.
    #[arg(long, value_enum, value_name = "HOW", default_value = "auto")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "plain")]
    pub(crate) progress: Show,
}

/// The settings for checking lists, under whatever name the program was called.
pub(crate) struct Settings {
    /// The lists; `-` is standard input.
    pub(crate) lists: Vec<PathBuf>,
    /// The algorithm asked for.
    pub(crate) given: Option<Expected>,
    /// Whether lines without a tag have info-hashes of torrents; the algorithm asked for is then SHA-1.
    pub(crate) torrents: bool,
    /// The bytes of a part, in digests of parts.
    pub(crate) part_size: Option<NonZeroU64>,
    /// Lines that are checked in place of a list.
    pub(crate) lines: Option<Vec<u8>>,
    /// The directory of the names.
    pub(crate) base: Option<PathBuf>,
    /// How names are read.
    pub(crate) naming: Naming,
    /// The parameters of the functions besides the messages.
    pub(crate) parameters: hash::Given,
    /// The word for the algorithm in the message on a malformed line, in place of the reason, as in coreutils' tools.
    pub(crate) word: Option<&'static str>,
    /// The tool of coreutils whose lines alone are read.
    pub(crate) tool: Option<Tool>,
    pub(crate) ignore_missing: bool,
    pub(crate) quiet: bool,
    pub(crate) status: bool,
    pub(crate) strict: bool,
    pub(crate) warn: bool,
    pub(crate) json: bool,
    /// The byte that ends a line of a list.
    pub(crate) end: LineEnd,
    /// How lists have to be signed, if they have to.
    pub(crate) signed: Option<signed::Signing>,
    /// The largest number of threads that was asked for.
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
            report::plain("no list is named: it is read from the terminal, up to Ctrl-D");
        }
        lists.push("-".into());
    }
    let signed = match &args.signed_by {
        Some(key) => {
            let files = lists.split_off(1);
            if !files.is_empty() && args.ignore_missing {
                return Err(Stop::usage(
                    "--ignore-missing is for whole lists: each file that is named has to be there",
                ));
            }
            if bag::is_bag(&lists[0]) {
                return Err(Stop::usage("--signed-by is for lists, and not for bags"));
            }
            let limits = Limits { namespace: args.namespace, principal: args.principal };
            Some(signed::Signing { key: signed::key(key)?, limits, signature: args.signature, files })
        }
        None => None,
    };
    let torrents = args.algorithm.as_ref().is_some_and(|name| is_btih(name.as_bytes()));
    // an info-hash is SHA-1 to the eye
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
    if args.audit {
        return audit::run(&settings, args.report.as_deref(), &args.earlier);
    }
    check_lists(&settings)
}

fn expected(name: &str, bits: Option<usize>) -> Result<Expected, Stop> {
    let expected = Expected::named(name).map_err(|error| match error {
        bramah::Error::UnknownName(_) if bramah::mac::lookup(name).is_ok() => Stop::usage(format_args!(
            "{name} is a message authentication code: bramah mac {name} --check-list LIST checks its tags"
        )),
        bramah::Error::UnknownName(_) => {
            let meant = suggest::of(bramah::registry::Kind::Hash, name);
            Stop::usage(format_args!(
                "no hash function is named {name:?}{meant}; `bramah list` has their names"
            ))
        }
        _ => Stop::usage(format_args!("{name}: {error}")),
    })?;
    let Some(bits) = bits else { return Ok(expected) };
    let algorithm = expected.algorithm.with_bits(bits);
    algorithm.map(Expected::exactly).map_err(|error| Stop::usage(format_args!("{name}: {error}")))
}
