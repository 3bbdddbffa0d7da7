//! Tests that no output is one of the inputs, whatever name of the file is given.

use crate::support::Dir;
use std::{fs, os::unix::fs::symlink};

const KEY: &str = "--key 000102030405060708090a0b0c0d0e0f";
const IV: &str = "--iv 000102030405060708090a0b0c0d0e0f";

/// Returns the commands that write to a file or to standard output, once for each file that they read, and the contents
/// of this file. `X` stands for the file, and `OUT` for the argument of the output.
fn commands() -> Vec<(String, &'static str)> {
    let digits = "00112233445566778899aabbccddeeff";
    let list = "SHA256 (a) = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n";
    [
        ("cipher aes-128-ctr -q KEY IV -f OUT X", "text"),
        ("cipher aes-128-ctr -q KEY IV -d -f OUT X", "text"),
        ("cipher aes-128-ctr -q IV --key-file X -f OUT a", digits),
        ("cipher aes-128-ctr -q IV --key-fd 3 -f OUT a 3<X", digits),
        ("cipher aes-128-ctr -q IV --key-fd 0 -f OUT a <X", digits),
        ("cipher chacha20 -q --iv 0000000000000000 --key-file X -f OUT a", digits),
        ("cipher aes-128-eax IV --key-file X -f OUT a", digits),
        ("cipher aes-128-eax KEY IV --ad-file X -f OUT a", "data"),
        ("cipher aes-128-eax KEY IV --ad-file - -f OUT a <X", "data"),
        ("cipher aes-128-eax KEY IV -f OUT X", "text"),
        ("kdf hkdf --hash sha256 --key-file X -f OUT", digits),
        ("kdf hkdf --hash sha256 --key-fd 0 -f OUT <X", digits),
        ("kdf pbkdf2 --hash sha256 --iterations 1 --salt 00 --password-file X -f OUT", "password"),
        ("kdf pbkdf2 --hash sha256 --iterations 1 --salt 00 --password-fd 3 -f OUT 3<X", "password"),
        (
            "kdf argon2id -m 64 -t 1 --salt 0011223344556677 --password-file a --secret-file X -f OUT",
            "secret",
        ),
        ("hash -a blake2b --key-file X OUT a", digits),
        ("hash --files-from X OUT", "a\n"),
        ("hash --files-from - OUT <X", "a\n"),
        ("hash --ignore-file X -r OUT d", "*.o\n"),
        ("hash --merge OUT X", list),
    ]
    .map(|(arguments, holds)| (arguments.replace("KEY", KEY).replace("IV", IV), holds))
    .into()
}

/// The commands that only write to standard output.
const TO_STDOUT: [(&str, &str); 6] = [
    ("check X", "SHA256 (a) = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n"),
    ("check -a blake2b --key-file X list", "00112233445566778899aabbccddeeff"),
    ("mac hmac-sha256 --key-file X a", "00112233445566778899aabbccddeeff"),
    ("mac hmac-sha256 --key 00112233445566778899aabbccddeeff X", "text"),
    ("password hash -m 64 -t 1 --password-file X", "password"),
    (
        "password verify --string-file X --password-file a",
        "$5$rounds=1000$salt$1234567890123456789012345678901234567890123",
    ),
];

#[test]
fn an_input_is_never_overwritten() {
    let dir = Dir::new();
    dir.write("d/f", "abc");
    dir.write("list", format!("BLAKE2b (a) = {}\n", "00".repeat(64)));
    let mut wrong = Vec::new();
    let mut refused = |line: &str, holds: &str| {
        dir.write("x", holds);
        let _ = fs::remove_file(dir.path("hard"));
        let _ = fs::remove_file(dir.path("soft"));
        fs::hard_link(dir.path("x"), dir.path("hard")).unwrap();
        symlink("x", dir.path("soft")).unwrap();
        let before = dir.files();
        let ran = dir.shell(&format!("\"$bramah\" {line}"));
        let kept = ["x", "hard", "soft"].iter().all(|name| dir.bytes(name) == holds.as_bytes());
        if !kept || ran.code != 1 || !ran.err.contains("input file is output file") || dir.files() != before {
            wrong.push(format!("{line}: kept: {kept}, {ran:?}"));
        }
    };
    for (arguments, holds) in commands() {
        for (input, output) in [
            ("x", "-o x"),
            ("x", "-o ./x"),
            ("x", "-o hard"),
            ("hard", "-o x"),
            ("soft", "-o x"),
            ("x", "-o soft"),
        ] {
            refused(&arguments.replace('X', input).replace("OUT", output), holds);
        }
        // these redirections do not empty the file
        for output in ["1<>x", "1<>hard", "-o - 1<>x", ">>x"] {
            let arguments = match arguments.contains("hash ") && output.contains("-o -") {
                true => continue,
                false => arguments.replace("-f ", "").replace('X', "x"),
            };
            refused(&arguments.replace("OUT", output), holds);
        }
    }
    for (arguments, holds) in TO_STDOUT {
        for output in ["1<>x", "1<>hard", ">>x"] {
            refused(&format!("{} {output}", arguments.replace('X', "x")), holds);
        }
    }
    // --update reads and writes the list, but the list may not be another input as well
    for more in ["-a blake2b --key-file X a", "--files-from X", "--ignore-file X -r d"] {
        let holds = if more.contains("key") { "0011223344556677" } else { "a\n" };
        refused(&format!("hash --update x {}", more.replace('X', "x")), holds);
        refused(&format!("hash --update x {}", more.replace('X', "hard")), holds);
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The file of saved states must differ from the inputs and from the list.
#[test]
fn saved_states_are_a_file_of_their_own() {
    let dir = Dir::new();
    let states = "{\"version\":1,\"files\":{}}";
    dir.write("x", states);
    fs::hard_link(dir.path("x"), dir.path("hard")).unwrap();
    for arguments in [
        "hash --resume x -a blake2b --key-file hard a",
        "hash --resume hard --files-from x",
        "hash --resume x --ignore-file x -r .",
    ] {
        let ran = dir.run(arguments);
        assert!(ran.code == 1 && ran.err.contains("input file is output file"), "{arguments}: {ran:?}");
        assert_eq!(dir.read("x"), states, "{arguments}");
    }
    for (list, resume) in [("new", "new"), ("new", "./new"), ("x", "hard"), ("x", "x")] {
        dir.run(&format!("hash -o {list} --resume {resume} a"))
            .is_usage("--resume and the output list are the same file");
        dir.run(&format!("hash --update {list} --resume {resume} a"))
            .is_usage("--resume and the output list are the same file");
        assert_eq!(dir.files(), ["a", "hard", "x"]);
        assert_eq!(dir.read("x"), states);
    }
}
