//! `age` and `age-keygen`: encryption of files, with the options of the Go program.
//!
//! Unlike the original programs, these write an output file completely or not at all, and also decrypt files in other
//! formats.

use super::{
    checking::{flag, version},
    options::{Opt, Parsed, parse},
};
use crate::{
    cli::{self, Command},
    exit::{Exit, Stop},
    output, report,
};
use std::ffi::OsString;

const fn value(long: &'static str, short: Option<char>) -> Opt {
    Opt { long, short, value: true }
}

static OPTIONS: [Opt; 11] = [
    flag("encrypt", Some('e')),
    flag("decrypt", Some('d')),
    value("output", Some('o')),
    flag("armor", Some('a')),
    flag("passphrase", Some('p')),
    value("recipient", Some('r')),
    value("recipients-file", Some('R')),
    value("identity", Some('i')),
    value("plugin", Some('j')),
    flag("help", Some('h')),
    flag("version", None),
];

static KEYGEN_OPTIONS: [Opt; 5] = [
    value("output", Some('o')),
    flag("convert", Some('y')),
    flag("pq", None),
    flag("help", Some('h')),
    flag("version", None),
];

/// Runs `age`.
pub(super) fn run(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    const NAME: &str = "age";
    report::set_program(NAME);
    let parsed = parse(&OPTIONS, arguments.into_iter().skip(1)).map_err(|reason| usage(NAME, reason))?;
    if let Some(text) = information(NAME, &parsed, HELP) {
        return output::print(text.as_bytes());
    }
    let has = |option: &str| parsed.options.iter().any(|(name, _)| *name == option);
    let decrypt = has("decrypt");
    let refused: &[&str] = match () {
        () if decrypt => &["encrypt", "armor", "passphrase", "recipient", "recipients-file"],
        // the user has probably forgotten -d
        () if !has("encrypt") => &["identity", "plugin"],
        () => &[],
    };
    if let Some(option) = refused.iter().find(|option| has(option)) {
        let with = if decrypt { "with -d/--decrypt" } else { "without -d/--decrypt or -e/--encrypt" };
        return Err(usage(NAME, format!("--{option} cannot be used {with}")));
    }
    if parsed.operands.len() > 1 {
        return Err(usage(NAME, "only one INPUT can be given"));
    }
    translated(if decrypt { "decrypt" } else { "encrypt" }, parsed, |option| format!("--{option}"))
}

/// Runs `age-keygen`.
pub(super) fn run_keygen(arguments: Vec<OsString>) -> Result<Exit, Stop> {
    const NAME: &str = "age-keygen";
    report::set_program(NAME);
    // Go's programs also accept a long option after a single dash
    let arguments = arguments
        .into_iter()
        .skip(1)
        .map(|argument| if argument == "-pq" { "--pq".into() } else { argument });
    let parsed = parse(&KEYGEN_OPTIONS, arguments).map_err(|reason| usage(NAME, reason))?;
    if let Some(text) = information(NAME, &parsed, KEYGEN_HELP) {
        return output::print(text.as_bytes());
    }
    translated("keygen", parsed, |option| match option {
        "convert" => "-y".into(),
        option => format!("--{option}"),
    })
}

/// Returns the text for `--help` or `--version`, if one of them is given.
fn information(name: &'static str, parsed: &Parsed, help: &str) -> Option<String> {
    parsed.options.iter().find_map(|(option, _)| match *option {
        "help" => Some(help.into()),
        "version" => Some(version(name)),
        _ => None,
    })
}

/// Runs a command of `bramah` with these options and operands. `age` replaces an existing file, and `age-keygen` does
/// not.
fn translated(command: &str, parsed: Parsed, name: impl Fn(&str) -> String) -> Result<Exit, Stop> {
    let mut words: Vec<OsString> = vec!["bramah".into(), command.into()];
    if command != "keygen" {
        words.push("--force".into());
    }
    for (option, value) in parsed.options {
        let known = OPTIONS.iter().chain(&KEYGEN_OPTIONS).find(|known| known.long == option);
        words.push(name(option).into());
        if known.is_some_and(|known| known.value) {
            words.push(value);
        }
    }
    words.push("--".into());
    words.extend(parsed.operands);
    match cli::parse_words(words)? {
        command @ (Command::Encrypt(_) | Command::Decrypt(_) | Command::Keygen(_)) => cli::run(command),
        _ => Err(Stop::usage("unknown command")),
    }
}

/// Returns the error that ends the tool when its arguments are wrong.
fn usage(name: &str, reason: impl std::fmt::Display) -> Stop {
    Stop::usage(format_args!("{reason}\nTry '{name} --help' for more information."))
}

const HELP: &str = "Usage: age [-e] (-r RECIPIENT | -R FILE)... [-a] [-o OUTPUT] [INPUT]
       age [-e] -p [-a] [-o OUTPUT] [INPUT]
       age -e -i FILE... [-a] [-o OUTPUT] [INPUT]
       age -d [-i FILE]... [-o OUTPUT] [INPUT]
Encrypt or decrypt a file.

With no INPUT, or when INPUT is -, read standard input.
  -e, --encrypt                encrypt (default)
  -d, --decrypt                decrypt
  -o, --output OUTPUT          write to this file, replacing it if it exists
  -a, --armor                  write text (armor) instead of binary
  -p, --passphrase             encrypt with a passphrase
  -r, --recipient RECIPIENT    encrypt for age1..., age1pq1..., age1tag1...,
                               age1tagpq1... or ssh-ed25519 ...
  -R, --recipients-file FILE   encrypt for the recipients in a file
  -i, --identity FILE          decrypt with the identities in a file; with -e,
                               encrypt for them
  -j, --plugin PLUGIN          decrypt with a plugin that needs no identity file;
                               with -e, encrypt for it
  -h, --help                   print this help and exit
      --version                print the version and exit

This is bramah under another name; see bramah encrypt --help.
";

const KEYGEN_HELP: &str = "Usage: age-keygen [--pq] [-o OUTPUT]
       age-keygen -y [-o OUTPUT] [INPUT]
Make an identity, or print the recipients of those in INPUT.

  -o, --output OUTPUT   write to this file, which must not exist
  -y, --convert         print the recipients of identities
      --pq              make an identity that resists quantum computers
  -h, --help            print this help and exit
      --version         print the version and exit

This is bramah under another name; see bramah keygen --help.
";
