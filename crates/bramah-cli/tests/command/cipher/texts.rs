//! Tests of format-preserving encryption, which encrypts each line by itself.

use super::KEY;
use crate::support::Dir;

/// The key of NIST's examples of FF1.
const NIST: &str = "--key 2b7e151628aed2a6abf7158809cf4f3c";

#[test]
fn every_line_is_a_text() {
    let dir = Dir::new();
    let ff1 = format!("cipher -q aes-128-ff1 {NIST}");
    for (arguments, plain, encrypted) in [
        ("--radix 10", "0123456789", "2433477484"),
        ("--radix 10", "0123456789\n", "2433477484\n"),
        ("--radix 10 --tweak 39383736353433323130", "0123456789\r\n0123456789", "6124200773\r\n6124200773"),
        (
            "--radix 36 --tweak 3737373770717273373737",
            "0123456789abcdefghi\n0123456789abcdefghi\r\n",
            "a9tv40mll9kdu509eum\na9tv40mll9kdu509eum\r\n",
        ),
        // the same numerals with other characters
        ("--alphabet abcdefghij", "abcdefghij\n", "ceddehheie\n"),
        ("--alphabet αβγδεζηθικ", "αβγδεζηθικ\n", "γεδδεθθειε\n"),
        ("--radix 10", "", ""),
    ] {
        let encrypts = dir.fed(&format!("{ff1} {arguments}"), plain);
        assert_eq!(encrypts.well(), encrypted, "{arguments}");
        let decrypts = dir.fed(&format!("{ff1} {arguments} -d"), encrypted);
        assert_eq!(decrypts.well(), plain, "{arguments}");
    }
    let loud = dir.fed(&format!("{ff1} --radix 10").replace(" -q", ""), "0123456789");
    loud.is(
        "2433477484",
        "bramah: warning: aes-128-ff1 does not detect changes to a text, and equal texts encrypt to equal ciphertexts under one tweak\n",
        0,
    );
}

#[test]
fn texts_and_arguments_that_are_refused() {
    let dir = Dir::new();
    for (arguments, says) in [
        (
            "aes-128-ff1",
            "aes-128-ff1 needs to know which characters a text may contain: use --radix 10 for digits, or --alphabet",
        ),
        ("aes-128-ff1 --radix 1", "1 is not in 2..=36"),
        ("aes-128-ff1 --radix 37", "37 is not in 2..=36"),
        ("aes-128-ff1 --radix 10 --alphabet 01", "--alphabet"),
        (
            "aes-128-ff1 --alphabet 0",
            "--alphabet: the alphabet must have 2 to 65536 characters, each only once",
        ),
        (
            "aes-128-ff1 --alphabet 0123450",
            "--alphabet: the alphabet must have 2 to 65536 characters, each only once",
        ),
        ("aes-128-ff1 --radix 10 --iv 00", "--iv: aes-128-ff1 does not take this option"),
        ("aes-128-ff1 --radix 10 -j 2", "-j: aes-128-ff1 does not take this option"),
        ("aes-128-ctr --iv 00 --radix 10", "--radix: aes-128-ctr encrypts bytes; this option is for ff1"),
        ("aes-128-eax --iv 00 --alphabet 01", "--alphabet: aes-128-eax does not take this option"),
        ("chacha20 --iv 00 --radix 10", "--radix: chacha20 does not take this option"),
        ("aes-128-kw --radix 10", "--radix: aes-128-kw does not take this option"),
        ("a128cbc-hs256 --radix 10", "--radix: a128cbc-hs256 does not take this option"),
        ("xtea-ff1 --radix 10", "unknown cipher \"xtea-ff1\""),
        ("aes-128-ff1 --radix 10 --backend frob", "aes-128 has no backend named \"frob\""),
        (
            "ff1 --radix 10",
            "ff1 is format-preserving encryption and needs a block cipher, for example aes-256-ff1",
        ),
    ] {
        dir.fed(&format!("cipher {arguments} {KEY}"), "123456").is_usage(says);
    }
    for (text, says) in [
        ("123456\n12345\n", "line 2: the number of numerals is 5, but must be from 6 to 2466"),
        ("123456\n\n123456", "line 2: the number of numerals is 0, but must be from 6 to 2466"),
        ("123456\n1234 5678", "line 2: a character is not in the alphabet"),
        ("123456\r\r\n", "line 1: a character is not in the alphabet"),
    ] {
        let ran = dir.fed(&format!("cipher -q aes-128-ff1 --radix 10 {KEY}"), text);
        assert_eq!((ran.text(), ran.code), ("", 1), "{}", ran.err);
        assert!(ran.err.contains(says), "{}", ran.err);
    }
    let ran = dir.fed(&format!("cipher -q aes-128-ff1 --radix 10 {KEY}"), *b"123456\xff");
    assert_eq!((ran.text(), ran.code), ("", 1));
    assert!(ran.err.contains("is not UTF-8 text"), "{}", ran.err);
}

#[test]
fn it_is_listed_tested_and_measured() {
    let dir = Dir::new();
    assert!(dir.run("list fpes").well().lines().any(|line| line.starts_with("ff1 ")));
    let object = dir.run("list fpes --json");
    assert!(object.well().contains("\"aes-256\"") && !object.text().contains("\"xtea\""));
    let tested = dir.run("selftest aes-256-ff1 --cases 60 --backend portable");
    assert!(tested.well().ends_with("1 tested, 0 failed\n"), "{}", tested.text());
    for direction in ["", "--decrypt"] {
        let measured =
            dir.run(&format!("bench aes-128-ff1 --sizes 16,64 --many 16 --time 1 {direction} --json"));
        assert!(measured.well().lines().any(|line| line.contains("\"aes-128-ff1")), "{}", measured.text());
    }
}
