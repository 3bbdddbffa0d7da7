//! `BRAMAH_BACKEND`: every command refuses an invalid value.

use crate::support::{Dir, Ran, ran};
use bramah::backend;
use std::{
    ffi::{OsStr, OsString},
    os::unix::ffi::OsStringExt,
};

const KEY: &str = "--key 2b7e151628aed2a6abf7158809cf4f3c";

/// Returns a command line for every command, each of which succeeds and prints something.
fn commands() -> Vec<String> {
    vec![
        "hash a".into(),
        "check sums".into(),
        format!("cipher aes-128-ctr -q {KEY} --iv {} a", "00".repeat(16)),
        format!("mac cmac-aes-128 {KEY} a"),
        "kdf hkdf --key-file a --salt 00 --length 16".into(),
        "random 4 --hex".into(),
        "list".into(),
        "selftest md5 --cases 1".into(),
        "completions bash".into(),
        "man pages".into(),
        "password hash --scheme bcrypt --cost 4 --password-file a".into(),
    ]
}

fn with(dir: &Dir, command: &str, value: impl AsRef<OsStr>) -> Ran {
    ran(dir.command(command).env("BRAMAH_BACKEND", value))
}

/// Tests the name of every algorithm with the name of every backend that this CPU runs. All are items of one value of
/// the variable, since separate runs would be too many.
#[test]
fn every_name_in_use_is_taken() {
    let dir = Dir::new();
    let (mut items, mut names) = (Vec::new(), Vec::new());
    for choice in backend::all() {
        for info in backend::infos(choice).filter(|info| info.available) {
            items.push(format!("{}={}", choice.name(), info.name));
            names.push(info.name);
        }
    }
    names.sort_unstable();
    names.dedup();
    assert!(items.len() > 100 && names.contains(&"portable"), "{items:?}");
    let some =
        ["chacha=portable", "poly1305=portable", "ghash=portable", "argon2=portable", "scrypt=portable"];
    assert!(some.iter().all(|item| items.contains(&item.to_string())));
    let expected = with(&dir, "hash a", "").out;
    with(&dir, "hash a", items.join(",")).gives(&expected);
    for name in names {
        with(&dir, "hash a", name).gives(&expected);
    }
}

#[test]
fn every_command_refuses_what_means_nothing() {
    let dir = Dir::new();
    dir.write("sums", dir.run("hash a").well());
    let not_utf8 = OsString::from_vec(b"sha256=\xff".to_vec());
    for command in commands() {
        // the parser prints the help and ends the process before the variable is read
        if command.ends_with("--help") {
            continue;
        }
        assert_eq!(with(&dir, &command, "portable").code, 0, "{command}");
        for (value, says) in [
            (OsString::from("frob"), "unknown backend \"frob\"; the backends are: "),
            ("portable,frob".into(), "unknown backend \"frob\""),
            ("sha256=frob".into(), "unknown backend \"frob\"; the backends are: "),
            ("sha257=portable".into(), "unknown algorithm \"sha257\"; the algorithms with backends are: "),
            ("=portable".into(), "unknown algorithm \"\""),
            ("sha256=".into(), "unknown backend \"\""),
            (not_utf8.clone(), "not UTF-8; expected the name of a backend"),
        ] {
            let refused = with(&dir, &command, &value);
            assert_eq!((refused.text(), refused.code), ("", 2), "{command} with {value:?}: {}", refused.err);
            refused.is_usage(says);
        }
    }
}

/// Under the name of another tool, an invalid value is ignored.
#[test]
fn other_names_pass_over_what_means_nothing() {
    let dir = Dir::new();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_bramah"), dir.path("sha256sum")).unwrap();
    let plain = dir.shell("./sha256sum a");
    let other = dir.shell("BRAMAH_BACKEND=frob ./sha256sum a");
    assert_eq!(other.well(), plain.well());
}
