//! Tests of `bramah selftest`.

use crate::support::Dir;

#[test]
fn every_backend_is_tested() {
    let dir = Dir::new();
    let ran = dir.bramah(["selftest", "--cases", "30"]);
    assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{}", ran.text());
    let is_shared = |name| bramah::hash::entries().filter(|entry| entry.info.name == name).count() > 1;
    let hashes = bramah::hash::entries().map(|entry| {
        let (name, algorithm) = (entry.info.name, entry.algorithm());
        // two functions with the same name differ in their lengths
        (if is_shared(name) { algorithm.name() } else { name.into() }, algorithm.backends_available())
    });
    let ciphers = bramah::block::entries()
        .map(|entry| (entry.info.name.into(), entry.algorithm().backends_available()));
    for (name, backends) in hashes.chain(ciphers) {
        for backend in backends {
            let start = format!("{name:<16} {backend:<12} ok: ");
            let line = ran.text().lines().find(|line| line.starts_with(&start));
            let line = line.unwrap_or_else(|| panic!("{start} is not in {}", ran.text()));
            assert!(
                line.ends_with("30 random cases, 3 batches of messages") && !line.contains(" 0 known"),
                "{line}"
            );
        }
    }
}

#[test]
fn every_backend_of_every_cipher_is_tested() {
    let dir = Dir::new();
    let ran =
        dir.bramah(["selftest", "--cases", "30", "aes-128-ctr", "cmac-aes-128", "aes-192", "aes-256-eax"]);
    assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{}", ran.text());
    let mut lines = ran.text().lines();
    for name in ["aes-128", "aes-192", "aes-256"] {
        for backend in bramah::block::lookup(name).expect("a cipher").backends_available() {
            let line = lines.next().expect("a line");
            assert!(line.starts_with(&format!("{name:<16} {backend:<12} ok: ")), "{line}");
            assert!(
                line.ends_with("30 random cases, 3 batches of messages") && !line.contains(" 0 known"),
                "{line}"
            );
        }
    }
    assert!(lines.next().is_some_and(|line| line.ends_with(" tested, 0 failed")));
}

#[test]
fn what_is_tested_may_be_chosen() {
    let dir = Dir::new();
    let ran = dir.bramah(["selftest", "--backend", "portable", "--cases", "5", "SHA-256", "sha256", "md5"]);
    let lines: Vec<&str> = ran.text().lines().collect();
    assert_eq!((ran.err.as_str(), ran.code, lines.len()), ("", 0, 3), "{}", ran.text());
    assert!(lines[0].starts_with("sha256 ") && lines[1].starts_with("md5 "));
    assert_eq!(lines[2], "2 tested, 0 failed");
}

#[test]
fn wrong_choices_are_named() {
    let dir = Dir::new();
    for (arguments, reason) in [
        (
            &["selftest", "nothing"][..],
            "bramah: unknown algorithm \"nothing\"; `bramah list` prints the names\n",
        ),
        (
            &["selftest", "--backend", "nothing"],
            "bramah: unknown backend \"nothing\"; `bramah list --backends` prints the names\n",
        ),
    ] {
        let ran = dir.bramah(arguments);
        assert_eq!((ran.text(), ran.err.as_str(), ran.code), ("", reason, 2));
    }
}

/// The numbers of cases are those of the help text.
#[test]
fn depth_is_usual_or_all() {
    let dir = Dir::new();
    for (options, says) in [
        ("", "; 48 random cases, 5 batches of messages"),
        ("--all", "; 500 random cases, 50 batches of messages"),
        ("--all --cases 20", "; 20 random cases, 2 batches of messages"),
    ] {
        let ran = dir.run(&format!("selftest md5 --backend portable {options}"));
        assert!(ran.well().lines().next().is_some_and(|line| line.ends_with(says)), "{}", ran.text());
    }
    let count = |ran: &crate::support::Ran| {
        let line = ran.well().lines().next().unwrap().to_string();
        line.split(" ok: ").nth(1).unwrap().split(' ').next().unwrap().parse::<usize>().unwrap()
    };
    for name in ["pbkdf2", "bcrypt", "argon2id"] {
        let [usual, all] = ["", "--all"]
            .map(|depth| count(&dir.run(&format!("selftest {name} --backend portable {depth}"))));
        assert!(usual > 0 && usual <= all, "{name}: {usual}, {all}");
    }
}
