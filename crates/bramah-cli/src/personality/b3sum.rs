//! `b3sum`: BLAKE3 with its keyed mode, its key derivation, and output of any length from any position.
//!
//! Unlike the original, it also checks lists of keyed digests and derived keys, and reads lists in every format.

use super::{
    checking::{Checking, files, flag, quote, version},
    extended::{self, Part},
    hashing::{self, Form, Lines},
    options::{Opt, parse},
};
use crate::{
    commands::{check::Settings, hash::Given},
    exit::{Exit, Stop},
    input, output, report,
    sumfile::{Encoding, Expected, Layout, LineEnd, Style},
};
use bramah::hash::{Parameter, lookup};
use std::{ffi::OsString, num::NonZeroUsize};

const NAME: &str = "b3sum";
/// The length in bytes of a key and of a digest.
const LEN: usize = 32;
/// The maximum length, in bytes, of an output that is held in memory.
const HELD: u64 = 1 << 20;

const fn value(long: &'static str, short: Option<char>) -> Opt {
    Opt { long, short, value: true }
}

static OPTIONS: [Opt; 13] = [
    flag("keyed", None),
    value("derive-key", None),
    value("length", Some('l')),
    value("seek", None),
    value("num-threads", None),
    flag("no-mmap", None),
    flag("no-names", None),
    flag("raw", None),
    flag("tag", None),
    flag("check", Some('c')),
    flag("quiet", None),
    flag("help", Some('h')),
    flag("version", Some('V')),
];

/// The options that were given.
#[derive(Default)]
struct Wanted {
    keyed: bool,
    context: Option<String>,
    length: Option<u64>,
    seek: Option<u64>,
    threads: Option<NonZeroUsize>,
    no_names: bool,
    raw: bool,
    tag: bool,
    quiet: bool,
    checking: Checking,
}

/// Runs the tool.
pub(super) fn run(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    report::set_program(NAME);
    let parsed = parse(&OPTIONS, arguments.into_iter().skip(1)).map_err(usage)?;
    let mut wanted = Wanted::default();
    for (option, value) in parsed.options {
        match option {
            "keyed" => wanted.keyed = true,
            "derive-key" => {
                let text =
                    value.into_string().map_err(|_| usage("--derive-key: the context is not UTF-8"))?;
                wanted.context = Some(text);
            }
            "length" => wanted.length = Some(number(option, &value)?),
            "seek" => wanted.seek = Some(number(option, &value)?),
            // 0 means the default number of threads
            "num-threads" => {
                let count = usize::try_from(number(option, &value)?).unwrap_or(usize::MAX);
                wanted.threads = NonZeroUsize::new(count);
            }
            "no-mmap" => {}
            "no-names" => wanted.no_names = true,
            "raw" => wanted.raw = true,
            "tag" => wanted.tag = true,
            "help" => return output::print(HELP.as_bytes()),
            "version" => return output::print(version(NAME).as_bytes()),
            option => {
                wanted.quiet |= option == "quiet";
                wanted.checking.take(option);
            }
        }
    }
    wanted.refuse(&parsed.operands)?;
    let given = wanted.given()?;
    let algorithm = lookup("blake3").map_err(Stop::failure)?;
    let files = files(parsed.operands);
    if wanted.checking.check {
        wanted.checking.take("strict");
        if !wanted.quiet {
            wanted.checking.take("warn");
        }
        return wanted.checking.run_with(Settings {
            parameters: given,
            word: Some("BLAKE3"),
            jobs: wanted.threads,
            ..Settings::of(files, Some(Expected::exactly(algorithm)))
        });
    }
    let form = match () {
        () if wanted.raw => Form::Raw,
        () if wanted.no_names => Form::Bare,
        () => {
            let layout = if wanted.tag { Layout::Tagged } else { Layout::Untagged };
            Form::List(Style { layout, encoding: Encoding::Hex })
        }
    };
    let (seek, length) = (wanted.seek.unwrap_or(0), wanted.length.unwrap_or(LEN as u64));
    let options = given.options(&algorithm);
    if seek > 0 || length == 0 || length > HELD {
        let function = algorithm.with_options(&options).map_err(Stop::failure)?;
        return extended::run(&function, form, Part { seek, length }, &files);
    }
    let algorithm = algorithm.with_bits(8 * length as usize).map_err(Stop::failure)?;
    let function = algorithm.with_options(&options).map_err(Stop::failure)?;
    let lines = Lines { algorithm, form, end: LineEnd::LineFeed, names: true };
    hashing::hash(function, &lines, files, wanted.threads)
}

impl Wanted {
    /// Refuses options that exclude each other, and a second use of standard input.
    fn refuse(&self, operands: &[OsString]) -> Result<(), Stop> {
        let check = self.checking.check;
        let reasons = [
            (self.keyed && self.context.is_some(), "--keyed cannot be used with --derive-key"),
            (
                self.keyed && operands.is_empty(),
                "--keyed reads the key from standard input; name the file to hash",
            ),
            (
                self.keyed && operands.iter().any(|name| name == "-"),
                "--keyed reads the key from standard input, so - cannot be a file",
            ),
            (check && self.length.is_some(), "--check cannot be used with --length"),
            (check && self.seek.is_some(), "--check cannot be used with --seek"),
            (check && self.raw, "--check cannot be used with --raw"),
            (check && self.tag, "--check cannot be used with --tag"),
            (check && self.no_names, "--check cannot be used with --no-names"),
            (self.quiet && !check, "--quiet works only with --check"),
            (self.raw && operands.len() > 1, "Only one filename can be provided when using --raw"),
        ];
        reasons.iter().find(|(holds, _)| *holds).map_or(Ok(()), |(_, reason)| Err(usage(reason)))
    }

    /// Returns the parameters: the key, read from standard input, or the context.
    fn given(&self) -> Result<Given, Stop> {
        if let Some(context) = &self.context {
            return Ok(Given::one(Parameter::Context, context.clone().into_bytes()));
        }
        if !self.keyed {
            return Ok(Given::default());
        }
        let key = input::stdin().and_then(|file| input::secret(file, LEN));
        let key = key.map_err(|error| {
            Stop::failure(format_args!("cannot read the key: {}", report::reason(&error)))
        })?;
        match key.len() {
            LEN => Ok(Given::one(Parameter::Key, key.to_vec())),
            len if len < LEN => {
                Err(Stop::failure(format_args!("expected {LEN} key bytes from stdin, found {len}")))
            }
            _ => Err(Stop::failure(format_args!("read more than {LEN} key bytes from stdin"))),
        }
    }
}

fn number(option: &str, value: &OsString) -> Result<u64, Stop> {
    let text = value.to_string_lossy();
    text.parse().map_err(|_| {
        let text = quote(&text);
        usage(format!("--{option} {text}: expected a whole number from 0 to {}", u64::MAX))
    })
}

/// Returns the error that ends the tool when its arguments are wrong.
fn usage(reason: impl std::fmt::Display) -> Stop {
    Stop::usage(format_args!("{reason}\nTry '{NAME} --help' for more information."))
}

const HELP: &str = "Usage: b3sum [OPTION]... [FILE]...
Print or check BLAKE3 checksums.

With no FILE, or when FILE is -, read standard input.
      --keyed               use the keyed mode; the key, 32 bytes, is read from standard input
      --derive-key CONTEXT  derive a key under CONTEXT; the files are the key material
  -l, --length LEN          bytes of output (default 32)
      --seek SEEK           offset of the first output byte to write (default 0)
      --num-threads NUM     maximum number of threads; 0 means the number of processors (default)
      --no-mmap             accepted and ignored; files are never memory-mapped
      --no-names            write no file names
      --raw                 write the bytes of the output, for one file
      --tag                 write BSD-style lines
  -c, --check               read checksums from the FILEs and check them
      --quiet               do not print OK
  -h, --help                print this help and exit
  -V, --version             print the version and exit

This is bramah under another name; see bramah --help.
";
