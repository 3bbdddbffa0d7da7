//! Tests of files of `openssl enc` with all options. `tests/interop` compares them with OpenSSL itself.

use super::keys;
use crate::support::{Dir, hex, message};

const TEXT: &str = "hello, openssl\n";
/// A text longer than the part that `decrypt` examines to recognise a right passphrase.
const LONG: &str = "hello, openssl, this is a text\n";

fn dir() -> Dir {
    let dir = keys();
    dir.write("secret", "secret");
    dir.write("short", TEXT);
    dir.write("long", LONG);
    dir
}

/// The options and outputs of OpenSSL 3.0 for the text with the passphrase `secret`, without a salt in the file.
const FILES: &[(&str, &str)] = &[
    ("--no-salt --no-pbkdf2", "1652a8cee90ab5048413dbb7111ad6a5"),
    ("--nosalt --no-pbkdf2 --md md5", "264bf459d6bf144d81c18543dd74aba2"),
    ("--no-salt --no-pbkdf2 --digest shake128", "a9e28a7da56d093341d3fb747cfb0820"),
    ("--no-salt", "3949196b3f0cd5c609182502a6261ae6"),
    ("-S 0102030405060708 --no-pbkdf2", "0775f5d853e9eac9aebbe84e8fa45a3f"),
    ("-S 0102030405060708", "e9462cdf9e0546ab372f3599c36a08b1"),
    ("--salt 0102000000000000 --no-pbkdf2", "8a8d89101ae2b51385f6245d693c03f0"),
    ("--cipher chacha20 -S 0102030405060708 --no-pbkdf2", "3a0d2b591f652f4b2e556e7c716897"),
    ("--cipher des-ede3 --no-salt --no-pbkdf2", "7d7f2b38de5de7896878becaf221029f"),
    ("--cipher des-ede3-cbc --no-salt --no-pbkdf2", "4cf827b0251d9a5f852ba39fb022efaf"),
    ("--cipher des3 --no-salt --no-pbkdf2", "4cf827b0251d9a5f852ba39fb022efaf"),
    ("--cipher rc4 --no-salt --no-pbkdf2", "41707644d224d35b7bd23271d08790"),
    ("--cipher rc4-40 --no-salt --no-pbkdf2", "dadbf21dd136a6da12ecc477971956"),
    ("--cipher rc2-40 --no-salt --no-pbkdf2", "e48733910843fb8c995636ed96e5f868"),
    ("--cipher rc2-64-cbc --no-salt --no-pbkdf2", "c7d70e5ff89879dbc33e1e973fef741a"),
];

#[test]
fn files_are_those_of_openssl() {
    let dir = dir();
    for (options, expected) in FILES {
        let cipher = if options.contains("--cipher") { "" } else { "--cipher aes-256-cbc" };
        let written = dir
            .run(&format!("encrypt -q --format openssl --passphrase-file secret {options} -f -o out short"));
        assert_eq!((written.text(), written.err.as_str(), written.code), ("", "", 0), "{options}");
        assert_eq!(hex(&dir.bytes("out")), *expected, "{options}");
        let read = format!("decrypt -q --passphrase-file secret {cipher} {options}");
        dir.run(&format!("{read} out")).gives(TEXT.as_bytes());
        // in base64: only the characters of the file reveal this
        let coded = format!("encrypt -q --format openssl -a --passphrase-file secret {options} short");
        let coded = dir.run(&coded);
        assert!(coded.well().ends_with('\n'), "{options}: {}", coded.text());
        dir.fed(&read, coded.out.clone()).gives(TEXT.as_bytes());
    }
}

/// A short file without a salt and without a line end is base64 only with `-a`.
#[test]
fn short_files_are_base64_if_that_is_said() {
    let dir = dir();
    for len in 0..=20 {
        let text = message(len);
        dir.write("in", &text);
        let options = "-q --cipher rc4 --no-salt --passphrase-file secret";
        let coded = dir.run(&format!("encrypt --format openssl -a -A {options} in")).out;
        dir.fed(&format!("decrypt -a {options}"), coded.clone()).gives(&text);
        if (1..=9).contains(&len) {
            assert_eq!(dir.fed(&format!("decrypt {options}"), coded.clone()).out.len(), coded.len(), "{len}");
        }
    }
    let wrong = dir.fed("decrypt -a -q --cipher rc4 --passphrase-file secret", "age-encryption.org/v1");
    assert!(wrong.code == 1 && wrong.err.contains("malformed base64"), "{}", wrong.err);
}

/// Files with a random salt, in binary and in both kinds of base64, can be decrypted.
#[test]
fn files_go_there_and_back() {
    let dir = dir();
    for len in [0, 1, 15, 16, 47, 48, 49, 300_000] {
        let text = message(len);
        dir.write("in", &text);
        for (form, cipher) in [("", "aes-256-cbc"), ("-a", "aria-128-ctr"), ("-a -A", "chacha20")] {
            let options = format!("--cipher {cipher} --iter 7 --md sha512");
            let new =
                format!("encrypt -q --format openssl --passphrase-file secret {form} {options} -f -o out in");
            assert_eq!(dir.run(&new).well(), "");
            let file = dir.bytes("out");
            match form {
                "" => assert!(file.starts_with(b"Salted__")),
                "-a" => {
                    let text = String::from_utf8(file.clone()).unwrap();
                    assert!(text.starts_with("U2FsdGVkX1") && text.ends_with('\n'));
                    let lengths: Vec<usize> = text.lines().map(str::len).collect();
                    let (last, others) = lengths.split_last().unwrap();
                    assert!(*last <= 64 && others.iter().all(|len| *len == 64), "{lengths:?}");
                }
                _ => assert!(file.starts_with(b"U2FsdGVkX1") && !file.contains(&b'\n')),
            }
            dir.run(&format!("decrypt -q --passphrase-file secret {options} out")).gives(&text);
            assert_eq!(dir.run(&new).well(), "");
            assert_ne!(dir.bytes("out"), file, "{form}: the same salt");
        }
    }
    dir.run("encrypt -q --format openssl --passphrase-file secret short long").is("", "", 0);
    dir.run("decrypt -q --cipher aes-256-cbc --passphrase-file secret -f short.enc long.enc").is("", "", 0);
    assert_eq!(dir.read("long"), LONG);
}

#[test]
fn another_derivation_that_fits_is_named() {
    let dir = dir();
    for cipher in ["aes-256-cbc", "aes-128-ctr", "chacha20"] {
        for (made, says) in [
            ("--no-pbkdf2", "-md sha256, without -pbkdf2; use --no-pbkdf2 --digest sha256"),
            ("--no-pbkdf2 --md md5", "-md md5, without -pbkdf2; use --no-pbkdf2 --digest md5"),
            ("--md sha512", "-pbkdf2 -iter 10000 -md sha512; use --digest sha512 --iterations 10000"),
            ("--iter 1000", "-pbkdf2 -iter 1000 -md sha256; use --digest sha256 --iterations 1000"),
        ] {
            let options = format!("-q --passphrase-file secret --cipher {cipher}");
            dir.run(&format!("encrypt --format openssl {options} {made} -f -o out long")).well();
            let expected = format!(
                "bramah: out: the passphrase is correct, but the file was encrypted with other options: {says}\n"
            );
            dir.run(&format!("decrypt {options} -o new out")).is("", &expected, 1);
            assert!(!dir.path("new").exists());
            dir.run(&format!("decrypt {options} {made} out")).gives(LONG.as_bytes());
        }
    }
    // a short text: only the padding can show that the passphrase is right
    let options = "-q --passphrase-file secret --cipher aes-256-cbc -S 0102030405060709";
    dir.run(&format!("encrypt --format openssl {options} --no-pbkdf2 -f -o out short")).well();
    let expected = "bramah: out: the passphrase is wrong, or the file was encrypted with other options: \
                    -md sha256, without -pbkdf2; use --no-pbkdf2 --digest sha256\n";
    dir.run(&format!("decrypt {options} out")).is("", expected, 1);
    // a number of iterations that `decrypt` does not try
    dir.run(&format!("encrypt --format openssl {options} --iter 77 -f -o out long")).well();
    let ran = dir.run(&format!("decrypt {options} -o new out"));
    assert_eq!((ran.text(), ran.code), ("", 1));
    assert!(ran.err.contains("iterations (-iter)") && !dir.path("new").exists(), "{}", ran.err);
}

#[test]
fn salts_are_where_they_are_said_to_be() {
    let dir = dir();
    let options = "-q --passphrase-file secret --cipher aes-256-cbc";
    dir.run(&format!("encrypt --format openssl {options} -f -o out long")).well();
    let ran = dir.run(&format!("decrypt {options} --no-salt out"));
    assert!(ran.code == 1 && ran.err.contains("it was not made with -nosalt"), "{}", ran.err);
    let ran = dir.run(&format!("decrypt {options} -S 0000000000000000 out"));
    assert!(ran.code == 1 && ran.err.contains("differs from the given salt"), "{}", ran.err);
    // -S may name the salt that the file contains: OpenSSL 1 wrote the salt to the file even with -S
    let salt = hex(&dir.bytes("out")[8..16]);
    dir.run(&format!("decrypt {options} -S {salt} out")).gives(LONG.as_bytes());
    dir.run(&format!("encrypt --format openssl {options} --no-salt -f -o out long")).well();
    let ran = dir.run(&format!("decrypt {options} --format openssl out"));
    assert!(ran.code == 1 && ran.err.contains("-nosalt or -S"), "{}", ran.err);
}

#[test]
fn what_openssl_does_not_read_is_not_written() {
    let dir = dir();
    for (options, says) in [
        ("--cipher serpent-256-cbc", "openssl enc does not support the cipher serpent-256-cbc"),
        ("--cipher aes-256-xts", "openssl enc does not support the cipher aes-256-xts"),
        ("--cipher aes-256-gcm", "bramah: --cipher: "),
        ("--cipher desx-cbc", "bramah: --cipher: "),
        ("--digest blake3", "openssl enc does not support the digest blake3"),
        ("--digest shake128", "OpenSSL does not support PBKDF2 with shake128"),
        ("--salt 01", "expected 8 bytes"),
        ("--iter 0", "0"),
        ("--iter 5 --no-pbkdf2", "cannot be used with"),
        ("-S 0102030405060708 --no-salt", "cannot be used with"),
        ("-A", "--armor"),
        ("--hmac", "--hmac works only with --format fca"),
    ] {
        dir.run(&format!("encrypt -q --format openssl {options} --passphrase-file secret -o out short"))
            .is_usage(says);
        assert!(!dir.path("out").exists(), "{options}");
    }
    dir.run("encrypt -q --format openssl --no-salt --passphrase-file secret short long")
        .is_usage("one file only");
    let whole = "--no-padding --cipher aes-128-cbc --passphrase-file secret";
    let ran = dir.run(&format!("encrypt -q --format openssl {whole} -o out short"));
    assert!(ran.code == 1 && ran.err.contains("multiple of"), "{}", ran.err);
    dir.write("in", message(48));
    dir.run(&format!("encrypt -q --format openssl {whole} -o out in")).well();
    assert_eq!(dir.bytes("out").len(), 16 + 48);
    dir.run(&format!("decrypt -q {whole} out")).gives(&message(48));
}

#[test]
fn what_the_format_does_not_protect_is_said() {
    let dir = dir();
    for (options, says, not) in [
        ("", "10000 iterations of PBKDF2", "one digest"),
        ("--iter 600000", "does not authenticate", "iterations of PBKDF2 are"),
        ("--no-pbkdf2", "derives the key with one digest", "iterations of PBKDF2 are"),
        ("--no-salt --cipher aes-128-ctr", "reveal the XOR", "one digest"),
        ("--cipher rc4", "rc4 is broken", "one digest"),
        ("--cipher rc2-40-cbc", "rc2-40-cbc is broken", "one digest"),
    ] {
        let ran =
            dir.run(&format!("encrypt --format openssl --passphrase-file secret {options} -f -o out short"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.err.lines().all(|line| line.starts_with("bramah: warning: ")), "{}", ran.err);
        assert!(ran.err.contains("openssl enc does not authenticate"), "{}", ran.err);
        assert!(ran.err.contains(says) && !ran.err.contains(not), "{options}: {}", ran.err);
    }
}
