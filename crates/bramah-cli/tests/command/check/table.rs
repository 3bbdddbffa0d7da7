//! Tests of `bramah check`: a table of lists, each with the expected output, messages and exit code.

use crate::support::{ABC, Dir, ZERO};

struct Case {
    list: String,
    options: &'static str,
    out: &'static str,
    err: &'static str,
    code: i32,
}

fn case(
    list: impl Into<String>,
    options: &'static str,
    out: &'static str,
    err: &'static str,
    code: i32,
) -> Case {
    Case { list: list.into(), options, out, err, code }
}

#[cfg(unix)]
#[test]
fn every_case() {
    let dir = Dir::new();
    std::fs::create_dir(dir.path("d")).unwrap();
    let good = format!("{ABC}  a\n");
    let bad = format!("{ZERO}  a\n");
    let gone = format!("{ZERO}  gone\n");
    const NOT_ONE: &str = "bramah: WARNING: 1 computed checksum did NOT match\n";
    const GONE: &str =
        "bramah: gone: No such file or directory\nbramah: WARNING: 1 listed file could not be read\n";
    const FORM: &str = "bramah: WARNING: 1 line is improperly formatted\n";
    const NONE: &str = "bramah: list: no properly formatted checksum lines found\n";
    for case in [
        case(&good, "", "a: OK\n", "", 0),
        case(&bad, "", "a: FAILED\n", NOT_ONE, 1),
        case(
            bad.repeat(2),
            "",
            "a: FAILED\na: FAILED\n",
            "bramah: WARNING: 2 computed checksums did NOT match\n",
            1,
        ),
        case(format!("{bad}{good}"), "--quiet", "a: FAILED\n", NOT_ONE, 1),
        case(&good, "--quiet", "", "", 0),
        case(&good, "--status", "", "", 0),
        case(&bad, "--status", "", "", 1),
        case(&bad, "--status --warn", "a: FAILED\n", NOT_ONE, 1),
        case(&gone, "", "gone: FAILED open or read\n", GONE, 1),
        case(&gone, "--status", "", "bramah: gone: No such file or directory\n", 1),
        case(&gone, "--ignore-missing", "", "bramah: list: no file was verified\n", 1),
        case(format!("{gone}{good}"), "--ignore-missing", "a: OK\n", "", 0),
        case(
            format!("{gone}{bad}"),
            "--ignore-missing",
            "a: FAILED\n",
            "bramah: WARNING: 1 computed checksum did NOT match\nbramah: list: no file was verified\n",
            1,
        ),
        case(format!("{gone}{good}"), "", "gone: FAILED open or read\na: OK\n", GONE, 1),
        case(format!("{good}x\n"), "", "a: OK\n", FORM, 0),
        case(format!("x\n{good}"), "--strict", "a: OK\n", FORM, 1),
        case(
            format!("x\n{good}y\n"),
            "",
            "a: OK\n",
            "bramah: WARNING: 2 lines are improperly formatted\n",
            0,
        ),
        case(&good, "--strict", "a: OK\n", "", 0),
        case("", "", "", NONE, 1),
        case("# nothing\n\n", "", "", NONE, 1),
        case("x\n", "", "", NONE, 1),
        case("x\n", "--status", "", NONE, 1),
        case(format!("{ABC}  a\r\n"), "", "a: OK\n", "", 0),
        case(format!("{ABC} *a\n"), "", "a: OK\n", "", 0),
        case(format!("{ABC} a\n"), "", "a: OK\n", "", 0),
        case(format!("{}  a\n", ABC.to_uppercase()), "", "a: OK\n", "", 0),
        case(
            format!("{ZERO}  d\n{good}"),
            "",
            "d: FAILED open or read\na: OK\n",
            "bramah: d: Is a directory\nbramah: WARNING: 1 listed file could not be read\n",
            1,
        ),
        case(
            format!("\\{ZERO}  no\\nne\n"),
            "",
            "\\no\\nne: FAILED open or read\n",
            "bramah: 'no'$'\\n''ne': No such file or directory\nbramah: WARNING: 1 listed file could not be read\n",
            1,
        ),
        case(
            format!("SHA256 () = {ZERO}\n"),
            "",
            ": FAILED open or read\n",
            "bramah: '': No such file or directory\nbramah: WARNING: 1 listed file could not be read\n",
            1,
        ),
        // well-formed lines that cannot be used are reported
        case(
            format!("{good}FOO (a) = 00\nFOO (b) = 00\n"),
            "",
            "a: OK\n",
            "bramah: list: 2: unknown algorithm \"FOO\"\nbramah: WARNING: 2 lines are improperly formatted\n",
            0,
        ),
        case(
            format!("{good}SHA256 (a) = 00\n"),
            "",
            "a: OK\n",
            "bramah: list: 2: the digest has 2 digits, but sha256 has 64\nbramah: WARNING: 1 line is improperly formatted\n",
            0,
        ),
        case(
            format!("{good}FOO (a) = 00\nx\n"),
            "--warn",
            "a: OK\n",
            concat!(
                "bramah: list: 2: improperly formatted checksum line: unknown algorithm \"FOO\"\n",
                "bramah: list: 3: improperly formatted checksum line: ",
                "expected `DIGEST  NAME` or `ALGORITHM (NAME) = DIGEST`\n",
                "bramah: WARNING: 2 lines are improperly formatted\n",
            ),
            0,
        ),
    ] {
        dir.write("list", &case.list);
        let ran = dir.check(&format!("-a sha256 {} list", case.options));
        let got = (ran.text(), ran.err.as_str(), ran.code);
        assert_eq!(got, (case.out, case.err, case.code), "{} on {:?}", case.options, case.list);
        // the name of the list can also choose the algorithm
        dir.write("SHA256SUMS", &case.list);
        let named = dir.check(&format!("{} SHA256SUMS", case.options));
        let err = case.err.replace("list:", "SHA256SUMS:");
        assert_eq!((named.text(), &named.err, named.code), (case.out, &err, case.code), "{:?}", case.list);
    }
}

#[cfg(unix)]
#[test]
fn lists_that_cannot_be_read() {
    let dir = Dir::new();
    std::fs::create_dir(dir.path("d")).unwrap();
    dir.write("good", format!("SHA256 (a) = {ABC}\n"));
    let wide: Vec<u8> = format!("{ABC}  a\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    dir.write("wide", wide);
    for (list, reason) in [
        ("gone", "bramah: gone: No such file or directory\n"),
        ("d", "bramah: d: Is a directory\n"),
        ("wide", "bramah: wide: UTF-16 text; expected UTF-8\n"),
    ] {
        let ran = dir.check(&format!("{list} good"));
        assert_eq!((ran.text(), ran.err.as_str(), ran.code), ("a: OK\n", reason, 1));
    }
}

#[test]
fn wrong_usage() {
    let dir = Dir::new();
    for (arguments, reason) in [
        ("-a nothing list", "unknown hash function \"nothing\""),
        ("-a sha256 -l 8 list", "sha256: invalid digest length: 8 bits"),
        ("-l 256 list", "--algorithm <ALG>"),
        ("--nothing list", "--nothing"),
        ("--audit --strict list", "--strict"),
        ("-j 0 list", "0"),
    ] {
        let ran = dir.check(arguments);
        assert_eq!((ran.text(), ran.code), ("", 2), "{arguments}");
        assert!(ran.err.starts_with("bramah: ") && ran.err.contains(reason), "{arguments}: {}", ran.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let dir = Dir::new();
    dir.write("list", format!("SHA256 (a) = {ABC}\n"));
    let line = format!("{} check list > /dev/full", env!("CARGO_BIN_EXE_bramah"));
    let ran = dir.program("sh", ["-c", &line], b"");
    assert_eq!((ran.err.as_str(), ran.code), ("bramah: write error: No space left on device\n", 1));
}

/// A key file of 32 letters is a raw key for the list's algorithm. The algorithms tried after a mismatch could also
/// decode the letters to 16 bytes; no note about this is printed, since the user did not name them.
#[test]
fn raw_keys_of_letters_get_no_hint() {
    let dir = Dir::new();
    dir.write("key", "abcdefabcdefabcdefabcdefabcdefab");
    dir.write("a", "abc");
    let line = dir.run("hash -a blake3 --key-file key --untagged a").well().to_string();
    dir.write("list", line.clone());
    dir.run("check -a blake3 --key-file key list").is("a: OK\n", "", 0);
    dir.write("a", "abd");
    let note = "bramah: WARNING: 1 computed checksum did NOT match\n";
    dir.run("check -a blake3 --key-file key list").is("a: FAILED\n", note, 1);
}
