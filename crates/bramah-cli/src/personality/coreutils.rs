//! `md5sum`, `sha1sum` to `sha512sum`, `sm3sum` and `b2sum`, with the options, messages and exit codes of coreutils.
//! Lists are read only in the formats that the tools accept.

use super::{
    checking::{self, Checking, blake2b, files, flag, refuse, usage, version},
    hashing::{self, Form, Lines},
    options::{Opt, parse},
};
use crate::{
    exit::{Exit, Stop},
    output, report,
    sumfile::{Encoding, Expected, Layout, Lengths, LineEnd, Style, Tool as Grammar},
};
use bramah::hash::lookup;
use std::{ffi::OsString, path::Path};

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
    tool("sm3sum", "SM3", "sm3", "GB/T 32905-2016"),
    tool("b2sum", "BLAKE2b", "blake2b", "RFC 7693"),
];

const LENGTH: Opt = Opt { long: "length", short: Some('l'), value: true };

static OPTIONS: [Opt; 6] = [
    flag("binary", Some('b')),
    flag("text", Some('t')),
    flag("tag", None),
    flag("zero", Some('z')),
    flag("help", None),
    flag("version", None),
];

/// Runs the tool whose name is the first argument.
pub(super) fn run(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    let called = arguments.first().map(Path::new).and_then(Path::file_stem).unwrap_or_default();
    let tool = TOOLS.iter().find(|tool| called == tool.name).unwrap_or(&TOOLS[3]);
    report::set_program(tool.name);
    let has_length = tool.algorithm == "blake2b";
    let known: Vec<Opt> =
        has_length.then_some(LENGTH).into_iter().chain(OPTIONS).chain(checking::OPTIONS).collect();
    let parsed = parse(&known, arguments.into_iter().skip(1)).map_err(|reason| usage(tool.name, &reason))?;
    let mut checking = Checking::default();
    let (mut binary, mut tag, mut zero, mut length) = (None, false, false, None);
    for (option, value) in parsed.options {
        match option {
            "binary" => binary = Some(true),
            "text" => binary = Some(false),
            "tag" => (tag, binary) = (true, Some(true)),
            "zero" => zero = true,
            "length" => length = Some(value),
            "help" => return output::print(help(tool, has_length).as_bytes()),
            "version" => return output::print(version(tool.name).as_bytes()),
            option => {
                checking.take(option);
            }
        }
    }
    let mut algorithm = lookup(tool.algorithm).map_err(Stop::failure)?;
    if let Some(length) = length {
        algorithm = blake2b(algorithm, tool.word, &length.to_string_lossy())?;
    }
    let check = checking.check;
    let reasons = [
        (tag && binary == Some(false), "--tag does not support --text mode"),
        (zero && check, "the --zero option is not supported when verifying checksums"),
        (tag && check, "the --tag option is meaningless when verifying checksums"),
        (
            binary.is_some() && check,
            "the --binary and --text options are meaningless when verifying checksums",
        ),
    ];
    refuse(tool.name, &reasons)?;
    refuse(tool.name, &checking.refusals())?;
    let files = files(parsed.operands);
    if check {
        let lengths = if has_length { Lengths::Any } else { Lengths::This };
        let tags = std::slice::from_ref(&tool.word);
        let grammar = Grammar {
            tags,
            lengths: if has_length { tags } else { &[] },
            untagged: true,
            base64: false,
            word: tool.word,
        };
        return checking.run_as(files, Some(Expected { algorithm, lengths }), grammar);
    }
    let layout = match binary {
        _ if tag => Layout::Tagged,
        Some(true) => Layout::Binary,
        _ => Layout::Untagged,
    };
    let end = if zero { LineEnd::Nul } else { LineEnd::LineFeed };
    let form = Form::List(Style { layout, encoding: Encoding::Hex });
    hashing::run(&Lines { algorithm, form, end, names: true }, files)
}

fn help(tool: &Tool, has_length: bool) -> String {
    let Tool { name, word, specification, algorithm } = tool;
    let bits = lookup(algorithm).map_or(0, |algorithm| 8 * algorithm.output_len());
    let length = if has_length {
        "  -l, --length=BITS     length of the digest in bits: a multiple of 8, up to 512\n"
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
  -t, --text            mark files as text (default); the digest is the same
  -z, --zero            end lines with NUL, and do not escape file names

{}",
        checking::HELP
    )
}
