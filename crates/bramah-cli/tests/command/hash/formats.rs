//! Tests of the lists that `hash` writes in the formats of other tools.

use crate::support::{ABC, Dir};

#[test]
fn every_form_is_written_and_read() {
    let dir = Dir::new();
    for (form, text) in [
        ("bsd", format!("SHA256 (a) = {ABC}\n")),
        ("coreutils", format!("{ABC}  a\n")),
        ("sfv", "a 352441C2\n".into()),
        ("rhash", "; RHash's form, written by bramah\na 352441C2 900150983CD24FB0D6963F7D28E17F72\n".into()),
        (
            "hashdeep",
            format!(
                "%%%% HASHDEEP-1.0\n%%%% size,md5,sha256,filename\n## \n3,900150983cd24fb0d6963f7d28e17f72,{ABC},a\n"
            ),
        ),
        ("sri", "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=  a\n".into()),
        ("nix", "sha256:1b8m03r63zqhnjf7l5wnldhh7c134ap5vpj0850ymkq1iyzicy5s  a\n".into()),
        ("multihash", format!("1220{ABC}  a\n")),
        ("cid", "bafkreif2pall7dybz7vecqka3zo24irdwabwdi4wc55jznaq75q7eaavvu  a\n".into()),
        ("magnet", format!("magnet:?xl=3&dn=a&xt=urn:sha256:{ABC}\n")),
        ("bagit", format!("{ABC}  a\n")),
    ] {
        let ran = dir.run(&format!("hash --format {form} a"));
        assert_eq!(ran.well(), text, "{form}");
        let ran = dir.fed("check --strict", text.as_str());
        assert!(ran.code == 0 && ran.text().lines().all(|line| line == "a: OK"), "{form}: {ran:?}");
        dir.write("b", "other");
        let other =
            text.replace("dn=a", "dn=b").replace("a\n", "b\n").replace("\na ", "\nb ").replace("(a)", "(b)");
        let other = other.strip_prefix("a ").map_or(other.clone(), |rest| format!("b {rest}"));
        let ran = dir.fed("check", other);
        assert!(ran.code == 1 && !ran.text().contains("OK"), "{form}: {ran:?}");
    }
}

#[test]
fn forms_have_their_algorithms() {
    let dir = Dir::new();
    for (options, says) in [
        ("--format sri -a sha1", "sha256, sha384 and sha512, not sha1"),
        ("--format nix -a sha384", "not sha384"),
        ("--format cid -a tiger", "no multihash code is defined for tiger"),
        ("--format rhash -a blake3", "support only crc32, md5, sha1 and SHA-2, not blake3"),
        ("--format bagit -a sha256,md5", "one algorithm"),
        ("--format sfv --json", "--json"),
        ("--format sfv --update list", "--update"),
        ("--format none", "none"),
    ] {
        dir.run(&format!("hash {options} a")).is_usage(says);
    }
    for (form, algorithms) in [
        ("magnet", "sha1,md5,sha256,crc32"),
        ("hashdeep", "sha1,blake3,sha3-256"),
        ("multihash", "sha1,sha256,blake3,blake2b-256,md5,sha224"),
        ("cid", "sha512,sha3-256"),
        ("nix", "md5,sha1,sha512"),
        ("sri", "sha256,sha384,sha512"),
        ("rhash", "crc32,md5,sha1,sha256,sha512"),
    ] {
        let list = dir.run(&format!("hash --format {form} -a {algorithms} a"));
        let ran = dir.fed("check --strict", list.well());
        let count = algorithms.split(',').count();
        assert_eq!((ran.text(), ran.code), ("a: OK\n".repeat(count).as_str(), 0), "{form}: {}", list.text());
    }
}

#[cfg(unix)]
#[test]
fn names_that_a_form_cannot_have_are_failures() {
    let dir = Dir::new();
    let names = ["x y", " front", "line\nfeed", "cr\r", "back\\slash", "100%0A", "a,b", ";c", "ä"];
    for name in names {
        dir.write(name, "abc");
    }
    for form in
        ["bsd", "coreutils", "sfv", "rhash", "hashdeep", "sri", "nix", "multihash", "cid", "magnet", "bagit"]
    {
        let ran = dir.bramah(["hash", "--format", form].into_iter().chain(names));
        let refused = ran.err.lines().filter(|line| line.contains("this format cannot represent")).count();
        assert_eq!(ran.code, i32::from(refused > 0), "{form}: {}", ran.err);
        let list = if form == "bagit" { "manifest-sha256.txt" } else { "list" };
        dir.write(list, &ran.out);
        let checked = dir.check(&format!("--strict {list}"));
        let each = if ["rhash", "hashdeep"].contains(&form) { 2 } else { 1 };
        let lines = checked.text().lines().filter(|line| line.ends_with(": OK")).count();
        assert_eq!(
            (lines, checked.code),
            (each * (names.len() - refused), 0),
            "{form}: {checked:?}\n{ran:?}"
        );
        let breaks = usize::from(["hashdeep", "sri", "nix", "multihash", "cid"].contains(&form)) * 2;
        let sfv = usize::from(["sfv", "rhash"].contains(&form)) * 4;
        assert_eq!(refused, breaks + sfv, "{form}");
    }
}

/// An untagged list, for busybox and toybox, contains no comments: its comments are in a separate file next to it.
#[test]
fn the_state_of_an_untagged_list_is_beside_it() {
    let dir = Dir::new();
    dir.write("t/a", "abc");
    dir.write("t/b", "abc");
    let old = |name: &str, ago: u64| {
        let file = std::fs::File::options().write(true).open(dir.path(name)).unwrap();
        file.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(ago)).unwrap();
    };
    old("t/a", 100);
    old("t/b", 100);
    dir.run("hash -r --untagged --update list t").is("", "", 0);
    let plain = format!("{ABC}  t/a\n{ABC}  t/b\n");
    assert_eq!(dir.read("list"), plain);
    assert_eq!(dir.read("list.state").matches("# size=3 modified=").count(), 2);
    // if the list and its state file have the same wrong digest, the hashed file is not read again; if only one of the
    // two has it, the file is read
    let zero = "0".repeat(64);
    let both = |name: &str| {
        let text = dir.read(name).replacen(ABC, &zero, 1);
        dir.write(name, text);
    };
    both("list");
    dir.run("hash -r --untagged --update list t").is("", "", 0);
    assert_eq!(dir.read("list"), plain);
    both("list");
    both("list.state");
    dir.run("hash -r --untagged --update list t").is("", "", 0);
    assert_eq!(dir.read("list"), plain.replacen(ABC, &zero, 1));
    // updates after a file has changed, after a file was removed, and after the state file was lost
    dir.write("t/a", "abcd");
    std::fs::remove_file(dir.path("t/b")).unwrap();
    dir.run("hash -r --untagged --update list t").is("", "", 0);
    assert!(!dir.read("list").contains(&zero) && !dir.read("list").contains("t/b"));
    std::fs::remove_file(dir.path("list.state")).unwrap();
    dir.run("hash -r --untagged --update list t").is("", "", 0);
    dir.check("-a sha256 list").is("t/a: OK\n", "", 0);
}

/// Names that look like lines, comments and beginnings of lists.
fn confusing() -> Vec<String> {
    let md5 = "900150983cd24fb0d6963f7d28e17f72";
    let names = [
        "#mtree", "#evil", ";evil", "{}", "[]x", "{\"", "md5sums=(", "source=(", "good:", "good ", " good",
        "magnet:?", "MD5 (x) = ", "MD5(x)= y", "SIZE (x) = 3", "Algorithm : SHA256", "RECORD,sha256=,",
        "<?xml", "%%%% HASHDEEP-1.0", "good 352441C2", "352441C2  good", "3 good", "..a", "sha256-x",
        "@@begin_db", "SHA256:", "a\\", "x=1", "Origin: x",
    ];
    let mut names: Vec<String> = names.map(str::to_string).to_vec();
    for name in [
        format!("MD5 (x) = {md5}"),
        format!("{md5}  good"),
        format!("good {md5}"),
        format!("x --hash=sha256:{ABC}"),
        format!("good 352441C2 {md5}"),
        md5.to_string(),
    ] {
        names.push(name);
    }
    names
}

/// Whatever the names are: a list that is written without an error names each file in it, and no other.
#[test]
fn each_name_that_is_written_is_read() {
    let dir = Dir::new();
    dir.write("good", "abc");
    dir.write("last", "abc");
    let names = confusing();
    for name in &names {
        dir.write(name, "abc");
    }
    let forms = [
        "bsd", "coreutils", "sfv", "rhash", "hashdeep", "sri", "nix", "multihash", "cid", "magnet", "bagit",
        "json",
    ];
    let options = |form: &str| if form == "json" { "--json".into() } else { format!("--format={form}") };
    // all names in one list, then each as the first of a list, where it could begin a list of another format
    let all = names.iter().map(String::as_str).chain(["last"]).collect::<Vec<_>>();
    let alone: Vec<_> = names.iter().map(|name| vec![name.as_str(), "last"]).collect();
    for form in forms {
        let first: &[Vec<&str>] = if ["sfv", "rhash", "json"].contains(&form) { &alone } else { &[] };
        for files in [all.clone()].iter().chain(first) {
            for file in files {
                dir.write(file, "abc");
            }
            let list =
                dir.bramah(["hash", &options(form), "--"].iter().copied().chain(files.iter().copied()));
            let refused =
                list.err.lines().filter(|line| line.contains("this format cannot represent")).count();
            assert_eq!(
                (list.err.lines().count(), list.code),
                (refused, i32::from(refused > 0)),
                "{form}: {}",
                list.err
            );
            let digests = if ["rhash", "hashdeep"].contains(&form) { 2 } else { 1 };
            let written = (files.len() - refused) * digests;
            let name = if form == "bagit" { "manifest-sha256.txt" } else { "list" };
            dir.write(name, list.out);
            let ran = dir.check(name);
            let ok = ran.text().lines().filter(|line| line.ends_with(": OK")).count();
            assert_eq!(
                (ok, ran.text().lines().count(), ran.code),
                (written, written, 0),
                "{form} {files:?}: {ran:?}"
            );
            for file in files {
                dir.write(file, "other");
            }
            let ran = dir.check(name);
            let failed = ran.text().lines().filter(|line| line.ends_with(": FAILED")).count();
            assert_eq!((failed, ran.code), (written, 1), "{form} {files:?}: {ran:?}");
        }
    }
}
