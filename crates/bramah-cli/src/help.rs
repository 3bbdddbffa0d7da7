//! The end of every help text and manual page: examples, exit codes and the environment.

use bramah::{kdf, password::Scheme};
use clap::Command;
use std::fmt::Write as _;

/// Examples of a command: each command line with its effect.
type Examples = &'static [(&'static str, &'static str)];

/// The commands and their examples.
pub(crate) const EXAMPLES: &[(&str, Examples)] = &[
    (
        "hash",
        &[
            ("bramah hash -r src -o SUMS", "writes a list with the SHA-256 of every file in src"),
            (
                "bramah hash -r src --update SUMS",
                "updates the list SUMS, and reads only the files that have changed",
            ),
            (
                "bramah hash -a sha3-256,blake3 --untagged disk.iso",
                "computes two digests in one pass over the file",
            ),
            ("bramah hash -m abc", "hashes a text"),
            ("bramah hash -r src --exclude *.o --json", "writes JSON, and skips object files"),
            (
                "bramah hash -r data --shard 1/4 -o part1",
                "hashes a quarter of the files; --merge joins the parts",
            ),
        ],
    ),
    (
        "check",
        &[
            ("bramah check SUMS", "compares every file with the list"),
            (
                "bramah check --signed-by minisign.pub SHA256SUMS.minisig program.tar.gz",
                "verifies the signature of SHA256SUMS, and compares one file with the list",
            ),
            (
                "bramah check --digest sha256:9f86d081884c7d65... program.tar.gz",
                "checks one file against a digest from a web page",
            ),
            (
                "bramah check --by-name --ignore-missing SUMS",
                "checks the listed files that are in this directory, and ignores the directories in the list",
            ),
            ("bramah check --quiet SUMS", "prints only the files that differ"),
            (
                "bramah check -a blake3 list.txt",
                "checks a list of BLAKE3 digests that does not name its algorithm",
            ),
            (
                "bramah check --audit --base src SUMS",
                "compares the directory src with the list: also finds new, moved and missing files",
            ),
            (
                "bramah check --audit --report audit.html SUMS",
                "compares the current directory with the list, and writes the result as an HTML page",
            ),
        ],
    ),
    (
        "encrypt",
        &[
            ("bramah encrypt -p -o letter.age letter", "encrypts with a passphrase, which Bramah asks for"),
            (
                "bramah encrypt -r age1... -o letter.age letter",
                "encrypts for the owner of the public key age1...",
            ),
            (
                "bramah encrypt -R recipients.txt --recursive -o encrypted photos",
                "encrypts each file of a directory tree",
            ),
        ],
    ),
    (
        "decrypt",
        &[
            ("bramah decrypt -o letter letter.age", "decrypts with a passphrase, which Bramah asks for"),
            ("bramah decrypt -i key.txt letter.age", "decrypts with an identity, to standard output"),
            (
                "bramah decrypt --cipher aes-256-cbc -o letter letter.enc",
                "decrypts a file from openssl enc -aes-256-cbc -pbkdf2",
            ),
            (
                "bramah decrypt --cipher aes-256-cbc --no-pbkdf2 --md md5 -o letter letter.enc",
                "decrypts a file from openssl enc -aes-256-cbc before OpenSSL 1.1.0",
            ),
        ],
    ),
    (
        "sign",
        &[
            (
                "bramah sign --key release.key SHA256SUMS",
                "writes SHA256SUMS.minisig, with a key from bramah keygen --sign",
            ),
            ("bramah sign --key id_ed25519 SHA256SUMS", "writes SHA256SUMS.sig, with an SSH key"),
        ],
    ),
    (
        "keygen",
        &[
            (
                "bramah keygen --sign -o release.key",
                "makes a signing key, and release.key.pub, the public key that verifies its signatures",
            ),
            ("bramah keygen -o key.txt", "makes an identity, and prints its recipient on standard error"),
            ("bramah keygen -y key.txt", "prints the recipient of an identity"),
        ],
    ),
    (
        "bao",
        &[
            (
                "bramah bao encode --outboard film.tree film",
                "writes the hash tree of the file film to film.tree",
            ),
            (
                "bramah bao decode 8dd67963c0706cbdc5339e81509173716d7eb42fe107a8d1e2c21d790b35eb1b film copy --outboard film.tree",
                "writes the content of film to the file copy, after verifying every byte",
            ),
            (
                "bramah bao slice 1000000 5000 film part --outboard film.tree",
                "extracts 5,000 bytes of the file, from byte 1,000,000 on, with their part of the tree",
            ),
            (
                "bramah bao decode-slice 8dd67963c0706cbdc5339e81509173716d7eb42fe107a8d1e2c21d790b35eb1b 1000000 5000 part",
                "verifies the 5,000 bytes of the slice and prints them",
            ),
        ],
    ),
    (
        "inspect",
        &[
            ("bramah inspect letter.age", "shows the kinds of recipients and the size of a file"),
            ("bramah inspect --json *.age", "prints JSON, one object per line"),
        ],
    ),
    (
        "cipher",
        &[
            (
                "bramah cipher xchacha20-poly1305 --key-file key --nonce NONCE -o out in",
                "encrypts in; NONCE is 48 hexadecimal digits, different for each message, and is needed again to \
                 decrypt",
            ),
            ("bramah cipher -d xchacha20-poly1305 --key-file key --nonce NONCE out", "decrypts out"),
        ],
    ),
    (
        "mac",
        &[
            ("bramah mac hmac-sha256 --key-file key letter", "prints the tag of a file"),
            (
                "bramah mac hmac-sha256 --key-file key --check TAG letter",
                "compares the tag of a file with TAG",
            ),
            (
                "bramah mac hmac-sha256 --key-file key --check-list list",
                "checks files against the tags in a list",
            ),
        ],
    ),
    (
        "kdf",
        &[
            (
                "bramah kdf hkdf --key-file key --info-text backup -o backup.key",
                "derives a key from another key",
            ),
            (
                "bramah kdf argon2id --salt SALT -m 65536 -t 3 -p 4",
                "derives a key from a password, which Bramah asks for; SALT is 32 hexadecimal digits",
            ),
        ],
    ),
    (
        "password",
        &[
            ("bramah password hash", "asks for a password twice, and prints the string to store"),
            ("bramah password verify --string-file stored", "checks a password against the stored string"),
        ],
    ),
    (
        "random",
        &[
            ("bramah random -o key", "writes a 32-byte key to a file that only its owner can read"),
            ("bramah random --hex 24", "prints a nonce of 24 bytes in hexadecimal"),
        ],
    ),
    (
        "list",
        &[
            ("bramah list", "lists the hash functions"),
            ("bramah list aeads --json", "lists the AEAD schemes, as JSON"),
            ("bramah list --backends", "shows the backends, and which of them this CPU can run"),
        ],
    ),
    (
        "selftest",
        &[("bramah selftest", "tests everything"), ("bramah selftest sha256", "tests one algorithm")],
    ),
    (
        "bench",
        &[
            ("bramah bench sha256 blake3", "measures every backend of two hash functions"),
            (
                "bramah bench sha256 blake3 --plot speeds.svg",
                "measures two hash functions and draws a chart of their speeds",
            ),
        ],
    ),
    ("completions", &[("bramah completions bash", "prints the script for bash")]),
    ("man", &[("bramah man man1", "writes the manual pages into the directory man1")]),
];

/// The exit codes, as pairs of code and meaning.
const CODES: [(&str, &str); 3] = [
    ("0", "success"),
    ("1", "a mismatch, or a file that could not be read or written"),
    ("2", "wrong options or arguments"),
];

/// The sentence on signals that end the command.
const SIGNALS: &str =
    "If a signal interrupts a run, the shell reports 128 plus the number of the signal: 130 for Ctrl-C.";

/// The environment variables and their meaning.
const ENVIRONMENT: [(&str, &str); 3] = [
    (
        "BRAMAH_BACKEND",
        "the backend of all algorithms, such as portable, or of some, such as sha256=bmi2,md5=portable; `bramah \
         list --backends` prints the names",
    ),
    (
        "BRAMAH_PASSPHRASE",
        "the passphrase for encrypt and decrypt, so that Bramah asks for none. Other programs of the same user \
         can read this variable, and child processes inherit it",
    ),
    ("NO_COLOR", "if set and not empty: no color, unless --color=always is given"),
];

/// Adds the examples, exit codes and environment to the help texts of the program and of each command.
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

/// Returns the default parameters of the functions or schemes of a command: the names that share a default, and the
/// default.
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

/// Returns the section of a help text that lists default parameters; empty if the command has none.
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

/// Returns the last sections of a command's manual page, or with `None` of the page of the whole program, in roff.
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

/// Returns a text with the characters escaped that are special to roff.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-").replace('`', "\\(ga").replace('\'', "\\(aq")
}
