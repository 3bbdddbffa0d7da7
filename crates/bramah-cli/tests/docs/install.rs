//! Tests of `make install`.

use std::{fs, path::Path, process::Command};

/// Runs `make install` for the command under test, with these variables.
fn make(to: &Path, variables: &[&str]) -> std::process::Output {
    let mut make = Command::new("make");
    make.args(["-s", "-C", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "install", "PREFIX=/usr"]);
    make.arg(format!("DESTDIR={}", to.display())).arg(concat!("BRAMAH=", env!("CARGO_BIN_EXE_bramah")));
    // make may have started this test, and set these variables
    for variable in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "BRAMAH_BACKEND"] {
        make.env_remove(variable);
    }
    make.args(variables).output().expect("make runs")
}

#[test]
fn it_installs_the_command_its_pages_completions_and_links() {
    let to = tempfile::tempdir().expect("a directory");
    let ran = make(to.path(), &["LINKS=sha256sum b2sum"]);
    assert!(ran.status.success(), "{ran:?}");
    for file in [
        "bin/bramah",
        "share/man/man1/bramah.1",
        "share/man/man1/bramah-hash.1",
        "share/bash-completion/completions/bramah",
        "share/zsh/site-functions/_bramah",
        "share/fish/vendor_completions.d/bramah.fish",
    ] {
        let file = to.path().join("usr").join(file);
        assert!(fs::metadata(&file).is_ok_and(|file| file.len() > 0), "{}", file.display());
    }
    let bin = to.path().join("usr/bin");
    assert_eq!(fs::read_dir(&bin).expect("a directory").count(), 3);
    let ran = Command::new(bin.join("b2sum")).arg("--version").output().expect("the link");
    assert!(ran.stdout.starts_with(b"b2sum (bramah) "), "{ran:?}");
}

#[test]
fn all_links_are_names_of_tools() {
    let to = tempfile::tempdir().expect("a directory");
    let ran = make(to.path(), &["LINKS=all"]);
    assert!(ran.status.success(), "{ran:?}");
    let mut links = Vec::new();
    for entry in fs::read_dir(to.path().join("usr/bin")).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name != "bramah" {
            let ran = Command::new(&path).arg("--none").output().expect("the link");
            let said = String::from_utf8_lossy(&ran.stderr).into_owned();
            assert!(said.starts_with(&format!("{name}: ")), "{said}");
            links.push(name);
        }
    }
    links.sort();
    let ran = super::bramah("list --links");
    let mut names: Vec<_> = std::str::from_utf8(&ran.stdout).expect("UTF-8").lines().collect();
    names.sort();
    assert_eq!(links, names);
    for name in [
        "md5sum", "b2sum", "sm3sum", "cksum", "sum", "shasum", "rmd160", "sha512t256", "digest",
        "age-keygen", "bctest", "chacha-util", "blake2b-util",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    assert!(names.len() >= 23 && names.windows(2).all(|two| two[0] != two[1]), "{names:?}");
}

#[test]
fn an_unknown_link_is_refused_before_anything_is_installed() {
    let to = tempfile::tempdir().expect("a directory");
    let ran = make(to.path(), &["LINKS=sha256sum md6sum"]);
    assert!(!ran.status.success());
    assert!(String::from_utf8_lossy(&ran.stderr).contains("no tool of that name: md6sum"), "{ran:?}");
    assert_eq!(fs::read_dir(to.path()).expect("a directory").count(), 0);
}

#[test]
fn the_debian_package_has_the_commands_version() {
    let changelog = concat!(env!("CARGO_MANIFEST_DIR"), "/../../debian/changelog");
    let text = fs::read_to_string(changelog).expect("debian/changelog");
    let version =
        text.strip_prefix("bramah (").and_then(|rest| rest.split_once(')')).map(|(version, _)| version);
    assert_eq!(version, Some(env!("CARGO_PKG_VERSION")));
}
