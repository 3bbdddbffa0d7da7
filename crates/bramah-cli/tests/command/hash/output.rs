//! Tests of `hash -o`: at any time there is either the old file or the complete new file.

use crate::support::{ABC, Dir, line};
use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
};

#[test]
fn the_file_is_replaced() {
    let dir = Dir::with_empty();
    dir.run("hash -o list a").is("", "", 0);
    assert_eq!(dir.read("list"), line("a", ABC));
    fs::set_permissions(dir.path("list"), Permissions::from_mode(0o640)).unwrap();
    dir.run("hash -o list --untagged a").is("", "", 0);
    assert_eq!(dir.read("list"), format!("{ABC}  a\n"));
    assert_eq!(fs::metadata(dir.path("list")).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_dir(dir.path("")).unwrap().count(), 3, "nothing temporary is left");
}

#[test]
fn bad_files_do_not_spoil_it() {
    let dir = Dir::with_empty();
    dir.run("hash -o list missing a").is("", "bramah: missing: No such file or directory\n", 1);
    assert_eq!(dir.read("list"), line("a", ABC));
}

#[test]
fn places_that_cannot_be_written_to() {
    let dir = Dir::with_empty();
    dir.write("d/x", "");
    dir.run("hash -o d a").is("", "bramah: d: Is a directory\n", 1);
    dir.run("hash -o none/list a").is("", "bramah: none/list: No such file or directory\n", 1);
}

#[test]
fn the_output_is_no_input() {
    let dir = Dir::with_empty();
    dir.write("list", "old");
    let err = "bramah: list: input file is output file\nbramah: list: not replaced, because some files could not be read; the new list is in list.partial\n";
    dir.run("hash -o list a list").is("", err, 1);
    assert_eq!((dir.read("list"), dir.read("list.partial")), ("old".into(), line("a", ABC)));
    fs::remove_file(dir.path("list.partial")).unwrap();
    dir.run("hash -o list a").is("", "", 0);
    // if the output file is in the directory that is hashed, it is skipped
    dir.run("hash -r . -o list").is("", "", 0);
    assert_eq!(dir.read("list").lines().count(), 2);
    dir.shell("$bramah hash -r . > list").is("", "", 0);
    assert_eq!(dir.read("list").lines().count(), 2);
    dir.shell("$bramah hash a list > list").is("", "bramah: list: input file is output file\n", 1);
}
