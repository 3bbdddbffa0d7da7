//! `bramah mac`.

use crate::support::{Dir, hex, message};
use std::os::unix::ffi::OsStrExt;

/// That of NIST SP 800-38B and RFC 4493.
const KEY: &str = "--key 2b7e151628aed2a6abf7158809cf4f3c";
/// The tag of nothing.
const EMPTY: &str = "bb1d6929e95937287fa37d129b756746";

#[test]
fn published_vectors() {
    let dir = Dir::new();
    let mut count = 0;
    for kind in bramah_vectors::macs() {
        for vector in bramah_vectors::mac(kind).expect("a kind") {
            let [key, text] = ["key", "message"].map(|field| {
                vector.require(field).expand(|text, len| {
                    let mut out = vec![0; len];
                    let shake = bramah::hash::lookup("shake256").and_then(|shake| shake.with_bits(8 * len));
                    shake.expect("an algorithm").digest(text, &mut out);
                    out
                })
            });
            let tag = vector.require("tag").literal();
            let cipher = vector.word("cipher").unwrap_or_default();
            if bramah::block::lookup(cipher).is_err() || !vector.source.starts_with("NIST") {
                continue;
            }
            let arguments = format!("mac {kind}-{cipher} -q --key {} --tag-len {}", hex(&key), tag.len());
            dir.fed(&arguments, text.clone()).is(&format!("{}  -\n", hex(tag)), "", 0);
            dir.fed(&format!("{arguments} --raw"), text.clone()).gives(tag);
            dir.fed(&format!("{arguments} --check {}", hex(tag)), text).is("", "", 0);
            count += 1;
        }
    }
    assert!(count >= 12, "{count}");
}

#[test]
fn openssl_agrees() {
    let dir = Dir::new();
    for (bits, len) in [(128, 0), (128, 1), (192, 16), (256, 17), (256, 4097)] {
        let key = hex(&message(bits / 8));
        let (cipher, option) = (format!("AES-{bits}-CBC"), format!("hexkey:{key}"));
        let input = message(len);
        dir.write("in", &input);
        let theirs =
            dir.program("openssl", ["mac", "-cipher", &cipher, "-macopt", &option, "-in", "in", "CMAC"], b"");
        let ours = dir.run(&format!("mac cmac-aes-{bits} --key {key} in"));
        assert_eq!(ours.well(), format!("{}  in\n", theirs.well().trim().to_lowercase()));
    }
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
    let short = dir.run(&format!("mac cmac-aes-128 {KEY} --tag-len 8 empty"));
    assert_eq!(short.well(), format!("{}  empty\n", &EMPTY[..16]));
    // several pieces, and one after another
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
    check(&EMPTY[..16]).is("empty: OK\n", "", 0);
    check(&format!("{} --tag-len 8", &EMPTY[..16])).is("empty: OK\n", "", 0);
    for i in 0..16 {
        let mut bad = EMPTY.to_string();
        bad.replace_range(2 * i..2 * i + 2, "ee");
        check(&bad).is("empty: FAILED\n", "", 1);
        check(&format!("{bad} --quiet")).is("empty: FAILED\n", "", 1);
    }
    check(&EMPTY[..14]).is_usage("--check: 7 bytes, but cmac-aes-128 has tags of 8 to 16");
    check(&format!("{EMPTY}00")).is_usage("--check: 17 bytes");
    check("xy").is_usage("wanted: hexadecimal digits");
    check(&format!("{EMPTY} --tag-len 8")).is_usage("--check: 16 bytes, but --tag-len says 8");
    check(&format!("{EMPTY} a")).is_usage("--check compares one tag: of one file only");
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
        ("cmac", "no message authentication code is named \"cmac\"; `bramah list macs`"),
        ("hmac-sha256", "\"hmac-sha256\""),
        ("cmac-aes-128 --tag-len 7", "--tag-len: 7 bytes, but cmac-aes-128 has tags of 8 to 16"),
        ("cmac-aes-128 --tag-len 17", "--tag-len: 17 bytes"),
        ("cmac-aes-128 --raw a", "--raw writes one tag: of one file only"),
        ("cmac-aes-128 --raw --check 00", "--check"),
        (
            "cmac-aes-256",
            "--key: 16 bytes, but cmac-aes-256 takes a key of 32 bytes, or 64 hexadecimal digits",
        ),
        ("cmac-aes-128 --backend frob", "aes-128 has no backend named \"frob\""),
        ("cmac-aes-128 --key-fd 0", "--key-fd"),
    ] {
        dir.run(&format!("mac {arguments} {KEY} a")).is_usage(says);
    }
    dir.run("mac cmac-aes-128 a").is_usage("--key-file <FILE>");
    dir.run("mac cmac-aes-128 --key-fd 0 a -").is_usage("standard input cannot be both the key and a file");
}

#[test]
fn cbc_mac_is_warned_of() {
    let dir = Dir::new();
    let ran = dir.run(&format!("mac cbc-mac-aes-128 {KEY} a"));
    assert_eq!(
        ran.err,
        "bramah: warning: cbc-mac-aes-128 can be forged unless all messages have one length; cmac cannot\n"
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
    ran.is("1\n", "bramah: write error: Broken pipe\n", 0);
}
