//! Faulty input: for each fault, a message names it, the exit code is right, and the other files are still hashed.

use crate::support::{ABC, Dir, line, ran, sums};
use std::{os::unix::process::ExitStatusExt, process::Stdio, time::Duration};

#[test]
fn unknown_algorithm() {
    let dir = Dir::with_empty();
    dir.run("hash -a sha257 a").is_usage("sha257");
    dir.run("hash -a sha256,nope a").is_usage("nope");
}

#[test]
fn length_not_offered() {
    let dir = Dir::with_empty();
    dir.run("hash -a sha256 -l 128 a").is_usage("sha256: invalid digest length: 128 bits");
    dir.run("hash -a sha256 -l 255 a").is_usage("sha256: invalid digest length: 255 bits");
    dir.run("hash -a sha256 -l x a").is_usage("'x'");
    dir.run("hash -a shake128 -l 536870920 a")
        .is_usage("shake128: --length 536870920: at most 536870912 bits are supported");
    dir.run("hash -a shake256-18446744073709551608 a").is_usage("at most 536870912");
    dir.run("hash -a sha256 -l 256 a").is(&line("a", ABC), "", 0);
}

#[test]
fn key_salt_and_personalisation_where_there_are_none() {
    let dir = Dir::with_empty();
    dir.run("hash -a sha256 --key-file a a").is_usage("sha256: the key has 3 bytes");
    dir.run("hash -a sha256 --salt 00 a").is_usage("sha256: the salt has 1 byte");
    dir.run("hash -a sha256 --personal 00 a").is_usage("sha256: the personalisation has 1 byte");
    dir.run("hash --salt 0 a").is_usage("--salt");
    dir.run("hash --key-file none a").is("", "bramah: --key-file none: No such file or directory\n", 1);
}

#[test]
fn a_mac_without_its_key() {
    let dir = Dir::with_empty();
    for name in ["kmac128", "kmac256", "kmacxof128", "kmacxof256"] {
        dir.run(&format!("hash -a {name} a"))
            .is_usage(&format!("{name} is a MAC and needs a key; give the key with --key-file FILE"));
        dir.run(&format!("hash -a {name} --personal 00 a")).is_usage("is a MAC and needs a key");
        dir.run(&format!("hash -a sha256,{name} a")).is_usage("is a MAC and needs a key");
        let ran = dir.run(&format!("hash -a {name} --key-file a a"));
        dir.write("sums", ran.well());
        assert_eq!(dir.check("--key-file a sums").code, 0, "{name}");
        let without = dir.check("sums");
        assert!(without.code == 1 && without.err.contains("computed with a key"), "{name}: {}", without.err);
        // earlier releases wrote a tag without `-keyed`
        dir.write("old", ran.text().replace("-keyed", ""));
        assert_eq!(dir.check("--key-file a old").code, 0, "{name}");
        let without = dir.check("old");
        assert!(
            without.code == 1 && without.err.contains("is a MAC and needs a key"),
            "{name}: {}",
            without.err
        );
    }
    // an empty key is refused too
    dir.run("hash -a kmac128 --key-file empty a").is_usage("the file is empty");
}

#[test]
fn a_length_that_is_left_out() {
    let dir = Dir::with_empty();
    let says = "sha512-t: invalid digest length: 384 bits (must be 8 to 504, except 384)";
    dir.run("hash -a sha512-t -l 384 a").is_usage(says);
    dir.run("hash -a sha512-t -l 512 a").is_usage("(must be 8 to 504, except 384)");
    for wrong in ["-a sha512-t -l 383", "-a sha512-383", "-a blake2b -l 383", "-a blake2b-383"] {
        dir.run(&format!("hash {wrong} a"))
            .is_usage(": invalid digest length: 383 bits (must be a multiple of 8)");
    }
}

#[test]
fn unreadable_file() {
    let dir = Dir::with_empty();
    dir.run("hash missing a").is(&line("a", ABC), "bramah: missing: No such file or directory\n", 1);
    dir.run("hash a/b a").is(&line("a", ABC), "bramah: a/b: Not a directory\n", 1);
    // a file that even root cannot read
    if std::path::Path::new("/proc/self/mem").exists() {
        dir.run("hash /proc/self/mem a").is(
            &line("a", ABC),
            "bramah: /proc/self/mem: Input/output error\n",
            1,
        );
    }
}

#[test]
fn directory_without_r() {
    let dir = Dir::with_empty();
    dir.write("d/x", "");
    dir.run("hash d a").is(&line("a", ABC), "bramah: d: Is a directory; use -r to hash the files in it\n", 1);
}

#[test]
fn flags_of_check() {
    let dir = Dir::with_empty();
    for flag in ["--ignore-missing", "--quiet", "--status", "--strict", "--warn", "-w"] {
        dir.run(&format!("hash {flag} a")).is_usage(flag);
    }
}

#[test]
fn broken_pipe() {
    let dir = Dir::with_empty();
    let ran = dir.shell("{ $bramah hash a; echo $? >code; } | true; cat code");
    // if `true` exits before the output is written, the pipe is closed and the exit code is 1; otherwise it is 0
    let code = ran.text().trim();
    assert!(matches!(code, "0" | "1") && ran.err.is_empty(), "{code} {}", ran.err);
    let ran = dir.shell("trap '' PIPE; { sleep 0.5; $bramah hash a; echo $? >code; } | true; cat code");
    ran.is("1\n", "", 0);
}

#[test]
fn full_disk() {
    let dir = Dir::with_empty();
    for arguments in ["hash a", "hash --json a", "list", "list --json", "completions bash"] {
        let ran = dir.shell(&format!("$bramah {arguments} > /dev/full"));
        ran.is("", "bramah: write error: No space left on device\n", 1);
    }
    dir.run("hash -o /dev/full a").is("", "bramah: write error: No space left on device\n", 1);
}

#[test]
fn fifo_as_an_argument_is_read() {
    let dir = Dir::with_empty();
    let ran = dir.shell("mkfifo f; { printf ab; sleep 0.1; printf c; } > f & $bramah hash f");
    assert_eq!(ran.well(), line("f", ABC));
}

#[test]
fn files_that_the_system_makes_up() {
    let dir = Dir::with_empty();
    let ran = dir.run("hash --untagged /proc/version");
    assert_eq!(ran.well(), sums(&dir, ["/proc/version"]));
    assert_eq!(dir.run("hash --untagged /dev/null").well(), sums(&dir, ["/dev/null"]));
}

#[test]
fn file_beyond_4_gib() {
    let dir = Dir::with_empty();
    let len = (4 << 30) + 5;
    std::fs::File::create(dir.path("huge")).and_then(|file| file.set_len(len)).unwrap();
    // the digest of this many zeros according to b3sum 1.8.2; BLAKE3 is fast on every CPU
    let digest = "ca4e7bf82892f2e1fc0c82c3cf14c86c09c4fedec61d5b7c2792c29ab93dcafb";
    assert_eq!(dir.run("hash -a blake3 --untagged huge").well(), format!("{digest}  huge\n"));
}

#[test]
fn forced_backends() {
    let dir = Dir::with_empty();
    dir.run("hash --backend portable a").is(&line("a", ABC), "", 0);
    dir.run("hash --backend frob a").is_usage("sha256 has no backend named \"frob\"");
    let environment = |value: &str| ran(dir.command("hash a").env("BRAMAH_BACKEND", value));
    environment("portable").is(&line("a", ABC), "", 0);
    environment("sha256=portable").is(&line("a", ABC), "", 0);
    environment("frob").is_usage("\"frob\"");
    environment("sha256=frob").is_usage("\"frob\"");
    environment("sha257=portable").is_usage("sha257");
    environment("sha256=frob").is_usage("the backends are: ");
}

#[test]
fn a_backend_that_the_cpu_lacks() {
    let dir = Dir::with_empty();
    let listed = dir.run("list --backends");
    let lacking = listed.well().lines().find(|line| line.ends_with("not on this CPU"));
    // nothing to test on a CPU that can run every backend
    let Some(lacking) = lacking else { return };
    let words: Vec<&str> = lacking.split_whitespace().collect();
    let (algorithm, backend) = (words[0], words[2]);
    dir.run(&format!("hash -a {algorithm} --backend {backend} a")).is_usage(backend);
    ran(dir.command("hash a").env("BRAMAH_BACKEND", backend)).is_usage(backend);
}

#[test]
fn wrong_words() {
    let dir = Dir::with_empty();
    dir.run("hash --frob").is_usage("--frob");
    dir.run("hash -j 0 a").is_usage("0");
    dir.run("frob").is_usage("frob");
    dir.run("hash -0 a").is_usage("--files-from");
}

#[test]
fn interruption() {
    let dir = Dir::with_empty();
    dir.write("list", "old");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_bramah"))
        .current_dir(dir.path(""))
        .args(["hash", "-o", "list", "a", "-"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    // 15 is SIGTERM, which a shell reports as 143; the test does not use SIGINT, because a background job might ignore
    // it
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    assert_eq!(dir.read("list"), "old");
    assert_eq!(std::fs::read_dir(dir.path("")).unwrap().count(), 3);
}

/// An empty operand is reported, and the other operands are processed.
#[cfg(unix)]
#[test]
fn an_empty_operand_is_named() {
    let dir = Dir::new();
    let none = "bramah: '': No such file or directory\n";
    let run = |arguments: &[&str]| dir.bramah(arguments.iter().copied());
    run(&["hash", "", "a"]).is(&line("a", ABC), none, 1);
    run(&["hash", "-r", "a", ""]).is(&line("a", ABC), none, 1);
    dir.write("list", line("a", ABC));
    run(&["check", "", "list"]).is("a: OK\n", none, 1);
    run(&["hash", "-c", "", "list"]).is("a: OK\n", none, 1);
    dir.write("key", "secret");
    let mac = run(&["mac", "hmac-sha256", "--key-file", "key", "", "a"]);
    assert!(mac.err.contains("''") && mac.text().ends_with("  a\n") && mac.code == 1, "{mac:?}");
}

/// `-o -` means standard output, as in other commands.
#[test]
fn a_list_may_go_to_standard_output_by_name() {
    let dir = Dir::new();
    dir.run("hash -o - a").is(&line("a", ABC), "", 0);
    dir.write("list", line("a", ABC));
    dir.run("hash --merge -o - list").is(&line("a", ABC), "", 0);
    dir.run("hash --update - a").is_usage("--update needs a file to update");
    assert_eq!(dir.files(), ["a", "list"]);
}

/// Standard input cannot be the list of names and also a file in this list.
#[test]
fn standard_input_is_not_in_its_own_list() {
    let dir = Dir::new();
    let says = "bramah: -: standard input cannot be both the list of names and a file\n";
    for (options, names) in [("", "-\na\n"), ("-0", "-\0a\0"), ("-r", "-\na\n")] {
        dir.fed(&format!("hash {options} --files-from -"), names).is(&line("a", ABC), says, 1);
    }
    dir.write("names", "-\n");
    dir.fed("hash --files-from names", "abc").is(&line("-", ABC), "", 0);
}

#[test]
fn an_empty_name_of_an_algorithm() {
    let dir = Dir::new();
    for names in ["", "sha256,", ",sha256"] {
        dir.bramah(["hash", "-a", names, "a"]).is_usage("-a: expected the names of algorithms");
    }
}
