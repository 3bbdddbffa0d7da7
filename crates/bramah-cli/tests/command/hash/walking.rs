//! Tests of `hash` on directories.

use crate::support::{ABC, Dir, line, ran, sums};
use std::os::unix::fs::symlink;

fn tree() -> Dir {
    let dir = Dir::with_empty();
    for name in ["t/b", "t/a.txt", "t/a/x", "t/a/y/z", "t/.hidden", "t/c-d", "t/c/e"] {
        dir.write(name, "abc");
    }
    dir
}

#[test]
fn recursion_is_in_the_order_of_the_bytes_of_the_paths() {
    let dir = tree();
    let names = ["t/.hidden", "t/a.txt", "t/a/x", "t/a/y/z", "t/b", "t/c-d", "t/c/e"];
    for arguments in ["hash -r t", "hash -r t/", "hash -r -j 1 t", "hash -r -j 5 t"] {
        let ran = dir.run(arguments);
        ran.well();
        assert_eq!(ran.names(), names);
    }
    assert_eq!(dir.run("hash -r --untagged t").text(), sums(&dir, names));
    assert_eq!(dir.run("hash -r .").names()[..3], ["./a", "./empty", "./t/.hidden"]);
}

#[test]
fn arguments_keep_their_order_among_directories() {
    let dir = tree();
    assert_eq!(dir.run("hash -r empty t/c a t/a").names(), ["empty", "t/c/e", "a", "t/a/x", "t/a/y/z"]);
}

#[test]
fn many_files_come_out_in_order() {
    let dir = Dir::with_empty();
    let mut expected = Vec::new();
    for i in 0..700 {
        // some files are large, so that other workers finish before them
        let len = if i % 97 == 0 { 200_000 + i } else { i };
        dir.write(format!("m/f{i:04}"), vec![i as u8; len]);
        expected.push(format!("m/f{i:04}"));
    }
    let sums = sums(&dir, expected);
    for jobs in [1, 2, 8] {
        let ran = dir.run(&format!("hash -r --untagged -j {jobs} m"));
        assert_eq!(ran.well(), sums);
    }
}

#[test]
fn links_in_directories_are_not_followed() {
    let dir = tree();
    symlink("b", dir.path("t/link")).unwrap();
    symlink("../t", dir.path("t/a/loop")).unwrap();
    assert_eq!(dir.run("hash -r t").well().lines().count(), 7);
    // a link that is an argument is followed
    symlink("t", dir.path("link")).unwrap();
    assert_eq!(dir.run("hash t/link").well(), line("t/link", ABC));
    assert_eq!(dir.run("hash -r link").well().lines().count(), 7);
}

#[test]
fn a_loop_of_followed_links_ends() {
    let dir = tree();
    symlink("../../t", dir.path("t/a/loop")).unwrap();
    let ran = dir.run("hash -r -L t");
    assert_eq!(ran.names().len(), 7);
    assert_eq!(
        (ran.err.as_str(), ran.code),
        ("bramah: t/a/loop: skipped: the link leads to one of its own parent directories\n", 1)
    );
}

#[test]
fn a_loop_of_links_as_an_argument() {
    let dir = Dir::with_empty();
    symlink("y", dir.path("x")).unwrap();
    symlink("x", dir.path("y")).unwrap();
    dir.run("hash x a").is(&line("a", ABC), "bramah: x: Too many levels of symbolic links\n", 1);
    dir.run("hash -r x a").is(&line("a", ABC), "bramah: x: Too many levels of symbolic links\n", 1);
}

#[test]
fn fifos_in_directories_are_left_out_with_a_message() {
    let dir = tree();
    dir.shell("mkfifo t/fifo").well();
    let ran = dir.run("hash -r t");
    assert_eq!(ran.names().len(), 7);
    assert_eq!((ran.err.as_str(), ran.code), ("bramah: t/fifo: skipped: not a regular file\n", 0));
}

#[test]
fn nothing_is_left_out_unless_told() {
    let dir = tree();
    dir.write("t/.gitignore", "b\n/c\n!c-d\n");
    dir.write("t/a/.gitignore", "y/\n");
    dir.write("t/.git/config", "x");
    assert_eq!(dir.run("hash -r t").names().len(), 10);
    let git = ["t/.gitignore", "t/.hidden", "t/a.txt", "t/a/.gitignore", "t/a/x", "t/c-d"];
    assert_eq!(dir.run("hash -r --gitignore t").names(), git);
    let globs = ["t/.gitignore", "t/.hidden", "t/a/.gitignore", "t/b", "t/c-d", "t/c/e"];
    assert_eq!(dir.run("hash -r --exclude *.txt --exclude [xy] --exclude .git t").names(), globs);
    dir.write("rules", "# a comment\nc*\n.*\n");
    assert_eq!(dir.run("hash -r --ignore-file rules t").names(), ["t/a.txt", "t/a/x", "t/a/y/z", "t/b"]);
    dir.run("hash -r --exclude [z-a] t").is_usage("--exclude [z-a]");
    dir.run("hash -r --ignore-file none t").is("", "bramah: none: No such file or directory\n", 1);
}

#[test]
fn shards_are_a_partition() {
    let dir = tree();
    let all = dir.run("hash -r t");
    let mut lines = Vec::new();
    for k in 1..=3 {
        let part = dir.run(&format!("hash -r --shard {k}/3 t"));
        let mut own = part.well().lines().map(String::from);
        assert_eq!(own.next(), Some(format!("# shard={k}/3")));
        lines.extend(own);
        dir.write(format!("part{k}"), &part.out);
    }
    lines.sort();
    let mut expected: Vec<_> = all.text().lines().map(String::from).collect();
    expected.sort();
    assert_eq!(lines, expected);
    // the shard of a file must never change
    dir.write("d", "");
    assert_eq!(dir.run("hash --shard 1/2 a d t/b").names(), ["a", "t/b"]);
    assert_eq!(dir.run("hash --shard 2/2 a d t/b").names(), ["d"]);
    assert_eq!(dir.run("hash --merge part3 part1 part2").well(), all.text());
    for bad in ["0/3", "4/3", "1", "1/0", "x/y"] {
        dir.run(&format!("hash --shard {bad} a")).is_usage("K/N");
    }
}

#[test]
fn files_from_a_list() {
    let dir = tree();
    dir.write("list", "t/b\n\nmissing\nt/c\na\n");
    let ran = dir.run("hash --files-from list empty");
    assert_eq!(ran.names(), ["empty", "t/b", "a"]);
    assert_eq!(
        ran.err,
        "bramah: missing: No such file or directory\nbramah: t/c: Is a directory; use -r to hash the files in it\n"
    );
    assert_eq!(dir.run("hash -r --files-from list").names(), ["t/b", "t/c/e", "a"]);
    assert_eq!(
        ran_with(&dir, "hash --files-from - -0", "a\0t/b\0").well(),
        line("a", ABC) + &line("t/b", ABC)
    );
    dir.write("new\nline", "abc");
    let escaped = format!("\\{}", line("new\\nline", ABC));
    assert_eq!(ran_with(&dir, "hash --files-from - -0", "new\nline").well(), escaped);
    dir.run("hash --files-from none").is("", "bramah: none: No such file or directory\n", 1);
    dir.run("hash --files-from - -").is_usage("standard input");
    assert_eq!(ran_with(&dir, "hash --files-from -", "").well(), "");
}

fn ran_with(dir: &Dir, arguments: &str, stdin: &str) -> crate::support::Ran {
    ran(dir.command(arguments).write_stdin(stdin))
}
