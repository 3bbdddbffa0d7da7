//! The arguments of `bramah hash`.

use super::{Parameters, form::ListForm};
use crate::{
    commands::name::HASHES,
    engine::{Show, parse_jobs},
    exit::Stop,
    key,
    shard::Shard,
};
use std::{
    ffi::OsString,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

/// Hash files: one line for each file and algorithm, in the order of the arguments.
///
/// Directories are gone through with -r, in the order of the bytes of the paths; links in them are
/// not followed, and FIFOs, sockets and devices are left out with a message. Nothing else is left
/// out unless told, hidden files neither. `bramah hash -c` is `bramah check`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The files; `-`, or none at all, is standard input.
    #[arg(value_name = "FILE", value_parser = crate::names::operand())]
    pub(crate) files: Vec<PathBuf>,

    /// Hash the bytes of this text instead of files: a line with the text in quotation marks. Repeatable. Everyone on
    /// the machine can read the arguments of a running program.
    #[arg(short, long, value_name = "TEXT", conflicts_with_all = [
        "files", "json", "output", "recursive", "files_from", "update", "resume", "shard", "merge",
    ])]
    pub(crate) message: Vec<OsString>,

    /// The algorithms, sha256 by default; `bramah list` has their names.
    #[arg(short, long, value_name = "ALG", value_delimiter = ',', value_parser = HASHES, hide_possible_values = true)]
    pub(crate) algorithm: Vec<String>,

    /// The bits of the digest, for algorithms with several lengths.
    #[arg(short, long, value_name = "BITS", value_parser = bits)]
    pub(crate) length: Option<usize>,

    #[command(flatten)]
    pub(crate) key: key::FileArgs,

    #[command(flatten)]
    pub(crate) parameters: Parameters,

    /// The implementation to use, by its name in `bramah list --backends`.
    #[arg(long, value_name = "NAME", value_parser = crate::commands::name::Backend, hide_possible_values = true)]
    pub(crate) backend: Option<String>,

    /// Lines of the form `SHA256 (FILE) = DIGEST`: the default.
    #[arg(long, overrides_with = "untagged")]
    pub(crate) tag: bool,

    /// Lines of the form `DIGEST  FILE`.
    #[arg(long, overrides_with = "tag")]
    pub(crate) untagged: bool,

    /// Lines in the form of another tool, which `bramah check` reads too. A file whose name the form cannot have is a
    /// failure.
    #[arg(long, value_enum, value_name = "FORM", conflicts_with_all = [
        "tag", "untagged", "base64", "json", "raw", "zero", "update", "shard", "merge", "message",
    ])]
    pub(crate) format: Option<ListForm>,

    /// The bytes of the digest and nothing else, for one file.
    #[arg(long, conflicts_with_all = ["tag", "untagged", "base64", "json", "zero"])]
    pub(crate) raw: bool,

    /// Digests in base64 instead of hexadecimal.
    #[arg(long, conflicts_with = "json")]
    pub(crate) base64: bool,

    /// A JSON object for each file and algorithm, and one that sums up.
    #[arg(long, conflicts_with_all = ["tag", "untagged", "zero"])]
    pub(crate) json: bool,

    /// End lines with a zero byte, and do not escape names.
    #[arg(short, long)]
    pub(crate) zero: bool,

    /// Write to this file, `-` for standard output: to a temporary one first, which then takes its place.
    ///
    /// If something could not be read and there is a file of this name already, that one stays. The new lines then go
    /// to OUT.partial, which is replaced if it is there, and the exit code is 1. A whole list replaces an old one without
    /// --force, which commands that write keys and messages ask for: a list is made again and again.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Go through directories.
    #[arg(short, long)]
    pub(crate) recursive: bool,

    /// Follow links in directories.
    #[arg(short = 'L', long)]
    pub(crate) follow: bool,

    /// Leave out what matches, in directories: a line of .gitignore syntax. Repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,

    /// Leave out what the lines of this file match, as with --exclude. Repeatable.
    #[arg(long, value_name = "FILE")]
    pub(crate) ignore_file: Vec<PathBuf>,

    /// Leave out .git, and what the .gitignore files of the directories say.
    #[arg(long)]
    pub(crate) gitignore: bool,

    /// Hash the files that this file names too, one in a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// Names in --files-from end with a zero byte.
    #[arg(short = '0', long, requires = "files_from")]
    pub(crate) null: bool,

    /// The most threads; as many as there are processors by default.
    ///
    /// A thread is started when there is work for it. More than 256 count as 256, or as the number of processors if
    /// that is larger. If the system gives fewer, the run goes on with those.
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Bring a list up to date: files whose size and time are as in its comments are not read.
    ///
    /// Each file's lines follow a comment with its size and time, which coreutils and BSD pass over. Since busybox and toybox
    /// take it for a line of a file, the comments of lists with --untagged are in LIST.state, which has the lines too.
    /// Files last written to within two seconds before they were hashed get no comment, as a
    /// later change might not show. Files that are gone disappear from the list. The old lines of a file that is named
    /// and cannot be read are kept, and so are those of all files in a directory that cannot be read; a message says
    /// how many, and the exit code is 1.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["output", "raw", "json", "zero"])]
    pub(crate) update: Option<PathBuf>,

    /// Save the state of large files here every GiB, and go on from it after an interruption.
    ///
    /// A file goes on only if its name, size and time, the algorithms, and the key and all other parameters are the
    /// same; else it is hashed from its beginning, and a message says why. A damaged STATE is refused. A run that ends
    /// well removes STATE, unless there are states of other files in it. Keep it as secret as the files and the key.
    #[arg(long, value_name = "STATE")]
    pub(crate) resume: Option<PathBuf>,

    /// The bytes after which --resume saves.
    #[arg(long, value_name = "BYTES", default_value_t = RESUME_INTERVAL, hide = true)]
    pub(crate) resume_interval: u64,

    /// Hash part K of N: a file's part is the first 64 bits of the SHA-256 of its path modulo N.
    ///
    /// The list names its part, in a comment or in the sums of --json, so that --merge can tell that one is missing.
    /// coreutils passes over the comment. busybox and toybox take it for a line of a file, and count it as a failure;
    /// the list that --merge makes of all parts has no comment.
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<Shard>,

    /// Join the lists FILE by the names in them; a name listed twice is refused, and so are shards of which one is
    /// missing or comes twice.
    #[arg(long, conflicts_with_all = ["raw", "recursive", "files_from", "update", "resume", "shard"])]
    pub(crate) merge: bool,

    /// How progress is shown on standard error.
    ///
    /// Whatever HOW is, SIGUSR1 (and SIGINFO, which Ctrl-T sends on BSD and macOS) prints a line of the progress, after the
    /// read that it interrupts, and does not end the run.
    #[arg(long, value_enum, value_name = "HOW", default_value = "auto")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "plain")]
    pub(crate) progress: Show,
}

/// Parses the length of a digest.
pub(crate) fn bits(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "wanted: a number of bits")
}

/// The default of --resume-interval.
const RESUME_INTERVAL: u64 = 1 << 30;

impl Args {
    /// Returns what the grammar makes of files alone, without an option.
    pub(crate) fn of(files: Vec<PathBuf>) -> Self {
        Self {
            files,
            message: Vec::new(),
            algorithm: Vec::new(),
            length: None,
            key: key::FileArgs::default(),
            parameters: Parameters::default(),
            backend: None,
            tag: false,
            untagged: false,
            format: None,
            raw: false,
            base64: false,
            json: false,
            zero: false,
            output: None,
            recursive: false,
            follow: false,
            exclude: Vec::new(),
            ignore_file: Vec::new(),
            gitignore: false,
            files_from: None,
            null: false,
            jobs: None,
            update: None,
            resume: None,
            resume_interval: RESUME_INTERVAL,
            shard: None,
            merge: false,
            progress: Show::Auto,
        }
    }

    /// Returns the file that the list is written to; `None` for standard output, which `-` is too.
    pub(crate) fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Refuses arguments that the grammar cannot refuse.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        let several =
            self.files.len() > 1 || self.message.len() > 1 || self.recursive || self.files_from.is_some();
        if self.update.as_ref().is_some_and(|list| list.as_os_str() == "-") {
            return Err(Stop::usage("--update brings a file up to date, and - is standard input and output"));
        }
        if self.raw && several {
            return Err(Stop::usage("--raw writes one digest: of one file only"));
        }
        if self.files_from.as_ref().is_some_and(|from| from.as_os_str() == "-")
            && self.files.iter().any(|file| file.as_os_str() == "-")
        {
            return Err(Stop::usage("standard input cannot be both a file and --files-from"));
        }
        Ok(())
    }
}
