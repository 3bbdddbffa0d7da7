//! Under the name of another tool, Bramah prints exactly the bytes that the tool prints.

use crate::support::Links;

/// Compares the output with that of the installed tool of the same name.
#[track_caller]
fn same(links: &Links, tool: &str, arguments: &[&str]) {
    let theirs = links.0.program(tool, arguments, b"standard input");
    assert_eq!(links.ours(tool, arguments), theirs, "{tool} {arguments:?}");
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
            same(&links, tool, arguments);
        }
    }
}

#[test]
fn checking() {
    let links = Links::new();
    for options in [
        "", "-w", "--strict", "--quiet", "--status", "--ignore-missing", "--status -w", "-w --status",
        "--quiet -w",
    ] {
        for list in ["SUMS", "mixed", "gone only", "b", "a", "missing", "-"] {
            let mut arguments = vec!["-c"];
            arguments.extend(options.split_whitespace());
            arguments.push(list);
            same(&links, "sha256sum", &arguments);
        }
    }
    same(&links, "sha256sum", &["--check", "SUMS", "mixed", "b", "it's"]);
    same(&links, "md5sum", &["-c", "SUMS"]);
}

#[test]
fn wrong_usage() {
    let links = Links::new();
    for arguments in [
        "--quiet a", "--status a", "-w a", "--strict a", "--ignore-missing a", "--tag -c SUMS", "-b -c SUMS",
        "-t -c SUMS", "-z -c SUMS", "--tag -t a", "--nope a", "-x a", "--st -c SUMS", "--check=x SUMS",
        "--nope=x",
    ] {
        same(&links, "sha256sum", &arguments.split_whitespace().collect::<Vec<_>>());
    }
    for length in ["0", "8", "256", "512", "7", "520", "1024", "x", "-8", ""] {
        same(&links, "b2sum", &["-l", length, "a"]);
        same(&links, "b2sum", &["--tag", "--length", length, "a"]);
    }
    same(&links, "b2sum", &["-l"]);
    same(&links, "b2sum", &["--length"]);
}

#[test]
fn b2sum_tells_lengths_by_the_digest() {
    let links = Links::new();
    let mut list = links.ours("b2sum", &["-l", "256", "a"]).out;
    list.extend(links.ours("b2sum", &["--tag", "-l", "128", "a", "b"]).out);
    links.0.write("list", list);
    same(&links, "b2sum", &["-c", "list"]);
}
