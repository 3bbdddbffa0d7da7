//! `hash --update` neither replaces a file that is not a list, nor removes lines of files that exist.

use crate::support::{ABC, Dir, EMPTY, line, names};
use std::{fs, os::unix::fs::symlink};

const FOREIGN: &str = "--update would replace this file, but it is not a list of digests";

/// Texts that are not lists, although words in them look like digests, names or comments.
const TEXTS: &[&str] = &[
    "abc",
    "\n \nabc",
    "hello world\n",
    "garbage",
    "# size=\n# a comment\n",
    "f(x) = 3\n",
    "{\"a\":1}\n",
    "a 352441C2\n",
    "<metalink>\n</metalink>\n",
    "{\"path\":\"a\",\"alg\":\"sha256\",\"digest\":\"00\",\"status\":\"ok\"}\n",
    "\u{1f}\0\0x\0\n\0",
];

#[test]
fn a_file_that_is_not_a_list_is_refused() {
    let dir = Dir::with_empty();
    let options = ["", "--untagged", "-a sha256,md5", "--base64", "-a crc32 --untagged"];
    for text in TEXTS {
        for options in options {
            dir.write("list", text);
            let before = dir.files();
            let ran = dir.run(&format!("hash {options} --update list a empty"));
            ran.is_usage(&format!("list: {FOREIGN}"));
            assert_eq!(dir.read("list"), *text, "{options}");
            assert_eq!(dir.files(), before, "{options}");
        }
    }
    // the user meant `hash --update LIST a empty`
    dir.run("hash --update a empty").is_usage(FOREIGN);
    assert_eq!(dir.read("a"), "abc");
    dir.write("binary", (0..=u8::MAX).cycle().take(100_000).collect::<Vec<u8>>());
    dir.run("hash --update binary a").is_usage(FOREIGN);
    dir.run("hash --update /dev/zero a").is(
        "",
        "bramah: /dev/zero: --update works with regular files only\n",
        1,
    );
}

/// Lists of every kind that `hash` writes can be updated, even lists without a line.
#[test]
fn every_list_of_our_own_can_be_updated() {
    let dir = Dir::new();
    dir.write("key", "a key of text");
    for options in [
        "",
        "--untagged",
        "--base64",
        "--base64 --untagged",
        "-a sha256,md5 --untagged",
        "-a crc32 --untagged",
        "-a crc-posix --untagged",
        "-a blake2b -l 64",
        "-a blake2b -l 64 --untagged",
        "-a blake2b --key-file key",
        "-a blake2b --key-file key --untagged",
        "--shard 1/1",
        "--shard 1/2 --untagged",
        "-r none",
    ] {
        let _ = fs::create_dir(dir.path("none"));
        let files = if options.contains("none") { "" } else { "a" };
        for _ in 0..2 {
            dir.run(&format!("hash {options} --update list {files}")).is("", "", 0);
        }
        fs::remove_file(dir.path("list")).unwrap();
        let _ = fs::remove_file(dir.path("list.state"));
    }
    for text in ["", "\n", " \n"] {
        dir.write("list", text);
        dir.run("hash --update list a").is("", "", 0);
        assert!(dir.read("list").ends_with(&line("a", ABC)));
    }
}

/// The user has not named the file with the comments of an untagged list.
#[test]
fn a_file_beside_the_list_is_replaced_only_if_it_is_ours() {
    let dir = Dir::new();
    let run = || dir.run("hash --untagged --update list a");
    for text in TEXTS {
        dir.write("list.state", text);
        run().is_usage(&format!("list.state: {FOREIGN}"));
        assert_eq!(dir.read("list.state"), *text);
        assert!(!dir.path("list").exists());
    }
    // a link is refused, whatever it leads to
    for target in ["victim", "nothing", "list.state"] {
        let victim = line("b", ABC);
        dir.write("victim", &victim);
        fs::remove_file(dir.path("list.state")).unwrap();
        symlink(target, dir.path("list.state")).unwrap();
        let ran = run();
        assert!(ran.code > 0 && ran.err.starts_with("bramah: list.state: "), "{}", ran.err);
        assert_eq!(dir.read("victim"), victim);
        assert_eq!(dir.files(), ["a", "list.state", "victim"]);
    }
    fs::remove_file(dir.path("list.state")).unwrap();
    fs::create_dir(dir.path("list.state")).unwrap();
    run().is("", "bramah: list.state: Is a directory\n", 1);
}

/// Lines are removed only if their file no longer exists, whichever files the run names.
#[test]
fn lines_of_files_that_exist_are_kept() {
    for form in ["", "--untagged", "--base64", "-a sha256,md5"] {
        let dir = Dir::with_empty();
        for name in ["t1/a", "t1/gone", "t2/b", "t2/gone", "t2/d/c"] {
            dir.write(name, "abc");
        }
        dir.run(&format!("hash {form} -r t1 t2 empty -o list")).is("", "", 0);
        let whole = dir.read("list");
        let has = |name: &str| dir.read("list").contains(name);
        for file in ["t1/gone", "t2/gone"] {
            fs::remove_file(dir.path(file)).unwrap();
        }
        dir.run(&format!("hash {form} -r t1 --update list")).is("", "", 0);
        for name in ["t1/a", "t2/b", "t2/d/c", "empty"] {
            assert!(has(name), "{form}: {name} is lost");
        }
        assert!(!has("gone"), "{form}");
        let checked = dir.run("check --quiet list");
        assert_eq!((checked.text(), checked.code), ("", 0), "{form}: {}", checked.err);
        // a file in the place of a directory, and a directory in the place of a file
        fs::remove_dir_all(dir.path("t2/d")).unwrap();
        dir.write("t2/d", "abc");
        fs::remove_file(dir.path("empty")).unwrap();
        fs::create_dir(dir.path("empty")).unwrap();
        dir.run(&format!("hash {form} --update list t1/a")).is("", "", 0);
        assert!(has("t1/a") && has("t2/b") && !has("t2/d") && !has("empty"), "{form}: {}", dir.read("list"));
        // nothing is written twice
        dir.write("list", &whole);
        dir.run(&format!("hash {form} -r t2 t1 --update list")).is("", "", 0);
        let lines = dir.read("list").lines().filter(|line| line.contains("t2/b")).count();
        assert_eq!(lines, whole.lines().filter(|line| line.contains("t2/b")).count(), "{form}");
    }
}

/// Another algorithm replaces only the lines of the files that the run names.
#[test]
fn lines_of_other_algorithms_are_kept() {
    let dir = Dir::with_empty();
    dir.run("hash a empty --update list").is("", "", 0);
    dir.run("hash -a md5 empty --update list").is("", "", 0);
    let list = dir.read("list");
    assert_eq!(names(&list), ["empty", "a"]);
    assert!(list.starts_with("MD5 (empty) = ") && list.ends_with(&line("a", ABC)) && !list.contains(EMPTY));
}
