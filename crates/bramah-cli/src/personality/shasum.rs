//! `shasum` of Perl: SHA-1 and SHA-2, which `-a` names by their digest length.
//!
//! Unlike the original, it reads lists in every format, and has neither the bits mode (`-0`) nor the universal newlines
//! mode (`-U`).

use super::{
    checking::{Checking, files, flag, version},
    hashing::{self, Form, Lines},
    options::{Opt, parse},
};
use crate::{
    exit::{Exit, Stop},
    output, report,
    sumfile::{Encoding, Expected, Layout, Lengths, LineEnd, Style},
};
use bramah::hash::lookup;
use std::{ffi::OsString, fs, path::PathBuf};

const NAME: &str = "shasum";

/// The numbers after `-a`, and the functions.
static ALGORITHMS: [(&str, &str); 7] = [
    ("1", "sha1"),
    ("224", "sha224"),
    ("256", "sha256"),
    ("384", "sha384"),
    ("512", "sha512"),
    ("512224", "sha512-224"),
    ("512256", "sha512-256"),
];

/// The functions of lines without a tag. If two functions have digests of the same length, the first one is assumed
/// unless `-a` names the other.
const LISTED: &[&str] = &["sha1", "sha224", "sha256", "sha384", "sha512", "sha512-224", "sha512-256"];

static OPTIONS: [Opt; 14] = [
    Opt { long: "algorithm", short: Some('a'), value: true },
    flag("binary", Some('b')),
    flag("check", Some('c')),
    flag("tag", None),
    flag("text", Some('t')),
    flag("UNIVERSAL", Some('U')),
    flag("01", Some('0')),
    flag("ignore-missing", None),
    flag("quiet", Some('q')),
    flag("status", Some('s')),
    flag("strict", None),
    flag("warn", Some('w')),
    flag("help", Some('h')),
    flag("version", Some('v')),
];

/// Runs the tool.
pub(super) fn run(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    report::set_program(NAME);
    let parsed = parse(&OPTIONS, arguments.into_iter().skip(1)).map_err(|reason| usage(&reason))?;
    let mut checking = Checking::default();
    let (mut name, mut binary, mut text, mut tag) = ("sha1", false, false, false);
    for (option, value) in parsed.options {
        match option {
            "algorithm" => {
                let found = ALGORITHMS.iter().find(|(number, _)| value == *number);
                name = found.ok_or_else(|| usage("Unrecognized algorithm"))?.1;
            }
            "binary" => binary = true,
            "text" => text = true,
            "tag" => tag = true,
            "UNIVERSAL" => return Err(usage("universal newlines mode (-U) is not supported")),
            "01" => return Err(usage("bits mode (-0) is not supported")),
            "help" => return output::print(HELP.as_bytes()),
            "version" => return output::print(version(NAME).as_bytes()),
            option => {
                checking.take(option);
            }
        }
    }
    if binary && text {
        return Err(usage("Ambiguous file mode"));
    }
    if tag && text {
        return Err(usage("--tag does not support --text mode"));
    }
    if let Some((_, reason)) = checking.refusals().iter().find(|(holds, _)| *holds) {
        return Err(usage(reason));
    }
    let algorithm = lookup(name).map_err(Stop::failure)?;
    let files = files(parsed.operands);
    if checking.check {
        let expected = Expected { algorithm, lengths: Lengths::Of(LISTED) };
        return check(&checking, files, expected);
    }
    let layout = match () {
        () if tag => Layout::Tagged,
        () if binary => Layout::Binary,
        () => Layout::Untagged,
    };
    let form = Form::List(Style { layout, encoding: Encoding::Hex });
    hashing::run(&Lines { algorithm, form, end: LineEnd::LineFeed, names: true }, files)
}

/// Checks the lists up to the first that does not exist; it ends the tool with exit code 2, as in the original.
fn check(checking: &Checking, mut lists: Vec<PathBuf>, expected: Expected) -> Result<Exit, Stop> {
    let gone = |list: &PathBuf| list.as_os_str() != "-" && fs::symlink_metadata(list).is_err();
    let Some(at) = lists.iter().position(gone) else { return checking.run(lists, Some(expected), "SHA") };
    let rest = lists.split_off(at);
    if !lists.is_empty() {
        checking.run(lists, Some(expected), "SHA")?;
    }
    match fs::symlink_metadata(&rest[0]) {
        Err(error) => Err(Stop { exit: Exit::Usage, ..Stop::io(&rest[0], &error) }),
        Ok(_) => check(checking, rest, expected),
    }
}

/// Returns the error that ends the tool when its arguments are wrong. The exit code is 1, as in the original.
fn usage(reason: &str) -> Stop {
    Stop::failure(format_args!("{reason}\nType {NAME} -h for help"))
}

const HELP: &str = "Usage: shasum [OPTION]... [FILE]...
Print or check SHA checksums.

With no FILE, or when FILE is -, read standard input.
  -a, --algorithm N     1 (default), 224, 256, 384, 512, 512224 or 512256
  -b, --binary          mark files as binary
  -c, --check           read checksums from the FILEs and check them
      --tag             write BSD-style lines
  -t, --text            mark files as text (default); the digest is the same

When checking:
      --ignore-missing  skip missing files
  -q, --quiet           do not print OK
  -s, --status          print nothing; the exit code reports the result
      --strict          fail if a line is improperly formatted
  -w, --warn            report each improperly formatted line

  -h, --help            print this help and exit
  -v, --version         print the version and exit

Digests of 224 and 256 bits are SHA-224 and SHA-256, unless -a 512224 or -a 512256 is given.

This is bramah under another name; see bramah --help.
";
