//! Lists of other tools, checked by Bramah, and lists of Bramah, checked by other tools.

use crate::support::{ABC, Dir, Ran, ran};
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// The tools of coreutils and their algorithms.
const TOOLS: [(&str, &str); 7] = [
    ("md5sum", "md5"),
    ("sha1sum", "sha1"),
    ("sha224sum", "sha224"),
    ("sha256sum", "sha256"),
    ("sha384sum", "sha384"),
    ("sha512sum", "sha512"),
    ("b2sum", "blake2b"),
];

/// Makes files with all kinds of names; coreutils escape a carriage return since 9.0.
fn files(dir: &Dir) -> Vec<OsString> {
    let names: [&[u8]; 13] = [
        b"plain", b"with blank", b" in front", b"behind ", b"*star", b"line\nfeed", b"back\\slash", b"\\n",
        b"a) = 00", b"(a)", b"\xff\xfe", b"#", b"cr\r",
    ];
    let names = names.map(|name| OsString::from_vec(name.to_vec()));
    for (i, name) in names.iter().enumerate() {
        dir.write(name, vec![b'x'; 31 * i]);
    }
    names.into()
}

fn all_ok(ran: &Ran, count: usize, what: &str) {
    assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{what}");
    let ok = ran.out.split(|&byte| byte == b'\n').filter(|line| line.ends_with(b": OK")).count();
    assert_eq!(ok, count, "{what}");
}

fn with(options: &[&str], names: &[OsString]) -> Vec<OsString> {
    options.iter().map(OsString::from).chain(names.iter().cloned()).collect()
}

#[test]
fn we_read_coreutils() {
    let dir = Dir::new();
    let names = files(&dir);
    for (tool, algorithm) in TOOLS {
        for options in [&[][..], &["--binary"], &["--tag"], &["-z"], &["-z", "--tag"]] {
            let what = format!("{tool} {options:?}");
            dir.write("list", dir.program(tool, with(options, &names), b"").out);
            let zero = if options.contains(&"-z") { "-z" } else { "" };
            all_ok(&dir.check(&format!("-a {algorithm} {zero} list")), names.len(), &what);
            if options.contains(&"--tag") {
                all_ok(&dir.check(&format!("{zero} list")), names.len(), &what);
            }
        }
    }
    for algorithm in ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b"] {
        dir.write("list", dir.program("cksum", with(&["-a", algorithm], &names), b"").out);
        all_ok(&dir.check("list"), names.len(), &format!("cksum {algorithm}"));
    }
    dir.write("list", dir.program("cksum", with(&["-a", "blake2b", "-l", "160"], &names), b"").out);
    all_ok(&dir.check("list"), names.len(), "cksum -a blake2b -l 160");
}

#[test]
fn coreutils_read_us() {
    let dir = Dir::new();
    let names = files(&dir);
    for (tool, algorithm) in TOOLS {
        for form in ["--untagged", "--tag"] {
            let what = format!("{tool} {form}");
            dir.write("list", dir.bramah(with(&["hash", "-a", algorithm, form], &names)).out);
            all_ok(&dir.program(tool, ["--check", "--strict", "list"], b""), names.len(), &what);
        }
    }
    let mixed = "md5,sha1,sha224,sha256,sha384,sha512,blake2b,blake2b-256";
    dir.write("list", dir.bramah(with(&["hash", "-a", mixed], &names)).out);
    all_ok(&dir.program("cksum", ["--check", "--strict", "list"], b""), 8 * names.len(), "cksum");
    all_ok(&dir.check("--strict list"), 8 * names.len(), "bramah");
}

/// Coreutils ignore lines with unknown algorithms, and do not misread them.
#[test]
fn coreutils_pass_over_what_they_do_not_know() {
    let dir = Dir::new();
    for algorithm in ["sha512-256", "sha512-224", "blake2s-256"] {
        dir.write("list", dir.bramah(["hash", "-a", &format!("sha256,{algorithm}"), "a"]).out);
        let ran = dir.program("cksum", ["--check", "list"], b"");
        assert_eq!((ran.text(), ran.code), ("a: OK\n", 0), "{algorithm}");
        assert_eq!(ran.err, "cksum: WARNING: 1 line is improperly formatted\n", "{algorithm}");
        all_ok(&dir.check("list"), 2, algorithm);
    }
}

#[test]
fn we_read_base64() {
    let dir = Dir::new();
    let names = files(&dir);
    for form in ["--tag", "--untagged"] {
        let options = ["hash", "-a", "sha384", "--base64", form];
        dir.write("list", dir.bramah(with(&options, &names)).out);
        all_ok(&dir.check("-a sha384 list"), names.len(), form);
    }
}

#[test]
fn we_read_openssl() {
    let dir = Dir::new();
    for digest in ["-md5", "-sha1", "-sha256", "-sha512", "-sha512-256", "-blake2b512", "-blake2s256"] {
        dir.write("list", dir.program("openssl", ["dgst", digest, "a"], b"").out);
        all_ok(&dir.check("list"), 1, digest);
        dir.write("list", dir.program("openssl", ["dgst", "-r", digest, "a"], b"").out);
        all_ok(&dir.check(&format!("-a {} list", &digest[1..])), 1, digest);
    }
}

#[test]
fn coreutils_verify_trees() {
    let dir = Dir::with_empty();
    dir.write("new\nline", "x");
    dir.write("back\\slash", "y");
    for form in ["", "--untagged"] {
        dir.run(&format!("hash {form} -r . -o list")).is("", "", 0);
        dir.shell("sha256sum -c --strict --quiet list").is("", "", 0);
        dir.shell("cksum -a sha256 -c --strict --quiet list").is("", "", 0);
    }
    dir.run("hash -z -r . -o list").is("", "", 0);
    dir.run("hash -c -z --strict --quiet list").is("", "", 0);
}

#[test]
fn names_are_escaped_as_coreutils_do() {
    let dir = Dir::with_empty();
    for name in ["new\nline", "back\\slash", "carriage\rreturn", "plain name", "all\\\n\r"] {
        dir.write(name, "abc");
        let sum = dir.shell(&format!("sha256sum '{name}'"));
        let mut command = dir.command("hash --untagged");
        let ours = ran(command.arg(name));
        assert_eq!(ours.well(), sum.text());
        let mut command = dir.command("hash");
        let tagged = ran(command.arg(name));
        assert_eq!(tagged.well(), dir.shell(&format!("sha256sum --tag '{name}'")).text());
        let mut command = dir.command("hash -z");
        assert_eq!(ran(command.arg(name)).text(), format!("SHA256 ({name}) = {ABC}\0"));
    }
}
