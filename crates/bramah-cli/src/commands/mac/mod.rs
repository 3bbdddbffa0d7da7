//! `bramah mac`: computes and checks the tags of files.

mod list;

use super::{check::verdict_line, name::MACS, suggest};
use crate::{
    buffer::Buffer,
    exit::{Exit, Stop},
    hex::Hex,
    input::Input,
    key, output, report,
    sumfile::{Encoding, Layout, LineEnd, Style, write_line},
};
use bramah::{
    Error,
    mac::{self, Algorithm, AnyMac},
    registry::Kind,
    threads,
};
use std::path::{Path, PathBuf};

/// Compute or check message authentication codes: a low-level tool for scripts, standards and tests.
///
/// NAME is a MAC, such as hmac-sha256, cmac-aes-128, kmac256 or siphash-2-4; `bramah list macs` prints all names.
/// The output has one line with the tag of each file, in the format of `bramah hash --untagged`; --check-list
/// checks such lines.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The name of the MAC, such as hmac-sha256.
    #[arg(value_parser = MACS, hide_possible_values = true)]
    name: String,

    /// The files to authenticate; `-`, or no file, means standard input.
    #[arg(value_name = "FILE", value_parser = crate::names::operand())]
    files: Vec<PathBuf>,

    #[command(flatten)]
    key: key::Args,

    /// The nonce, in hexadecimal, for MACs that take one. Never use a nonce twice with gmac.
    #[arg(long, value_name = "HEX")]
    nonce: Option<Hex>,

    /// For omac-acpkm only: the number of message bytes after which the key changes. It must be a multiple of the block
    /// size. Default: 1024 for 8-byte blocks, 4096 for 16-byte blocks.
    #[arg(long, value_name = "BYTES")]
    section: Option<usize>,

    /// For omac-acpkm only: the number of key bytes after which the master key changes. It must be a multiple of the
    /// block size. Default: the number of key bytes for sixteen sections.
    #[arg(long, value_name = "BYTES")]
    master_section: Option<usize>,

    /// Length of the tag in bytes. Default: the length of the full tag. A shorter tag must have at least half of the full
    /// length, and at least 10 bytes. With --check: the length of the tag HEX.
    #[arg(long, value_name = "N")]
    tag_len: Option<usize>,

    /// Compare the tag of one file with HEX, in constant time. Print OK if they match; otherwise print FAILED, with exit
    /// code 1. HEX must be a full tag unless --tag-len gives another length.
    #[arg(long, value_name = "HEX")]
    check: Option<Hex>,

    /// Read the files as lists of tags, which this command or `openssl dgst -mac` has written, and check every file
    /// that the lists name. The exit code is 1 if a tag does not match, a file cannot be read or a line is malformed.
    #[arg(long, conflicts_with_all = ["check", "raw"])]
    check_list: bool,

    /// Write only the tag, as raw bytes instead of hexadecimal digits; works with one file only.
    #[arg(long, conflicts_with = "check")]
    raw: bool,

    /// The implementation to use; `bramah list macs --backends` prints the names.
    #[arg(long, value_name = "NAME", value_parser = crate::commands::name::Backend, hide_possible_values = true)]
    backend: Option<String>,

    /// Do not print OK or warnings.
    #[arg(short, long)]
    quiet: bool,
}

/// The number of bytes that are read at a time.
const PIECE: usize = 1 << 20;

/// Runs `bramah mac`.
pub(crate) fn run(mut args: Args) -> Result<Exit, Stop> {
    if args.files.is_empty() {
        args.files.push("-".into());
    }
    for (one, argument) in [(args.raw, "--raw"), (args.check.is_some(), "--check")] {
        if one && args.files.len() > 1 {
            return Err(Stop::usage(format_args!("{argument} works with one file only")));
        }
    }
    if args.key.is_stdin() && args.files.iter().any(|file| file.as_os_str() == "-") {
        return Err(Stop::usage("standard input cannot be used for both the key and a file"));
    }
    let algorithm = algorithm(&args)?;
    let name = algorithm.name();
    let algorithm = sections(&args, algorithm)?;
    if algorithm.once() && (args.files.len() > 1 || args.check_list) {
        let what = if algorithm.nonce_len().max > 0 { "a nonce" } else { "a key" };
        return Err(Stop::usage(format_args!(
            "{name}: {what} must not be used for more than one message; give only one \
                                             file"
        )));
    }
    let len = tag_len(&args, algorithm)?;
    let nonce = nonce(&args, algorithm)?;
    let key = args.key.read(&name, algorithm.key_len())?;
    let begun = algorithm.begin(&key, nonce);
    let mut mac = begun.map_err(|error| Stop::usage(format_args!("{name}: {error}")))?;
    if let Some(caution) = algorithm.caution()
        && !args.quiet
    {
        report::plain(format_args!("warning: {name}: {caution}"));
    }
    if args.check_list {
        return list::run(&args, &mut mac, &name, len);
    }
    let mut exit = Exit::Well;
    let mut buffer = Buffer::try_new(PIECE)?;
    for path in &args.files {
        if let Err(stop) = read(&mut mac, path, &mut buffer) {
            report::plain(stop.reason);
            exit = stop.exit;
            mac.reset();
            continue;
        }
        let name = crate::names::bytes(path);
        let mut out = Vec::new();
        if let Some(Hex(expected)) = &args.check {
            let verdict = match mac.verify_truncated(expected, len) {
                Ok(()) if args.quiet => continue,
                Ok(()) => "OK",
                Err(_) => {
                    exit = Exit::Failure;
                    "FAILED"
                }
            };
            verdict_line(&name, verdict, &mut out);
            output::print_verdicts(&out)?;
        } else {
            let mut tag = vec![0; len];
            mac.finalize(&mut tag).map_err(Stop::failure)?;
            if args.raw {
                out = tag;
            } else {
                let style = Style { layout: Layout::Untagged, encoding: Encoding::Hex };
                write_line(&mut out, style, String::new, &tag, &name, LineEnd::LineFeed);
            }
            output::print(&out)?;
        }
    }
    Ok(exit)
}

fn algorithm(args: &Args) -> Result<Algorithm, Stop> {
    let found = mac::lookup(&args.name).and_then(|algorithm| match &args.backend {
        Some(backend) => algorithm.with_backend(backend),
        None => Ok(algorithm),
    });
    found.map_err(|error| match error {
        Error::UnknownName(name) => Stop::usage(format_args!(
            "unknown MAC {name:?}{}; `bramah list macs` prints the names",
            suggest::of(Kind::Mac, &name)
        )),
        _ => Stop::usage(error),
    })
}

/// Applies the section sizes that the arguments give.
fn sections(args: &Args, algorithm: Algorithm) -> Result<Algorithm, Stop> {
    let name = algorithm.name();
    let Some(usual) = algorithm.sections() else {
        let given =
            [("--section", args.section.is_some()), ("--master-section", args.master_section.is_some())];
        return match given.iter().find(|(_, given)| *given) {
            Some((argument, _)) => Err(Stop::usage(format_args!(
                "{argument}: {name} does not take this option; omac-acpkm does"
            ))),
            None => Ok(algorithm),
        };
    };
    let sections = mac::Sections {
        section: args.section.unwrap_or(usual.section),
        master: args.master_section.unwrap_or(usual.master),
    };
    algorithm.with_sections(sections).map_err(|error| Stop::usage(format_args!("{name}: {error}")))
}

/// Returns the nonce; empty for MACs without one.
fn nonce(args: &Args, algorithm: Algorithm) -> Result<&[u8], Stop> {
    let (name, lengths) = (algorithm.name(), algorithm.nonce_len());
    match &args.nonce {
        Some(Hex(nonce)) if lengths.contains(nonce.len()) => Ok(nonce),
        Some(_) if lengths.max == 0 => {
            Err(Stop::usage(format_args!("--nonce: {name} does not take a nonce")))
        }
        Some(Hex(nonce)) => {
            let count = report::bytes(nonce.len());
            Err(Stop::usage(format_args!("--nonce has {count}, but {name} takes {lengths}")))
        }
        None if lengths.max == 0 => Ok(&[]),
        None => {
            let another = if algorithm.once() { ", different for each message" } else { "" };
            Err(Stop::usage(format_args!(
                "{name} needs a nonce of {lengths}{another}; give it with --nonce HEX"
            )))
        }
    }
}

/// Returns the length of the tag in bytes.
fn tag_len(args: &Args, algorithm: Algorithm) -> Result<usize, Stop> {
    let (name, lengths) = (algorithm.name(), algorithm.tag_lengths());
    if let Some(len) = args.tag_len.filter(|len| !lengths.contains(*len)) {
        return Err(Stop::usage(format_args!(
            "--tag-len is {}, but {name} has tags of {lengths}",
            report::bytes(len)
        )));
    }
    let len = args.tag_len.unwrap_or(algorithm.tag_len());
    match args.check.as_ref().map(|tag| tag.0.len()) {
        Some(other) if other == len => Ok(len),
        Some(other) if args.tag_len.is_some() => {
            Err(Stop::usage(format_args!("--check has {}, but --tag-len is {len}", report::bytes(other))))
        }
        Some(other) if lengths.contains(other) => Err(Stop::usage(format_args!(
            "--check has {}, but a full tag of {name} has {len}; for a truncated tag add --tag-len {other}",
            report::bytes(other)
        ))),
        Some(other) => Err(Stop::usage(format_args!(
            "--check has {}, but a tag of {name} has {len}",
            report::bytes(other)
        ))),
        None => Ok(len),
    }
}

/// Appends a file to the message: through `buffer`, or if the file is long, through other buffers that a second thread
/// fills.
fn read(mac: &mut AnyMac, path: &Path, buffer: &mut [u8]) -> Result<(), Stop> {
    let mut input = Input::open(path)?;
    let more = || Buffer::try_new(PIECE).ok();
    threads::read_ahead(buffer, more, |room| input.read(room), |data| mac.update(data)).map(drop)
}
