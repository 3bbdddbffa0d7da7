//! Tests of the sources of keys.

use super::IV;
use crate::support::{Dir, ran};

const HEX: &str = "000102030405060708090A0b0c0d0e0f";
const BYTES: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

fn cipher(key: &str) -> String {
    format!("cipher aes-128-ctr -q {IV} {key} a")
}

#[cfg(unix)]
#[test]
fn all_sources_are_alike() {
    let dir = Dir::new();
    let expected = dir.run(&cipher(&format!("--key {HEX}"))).out;
    assert_eq!(expected.len(), 3);
    for (name, text) in [
        ("bytes", BYTES.to_vec()),
        ("digits", HEX.into()),
        ("line", format!("{HEX}\n").into()),
        ("dos", format!("{HEX}\r\n").into()),
    ] {
        dir.write(name, text);
        dir.run(&cipher(&format!("--key-file {name}"))).gives(&expected);
        let bramah = format!("$bramah {}", cipher("--key-fd"));
        dir.shell(&bramah.replace("--key-fd", &format!("--key-fd 3 3<{name}"))).gives(&expected);
        dir.shell(&bramah.replace("--key-fd", &format!("--key-fd 0 <{name}"))).gives(&expected);
        dir.shell(&format!("cat {name} | {}", bramah.replace("--key-fd", "--key-fd 0"))).gives(&expected);
        dir.shell(&format!(
            "cat {name} | {{ {}; }} 7<&0",
            bramah.replace("--key-fd", "--key-fd 7 </dev/null")
        ))
        .gives(&expected);
    }
    ran(dir.command(&cipher("--key-env BRAMAH_TEST_KEY")).env("BRAMAH_TEST_KEY", HEX)).gives(&expected);
}

#[test]
fn bytes_that_look_like_digits_are_bytes() {
    let dir = Dir::new();
    dir.write("key", "0123456789abcdef");
    let hex = "30313233343536373839616263646566";
    let expected = dir.run(&cipher(&format!("--key {hex}"))).out;
    dir.run(&cipher("--key-file key")).gives(&expected);
}

/// All commands with keys of any length read a file or descriptor by the same rule: hexadecimal digits that could also
/// be a raw key are decoded, and a note says so, unless --key-format is given.
#[cfg(unix)]
#[test]
fn digits_for_a_key_of_any_length_are_not_decoded_in_silence() {
    let dir = Dir::new();
    dir.write("text", "deadbeef");
    dir.write("line", "DEADbeef\r\n");
    dir.write("decoded", b"\xde\xad\xbe\xef");
    let mut commands: Vec<String> = [
        "mac hmac-sha256", "mac hmac-blake2b-256", "mac kmac128", "mac kmacxof256", "mac blake2s",
        "mac skein256",
    ]
    .map(|mac| format!("{mac} KEY a"))
    .into();
    commands.extend(
        ["blake2b", "blake2s", "blake2bp", "blake2sp", "skein512", "kmac256", "kmacxof128"]
            .map(|hash| format!("hash -a {hash} KEY a")),
    );
    commands.push("kdf hkdf -q --length 16 KEY".into());
    commands.push("kdf sp800-108-counter -q --mac hmac-sha256 --length 16 KEY".into());
    for command in commands {
        let run = |key: &str| dir.run(&command.replace("KEY", key));
        let of_text = run("--key-file text --key-format raw");
        let of_bytes = run("--key-file decoded");
        assert_ne!(of_text.well(), of_bytes.well(), "{command}");
        for file in ["text", "line"] {
            assert_eq!(
                run(&format!("--key-file {file} --key-format hex")).well(),
                of_bytes.text(),
                "{command}"
            );
            let decoded = run(&format!("--key-file {file}"));
            assert_eq!((decoded.text(), decoded.code), (of_bytes.text(), 0), "{command}");
            let says = format!(
                "bramah: note: --key-file {file}: read as hexadecimal, which makes a key of 4 bytes; "
            );
            assert!(decoded.err.starts_with(&says) && decoded.err.lines().count() == 1, "{}", decoded.err);
        }
        if !command.starts_with("hash") {
            let shell = |more: &str| {
                dir.shell(&format!(
                    "$bramah {} 3<text",
                    command.replace("KEY", &format!("--key-fd 3 {more}"))
                ))
            };
            assert_eq!(shell("--key-format raw").well(), of_text.text());
            assert_eq!(shell("--key-format hex").well(), of_bytes.text());
            assert!(shell("").err.starts_with("bramah: note: --key-fd 3: read as hexadecimal"), "{command}");
        }
        run("--key-file a --key-format hex").is_usage("--key-file a: expected hexadecimal digits");
    }
    // the output of OpenSSL 3 for `openssl dgst -sha256 -hmac deadbeef a`
    dir.run("mac hmac-sha256 --key-file text --key-format raw a")
        .gives(b"58500646479003bfb6012aa2ad4b21dbc3158b16c3990b900e259d64dcd30cff  a\n");
    // keyed lists: `check` reads the key file by the same rule
    for hash in ["blake2b", "skein512", "kmac256"] {
        let list = dir.run(&format!("hash -a {hash} --key-file text --key-format raw a"));
        dir.write("list", list.well());
        dir.run("check --key-file text --key-format raw list").is("a: OK\n", "", 0);
        let decoded = dir.run("check --key-file text list");
        assert_eq!((decoded.text(), decoded.code), ("a: FAILED\n", 1), "{hash}");
        assert!(decoded.err.starts_with("bramah: note: --key-file text: read as hex"), "{}", decoded.err);
        dir.run("check --key-file decoded list").is(
            "a: FAILED\n",
            "bramah: WARNING: 1 computed checksum did NOT match\n",
            1,
        );
    }
    dir.run("mac hmac-sha256 --key 00 --key-format raw a").is_usage("cannot be used with");
    dir.run("hash --key-format raw a").is_usage("--key-file");
}

/// If an algorithm takes keys of only one length, the length of the file shows whether it contains bytes or digits.
#[test]
fn the_length_says_what_a_key_is() {
    let dir = Dir::new();
    let bytes = "0123456789abcdef0123456789abcdef";
    dir.write("bytes", bytes);
    dir.write("digits", bytes.bytes().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n");
    for command in
        ["hash -a blake3 KEY a", "hash -a kupyna-256 KEY a", "mac blake3 KEY a", "mac cmac-aes-256 KEY a"]
    {
        let of_bytes = dir.run(&command.replace("KEY", "--key-file bytes"));
        assert_eq!(
            dir.run(&command.replace("KEY", "--key-file digits")).well(),
            of_bytes.well(),
            "{command}"
        );
        let wrong = dir.run(&command.replace("KEY", "--key-file bytes --key-format hex"));
        assert!(wrong.code == 2 && wrong.err.contains("16 bytes"), "{}", wrong.err);
    }
    let list = dir.run("hash -a blake3 --key-file bytes a");
    dir.write("list", list.well());
    dir.run("check --key-file digits list").is("a: OK\n", "", 0);
}

#[test]
fn one_key_is_taken() {
    let dir = Dir::new();
    dir.run(&cipher("")).is_usage("--key-file <FILE>|--key-fd <N>|--key-env <VAR>|--key <HEX>");
    dir.run(&cipher(&format!("--key {HEX} --key-fd 3"))).is_usage("--key-fd");
    let stdin = cipher("--key-fd 0");
    let without = stdin.strip_suffix(" a").expect("a file");
    for arguments in [without, &format!("{without} -"), &stdin.replace("ctr", "eax --ad-file -")] {
        dir.run(arguments).is_usage("standard input cannot be used for");
    }
}

#[cfg(unix)]
#[test]
fn wrong_keys_are_named() {
    let dir = Dir::new();
    let takes = "but aes-128-ctr takes a key of 16 bytes, or 32 hexadecimal digits";
    let usage = |key: &str, says: &str| dir.run(&cipher(key)).is_usage(says);
    usage("--key 00", &format!("--key has 1 byte, {takes}"));
    usage(&format!("--key {HEX}00"), "--key has 17 bytes");
    usage("--key 0", "--key: expected hexadecimal digits, two for each byte");
    usage("--key=", "--key has 0 bytes");
    for (len, says) in [
        (0, "0 bytes"),
        (1, "1 byte"),
        (15, "15 bytes"),
        (17, "17 bytes"),
        (33, "33 bytes"),
        (35, "more than 34 bytes"),
        (9999, "more than 34 bytes"),
    ] {
        dir.write("key", vec![b'a'; len]);
        usage("--key-file key", &format!("--key-file key has {says}, {takes}"));
        let ran = dir.shell(&format!("$bramah {} <key", cipher("--key-fd 0")));
        ran.is_usage(&format!("--key-fd 0 has {says}, {takes}"));
    }
    dir.write("key", HEX.replace('A', "g"));
    usage("--key-file key", &format!("32 bytes, {takes}"));
    usage("--key-env BRAMAH_TEST_NONE", "--key-env BRAMAH_TEST_NONE: this environment variable is not set");
    for name in ["--key-env=", "--key-env=A=B"] {
        usage(name, "this environment variable is not set");
    }
    let ran =
        |value: &str| ran(dir.command(&cipher("--key-env BRAMAH_TEST_KEY")).env("BRAMAH_TEST_KEY", value));
    ran("").is_usage("--key-env BRAMAH_TEST_KEY has 0 bytes");
    ran("xy").is_usage("expected hexadecimal digits");
}

#[cfg(unix)]
#[test]
fn keys_that_cannot_be_read() {
    let dir = Dir::new();
    dir.write("d/x", "");
    dir.run(&cipher("--key-file none")).is("", "bramah: --key-file none: No such file or directory\n", 1);
    dir.run(&cipher("--key-file d")).is("", "bramah: --key-file d: Is a directory\n", 1);
    dir.run(&cipher("--key-fd 99")).is("", "bramah: --key-fd 99: this file descriptor is not open\n", 1);
    dir.run(&cipher("--key-fd x")).is_usage("'x'");
}

#[test]
fn messages_do_not_show_keys() {
    let dir = Dir::new();
    for key in ["--key abcdef", "--key secret", "--key-env BRAMAH_TEST_KEY"] {
        let ran = ran(dir.command(&cipher(key)).env("BRAMAH_TEST_KEY", "abcdef"));
        assert!(ran.code == 2 && !ran.err.contains("abcdef") && !ran.err.contains("secret"), "{}", ran.err);
    }
}
