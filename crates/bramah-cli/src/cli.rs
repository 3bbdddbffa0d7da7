//! The grammar of the command line.

use crate::{
    commands::{bench, check, cipher, completions, hash, kdf, list, mac, man, password, random, selftest},
    exit::{Exit, Stop},
    help, output, report,
};
use clap::{
    FromArgMatches, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};
use std::{
    ffi::{OsStr, OsString},
    path::Path,
};

/// Hash files, check lists of digests, encrypt and authenticate, each in the fastest form the CPU offers.
#[derive(Parser)]
#[command(name = "bramah", version, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What there is to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Hash(Box<hash::Args>),
    Check(Box<check::Args>),
    Cipher(Box<cipher::Args>),
    Mac(mac::Args),
    Kdf(Box<kdf::Args>),
    Password(Box<password::Args>),
    Random(random::Args),
    List(list::Args),
    Selftest(selftest::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Parses the arguments. Help and version are printed here and end the process.
pub(crate) fn parse(arguments: Vec<OsString>) -> Result<Command, Stop> {
    let first = arguments.get(1).cloned();
    let matches = help::command().try_get_matches_from(hash_to_check(arguments));
    match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => Ok(cli.command),
        Err(error) => {
            if let Some(stop) = meant_hash(&error, first.as_deref()) {
                return Err(stop);
            }
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Well };
            if let Some(flag) = check_flag(&error) {
                return Err(Stop::usage(format_args!("{flag} means something only to `bramah check`")));
            }
            if exit == Exit::Usage {
                let text = error.to_string();
                let text = text.strip_prefix("error: ").unwrap_or(&text);
                report::plain(text.trim_end());
            } else {
                output::print(error.to_string().as_bytes())?;
            }
            std::process::exit(exit as i32)
        }
    }
}

/// Returns the end for a file, or `-c` of `sha256sum`, where a command belongs.
fn meant_hash(error: &clap::Error, first: Option<&OsStr>) -> Option<Stop> {
    let first = first?;
    let shown = report::shown(first.as_encoded_bytes());
    match error.kind() {
        ErrorKind::UnknownArgument if first == "-c" || first == "--check" => Some(Stop::usage(format_args!(
            "{shown}: the command is missing: bramah check LIST checks a list"
        ))),
        ErrorKind::InvalidSubcommand if Path::new(first).exists() => Some(Stop::usage(format_args!(
            "no command is named {shown}: bramah hash {shown} hashes the file"
        ))),
        _ => None,
    }
}

/// Returns the flag of `check` that was given to `hash`, if that is the error.
fn check_flag(error: &clap::Error) -> Option<&str> {
    const FLAGS: [&str; 8] =
        ["--ignore-missing", "--quiet", "--status", "--strict", "--warn", "-w", "--audit", "--base"];
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) if error.kind() == ErrorKind::UnknownArgument => {
            FLAGS.contains(&flag.as_str()).then_some(flag)
        }
        _ => None,
    }
}

/// Converts `bramah hash -c` to `bramah check`: also `--check`, and a `c` among flags without values.
pub(crate) fn hash_to_check(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_none_or(|word| word != "hash") {
        return arguments;
    }
    let end = arguments.iter().position(|a| a == "--").unwrap_or(arguments.len());
    let found = arguments[..end].iter().position(|a| {
        a == "--check"
            || a.to_str().and_then(|a| a.strip_prefix('-')).is_some_and(|letters| {
                letters.contains('c') && letters.chars().all(|letter| "crwz".contains(letter))
            })
    });
    if let Some(at) = found {
        arguments[1] = "check".into();
        let rest = match arguments[at].to_str() {
            Some("--check") | None => String::new(),
            Some(letters) => letters.replacen('c', "", 1),
        };
        if rest.len() > 1 {
            arguments[at] = rest.into();
        } else {
            arguments.remove(at);
        }
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_is_sound() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn hash_with_c_is_check() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let same = |from: &str, to: &str| assert_eq!(hash_to_check(words(from)), words(to));
        same("bramah hash -c list", "bramah check list");
        same("bramah hash --check list", "bramah check list");
        same("bramah hash -cw list", "bramah check -w list");
        same("bramah hash -- -c", "bramah hash -- -c");
        same("bramah hash -asha256 f", "bramah hash -asha256 f");
        same("bramah list -c", "bramah list -c");
    }
}
