//! Runs the scripts in `examples/` with the command under test.

use crate::support::{Dir, Ran, ran};
use assert_cmd::Command;
use std::os::unix::fs::PermissionsExt as _;

/// Runs a script in a folder, with arguments separated by blanks. Programs in `bin` take precedence over those of the
/// system.
fn example(dir: &Dir, folder: &str, name: &str, arguments: &str) -> Ran {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_bramah")).parent().expect("a directory");
    let path = std::env::var("PATH").expect("a path");
    let mut command = Command::new(format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR")));
    command
        .current_dir(dir.path(folder))
        .args(arguments.split_whitespace())
        .env("PATH", format!("{}:{}:{path}", dir.path("bin").display(), program.display()))
        .env("LC_ALL", "C")
        .env_remove("BRAMAH_BACKEND");
    ran(&mut command)
}

#[test]
fn a_download_is_used_only_if_it_is_signed() {
    let dir = Dir::new();
    // a replacement for curl, whose last two arguments are a file and a URL
    let curl =
        "#!/bin/sh\nwhile [ $# -gt 2 ]; do shift; done\nexec cp \"../${2#https://example.org/}\" \"$1\"\n";
    let curl = dir.write("bin/curl", curl);
    std::fs::set_permissions(curl, std::fs::Permissions::from_mode(0o755)).expect("a program");
    dir.write("release/tool.tar", "a tool");
    dir.write("release/notes", "notes");
    let made = "cd release; $bramah hash tool.tar notes >SHA256SUMS; \
        $bramah keygen --sign --no-passphrase -o ../key 2>/dev/null; $bramah sign --key ../key SHA256SUMS; \
        $bramah keygen --sign --no-passphrase -o ../other 2>/dev/null; mkdir ../job";
    assert_eq!(dir.shell(made).code, 0);
    let job = |arguments: &str| {
        example(&dir, "job", "verify-download.sh", &format!("https://example.org/release {arguments}"))
    };
    let right = job("tool.tar ../key.pub");
    assert_eq!((right.text(), right.code), ("tool.tar: verified\n", 0), "{}", right.err);
    let wrong = job("tool.tar ../other.pub");
    assert_eq!((wrong.text(), wrong.code), ("", 1), "{}", wrong.err);
    dir.write("release/tool.tar", "b tool");
    let changed = job("tool.tar ../key.pub");
    assert_eq!((changed.text(), changed.code), ("tool.tar: FAILED\n", 1), "{}", changed.err);
    assert_ne!(job("missing ../key.pub").code, 0);
    assert_eq!(job("").code, 2);
}

#[test]
fn an_audit_prints_what_changed_in_a_mirror() {
    let dir = Dir::new();
    dir.write("mirror/one", "1");
    dir.write("mirror/sub/two", "2");
    let audit = || example(&dir, "", "audit-mirror.sh", "mirror sums");
    assert!(audit().well().starts_with("new list: "));
    assert_eq!(audit().well(), "");
    dir.write("mirror/sub/two", "3");
    dir.write("mirror/three", "3");
    let found = audit();
    assert_eq!((found.code, found.err.as_str()), (1, ""));
    assert!(found.text().starts_with("sub/two: FAILED\nthree: NEW\nAudit failed\n"), "{}", found.text());
    assert!(example(&dir, "", "audit-mirror.sh", "--accept mirror sums").well().starts_with("accepted: "));
    assert_eq!(audit().well(), "");
    std::fs::remove_file(dir.path("mirror/one")).expect("a file");
    assert_eq!(audit().code, 1);
    assert_eq!(example(&dir, "", "audit-mirror.sh", "mirror").code, 2);
}

#[test]
fn a_backup_is_restored_whole_or_not_at_all() {
    let dir = Dir::new();
    dir.write("data/one", "1");
    dir.write("data/sub/two", crate::support::message(100_000));
    let made = "$bramah keygen -o identity 2>/dev/null; $bramah keygen -y identity >recipients";
    assert_eq!(dir.shell(made).code, 0);
    let run = |arguments: &str| example(&dir, "", "encrypt-backup.sh", arguments);
    assert_eq!(run("backup data recipients data.age").well(), "");
    assert_eq!(run("restore data.age identity back").well(), "");
    assert!(dir.bytes("back/sub/two") == crate::support::message(100_000) && dir.read("back/one") == "1");
    // an existing backup is not replaced
    assert_ne!(run("backup data recipients data.age").code, 0);
    assert_ne!(run("restore data.age identity back").code, 0);
    // the last chunk is missing
    let whole = dir.bytes("data.age");
    dir.write("cut.age", &whole[..70_000]);
    let cut = run("restore cut.age identity cut");
    assert!(cut.code == 1 && cut.err.contains("cut.age was not restored whole"), "{cut:?}");
    assert!(!dir.path("cut").exists());
    // a folder that cannot be read leaves no backup
    let none = run("backup none recipients none.age");
    assert!(none.code == 1 && none.err.contains("no backup was made"), "{none:?}");
    assert!(!dir.path("none.age").exists());
    assert_eq!(run("").code, 2);
}
