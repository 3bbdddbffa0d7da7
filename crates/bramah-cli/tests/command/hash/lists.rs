//! Tests of `hash --merge`, and of `bramah list`, `completions` and `man`.

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
    dir.run("hash --merge -o old one two").is("", "bramah: b: listed twice (sha256)\n", 1);
    assert_eq!(dir.read("old"), "old");
    // another algorithm makes a different line
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

/// Shards of `hash`, in every format, are merged only if none is missing.
#[test]
fn a_merge_lacks_no_shard() {
    let dir = Dir::with_empty();
    for i in 0..20 {
        dir.write(format!("f{i}"), i.to_string());
    }
    let names: Vec<String> = (0..20).map(|i| format!("f{i}")).collect();
    let names = names.join(" ");
    for form in ["", "--untagged", "-z", "--base64", "--json", "-a sha256,blake3"] {
        for count in [3, 2] {
            for part in 1..=count {
                dir.run(&format!("hash {form} --shard {part}/{count} {names} -o s{part}of{count}")).well();
            }
        }
        let form = form.replace("-a sha256,blake3", "");
        let whole = dir.run(&format!("hash {form} --merge s3of3 s1of3 s2of3"));
        let summary = usize::from(form == "--json");
        let lines = whole.well().split(['\n', '\0']).filter(|line| !line.is_empty()).count() - summary;
        assert_eq!(lines, if form.is_empty() && whole.text().contains("BLAKE3") { 40 } else { 20 }, "{form}");
        assert!(!whole.text().contains("shard"));
        dir.write("old", "old");
        for (lists, says) in [
            ("s1of3 s3of3", "shard 2/3 is missing"),
            ("s2of3", "shard 1/3 is missing"),
            ("s1of3 s2of3", "shard 3/3 is missing"),
            ("s1of3 s2of3 s1of3 s3of3", "shard 1/3 is given twice"),
            ("s1of3 s2of3 s2of2", "shards 1/3 and 2/2 are from runs with different numbers of shards"),
        ] {
            for to in ["", "-o old", "-o new"] {
                let ran = dir.run(&format!("hash {form} --merge {to} {lists}"));
                let err = format!("bramah: {says}; --merge needs every shard of one run exactly once\n");
                ran.is("", &err, 1);
            }
        }
        assert!(dir.read("old") == "old" && !dir.path("new").exists());
    }
    // shards without files count too, and other lists can be merged with shards
    dir.write("none1", dir.run("hash --shard 1/2 d").out);
    dir.write("none2", dir.run("hash --shard 2/2 a").out);
    dir.write("alone", line("z", ABC));
    assert_eq!(dir.run("hash --merge none1 none2 alone").names(), ["z"]);
    let both = dir.read("none1") + &dir.read("none2");
    dir.write("both", both);
    assert_eq!(dir.run("hash --merge both alone").names(), ["z"]);
    dir.write("bad", "# shard=3/2\n");
    let ran = dir.run("hash --merge bad alone");
    assert!(ran.code == 1 && ran.err.contains("bad: malformed shard comment; expected"), "{}", ran.err);
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
    let mut names = std::collections::HashSet::new();
    for line in json.well().lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(object["name"].is_string() && object["backends"].is_array(), "{line}");
        assert!(names.insert(object["name"].as_str().unwrap().to_string()), "twice: {line}");
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

/// `hash` refuses digests whose lines are too long for `check`, and writes them only with --raw.
#[test]
fn the_longest_digest_of_a_list_is_read() {
    let dir = Dir::new();
    dir.write("a", "abc");
    // the longest digest: 2^20 characters of a line minus 2^16 for the name, two characters for each byte
    let most = ((1 << 20) - (1 << 16)) / 2;
    for (bytes, options) in [(most, ""), (most, "--untagged"), (most * 3 / 2, "--base64")] {
        let bits = 8 * bytes;
        let hash = format!("hash -a shake128 -l {bits} {options} -o list a");
        dir.run(&hash).is("", "", 0);
        let given = format!("check -a shake128 -l {bits} list");
        dir.run(&given).is("a: OK\n", "", 0);
    }
    let (bits, more) = (8 * most + 8, 12 * most + 24);
    for options in [format!("-l {bits}"), format!("-l {bits} --untagged"), format!("-l {more} --base64")] {
        dir.run(&format!("hash -a shake128 {options} -o new a")).is_usage("is too long for a line");
    }
    assert!(!dir.path("new").exists());
    assert_eq!(dir.run(&format!("hash -a shake128 -l {more} --raw a")).out.len(), more / 8);
}
