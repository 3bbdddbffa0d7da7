//! What every help text and manual page ends with: examples, exit codes and the environment.

use bramah::{kdf, password::Scheme};
use clap::Command;
use std::fmt::Write as _;

/// Examples of a command, each with what it does.
type Examples = &'static [(&'static str, &'static str)];

/// The commands and their examples.
pub(crate) const EXAMPLES: &[(&str, Examples)] = &[
    (
        "hash",
        &[
            ("bramah hash -r src -o SUMS", "a list of the SHA-256 of every file in src"),
            ("bramah hash -r src --update SUMS", "the same list, reading only what has changed"),
            ("bramah hash -a sha3-256,blake3 --untagged disk.iso", "two digests in one pass"),
            ("bramah hash -m abc", "the digest of a text"),
            ("bramah hash -r src --exclude *.o --json", "JSON, without object files"),
            ("bramah hash -r data --shard 1/4 -o part1", "a quarter of the work; --merge joins the parts"),
        ],
    ),
    (
        "check",
        &[
            ("bramah check SUMS", "compares every file with the list"),
            (
                "bramah check --signed-by minisign.pub SHA256SUMS.minisig program.tar.gz",
                "one file of a list, which has to be signed",
            ),
            ("bramah check --quiet --ignore-missing SUMS", "names only files that differ"),
            ("bramah check -a blake3 list.txt", "a list without tags, of BLAKE3"),
            ("bramah check --audit --base src SUMS", "also finds files that are new, moved or missing"),
            ("bramah check --audit --report audit.html SUMS", "and writes a page with what it found"),
        ],
    ),
    (
        "encrypt",
        &[
            ("bramah encrypt -p -o letter.age letter", "with a passphrase, which is asked for"),
            (
                "bramah encrypt -r age1... -o letter.age letter",
                "for whoever has the identity of this recipient",
            ),
            (
                "bramah encrypt -R recipients.txt --recursive -o encrypted photos",
                "a tree of files, each by itself",
            ),
        ],
    ),
    (
        "decrypt",
        &[
            ("bramah decrypt -o letter letter.age", "with the passphrase"),
            ("bramah decrypt -i key.txt letter.age", "with an identity, to standard output"),
            (
                "bramah decrypt --cipher aes-256-cbc -o letter letter.enc",
                "what openssl enc -aes-256-cbc -pbkdf2 wrote",
            ),
            (
                "bramah decrypt --cipher aes-256-cbc --no-pbkdf2 --md md5 -o letter letter.enc",
                "what openssl enc -aes-256-cbc wrote before version 1.1.0",
            ),
        ],
    ),
    (
        "sign",
        &[
            (
                "bramah sign --key release.key SHA256SUMS",
                "SHA256SUMS.minisig, with a key of bramah keygen --sign",
            ),
            ("bramah sign --key id_ed25519 SHA256SUMS", "SHA256SUMS.sig, with a key of SSH"),
        ],
    ),
    (
        "keygen",
        &[
            ("bramah keygen --sign -o release.key", "a key that signs, and release.key.pub, which verifies"),
            ("bramah keygen -o key.txt", "an identity, and its recipient on standard error"),
            ("bramah keygen -y key.txt", "the recipient again"),
        ],
    ),
    (
        "bao",
        &[
            ("bramah bao encode --outboard film.tree film", "the tree beside the file"),
            (
                "bramah bao decode HASH film copy --outboard film.tree",
                "copies the file, and verifies it on the way",
            ),
            (
                "bramah bao slice 1000000 5000 film part --outboard film.tree",
                "what 5,000 bytes of it are verified with",
            ),
            ("bramah bao decode-slice HASH 1000000 5000 part", "verifies and prints them"),
        ],
    ),
    (
        "inspect",
        &[
            ("bramah inspect letter.age", "for whom it is, and how large it is"),
            ("bramah inspect --json *.age", "as JSON, an object on each line"),
        ],
    ),
    (
        "cipher",
        &[
            (
                "bramah cipher xchacha20-poly1305 --key-file key --nonce NONCE -o out in",
                "encrypts in; NONCE is 48 hexadecimal digits, another for each message, and needed to decrypt",
            ),
            ("bramah cipher -d xchacha20-poly1305 --key-file key --nonce NONCE out", "decrypts it"),
        ],
    ),
    (
        "mac",
        &[
            ("bramah mac hmac-sha256 --key-file key letter", "the tag of a file"),
            ("bramah mac hmac-sha256 --key-file key --check TAG letter", "compares the tag with TAG"),
            ("bramah mac hmac-sha256 --key-file key --check-list list", "checks the tags of a list"),
        ],
    ),
    (
        "kdf",
        &[
            ("bramah kdf hkdf --key-file key --info-text backup -o backup.key", "a key made of another one"),
            (
                "bramah kdf argon2id --salt SALT -m 65536 -t 3 -p 4",
                "a key made of a password, which is asked for; SALT is 32 hexadecimal digits",
            ),
        ],
    ),
    (
        "password",
        &[
            ("bramah password hash", "a string to store, for a password that is asked for twice"),
            ("bramah password verify --string-file stored", "whether a password is that of the string"),
        ],
    ),
    (
        "random",
        &[
            ("bramah random -o key", "a key of 32 bytes, which only its owner can read"),
            ("bramah random --hex 24", "a nonce, in hexadecimal"),
        ],
    ),
    (
        "list",
        &[
            ("bramah list", "the hash functions"),
            ("bramah list aeads --json", "authenticated encryption, as JSON"),
            ("bramah list --backends", "what this CPU runs"),
        ],
    ),
    ("selftest", &[("bramah selftest", "everything"), ("bramah selftest sha256", "one algorithm")]),
    (
        "bench",
        &[
            ("bramah bench sha256 blake3", "every backend of two functions"),
            ("bramah bench sha256 blake3 --plot speeds.svg", "draws their speeds too"),
        ],
    ),
    ("completions", &[("bramah completions bash", "the script for bash, on standard output")]),
    ("man", &[("bramah man man1", "the pages, in a directory man1")]),
];

/// The exit codes, as pairs of code and meaning.
const CODES: [(&str, &str); 3] = [
    ("0", "all is well"),
    ("1", "a mismatch, or a file that could not be read or written"),
    ("2", "wrong usage"),
];

/// The effects of signals that end the command.
const SIGNALS: &str =
    "An interrupted run dies of the signal, for which shells report 128 plus its number: 130 for SIGINT.";

/// The environment variables and their meaning.
const ENVIRONMENT: [(&str, &str); 3] = [
    (
        "BRAMAH_BACKEND",
        "the backend of every algorithm (portable), or of those named (sha256=bmi2,md5=portable); `bramah list \
         --backends` has the names",
    ),
    (
        "BRAMAH_PASSPHRASE",
        "the passphrase for encrypt and decrypt, which is then not asked for. Other programs of the same user can read \
         it, and programs that are started inherit it",
    ),
    ("NO_COLOR", "if it is not empty, nothing is in color unless --color=always is given"),
];

/// Gives a grammar, and each command in it, the ends of their help texts.
pub(crate) fn ended(grammar: Command) -> Command {
    let mut grammar = grammar.after_help(end(None));
    for (name, examples) in EXAMPLES {
        if grammar.find_subcommand(name).is_none() {
            continue;
        }
        grammar = grammar.mut_subcommand(name, |command| {
            let command = command.after_long_help(defaults(Some(name)) + &end(Some(examples)));
            match *name {
                "password" => command.mut_subcommand("hash", |hash| {
                    hash.after_long_help(defaults(Some("password")).trim_end().to_string())
                }),
                _ => command,
            }
        });
    }
    grammar
}

/// Returns the names of functions or schemes of a command, with their default parameters, each value once.
fn default_values(name: Option<&str>) -> Vec<(String, String)> {
    let all: Vec<(&str, String)> = match name {
        Some("kdf") => kdf::entries().map(|entry| (entry.info.name, entry.recommended())).collect(),
        Some("password") => Scheme::NAMES
            .into_iter()
            .filter_map(|name| Some((name, crate::commands::password::options(&Scheme::named(name)?))))
            .collect(),
        _ => Vec::new(),
    };
    let mut grouped: Vec<(String, String)> = Vec::new();
    for (name, value) in all {
        match grouped.iter_mut().find(|(_, other)| *other == value) {
            Some((names, _)) => *names += &format!(", {name}"),
            None => grouped.push((name.into(), value)),
        }
    }
    grouped
}

/// Returns the part of a help text on default parameters; empty if the command has none.
fn defaults(name: Option<&str>) -> String {
    let mut text = String::new();
    for (names, value) in default_values(name) {
        let title = if text.is_empty() { "Default parameters:\n" } else { "" };
        _ = writeln!(text, "{title}  {names}\n          {value}");
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Returns the end of a help text.
fn end(examples: Option<Examples>) -> String {
    let mut text = String::new();
    if let Some(examples) = examples {
        text += "Examples:\n";
        for (line, what) in examples {
            _ = writeln!(text, "  {line}\n          {what}");
        }
        text.push('\n');
    }
    let codes = CODES.map(|(code, meaning)| format!("{code} {meaning}")).join("; ");
    _ = write!(text, "Exit codes: {codes}. {SIGNALS}\n\nEnvironment:");
    for (name, meaning) in ENVIRONMENT {
        _ = write!(text, "\n  {name:<14}  {meaning}");
    }
    text
}

/// Returns the last sections of the manual page of a command, or of the page on all of them, in roff.
pub(crate) fn sections(name: Option<&str>) -> String {
    let mut text = String::new();
    if let Some((name, examples)) = EXAMPLES.iter().find(|(other, _)| Some(*other) == name) {
        debug_assert!(!name.is_empty());
        text += ".SH EXAMPLES\n";
        for (line, what) in *examples {
            _ = writeln!(text, ".TP\n.B {}\n{}", escaped(line), escaped(what));
        }
    }
    for (index, (names, value)) in default_values(name).into_iter().enumerate() {
        let title = if index == 0 { ".SH \"DEFAULT PARAMETERS\"\n" } else { "" };
        _ = writeln!(text, "{title}.TP\n{}\n{}", escaped(&names), escaped(&value));
    }
    text += ".SH \"EXIT STATUS\"\n";
    for (code, meaning) in CODES {
        _ = writeln!(text, ".TP\n.B {code}\n{meaning}");
    }
    _ = writeln!(text, ".PP\n{SIGNALS}\n.SH ENVIRONMENT");
    for (name, meaning) in ENVIRONMENT {
        _ = writeln!(text, ".TP\n.B {name}\n{}", escaped(meaning));
    }
    let others = EXAMPLES.iter().map(|(name, _)| *name).filter(|other| Some(*other) != name);
    let mut pages: Vec<String> = others.map(|name| format!(".BR bramah\\-{name} (1)")).collect();
    if name.is_some() {
        pages.insert(0, ".BR bramah (1)".into());
    }
    _ = writeln!(text, ".SH \"SEE ALSO\"\n{}", pages.join(",\n"));
    text
}

/// Returns a text in which roff takes no character for one of its own.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-").replace('`', "\\(ga").replace('\'', "\\(aq")
}
