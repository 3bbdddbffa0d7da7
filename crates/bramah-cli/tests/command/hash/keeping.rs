//! An existing list is never replaced by an incomplete one, with `-o`, `--merge -o` and `--update`.

use crate::support::{ABC, Dir, EMPTY, ZERO, line, names};
use std::{
    fs::{self, File, OpenOptions},
    time::{Duration, SystemTime},
};

const LEFT: &str = "bramah: list: not replaced, because some files could not be read; the new list is in \
    list.partial\n";

/// Makes a directory with the link `loop`, which leads to itself, and the directory `t`. Even root can read neither of
/// the two as a file.
fn dir() -> Dir {
    let dir = Dir::with_empty();
    dir.write("t/a", "abc");
    dir.write("t/d/b", "abc");
    std::os::unix::fs::symlink("loop", dir.path("loop")).expect("a link");
    dir
}

/// Arguments of `hash` with something unreadable, and the names that are hashed nevertheless.
const FAILING: &[(&str, &[&str])] = &[
    ("missing", &[]),
    ("a missing empty", &["a", "empty"]),
    ("a loop", &["a"]),
    ("a t", &["a"]),
    ("-r missing t", &["t/a", "t/d/b"]),
    ("--untagged a missing", &["a"]),
    ("-a sha256,md5 a missing", &["a"]),
    ("-z a missing", &["a"]),
    ("--base64 a missing", &["a"]),
    ("--json a missing", &["a"]),
    ("--json missing", &[]),
    ("--raw missing", &[]),
    ("-j 1 a missing", &["a"]),
    ("--files-from t a", &["a"]),
    ("--files-from names", &["a"]),
    ("--shard 1/1 a missing", &["a"]),
    ("--resume state a missing", &["a"]),
    ("--merge --json one two", &["a"]),
];

#[test]
fn an_old_list_is_left_alone() {
    for (arguments, hashed) in FAILING {
        let dir = dir();
        dir.write("names", "a\nmissing\n");
        dir.write("one", dir.run("hash --json a").out);
        dir.write("two", dir.run("hash --json missing").out);
        let printed = dir.run(&format!("hash {arguments}"));
        assert_eq!(printed.code, 1, "{arguments}");
        for name in *hashed {
            assert!(printed.text().contains(name), "{arguments}: {printed:?}");
        }
        // without an old list, the lines are written to the output file, although files could not be read
        let ran = dir.run(&format!("hash {arguments} -o list"));
        assert_eq!((ran.text(), &ran.err, ran.code), ("", &printed.err, 1), "{arguments}");
        assert_eq!(dir.bytes("list"), printed.out, "{arguments}");
        assert!(!dir.path("list.partial").exists(), "{arguments}");
        // with an old list, a partial file from an earlier run is replaced
        for left in
            [None, Some("what an earlier run has left, which is longer than anything that this one writes")]
        {
            dir.write("list", "OLD\n");
            left.map(|left| dir.write("list.partial", left));
            let ran = dir.run(&format!("hash {arguments} -o list"));
            assert_eq!((ran.text(), ran.code), ("", 1), "{arguments}");
            assert_eq!(ran.err, printed.err.clone() + LEFT, "{arguments}");
            assert_eq!(dir.read("list"), "OLD\n", "{arguments}");
            assert_eq!(dir.bytes("list.partial"), printed.out, "{arguments}");
        }
        assert!(!dir.files().iter().any(|name| name.starts_with(".bramah-")), "{:?}", dir.files());
    }
}

/// After an error before the first file is hashed, nothing is written and the old list stays.
#[test]
fn a_run_that_does_not_begin_changes_nothing() {
    let dir = dir();
    dir.write("list", "OLD\n");
    for arguments in [
        "--files-from missing a",
        "--ignore-file missing -r t",
        "--key-file missing a",
        "-a nothing a",
        "--merge missing",
        "--merge one missing",
        "--resume a a",
    ] {
        for option in ["-o", "--update"] {
            if option == "--update" && arguments.contains("--merge") {
                continue;
            }
            let ran = dir.run(&format!("hash {arguments} {option} list"));
            assert!(ran.code > 0 && ran.out.is_empty(), "{arguments}: {ran:?}");
            assert_eq!(dir.read("list"), "OLD\n", "{arguments}");
            assert!(!dir.path("list.partial").exists(), "{arguments}");
        }
    }
}

/// A complete list replaces the old one, and a partial file from an earlier run is left alone. The partial file cannot
/// be an input.
#[test]
fn a_whole_list_replaces_the_old_one() {
    let dir = dir();
    dir.write("t/list", "OLD\n");
    dir.write("t/list.partial", "left");
    dir.run("hash -r t -o t/list").is("", "", 0);
    assert_eq!(names(&dir.read("t/list")), ["t/a", "t/d/b"]);
    assert_eq!(dir.read("t/list.partial"), "left");
    let err = "bramah: t/list.partial: input file is output file\nbramah: t/list: not replaced, because some files could not be read; the new list is in t/list.partial\n";
    dir.run("hash -o t/list a t/list.partial").is("", err, 1);
    assert_eq!(dir.read("t/list.partial"), line("a", ABC));
}

/// Sets the modification time of a file to the past.
fn settle(dir: &Dir, name: &str) {
    let file = OpenOptions::new().write(true).open(dir.path(name)).expect("a file");
    file.set_modified(SystemTime::now() - Duration::from_secs(60)).expect("a time");
}

const KEPT_1: &str = "bramah: list: 1 file could not be read: the old lines are kept\n";
const KEPT_2: &str = "bramah: list: 2 files could not be read: the old lines are kept\n";

/// The lines and comments of unreadable files stay, in every format of lists that can be updated.
#[test]
fn an_update_keeps_the_lines_of_what_cannot_be_read() {
    for form in ["", "--untagged", "--base64", "-a sha256,md5", "-a sha256,sha1 --untagged"] {
        let dir = dir();
        dir.write("new\nline", "abc");
        ["a", "t/a"].iter().for_each(|name| settle(&dir, name));
        // the list has files with a comment, files without a comment because they are new, a file in a directory, and a
        // file with an escaped name
        let files = "a empty t/a t/d/b --files-from names";
        dir.write("names", "new\nline\0");
        let update = |files: &str| dir.run(&format!("hash {form} --update list -0 {files}"));
        update(files).is("", "", 0);
        let old = dir.read("list");
        // the comments of untagged lists are in a separate file
        let noted = if form.contains("untagged") { dir.read("list.state") } else { old.clone() };
        assert_eq!(noted.matches("# size=3 modified=").count(), 2, "{form}: {noted}");
        // all files are missing: exactly the old list stays
        for name in ["a", "empty", "t/a", "t/d/b", "new\nline"] {
            fs::remove_file(dir.path(name)).expect("a file");
        }
        let ran = update(files);
        assert_eq!((ran.text(), ran.code), ("", 1), "{form}");
        let says = "bramah: list: 5 files could not be read: the old lines are kept\n";
        assert!(ran.err.ends_with(says), "{form}: {}", ran.err);
        assert_eq!(dir.read("list"), old, "{form}");
        // readable files get new lines, in their places
        dir.write("empty", "abc");
        let ran = update(files);
        assert!(
            ran.err.contains("4 files could not be read: the old lines are kept") && ran.code == 1,
            "{form}: {}",
            ran.err
        );
        let new = dir.read("list");
        assert_eq!((new.lines().count(), new != old), (old.lines().count(), true), "{form}: {new}");
        assert_eq!(dir.check("--quiet list --ignore-missing").code, 0, "{form}");
    }
}

/// Lines with other algorithms and formats are recognised too.
#[test]
fn an_update_keeps_lines_of_any_form() {
    let dir = dir();
    dir.write("list", format!("# a comment\nMD5 (missing) = {}\n{ZERO}  loop\nnonsense", &ZERO[..32]));
    let ran = dir.run("hash --update list a missing loop");
    assert!(ran.code == 1 && ran.err.ends_with(KEPT_2), "{}", ran.err);
    assert_eq!(
        dir.read("list"),
        format!("{}MD5 (missing) = {}\n{ZERO}  loop\n", line("a", ABC), &ZERO[..32])
    );
    // without an old line, nothing is kept for a file; `loop`, which the run does not name, exists
    dir.run("hash --update list a none").is("", "bramah: none: No such file or directory\n", 1);
    assert_eq!(dir.read("list"), format!("{}{ZERO}  loop\n", line("a", ABC)));
    // without an old list, the lines are written to the output file, although files could not be read
    dir.run("hash --update fresh a none").is("", "bramah: none: No such file or directory\n", 1);
    assert_eq!(dir.read("fresh"), line("a", ABC));
}

/// The lines of files in an unreadable directory stay; those of files that are missing from other directories are
/// removed.
#[test]
fn an_update_keeps_the_lines_of_directories_that_cannot_be_read() {
    let dir = dir();
    dir.write("u/gone", "abc");
    dir.write("tt", "abc");
    dir.run("hash -r --update list a t tt u").is("", "", 0);
    fs::remove_file(dir.path("u/gone")).unwrap();
    fs::rename(dir.path("t"), dir.path("away")).unwrap();
    for arguments in ["-r a t tt u", "-r a t/ tt u"] {
        let ran = dir.run(&format!("hash --update list {arguments}"));
        assert!(ran.code == 1 && ran.err.ends_with(KEPT_2), "{}", ran.err);
        assert_eq!(names(&dir.read("list")), ["a", "tt", "t/a", "t/d/b"]);
    }
    // now `t` is a link that leads to itself: it exists, but cannot be listed
    std::os::unix::fs::symlink("t", dir.path("t")).unwrap();
    let ran = dir.run("hash -r --update list a t tt u");
    assert!(ran.code == 1 && ran.err.ends_with(KEPT_2), "{}", ran.err);
    assert_eq!(names(&dir.read("list")), ["a", "tt", "t/a", "t/d/b"]);
    fs::remove_file(dir.path("t")).unwrap();
    fs::rename(dir.path("away"), dir.path("t")).unwrap();
    dir.run("hash -r --update list a t tt u").is("", "", 0);
    assert_eq!(names(&dir.read("list")), ["a", "t/a", "t/d/b", "tt"]);
}

/// If the list of names cannot be read to its end, all lines stay, because the set of files is unknown.
#[test]
fn an_update_keeps_all_lines_if_the_names_cannot_be_read() {
    let dir = dir();
    dir.run("hash --update list a empty t/a").is("", "", 0);
    let old = dir.read("list");
    let err = "bramah: t: Is a directory\n";
    dir.run("hash --update list --files-from t empty").is("", &format!("{err}{KEPT_2}"), 1);
    assert_eq!(dir.read("list"), line("empty", EMPTY) + &line("a", ABC) + &line("t/a", ABC));
    dir.run("hash --update list --files-from t a t/a").is("", &format!("{err}{KEPT_1}"), 1);
    dir.write("list", &old);
    dir.run("hash --update list --files-from missing").is(
        "",
        "bramah: missing: No such file or directory\n",
        1,
    );
    assert_eq!(dir.read("list"), old);
}

/// A file that changes while it is read counts as unreadable. Here standard error is the file itself, so each message
/// changes the file. The first message is written after the file has been opened and before it is read.
#[test]
fn a_file_that_changes_keeps_its_old_line() {
    for (option, says) in [("-o", LEFT), ("--update", KEPT_1)] {
        let dir = dir();
        File::create(dir.path("growing")).and_then(|file| file.set_len(300_000)).expect("a file");
        let old = line("growing", ZERO);
        dir.write("list", &old);
        let ran = dir.shell(&format!("$bramah hash {option} list missing growing a 2>> growing"));
        assert_eq!(ran.code, 1);
        let said = dir.bytes("growing").split_off(300_000);
        let changed = "bramah: growing: the file changed while it was being read\n";
        let missing = "bramah: missing: No such file or directory\n";
        assert_eq!(String::from_utf8_lossy(&said), format!("{missing}{changed}{says}"));
        if option == "-o" {
            assert_eq!((dir.read("list"), dir.read("list.partial")), (old, line("a", ABC)));
        } else {
            assert_eq!(dir.read("list"), old + &line("a", ABC));
        }
    }
}

/// If a list cannot be written completely, or the run is killed, the old list stays.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
#[test]
fn what_cannot_be_written_changes_nothing() {
    use crate::seccomp::{Deny, denied, run_denied};
    let sync = Deny::call(libc::SYS_fsync, libc::EIO);
    for option in ["-o", "--update"] {
        for files in ["a empty", "a missing"] {
            let dir = dir();
            dir.write("list", line("missing", ZERO));
            dir.write("list.partial", "left");
            let before = dir.files();
            let arguments = format!("hash {option} list {files}");
            let ran = run_denied(&dir, &arguments, &[sync]);
            assert!(ran.code == 1 && ran.err.contains(": Input/output error\n"), "{arguments}: {}", ran.err);
            let killed = denied(&dir, &arguments, &[sync.killing()]).output().expect("a program");
            assert_eq!(killed.status.code(), None, "{arguments}");
            assert_eq!((dir.read("list"), dir.read("list.partial")), (line("missing", ZERO), "left".into()));
            // a file system without unnamed files keeps a temporary file of the killed process
            let left = dir.files().into_iter().filter(|name| !name.starts_with(".bramah-"));
            assert_eq!(left.collect::<Vec<_>>(), before, "{arguments}");
        }
    }
}

/// Tests directories that exist but cannot be listed.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
#[test]
fn directories_that_cannot_be_listed() {
    use crate::seccomp::{Deny, run_denied};
    let dir = dir();
    dir.run("hash -r a t -o list").is("", "", 0);
    let old = dir.read("list");
    let deny = Deny::call(libc::SYS_getdents64, libc::EACCES);
    let err = "bramah: t: Permission denied\n";
    run_denied(&dir, "hash -r a t -o list", &[deny]).is("", &format!("{err}{LEFT}"), 1);
    assert_eq!((dir.read("list"), dir.read("list.partial")), (old.clone(), line("a", ABC)));
    run_denied(&dir, "hash -r a t --update list", &[deny]).is("", &format!("{err}{KEPT_2}"), 1);
    assert_eq!(dir.read("list"), old);
}
