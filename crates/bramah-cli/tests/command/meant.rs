//! Messages that suggest the name or option that was probably meant.

use crate::support::Dir;
#[cfg(unix)]
use crate::support::message;

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
        ("cipher aes-256 a --key 00", "aes-256 is a block cipher and needs a mode, for example aes-256-ctr"),
        ("cipher XTS a --key 00", "XTS is a mode and needs a block cipher, for example aes-256-xts"),
        ("cipher gcm a --key 00", "gcm is a mode and needs a block cipher, for example aes-256-gcm"),
        ("cipher kw a --key 00", "kw is a form of key wrap and needs a block cipher, for example aes-256-kw"),
        ("cipher a128cbc-hs512 a --key 00", "did you mean a128cbc-hs256"),
        ("cipher salza20 a --key 00", "did you mean salsa20"),
        ("cipher aes a --key 00", "did you mean aes-256-"),
    ] {
        dir.run(arguments).is_usage(meant);
    }
    // no name is similar
    let ran = dir.run("hash -a zzzz a");
    ran.is_usage("unknown hash function \"zzzz\"; `bramah list` prints the names");
    // control characters in a name are escaped
    let ran = dir.bramah(["hash", "-a", "\u{1b}[31m", "a"]);
    assert!(ran.code == 2 && !ran.err.contains('\u{1b}'), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn commands_and_options() {
    let dir = Dir::new();
    dir.write("d/x", "");
    for (arguments, says) in [
        ("a", "unknown command a; to hash the file of that name, run: bramah hash a"),
        ("-c a", "-c: missing command; to check a list, run: bramah check LIST"),
        ("hash -a blake3 -l abc a", "expected a number of bits"),
        ("check -a blake3 -l abc a", "expected a number of bits"),
        ("verify a", "unknown command verify; to check a list of digests, run: bramah check LIST"),
        ("sum a", "unknown command sum; to hash files, run: bramah hash FILE"),
        (
            "sha256 a",
            "unknown command sha256; to hash a file with this function, run: bramah hash -a sha256 FILE",
        ),
        ("hmac-sha256 a", "run: bramah mac hmac-sha256 --key-file KEY FILE"),
        ("argon2id", "run: bramah kdf argon2id"),
        ("password hash argon2id", "tip: to choose the scheme, use --scheme argon2id"),
        ("hash -j -1 a", "tip: '-1' was read as an option, because the number must not be negative"),
        ("hash -rj -16 a", "tip: '-1' was read as an option, because the number must not be negative"),
        (
            "password hash --memory -1",
            "tip: '-1' was read as an option, because the number must not be negative",
        ),
        ("random -1", "tip: '-1' was read as an option, because the number must not be negative"),
        ("aes-256-gcm a", "run: bramah cipher aes-256-gcm --key-file KEY FILE"),
        ("hash --sha256 a", "tip: to choose the hash function, use -a sha256"),
        ("check --blake3 a", "tip: to choose the hash function, use -a blake3"),
        ("hash -j 0 a", "expected a number of threads, 1 or more"),
        ("check -j x a", "expected a number of threads, 1 or more"),
        ("encrypt -p -j 0 a", "expected a number of threads, 1 or more"),
        ("encrypt -e -j A/B a", "--plugin A/B: invalid plugin name"),
        ("hash -r --exclude [ d", "--exclude [: unclosed [;"),
        ("hash -r --exclude x[]y d", "unclosed [;"),
    ] {
        dir.run(arguments).is_usage(says);
    }
    for glob in ["[x]", "[]x]", "[!]]", "\\[", "x]"] {
        let ran = dir.bramah(["hash", "-r", "--exclude", glob, "d"]);
        assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{glob}");
    }
    dir.run("hash d").is("", "bramah: d: Is a directory; use -r to hash the files in it\n", 1);
}

#[test]
fn options_that_are_of_other_commands_or_lack_something() {
    let dir = Dir::new();
    dir.write("password", "password");
    let zeros = "00".repeat(32);
    for (arguments, says) in [
        ("hash --progress plain a", "--progress plain: write --progress=plain, with an equals sign"),
        ("check --progress json a", "--progress json: write --progress=json"),
        ("mac hmac-sha256 -r a", "tip: '-r' is an option of bramah hash, encrypt and kdf"),
        ("check --tag a", "tip: '--tag' is an option of bramah hash"),
        (
            "kdf hkdf --password-file password",
            "--password-file: hkdf takes a key, not a password; use --key-file, --key-fd or",
        ),
        ("kdf hkdf --password-fd 0", "--password-fd: hkdf takes a key"),
        (
            "kdf argon2id --key 00 --salt-text saltsalt",
            "--key: argon2id takes a password, not a key; use --password-file",
        ),
        (
            "kdf scrypt --salt-text saltsalt -m 1024 --password-file password",
            "-m: scrypt does not take this option; scrypt takes --hash, -N, -r, -p",
        ),
        (
            "kdf hkdf --key 00 --iterations 3",
            "--iterations: hkdf does not take this option; hkdf takes --hash",
        ),
        ("hash --salt 00 -a sha256 a", "sha256: the salt has 1 byte, but the algorithm takes none"),
        (
            &format!("cipher aes-256-ctr --key {zeros} a"),
            "aes-256-ctr needs an IV of 1 to 16 bytes, preferably 8 or more and different for each message; give it with --iv",
        ),
        (
            &format!("cipher aes-256-cbc --key {zeros} --iv 00 a"),
            "--iv has 1 byte, but aes-256-cbc takes an IV",
        ),
        ("mac hmac-sha256 --key 00 --check 00 a", "--check has 1 byte, but "),
        ("password verify $1$abc$def --password-file password", "unsupported scheme: md5-crypt"),
        ("password verify $apr1$abc$def --password-file password", "unsupported scheme: Apache's md5-crypt"),
        (
            "password verify $argon2id$v=19$m=9999999,t=1,p=1$c2FsdHNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA \
             --password-file password",
            "argon2id: the amount of memory is 9766 MiB, above the limit of 1024 MiB; raise the limit with --max-memory",
        ),
        (
            "password verify $2b$31$abcdefghijklmnopqrstuuKNqRaUmqmOV/s8O5y2VgQ1v9aVyTLdW --password-file password",
            "bcrypt: the cost is 31, above the limit of 18; raise the limit with --max-cost",
        ),
    ] {
        dir.run(arguments).is_usage(says);
    }
    for (arguments, never) in [
        ("hash -5 a", "tip:"),
        ("hash -a -5 a", "tip:"),
        ("hash -j 1 -5 a", "tip:"),
        ("hash -r -5 a", "tip:"),
        ("hash -o -5 a", "tip:"),
        ("password verify --scheme -5", "tip:"),
        ("hash -v a", "-- -v"),
        ("check --tag a", "-- --tag"),
    ] {
        let ran = dir.run(arguments);
        assert!(ran.code == 2 && !ran.err.contains(never), "{}", ran.err);
    }
    // a value of --progress is hashed if it is the name of a file, and -c may be in a group of short options
    dir.write("plain", "abc");
    assert_eq!(dir.run("hash --progress plain").names(), ["plain"]);
    dir.write("list", format!("{}  a\n", crate::support::ABC));
    dir.run("hash -ca sha256 list").is("a: OK\n", "", 0);
    dir.run("hash -wcasha256 list").is("a: OK\n", "", 0);
}

#[test]
fn a_digest_without_a_name_of_its_algorithm() {
    let dir = Dir::new();
    dir.write("list", format!("{}  a\n", crate::support::ABC));
    let note =
        "bramah: list: 1: assuming sha256 because the digest has 64 digits; use -a for another algorithm\n";
    dir.run("check list").is("a: OK\n", note, 0);
}

/// Help texts and manual pages end with the same sections.
#[test]
fn help_and_pages_have_examples_exit_codes_and_the_environment() {
    let dir = Dir::new();
    dir.run("man pages").is("", "", 0);
    for command in
        ["hash", "check", "cipher", "mac", "kdf", "password", "random", "list", "selftest", "bench"]
    {
        let help = dir.run(&format!("{command} --help"));
        for part in ["Examples:\n  bramah ", "Exit codes: 0 success", "BRAMAH_BACKEND"] {
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

/// A list of zero bytes is not mistaken for UTF-16.
#[test]
fn a_list_of_zeros() {
    let dir = Dir::new();
    dir.write("zeros", [0; 32]);
    dir.run("check zeros").is("", "bramah: zeros: no properly formatted checksum lines found\n", 1);
}

/// Two messages that are encrypted without an IV have the same keystream, so an empty IV needs an option.
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

/// The command ends without a message if the reader of its output has closed the pipe.
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
