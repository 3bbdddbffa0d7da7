//! Tests of the lists of other tools: each is checked with the right digest, and after many kinds of damage.

use crate::support::{ABC, Dir, Ran};
use serde_json::Value;

const MD5: &str = "900150983cd24fb0d6963f7d28e17f72";
const SHA1: &str = "a9993e364706816aba3e25717850c26c9cd0d89d";
const BASE64: &str = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
const SHA512: &str = "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
                      2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f";

/// Makes a directory with `a.txt`.
fn dir() -> Dir {
    let dir = Dir::new();
    dir.write("a.txt", "abc");
    dir
}

/// Checks that a list is OK, both under this name and from a pipe.
#[track_caller]
fn is_ok(dir: &Dir, list: &str, text: impl AsRef<[u8]>, out: &str) {
    dir.write(list, text.as_ref());
    let ran = dir.check(&format!("--strict {list}"));
    assert_eq!(
        (ran.text(), ran.code),
        (out, 0),
        "{list}: {}: {}",
        String::from_utf8_lossy(text.as_ref()),
        ran.err
    );
    assert!(ran.err.lines().all(|line| line.contains("assuming ")), "{}", ran.err);
}

const OK: &str = "a.txt: OK\n";

/// Returns the names of the formats with their examples.
fn formats(dir: &Dir) -> Vec<(String, String)> {
    let listed = dir.run("list formats --json");
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let object = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
    listed
        .well()
        .lines()
        .map(object)
        .map(|format| (text(&format["name"]), text(&format["example"])))
        .collect()
}

#[test]
fn every_example_is_read_as_what_it_is() {
    let dir = dir();
    let all = formats(&dir);
    assert!(all.len() > 20);
    let table = dir.run("list formats");
    assert_eq!(table.well().lines().skip(1).count(), all.len());
    for (name, example) in &all {
        dir.write("crlf", example.replace('\n', "\r\n"));
        dir.write("list", example);
        dir.write("a.txt.sha256", example);
        for (list, input) in [("a.txt.sha256", ""), ("crlf", ""), ("list", ""), ("-", example.as_str())] {
            // the format `lone` contains neither a file name nor an algorithm: the name of the list supplies both
            if (name == "lone") != (list == "a.txt.sha256") {
                continue;
            }
            let ran = dir.fed(&format!("check --warn {list}"), input);
            assert!(ran.code == 0 && ran.text().lines().all(|line| line == "a.txt: OK"), "{name}: {ran:?}");
            let said = format!("read as {name}: ");
            let ordinary = ["coreutils", "bsd", "hashdeep"].contains(&name.as_str());
            assert_eq!(ran.err.contains(&said), !ordinary, "{name}: {}", ran.err);
        }
    }
}

/// Returns the kinds of damage with the damaged list; `None` if this list cannot be damaged in this way.
fn damages(text: &str) -> Vec<(&'static str, Option<String>)> {
    let is_digit = |c: char| c.is_ascii_alphanumeric() || "+/=_-".contains(c);
    let from = [
        ABC,
        &ABC.to_uppercase(),
        BASE64,
        MD5,
        &MD5.to_uppercase(),
        SHA1,
        "1219131554",
        "kAFQ",
        "352441C2",
        "78af5f94892f3950",
        "BA7816BF",
        "a448017aaf21d8525fc10ae87aa6729d",
        "af5da9f4",
        "351c57d9",
    ];
    let start = from.iter().filter_map(|digest| text.find(&digest[..4])).min().expect("a digest");
    let length = text[start..].find(|c| !is_digit(c)).unwrap_or(text.len() - start);
    let (before, rest) = text.split_at(start);
    let (digest, after) = rest.split_at(length);
    let other = |c: &str| if c == "0" { "1" } else { "0" };
    let changed = |at: usize| {
        let c = &digest[at..=at];
        // in base64, some bits of the last character are unused, so another character is changed
        let new = if digest.chars().all(|c| c.is_ascii_hexdigit() || c == '-') {
            other(c)
        } else if c == "A" {
            "z"
        } else {
            "A"
        };
        Some(format!("{before}{}{new}{}{after}", &digest[..at], &digest[at + 1..]))
    };
    let without = |at: usize| Some(format!("{before}{}{}{after}", &digest[..at], &digest[at + 1..]));
    let with = |at: usize, c: &str| Some(format!("{before}{}{c}{}{after}", &digest[..at], &digest[at..]));
    let (last, half) = (digest.trim_end_matches('=').len() - 1, &digest[..length / 2]);
    let reversed = |text: &str| text.chars().rev().collect::<String>();
    let swapped = || {
        let at = (0..last).find(|&at| digest[at..=at] != digest[at + 1..at + 2])?;
        let (two, rest) = digest[at..].split_at(2);
        Some(format!("{before}{}{}{rest}{after}", &digest[..at], reversed(two)))
    };
    let named = text.contains("a.txt");
    let sized = ["=3 ", "(a.txt) = 3", " 3 a.txt", "\n3,", ",3,", ",3\n", "|3|", " 3 ", "xl=3", "\"size\":3"]
        .into_iter()
        .find(|size| text.contains(size) && !(*size == " 3 " && text.contains("=3 ")));
    let resized = |by: &str| sized.map(|size| text.replacen(size, &size.replace('3', by), 1));
    let lines: Vec<&str> = text.lines().collect();
    let lost: String =
        lines.iter().filter(|line| !line.contains(&digest[..8])).map(|l| format!("{l}\n")).collect();
    vec![
        ("the first digit is another", changed(0)),
        ("the second digit is another", changed(1)),
        ("a digit in the middle is another", changed(length / 2)),
        ("the last digit is another", changed(last)),
        ("the first digit is missing", without(0)),
        ("a digit in the middle is missing", without(length / 2)),
        ("the last digit is missing", without(last)),
        ("there is a digit more at the front", with(0, "0")),
        ("there is a digit more in the middle", with(length / 2, "0")),
        ("there is a digit more at the end", with(length, "0")),
        ("half of the digest is missing", Some(format!("{before}{}{after}", &digest[..length / 2]))),
        ("all but a byte is missing", Some(format!("{before}{}{after}", &digest[..2]))),
        ("the digest is missing", Some(format!("{before}{after}"))),
        ("the digest comes twice in a row", Some(format!("{before}{digest}{digest}{after}"))),
        ("a letter is no digit", with(length / 2, "!")),
        ("two digits have changed places", swapped()),
        ("the digits are in the reverse order", Some(format!("{before}{}{after}", reversed(digest)))),
        ("the second half is the first again", Some(format!("{before}{half}{half}{after}"))),
        ("the second half comes first", Some(format!("{before}{}{half}{after}", &digest[length / 2..]))),
        ("the name is another", named.then(|| text.replace("a.txt", "b.txt"))),
        ("a letter of the name is missing", named.then(|| text.replace("a.txt", "a.tx"))),
        ("the name is missing", named.then(|| text.replace("a.txt", ""))),
        ("a zero byte is in the name", named.then(|| text.replace("a.txt", "a.txt\0"))),
        ("the size is another", resized("4")),
        ("the size is no number", resized("x")),
        ("the size is longer", resized("33")),
        ("the line of the digest is lost", Some(lost)),
        ("it ends within the digest", Some(format!("{before}{}", &digest[..length / 2]))),
        ("it ends before the digest", Some(before.to_string())),
        ("another algorithm is named", {
            let other =
                text.replace("sha256", "sha512").replace("SHA256", "SHA512").replace("SHA2-256", "SHA512");
            let other = other.replace("md5", "sha1").replace("MD5", "SHA1");
            (other != text).then_some(other)
        }),
    ]
}

#[test]
fn no_damaged_list_is_ok() {
    let dir = dir();
    dir.write("b.txt", "other");
    for (name, example) in formats(&dir) {
        let mut kinds = 0;
        let list = if name == "lone" { "a.txt.sha256" } else { "list" };
        for (what, damaged) in damages(&example) {
            let Some(damaged) = damaged.filter(|damaged| *damaged != example) else { continue };
            dir.write(list, &damaged);
            let ran = dir.check(&format!("--strict {list}"));
            // in these two formats the damage leaves another digest of the file intact: `a.txt: OK` may be printed, but
            // the exit code must not be 0
            let beside = name == "md5-sha1" || name == "distinfo" && what.starts_with("the size");
            let fine = ran.code == 0 || !beside && ran.text().contains("a.txt: OK");
            assert!(!fine, "{name}, {what}:\n{damaged}\n{ran:?}");
            kinds += 1;
        }
        assert!(kinds >= 20, "{name}: {kinds} kinds of damage");
    }
}

#[test]
fn the_lists_that_people_download() {
    let dir = dir();
    // lists that contain only a digest, without a name
    is_ok(&dir, "a.txt.sha256", ABC, OK);
    is_ok(&dir, "a.txt.sha1", format!("\u{feff}{SHA1}"), OK);
    is_ok(&dir, "a.txt.MD5", format!("{}\r\n", MD5.to_uppercase()), OK);
    is_ok(&dir, "a.txt.sha512.txt", SHA512, OK);
    dir.write("sub/b", "abc");
    is_ok(&dir, "sub/b.sha256", ABC, "sub/b: OK\n");
    // output of `gpg --print-md`
    for (list, text) in [
        ("list", "a.txt: 90 01 50 98 3C D2 4F B0  D6 96 3F 7D 28 E1 7F 72\n"),
        ("list", "a.txt: A999 3E36 4706 816A BA3E  2571 7850 C26C 9CD0 D89D\n"),
        ("list", "a.txt: BA7816BF 8F01CFEA 414140DE 5DAE2223 B00361A3 96177A9C B410FF61 F20015AD\n"),
        (
            "a.txt.sha512",
            "a.txt: DDAF35A1 93617ABA CC417349 AE204131 12E6FA4E 89A97EA2 0A9EEEE6 4B55D39A\n       \
             2192992A 274FC1A8 36BA3C23 A3FEEBBD 454D4423 643CE80E 2A9AC94F A54CA49F\n",
        ),
        (
            "list",
            "a.txt: SHA512 = DDAF35A1 93617ABA CC417349 AE204131 12E6FA4E 89A97EA2 0A9EEEE6\n                \
             4B55D39A 2192992A 274FC1A8 36BA3C23 A3FEEBBD 454D4423 643CE80E\n                \
             2A9AC94F A54CA49F\n",
        ),
    ] {
        is_ok(&dir, list, text, OK);
    }
    // the second line of the digest is missing
    dir.write(
        "a.txt.sha512",
        "a.txt: DDAF35A1 93617ABA CC417349 AE204131 12E6FA4E 89A97EA2 0A9EEEE6 4B55D39A\n",
    );
    assert!(dir.check("a.txt.sha512").text().is_empty() && dir.check("a.txt.sha512").code == 1);
    // lists in UTF-16 of either byte order, with lines that end in CR LF, and with digests in upper case
    for big in [false, true] {
        let text = format!("\u{feff}{}  a.txt\r\n{ABC}  ä\r\n", ABC.to_uppercase());
        let units = text.encode_utf16();
        let bytes: Vec<u8> =
            units.flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() }).collect();
        dir.write("ä", "abc");
        is_ok(&dir, "wide", &bytes, "a.txt: OK\nä: OK\n");
        dir.write("wide", &bytes[..bytes.len() - 1]);
        assert_eq!(dir.check("wide").code, 1);
    }
    // lists with the digest after the name, among them RHash's
    for text in [
        format!("a.txt {ABC}\n"),
        format!("a.txt: {ABC}\n"),
        format!("a.txt:   {}\n", ABC.to_uppercase()),
        format!("a.txt sha256:{ABC}\n"),
        "a.txt 352441C2\n".into(),
        format!("a.txt {BASE64}\n"),
    ] {
        is_ok(&dir, "list", text, OK);
    }
    let rhash = format!(
        "; Generated by RHash v1.4.4\n;  3  20:00.00 2020-01-01 a.txt\na.txt 352441C2 {}\n",
        MD5.to_uppercase()
    );
    is_ok(&dir, "list", &rhash, "a.txt: OK\na.txt: OK\n");
    is_ok(&dir, "list.sfv", &rhash, "a.txt: OK\na.txt: OK\n");
    assert_eq!(dir.fed("check", rhash.as_str()).text(), "a.txt: OK\na.txt: OK\n");
    is_ok(&dir, "list", format!("{MD5} {SHA1}  a.txt\n"), "a.txt: OK\na.txt: OK\n");
    // digests in base64 and in base32
    is_ok(&dir, "list", format!("{BASE64}  a.txt\n"), OK);
    let ours = dir.run("hash --base64 --untagged a.txt");
    assert_eq!(dir.fed("check", ours.well()).text(), OK);
    is_ok(&dir, "list", format!("{BASE32_MD5}  a.txt\n"), OK);
    is_ok(&dir, "list", format!("MD5 (a.txt) = {BASE32_MD5}\n"), OK);
    // digests as web pages, OCI registries, pip and magnet links contain them
    for text in [
        format!("sha256:{ABC}  a.txt\n"),
        format!("sha256-{BASE64}  a.txt\n"),
        format!("sha256:{ABC} a.txt\n"),
        format!("a.txt --hash=sha256:{ABC}\n"),
        format!("magnet:?xl=3&dn=%61.txt&xt=urn:sha1:{BASE32_SHA1}\n"),
    ] {
        is_ok(&dir, "list", text, OK);
    }
    let npm = format!(
        "{{\n  \"lockfileVersion\": 3,\n  \"packages\": {{\n    \"\": {{}},\n    \"node_modules/a\": {{\n      \
         \"resolved\": \"https://example.org/a/-/a.txt\",\n      \"integrity\": \"sha256-{BASE64}\"\n    }}\n  }}\n}}\n"
    );
    is_ok(&dir, "package-lock.json", npm, OK);
    // lists of PowerShell and other programs for Windows
    for text in [
        format!(
            "\r\nAlgorithm       Hash      Path\r\n---------       ----      ----\r\nSHA256          {ABC}       a.txt\r\n\r\n"
        ),
        format!(
            "#TYPE Microsoft.Powershell.Utility.FileHash\r\n\"Algorithm\",\"Hash\",\"Path\"\r\n\"SHA256\",\"{ABC}\",\"a.txt\"\r\n"
        ),
        format!("{{\"Algorithm\":\"SHA256\",\"Hash\":\"{ABC}\",\"Path\":\"a.txt\"}}\n"),
        format!("[{{\r\n\"Algorithm\":\"SHA256\",\r\n\"Hash\":\"{ABC}\",\"Path\":\"a.txt\"}}\r\n]\r\n"),
        "MD5 hash of file a.txt:\r\n90 01 50 98 3c d2 4f b0 d6 96 3f 7d 28 e1 7f 72\r\n".into(),
        format!("//\n// File Checksum Integrity Verifier\n//\n{MD5} a.txt\n").replace("//", "#"),
    ] {
        is_ok(&dir, "list", text, OK);
    }
    // recipes for packages of Arch Linux (PKGBUILD) and Alpine Linux (APKBUILD)
    let build = format!(
        "pkgname=a\npkgver=1.0\nsource=(\"$pkgname.txt::https://example.org/${{pkgver}}.tar.gz\" # a comment\n  \
         'git+https://example.org/x')\nsha256sums=('{ABC}'\n            SKIP)\nbuild() {{\n  make\n}}\n"
    );
    is_ok(&dir, "PKGBUILD", build, OK);
    let alpine =
        format!("pkgname=a\nsource=\"a.txt\"\nbuild() {{\n\tmake\n}}\nsha512sums=\"\n{SHA512}  a.txt\n\"\n");
    is_ok(&dir, "APKBUILD", alpine, OK);
    // one digest too few: it is unknown which source a digest belongs to
    dir.write("PKGBUILD", format!("source=(a.txt b)\nsha256sums=({ABC})\n"));
    assert!(dir.check("PKGBUILD").text().is_empty() && dir.check("PKGBUILD").code == 1);
    // a .changes file of Debian
    let changes =
        format!("Format: 1.8\nDate: x\nDescription:\n a - b\nFiles:\n {MD5} 3 misc optional a.txt\n");
    is_ok(&dir, "list", changes, OK);
}

const BASE32_MD5: &str = "SAAVBGB42JH3BVUWH56SRYL7OI";
const BASE32_SHA1: &str = "VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5";

/// In a distinfo list of BSD ports, lines with sizes may be anywhere.
#[test]
fn sizes_are_compared() {
    let dir = dir();
    let digest = format!("SHA256 (a.txt) = {ABC}\n");
    is_ok(&dir, "distinfo", format!("TIMESTAMP = 1\n{digest}SIZE (a.txt) = 3\n"), OK);
    is_ok(&dir, "distinfo", format!("{digest}Size (a.txt) = 3 bytes\n"), OK);
    dir.write("distinfo", format!("{digest}SIZE (a.txt) = 4\n"));
    assert_eq!((dir.check("distinfo").text(), dir.check("distinfo").code), ("a.txt: FAILED\n", 1));
    for list in [
        format!("SIZE (a.txt) = 4\n{digest}"),
        format!("{digest}SIZE (b) = 1\n"),
        format!("{digest}SIZE (a.txt) = 3\nSIZE (a.txt) = 4\n"),
    ] {
        dir.write("distinfo", list);
        let ran = dir.check("--strict distinfo");
        assert!(ran.text().contains("FAILED") && ran.code == 1, "{ran:?}");
    }
    // a size alone does not make a file OK
    dir.write("distinfo", "SIZE (a.txt) = 3\n");
    let ran = dir.check("distinfo");
    assert_eq!((ran.text(), ran.code), ("", 1));
    dir.write(
        "pieces",
        format!("%%%% HASHDEEP-1.0\n%%%% size,md5,filename\n3,{MD5},a.txt offset 0-2\n3,{MD5},a.txt\n"),
    );
    let ran = dir.check("--strict pieces");
    assert!(ran.text() == OK && ran.code == 1 && ran.err.contains("a piece of a file"), "{ran:?}");
}

/// Unsigned lines never count as signed.
#[test]
fn signed_lists() {
    let dir = dir();
    let line = format!("SHA256 (a.txt) = {ABC}\n");
    let head = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n";
    let end = "-----BEGIN PGP SIGNATURE-----\n\niQIzBAEBCAAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n";
    is_ok(&dir, "list", format!("{head}{line}{end}"), OK);
    is_ok(&dir, "SHA256SUMS.asc", format!("{head}# Fedora\n{ABC} *a.txt\n{end}\n# end\n"), OK);
    is_ok(&dir, "list", format!("{head}- {line}{end}"), OK);
    for list in [
        format!("{line}{head}{end}"),
        format!("{line}{head}{line}{end}"),
        format!("{head}{line}{end}{line}"),
        format!("{head}{line}"),
        format!("{head}{line}-----BEGIN PGP SIGNATURE-----\n"),
        format!("{head}{end}{ABC}  a.txt\n"),
    ] {
        dir.write("list", &list);
        let ran = dir.check("list");
        assert!(ran.code == 1 && ran.err.contains("outside the signed part"), "{list}: {ran:?}");
    }
    dir.write("list", format!("{head}{end}{line}"));
    assert_eq!(dir.check("list").text(), "");
    let signify = "untrusted comment: verify with key.pub\n\
        RWQAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4/QEFCQ0RFRkc=\n";
    is_ok(&dir, "list", format!("{signify}{line}"), OK);
}

#[test]
fn small_systems_and_logs() {
    let dir = dir();
    dir.write("f", "123456789");
    is_ok(&dir, "f.crc", "cbf43926  f\n", "f: OK\n");
    let program = |name: &str, options: &[&str]| dir.program(name, options, b"").text().to_string();
    for (options, text) in [
        ("", program("cksum", &["f"])),
        ("", program("sum", &["f"])),
        ("-a crc-posix", program("cksum", &["f"])),
        ("-a sum-bsd", program("sum", &["f"])),
        ("-a sum-sysv", program("sum", &["-s", "f"])),
    ] {
        dir.write("list", &text);
        let ran = dir.check(&format!("--strict {options} list"));
        assert_eq!((ran.text(), ran.code), ("f: OK\n", 0), "{text}: {}", ran.err);
        for (from, to) in [(" 9 ", " 8 "), (" 1 f", " 2 f"), ("1 f", "1 g")] {
            if text.contains(from) {
                dir.write("list", text.replace(from, to));
                let ran = dir.check(&format!("{options} list"));
                assert!(ran.code == 1 && !ran.text().contains("OK"), "{text}");
            }
        }
    }
    // eight decimal digits before a size and a name are a decimal checksum, and not a CRC-32 in hexadecimal
    dir.write("list", "12345678 9 f\n");
    dir.check("-a crc-posix list").is(
        "f: FAILED\n",
        "bramah: WARNING: 1 computed checksum did NOT match\n",
        1,
    );
    // the marks of shasum in front of a name: `U` and `^`
    is_ok(&dir, "list", format!("{ABC} Ua.txt\n"), OK);
    is_ok(&dir, "list", format!("{ABC}  a.txt\n{ABC} Ua.txt\n"), "a.txt: OK\na.txt: OK\n");
    dir.write("list", format!("{ABC} ^a.txt\n"));
    assert!(dir.check("list").err.contains("bit mode") && dir.check("list").code == 1);
    dir.write("Ua.txt", "abc");
    is_ok(&dir, "list", format!("{ABC} Ua.txt\n"), "Ua.txt: OK\n");
    // tags of other tools
    let blake = dir.run("hash -a blake2b a.txt").text().replace("BLAKE2b", "BLAKE2");
    is_ok(&dir, "list", blake, OK);
    is_ok(&dir, "list", format!("MD5-SHA1(a.txt)= {MD5}{SHA1}\n"), "a.txt: OK\na.txt: OK\n");
    dir.write("list", format!("HMAC-SHA2-256(a.txt)= {ABC}\n"));
    let ran = dir.check("list");
    assert!(ran.code == 1 && ran.err.contains("--check-list"), "{}", ran.err);
    // the log of dc3dd, other logs, and mtree specifications
    let log = format!(
        "dc3dd 7.2.646 started at 2020-01-01 00:00:00 +0000\ncompiled options:\ncommand line: dc3dd if=/dev/sdx of=a.txt \
         hash=md5\nsector size: 512 bytes (assumed)\n\ninput results for device `/dev/sdx':\n   1 sectors in\n   {MD5} \
         (md5)\n\noutput results for file `a.txt':\n   1 sectors out\n   [ok] {MD5} (md5)\n\ndc3dd completed at x\n"
    );
    is_ok(&dir, "log", log, "a.txt: OK\na.txt: OK\n");
    is_ok(&dir, "a.txt.log", format!("Total (sha256): {ABC}\n"), OK);
    is_ok(
        &dir,
        "list",
        format!(
            "#mtree\n/set type=file\n.               type=dir\n    a.txt       size=3 \\\n                sha256digest={ABC}\n..\n"
        ),
        OK,
    );
    is_ok(&dir, "list", format!("#mtree\n./a.txt type=file md5={MD5}\n"), OK);
    dir.write("sub dir/b", "abc");
    is_ok(
        &dir,
        "list",
        format!(
            "#mtree\n. type=dir\nsub\\040dir type=dir\nb type=file sha1={SHA1}\n..\na.txt type=file sha1={SHA1}\n..\n"
        ),
        "sub dir/b: OK\na.txt: OK\n",
    );
    is_ok(&dir, "list", "a.txt,3,352441C2,\n", OK);
    is_ok(&dir, "list", format!("{{file = \"a.txt\", hash = \"sha256:{ABC}\"}},\n"), OK);
    dir.write("list", format!("a==1.0 --hash=sha256:{ABC}\n"));
    assert!(dir.check("list").err.contains("the digest of a package, and the line names no file"));
    dir.write("x\ny", "abc");
    is_ok(&dir, "manifest-sha256.txt", format!("{ABC}  x%0Ay\n{ABC}  a.txt\n"), "\\x\\ny: OK\na.txt: OK\n");
}

/// An XML text is read whether or not it has line ends.
#[test]
fn xml_texts_without_line_ends() {
    let dir = dir();
    let file = format!("<size>3</size><hash type=\"sha-256\">{ABC}</hash>");
    for text in [
        format!("<metalink><files><file name=\"a.txt\">{file}</file></files></metalink>"),
        format!(
            "<?xml version=\"1.0\"?>\n<metalink xmlns=\"urn:ietf:params:xml:ns:metalink\">\n<file name=\"a.txt\" \
             mode=\"x\">\n<os type=\"x\" uid=\"1\">Linux 5:  SHA256(a)= 1</os>\n{file}\n</file></metalink>\n"
        ),
        "<?xml version=\"1.0\"?>\n<FCIV>\n<FILE_ENTRY type=\"x\"><name>a.txt</name>\n\
         <MD5>kAFQmDzST7DWlj99KOF/cg==</MD5></FILE_ENTRY></FCIV>\n"
            .to_string(),
    ] {
        for line_end in ["\n", " ", ""] {
            is_ok(&dir, "list", text.replace('\n', line_end), OK);
        }
        let ran = dir.fed("check", text.replace('\n', " ").replace("file", "other").replace("FILE_", "X_"));
        assert!(ran.code == 1 && ran.err.contains("or is not XML text with digests of files"), "{}", ran.err);
    }
}

/// Bramah's own lists, in JSON.
#[test]
fn our_own_json() {
    let dir = dir();
    let json = dir.run("hash --json -a sha256,md5 a.txt");
    let ran: Ran = dir.fed("check --strict", json.well());
    assert_eq!((ran.text(), ran.code), ("a.txt: OK\na.txt: OK\n", 0), "{}", ran.err);
    let gone = dir.run("hash --json gone");
    assert_eq!(dir.fed("check --strict", gone.text()).code, 1);
}

/// The names and formats that RHash and xxhsum use for less common functions.
#[test]
fn checksums_and_trees_of_other_programs() {
    let dir = Dir::new();
    dir.write("a.txt", "abc");
    let tth = "asd4ujseh5m47pdyb46kbtsqtsgdklbhyxomuia";
    let aich = "vgmt4nsha2awvor6evyxqugcnsonbwe5";
    for text in [
        "XXH32 (a.txt) = 32d153ff\n".into(),
        "XXH64 (a.txt) = 44bc2cf5ad770999\n".into(),
        "XXH3 (a.txt) = 78af5f94892f3950\n".into(),
        "XXH3_64 (a.txt) = 78AF5F94892F3950\n".into(),
        "XXH128 (a.txt) = 06b05ab6733a618578af5f94892f3950\n".into(),
        "XXH3_78af5f94892f3950  a.txt\n".into(),
        format!("TTH   (a.txt) = {tth}\n"),
        format!("TTH (a.txt) = {}\n", tth.to_uppercase()),
        format!("AICH  (a.txt) = {aich}\n"),
        "ED2K  (a.txt) = a448017aaf21d8525fc10ae87aa6729d\n".into(),
        "HAS-160 (a.txt) = 975e810488cf2a3d49838478124afce4b1c78804\n".into(),
        "EDON-R256 (a.txt) = 0360f65d97c2152ea6ebe3d462bf49831e2d5f67b6140992320585d89fd271ce\n".into(),
        "SNEFRU-128 (a.txt) = 553d0648928299a0f22a275a02c83b10\n".into(),
        "CRC64NVME (a.txt) = BeXKuz/B+us=\n".into(),
        format!("magnet:?xl=3&dn=a.txt&xt=urn:tree:tiger:{tth}\n"),
        format!(
            "magnet:?xl=3&dn=a.txt&xt=urn:ed2k:a448017aaf21d8525fc10ae87aa6729d&xt=urn:tree:tiger:{tth}&xt=urn:aich:{aich}\n"
        ),
    ] {
        let ran = dir.fed("check --strict", text.as_str());
        assert_eq!((ran.text().replace("a.txt: OK\n", ""), ran.code), (String::new(), 0), "{text}{ran:?}");
        assert!(ran.text().contains("OK"), "{text}");
        let wrong = text.replacen("a448", "a449", 1).replacen("asd4", "asd5", 1).replacen("ASD4", "ASD5", 1);
        let wrong = wrong.replacen("vgmt", "vgmu", 1).replacen("af5f", "af5e", 1).replacen("AF5F", "AF5E", 1);
        if wrong != text {
            assert_eq!(dir.fed("check --strict", wrong.as_str()).code, 1, "{wrong}");
        }
    }
    // the name of the list names the algorithm
    for (list, text) in [
        ("xxh64sum", "44bc2cf5ad770999  a.txt\n".to_string()),
        ("a.txt.xxh128", "06b05ab6733a618578af5f94892f3950  a.txt\n".into()),
        ("a.txt.tth", format!("{tth}  a.txt\n")),
        ("list.aich", format!("{aich}  a.txt\n")),
    ] {
        is_ok(&dir, list, text, OK);
    }
    // Bramah writes the same digests
    dir.run("hash -a tth a.txt").is(&format!("TTH (a.txt) = {tth}\n"), "", 0);
    dir.run("hash -a aich --untagged a.txt").is(&format!("{aich}  a.txt\n"), "", 0);
    dir.run("hash -a xxh3-64 a.txt").is("XXH3 (a.txt) = 78af5f94892f3950\n", "", 0);
    dir.run("hash -a xxh64 --salt 01 a.txt").is("XXH64 (a.txt) = bea9ca8199328908\n", "", 0);
    dir.run("hash --format magnet -a tth a.txt").is(
        &format!("magnet:?xl=3&dn=a.txt&xt=urn:tree:tiger:{tth}\n"),
        "",
        0,
    );
}

/// Lists from RHash's own tests: eDonkey links, SFV with the digest first, and several digests with two blanks before
/// each.
#[test]
fn the_lists_of_rhashs_tests() {
    let dir = dir();
    let (aich, ed2k) = (BASE32_SHA1.to_lowercase(), "a448017aaf21d8525fc10ae87aa6729d");
    let link = format!("ed2k://|file|%61.txt|3|{ed2k}|h={aich}|/\n");
    is_ok(&dir, "list", &link, "a.txt: OK\na.txt: OK\n");
    for damaged in [
        link.replace("h=v", "h=u"),
        link.replace("|3|", "||"),
        link.replace("|/", ""),
        link.replace("|/", "|"),
        link.replace("a448", "a449"),
    ] {
        dir.write("list", &damaged);
        assert_eq!(dir.check("--strict list").code, 1, "{damaged}");
    }
    for text in ["352441C2 a.txt\n", "352441c2  a.txt\n", "352441c2 *a.txt\n", "a.txt 352441C2"] {
        is_ok(&dir, "list.sfv", text, OK);
        dir.write("list.sfv", text.replace("35", "36"));
        assert_eq!(dir.check("--strict list.sfv").code, 1, "{text}");
    }
    let three = format!("a.txt  352441c2  {MD5}  {SHA1}\n");
    is_ok(&dir, "list", &three, &OK.repeat(3));
    for part in ["3524", "9001", "a999"] {
        dir.write("list", three.replace(part, "0000"));
        let ran = dir.check("list");
        assert!(ran.code == 1 && ran.text().contains("FAILED"), "{part}: {ran:?}");
    }
    // after a single blank, the digest belongs to the name
    dir.write("a.txt 352441c2", "abc");
    is_ok(&dir, "list", format!("a.txt 352441c2  {MD5}\n"), "a.txt 352441c2: OK\n");
    // digests of MD5 and ED2K have the same length, so the line is refused as ambiguous
    dir.write("list", format!("a.txt  {MD5}  {ed2k}\n"));
    let ran = dir.check("--warn list");
    assert!(
        ran.text().is_empty()
            && ran.code == 1
            && ran.err.contains("several algorithms have digests of 32 digits"),
        "{ran:?}"
    );
}

/// After a name of 39 or more characters, the digest of `gpg --print-md` (GnuPG 2.2.40) begins on the next line.
#[test]
fn digests_of_gpg_after_names_that_fill_a_line() {
    let dir = Dir::new();
    let (first, second) = ("c".repeat(40), format!("{} and: more", "d".repeat(30)));
    let files = [first.as_str(), second.as_str()];
    let one = |name: &str| {
        format!("{name}: \n98EA6E4F 216F2FB4 B69FFF9B 3A44842C 38686CA6 85F3F55D C48C5D3F B1107BE4\n")
    };
    let every = |name: &str| {
        format!(
            "{name}: \n   MD5 = 76 4E FA 88 3D DA 1E 11  DB 47 67 1C 4A 3B BD 9E\n\
             {name}: \n  SHA1 = 55CA 6286 E3E4 F4FB A5D0  4483 33FA 99FC 5A40 4A73\n\
             {name}: \nRMD160 = 1AC2 E29F D645 EDFE 32F3  442C ADF5 A46C 5A0D F960\n\
             {name}: \nSHA384 = 4284B569 4CA6C0D2 CF4789A0 B95AC802 5C818DE5 2304364B E7CD2981 B2D2EDC6\n         \
             85B32227 7EC25819 962413D8 C9B2C1F5\n"
        )
    };
    for name in files {
        dir.write(name, "hi\n");
    }
    is_ok(&dir, "list", files.map(one).concat(), &files.map(|name| format!("{name}: OK\n")).concat());
    is_ok(
        &dir,
        "list",
        files.map(every).concat(),
        &files.map(|name| format!("{name}: OK\n").repeat(4)).concat(),
    );
    // a damaged, truncated or missing digest is not OK, and neither is one with another tag
    for (list, damaged) in [
        (one(&first), one(&first).replace("98EA", "98EB")),
        (one(&first), one(&first).replace(" B1107BE4", "")),
        (one(&first), format!("{first}: \n")),
        (every(&first), every(&first).replace("SHA1", "SHA9")),
        (every(&first), every(&first).replace("4A73", "4A74")),
    ] {
        assert_ne!(list, damaged);
        dir.write("list", &damaged);
        assert_eq!(dir.check("--strict list").code, 1, "{damaged}");
    }
}

/// Lists of other tools in which a name looks like something else: the file that the tool meant is checked, or the line is
/// malformed.
#[test]
fn names_that_look_like_other_lines() {
    let dir = dir();
    for name in [
        "other", "md5sums=(", "source=(", "a.txt:", " a.txt", "a.txt ", "#evil", "#mtree", "#x",
        "MD5 (x) = ", "Origin: x", "Algorithm : x",
    ] {
        dir.write(name, "changed");
    }
    dir.write(format!("x --hash=sha256:{ABC}"), "changed");
    for (list, out) in [
        // the names in lists of RHash and of SFV precede the digests
        ("a.txt 352441C2\n#mtree 352441C2\nother 352441C2\n", "a.txt: OK\nother: FAILED\n"),
        ("#mtree 352441C2\nother 352441C2\n", "other: FAILED\n"),
        (
            "a.txt 352441C2\nmd5sums=( 352441C2\nother 352441C2\n",
            "a.txt: OK\nmd5sums=(: FAILED\nother: FAILED\n",
        ),
        (
            "a.txt 352441C2\nsource=( 352441C2\nother 352441C2\n",
            "a.txt: OK\nsource=(: FAILED\nother: FAILED\n",
        ),
        ("a.txt: 352441C2\n", "a.txt:: FAILED\n"),
        (" a.txt 352441C2\n", " a.txt: FAILED\n"),
        ("a.txt 352441C2\n#evil 352441C2\n", "a.txt: OK\n"),
        ("#evil 352441C2\na.txt 352441C2\n", "a.txt: OK\n"),
        // blanks at the end of a name
        ("sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=  a.txt \n", "a.txt : FAILED\n"),
        ("         3  900150983cd24fb0d6963f7d28e17f72  a.txt \n", "a.txt : FAILED\n"),
        // a decimal sum, or a size, before the name
        ("1219131554 3 x --hash=sha256:DIGEST\n", "x --hash=sha256:DIGEST: FAILED\n"),
        (
            "         3  900150983cd24fb0d6963f7d28e17f72  x --hash=sha256:DIGEST\n",
            "x --hash=sha256:DIGEST: FAILED\n",
        ),
        ("a.txt --hash=sha256:DIGEST 352441C2\n", ""),
        (
            "{\"path\":\"MD5 (x) = \",\"alg\":\"sha256\",\"digest\":\"DIGEST\",\"size\":3,\"status\":\"ok\"}\n",
            "MD5 (x) = : FAILED\n",
        ),
        (
            "#x,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3\na.txt,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3\n",
            "a.txt: OK\n",
        ),
        ("Origin: x 352441C2\na.txt 352441C2\n", "Origin: x: FAILED\na.txt: OK\n"),
        ("Algorithm : x 352441C2\na.txt 352441C2\n", "Algorithm : x: FAILED\na.txt: OK\n"),
        ("SIZE (a.txt) = 99999999999999999999999\nSHA256 (a.txt) = DIGEST\n", "a.txt: FAILED\na.txt: OK\n"),
    ] {
        let (list, out) = (list.replace("DIGEST", ABC), out.replace("DIGEST", ABC));
        let ran = dir.fed("check --strict", list.as_str());
        assert_eq!((ran.text(), ran.code), (out.as_str(), 1), "{list}: {}", ran.err);
    }
}

/// A line that continues with a backslash may be as long as any other line, and takes no longer to read.
#[test]
fn long_lines_that_continue_are_malformed() {
    let dir = dir();
    for (begin, more) in [
        ("a.txt --hash=sha256:00 \\\n", "--hash=md5:00 \\\n"),
        ("#mtree\na.txt type=file \\\n", "size=3 \\\n"),
    ] {
        let list = begin.to_string() + &more.repeat(200_000);
        let ran = dir.fed("check", list);
        assert!(ran.code == 1 && ran.err.contains("too long"), "{}", ran.err);
    }
}
