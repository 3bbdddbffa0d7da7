//! Under the name of a tool, the bytes printed are the tool's.

use crate::support::{ABC, Dir, Ran, ZERO};
use std::{os::unix::fs::symlink, path::PathBuf};

/// A directory with links to `bramah` beside the files.
struct Links(Dir);

impl Links {
    fn new() -> Self {
        let dir = Dir::new();
        for tool in
            ["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "digest"]
        {
            std::fs::create_dir_all(dir.path("bin")).unwrap();
            symlink(env!("CARGO_BIN_EXE_bramah"), dir.path("bin").join(tool)).unwrap();
        }
        dir.write("b", "");
        dir.write("line\nfeed", "x");
        dir.write("it's", "x");
        dir.write("SUMS", format!("{ABC}  a\n"));
        dir.write(
            "mixed",
            format!("{ABC}  a\nx\n{ZERO}  a\n{ZERO}  gone\n{ABC} a\n# c\n\n{ABC} *a\n{ZERO}  bin\n"),
        );
        dir.write("gone only", format!("{ZERO}  gone\n"));
        Self(dir)
    }

    fn ours(&self, tool: &str, arguments: &[&str]) -> Ran {
        let link: PathBuf = self.0.path("bin").join(tool);
        self.0.program(link, arguments, b"standard input")
    }

    fn same(&self, tool: &str, arguments: &[&str]) {
        let theirs = self.0.program(tool, arguments, b"standard input");
        assert_eq!(self.ours(tool, arguments), theirs, "{tool} {arguments:?}");
    }
}

#[test]
fn hashing() {
    let links = Links::new();
    for tool in ["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum"] {
        for arguments in [
            &["a", "b"][..],
            &[],
            &["-", "a"],
            &["a", "gone", "bin", "b", "it's gone"],
            &["--tag", "a", "line\nfeed"],
            &["-b", "a", "line\nfeed"],
            &["-t", "it's"],
            &["-z", "line\nfeed", "a"],
            &["--zero", "--tag", "line\nfeed"],
            &["--", "-b"],
            &["--bin", "a"],
        ] {
            links.same(tool, arguments);
        }
    }
}

#[test]
fn checking() {
    let links = Links::new();
    for options in [
        "",
        "-w",
        "--strict",
        "--quiet",
        "--status",
        "--ignore-missing",
        "--status -w",
        "-w --status",
        "--quiet -w",
    ] {
        for list in ["SUMS", "mixed", "gone only", "b", "a", "missing", "-"] {
            let mut arguments = vec!["-c"];
            arguments.extend(options.split_whitespace());
            arguments.push(list);
            links.same("sha256sum", &arguments);
        }
    }
    links.same("sha256sum", &["--check", "SUMS", "mixed", "b", "it's"]);
    links.same("md5sum", &["-c", "SUMS"]);
}

#[test]
fn wrong_usage() {
    let links = Links::new();
    for arguments in [
        "--quiet a",
        "--status a",
        "-w a",
        "--strict a",
        "--ignore-missing a",
        "--tag -c SUMS",
        "-b -c SUMS",
        "-t -c SUMS",
        "-z -c SUMS",
        "--tag -t a",
        "--nope a",
        "-x a",
        "--st -c SUMS",
        "--check=x SUMS",
        "--nope=x",
    ] {
        links.same("sha256sum", &arguments.split_whitespace().collect::<Vec<_>>());
    }
    for length in ["0", "8", "256", "512", "7", "520", "1024", "x", "-8", ""] {
        links.same("b2sum", &["-l", length, "a"]);
        links.same("b2sum", &["--tag", "--length", length, "a"]);
    }
    links.same("b2sum", &["-l"]);
    links.same("b2sum", &["--length"]);
}

#[test]
fn b2sum_tells_lengths_by_the_digest() {
    let links = Links::new();
    let mut list = links.ours("b2sum", &["-l", "256", "a"]).out;
    list.extend(links.ours("b2sum", &["--tag", "-l", "128", "a", "b"]).out);
    links.0.write("list", list);
    links.same("b2sum", &["-c", "list"]);
    assert_eq!(links.ours("b2sum", &["-c", "list"]).text(), "a: OK\na: OK\nb: OK\n");
}

#[test]
fn help_and_version_name_the_tool() {
    let links = Links::new();
    for tool in ["sha256sum", "b2sum"] {
        let help = links.ours(tool, &["--help"]);
        assert!(help.text().starts_with(&format!("Usage: {tool} [OPTION]")) && help.code == 0);
        assert_eq!(help.text().contains("--length"), tool == "b2sum");
        let version = links.ours(tool, &["--version"]);
        assert!(version.text().starts_with(&format!("{tool} (bramah) ")) && version.code == 0);
    }
}

/// As cppcrypto's, but for exit codes, carriage returns and upper case.
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
