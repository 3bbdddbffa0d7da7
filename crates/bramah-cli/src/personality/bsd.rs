//! `md5`, `sha1`, `sha256` and the other digest commands of BSD and macOS.

use super::{
    checking::{files, flag, version},
    hashing::{self, Form},
    options::{Opt, parse},
};
use crate::{
    buffer::Buffer,
    engine::{self, Hashed},
    exit::{Exit, Stop},
    input::Input,
    output, report,
    sumfile::{Encoding, Layout, LineEnd, Style, write_hex, write_line},
};
use bramah::hash::{Function, Options, READ_LEN, lookup};
use std::{
    ffi::OsString,
    io::Write,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

/// A tool for one algorithm.
pub(super) struct Tool {
    pub(super) name: &'static str,
    algorithm: &'static str,
    /// The name of the algorithm in lines.
    tag: &'static str,
}

const fn tool(name: &'static str, algorithm: &'static str, tag: &'static str) -> Tool {
    Tool { name, algorithm, tag }
}

/// All tools.
pub(super) static TOOLS: &[Tool] = &[
    tool("md5", "md5", "MD5"),
    tool("sha1", "sha1", "SHA1"),
    tool("sha224", "sha224", "SHA224"),
    tool("sha256", "sha256", "SHA256"),
    tool("sha384", "sha384", "SHA384"),
    tool("sha512", "sha512", "SHA512"),
    tool("sha512t256", "sha512-256", "SHA512t256"),
    tool("rmd160", "ripemd-160", "RMD160"),
];

static OPTIONS: [Opt; 7] = [
    Opt { long: "check", short: Some('c'), value: true },
    Opt { long: "string", short: Some('s'), value: true },
    flag("passthrough", Some('p')),
    flag("quiet", Some('q')),
    flag("reverse", Some('r')),
    flag("help", Some('h')),
    flag("version", None),
];

/// The format of the lines, and the digest from `-c` to compare the files with.
struct Lines {
    tag: &'static str,
    form: Form,
    expected: Option<String>,
    /// Whether a digest differed from the digest of `-c`.
    differs: AtomicBool,
}

impl engine::Sink<()> for Lines {
    fn hashed(&self, name: &[u8], _: &(), file: &Hashed<'_>, out: &mut Vec<u8>) {
        // the tools print only the digest of standard input
        self.line((name != b"-").then_some(name), file.digests, out);
    }
}

impl Lines {
    fn line(&self, name: Option<&[u8]>, digest: &[u8], out: &mut Vec<u8>) {
        let mut hex = Vec::new();
        write_hex(&mut hex, digest);
        let differs =
            self.expected.as_ref().is_some_and(|other| !other.as_bytes().eq_ignore_ascii_case(&hex));
        match (self.form, name) {
            (Form::List(style), Some(name)) => {
                write_line(out, style, || self.tag.into(), digest, name, LineEnd::LineFeed);
                out.pop();
            }
            _ => out.extend_from_slice(&hex),
        }
        if differs {
            self.differs.store(true, Ordering::Relaxed);
            if !matches!(self.form, Form::Bare) {
                out.extend_from_slice(b" [ Failed ]");
            }
        }
        out.push(b'\n');
    }
}

/// Runs the tool whose name is the first argument.
pub(super) fn run(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    let called = arguments.first().map(Path::new).and_then(Path::file_stem).unwrap_or_default();
    let tool = TOOLS.iter().find(|tool| called == tool.name).unwrap_or(&TOOLS[0]);
    report::set_program(tool.name);
    let parsed = parse(&OPTIONS, arguments.into_iter().skip(1)).map_err(|reason| usage(tool, &reason))?;
    let (mut quiet, mut reverse, mut through, mut expected, mut strings) =
        (false, false, false, None, Vec::new());
    for (option, value) in parsed.options {
        match option {
            "check" => expected = Some(digest(tool, &value)?),
            "string" => strings.push(value),
            "passthrough" => through = true,
            "quiet" => quiet = true,
            "reverse" => reverse = true,
            "help" => return output::print(help(tool).as_bytes()),
            _ => return output::print(version(tool.name).as_bytes()),
        }
    }
    let algorithm = lookup(tool.algorithm).map_err(Stop::failure)?;
    let function = algorithm.with_options(&Options::default()).map_err(Stop::failure)?;
    let form = match () {
        () if quiet => Form::Bare,
        () if reverse => Form::List(Style { layout: Layout::OneBlank, encoding: Encoding::Hex }),
        () => Form::List(Style { layout: Layout::Tagged, encoding: Encoding::Hex }),
    };
    let lines = Lines { tag: tool.tag, form, expected, differs: AtomicBool::new(false) };
    for string in &strings {
        let text = string.as_encoded_bytes();
        let mut digest = vec![0; algorithm.output_len()];
        function.digest(text, &mut digest);
        let mut out = Vec::new();
        lines.line(Some(&[b"\"", text, b"\""].concat()), &digest, &mut out);
        output::print(&out)?;
    }
    if through {
        pass(&function, &lines)?;
    }
    let mut exit = Exit::Well;
    if !parsed.operands.is_empty() || strings.is_empty() && !through {
        exit = hashing::hash(function, &lines, files(parsed.operands), None)?;
    }
    // the tools exit with 2 if a digest differs
    let differs = exit == Exit::Well && lines.differs.load(Ordering::Relaxed);
    Ok(if differs { Exit::Usage } else { exit })
}

/// Copies standard input to standard output, and then prints the digest.
fn pass(function: &Function, lines: &Lines) -> Result<(), Stop> {
    let mut input = Input::open(Path::new("-"))?;
    let mut buffer = Buffer::try_new(READ_LEN)?;
    let mut hasher = function.hasher();
    let mut out = output::stdout();
    loop {
        let count = input.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        hasher.update(&buffer[..count]);
        out.write_all(&buffer[..count]).map_err(|error| output::write_error(&error))?;
    }
    let mut digest = vec![0; hasher.algorithm().output_len()];
    hasher.finalize_reset_into(&mut digest);
    let mut line = Vec::new();
    lines.line(None, &digest, &mut line);
    out.write_all(&line).map_err(|error| output::write_error(&error))
}

/// Returns the value of `-c`; an error if it is not a digest of the tool's algorithm.
fn digest(tool: &Tool, text: &OsString) -> Result<String, Stop> {
    let digits = 2 * lookup(tool.algorithm).map_or(0, |algorithm| algorithm.output_len());
    let text = text.to_string_lossy();
    match text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        true => Ok(text.into_owned()),
        false => Err(usage(
            tool,
            &format!(
                "-c: expected the {digits} hexadecimal digits of a digest of {}; to check a list, run: bramah check LIST",
                tool.tag
            ),
        )),
    }
}

/// Returns the error that ends a tool when its arguments are wrong. The exit code is 1, as in the original
/// tools.
fn usage(tool: &Tool, reason: &str) -> Stop {
    let name = tool.name;
    Stop::failure(format_args!("{reason}\nusage: {name} [-pqr] [-c digest] [-s string] [file ...]"))
}

fn help(tool: &Tool) -> String {
    let Tool { name, tag, .. } = tool;
    format!(
        "Usage: {name} [-pqr] [-c DIGEST] [-s STRING] [FILE]...
Print the {tag} digests of files, or compare them with one.

With no FILE, read standard input, and print the digest without a name.
  -c, --check DIGEST    compare with this digest; if a file differs, its line ends with [ Failed ] and the exit code is 2
  -p, --passthrough     copy standard input to standard output, and print the digest after it
  -q, --quiet           print the digests without names
  -r, --reverse         print the name after the digest
  -s, --string STRING   print the digest of STRING
  -h, --help            print this help and exit
      --version         print the version and exit

This is bramah under another name; see bramah --help.
"
    )
}
