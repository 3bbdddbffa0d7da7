//! `cksum` and `sum` of coreutils 9.10: checksums, and digests of the algorithm that `-a` names.

use super::{
    checking::{self, Checking, bad_length, bits, blake2b, files, flag, quote, refuse, usage, version},
    hashing::{self, Form, Lines},
    options::{Opt, parse},
};
use crate::{
    exit::{Exit, Stop},
    output, report,
    sumfile::{Encoding, Expected, Layout, Lengths, LineEnd, Style, Tool},
};
use bramah::hash::{Algorithm, lookup};
use std::ffi::OsString;

/// A value of `-a`, and the algorithm that it names.
struct Named {
    word: &'static str,
    /// The name of the algorithm in messages, and the tag of the lines that are checked.
    tag: &'static str,
    kind: Kind,
}

/// The kind of algorithm.
#[derive(Clone, Copy)]
enum Kind {
    /// A checksum, which is printed as a number.
    Sum(&'static str, Form),
    /// A digest of one length.
    Digest(&'static str),
    /// A digest whose length `-l` selects; the digest is computed by one of these functions.
    Family(&'static [&'static str]),
    /// BLAKE2b.
    Blake2b,
}

const SHA2: &[&str] = &["sha224", "sha256", "sha384", "sha512"];
const SHA3: &[&str] = &["sha3-224", "sha3-256", "sha3-384", "sha3-512"];

const fn named(word: &'static str, tag: &'static str, kind: Kind) -> Named {
    Named { word, tag, kind }
}

/// All values of `-a`; those that the help shows come first.
static ALGORITHMS: &[Named] = &[
    named("sysv", "sysv", Kind::Sum("sum-sysv", Form::Sysv)),
    named("bsd", "bsd", Kind::Sum("sum-bsd", Form::Bsd)),
    named("crc", "crc", Kind::Sum("crc-posix", Form::Crc)),
    named("crc32b", "crc32b", Kind::Sum("crc32", Form::Crc)),
    named("md5", "MD5", Kind::Digest("md5")),
    named("sha1", "SHA1", Kind::Digest("sha1")),
    named("sha2", "SHA2", Kind::Family(SHA2)),
    named("sha3", "SHA3", Kind::Family(SHA3)),
    named("blake2b", "BLAKE2b", Kind::Blake2b),
    named("sm3", "SM3", Kind::Digest("sm3")),
    named("sha224", "SHA224", Kind::Digest("sha224")),
    named("sha256", "SHA256", Kind::Digest("sha256")),
    named("sha384", "SHA384", Kind::Digest("sha384")),
    named("sha512", "SHA512", Kind::Digest("sha512")),
];
/// The index of `crc`, which is the default.
const CRC: usize = 2;

const fn value(long: &'static str, short: char) -> Opt {
    Opt { long, short: Some(short), value: true }
}

static OPTIONS: [Opt; 12] = [
    value("algorithm", 'a'),
    value("length", 'l'),
    flag("base64", None),
    flag("raw", None),
    flag("debug", None),
    flag("tag", None),
    flag("untagged", None),
    flag("binary", Some('b')),
    flag("text", Some('t')),
    flag("zero", Some('z')),
    flag("help", None),
    flag("version", None),
];

/// The options that were given.
#[derive(Default)]
struct Wanted {
    algorithm: Option<&'static Named>,
    length: Option<String>,
    base64: bool,
    raw: bool,
    debug: bool,
    /// Whether `--tag` or `--untagged` came last; `None` if neither is given.
    tag: Option<bool>,
    binary: Option<bool>,
    zero: bool,
    checking: Checking,
}

/// Runs `cksum`.
pub(super) fn run(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    const NAME: &str = "cksum";
    report::set_program(NAME);
    let known: Vec<Opt> = OPTIONS.into_iter().chain(checking::OPTIONS).collect();
    let parsed = parse(&known, arguments.into_iter().skip(1)).map_err(|reason| usage(NAME, &reason))?;
    let mut wanted = Wanted::default();
    for (option, value) in parsed.options {
        match option {
            "algorithm" => {
                let word = value.to_string_lossy();
                let found = ALGORITHMS.iter().find(|named| named.word == word);
                let unknown = || {
                    usage(NAME, &format!("invalid argument {} for {}", quote(&word), quote("--algorithm")))
                };
                wanted.algorithm = Some(found.ok_or_else(unknown)?);
            }
            "length" => wanted.length = Some(value.to_string_lossy().into_owned()),
            "base64" => wanted.base64 = true,
            "raw" => wanted.raw = true,
            "debug" => wanted.debug = true,
            "tag" => wanted.tag = Some(true),
            "untagged" => wanted.tag = Some(false),
            "binary" => wanted.binary = Some(true),
            "text" => wanted.binary = Some(false),
            "zero" => wanted.zero = true,
            "help" => return output::print(help().as_bytes()),
            "version" => return output::print(version(NAME).as_bytes()),
            option => {
                wanted.checking.take(option);
            }
        }
    }
    let count = parsed.operands.len();
    let named = wanted.algorithm.unwrap_or(&ALGORITHMS[CRC]);
    let (check, sum) = (wanted.checking.check, matches!(named.kind, Kind::Sum(..)));
    let expected = expected(named, wanted.length.as_deref(), check)?;
    if check && sum && wanted.algorithm.is_some() {
        return Err(Stop::failure("--check is not supported with --algorithm={bsd,sysv,crc,crc32b}"));
    }
    let reasons = [
        (wanted.base64 && wanted.raw, "--base64 and --raw are mutually exclusive"),
        (check && wanted.tag == Some(true), "the --tag option is meaningless when verifying checksums"),
        (wanted.zero && check, "the --zero option is not supported when verifying checksums"),
        (
            check && wanted.binary.is_some(),
            "the --binary and --text options are meaningless when verifying checksums",
        ),
    ];
    refuse(NAME, &reasons)?;
    refuse(NAME, &wanted.checking.refusals())?;
    let text = wanted.tag != Some(false) && wanted.binary == Some(false);
    refuse(NAME, &[(text, "--text mode is only supported with --untagged")])?;
    if wanted.raw && count > 1 {
        return Err(Stop::failure("the --raw option is not supported with multiple files"));
    }
    let files = files(parsed.operands);
    if check {
        let given = wanted.algorithm.map(|_| expected);
        return wanted.checking.run_as(files, given, grammar(given.map(|_| named)));
    }
    let algorithm = expected.algorithm;
    if wanted.debug {
        let backend = algorithm.hasher().backend();
        report::plain(format_args!("{} uses the backend {backend}", algorithm.name()));
    }
    let layout = match (wanted.tag, wanted.binary) {
        (None | Some(true), _) => Layout::Tagged,
        (_, Some(true)) => Layout::Binary,
        _ => Layout::Untagged,
    };
    let encoding = if wanted.base64 { Encoding::Base64 } else { Encoding::Hex };
    let form = match named.kind {
        _ if wanted.raw => Form::Raw,
        Kind::Sum(_, form) => form,
        _ => Form::List(Style { layout, encoding }),
    };
    let end = if wanted.zero { LineEnd::Nul } else { LineEnd::LineFeed };
    hashing::run(&Lines { algorithm, form, end, names: count > 0 }, files)
}

/// The tags of lines that are checked if no algorithm is given.
const TAGS: &[&str] =
    &["MD5", "SHA1", "SHA2", "SHA3", "SHA224", "SHA256", "SHA384", "SHA512", "BLAKE2b", "SM3"];

/// Returns the rule that decides which lines are accepted with this algorithm.
fn grammar(named: Option<&'static Named>) -> Tool {
    let lengths: &'static [&'static str] = &["SHA2", "SHA3", "BLAKE2b"];
    let (tags, word): (&'static [&'static str], &'static str) = match named {
        None => (TAGS, "CRC"),
        Some(Named { tag: "SHA2", .. }) => (&["SHA2", "SHA224", "SHA256", "SHA384", "SHA512"], "SHA2"),
        Some(named) => (std::slice::from_ref(&named.tag), named.tag),
    };
    Tool { tags, lengths, untagged: named.is_some(), base64: true, word }
}

/// Returns the algorithm with the digest length of `-l`, and the lines to expect.
fn expected(named: &Named, length: Option<&str>, check: bool) -> Result<Expected, Stop> {
    let function = |name| lookup(name).map_err(Stop::failure);
    // a length that is not a number is refused first
    if let Some(length) = length.filter(|length| bits(length).is_none()) {
        return Err(bad_length(length, None));
    }
    let some = length.filter(|length| bits(length) != Some(0));
    match named.kind {
        Kind::Sum(name, _) | Kind::Digest(name) => match some {
            None => function(name).map(Expected::exactly),
            Some(_) => {
                Err(Stop::failure("--length is only supported with --algorithm blake2b, sha2, or sha3"))
            }
        },
        Kind::Blake2b => {
            let algorithm = function("blake2b")?;
            match some {
                None => Ok(Expected { algorithm, lengths: Lengths::AnyEncoded }),
                Some(length) => blake2b(algorithm, named.tag, length).map(Expected::exactly),
            }
        }
        Kind::Family(names) => {
            let all: Vec<Algorithm> = names.iter().map(|name| function(name)).collect::<Result<_, _>>()?;
            match length {
                None if check => Ok(Expected { algorithm: all[1], lengths: Lengths::Of(names) }),
                None => Err(Stop::failure(format_args!(
                    "--algorithm={} requires specifying --length 224, 256, 384, or 512",
                    named.word
                ))),
                Some(length) => {
                    let found = all.iter().find(|one| bits(length) == Some(8 * one.output_len()));
                    let reason = || {
                        let tag = quote(named.tag);
                        bad_length(
                            length,
                            Some(format!("digest length for {tag} must be 224, 256, 384, or 512")),
                        )
                    };
                    found.copied().map(Expected::exactly).ok_or_else(reason)
                }
            }
        }
    }
}

fn help() -> String {
    format!(
        "Usage: cksum [OPTION]... [FILE]...
Print or check checksums: the CRC of POSIX, unless -a names another algorithm.

With no FILE, or when FILE is -, read standard input.
  -a, --algorithm=TYPE  the algorithm, one of the list below
  -b, --binary          mark files as binary
      --base64          write digests in base64
  -c, --check           read checksums from the FILEs and check them
      --debug           show which backend computes the checksum
  -l, --length=BITS     length of the digest in bits, for blake2b, sha2 and sha3
      --raw             write the bytes of the digest
      --tag             write BSD-style lines (default)
  -t, --text            mark files as text; the digest is the same
      --untagged        write lines without the name of the algorithm
  -z, --zero            end lines with NUL, and do not escape file names

TYPE is one of:
  sysv      (as sum -s)
  bsd       (as sum -r)
  crc       (default)
  crc32b    (as zip, gzip and PNG)
  md5       (as md5sum)
  sha1      (as sha1sum)
  sha2      (with -l: as sha224sum to sha512sum)
  sha3      (with -l)
  blake2b   (as b2sum)
  sm3

{}",
        checking::HELP
    )
}

/// Runs `sum`.
pub(super) fn run_sum(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    const NAME: &str = "sum";
    report::set_program(NAME);
    let known = [flag("sysv", Some('s')), flag("r", Some('r')), flag("help", None), flag("version", None)];
    let parsed = parse(&known, arguments.into_iter().skip(1)).map_err(|reason| usage(NAME, &reason))?;
    let mut sum = ("sum-bsd", Form::Bsd);
    for (option, _) in parsed.options {
        match option {
            "sysv" => sum = ("sum-sysv", Form::Sysv),
            "r" => sum = ("sum-bsd", Form::Bsd),
            "help" => return output::print(SUM_HELP.as_bytes()),
            _ => return output::print(version(NAME).as_bytes()),
        }
    }
    let algorithm = lookup(sum.0).map_err(Stop::failure)?;
    let names = !parsed.operands.is_empty();
    let lines = Lines { algorithm, form: sum.1, end: LineEnd::LineFeed, names };
    hashing::run(&lines, files(parsed.operands))
}

const SUM_HELP: &str = "Usage: sum [OPTION]... [FILE]...
Print 16-bit checksums and block counts.

With no FILE, or when FILE is -, read standard input.
  -r             use the BSD algorithm, with blocks of 1,024 bytes (default)
  -s, --sysv     use the System V algorithm, with blocks of 512 bytes
      --help     print this help and exit
      --version  print the version and exit

This is bramah under another name; see bramah --help.
";
