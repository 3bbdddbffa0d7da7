//! `--merge`, and the commands that list.

use crate::support::{ABC, Dir, EMPTY, line};

#[test]
fn merged_lists_are_sorted_by_name() {
    let dir = Dir::with_empty();
    dir.write("one", line("b", ABC) + &line("d", EMPTY));
    dir.write("two", format!("# a comment\n{EMPTY}  c\n\\{ABC}  a\\nx\n"));
    let all = format!("\\SHA256 (a\\nx) = {ABC}\n") + &line("b", ABC) + &line("c", EMPTY) + &line("d", EMPTY);
    dir.run("hash --merge one two").is(&all, "", 0);
    dir.run("hash --merge -o all two one").is("", "", 0);
    assert_eq!(dir.read("all"), all);
    assert!(dir.run("hash --merge --untagged one").well().starts_with(ABC));
}

#[test]
fn merged_lists_have_no_name_twice() {
    let dir = Dir::with_empty();
    dir.write("one", line("b", ABC));
    dir.write("two", line("b", EMPTY));
    dir.write("old", "old");
    dir.run("hash --merge -o old one two").is("", "bramah: b: sha256 listed twice\n", 1);
    assert_eq!(dir.read("old"), "old");
    // another algorithm is another line
    dir.run("hash -a sha224 b a -o three");
    dir.write("three", dir.run("hash -a sha224 a").text().replace("(a)", "(b)"));
    assert_eq!(dir.run("hash --merge one three").well().lines().count(), 2);
}

#[test]
fn merging_json() {
    let dir = Dir::with_empty();
    let whole = dir.run("hash --json a empty missing");
    dir.write("one", dir.run("hash --json empty").out);
    dir.write("two", dir.run("hash --json missing a").out);
    let merged = dir.run("hash --json --merge one two");
    assert_eq!((merged.text(), merged.code), (whole.text(), 1));
    dir.write("bad", "{}\n");
    dir.run("hash --json --merge bad").is("", "bramah: bad: line 1: not a line of `bramah hash --json`\n", 1);
}

#[cfg(unix)]
#[test]
fn merging_what_is_no_list() {
    let dir = Dir::with_empty();
    let ran = dir.run("hash --merge a");
    assert!(ran.err.starts_with("bramah: a: line 1: ") && ran.code == 1, "{}", ran.err);
    dir.run("hash --merge").is_usage("--merge");
    dir.run("hash --merge missing").is("", "bramah: missing: No such file or directory\n", 1);
}

#[test]
fn algorithms_are_listed() {
    let dir = Dir::with_empty();
    assert!(dir.run("list").well().lines().any(|line| line.starts_with("sha256 ")));
    assert!(dir.run("list --backends").well().contains("portable"));
    let json = dir.run("list hashes --json");
    for line in json.well().lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(object["name"].is_string() && object["backends"].is_array(), "{line}");
    }
    dir.run("list frobs").is_usage("frobs");
}

#[cfg(unix)]
#[test]
fn completions_and_manual_pages() {
    let dir = Dir::with_empty();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(dir.run(&format!("completions {shell}")).well().contains("bramah"));
    }
    dir.run("completions frob").is_usage("frob");
    dir.run("man pages/new").is("", "", 0);
    assert!(dir.read("pages/new/bramah-hash.1").contains("algorithm"));
    dir.run("man a").is("", "bramah: a: File exists\n", 1);
    assert!(dir.run("hash --help").well().contains("--untagged"));
    assert!(dir.run("--version").well().starts_with("bramah "));
}
