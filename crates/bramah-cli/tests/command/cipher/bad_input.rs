//! Faulty input: for each fault, a message names it, the exit code is right, and there is no output.

use super::{IV, KEY};
use crate::support::{Dir, message};

#[test]
fn arguments_that_mean_nothing() {
    let dir = Dir::new();
    let before = dir.files();
    for (arguments, says) in [
        ("aes-128", "aes-128 is a block cipher and needs a mode, for example aes-128-ctr"),
        ("aes-129-ctr", "`bramah list ciphers`"),
        ("sha256", "\"sha256\""),
        ("aes-128-cbc", "aes-128-cbc needs an IV of 16 bytes; give it with --iv HEX"),
        ("aes-128-ctr", "aes-128-ctr needs an IV of 1 to 16 bytes"),
        ("aes-128-eax", "aes-128-eax needs a nonce of any length"),
        ("aes-128-cbc --iv 00", "--iv has 1 byte, but aes-128-cbc takes an IV of 16 bytes"),
        ("aes-128-cfb --iv=", "--iv has 0 bytes, but aes-128-cfb takes an IV of 16 bytes"),
        ("aes-128-ctr --iv 0", "'--iv <HEX>': expected hexadecimal digits, two for each byte"),
        ("aes-128-ctr --iv xy", "expected hexadecimal digits"),
        ("aes-128-ecb --iv 00", "--iv: aes-128-ecb does not take an IV"),
        ("aes-128-ctr --iv 00 --unit 1", "--unit"),
        (
            "aes-128-ctr --iv 00 --tweak 00",
            "--tweak: aes-128-ctr does not take a tweak; threefish and ff1 do",
        ),
        (
            "aes-128-eax --iv 00 --tweak 00",
            "--tweak: aes-128-eax does not take a tweak; threefish and ff1 do",
        ),
        ("chacha20 --iv 00 --tweak 00", "--tweak: chacha20 does not take this option"),
        ("threefish-256-ctr --iv 00 --tweak 00", "--tweak: the tweak has 1 byte, but must have 16"),
        ("xtea-xts --iv 00", "the cipher's block in bits is 64, but must be from 128 to 256"),
        ("threefish-512-xts --iv 00", "the cipher's block in bits is 512, but must be from 128 to 256"),
        ("aes-128-ctr --unit 1", "--unit: aes-128-ctr has no data units; xts and kxts do"),
        ("aes-128-eax --iv 00 --increment be", "--increment: aes-128-eax does not take this option"),
        ("aes-128-eax --iv 00 --padding none", "--padding: aes-128-eax does not take this option"),
        ("aes-128-eax --iv 00 --cts cs1", "--stealing: aes-128-eax does not take this option"),
        ("aes-128-eax --iv 00 -j 2", "-j: aes-128-eax does not take this option"),
        ("aes-128-eax --unit 1", "--unit: aes-128-eax does not take this option"),
        ("aes-128-eax --iv 00 --tag-len 0", "--tag-len is 0, but aes-128-eax has tags of 1 to 16 bytes"),
        ("aes-128-eax --iv 00 --tag-len 17", "--tag-len is 17"),
        ("aes-128-eax --iv 00 --ad 00 --ad-file a", "--ad-file"),
        (
            "aes-128-ctr --iv 00 --ad 00",
            "--ad: aes-128-ctr does not authenticate messages and has no use for this option; use eax or gcm",
        ),
        ("aes-128-ctr --iv 00 --ad-file a", "--ad-file: aes-128-ctr does not authenticate"),
        ("aes-128-ctr --iv 00 --tag-len 4", "--tag-len: aes-128-ctr does not authenticate"),
        (
            "aes-128-ctr --iv 00 --padding pkcs7",
            "aes-128-ctr: padding and ciphertext stealing can be chosen only for",
        ),
        (
            "aes-128-ctr --iv 00 --cts cs3",
            "aes-128-ctr: padding and ciphertext stealing can be chosen only for",
        ),
        ("aes-128-ecb --padding pkcs5", "[possible values: pkcs7, iso7816, x923, zero, none]"),
        ("aes-128-ecb --stealing cs4", "[possible values: cs1, cs2, cs3]"),
        ("aes-128-ecb --padding none --stealing cs1", "--stealing"),
        ("aes-128-ecb --increment be", "aes-128-ecb: an increment was given, but this mode has no counter"),
        ("aes-128-ctr --increment up", "[possible values: be, le, be-half, le-half, be32, le32]"),
        ("aes-128-ecb -j 2", "-j: aes-128-ecb runs on one thread only; ctr can use several threads"),
        ("aes-128-ctr --iv 00 -j 0", "'0'"),
        ("aes-128-kw --iv 00", "--iv: aes-128-kw does not take this option"),
        ("aes-128-kwp --ad 00", "--ad: aes-128-kwp does not take this option"),
        ("aes-128-kw --tag-len 8", "--tag-len: aes-128-kw does not take this option"),
        ("a128cbc-hs256", "a128cbc-hs256 needs a nonce of 16 bytes, different for each message"),
        ("a128cbc-hs256 --iv 00", "--iv has 1 byte, but a128cbc-hs256 takes a nonce of 16 bytes"),
        ("a128cbc-hs256 --iv 00 --padding none", "--padding: a128cbc-hs256 does not take this option"),
        ("a128cbc-hs256 --iv 00 --tag-len 16", "--tag-len: a128cbc-hs256 does not take this option"),
        ("xtea-kw", "the cipher's block in bits is 64, but must be from 128 to 128"),
        ("aes-128-kw --backend frob", "aes-128 has no backend named \"frob\""),
        ("aes-128-ctr --iv 00 --backend frob", "aes-128 has no backend named \"frob\""),
    ] {
        dir.run(&format!("cipher {arguments} {KEY} -o out a")).is_usage(says);
    }
    let equal = format!("--key {}", "0001020304050607".repeat(4));
    let xts = |more: &str| dir.run(&format!("cipher aes-128-xts {equal} {more} -o out a"));
    xts("--unit 0").is_usage("aes-128-xts: the two keys must be different");
    xts("").is_usage("give it with --iv HEX, or the number of the data unit with --unit");
    xts("--unit -1").is_usage("-1");
    assert_eq!(dir.files(), before, "nothing is left");
}

/// Runs a command on `len` bytes of input, and checks that it fails with the message `says`.
#[track_caller]
fn failed(arguments: &str, len: usize, says: &str) {
    let dir = Dir::new();
    dir.write("in", message(len));
    dir.write("old", "old");
    let before = dir.files();
    let run = |more: &str| dir.run(&format!("cipher -q {arguments} {more}"));
    run("-o out in").is("", &format!("bramah: in: {says}\n"), 1);
    run("-f -o old in").is("", &format!("bramah: in: {says}\n"), 1);
    let ran = dir.fed(&format!("cipher -q {arguments}"), message(len));
    assert_eq!((ran.err, ran.code), (format!("bramah: -: {says}\n"), 1));
    assert_eq!(dir.files(), before, "nothing is left");
    assert_eq!(dir.read("old"), "old");
}

#[test]
fn messages_of_wrong_lengths() {
    let bytes = |len: usize| format!("{len} byte{}", if len == 1 { "" } else { "s" });
    let blocks =
        |len: usize| format!("the message has {}, but its length must be a multiple of 16 bytes", bytes(len));
    let short = |len: usize| format!("the message has {}, but needs at least 16", bytes(len));
    let large = (2 << 20) + 1;
    for mode in ["ecb".to_string(), format!("cbc {IV}")] {
        let mode = format!("aes-128-{mode} {KEY}");
        for len in [1, 15, 17, large] {
            failed(&format!("{mode} --padding none"), len, &blocks(len));
            failed(&format!("{mode} --padding none -d"), len, &blocks(len));
            for padding in ["pkcs7", "iso7816", "x923", "zero"] {
                failed(&format!("{mode} -d --padding {padding}"), len, &blocks(len));
            }
        }
        failed(&format!("{mode} -d"), 0, &blocks(0));
        for stealing in ["cs1", "cs2", "cs3"] {
            failed(&format!("{mode} --stealing {stealing}"), 15, &short(15));
            failed(&format!("{mode} --stealing {stealing} -d"), 0, &short(0));
        }
    }
    let xts = format!("aes-128-xts {KEY}{} --unit 0", "f".repeat(32));
    failed(&xts, 15, &short(15));
    failed(&format!("{xts} -d"), 0, &short(0));
}

#[test]
fn keys_that_cannot_be_wrapped() {
    let taken = "but must have at least 16 bytes in steps of 8";
    for len in [0, 8, 15, 17, 23] {
        failed(&format!("aes-128-kw {KEY}"), len, &format!("the key to be wrapped has {len} bytes, {taken}"));
    }
    let taken = "but must have 1 to 4294967295 bytes";
    failed(&format!("aes-128-kwp {KEY}"), 0, &format!("the key to be wrapped has 0 bytes, {taken}"));
    for (form, min) in [("kw", 24), ("kwp", 16)] {
        let taken = format!("but must have at least {min} bytes in steps of 8");
        for len in [0, 8, 15, min + 1] {
            let says = format!("the wrapped key has {len} bytes, {taken}");
            failed(&format!("aes-128-{form} {KEY} -d"), len, &says);
        }
        failed(&format!("aes-128-{form} {KEY} -d"), 32, "the message is not authentic");
    }
}

#[test]
fn sealed_messages_that_are_cut() {
    let composed = format!("a128cbc-hs256 --key {} --iv {} -d", "07".repeat(32), "09".repeat(16));
    for len in [0, 16, 31] {
        let says = format!("the sealed message has {len} bytes, but must have at least 32 bytes");
        failed(&composed, len, &says);
    }
    failed(&composed, 33, "the message has 17 bytes, but its length must be a multiple of 16 bytes");
    failed(&composed, 32, "the message is not authentic");
}

#[test]
fn bad_padding() {
    let says = "invalid padding in the last block";
    for padding in ["pkcs7", "iso7816", "x923"] {
        for len in [16, 32, (1 << 20) + 16] {
            failed(&format!("aes-128-cbc {IV} {KEY} -d --padding {padding}"), len, says);
        }
    }
}

#[test]
fn too_much_for_one_data_unit() {
    let xts = format!("aes-128-xts {KEY}{} --unit 0", "f".repeat(32));
    failed(&xts, (16 << 20) + 1, "blocks of a data unit is 1048577, but must be from 1 to 1048576");
}

#[cfg(unix)]
#[test]
fn files_that_cannot_be_read() {
    let dir = Dir::new();
    dir.write("d/x", "");
    for (name, says) in
        [("none", "No such file or directory"), ("d", "Is a directory"), ("a/b", "Not a directory")]
    {
        for cipher in ["aes-128-ctr", "aes-128-eax", "aes-128-eax -d"] {
            let ran = dir.run(&format!("cipher {cipher} -q {KEY} {IV} -o out {name}"));
            ran.is("", &format!("bramah: {name}: {says}\n"), 1);
        }
    }
    dir.run(&format!("cipher aes-128-eax {KEY} {IV} --ad-file none -o out a")).is(
        "",
        "bramah: none: No such file or directory\n",
        1,
    );
    assert_eq!(dir.files(), ["a", "d"]);
}

#[test]
fn modes_that_do_not_authenticate_say_so_once() {
    let dir = Dir::new();
    let ran = dir.run(&format!("cipher aes-128-ctr {KEY} {IV} a"));
    assert_eq!(
        ran.err,
        "bramah: warning: aes-128-ctr does not detect changes to the message; use aes-128-eax to detect them\n"
    );
    assert_eq!((ran.out.len(), ran.code), (3, 0));
    let ran = dir.run(&format!("cipher aes-128-ecb {KEY} a"));
    assert!(ran.err.contains("reveals which blocks are equal"), "{}", ran.err);
    assert_eq!(dir.run(&format!("cipher aes-128-ecb --quiet {KEY} a")).err, "");
    assert_eq!(dir.run(&format!("cipher aes-128-eax {KEY} {IV} a")).err, "");
}

#[test]
fn backends_in_the_environment() {
    let dir = Dir::new();
    let run = |value: &str| {
        crate::support::ran(
            dir.command(&format!("cipher aes-128-ctr -q {KEY} {IV} a")).env("BRAMAH_BACKEND", value),
        )
    };
    let expected = run("").out;
    for backend in bramah::block::lookup("aes-128").unwrap().backends_available() {
        run(backend).gives(&expected);
        run(&format!("aes={backend}")).gives(&expected);
    }
    run("aes=frob").is_usage("unknown backend \"frob\"");
}

/// A message about the length of a nonce names lengths that are accepted.
#[test]
fn a_nonce_of_no_bytes() {
    let dir = Dir::new();
    for name in ["aes-128-gcm", "aes-128-eax"] {
        let ran = dir.bramah(["cipher", name, "--key", "000102030405060708090a0b0c0d0e0f", "--iv", "", "a"]);
        if ran.code == 2 {
            ran.is_usage("--iv has 0 bytes, but");
            assert!(!ran.err.contains("any length") && ran.err.contains("at least 1 byte"), "{}", ran.err);
        }
    }
}
