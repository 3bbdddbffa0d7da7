//! The grammar of the command line.

use crate::{
    color::{self, When},
    commands::{
        bao, bench, check, cipher, completions, decrypt, encrypt, environment, hash, inspect, kdf, keygen,
        list, mac, man, password, random, selftest, sign,
    },
    engine::Show,
    exit::{Exit, Stop},
    help, output, report,
};
use bramah::registry::{self, Kind};
use clap::{
    CommandFactory, FromArgMatches, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};
use std::{
    any::TypeId,
    ffi::{OsStr, OsString},
    num::{NonZeroU64, NonZeroUsize},
    path::Path,
};

/// Hash files, check lists of digests, encrypt, sign and authenticate, with the fastest code that this CPU can run.
#[derive(Parser)]
#[command(name = "bramah", version, propagate_version = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The options of every command.
#[derive(clap::Args)]
pub(crate) struct Global {
    /// When to use color.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,
}

/// Declares the commands: each variant is a module with its arguments.
macro_rules! commands {
    ($($name:literal $variant:ident($args:ty))*) => {
        /// The commands.
        #[derive(Subcommand)]
        pub(crate) enum Command {
            $($variant($args),)*
        }

        /// Returns the grammar of one command; `None` if no command has this name.
        fn grammar_of(name: &str) -> Option<clap::Command> {
            match name {
                $($name => Some(<$args as clap::Args>::augment_args(clap::Command::new($name))),)*
                _ => None,
            }
        }
    };
}
commands! {
    "hash" Hash(Box<hash::Args>)
    "check" Check(Box<check::Args>)
    "encrypt" Encrypt(Box<encrypt::Args>)
    "decrypt" Decrypt(Box<decrypt::Args>)
    "sign" Sign(Box<sign::Args>)
    "keygen" Keygen(Box<keygen::Args>)
    "bao" Bao(bao::Args)
    "inspect" Inspect(inspect::Args)
    "cipher" Cipher(Box<cipher::Args>)
    "mac" Mac(mac::Args)
    "kdf" Kdf(Box<kdf::Args>)
    "password" Password(Box<password::Args>)
    "random" Random(random::Args)
    "list" List(list::Args)
    "selftest" Selftest(selftest::Args)
    "bench" Bench(bench::Args)
    "completions" Completions(completions::Args)
    "man" Man(man::Args)
}

/// Returns a grammar of the command line that contains only the command `name`, or no command if `name` is an option
/// that asks for the version; `None` for any other word. Building all commands would cause a quarter of the page
/// faults of `bramah hash` on a file of 64 bytes.
fn with_one(name: &OsStr) -> Option<clap::Command> {
    let name = name.to_str()?;
    let one = grammar_of(name);
    if one.is_none() && !["-V", "--version"].contains(&name) {
        return None;
    }
    let all = clap::Command::new("bramah").version(env!("CARGO_PKG_VERSION")).propagate_version(true);
    Some(<Global as clap::Args>::augment_args(all).subcommand_required(true).subcommands(one))
}

/// Returns the grammar, with examples in the help texts. If the first argument names a command, the grammar
/// contains only this command; otherwise it contains all commands.
fn grammar(first: Option<&OsString>) -> clap::Command {
    help::ended(first.and_then(|name| with_one(name)).unwrap_or_else(Cli::command))
}

/// Parses the arguments. If they ask for help or the version, prints it and ends the process.
pub(crate) fn parse(arguments: Vec<OsString>) -> Result<Command, Stop> {
    color::set(When::Auto);
    let first = arguments.get(1).cloned();
    if let Some(stop) = meant_progress(&arguments) {
        return Err(stop);
    }
    if let Some(command) = without_grammar(&arguments) {
        return Ok(command);
    }
    let words = hash_to_check(arguments);
    let matches = grammar(words.get(1)).try_get_matches_from(&words);
    match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => {
            color::set(cli.global.color);
            Ok(cli.command)
        }
        Err(mut error) => {
            if let Some(stop) = meant_command(&error, first.as_deref()) {
                return Err(stop);
            }
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Well };
            if let Some(flag) = check_flag(&error) {
                return Err(Stop::usage(format_args!(
                    "{flag} is an option of `bramah check`, not of `bramah hash`; to check a list, use `bramah check`"
                )));
            }
            if exit == Exit::Usage {
                tip(&mut error, &words);
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

/// Parses `bramah hash` with files, `-a` and `-r`, and `bramah check` with files; returns `None` for other arguments.
/// Building the grammar for these arguments would take as long as all the work on a small file.
fn without_grammar(arguments: &[OsString]) -> Option<Command> {
    let [_, command, words @ ..] = arguments else { return None };
    let command = command.to_str()?;
    let hashes = command == "hash";
    let (mut files, mut algorithm, mut recursive) = (Vec::new(), Vec::new(), false);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("-a" | "--algorithm") if hashes => {
                let names = words.next()?.to_str()?;
                if names.starts_with('-') {
                    return None;
                }
                algorithm.extend(names.split(',').map(String::from));
            }
            // the grammar refuses the second one
            Some("-r" | "--recursive") if hashes && !recursive => recursive = true,
            _ if word == "-" || !word.as_encoded_bytes().starts_with(b"-") => files.push(word.into()),
            _ => return None,
        }
    }
    match command {
        "hash" => Some(Command::Hash(Box::new(hash::Args { algorithm, recursive, ..hash::Args::of(files) }))),
        "check" => Some(Command::Check(Box::new(check::Args::of(files)))),
        _ => None,
    }
}

/// Parses a command line that was translated from the arguments of another tool.
pub(crate) fn parse_words(words: Vec<OsString>) -> Result<Command, Stop> {
    let matches = grammar(words.get(1)).try_get_matches_from(words);
    let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.map(|cli| cli.command).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        Stop::usage(first.strip_prefix("error: ").unwrap_or(first))
    })
}

/// Runs a command. Every command refuses invalid environment variables, even those that it would not use.
pub(crate) fn run(command: Command) -> Result<Exit, Stop> {
    environment::check()?;
    match command {
        Command::Hash(args) => hash::run(*args),
        Command::Check(args) => check::run(*args),
        Command::Encrypt(args) => encrypt::run(&args),
        Command::Decrypt(args) => decrypt::run(&args),
        Command::Sign(args) => sign::run(&args),
        Command::Keygen(args) => keygen::run(&args),
        Command::Bao(args) => bao::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Cipher(args) => cipher::run(*args),
        Command::Mac(args) => mac::run(args),
        Command::Kdf(args) => kdf::run(&args),
        Command::Password(args) => password::run(&args),
        Command::Random(args) => random::run(&args),
        Command::List(args) => list::run(&args),
        Command::Selftest(args) => selftest::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => completions::run(&args, &mut Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command(), help::sections),
    }
}

/// Returns a helpful error if the first word is not a command but one of: another program's name for a command, the
/// name of an algorithm, the path of an existing file, and the option `-c` or `--check` of `sha256sum`. Returns `None`
/// for other words.
fn meant_command(error: &clap::Error, first: Option<&OsStr>) -> Option<Stop> {
    let first = first?;
    let shown = report::shown(first.as_encoded_bytes());
    match error.kind() {
        ErrorKind::UnknownArgument if first == "-c" || first == "--check" => Some(Stop::usage(format_args!(
            "{shown}: missing command; to check a list, run: bramah check LIST"
        ))),
        ErrorKind::InvalidSubcommand => {
            if let Some((purpose, line)) = first.to_str().and_then(right_command) {
                return Some(Stop::usage(format_args!("unknown command {shown}; to {purpose}, run: {line}")));
            }
            Path::new(first).exists().then(|| {
                Stop::usage(format_args!(
                    "unknown command {shown}; to hash the file of that name, run: bramah hash {shown}"
                ))
            })
        }
        _ => None,
    }
}

/// Returns what a word that is not a command was probably meant to do, and the command that does it.
fn right_command(word: &str) -> Option<(&'static str, String)> {
    let (purpose, line) = match word.to_ascii_lowercase().as_str() {
        "verify" => ("check a list of digests", "bramah check LIST"),
        "sum" | "checksum" | "digest" | "dgst" | "md" => ("hash files", "bramah hash FILE"),
        "audit" => ("audit a directory", "bramah check --audit LIST"),
        "enc" | "crypt" | "seal" => ("encrypt a file", "bramah encrypt -p -o OUT FILE"),
        "dec" | "open" => ("decrypt a file", "bramah decrypt -o OUT FILE"),
        "rand" => ("write random bytes", "bramah random"),
        "genkey" | "gen" => ("make an identity", "bramah keygen -o KEY"),
        "hmac" => ("compute an HMAC", "bramah mac hmac-sha256 --key-file KEY FILE"),
        "passwd" => ("hash a password", "bramah password hash"),
        "speed" | "benchmark" => ("measure the speed of an algorithm", "bramah bench sha256"),
        "test" => ("test the algorithms", "bramah selftest"),
        _ => return of_algorithm(word),
    };
    Some((purpose, line.into()))
}

/// If `word` is the name of an algorithm, as `bramah list` spells it, returns the purpose of the algorithm and a
/// command that uses it.
fn of_algorithm(word: &str) -> Option<(&'static str, String)> {
    if let Ok(hash) = bramah::hash::lookup(word) {
        return Some(("hash a file with this function", format!("bramah hash -a {} FILE", hash.name())));
    }
    if let Ok(mac) = bramah::mac::lookup(word) {
        return Some((
            "authenticate a file with this MAC",
            format!("bramah mac {} --key-file KEY FILE", mac.name()),
        ));
    }
    let named = |kind: Kind| registry::of(kind).any(|algorithm| algorithm.name() == word);
    if named(Kind::Kdf) {
        return Some(("derive a key with this function", format!("bramah kdf {word}")));
    }
    let ciphers = [Kind::Aead, Kind::EncryptThenMac, Kind::Stream, Kind::Mode, Kind::KeyWrap, Kind::Fpe];
    ciphers
        .into_iter()
        .any(named)
        .then(|| ("encrypt with this cipher", format!("bramah cipher {word} --key-file KEY FILE")))
}

/// Replaces clap's tip on an unknown option by the names of the commands that have the option, if there are any. Clap's
/// tip says how to pass the option as a file name.
fn tip(error: &mut clap::Error, words: &[OsString]) {
    let first = words.get(1).map(OsString::as_os_str);
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return };
    if error.kind() != ErrorKind::UnknownArgument {
        return;
    }
    let (short, long) = (option.strip_prefix('-'), option.strip_prefix("--"));
    let has = |argument: &clap::Arg| match long {
        Some(long) => argument.get_long() == Some(long),
        None => argument.get_short().is_some_and(|letter| short == Some(letter.to_string().as_str())),
    };
    let cli = Cli::command();
    let commands = cli.get_subcommands().filter(|command| command.get_arguments().any(has));
    let names: Vec<&str> =
        commands.map(clap::Command::get_name).filter(|&name| first != Some(name.as_ref())).collect();
    let tip = match names.split_last() {
        None => None,
        Some((last, [])) => Some(format!("'{option}' is an option of bramah {last}")),
        Some((last, rest)) => {
            Some(format!("'{option}' is an option of bramah {} and {last}", rest.join(", ")))
        }
    };
    let takes_hashes = matches!(first, Some(first) if first == "hash" || first == "check");
    let function = long.filter(|_| takes_hashes).and_then(|name| bramah::hash::lookup(name).ok());
    let tip = tip.or_else(|| {
        let scheme = bramah::password::Scheme::named(option).filter(|_| first == Some("password".as_ref()));
        match scheme {
            Some(scheme) => Some(format!("to choose the scheme, use --scheme {}", scheme.name())),
            None => is_number(&cli, words, option).then(|| {
                format!("'{option}' was read as an option, because the number must not be negative")
            }),
        }
    });
    if function.is_some() {
        error.remove(ContextKind::SuggestedArg);
    }
    let tip = function.map(|hash| format!("to choose the hash function, use -a {}", hash.name())).or(tip);
    // removes clap's tips, except the tip about a similar option
    error.remove(ContextKind::Suggested);
    if let (Some(tip), None) = (tip, error.get(ContextKind::SuggestedArg)) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

/// Returns whether `option`, a minus sign and a digit, is probably meant as a number: it follows an option that takes a
/// number, or it belongs to a command that takes a number in place of a file.
fn is_number(cli: &clap::Command, words: &[OsString], option: &str) -> bool {
    let starts = |word: &OsString| word.as_encoded_bytes().starts_with(option.as_bytes());
    let is_negative =
        option.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let arguments = words.get(1..).unwrap_or_default();
    let (true, Some(place)) = (is_negative, arguments.iter().position(starts)) else { return false };
    let command = arguments[..place].iter().map_while(|word| word.to_str());
    let command = command.scan(cli, |command, word| {
        *command = command.find_subcommand(word)?;
        Some(*command)
    });
    let Some(command) = command.last() else { return false };
    let takes_number = |argument: &clap::Arg| {
        let parsed = argument.get_value_parser().type_id();
        let numbers = [
            TypeId::of::<u8>(),
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
            TypeId::of::<NonZeroU64>(),
            TypeId::of::<NonZeroUsize>(),
        ];
        argument.get_action().takes_values() && numbers.iter().any(|number| parsed == *number)
    };
    let before = words[place].to_str().unwrap_or_default();
    let is_before = |argument: &clap::Arg| match before.strip_prefix("--") {
        Some(long) => argument.get_long() == Some(long),
        None => before.starts_with('-') && argument.get_short() == before.chars().last(),
    };
    command
        .get_arguments()
        .any(|argument| takes_number(argument) && (argument.is_positional() || is_before(argument)))
}

/// Returns the error for `--progress HOW` without an equals sign: clap would read HOW as a file name.
fn meant_progress(arguments: &[OsString]) -> Option<Stop> {
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let pairs = arguments[..end].windows(2);
    let how = pairs.filter(|pair| pair[0] == "--progress").find_map(|pair| pair[1].to_str())?;
    let known = <Show as clap::ValueEnum>::from_str(how, false).is_ok();
    (known && !Path::new(how).exists())
        .then(|| Stop::usage(format_args!("--progress {how}: write --progress={how}, with an equals sign")))
}

/// Returns the flag of `check` that was given to `hash`, if the error is about one.
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

/// Converts `bramah hash -c` to `bramah check`. The option may also be `--check`, or a `c` in a group of short options,
/// before the first one that takes a value.
pub(crate) fn hash_to_check(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_none_or(|word| word != "hash") {
        return arguments;
    }
    let end = arguments.iter().position(|a| a == "--").unwrap_or(arguments.len());
    let found = arguments[..end].iter().position(|a| {
        a == "--check"
            || a.to_str().and_then(|a| a.strip_prefix('-')).is_some_and(|letters| {
                let flags = letters.find(|letter| !"crwz".contains(letter)).unwrap_or(letters.len());
                let known = letters[flags..].chars().next().is_none_or(|letter| "alj".contains(letter));
                known && letters[..flags].contains('c')
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
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_examples_that_are_right() {
        let commands = Cli::command();
        for name in commands.get_subcommands().map(clap::Command::get_name) {
            assert!(help::EXAMPLES.iter().any(|(other, _)| *other == name), "{name}");
        }
        for (name, examples) in help::EXAMPLES {
            for (line, _) in *examples {
                let line = line.replace("NONCE", &"00".repeat(24)).replace("TAG", "00").replace("SALT", "00");
                assert!(line.starts_with(&format!("bramah {name}")));
                let parsed = grammar(None).try_get_matches_from(line.split(' '));
                assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
            }
        }
    }

    #[test]
    fn a_command_alone_has_the_grammar_that_it_has_among_all() {
        let mut all = grammar(None);
        all.build();
        let names: Vec<String> =
            all.get_subcommands().map(|command| command.get_name().to_string()).collect();
        for name in names.iter().filter(|name| *name != "help") {
            assert!(with_one(name.as_ref()).is_some(), "{name}: no grammar of its own");
            let mut one = grammar(Some(&name.into()));
            one.build();
            let text = |from: &mut clap::Command| {
                let command = from.find_subcommand_mut(name).expect("the command");
                [command.render_long_help(), command.render_help(), command.render_usage()]
                    .map(|text| text.to_string())
            };
            assert_eq!(text(&mut one), text(&mut all), "{name}");
        }
    }

    /// Command lines that are read without the grammar mean the same as with it.
    #[test]
    fn frequent_command_lines_need_no_grammar() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let shown = |command: Option<Command>| match command {
            Some(Command::Hash(args)) => Some(format!("{args:?}")),
            Some(Command::Check(args)) => Some(format!("{args:?}")),
            _ => None,
        };
        let same = |line: &str| {
            let parsed = Cli::command().try_get_matches_from(words(line)).expect(line);
            let parsed = Cli::from_arg_matches(&parsed).expect("a command").command;
            let args = shown(without_grammar(&words(line)));
            assert!(args.is_some(), "{line}");
            assert_eq!(args, shown(Some(parsed)), "{line}");
        };
        for name in ["hash", "check"] {
            // the last lines have empty words
            for rest in ["", " a", " a - b", " check help", " a=b", " a  b", " a "] {
                same(&format!("bramah {name}{rest}"));
            }
            for rest in [" a --json", " -- a", " a --", " a -h", " --color=never a", " -", " -1"] {
                let args = without_grammar(&words(&format!("bramah {name}{rest}")));
                assert_eq!(args.is_some(), rest == " -", "{name}{rest}");
            }
        }
        for rest in [
            "-a md5",
            "-a md5 a",
            "a -a md5 b",
            "--algorithm md5 a",
            "-a md5,sha1 -a crc32 a",
            "-a a=b a",
            "-a , a",
            "-a  a",
            "-r a",
            "a --recursive",
            "-a md5 -r a",
            "-r - -a md5",
        ] {
            same(&format!("bramah hash {rest}"));
        }
        for rest in [
            "-a", "a -a", "-a -r a", "-a - a", "-amd5 a", "--algorithm=md5 a", "-ra md5 a", "-r -r a",
            "-a md5 -l 8 a",
        ] {
            assert!(without_grammar(&words(&format!("bramah hash {rest}"))).is_none(), "{rest}");
        }
        for line in [
            "bramah",
            "bramah list a",
            "bramah a hash b",
            "bramah --color=never hash a",
            "bramah check -r a",
            "bramah check -a md5 a",
        ] {
            assert!(without_grammar(&words(line)).is_none(), "{line}");
        }
    }

    #[test]
    fn the_version_is_that_of_the_whole_grammar() {
        for option in ["-V", "--version"] {
            let printed = |mut grammar: clap::Command| {
                grammar.try_get_matches_from_mut(["bramah", option]).map(drop).unwrap_err().to_string()
            };
            assert_eq!(printed(grammar(Some(&option.into()))), printed(Cli::command()));
        }
    }

    #[test]
    fn hash_with_c_is_check() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let same = |from: &str, to: &str| assert_eq!(hash_to_check(words(from)), words(to));
        same("bramah hash -c list", "bramah check list");
        same("bramah hash --check list", "bramah check list");
        same("bramah hash -cw list", "bramah check -w list");
        same("bramah hash -ca sha256 list", "bramah check -a sha256 list");
        same("bramah hash -wcasha256 list", "bramah check -washa256 list");
        same("bramah hash -casc list", "bramah check -asc list");
        same("bramah hash -asc f", "bramah hash -asc f");
        same("bramah hash -rac f", "bramah hash -rac f");
        same("bramah hash -- -c", "bramah hash -- -c");
        same("bramah hash -asha256 f", "bramah hash -asha256 f");
        same("bramah list -c", "bramah list -c");
    }
}
