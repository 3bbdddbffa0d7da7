//! Tests of runs on a system that refuses new threads, and of the number of threads that are started.

use crate::{
    seccomp::{Deny, NO_THREADS, run_denied},
    support::{Dir, Ran},
};
use std::fs::File;

/// Makes a directory with many small files in `t`, and `large`, a file that is large enough to be read ahead.
fn files() -> Dir {
    let dir = Dir::new();
    for i in 0..300 {
        dir.write(format!("t/{i}"), format!("file {i}"));
    }
    File::create(dir.path("large")).and_then(|file| file.set_len(12 << 20)).expect("a large file");
    dir.write("key", [7; 16]);
    dir.write("password", "a password\n");
    dir
}

/// All commands that may start threads, with a large number for `-j`.
const COMMANDS: &[&str] = &[
    "hash -r t -j 8",
    "hash -r t -j 8 --json",
    "hash -r t -j 8 -o list",
    "hash -r t -j 8 --update list",
    "hash -r t -j 99999",
    "hash -j 8 large a",
    "hash -j 8 -a sha256,sha512,md5 large a",
    "hash -j 8 -a blake3 large",
    "hash -j 8 -a k12 large",
    "hash -j 8 -a parallelhash128 large",
    "hash -j 8 -a skein512 --tree 4,4,255 large",
    "hash -j 8 -a blake3 large --resume state --resume-interval 4194304",
    "hash -j 8 -a sha256,sha512 large --resume state --resume-interval 4194304",
    "check -j 8 sums",
    "check -j 8 --json sums",
    "check -j 8 --audit --base t sums",
    "cipher -j 8 aes-128-ctr --key-file key --iv 00000000000000000000000000000000 -o out large",
    "kdf argon2id -j 8 --password-file password --salt 0001020304050607 -m 1024 -t 2 -p 8",
    "kdf scrypt -j 8 --password-file password --salt 0001020304050607 -N 1024 -r 8 -p 8",
    "kdf pbkdf2 -j 8 --password-file password --salt 0001020304050607 --iterations 1000 -l 512",
    "password verify --password-file password --string-file string",
];

/// Checks that `limited` runs every command with the same result as without limits.
fn compare(limited: impl Fn(&Dir, &str) -> Ran) {
    let dir = files();
    dir.run("hash -r t -o sums");
    let string = dir.run("password hash --scheme argon2id -m 64 -t 1 --password-file password");
    dir.write("string", string.well());
    for command in COMMANDS {
        let outputs = ["list", "out"];
        let clean = || outputs.iter().for_each(|name| drop(std::fs::remove_file(dir.path(name))));
        let ended = |ran: Ran| (ran, outputs.map(|name| std::fs::read(dir.path(name)).ok()));
        clean();
        let with = ended(dir.run(command));
        clean();
        let without = ended(limited(&dir, command));
        assert!(with.0.code == 0 || command.contains("--audit"), "{command}: {}", with.0.err);
        let (err, code) = (&without.0.err, without.0.code);
        assert!(with == without, "{command}: another output, exit code {code}, {err}");
    }
}

#[test]
fn commands_go_on_without_threads() {
    compare(|dir, command| run_denied(dir, command, &NO_THREADS));
}

/// The address space has room for the stacks of only three threads.
#[cfg(target_pointer_width = "64")]
#[test]
fn commands_go_on_with_the_threads_that_they_get() {
    compare(|dir, command| {
        dir.shell(&format!("ulimit -v 4194304 && RUST_MIN_STACK=1073741824 exec $bramah {command}"))
    });
}

#[test]
fn no_progress_is_shown_without_a_thread() {
    let dir = files();
    let with = dir.run("hash -r t -j 8");
    let without = run_denied(&dir, "hash -r t -j 8 --progress=plain", &NO_THREADS);
    without.is(with.text(), "bramah: progress is not shown: cannot start a thread\n", 0);
}

/// The process is killed if it starts a thread.
#[test]
fn no_thread_is_started_without_work_for_it() {
    let dir = files();
    let clone = Deny::call(libc::SYS_clone, 0).killing();
    let clone3 = Deny::call(libc::SYS_clone3, 0).killing();
    dir.run("hash a -o sums");
    dir.run("hash a key password -o three");
    dir.write("names", "a\nkey\npassword\n");
    dir.write("t2/a", "abc");
    for command in [
        "hash -j 99999 a",
        "hash -j 99999 a key password",
        "check -j 99999 sums",
        // not even a thread that shows the progress
        "hash --progress=plain a",
        "hash --progress=json a key password gone",
        "hash --progress=plain -r t2",
        "hash --progress=plain --files-from names",
        "check --progress=plain sums",
        "check --progress=json three",
        "check --progress=plain --audit --base t2 sums",
    ] {
        let code = i32::from(command.ends_with("gone"));
        assert_eq!(run_denied(&dir, command, &[clone, clone3]).code, code, "{command}");
    }
}
