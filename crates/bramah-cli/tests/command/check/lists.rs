//! Lists of several algorithms, of many files, from standard input, in JSON.

use crate::support::{ABC, Dir, ZERO};
use serde_json::{Value, json};

const MD5: &str = "900150983cd24fb0d6963f7d28e17f72";

#[test]
fn algorithms_may_be_mixed() {
    let dir = Dir::new();
    dir.write("b", "abc");
    let list = format!(
        "MD5   (a) = {MD5}\nSHA256 (a) = {ABC}\nSHA2-256(b)= {ABC}\nMD5 (b) = {ZERO_MD5}\nSHA256 (a) = {ZERO}\nMD5 (a) = {MD5}\n",
        ZERO_MD5 = &ZERO[..32]
    );
    dir.write("list", list);
    let ran = dir.check("list");
    assert_eq!(ran.text(), "a: OK\na: OK\nb: OK\nb: FAILED\na: FAILED\na: OK\n");
    assert_eq!((ran.err.as_str(), ran.code), ("bramah: WARNING: 2 computed checksums did NOT match\n", 1));
}

/// A list of `b3sum`, whose digests are as long as those of SHA-256, and others.
#[test]
fn a_digest_that_does_not_match_is_tried_under_the_other_algorithms_of_its_length() {
    let dir = Dir::new();
    dir.write("large", vec![7; 1 << 20]);
    for (algorithm, taken) in [
        ("blake3", "sha256"),
        ("sha3-256", "sha256"),
        ("sha512-224", "sha224"),
        ("ripemd160", "sha1"),
        ("md4", "md5"),
    ] {
        let list = dir.run(&format!("hash --untagged -a {algorithm} large a"));
        dir.write("list", list.well());
        let ran = dir.check("list");
        assert_eq!((ran.text(), ran.code), ("large: FAILED\na: FAILED\n", 1));
        let name = bramah::hash::lookup(algorithm).unwrap().name();
        let note = format!(
            "bramah: a: the digest does not match as {taken}, but matches as {name}: -a {name} names it\n"
        );
        assert!(ran.err.ends_with(&note) && ran.err.matches("matches as").count() == 1, "{}", ran.err);
        dir.check(&format!("-a {name} list")).is("large: OK\na: OK\n", "", 0);
        // also for the algorithm of the list's name, and for -a
        dir.write("SHA256SUMS", list.well());
        let named = dir.check("SHA256SUMS");
        assert_eq!(named.err.contains("matches as"), taken == "sha256", "{}", named.err);
        // no message is printed with --status
        dir.check("--status list").is("", "", 1);
    }
    // a tag is believed, and so is a file that has changed
    let digest = dir.run("hash --untagged -a blake3 a");
    let digest = digest.well().split(' ').next().unwrap();
    let warning = "bramah: WARNING: 1 computed checksum did NOT match\n";
    dir.write("list", format!("SHA256 (a) = {digest}\n"));
    dir.check("list").is("a: FAILED\n", warning, 1);
    dir.write("list", format!("{ZERO}  a\n"));
    dir.check("-a sha256 list").is("a: FAILED\n", warning, 1);
    dir.write("list", format!("{digest}  a\n"));
    dir.check("-a sha256 list").is(
        "a: FAILED\n",
        &format!(
            "{warning}bramah: a: the digest does not match as sha256, but matches as blake3-256: -a blake3-256 names it\n"
        ),
        1,
    );
}

#[test]
fn the_order_is_that_of_the_list() {
    let dir = Dir::new();
    let mut list = String::new();
    let mut expected = String::new();
    for i in 0..700 {
        let len = if i % 97 == 0 { 1 << 20 } else { i };
        dir.write(format!("f{i}"), vec![b'x'; len]);
    }
    let names: Vec<String> = (0..700).map(|i| format!("f{i}")).collect();
    let hashed = dir.bramah(["hash", "-a", "sha256"].into_iter().chain(names.iter().map(String::as_str)));
    for (i, line) in hashed.text().lines().enumerate() {
        let wrong = i % 50 == 7;
        let (front, last) = line.split_at(line.len() - 1);
        list += front;
        list += if !wrong {
            last
        } else if last == "0" {
            "1"
        } else {
            "0"
        };
        list.push('\n');
        // the same file twice, far and near
        if i % 100 == 0 {
            list += &format!("SHA256 (f{i}) = {ZERO}\n");
        }
        expected += &format!("f{i}: {}\n", if wrong { "FAILED" } else { "OK" });
        if i % 100 == 0 {
            expected += &format!("f{i}: FAILED\n");
        }
    }
    dir.write("list", list);
    for jobs in ["1", "2", "7"] {
        let ran = dir.check(&format!("-j {jobs} list"));
        assert_eq!(ran.text(), expected, "{jobs} threads");
        assert_eq!(ran.err, "bramah: WARNING: 21 computed checksums did NOT match\n");
    }
}

#[test]
fn the_length_of_a_digest_tells_what_is_in_common_use() {
    let dir = Dir::new();
    let ran = dir.program(
        env!("CARGO_BIN_EXE_bramah"),
        ["check"],
        format!("{ABC}  a\n{MD5}  a\n{ABC}  a\n").as_bytes(),
    );
    assert_eq!((ran.text(), ran.code), ("a: OK\na: OK\na: OK\n", 0));
    let notes: Vec<&str> = ran.err.lines().collect();
    assert_eq!(notes.len(), 2);
    assert!(
        notes[0].contains("'standard input': 1: no algorithm is named: 64 digits")
            && notes[0].contains("sha256"),
        "{}",
        notes[0]
    );
    assert!(
        notes[1].contains("'standard input': 2: no algorithm is named: 32 digits")
            && notes[1].contains("md5"),
        "{}",
        notes[1]
    );
}

#[test]
fn standard_input_cannot_list_itself() {
    let dir = Dir::new();
    let text = format!("SHA256 (-) = {ABC}\nSHA256 (a) = {ABC}\n");
    let ran = dir.program(env!("CARGO_BIN_EXE_bramah"), ["check", "-"], text.as_bytes());
    assert_eq!((ran.text(), ran.code), ("a: OK\n", 0));
    assert_eq!(ran.err, "bramah: WARNING: 1 line is improperly formatted\n");
    dir.write("list", format!("SHA256 (-) = {ABC}\n"));
    let ran = dir.program(env!("CARGO_BIN_EXE_bramah"), ["check", "list"], b"abc");
    assert_eq!((ran.text(), ran.err.as_str(), ran.code), ("-: OK\n", "", 0));
}

#[test]
fn names_may_be_relative_to_another_directory() {
    let dir = Dir::new();
    std::fs::create_dir(dir.path("d")).unwrap();
    dir.write("d/b", "abc");
    dir.write("list", format!("SHA256 (b) = {ABC}\nSHA256 ({}) = {ABC}\n", dir.path("a").display()));
    let ran = dir.check("--base d list");
    assert_eq!((ran.text().lines().next(), ran.err.as_str(), ran.code), (Some("b: OK"), "", 0));
    assert_eq!(dir.check("list").code, 1);
}

#[test]
fn a_key_is_a_part_of_the_function() {
    let dir = Dir::new();
    dir.write("key", "secret");
    let list = dir.bramah(["hash", "-a", "blake2b", "--key-file", "key", "a"]);
    dir.write("list", &list.out);
    assert!(list.well().starts_with("BLAKE2b-keyed (a) = "), "{}", list.text());
    assert_eq!(dir.check("--key-file key list").text(), "a: OK\n");
    assert_eq!(dir.check("--key-file key -a blake2b list").text(), "a: OK\n");
    dir.check("list").is(
        "",
        "bramah: list: 1: the digest was computed with a key: --key-file names its file\n\
         bramah: WARNING: 1 keyed digest was not checked\n",
        1,
    );
    // another line does not make up for it
    dir.write("two", [list.out.as_slice(), format!("SHA256 (a) = {ABC}\n").as_bytes()].concat());
    let two = dir.check("two");
    assert_eq!((two.text(), two.code), ("a: OK\n", 1));
    assert!(dir.check("--audit list").code == 1 && dir.check("--status two").code == 1);
    // the tag of earlier releases
    dir.write("old", list.text().replace("-keyed", ""));
    assert_eq!(dir.check("--key-file key old").text(), "a: OK\n");
    assert_eq!(dir.check("old").text(), "a: FAILED\n");
    assert_eq!(dir.run("hash --merge list").well(), list.text());
    let some = dir.bramah(["hash", "-a", "blake2s,skein256,kmac256", "--key-file", "key", "a"]);
    let tags: Vec<&str> = some.well().lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(tags, ["BLAKE2s-256-keyed", "Skein-256-256-keyed", "KMAC256-512-keyed"]);
    dir.write("some", &some.out);
    assert_eq!(dir.check("--key-file key some").text(), "a: OK\n".repeat(3));
    dir.write("other", format!("SHA256 (a) = {ABC}\n"));
    let ran = dir.check("--key-file key other");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("other: 1: a key of 6 bytes, but the algorithm takes none"), "{}", ran.err);
}

#[test]
fn a_salt_is_a_part_of_the_function() {
    let dir = Dir::new();
    let list = dir.bramah(["hash", "-a", "blake2s", "--salt", "01", "--personal", "0203", "a"]);
    dir.write("list", &list.out);
    assert_eq!(dir.check("--salt 01 --personal 0203 list").text(), "a: OK\n");
    assert_eq!(dir.check("--salt 02 --personal 0203 list").text(), "a: FAILED\n");
}

#[test]
fn zero_bytes_may_end_lines() {
    let dir = Dir::new();
    let mut list = format!("SHA256 (a) = {ABC}\0").into_bytes();
    list.extend_from_slice(format!("SHA256 (a\nb\\n) = {ABC}\0").as_bytes());
    dir.write("list", list);
    let ran = dir.check("-z list");
    assert_eq!(ran.text(), "a: OK\n\\a\\nb\\\\n: FAILED open or read\n");
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn json() {
    let dir = Dir::new();
    dir.write("list", format!("SHA256 (a) = {ABC}\nx\nSHA256 (gone) = {ZERO}\nMD5 (a) = {}\n", &ZERO[..32]));
    let ran = dir.check("--json list");
    assert_eq!(ran.code, 1);
    let form = "neither `DIGEST  NAME` nor `ALGORITHM (NAME) = DIGEST`";
    let none = "No such file or directory";
    assert_eq!(
        objects(ran.text()),
        [
            json!({ "path": "a", "alg": "sha256", "digest": ABC, "size": 3, "status": "ok" }),
            json!({ "list": "list", "line": 2, "status": "malformed", "error": form }),
            json!({ "path": "gone", "alg": "sha256", "expected": ZERO, "status": "error", "error": none }),
            json!({ "path": "a", "alg": "md5", "digest": MD5, "expected": &ZERO[..32], "size": 3, "status": "failed" }),
            json!({ "summary": { "ok": 1, "failed": 1, "unreadable": 1, "missing": 0, "malformed": 1 } }),
        ]
    );
    let quiet = objects(dir.check("--json --quiet --ignore-missing list").text());
    assert_eq!(quiet.len(), 3);
    assert_eq!(
        quiet[2],
        json!({ "summary": { "ok": 1, "failed": 1, "unreadable": 0, "missing": 1, "malformed": 1 } })
    );
}

#[test]
fn lists_that_cannot_be_read_are_in_the_json() {
    let dir = Dir::new();
    dir.write("list", format!("{ABC}  a\n"));
    dir.write("d/x", "");
    let none = "No such file or directory";
    let ran = dir.check("--json -a sha256 gone list d");
    let error = |list: &str, reason: &str| json!({ "list": list, "status": "error", "error": reason });
    assert_eq!(
        objects(ran.text()),
        [
            error("gone", none),
            json!({ "path": "a", "alg": "sha256", "digest": ABC, "size": 3, "status": "ok" }),
            error("d", "Is a directory"),
            json!({ "summary": { "ok": 1, "failed": 0, "unreadable": 0, "missing": 0, "malformed": 0 } }),
        ]
    );
    assert_eq!(
        (ran.err.as_str(), ran.code),
        (&*format!("bramah: gone: {none}\nbramah: d: Is a directory\n"), 1)
    );
    assert_eq!(dir.check("--json --status gone").text(), "");
}

/// SFV: the name first, the CRC-32 last, comments after a semicolon; the list's name says that it is one.
#[test]
fn sfv() {
    let dir = Dir::new();
    dir.write("with a blank", "123456789");
    dir.write("abc", "123456789");
    dir.write("back\\slash", "123456789");
    dir.write(
        "list.SFV",
        "; made by a tool\r\nwith a blank CBF43926\r\nabc  cbf43926\r\nback\\slash cbf43926\r\n\r\nabc 00000000\r\n",
    );
    let ran = dir.check("list.SFV");
    assert_eq!(ran.text(), "with a blank: OK\nabc: OK\n\\back\\\\slash: OK\nabc: FAILED\n");
    assert_eq!((ran.err.as_str(), ran.code), ("bramah: WARNING: 1 computed checksum did NOT match\n", 1));
    dir.write("flaws.sfv", "abc\nabc cbf4392\nabc cbf43926\n");
    let ran = dir.run("check -w flaws.sfv");
    assert_eq!((ran.text(), ran.code), ("abc: OK\n", 0));
    for line in ["flaws.sfv: 1: improperly formatted", "flaws.sfv: 2: improperly formatted"] {
        assert!(ran.err.contains(line), "{}", ran.err);
    }
    assert!(ran.err.contains("2 lines are improperly formatted"), "{}", ran.err);
}

#[test]
fn lists_of_hashdeep_are_checked_by_size_and_digests() {
    let dir = Dir::new();
    let head = "%%%% HASHDEEP-1.0\n%%%% size,md5,sha256,filename\n## \n";
    dir.write("list", format!("{head}3,{MD5},{ABC},a\n"));
    assert_eq!(dir.check("list").well(), "a: OK\na: OK\n");
    assert_eq!(dir.check("-a sha256 list").well(), "a: OK\n");
    dir.check("-a sha1 list").is(
        "",
        "bramah: list: 4: sha1 was asked for, and no column of this list of hashdeep has it\n\
         bramah: list: no properly formatted checksum lines found\n",
        1,
    );
    dir.write("one", format!("{head}3,{MD5},{ZERO},a\n"));
    assert_eq!(dir.check("one").text(), "a: OK\na: FAILED\n");
    dir.write("size", format!("{head}4,{MD5},{ABC},a\n"));
    let ran = dir.check("size");
    ran.is("a: FAILED\na: FAILED\n", "bramah: WARNING: 2 computed checksums did NOT match\n", 1);
    assert!(
        dir.check("--json size").text().contains("\"expected_size\":4"),
        "{:?}",
        dir.check("--json size")
    );
    dir.write("tree/a", "abc");
    assert_eq!(dir.check("--audit --quiet --base tree list").code, 0);
    assert!(dir.check("--audit --base tree size").text().starts_with("a: FAILED\n"));
    let merged = dir.run("hash --merge list");
    assert_eq!(merged.well(), format!("MD5 (a) = {MD5}\nSHA256 (a) = {ABC}\n"));
}

#[test]
fn a_path_of_windows_is_explained() {
    let dir = Dir::new();
    dir.write("sub/f2", "abc");
    dir.write("list", format!("{ABC}  sub\\f2\n{ABC}  sub\\f3\n"));
    let ran = dir.check("-a sha256 list");
    let hint = "bramah: 'sub\\f2': a backslash is a part of the name on this system; \
                if the list is from Windows, replace \\ by / in its names\n";
    assert!(ran.err.ends_with(hint) && ran.err.matches("Windows").count() == 1, "{}", ran.err);
    assert_eq!(ran.code, 1);
    assert!(!dir.check("--status -a sha256 list").err.contains("Windows"));
    dir.write("list", format!("{ABC}  gone\n"));
    assert!(!dir.check("-a sha256 list").err.contains("Windows"));
}
