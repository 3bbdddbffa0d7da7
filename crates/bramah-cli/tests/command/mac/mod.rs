//! `bramah mac`.

use crate::support::{Dir, hex, message};
use std::os::unix::ffi::OsStrExt;

/// The key of NIST SP 800-38B and RFC 4493.
const KEY: &str = "--key 2b7e151628aed2a6abf7158809cf4f3c";
/// The tag of the empty message.
const EMPTY: &str = "bb1d6929e95937287fa37d129b756746";

#[test]
fn keys_of_any_length_come_from_files() {
    let dir = Dir::with_empty();
    let tag = |key: &[u8]| hex(&bramah::Hmac::<bramah::Sha256>::mac(key, b""));
    let long = message(100_000);
    for (file, key) in [
        (&b""[..], &b""[..]),
        (b"\xff", b"\xff"),
        (b"not digits\n", b"not digits\n"),
        (b"0aff\n", b"\x0a\xff"),
        (&long, &long),
    ] {
        dir.write("key", file);
        let ran = dir.run("mac hmac-sha256 --key-file key empty");
        assert_eq!((ran.text(), ran.code), (format!("{}  empty\n", tag(key)).as_str(), 0));
        assert_eq!(ran.err.is_empty(), file == key, "{}", ran.err);
    }
    dir.write("key", vec![0xff; (2 << 20) + 3]);
    dir.run("mac hmac-sha256 --key-file key empty").is_usage("more than 2097154 bytes");
}

#[test]
fn a_nonce_is_taken_by_what_has_one() {
    let dir = Dir::with_empty();
    let key = "00".repeat(16);
    let ran = dir.run(&format!("mac gmac-aes-128 -q --key {key} --nonce {} empty", "00".repeat(12)));
    assert_eq!(ran.well(), "58e2fccefa7e3061367f1d57a4e7455a  empty\n");
    let warned = dir.run(&format!("mac gmac-aes-128 --key {key} --nonce 00 empty"));
    assert!(warned.err.starts_with("bramah: warning: gmac-aes-128: two messages"), "{}", warned.err);
}

#[test]
fn lines_are_those_of_hash_untagged() {
    let dir = Dir::with_empty();
    let name = std::ffi::OsStr::from_bytes(b"line\nfeed");
    dir.write(name, "");
    let key = KEY.split(' ').map(std::ffi::OsStr::new);
    let words = ["mac", "omac1-AES128", "empty", "-"].map(std::ffi::OsStr::new);
    let ran = dir.bramah(words.into_iter().chain([name]).chain(key));
    assert_eq!(ran.well(), format!("{EMPTY}  empty\n{EMPTY}  -\n\\{EMPTY}  line\\nfeed\n"));
    let short = dir.run(&format!("mac cmac-aes-128 {KEY} --tag-len 10 empty"));
    assert_eq!(short.well(), format!("{}  empty\n", &EMPTY[..20]));
    // a message that is read in several pieces, and several files
    dir.write("large", message((2 << 20) + 1));
    let large = dir.run(&format!("mac pmac-aes-128 {KEY} large large"));
    let lines: Vec<&str> = large.well().lines().collect();
    assert_eq!(lines[0], lines[1]);
}

#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_others() {
    let dir = Dir::with_empty();
    let ran = dir.run(&format!("mac cmac-aes-128 {KEY} none . empty"));
    let errors = "bramah: none: No such file or directory\nbramah: .: Is a directory\n";
    ran.is(&format!("{EMPTY}  empty\n"), errors, 1);
}

#[test]
fn tags_are_checked() {
    let dir = Dir::with_empty();
    let check = |more: &str| dir.run(&format!("mac cmac-aes-128 {KEY} empty --check {more}"));
    check(EMPTY).is("empty: OK\n", "", 0);
    check(&EMPTY.to_uppercase()).is("empty: OK\n", "", 0);
    check(&format!("{EMPTY} -q")).is("", "", 0);
    check(&EMPTY[..20]).is_usage(
        "--check has 10 bytes, but a full tag of cmac-aes-128 has 16; for a truncated tag add --tag-len 10",
    );
    check(&format!("{} --tag-len 10", &EMPTY[..20])).is("empty: OK\n", "", 0);
    for i in 0..16 {
        let mut bad = EMPTY.to_string();
        bad.replace_range(2 * i..2 * i + 2, "ee");
        check(&bad).is("empty: FAILED\n", "", 1);
        check(&format!("{bad} --quiet")).is("empty: FAILED\n", "", 1);
    }
    check(&EMPTY[..14]).is_usage("--check has 7 bytes, but a tag of cmac-aes-128 has 16");
    check(&format!("{} --tag-len 7", &EMPTY[..14])).is_usage("cmac-aes-128 has tags of 10 to 16 bytes");
    check(&format!("{EMPTY}00")).is_usage("--check has 17 bytes");
    check("xy").is_usage("expected hexadecimal digits");
    check(&format!("{EMPTY} --tag-len 12")).is_usage("--check has 16 bytes, but --tag-len is 12");
    check(&format!("{EMPTY} a")).is_usage("--check works with one file only");
    dir.run(&format!("mac cmac-aes-128 {KEY} none --check {EMPTY}")).is(
        "",
        "bramah: none: No such file or directory\n",
        1,
    );
}

#[test]
fn what_means_nothing_is_named() {
    let dir = Dir::new();
    for (arguments, says) in [
        ("cmac", "unknown MAC \"cmac\" (did you mean cmac-"),
        ("hmac-sha257", "\"hmac-sha257\""),
        ("hmac-sha256 --nonce 00", "--nonce: hmac-sha256 does not take a nonce"),
        ("hmac-sha256 --tag-len 15", "--tag-len is 15 bytes, but hmac-sha256 has tags of 16 to 32 bytes"),
        (
            "gmac-aes-128",
            "gmac-aes-128 needs a nonce of at least 1 byte, different for each message; give it with --nonce",
        ),
        (
            "gmac-aes-128 --nonce 00 b",
            "gmac-aes-128: a nonce must not be used for more than one message; give only one file",
        ),
        ("poly1305 b", "poly1305: a key must not be used for more than one message; give only one file"),
        ("cmac-aes-128 --tag-len 7", "--tag-len is 7 bytes, but cmac-aes-128 has tags of 10 to 16 bytes"),
        ("cmac-aes-128 --tag-len 17", "--tag-len is 17 bytes"),
        ("cmac-aes-128 --raw a", "--raw works with one file only"),
        ("cmac-aes-128 --raw --check 00", "--check"),
        (
            "cmac-aes-256",
            "--key has 16 bytes, but cmac-aes-256 takes a key of 32 bytes, or 64 hexadecimal digits",
        ),
        ("cmac-aes-128 --backend frob", "aes-128 has no backend named \"frob\""),
        ("cmac-aes-128 --key-fd 0", "--key-fd"),
    ] {
        dir.run(&format!("mac {arguments} {KEY} a")).is_usage(says);
    }
    dir.run("mac cmac-aes-128 a").is_usage("--key-file <FILE>");
    dir.run("mac cmac-aes-128 --key-fd 0 a -")
        .is_usage("standard input cannot be used for both the key and a file");
}

#[test]
fn cbc_mac_is_warned_of() {
    let dir = Dir::new();
    let ran = dir.run(&format!("mac cbc-mac-aes-128 {KEY} a"));
    assert_eq!(
        ran.err,
        "bramah: warning: cbc-mac-aes-128: tags can be forged unless all messages have the same length; use cmac\n"
    );
    assert_eq!(dir.run(&format!("mac cbc-mac-aes-128 -q {KEY} a")).err, "");
}

#[test]
fn output_that_cannot_be_written() {
    let dir = Dir::new();
    let full = "bramah: write error: No space left on device\n";
    for more in ["", "--raw", "--check 00000000000000000000000000000000"] {
        dir.shell(&format!("$bramah mac cmac-aes-128 {KEY} a {more} >/dev/full")).is("", full, 1);
    }
    let ran = dir.shell(&format!(
        "trap '' PIPE; {{ sleep 0.3; $bramah mac cmac-aes-128 {KEY} a; echo $? >code; }} | true; cat code"
    ));
    ran.is("1\n", "", 0);
}

/// Every MAC refuses a truncated tag unless `--tag-len` gives its length.
#[test]
fn a_cut_tag_needs_its_length() {
    let dir = Dir::new();
    let mut cut = 0;
    for mac in bramah::mac::algorithms() {
        // of the MACs over block ciphers, only those over AES-128 are tested
        if mac.cipher().is_some_and(|cipher| cipher.info().name != "aes-128") {
            continue;
        }
        let (name, lengths) = (mac.name(), mac.tag_lengths());
        let key = hex(&message(mac.key_len().max.min(mac.key_len().min.max(16))));
        let nonces = mac.nonce_len();
        let nonce = match nonces.max.min(nonces.min.max(12)) {
            0 => String::new(),
            length => format!("--nonce {}", "00".repeat(length)),
        };
        let command = format!("mac {name} -q --key {key} {nonce} a");
        let tag = dir.run(&command).well().split_whitespace().next().unwrap().to_string();
        dir.run(&format!("{command} --check {tag}")).is("", "", 0);
        if lengths.min == lengths.max {
            dir.run(&format!("{command} --check {}", &tag[2..])).is_usage("a tag of");
            continue;
        }
        let short = &tag[..2 * lengths.min];
        let ran = dir.run(&format!("{command} --check {short}"));
        ran.is_usage(&format!("for a truncated tag add --tag-len {}", lengths.min));
        dir.run(&format!("{command} --check {short} --tag-len {}", lengths.min)).is("", "", 0);
        dir.run(&format!("{command} --check {tag} --tag-len {}", lengths.min)).is_usage("--tag-len is");
        cut += 1;
    }
    assert!(cut > 60, "{cut}");
}

#[test]
fn hmac_is_over_hash_functions_alone() {
    let dir = Dir::new();
    let listed = dir.run("list macs");
    for name in
        ["kmac128", "kmacxof256", "cshake128", "tuplehash256", "parallelhash128", "parallelhashxof256"]
    {
        assert!(!listed.well().contains(&format!("hmac-{name}")), "{name}");
        dir.run(&format!("mac hmac-{name} {KEY} a"))
            .is_usage("HMAC and key derivation need a plain hash function");
        let kdf = dir
            .run(&format!("kdf pbkdf2 --password-file a --salt 00 --iterations 1 --hash {name} --length 16"));
        kdf.is_usage("need a plain hash function");
    }
    assert!(listed.well().contains("hmac-sha3-256") && listed.well().contains("kmac128"));
}

#[test]
fn lists_of_tags_are_checked() {
    let dir = Dir::with_empty();
    let key = "--key 6b";
    dir.write("line\nfeed", "x");
    let tags = dir.bramah(["mac", "hmac-sha256", "--key", "6b", "a", "empty", "line\nfeed"]);
    dir.write("list", tags.well());
    let check = |arguments: &str| dir.run(&format!("mac hmac-sha256 {key} --check-list {arguments}"));
    assert_eq!(check("list").well(), "a: OK\nempty: OK\n\\line\\nfeed: OK\n");
    assert_eq!(check("--quiet list").well(), "");
    assert_eq!(dir.fed(&format!("mac hmac-sha256 {key} --check-list"), tags.out.clone()).code, 0);
    // a line of OpenSSL 3: printf abc >a; openssl dgst -sha256 -mac HMAC -macopt key:k a
    let tag = "342e519ce0ad6c03a36b98eeb3f1d130db4813b9df4d1160eda488d712dc78ee";
    dir.write("openssl", format!("HMAC-SHA2-256(a)= {tag}\n"));
    assert_eq!(check("openssl").well(), "a: OK\n");
    // a wrong key, and a missing file
    let other = dir.run("mac hmac-sha256 --key 6c --check-list openssl");
    other.is("a: FAILED\n", "bramah: WARNING: 1 computed checksum did NOT match\n", 1);
    dir.write("gone list", format!("{tag}  gone\n{tag}  a\n"));
    let gone = dir.bramah(["mac", "hmac-sha256", "--key", "6b", "--check-list", "gone list"]);
    assert_eq!((gone.text(), gone.code), ("gone: FAILED open or read\na: OK\n", 1));
    assert!(gone.err.starts_with("bramah: gone: No such file or directory\n"), "{}", gone.err);
    for (line, says) in [
        (
            format!("HMAC-SHA512 (a) = {tag}"),
            "this is a \"HMAC-SHA512\" digest, but hmac-sha256 was requested",
        ),
        (format!("NONE (a) = {tag}"), "unknown algorithm \"NONE\""),
        (
            format!("{}  a", &tag[..32]),
            "the tag has 32 digits, but hmac-sha256 has 64; for a truncated tag use --tag-len",
        ),
        ("x".into(), "expected `DIGEST  NAME` or"),
    ] {
        dir.write("bad", format!("{tag}  a\n{line}\n"));
        let ran = check("bad");
        assert_eq!((ran.text(), ran.code), ("a: OK\n", 1), "{line}");
        assert!(
            ran.err.contains("bad: 2: improperly formatted line: ") && ran.err.contains(says),
            "{}",
            ran.err
        );
    }
    dir.write("short", format!("{}  a\n", &tag[..32]));
    assert_eq!(check("--tag-len 16 short").well(), "a: OK\n");
    check("none").is("", "bramah: none: No such file or directory\n", 1);
    check("empty").is("", "bramah: empty: no properly formatted checksum lines found\n", 1);
    check("--raw list").is_usage("cannot be used with");
    let siv = "mac gmac-aes-128 -q --key 00000000000000000000000000000000 --nonce 000000000000000000000000";
    dir.run(&format!("{siv} --check-list list"))
        .is_usage("a nonce must not be used for more than one message");
    dir.check("-a hmac-sha256 list")
        .is_usage("to check its tags, run: bramah mac hmac-sha256 --check-list LIST");
}
