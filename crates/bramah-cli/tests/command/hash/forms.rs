//! Tests of the formats of the output of `hash`.

use crate::support::{ABC, Dir, EMPTY, line, ran, sums};
use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

const ABC_224: &str = "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7";

#[test]
fn tagged_lines_in_the_order_of_the_arguments() {
    let dir = Dir::with_empty();
    let both = line("empty", EMPTY) + &line("a", ABC);
    dir.run("hash empty a").is(&both, "", 0);
    dir.run("hash --untagged --tag empty a").is(&both, "", 0);
    for jobs in [1, 2, 7] {
        dir.run(&format!("hash -j {jobs} empty a")).is(&both, "", 0);
    }
}

#[test]
fn no_file_is_standard_input() {
    let dir = Dir::with_empty();
    assert_eq!(ran(dir.command("hash").write_stdin("abc")).well(), line("-", ABC));
    let both = line("a", ABC) + &line("-", ABC);
    assert_eq!(ran(dir.command("hash a -").write_stdin("abc")).well(), both);
}

#[test]
fn untagged_lines() {
    let dir = Dir::with_empty();
    dir.run("hash --untagged a").is(&format!("{ABC}  a\n"), "", 0);
    dir.run("hash --untagged -z a").is(&format!("{ABC}  a\0"), "", 0);
}

#[test]
fn base64() {
    let dir = Dir::with_empty();
    let digest = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
    dir.run("hash --base64 a").is(&line("a", digest), "", 0);
    dir.run("hash --base64 --untagged a").is(&format!("{digest}  a\n"), "", 0);
}

#[test]
fn raw_is_one_digest() {
    let dir = Dir::with_empty();
    let raw = dir.run("hash --raw a");
    assert_eq!((raw.out.len(), raw.out[0], raw.code), (32, 0xba, 0));
    dir.run("hash --raw a empty").is_usage("--raw");
    dir.run("hash --raw -r a").is_usage("--raw");
    dir.run("hash --raw -a sha256,sha224 a").is_usage("--raw");
    dir.run("hash --raw --json a").is_usage("--json");
}

#[test]
fn several_algorithms_in_one_read() {
    let dir = Dir::with_empty();
    let both = format!("{}SHA224 (a) = {ABC_224}\n", line("a", ABC));
    dir.run("hash -a sha256,SHA2-224 a").is(&both, "", 0);
    dir.run("hash -a sha256 -a sha224,sha256 a").is(&both, "", 0);
    // from a pipe, which can be read only once
    assert_eq!(
        ran(dir.command("hash -a sha256,sha224").write_stdin("abc")).well(),
        both.replace("(a)", "(-)")
    );
}

#[test]
fn several_algorithms_on_a_large_file() {
    let dir = Dir::with_empty();
    dir.write("large", vec![7; 20 << 20]);
    let alone =
        dir.run("hash -a sha256 -j 1 large").well().to_string() + dir.run("hash -a sha224 large").well();
    for jobs in [1, 2, 4] {
        dir.run(&format!("hash -a sha256,sha224 -j {jobs} large")).is(&alone, "", 0);
    }
    assert_eq!(dir.run("hash --untagged large").text(), sums(&dir, ["large"]));
}

#[test]
fn every_length_around_the_border_of_small_files() {
    let dir = Dir::with_empty();
    let mut names = String::new();
    for len in [0, 1, 63, 64, 65, 4096, 131_071, 131_072, 131_073, 300_000, 1 << 20, (1 << 20) + 1] {
        dir.write(format!("f{len}"), vec![len as u8; len]);
        names += &format!(" f{len}");
    }
    let expected = sums(&dir, names.split_whitespace());
    for jobs in [1, 3] {
        dir.run(&format!("hash --untagged -j {jobs} {names}")).is(&expected, "", 0);
    }
}

#[test]
fn names_that_are_not_utf8() {
    let dir = Dir::with_empty();
    let name = OsStr::from_bytes(b"n\xff");
    dir.write(name, "abc");
    let mut command = dir.command("hash");
    assert_eq!(ran(command.arg(name)).out, [b"SHA256 (n\xff) = ", ABC.as_bytes(), b"\n"].concat());
    let mut command = dir.command("hash --json");
    let json = ran(command.arg(name));
    assert!(json.well().starts_with("{\"path_b64\":\"bv8=\","), "{}", json.text());
    let mut command = dir.command("hash missing");
    command.arg(OsStr::from_bytes(b"m\xff\x1b"));
    assert_eq!(
        ran(&mut command).err,
        "bramah: missing: No such file or directory\nbramah: 'm'$'\\377\\033': No such file or directory\n"
    );
}

#[test]
fn json_lines() {
    let dir = Dir::with_empty();
    let ok = |name: &str, size: u32, digest: &str| {
        format!(
            "{{\"path\":\"{name}\",\"alg\":\"sha256\",\"digest\":\"{digest}\",\"size\":{size},\"status\":\"ok\"}}\n"
        )
    };
    let missing = "{\"path\":\"missing\",\"status\":\"error\",\"error\":\"No such file or directory\"}\n";
    let summary = "{\"summary\":{\"files\":2,\"bytes\":3,\"failed\":1}}\n";
    let all = ok("a", 3, ABC) + missing + &ok("empty", 0, EMPTY) + summary;
    dir.run("hash --json a missing empty").is(&all, "bramah: missing: No such file or directory\n", 1);
}

#[test]
fn a_text_may_be_an_argument() {
    let dir = Dir::new();
    let hash = |arguments: &[&str]| dir.bramah(["hash"].iter().chain(arguments));
    assert_eq!(hash(&["-m", "abc"]).well(), line("\"abc\"", ABC));
    assert_eq!(
        hash(&["-m", "abc", "--message", "", "--untagged"]).well(),
        format!("{ABC}  \"abc\"\n{EMPTY}  \"\"\n")
    );
    let both = hash(&["-m", "abc", "-a", "md5,sha256"]);
    assert_eq!(
        both.well(),
        format!("MD5 (\"abc\") = 900150983cd24fb0d6963f7d28e17f72\n{}", line("\"abc\"", ABC))
    );
    // the text in the line is escaped like a file name
    assert!(hash(&["-m", "a\nb"]).well().starts_with("\\SHA256 (\"a\\nb\") = "));
    // raw bytes, and a keyed function
    assert_eq!(hash(&["-m", "abc", "--raw"]).out, dir.run("hash --raw a").out);
    dir.write("key", [7; 32]);
    let keyed = |what: &[&str]| {
        let more = ["-a", "blake3", "--key-file", "key", "--raw"];
        hash(&what.iter().copied().chain(more).collect::<Vec<_>>()).out
    };
    assert_eq!(keyed(&["-m", "abc"]), keyed(&["a"]));
    for wrong in [
        &["-m", "abc", "a"][..],
        &["-m", "a", "-r"],
        &["-m", "a", "--json"],
        &["-m", "a", "-m", "b", "--raw"],
    ] {
        let ran = hash(wrong);
        assert_eq!((ran.text(), ran.code), ("", 2), "{wrong:?}");
    }
}
