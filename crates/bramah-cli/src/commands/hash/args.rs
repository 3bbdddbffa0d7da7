//! The arguments of `bramah hash`.

use super::{Parameters, form::ListForm};
use crate::{
    commands::{name::HASHES, parts},
    engine::{Show, parse_jobs},
    exit::Stop,
    key,
    sumfile::Shard,
};
use std::{
    ffi::OsString,
    num::{NonZeroU64, NonZeroUsize},
    path::{Path, PathBuf},
};

/// Hash files: one line for each file and algorithm, in the order of the arguments.
///
/// With -r, Bramah descends into directories, hidden files included, in byte order of the paths. It does not follow
/// symbolic links there and skips FIFOs, sockets and devices with a message. `bramah hash -c` is `bramah check`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// The files to hash; `-`, or no file, means standard input.
    #[arg(value_name = "FILE", value_parser = crate::names::operand())]
    pub(crate) files: Vec<PathBuf>,

    /// Hash this text instead of files; the output line shows the text in quotation marks. Do not hash secrets in this
    /// way: everyone on the machine can see the arguments of a running program. Repeatable.
    #[arg(short, long, value_name = "TEXT", conflicts_with_all = [
        "files", "json", "output", "recursive", "files_from", "update", "resume", "shard", "merge",
    ])]
    pub(crate) message: Vec<OsString>,

    /// The algorithms, separated by commas; `bramah list` prints the names. Default: sha256. btih is the info-hash of a
    /// torrent of one file, as `rhash --btih` computes it; it depends on the name of the file, too.
    #[arg(short, long, value_name = "ALG", value_delimiter = ',', value_parser = HASHES, hide_possible_values = true)]
    pub(crate) algorithm: Vec<String>,

    /// Length of the digest in bits, for algorithms with several lengths.
    #[arg(short, long, value_name = "BITS", value_parser = bits)]
    pub(crate) length: Option<usize>,

    /// Compute the digest of the digests of all parts of this size, as S3 does for objects uploaded in parts.
    ///
    /// SIZE is a number of bytes, or a number followed by K, M or G: 8M is 8 MiB, the default of `aws s3`. With this
    /// option, the default of -a is md5, which gives the ETag, in hexadecimal. CRC-32, CRC-32C, SHA-1 and SHA-256 give
    /// the checksum of the type COMPOSITE, in base64. A hyphen and the number of parts follow. Omit this option for
    /// objects that were uploaded as a whole and for checksums of the type FULL_OBJECT, which are digests of the file.
    #[arg(long, value_name = "SIZE", value_parser = parts::size, conflicts_with_all = [
        "message", "format", "raw", "zero", "recursive", "files_from", "update", "resume", "shard", "merge",
    ])]
    pub(crate) part_size: Option<NonZeroU64>,

    #[command(flatten)]
    pub(crate) key: key::FileArgs,

    #[command(flatten)]
    pub(crate) parameters: Parameters,

    /// The implementation to use; `bramah list --backends` prints the names.
    #[arg(long, value_name = "NAME", value_parser = crate::commands::name::Backend, hide_possible_values = true)]
    pub(crate) backend: Option<String>,

    /// Write lines of the form `SHA256 (FILE) = DIGEST`. This is the default.
    #[arg(long, overrides_with = "untagged")]
    pub(crate) tag: bool,

    /// Write lines of the form `DIGEST  FILE`.
    #[arg(long, overrides_with = "tag")]
    pub(crate) untagged: bool,

    /// Write lines in the format of another tool. `bramah check` reads all of these formats. It is an error if the name
    /// of a file cannot be written in the format.
    #[arg(long, value_enum, value_name = "FORM", conflicts_with_all = [
        "tag", "untagged", "base64", "json", "raw", "zero", "update", "shard", "merge", "message",
    ])]
    pub(crate) format: Option<ListForm>,

    /// Write only the digest, as raw bytes instead of hexadecimal digits; works with one file only.
    #[arg(long, conflicts_with_all = ["tag", "untagged", "base64", "json", "zero"])]
    pub(crate) raw: bool,

    /// Write digests in base64 instead of hexadecimal.
    #[arg(long, conflicts_with = "json")]
    pub(crate) base64: bool,

    /// Print JSON: one object for each file and algorithm, then a summary.
    #[arg(long, conflicts_with_all = ["tag", "untagged", "zero"])]
    pub(crate) json: bool,

    /// End lines with a NUL byte, and do not escape names.
    #[arg(short, long)]
    pub(crate) zero: bool,

    /// Write to this file, through a temporary file; `-` means standard output.
    ///
    /// If a file cannot be read and OUT already exists, Bramah does not change OUT. It writes the new list to
    /// OUT.partial, replaces that file if it exists, and exits with code 1. If all files are read, Bramah replaces an
    /// existing OUT. Lists are made to be renewed, so this needs no --force; the outputs of `encrypt`, `keygen` and
    /// other commands do.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// If an argument is a directory, hash all files in it and in its subdirectories.
    #[arg(short, long)]
    pub(crate) recursive: bool,

    /// Follow symbolic links in directories.
    #[arg(short = 'L', long)]
    pub(crate) follow: bool,

    /// Skip files and directories that match GLOB (.gitignore syntax) while descending into directories.
    /// Repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,

    /// Read patterns for --exclude from this file, one per line. Repeatable.
    #[arg(long, value_name = "FILE")]
    pub(crate) ignore_file: Vec<PathBuf>,

    /// Skip .git and everything that .gitignore files exclude.
    #[arg(long)]
    pub(crate) gitignore: bool,

    /// Also hash the files that are named in this file, one per line; `-` means standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// In the file of --files-from, each name ends with a NUL byte instead of a newline.
    #[arg(short = '0', long, requires = "files_from")]
    pub(crate) null: bool,

    /// Maximum number of threads. Default: the number of processors.
    ///
    /// Threads are started only when there is work for them. The limit is 256 or the number of processors, whichever is
    /// larger; higher values are reduced to it. If the system refuses to start more threads, Bramah continues with the
    /// threads that are already running.
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Update LIST. Read only the files whose size or time has changed since the list was written.
    ///
    /// A comment with the size and the time of a file precedes the lines of the file. coreutils and BSD ignore such
    /// comments, but busybox and toybox do not. With --untagged, the comments are therefore kept in LIST.state,
    /// together with a copy of the lines. A file written less than two seconds before it was hashed gets no comment,
    /// because a later change might keep the same time. Lines of files that no longer exist are removed; lines of files
    /// that exist but are not among FILEs are kept, at the end of LIST. If a file or a directory cannot be read, its old
    /// lines are kept, a message says how many, and the exit code is 1. If LIST or LIST.state exists and is not a list of
    /// digests, or LIST.state is a symbolic link, nothing is changed, and the exit code is 2.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["output", "raw", "json", "zero"])]
    pub(crate) update: Option<PathBuf>,

    /// Save the state of large files to STATE every GiB, and continue from there after an interruption.
    ///
    /// A file is continued only if its name, size and time, the algorithms, the key and all other parameters are
    /// unchanged; otherwise it is hashed from the beginning, and a message says why. A damaged STATE is an error. A
    /// successful run removes STATE, unless it holds states of other files. Keep STATE as secret as the files and
    /// the key.
    #[arg(long, value_name = "STATE")]
    pub(crate) resume: Option<PathBuf>,

    /// The number of bytes after which --resume saves the state.
    #[arg(long, value_name = "BYTES", default_value_t = RESUME_INTERVAL, hide = true)]
    pub(crate) resume_interval: u64,

    /// Hash only part K of N of the files; K is 1 to N. A file's part is 1 plus the first 64 bits of the SHA-256 of its
    /// path modulo N.
    ///
    /// The list records its part in a comment (with --json in the summary), so that --merge notices a missing part.
    /// coreutils ignores the comment; busybox and toybox read it as a file name and report a failure. The list that
    /// --merge writes has no such comment.
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<Shard>,

    /// Merge the lists given as FILE into one list, sorted by name. It is an error if a name is listed twice, or if a
    /// shard is missing or repeated.
    #[arg(long, conflicts_with_all = ["raw", "recursive", "files_from", "update", "resume", "shard"])]
    pub(crate) merge: bool,

    /// How to show progress on standard error.
    ///
    /// With every HOW, the signal SIGUSR1 (or SIGINFO, which Ctrl-T sends on BSD and macOS) makes Bramah print one line
    /// of progress and continue.
    #[arg(long, value_enum, value_name = "HOW", default_value = "auto")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "plain")]
    pub(crate) progress: Show,
}

/// Parses the length of a digest.
pub(crate) fn bits(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "expected a number of bits")
}

/// The default of --resume-interval in bytes.
const RESUME_INTERVAL: u64 = 1 << 30;

impl Args {
    /// Returns the arguments of a command line with only files and no options.
    pub(crate) fn of(files: Vec<PathBuf>) -> Self {
        Self { files, resume_interval: RESUME_INTERVAL, ..Self::default() }
    }

    /// Returns the file that the list is written to; `None` for standard output, also if it is given as `-`.
    pub(crate) fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Refuses arguments that the grammar cannot refuse.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        let several =
            self.files.len() > 1 || self.message.len() > 1 || self.recursive || self.files_from.is_some();
        if self.update.as_ref().is_some_and(|list| list.as_os_str() == "-") {
            return Err(Stop::usage(
                "--update needs a file to update, and cannot be used with standard output (-)",
            ));
        }
        if self.raw && several {
            return Err(Stop::usage("--raw works with one file only"));
        }
        if self.files_from.as_ref().is_some_and(|from| from.as_os_str() == "-")
            && self.files.iter().any(|file| file.as_os_str() == "-")
        {
            return Err(Stop::usage("standard input cannot be used for both a file and --files-from"));
        }
        Ok(())
    }
}
