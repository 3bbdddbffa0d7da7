//! Tests of the command under the names of other tools; `tests/interop` compares it with the tools themselves.

use crate::support::{ABC, Links, ZERO};

#[test]
fn b2sum_tells_lengths_by_the_digest() {
    let links = Links::new();
    let mut list = links.ours("b2sum", &["-l", "256", "a"]).out;
    list.extend(links.ours("b2sum", &["--tag", "-l", "128", "a", "b"]).out);
    links.0.write("list", list);
    assert_eq!(links.ours("b2sum", &["-c", "list"]).text(), "a: OK\na: OK\nb: OK\n");
}

/// As in coreutils, the digest determines the length, but lengths below 128 bits need `-l`.
#[test]
fn b2sum_and_cksum_take_no_short_digest() {
    let links = Links::new();
    for bits in ["8", "64", "120", "128", "256"] {
        let untagged = links.ours("b2sum", &["-l", bits, "a"]);
        let tagged = links.ours("b2sum", &["--tag", "-l", bits, "a"]);
        let base64 = links.ours("cksum", &["-a", "blake2b", "--untagged", "--base64", "-l", bits, "a"]);
        let counts = bits.parse::<u32>().unwrap() >= 128;
        for (line, tools) in [(untagged, 0..2), (tagged, 0..3), (base64, 1..2)] {
            links.0.write("list", line.well());
            for tool in &[&["b2sum"][..], &["cksum", "-a", "blake2b"], &["cksum"]][tools] {
                let check = |more: &[&str]| {
                    links.ours(tool[0], &[&tool[1..], more, &["--strict", "-c", "list"]].concat())
                };
                let ran = check(&[]);
                let text = if counts { "a: OK\n" } else { "" };
                assert_eq!((ran.text(), ran.code == 0), (text, counts), "{tool:?} {bits}: {}", line.text());
                if tool.len() == 3 || tool[0] == "b2sum" {
                    assert_eq!(check(&["-l", bits]).well(), "a: OK\n", "{tool:?} {bits}");
                }
            }
        }
    }
}

/// The tools accept exactly the lines that coreutils 9.10 accepts.
#[test]
fn lists_are_read_as_by_coreutils() {
    let links = Links::new();
    links.0.write("a", "abc");
    let sha1 = "a9993e364706816aba3e25717850c26c9cd0d89d";
    let sha1_base64 = "qZk+NkcGgWq6PiVxeFDCbJzQ2J0=";
    let sha256 = ABC;
    let malformed = 0;
    let ok = 1;
    for (tool, line, wanted) in [
        // if no algorithm is chosen, each line needs a tag, in exactly the right case
        ("cksum", format!("SHA1 (a) = {sha1}"), ok),
        ("cksum", format!("SHA1 (a) = {sha1_base64}"), ok),
        ("cksum", format!("SHA256 (a) = {sha256}"), ok),
        ("cksum", format!("SHA2-256 (a) = {sha256}"), ok),
        ("cksum", format!("SHA2-256(a)= {sha256}"), ok),
        ("cksum", format!("SHA1(a)= {sha1}"), ok),
        ("cksum", format!(" \t\\SHA1 (a) \t= \t{sha1}"), ok),
        ("cksum", format!("SHA1 (a)={sha1}\r"), ok),
        ("cksum", format!("{sha1}  a"), malformed),
        ("cksum", format!("{sha256}  a"), malformed),
        ("cksum", format!("Sha1 (a) = {sha1}"), malformed),
        ("cksum", format!("sha1 (a) = {sha1}"), malformed),
        ("cksum", format!("SHA-1 (a) = {sha1}"), malformed),
        ("cksum", format!("SHA1  (a) = {sha1}"), malformed),
        ("cksum", format!("SHA1\t(a) = {sha1}"), malformed),
        ("cksum", format!("SHA1 (a) = {sha1} "), malformed),
        ("cksum", format!("SHA1 (a) = {sha1}\t"), malformed),
        ("cksum", format!("SHA1-160 (a) = {sha1}"), malformed),
        ("cksum", format!("SHA2 (a) = {sha256}"), malformed),
        ("cksum", format!("RMD160 (a) = {sha1}"), malformed),
        ("cksum", format!("CRC (a) = {sha1}"), malformed),
        ("cksum", format!("\u{feff}SHA1 (a) = {sha1}"), malformed),
        ("cksum", " ".into(), malformed),
        ("cksum", " # a comment".into(), malformed),
        ("cksum", "; no comment".into(), malformed),
        ("cksum -a sha1", format!("{sha1}  a"), ok),
        ("cksum -a sha1", format!("{sha1} *a"), ok),
        ("cksum -a sha1", format!("{sha1_base64}  a"), ok),
        ("cksum -a sha1", format!("SHA1 (a) = {sha1}"), ok),
        ("cksum -a sha1", format!("SHA256 (a) = {sha256}"), malformed),
        ("cksum -a sha256", format!("SHA2-256 (a) = {sha256}"), malformed),
        ("cksum -a sha2", format!("SHA2-256 (a) = {sha256}"), ok),
        ("cksum -a sha2", format!("SHA256 (a) = {sha256}"), ok),
        ("cksum -a sha2", format!("{sha256}  a"), ok),
        ("sha1sum", format!("{sha1}  a"), ok),
        ("sha1sum", format!("{}  a", sha1.to_uppercase()), ok),
        ("sha1sum", format!("{sha1} a"), ok),
        ("sha1sum", format!("SHA1 (a) = {sha1}"), ok),
        ("sha1sum", format!("SHA1(a)= {sha1}"), ok),
        ("sha1sum", format!("{sha1_base64}  a"), malformed),
        ("sha1sum", format!("SHA1 (a) = {sha1_base64}"), malformed),
        ("sha1sum", format!("SHA-1 (a) = {sha1}"), malformed),
        ("sha1sum", format!("SHA1 (a) = {sha1} "), malformed),
        ("sha256sum", format!("SHA2-256(a)= {sha256}"), malformed),
        ("sha256sum", "  ".into(), malformed),
        ("sha256sum", "; x".into(), malformed),
        ("sha256sum", "%%%% HASHDEEP-1.0".into(), malformed),
    ] {
        // the list contains the tested line, comments, and a good line
        let good = match tool {
            "sha256sum" | "cksum -a sha256" | "cksum -a sha2" => format!("SHA256 (a) = {sha256}"),
            _ => format!("SHA1 (a) = {sha1}"),
        };
        links.0.write("list", format!("{line}\n# a comment\n\n\r\n{good}\n"));
        let words: Vec<&str> = tool.split(' ').collect();
        let check = |more: &str| links.ours(words[0], &[&words[1..], &["-c", more, "list"]].concat());
        let ran = check("--strict");
        let text = "a: OK\n".repeat(1 + wanted);
        let said = match wanted {
            0 => format!("{}: WARNING: 1 line is improperly formatted\n", words[0]),
            _ => String::new(),
        };
        ran.is(&text, &said, 1 - wanted as i32);
        assert_eq!(check("--warn").code, 0);
    }
    // the message names the algorithm of the tag, of the previous line, or of the tool
    let list = "x\nSHA1 (a) = 00\nx\nSHA256 (a) = 00\nMD5 (a) = 900150983cd24fb0d6963f7d28e17f72\n\n y\n";
    links.0.write("list", list);
    let word = |line, word: &str| format!("cksum: list: {line}: improperly formatted {word} checksum line\n");
    let said = word(1, "CRC") + &word(2, "SHA1") + &word(3, "SHA1") + &word(4, "SHA256") + &word(7, "MD5");
    let warning = "cksum: WARNING: 5 lines are improperly formatted\n";
    links.ours("cksum", &["-wc", "list"]).is("a: OK\n", &format!("{said}{warning}"), 0);
    // the name of a list does not choose the algorithm
    links.0.write("SHA1SUMS", format!("{sha1}  a\n"));
    assert_eq!(links.ours("cksum", &["-c", "SHA1SUMS"]).code, 1);
}

#[test]
fn help_and_version_name_the_tool() {
    let links = Links::new();
    for tool in ["sha256sum", "b2sum", "sm3sum"] {
        let help = links.ours(tool, &["--help"]);
        assert!(help.text().starts_with(&format!("Usage: {tool} [OPTION]")) && help.code == 0);
        assert_eq!(help.text().contains("--length"), tool == "b2sum");
        let version = links.ours(tool, &["--version"]);
        assert!(version.text().starts_with(&format!("{tool} (bramah) ")) && version.code == 0);
    }
}

/// Behaviour that coreutils' own tests, which `make interop` runs, do not cover.
#[test]
fn cksum_and_sum() {
    let links = Links::new();
    links.0.write("digits", "123456789");
    for (arguments, expected) in [
        (&["digits"][..], "930766865 9 digits\n"),
        (&["-a", "crc32b", "digits"], "3421780262 9 digits\n"),
        (&["-a", "bsd", "digits"], "53615     1 digits\n"),
        (&["-a", "sysv", "-z", "digits"], "477 1 digits\0"),
        (
            &["-a", "sm3", "--untagged", "a"],
            "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0  a\n",
        ),
        (&["-a", "sha2", "-l256", "a"], &format!("SHA256 (a) = {ABC}\n")),
    ] {
        let ran = links.ours("cksum", arguments);
        assert_eq!((ran.text(), ran.code), (expected, 0), "{arguments:?}: {}", ran.err);
    }
    assert_eq!(links.ours("sum", &["digits", "gone"]).text(), "53615     1 digits\n");
    assert_eq!(links.ours("sum", &["--sysv", "digits"]).text(), "477 1 digits\n");
    assert_eq!(links.ours("sm3sum", &["a"]).text().len(), 64 + 4);
    for (arguments, said) in [
        (&["-a", "sha2", "a"][..], "--algorithm=sha2 requires specifying --length 224, 256, 384, or 512"),
        (
            &["-a", "md5", "-l", "128", "a"],
            "--length is only supported with --algorithm blake2b, sha2, or sha3",
        ),
        (&["-a", "sha2", "-l", "x", "a"], "cksum: invalid length: 'x'\n"),
        (&["-a", "sha2", "-l", "0", "a"], "digest length for 'SHA2' must be 224, 256, 384, or 512"),
        (&["-a", "sha2", "-l", "128", "a"], "digest length for 'SHA2' must be 224, 256, 384, or 512"),
        (&["-a", "md5", "-l", "x", "a"], "cksum: invalid length: 'x'\n"),
        (&["--text", "a"], "--text mode is only supported with --untagged\nTry 'cksum --help'"),
        (&["-a", "crc", "-c", "a"], "--check is not supported with --algorithm={bsd,sysv,crc,crc32b}"),
        (&["--raw", "a", "b"], "the --raw option is not supported with multiple files"),
        (&["-a", "none", "a"], "invalid argument 'none' for '--algorithm'"),
        (&["--strict", "a"], "the --strict option is meaningful only when verifying checksums"),
    ] {
        let ran = links.ours("cksum", arguments);
        assert!(
            ran.err.contains(said) && ran.code == 1 && ran.text().is_empty(),
            "{arguments:?}: {}",
            ran.err
        );
    }
    assert!(links.ours("sum", &["--help"]).text().starts_with("Usage: sum "));
    let debug = links.ours("cksum", &["--debug", "digits"]);
    assert!(debug.err.contains("crc-posix uses the backend") && debug.code == 0, "{}", debug.err);
}

/// The output is that of cppcrypto's `digest`, except for exit codes, carriage returns and upper case.
#[test]
fn digest() {
    let links = Links::new();
    let ran = links.ours("digest", &["sha256", "a", "gone", "bin"]);
    assert_eq!(ran.text(), format!("{ABC}  a\n"));
    assert_eq!(ran.code, 1);
    assert_eq!(ran.err, "digest: gone: No such file or directory\ndigest: bin: Is a directory\n");
    for name in ["blake2b_256", "blake2b/256", "sha512/256"] {
        assert_eq!(links.ours("digest", &[name, "a"]).code, 0, "{name}");
    }
    let check = |text: &str| {
        links.0.write("list", text);
        let ran = links.ours("digest", &["-c", "sha256", "list"]);
        (ran.text().to_string(), ran.code)
    };
    assert_eq!(check(&format!("{ABC}  a\n")), ("a: OK\n".into(), 0));
    assert_eq!(check(&format!("{}  a\r\n", ABC.to_uppercase())), ("a: OK\n".into(), 0));
    assert_eq!(check(&format!("{ZERO}  a\n")), ("a: FAILED\n".into(), 1));
    assert_eq!(check(&format!("{ZERO}  gone\n")), ("gone: FAILED open or read\n".into(), 1));
    assert_eq!(check("x\n"), (String::new(), 1));
    let ran = links.ours("digest", &["nothing", "a"]);
    assert_eq!((ran.err.as_str(), ran.code), ("digest: Unknown hash algorithm: nothing\n", 2));
    for arguments in [&[][..], &["sha256"], &["-c", "sha256"], &["-c"]] {
        let ran = links.ours("digest", arguments);
        assert!(ran.err.starts_with("digest: syntax: digest ALG FILE...") && ran.err.contains(" md5 "));
        assert_eq!((ran.text(), ran.code), ("", 1));
    }
}

#[test]
fn digest_measures() {
    let links = Links::new();
    let ours = |arguments: &[&str]| links.ours("digest", arguments);
    let hashes = ours(&["test", "2", "a"]);
    let line = hashes.well().lines().find(|line| line.starts_with("sha256 ")).expect("SHA-256");
    assert!(line.contains(" s ") && line.contains(" MB/s ") && line.ends_with(ABC), "{line}");
    links.0.write("long", vec![7; 1001]);
    let modes = ours(&["bctest", "1", "long"]);
    let lines: Vec<&str> = modes.well().lines().collect();
    for name in ["aes-128-cbc ", "aes-256-ctr ", "threefish-1024-cbc ", "xtea-ctr "] {
        assert!(lines.iter().any(|line| line.starts_with(name)), "{name}");
    }
    assert!(lines.iter().all(|line| line.ends_with(" OK") && line.matches("MB/s").count() == 2));
    let keys = ours(&["bcperftest", "3"]);
    assert!(keys.well().lines().all(|line| line.ends_with(" ns each")) && keys.text().contains("aes-192 "));
    let short = ours(&["bctest", "1", "a"]);
    short.is("", "digest: a: has 3 bytes, but needs at least 128, the longest block\n", 1);
    links.0.write("large", vec![0; 20_000_001]);
    ours(&["test", "1", "large"]).is("", "digest: large: more than 20000000 bytes\n", 1);
    ours(&["test", "1", "gone"]).is("", "digest: gone: No such file or directory\n", 1);
    for arguments in
        [&["test", "0", "a"][..], &["test", "x", "a"], &["bctest", "1"], &["bcperftest", "1", "a"], &["test"]]
    {
        let ran = ours(arguments);
        assert!(
            ran.err.starts_with("digest: syntax: ") && ran.code == 1 && ran.text().is_empty(),
            "{arguments:?}"
        );
    }
}

/// A list that does not exist ends `shasum` with exit code 2, as in the original, after the lists before it were checked.
#[test]
fn shasum_ends_at_a_missing_list() {
    let links = Links::new();
    links.0.write("SUMS1", "a9993e364706816aba3e25717850c26c9cd0d89d  a\n");
    for (lists, out) in
        [(&["none"][..], ""), (&["SUMS1", "none", "SUMS1"], "a: OK\n"), (&["none", "SUMS1"], "")]
    {
        let arguments: Vec<&str> = ["-c"].iter().chain(lists).copied().collect();
        links.ours("shasum", &arguments).is(out, "shasum: none: No such file or directory\n", 2);
    }
    links.ours("shasum", &["-c", "SUMS1", "SUMS1"]).is("a: OK\na: OK\n", "", 0);
}
