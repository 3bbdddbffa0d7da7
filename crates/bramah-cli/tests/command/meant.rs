//! Messages that suggest the name or option that was probably meant.

use crate::support::{Dir, message};

#[test]
fn names_that_are_alike() {
    let dir = Dir::new();
    for (arguments, meant) in [
        ("hash -a sha3 a", "\"sha3\" (did you mean sha3-224, sha3-256, sha3-384 or sha3-512?)"),
        ("hash -a blake2 a", "did you mean blake2b, blake2bp, blake2s or blake2sp?"),
        ("hash -a sah256 a", "sha256"),
        ("check -a sha3 a", "did you mean sha3-224, "),
        ("kdf argon2", "did you mean argon2i, argon2d or argon2id?"),
        ("mac hmac a --key 00", "hmac-sha256"),
        ("selftest sha3", "did you mean sha3-224, "),
        ("bench sha3", "did you mean sha3-224, "),
        ("cipher aes-256 a --key 00", "aes-256 is a block cipher: its mode is missing, such as aes-256-ctr"),
        ("cipher XTS a --key 00", "XTS is a mode: its cipher is missing, such as aes-256-xts"),
        ("cipher gcm a --key 00", "gcm is a mode: its cipher is missing, such as aes-256-gcm"),
        ("cipher salza20 a --key 00", "did you mean salsa20"),
        ("cipher aes a --key 00", "did you mean aes-256-"),
    ] {
        dir.run(arguments).is_usage(meant);
    }
    // nothing is like it
    let ran = dir.run("hash -a crc32 a");
    ran.is_usage("no hash function is named \"crc32\"; `bramah list` has their names");
    // a control character of a name never reaches the terminal
    let ran = dir.bramah(["hash", "-a", "\u{1b}[31m", "a"]);
    assert!(ran.code == 2 && !ran.err.contains('\u{1b}'), "{}", ran.err);
}

#[test]
fn commands_and_options() {
    let dir = Dir::new();
    dir.write("d/x", "");
    for (arguments, says) in [
        ("a", "no command is named a: bramah hash a hashes the file"),
        ("-c a", "-c: the command is missing: bramah check LIST checks a list"),
        ("hash -a blake3 -l abc a", "wanted: a number of bits"),
        ("check -a blake3 -l abc a", "wanted: a number of bits"),
        ("hash -j 0 a", "wanted: a number of threads, 1 or more"),
        ("check -j x a", "wanted: a number of threads, 1 or more"),
        ("hash -r --exclude [ d", "--exclude [: a [ without its ]"),
        ("hash -r --exclude x[]y d", "a [ without its ]"),
    ] {
        dir.run(arguments).is_usage(says);
    }
    for glob in ["[x]", "[]x]", "[!]]", "\\[", "x]"] {
        let ran = dir.bramah(["hash", "-r", "--exclude", glob, "d"]);
        assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{glob}");
    }
    dir.run("hash d").is("", "bramah: d: Is a directory; -r goes through it\n", 1);
}

/// Help and manual pages end alike.
#[test]
fn help_and_pages_have_examples_exit_codes_and_the_environment() {
    let dir = Dir::new();
    dir.run("man pages").is("", "", 0);
    for command in
        ["hash", "check", "cipher", "mac", "kdf", "password", "random", "list", "selftest", "bench"]
    {
        let help = dir.run(&format!("{command} --help"));
        for part in ["Examples:\n  bramah ", "Exit codes: 0 all is well", "BRAMAH_BACKEND", "BRAMAH_CHOICE"] {
            assert!(help.well().contains(part), "{command}: {part}");
        }
        let page = dir.read(&format!("pages/bramah-{command}.1"));
        for section in ["EXAMPLES", "\"EXIT STATUS\"", "ENVIRONMENT", "\"SEE ALSO\""] {
            assert_eq!(page.matches(&format!(".SH {section}\n")).count(), 1, "{command}: {section}");
        }
    }
    let all = dir.read("pages/bramah.1");
    assert!(all.contains(".SH ENVIRONMENT") && all.contains(".BR bramah\\-hash (1)"));
}

/// Zeros are no UTF-16.
#[test]
fn a_list_of_zeros() {
    let dir = Dir::new();
    dir.write("zeros", [0; 32]);
    dir.run("check zeros").is("", "bramah: zeros: no properly formatted checksum lines found\n", 1);
}

/// Without an IV, two messages have the same keystream.
#[test]
fn ctr_takes_an_empty_iv_only_if_it_is_asked_for() {
    let dir = Dir::new();
    let cipher = |more: &[&str]| {
        let key = "000102030405060708090a0b0c0d0e0f";
        let arguments = ["cipher", "aes-128-ctr", "-q", "--key", key, "a"];
        let arguments = arguments.into_iter().chain(more.iter().copied());
        dir.bramah(arguments)
    };
    cipher(&["--iv", ""])
        .is_usage("--iv is empty: aes-128-ctr would encrypt every message under this key with");
    cipher(&["--empty-iv"]).is_usage("--iv");
    let zeros = cipher(&["--iv", "00"]);
    cipher(&["--iv", "", "--empty-iv"]).gives(&zeros.out);
    assert_eq!(zeros.out.len(), 3);
}

/// Whoever reads the output has seen enough.
#[cfg(unix)]
#[test]
fn a_pipe_that_is_closed_ends_the_command_quietly() {
    let dir = Dir::new();
    dir.write("large", message(1 << 20));
    for arguments in ["list macs", "list --json", "random 1g", "hash -r --json ."] {
        let ran =
            dir.shell(&format!("{{ sleep 0.3; $bramah {arguments}; echo $? >code; }} | true; cat code"));
        assert_eq!((ran.text(), ran.err.as_str()), ("1\n", ""), "{arguments}");
    }
}
