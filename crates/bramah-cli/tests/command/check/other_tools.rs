//! Tests of `bramah` under the names `b3sum` and `shasum`, and under those of the tools of BSD.

use crate::support::{ABC, Links, Ran};

/// The BLAKE3 hash of `abc`, computed by the crate `blake3`.
const ABC_BLAKE3: &str = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85";
/// The key and the context of the official vectors; their first message is empty, like the file `b`.
const KEY: &[u8] = b"whats the Elvish word for friend";
const CONTEXT: &str = "BLAKE3 2019-12-27 16:29:52 test vectors context";
const KEYED: &str = "92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26";
const DERIVED: &str = "2cc39783c223154fea8dfb7c1b1660f2ac2dcbd1c1de8277b0b0dd39b7e50d7d";
/// Bytes 32 to 47 of the BLAKE3 output for the empty message.
const SECOND: &str = "e00f03e7b69af26b7faaf09fcd333050";

/// Runs a tool on an input.
fn fed(links: &Links, tool: &str, arguments: &[&str], input: &[u8]) -> Ran {
    links.0.program(links.0.path("bin").join(tool), arguments, input)
}

fn is_wrong(ran: &Ran, says: &str, code: i32) {
    assert!(ran.err.contains(says) && ran.text().is_empty() && ran.code == code, "{says}: {ran:?}");
}

#[test]
fn b3sum_hashes() {
    let links = Links::new();
    let b3sum = |arguments: &[&str]| links.ours("b3sum", arguments);
    assert_eq!(b3sum(&["a"]).well(), format!("{ABC_BLAKE3}  a\n"));
    assert_eq!(b3sum(&["--tag", "a"]).well(), format!("BLAKE3 (a) = {ABC_BLAKE3}\n"));
    assert_eq!(
        b3sum(&["--no-names", "--no-mmap", "--num-threads", "0", "a"]).well(),
        format!("{ABC_BLAKE3}\n")
    );
    assert_eq!(b3sum(&["--raw", "-l", "5", "a"]).out, [0x64, 0x37, 0xb3, 0xac, 0x38]);
    assert_eq!(b3sum(&["-l4", "a"]).well(), "6437b3ac  a\n");
    assert_eq!(b3sum(&["--length=0", "a"]).well(), "  a\n");
    assert!(
        b3sum(&["line\nfeed"]).well().starts_with('\\')
            && b3sum(&["line\nfeed"]).well().ends_with("  line\\nfeed\n")
    );
    assert!(b3sum(&["--seek", "1", "line\nfeed"]).well().ends_with("  line\\nfeed\n"));
    assert_eq!(b3sum(&[]).text().len(), 64 + 4);
    assert_eq!(fed(&links, "b3sum", &["--keyed", "b"], KEY).well(), format!("{KEYED}  b\n"));
    assert_eq!(b3sum(&["--derive-key", CONTEXT, "b"]).well(), format!("{DERIVED}  b\n"));
    let ran = b3sum(&["a", "gone"]);
    ran.is(&format!("{ABC_BLAKE3}  a\n"), "b3sum: gone: No such file or directory\n", 1);
}

#[test]
fn b3sum_reads_any_part_of_the_output() {
    let links = Links::new();
    let b3sum = |arguments: &[&str]| links.ours("b3sum", arguments);
    assert_eq!(b3sum(&["--seek", "32", "-l", "16", "b"]).well(), format!("{SECOND}  b\n"));
    assert_eq!(b3sum(&["--seek", "32", "-l", "16", "--tag", "b"]).well(), format!("BLAKE3 (b) = {SECOND}\n"));
    assert_eq!(b3sum(&["--seek", "32", "-l", "16", "--no-names", "b"]).well(), format!("{SECOND}\n"));
    assert_eq!(fed(&links, "b3sum", &["--keyed", "--seek", "2", "-l", "2", "b"], KEY).well(), "b756  b\n");
    // a long output, and the same bytes with --seek
    let long = b3sum(&["--raw", "-l", "3000001", "a"]);
    assert_eq!((long.out.len(), long.code), (3_000_001, 0));
    let end = b3sum(&["--raw", "--seek", "2999990", "-l", "11", "a"]);
    assert_eq!(end.out, long.out[2_999_990..]);
    assert_eq!(b3sum(&["--seek", "18446744073709551584", "-l", "31", "a"]).well().len(), 62 + 4);
    is_wrong(
        &b3sum(&["--seek", "18446744073709551615", "a"]),
        "the output has only 18446744073709551615 bytes",
        2,
    );
    let ran = b3sum(&["--seek", "32", "-l", "16", "gone", "b"]);
    ran.is(&format!("{SECOND}  b\n"), "b3sum: gone: No such file or directory\n", 1);
}

#[test]
fn b3sum_checks() {
    let links = Links::new();
    links.0.write("list", format!("{ABC_BLAKE3}  a\nBLAKE3 (a) = {ABC_BLAKE3}\n"));
    assert_eq!(links.ours("b3sum", &["-c", "list"]).well(), "a: OK\na: OK\n");
    assert_eq!(links.ours("b3sum", &["-c", "--quiet", "list"]).well(), "");
    links.0.write("bad", format!("x\n{ABC_BLAKE3}  a\n"));
    let ran = links.ours("b3sum", &["--check", "bad"]);
    let said = "b3sum: bad: 1: improperly formatted BLAKE3 checksum line\n\
                b3sum: WARNING: 1 line is improperly formatted\n";
    ran.is("a: OK\n", said, 1);
    links.0.write("other", format!("{ABC_BLAKE3}  b\n"));
    links.ours("b3sum", &["-c", "other"]).is(
        "b: FAILED\n",
        "b3sum: WARNING: 1 computed checksum did NOT match\n",
        1,
    );
    links.0.write("keyed", format!("{KEYED}  b\n"));
    assert_eq!(fed(&links, "b3sum", &["--keyed", "-c", "keyed"], KEY).well(), "b: OK\n");
    assert_eq!(links.ours("b3sum", &["-c", "keyed"]).code, 1);
}

/// A list does not choose how much of a digest is compared.
#[test]
fn b3sum_checks_whole_digests() {
    let links = Links::new();
    let lines = |tag: &str| -> String {
        (0..=255_u8).map(|byte| format!("{tag} (a) = {byte:02x}\n{byte:02x}  a\n")).collect()
    };
    let long = links.ours("b3sum", &["-l", "64", "--tag", "a"]);
    let long = long.well().to_string() + &long.text().replace("BLAKE3", "BLAKE3-512");
    for tag in ["BLAKE3", "BLAKE3-keyed", "BLAKE3-8", "BLAKE3-8-keyed"] {
        links.0.write("list", lines(tag) + &long);
        for ran in [
            links.ours("b3sum", &["-c", "list"]),
            fed(&links, "b3sum", &["--keyed", "-c", "list"], KEY),
            links.ours("b3sum", &["--derive-key", "context", "-c", "list"]),
        ] {
            assert!(ran.text().is_empty() && ran.code == 1, "{tag}: {}", ran.text());
        }
    }
}

#[test]
fn b3sum_refuses() {
    let links = Links::new();
    for (arguments, says) in [
        (&["--keyed"][..], "--keyed reads the key from standard input; name the file to hash"),
        (&["--keyed", "a", "-"], "- cannot be a file"),
        (&["--keyed", "--derive-key", "x", "a"], "--keyed cannot be used with --derive-key"),
        (&["-c", "-l", "4", "a"], "--check cannot be used with --length"),
        (&["-c", "--raw", "a"], "--check cannot be used with --raw"),
        (&["--quiet", "a"], "--quiet works only with --check"),
        (&["--raw", "a", "b"], "Only one filename can be provided when using --raw"),
        (&["-l", "x", "a"], "--length 'x': expected a whole number"),
        (&["--none"], "unrecognized option '--none'"),
    ] {
        is_wrong(&links.ours("b3sum", arguments), says, 2);
    }
    is_wrong(
        &fed(&links, "b3sum", &["--keyed", "a"], &KEY[1..]),
        "expected 32 key bytes from stdin, found 31",
        1,
    );
    is_wrong(&fed(&links, "b3sum", &["--keyed", "a"], &[0; 33]), "read more than 32 key bytes from stdin", 1);
    assert!(links.ours("b3sum", &["-h"]).well().starts_with("Usage: b3sum "));
    assert!(links.ours("b3sum", &["-V"]).well().starts_with("b3sum (bramah) "));
}

/// The SHA-1 digest of `abc`, the example of FIPS 180-4.
const ABC_SHA1: &str = "a9993e364706816aba3e25717850c26c9cd0d89d";
/// The SHA-512/256 digest of `abc`, the example of FIPS 180-4.
const ABC_512256: &str = "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23";

#[test]
fn shasum() {
    let links = Links::new();
    let ours = |arguments: &[&str]| links.ours("shasum", arguments);
    assert_eq!(ours(&["a"]).well(), format!("{ABC_SHA1}  a\n"));
    assert_eq!(ours(&["-b", "a"]).well(), format!("{ABC_SHA1} *a\n"));
    assert_eq!(ours(&["-a", "256", "-t", "a"]).well(), format!("{ABC}  a\n"));
    assert_eq!(ours(&["-a512256", "--tag", "a"]).well(), format!("SHA512/256 (a) = {ABC_512256}\n"));
    links.0.write("list", format!("{ABC_SHA1}  a\n{ABC}  a\nSHA512/256 (a) = {ABC_512256}\n"));
    assert_eq!(ours(&["-c", "list"]).well(), "a: OK\na: OK\na: OK\n");
    assert_eq!(ours(&["-qc", "list"]).well(), "");
    links.0.write("long", format!("{ABC_512256}  a\nx\n"));
    assert_eq!(ours(&["-sc", "long"]).code, 1);
    assert_eq!(ours(&["-a", "512256", "-c", "long"]).text(), "a: OK\n");
    let ran = ours(&["-a", "512256", "--strict", "-wc", "long"]);
    let said = "shasum: long: 2: improperly formatted SHA checksum line\n\
                shasum: WARNING: 1 line is improperly formatted\n";
    ran.is("a: OK\n", said, 1);
    links.0.write("gone list", format!("{ABC}  gone\n{ABC}  a\n"));
    assert_eq!(ours(&["--ignore-missing", "-c", "gone list"]).well(), "a: OK\n");
    for (arguments, says) in [
        (&["-a", "3", "a"][..], "Unrecognized algorithm\nType shasum -h for help"),
        (&["-bt", "a"], "Ambiguous file mode"),
        (&["--tag", "-t", "a"], "--tag does not support --text mode"),
        (&["-0", "a"], "bits mode (-0) is not supported"),
        (&["-U", "a"], "(-U) is not supported"),
        (&["-q", "a"], "the --quiet option is meaningful only when verifying checksums"),
    ] {
        is_wrong(&ours(arguments), says, 1);
    }
    assert!(ours(&["-h"]).well().starts_with("Usage: shasum "));
}

#[test]
fn bsd() {
    let links = Links::new();
    let sha256 = |arguments: &[&str]| links.ours("sha256", arguments);
    assert_eq!(sha256(&["a"]).well(), format!("SHA256 (a) = {ABC}\n"));
    assert_eq!(sha256(&["-q", "a"]).well(), format!("{ABC}\n"));
    assert_eq!(sha256(&["-r", "a"]).well(), format!("{ABC} a\n"));
    assert_eq!(sha256(&["-s", "abc"]).well(), format!("SHA256 (\"abc\") = {ABC}\n"));
    assert_eq!(sha256(&["-rsabc", "a"]).well(), format!("{ABC} \"abc\"\n{ABC} a\n"));
    assert_eq!(fed(&links, "sha256", &[], b"abc").well(), format!("{ABC}\n"));
    assert_eq!(fed(&links, "sha256", &["-p"], b"abc").well(), format!("abc{ABC}\n"));
    assert_eq!(sha256(&["-c", &ABC.to_uppercase(), "a"]).well(), format!("SHA256 (a) = {ABC}\n"));
    let other = ABC.replace('b', "0");
    sha256(&["-c", &other, "a"]).is(&format!("SHA256 (a) = {ABC} [ Failed ]\n"), "", 2);
    sha256(&["-qc", &other, "a"]).is(&format!("{ABC}\n"), "", 2);
    let missing = "sha256: gone: No such file or directory\n";
    sha256(&["-c", &other, "gone", "a"]).is(&format!("SHA256 (a) = {ABC} [ Failed ]\n"), missing, 1);
    is_wrong(&sha256(&["-c", "list", "a"]), "expected the 64 hexadecimal digits of a digest of SHA256", 1);
    is_wrong(&sha256(&["-x"]), "invalid option -- 'x'\nusage: sha256 [-pqr]", 1);
    for (tool, line) in [
        ("md5", "MD5 (a) = 900150983cd24fb0d6963f7d28e17f72\n".into()),
        ("sha1", format!("SHA1 (a) = {ABC_SHA1}\n")),
        ("sha512t256", format!("SHA512t256 (a) = {ABC_512256}\n")),
        ("rmd160", "RMD160 (a) = 8eb208f7e05d987a9b044a8e98c6b087f15a0bfc\n".into()),
    ] {
        assert_eq!(links.ours(tool, &["a"]).well(), line);
        links.0.write("list", line);
        assert_eq!(links.0.check("list").well(), "a: OK\n", "{tool}");
    }
    for tool in ["sha224", "sha384", "sha512"] {
        assert!(links.ours(tool, &["-h"]).well().starts_with(&format!("Usage: {tool} ")));
        let line = links.ours(tool, &["a"]);
        links.0.write("list", line.well());
        assert_eq!(links.0.check("list").well(), "a: OK\n", "{tool}");
    }
}
