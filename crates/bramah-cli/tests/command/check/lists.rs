//! Tests of lists with several algorithms, with many files, from standard input, and in JSON.

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

/// An example is a list of `b3sum`: its digests are as long as those of SHA-256, so SHA-256 is tried first.
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
            "bramah: a: this is not the {taken} digest of the file, but the {name} digest; use -a {name}\n"
        );
        assert!(
            ran.err.ends_with(&note) && ran.err.matches("digest of the file, but the ").count() == 1,
            "{}",
            ran.err
        );
        dir.check(&format!("-a {name} list")).is("large: OK\na: OK\n", "", 0);
        // the name of this list chooses SHA-256: other algorithms are tried only if their digests have the same length
        dir.write("SHA256SUMS", list.well());
        let named = dir.check("SHA256SUMS");
        assert_eq!(named.err.contains("digest of the file, but the "), taken == "sha256", "{}", named.err);
        // no message is printed with --status
        dir.check("--status list").is("", "", 1);
    }
    // no other algorithm is tried for a line with a tag, and none is suggested for a file that has really changed
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
            "{warning}bramah: a: this is not the sha256 digest of the file, but the blake3-256 digest; use -a blake3-256\n"
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
        // lists the same file twice, sometimes consecutively
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
        notes[0].contains("'standard input': 1: assuming sha256 because the digest has 64 digits")
            && notes[0].contains("sha256"),
        "{}",
        notes[0]
    );
    assert!(
        notes[1].contains("'standard input': 2: assuming md5 because the digest has 32 digits")
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
        "bramah: list: 1: the digest was computed with a key; give the key with --key-file FILE\n\
         bramah: WARNING: 1 keyed digest was not checked\n",
        1,
    );
    // a matching line does not outweigh a failed one
    dir.write("two", [list.out.as_slice(), format!("SHA256 (a) = {ABC}\n").as_bytes()].concat());
    let two = dir.check("two");
    assert_eq!((two.text(), two.code), ("a: OK\n", 1));
    assert!(dir.check("--audit list").code == 1 && dir.check("--status two").code == 1);
    // earlier releases wrote a tag without `-keyed`
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
    assert!(ran.err.contains("other: 1: the key has 6 bytes, but the algorithm takes none"), "{}", ran.err);
}

/// Returns the functions with digests of any length, each once.
fn free() -> Vec<bramah::hash::Algorithm> {
    let mut all: Vec<_> = bramah::hash::entries().map(|entry| entry.algorithm()).collect();
    all.retain(|algorithm| !algorithm.info().lengths.is_fixed());
    assert!(all.len() > 20);
    all
}

/// A line whose function refuses the key or another parameter does not stop the comparison of other lines of the same
/// file, in any order, whether the file matches or not.
#[test]
fn a_line_that_cannot_be_used_keeps_no_other_from_being_compared() {
    let dir = Dir::new();
    dir.write("key", "a key of thirty-two bytes no hex");
    dir.write("right", "abc");
    dir.write("wrong", "evil");
    for (options, good, bad) in [
        ("--key-file key", "blake3", "sha256"),
        ("--key-file key", "blake2b-512", "sha3-256"),
        ("--salt 000102030405060708090a0b0c0d0e0f", "blake2b-512", "sha256"),
    ] {
        let line = |name: &str, options: &str, file: &str| {
            dir.run(&format!("hash {options} -a {name} {file}")).text().to_string()
        };
        // makes a line with the digest of `right` for either file
        let of = |name: &str, options: &str, file: &str| line(name, options, "right").replace("right", file);
        for file in ["right", "wrong"] {
            let (good, bad) = (of(good, options, file), of(bad, "", file));
            for list in [format!("{good}{bad}"), format!("{bad}{good}"), format!("{bad}{good}{bad}")] {
                dir.write("list", &list);
                let ran = dir.check(&format!("{options} list"));
                let says = if file == "right" { "right: OK\n" } else { "wrong: FAILED\n" };
                assert_eq!((ran.text(), ran.code), (says, i32::from(file == "wrong")), "{options}: {list}");
                assert_eq!(dir.check(&format!("{options} --strict list")).code, 1, "{options}: {list}");
            }
        }
    }
}

/// An attacker without the key can write all 256 one-byte tags of a file to a list: none of them may be accepted.
#[test]
fn a_list_under_a_key_is_not_forged() {
    let dir = Dir::new();
    dir.write("key", "a key of thirty-two bytes no hex");
    let bytes = |line: &dyn Fn(&str) -> String| -> String {
        (0..=255_u8).map(|byte| line(&format!("{byte:02x}"))).collect()
    };
    let takes_key = |algorithm: &bramah::hash::Algorithm| {
        let key = bramah::hash::Parameter::Key;
        algorithm.info().takes(key).is_some_and(|takes| (takes.min..=takes.max).contains(&32))
    };
    let mut all = String::new();
    for algorithm in free().into_iter().filter(takes_key) {
        let (name, tag) = (algorithm.name(), algorithm.info().tag);
        let bits = algorithm.with_bits(8).map(|short| short.tag());
        let tags = [tag.to_string(), format!("{tag}-keyed")];
        let tags =
            tags.into_iter().chain(bits.iter().flat_map(|bits| [bits.clone(), format!("{bits}-keyed")]));
        let tagged: String = tags.map(|tag| bytes(&|byte| format!("{tag} (a) = {byte}\n"))).collect();
        // tags truncated to 128 bits are refused too
        let half = algorithm.with_bits(128).unwrap();
        let half = dir.run(&format!("hash --key-file key -a {} a", half.name()));
        let tagged = tagged + half.text();
        let untagged = bytes(&|byte| format!("{byte}  a\n"));
        dir.write("list", format!("{tagged}{untagged}"));
        for options in
            [format!("-a {}", algorithm.info().name), format!("-a {name}"), format!("-a {name} -l 256")]
        {
            let ran = dir.check(&format!("--key-file key --strict {options} list"));
            let short = options.ends_with("256") && algorithm.with_bits(256).is_err();
            assert!(!ran.text().contains("OK") && (ran.code == 1 || short), "{options}: {}", ran.text());
        }
        all += &tagged;
        // a full tag is accepted; a short one is accepted only if -a or -l gives its length
        dir.write("whole", dir.run(&format!("hash --key-file key -a {name} a")).out);
        assert_eq!(dir.check("--key-file key --strict whole").well(), "a: OK\n", "{name}");
        let Ok(short) = algorithm.with_bits(64) else { continue };
        let hashed = dir.run(&format!("hash --key-file key -a {} a", short.name()));
        // Kupyna takes a key only for some digest lengths
        if hashed.code == 2 {
            continue;
        }
        dir.write("short", hashed.out);
        let ran = dir.check("--key-file key --strict short");
        assert!(ran.code == 1 && ran.text().is_empty(), "{name}: {}", ran.text());
        assert!(ran.err.contains("the keyed digest has 64 bits, but "), "{}", ran.err);
        for named in [format!("-a {} -l 64", algorithm.info().name), format!("-a {}", short.name())] {
            assert_eq!(dir.check(&format!("--key-file key --strict {named} short")).well(), "a: OK\n");
        }
    }
    dir.write("list", &all);
    for command in ["check", "check --audit", "check --json", "hash -c"] {
        let ran = dir.run(&format!("{command} --key-file key list"));
        assert!(
            !ran.text().contains("OK") && !ran.text().contains("\"status\":\"ok\"") && ran.code == 1,
            "{command}"
        );
    }
}

/// A truncated digest never counts.
#[test]
fn a_list_does_not_choose_how_much_is_compared() {
    let dir = Dir::new();
    let mut cut = String::new();
    for algorithm in free() {
        let (name, info) = (algorithm.name(), algorithm.info());
        if info.needs_key {
            continue;
        }
        let whole = dir.run(&format!("hash -a {name} a"));
        dir.write("whole", whole.well());
        assert_eq!(dir.check("--strict whole").well(), "a: OK\n", "{name}");
        let digest = whole.text().trim().rsplit(' ').next().unwrap().to_string();
        let mut lines = String::new();
        for digits in [2, 8, 30, 32, digest.len() - 2] {
            let digest = &digest[..digits];
            lines += &format!("{} (a) = {digest}\n{digest}  a\n", algorithm.tag());
        }
        // some functions truncate one digest to any length; a tag that names fewer than 128 bits is not accepted
        for bits in [8, 64, 120] {
            if let Ok(short) = algorithm.with_bits(bits) {
                lines += dir.run(&format!("hash -a {} a", short.name())).well();
            }
        }
        // leaves out lines with 128 bits or more, which are accepted because OpenSSL prints 128 bits of SHAKE128
        if info.name.starts_with("shake") {
            lines = lines
                .lines()
                .filter(|line| !line.contains(&digest[..32]))
                .map(|l| l.to_string() + "\n")
                .collect();
        }
        dir.write("list", &lines);
        for options in [String::new(), format!("-a {}", info.name), format!("-a {name}")] {
            let ran = dir.check(&format!("{options} --strict list"));
            assert!(!ran.text().contains("OK") && ran.code == 1, "{name} {options}: {}", ran.text());
        }
        cut += &lines;
        if let Ok(half) = algorithm.with_bits(128) {
            dir.write("half", dir.run(&format!("hash -a {} a", half.name())).out);
            assert_eq!(dir.check("--strict half").well(), "a: OK\n", "{name}");
        }
        if let Ok(short) = algorithm.with_bits(8) {
            dir.write("short", dir.run(&format!("hash -a {} a", short.name())).out);
            let named = dir.check(&format!("--strict -a {} -l 8 short", info.name));
            assert_eq!(named.well(), "a: OK\n", "{name}");
        }
    }
    dir.write("list", &cut);
    for command in ["check --strict", "hash -c --strict", "check --audit", "check --json"] {
        let ran = dir.run(&format!("{command} list"));
        assert!(
            !ran.text().contains("OK") && !ran.text().contains("\"status\":\"ok\"") && ran.code == 1,
            "{command}"
        );
    }
    // the name of a list cannot choose a short length either
    dir.write("x.blake2b-8", dir.run("hash --untagged -a blake2b-8 a").out);
    assert_eq!(dir.check("--strict x.blake2b-8").code, 1);
    // a digest of another length than the usual one is accepted only if the tag of its line, or -l, names the length
    let blake3 = dir.run("hash -a blake3 -l 512 a");
    assert!(blake3.well().starts_with("BLAKE3-512 (a) = "));
    dir.write("list", blake3.well());
    dir.check("--strict list").is("a: OK\n", "", 0);
    dir.write("list", blake3.text().replace("-512", ""));
    assert_eq!(dir.check("--strict list").code, 1);
    dir.check("--strict -a blake3 -l 512 list").is("a: OK\n", "", 0);
    dir.write("list", "SHAKE-128(a)= 5881092dd818bf5cf8a3ddb793fbcba7\n");
    dir.check("--strict list").is("a: OK\n", "", 0);
    dir.write("list", "BLAKE3 (a) = 64\n");
    dir.check("--strict list").is(
        "",
        "bramah: list: 1: the digest has 2 digits, but blake3-256 has 64; for another length use -a and -l\n\
         bramah: list: no properly formatted checksum lines found\n",
        1,
    );
    // lists with short digests can be merged, and their tags name the length
    assert!(dir.run("hash -a blake3 -l 8 a -o list").code == 0);
    assert!(dir.run("hash --merge list").well().starts_with("BLAKE3-8 (a) = "));
}

#[test]
fn words_that_are_no_digests() {
    let dir = Dir::new();
    for line in ["TIME = 1", "trusted comment: signify", "DIST a 3"] {
        dir.write("list", format!("{line}\nSHA256 (a) = {ABC}\n"));
        dir.check("list").is("a: OK\n", "bramah: WARNING: 1 line is improperly formatted\n", 0);
    }
}

/// A message says that the command waits for a FIFO.
#[test]
fn a_fifo_is_named() {
    let dir = Dir::new();
    dir.write("list", format!("SHA256 (fifo) = {ABC}\n"));
    let script = "mkfifo fifo; { sleep 0.1; printf abc >fifo; } & $bramah check list; wait";
    let said = "bramah: fifo: waiting for data: this is a FIFO\n";
    dir.shell(script).is("fifo: OK\n", said, 0);
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
    let form = "expected `DIGEST  NAME` or `ALGORITHM (NAME) = DIGEST`";
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

/// SFV lists, recognised by the name of the list: the name first, then the CRC-32, and comments after a semicolon.
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
        "bramah: list: 4: sha1 was requested, but this hashdeep list has no column for this algorithm\n\
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
    let hint = "bramah: list: the listed files exist under other paths; to check them, use --windows-names\n";
    assert!(ran.err.ends_with(hint) && ran.err.matches("indows").count() == 1, "{}", ran.err);
    assert_eq!(ran.code, 1);
    dir.write("list", format!("{ABC}  sub\\f3\n"));
    let ran = dir.check("-a sha256 list");
    assert!(ran.err.ends_with("for a list from Windows, use --windows-names\n"), "{}", ran.err);
    assert!(!dir.check("--status -a sha256 list").err.contains("Windows"));
    dir.write("list", format!("{ABC}  gone\n"));
    assert!(!dir.check("-a sha256 list").err.contains("Windows"));
}
