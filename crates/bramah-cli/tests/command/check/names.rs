//! Tests of listed files at other paths, and of bags.

use crate::support::{ABC, Dir};

/// Makes a directory with `d/a` and `d/sub/b`.
fn moved() -> Dir {
    let dir = Dir::new();
    std::fs::remove_file(dir.path("a")).unwrap();
    dir.write("d/a", "abc");
    dir.write("d/sub/b", "abc");
    dir
}

#[test]
fn a_hint_names_the_option_that_finds_the_files() {
    let dir = moved();
    let list = |names: [&str; 2]| names.map(|name| format!("SHA256 ({name}) = {ABC}\n")).concat();
    for (names, place, option) in [
        (["a", "sub/b"], "d/list", "--base d"),
        (["/build/x/d/a", "/build/x/d/sub/b"], "list", "--strip 2"),
        (["x/d/a", "x/d/sub/b"], "list", "--strip 1"),
        (["d\\a", "d\\sub\\b"], "list", "--windows-names"),
    ] {
        dir.write(place, list(names));
        let ran = dir.check(place);
        assert!(
            ran.code == 1
                && ran.err.ends_with(&format!(
                    "the listed files exist under other paths; to check them, use {option}\n"
                )),
            "{}",
            ran.err
        );
        assert_eq!(ran.err.matches("the listed files exist").count(), 1);
        let (first, second) = (names[0].replace('\\', "\\\\"), names[1].replace('\\', "\\\\"));
        let escaped = if first == names[0] { "" } else { "\\" };
        let ran = dir.check(&format!("--strict {option} {place}"));
        ran.is(&format!("{escaped}{first}: OK\n{escaped}{second}: OK\n"), "", 0);
        assert!(!dir.check(&format!("--status {place}")).err.contains("the listed files exist"));
    }
    std::fs::remove_file(dir.path("d/list")).unwrap();
    dir.write("list", list(["x/a", "x/sub/b"]));
    assert_eq!(dir.check("--audit --quiet --strip 1 --base d list").code, 0);
    // --by-name uses only the last component of a listed name
    dir.write("d/b", "abc");
    dir.write("list", list(["/home/build/a", "C:\\x\\b"]));
    dir.check("--strict --base d --by-name list").is("/home/build/a: OK\n\\C:\\\\x\\\\b: OK\n", "", 0);
    dir.write("d/list", list(["/home/build/a", "/home/b"]));
    assert!(dir.check("--base d d/list").err.contains("--by-name"));
    // no hint is printed if most files are at their paths, or if no option would find the files
    dir.write("list", list(["d/a", "d/sub/b"]) + &list(["d/a", "x/a"]));
    assert!(!dir.check("list").err.contains("the listed files exist"));
    dir.write("list", list(["gone", "x/gone"]));
    assert!(!dir.check("list").err.contains("the listed files exist"));
    // --strip 2 leaves nothing of `d/a`, so this file is not found
    dir.write("list", list(["d/a", "d/sub/b"]));
    let ran = dir.check("--strip 2 --base d/sub list");
    assert_eq!((ran.text(), ran.code), ("d/a: FAILED open or read\nd/sub/b: OK\n", 1));
    dir.check("--strip 1 --by-name list").is_usage("--by-name");
}

#[cfg(unix)]
#[test]
fn nothing_outside_is_opened() {
    let dir = moved();
    dir.write("outside", "abc");
    std::os::unix::fs::symlink("../outside", dir.path("d/link")).unwrap();
    std::os::unix::fs::symlink("..", dir.path("d/up")).unwrap();
    std::os::unix::fs::symlink("sub/b", dir.path("d/inner")).unwrap();
    std::os::unix::fs::symlink("../none", dir.path("d/none")).unwrap();
    let absolute = dir.path("d/a").display().to_string();
    for name in [
        "../outside", "link", "up/outside", "up/d/../outside", "sub/../../outside", &absolute, "-", "none",
        "up/x",
    ] {
        dir.write("list", format!("SHA256 ({name}) = {ABC}\n"));
        for options in ["", "--ignore-missing"] {
            let ran = dir.fed(&format!("check --inside {options} --base d list"), "abc");
            let out = format!("{name}: FAILED open or read\n");
            assert_eq!((ran.text(), ran.code), (out.as_str(), 1), "{name}");
            assert!(ran.err.contains("outside the base directory"), "{}", ran.err);
        }
    }
    for name in ["a", "./a", "sub/b", "inner"] {
        dir.write("list", format!("SHA256 ({name}) = {ABC}\n"));
        dir.check("--inside --base d list").is(&format!("{name}: OK\n"), "", 0);
    }
    dir.write("list", format!("SHA256 (gone/x) = {ABC}\n"));
    assert!(dir.check("--inside --base d list").err.contains("No such file"));
}

/// Makes a BagIt bag with `bramah`.
fn bag() -> Dir {
    let dir = Dir::new();
    dir.write("bag/data/a", "abc");
    dir.write("bag/data/sub/b", "abcd");
    dir.write("bag/bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
    dir.write("bag/bag-info.txt", "Payload-Oxum: 7.2\n");
    if cfg!(unix) {
        dir.write("bag/data/li\nne%0A", "");
        dir.write("bag/bag-info.txt", "Contact-Name: x\nPayload-Oxum: 7.3\n");
    }
    let script = "cd bag && $bramah hash --format bagit -r data -o manifest-sha256.txt && \
        $bramah hash --format bagit -a sha512 -r data -o manifest-sha512.txt && \
        $bramah hash --format bagit bagit.txt bag-info.txt manifest-sha256.txt manifest-sha512.txt -o tagmanifest-sha256.txt";
    dir.shell(script).is("", "", 0);
    dir
}

#[cfg(unix)]
#[test]
fn a_whole_bag_is_checked() {
    let whole = bag();
    assert!(whole.read("bag/manifest-sha256.txt").contains("  data/li%0Ane%250A\n"));
    assert_eq!(whole.check("bag").well().lines().filter(|line| line.ends_with(": OK")).count(), 10);
    whole.check("--quiet bag").is("", "", 0);
    whole.check("--status bag/").is("", "", 0);
    // a manifest can be checked as a list too
    assert_eq!(whole.check("--base bag bag/manifest-sha256.txt").code, 0);
    let append = |dir: &Dir, name: &str, more: &str| {
        let text = dir.read(name) + more;
        dir.write(name, text);
    };
    let damages: [(&str, &dyn Fn(&Dir)); 14] = [
        ("changed", &|dir| drop(dir.write("bag/data/a", "abd"))),
        ("lost", &|dir| std::fs::remove_file(dir.path("bag/data/a")).unwrap()),
        ("not in manifest-sha256.txt", &|dir| drop(dir.write("bag/data/new", ""))),
        ("Payload-Oxum", &|dir| drop(dir.write("bag/bag-info.txt", "Payload-Oxum: 8.3\n"))),
        ("BagIt-Version", &|dir| drop(dir.write("bag/bagit.txt", "Tag-File-Character-Encoding: UTF-8\n"))),
        ("only UTF-8", &|dir| {
            drop(dir.write("bag/bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: latin1\n"));
        }),
        ("a line lost", &|dir| {
            let text = dir.read("bag/manifest-sha512.txt");
            let left: Vec<&str> = text.lines().skip(1).collect();
            dir.write("bag/manifest-sha512.txt", left.join("\n"));
        }),
        ("malformed", &|dir| append(dir, "bag/manifest-sha512.txt", "x\n")),
        ("outside", &|dir| append(dir, "bag/manifest-sha512.txt", &format!("{ABC}{ABC}  ../a\n"))),
        ("not in data/", &|dir| append(dir, "bag/manifest-sha256.txt", &format!("{ABC}  bagit.txt\n"))),
        ("no manifests", &|dir| {
            for name in ["manifest-sha256.txt", "manifest-sha512.txt", "tagmanifest-sha256.txt"] {
                std::fs::remove_file(dir.path(format!("bag/{name}"))).unwrap();
            }
        }),
        ("unknown", &|dir| drop(dir.write("bag/manifest-foo.txt", ""))),
        ("not in tagmanifest", &|dir| {
            let text = dir.read("bag/manifest-sha256.txt");
            dir.write("bag/manifest-sha512.txt", "");
            std::fs::remove_file(dir.path("bag/manifest-sha512.txt")).unwrap();
            dir.write("bag/manifest-sha512t256.txt", text);
        }),
        ("empty", &|dir| drop(dir.write("bag/manifest-sha256.txt", ""))),
    ];
    for (what, damage) in damages {
        let dir = bag();
        damage(&dir);
        assert_eq!(dir.check("bag").code, 1, "{what}");
        assert_eq!(dir.check("--status bag").code, 1, "{what}");
    }
    // each of these faults is detected by itself
    let alone = bag();
    std::fs::remove_file(alone.path("bag/tagmanifest-sha256.txt")).unwrap();
    assert_eq!(alone.check("bag").code, 0);
    alone.write("bag/bag-info.txt", "Payload-Oxum: 8.3\n");
    assert_eq!(alone.check("bag").code, 1);
    std::fs::remove_file(alone.path("bag/bag-info.txt")).unwrap();
    assert_eq!(alone.check("bag").code, 0);
    alone.write("bag/data/new", "");
    assert_eq!(alone.check("bag").code, 1);
    // a directory that is not a bag is refused
    whole.check("bag/data").is("", "bramah: bag/data: Is a directory\n", 1);
}

/// A bag may have no payload files (RFC 8493, section 2.1.3).
#[test]
fn an_empty_bag_is_valid() {
    let dir = Dir::new();
    std::fs::create_dir_all(dir.path("bag/data")).unwrap();
    dir.write("bag/bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
    dir.write("bag/manifest-sha256.txt", "");
    dir.write("bag/manifest-sha512.txt", "");
    dir.check("bag").is("", "", 0);
    dir.write("bag/manifest-sha512.txt", "x\n");
    assert_eq!(dir.check("bag").code, 1);
    dir.write("bag/manifest-sha512.txt", "");
    dir.write("bag/data/a", "");
    assert_eq!(dir.check("bag").code, 1);
}

#[test]
fn a_bag_names_what_is_not_fetched() {
    let dir = Dir::new();
    dir.write("bag/data/a", "abc");
    dir.write("bag/data/b c", "abc");
    dir.write("bag/bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
    dir.write("bag/manifest-sha256.txt", format!("{ABC}  data/a\n{ABC}  data/b c\n"));
    let check = |text: &str| {
        dir.write("bag/fetch.txt", text);
        dir.check("--quiet bag")
    };
    // a fetched file is checked like all others
    check("").is("", "", 0);
    check("https://example.org/a 3 data/a\r\n\nhttps://example.org/b%20c\t-\tdata/b c\n").is("", "", 0);
    for (text, says) in [
        ("https://example.org/a 4 data/a\n", "bag/data/a: the file has 3 bytes, but fetch.txt lists 4"),
        ("https://example.org/a 3\n", "bag/fetch.txt: line 1: expected URL LENGTH FILE"),
        ("\nhttps://example.org/a +3 data/a\n", "bag/fetch.txt: line 2: expected URL LENGTH FILE"),
        ("https://example.org/a 3 ../data/a\n", "line 1: ../data/a is outside the directory data/"),
        ("https://example.org/a 3 data/../../a\n", "line 1: data/../../a is outside the directory data/"),
        ("https://example.org/a 3 /etc/passwd\n", "line 1: /etc/passwd is outside the directory data/"),
        ("https://example.org/a - bagit.txt\n", "line 1: bagit.txt is outside the directory data/"),
        ("https://example.org/a - data/d\n", "bag/fetch.txt: data/d is not listed in manifest-sha256.txt"),
    ] {
        let ran = check(text);
        assert!(ran.code == 1 && ran.err.replace('\\', "/").contains(says), "{text}: {ran:?}");
    }
    std::fs::remove_file(dir.path("bag/data/b c")).unwrap();
    let ran = check("https://example.org/b%20c 3 data/b c\n");
    assert_eq!(ran.code, 1);
    let says = "data/b c': missing; download this file from 'https://example.org/b%20c'";
    assert!(ran.err.contains(says) && !ran.err.contains("not in manifest"), "{ran:?}");
}
