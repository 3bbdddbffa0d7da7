//! After a signal ends a run, no temporary file is left, and existing files are unchanged.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use crate::{
    seccomp::{Deny, NO_UNNAMED_FILES, deny},
    support::{Dir, message},
    system::{Resource, limited, mortal},
};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    fs::File,
    io::{BufRead, BufReader, Write},
    os::unix::process::ExitStatusExt,
    process::{Child, Command, Output, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

const KEY: &str = "--key 000102030405060708090a0b0c0d0e0f --iv 000102030405060708090a0b0c0d0e0f";

/// The contents of the file that exists before the run: a list, longer than what is allowed, of a file that is gone.
const OLD: &str = "MD5 (gone) = d41d8cd98f00b204e9800998ecf8427e\n";

/// Returns commands of every kind that write a file, over an existing file or to a new one.
fn commands() -> Vec<String> {
    let mut commands: Vec<String> = [
        "hash -o old -",
        "hash --update old -",
        "hash --merge -o old list",
        "kdf hkdf --hash sha256 --key 00 -f -o old",
        "random -f -o old 4k",
        "random -o new 4k",
    ]
    .map(String::from)
    .into();
    for more in ["-f -o old", "-o new", "-d -f -o old"] {
        commands.push(format!("cipher aes-128-ctr -q {KEY} {more}"));
    }
    commands.push(format!("cipher aes-128-eax {KEY} -f -o old"));
    commands
}

/// Makes a directory with the inputs of the commands and an old file.
fn directory() -> Dir {
    let dir = Dir::new();
    dir.write("old", OLD);
    dir.run("hash -o list a").is("", "", 0);
    dir
}

fn bramah(dir: &Dir, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bramah"));
    command.current_dir(dir.path("")).args(arguments.split_whitespace()).env_remove("BRAMAH_BACKEND");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    mortal(&mut command);
    command
}

/// Returns whether a temporary file exists.
fn temporary(dir: &Dir) -> bool {
    dir.files().iter().any(|name| name.starts_with('.'))
}

/// Waits until the program has made a temporary file.
#[track_caller]
fn wait_for_temporary(dir: &Dir, child: &mut Child, arguments: &str) {
    let began = Instant::now();
    while !temporary(dir) {
        assert_eq!(child.try_wait().unwrap(), None, "{arguments}: it ended too early");
        assert!(began.elapsed() < Duration::from_secs(60), "{arguments}: no temporary file");
        sleep(Duration::from_millis(1));
    }
}

#[track_caller]
fn is_as_before(dir: &Dir, says: &str) {
    assert_eq!(dir.files(), ["a", "list", "old"], "{says}");
    assert_eq!(dir.read("old"), OLD, "{says}");
}

/// Sends every kind of signal while commands read or write.
#[test]
fn nothing_is_left_by_what_a_signal_ends() {
    let dir = directory();
    let running = [
        "hash -o old -".to_string(),
        "hash --update old -".into(),
        "random -f -o old 64g".into(),
        "random -o new 64g".into(),
        format!("cipher aes-128-ctr -q {KEY} -f -o old"),
        format!("cipher aes-128-eax {KEY} -o new"),
        format!("cipher aes-128-eax {KEY} -d -o new"),
    ];
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT, Signal::USR2] {
        for arguments in &running {
            let mut command = bramah(&dir, arguments);
            deny(&mut command, NO_UNNAMED_FILES);
            let mut child = command.spawn().unwrap();
            // the input has no end, so the command waits for more
            let mut input = child.stdin.take().unwrap();
            let _ = input.write_all(&message(1000));
            wait_for_temporary(&dir, &mut child, arguments);
            kill_process(Pid::from_child(&child), signal).unwrap();
            let ended = child.wait().unwrap();
            assert_eq!(ended.signal(), Some(signal.as_raw()), "{arguments}");
            is_as_before(&dir, &format!("{signal:?}: {arguments}"));
        }
    }
}

/// A plugin that hangs is named after two seconds, and the command ends the plugin, even if the plugin ignores the
/// signal.
#[test]
fn a_plugin_that_hangs_is_named_and_ends() {
    let dir = directory();
    let script = format!("#!/bin/sh\ntrap '' INT\necho $$ > {}\nexec sleep 600\n", dir.path("pid").display());
    let program = dir.write("age-plugin-hangs", script);
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = bramah(&dir, "encrypt -j hangs -o new a");
    let path = format!("{}:{}", dir.path("").display(), std::env::var("PATH").unwrap());
    let (began, mut line) = (Instant::now(), String::new());
    let mut child = command.env("PATH", path).stderr(Stdio::piped()).spawn().unwrap();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("bramah: waiting for age-plugin-hangs; "), "{line}");
    assert!((Duration::from_secs(2)..Duration::from_secs(30)).contains(&began.elapsed()));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(Signal::INT.as_raw()));
    let status = format!("/proc/{}/stat", dir.read("pid").trim());
    // a zombie has ended too: the process that adopted the plugin has not waited for it yet
    let ended = || std::fs::read_to_string(&status).map_or(true, |stat| stat.contains(") Z "));
    while !ended() {
        assert!(began.elapsed() < Duration::from_secs(60), "the plugin lives");
        sleep(Duration::from_millis(1));
    }
    assert!(!dir.path("new").exists());
}

/// A signal that was ignored when the program began does not end it.
#[test]
fn ignored_signals_stay_ignored() {
    let dir = directory();
    let script = format!("trap '' INT HUP TERM; exec \"$0\" cipher aes-128-ctr -q {KEY} -f -o old");
    let mut command = Command::new("sh");
    command.current_dir(dir.path("")).args(["-c", &script, env!("CARGO_BIN_EXE_bramah")]);
    command.stdin(Stdio::piped());
    deny(&mut command, NO_UNNAMED_FILES);
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"abc").unwrap();
    wait_for_temporary(&dir, &mut child, "cipher");
    for signal in [Signal::INT, Signal::HUP, Signal::TERM] {
        kill_process(Pid::from_child(&child), signal).unwrap();
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(dir.files(), ["a", "list", "old"]);
    assert_eq!(dir.bytes("old").len(), 3);
}

/// Runs a command that reads standard input, and sends SIGUSR1 after the command has installed its handler and before
/// it can have read everything. Returns the output.
fn asked(dir: &Dir, arguments: &str, input: &[u8]) -> Output {
    let mut child = bramah(dir, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let accepts = || {
        let status = std::fs::read_to_string(&status).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
        u64::from_str_radix(caught, 16).unwrap() >> (libc::SIGUSR1 - 1) & 1 == 1
    };
    let began = Instant::now();
    while !accepts() {
        assert_eq!(child.try_wait().unwrap(), None, "{arguments}: it ended too early");
        assert!(began.elapsed() < Duration::from_secs(60), "{arguments}: SIGUSR1 would end it");
        sleep(Duration::from_millis(1));
    }
    kill_process(Pid::from_child(&child), Signal::USR1).unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_line_of_progress_is_printed_on_request() {
    let dir = directory();
    let digests = dir.read("list");
    for progress in ["auto", "plain", "json", "never"] {
        for (command, input, says) in [
            ("hash -", &message(3 << 20)[..], String::new()),
            ("check", digests.as_bytes(), "a: OK\n".into()),
        ] {
            let ended = asked(&dir, &format!("{command} --progress={progress}"), input);
            let (out, err) = (str::from_utf8(&ended.stdout).unwrap(), str::from_utf8(&ended.stderr).unwrap());
            assert_eq!(ended.status.code(), Some(0), "{command} --progress={progress}: {err}");
            assert!(out.ends_with(&says) && !out.is_empty(), "{out}");
            assert_eq!(err.lines().count(), 1, "{command} --progress={progress}: {err}");
            let begins = if progress == "json" { "{\"progress\":{\"files\":" } else { "bramah: " };
            assert!(err.starts_with(begins) && err.contains("file"), "{err}");
        }
    }
}

/// A SIGUSR1 that was ignored when the program began prints no line.
#[test]
fn ignored_requests_stay_ignored() {
    let dir = directory();
    let mut command = Command::new("sh");
    command.current_dir(dir.path("")).args([
        "-c",
        "trap '' USR1; exec \"$0\" hash -",
        env!("CARGO_BIN_EXE_bramah"),
    ]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // more than fits into a pipe, so that the command has begun to read
    let mut input = child.stdin.take().unwrap();
    input.write_all(&message(1 << 20)).unwrap();
    kill_process(Pid::from_child(&child), Signal::USR1).unwrap();
    drop(input);
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), str::from_utf8(&ended.stderr)), (Some(0), Ok("")));
}

/// A filter of system calls ends each command by a signal at each step of replacing the old file by the new one.
#[test]
fn nothing_is_left_at_any_step() {
    let dir = directory();
    for arguments in commands() {
        for named in [false, true] {
            let unnamed = if named { NO_UNNAMED_FILES } else { &[] };
            for call in [libc::SYS_fsync, libc::SYS_linkat, libc::SYS_renameat, libc::SYS_renameat2] {
                let says = format!("{arguments}, named: {named}, call {call}");
                let mut rules = unnamed.to_vec();
                rules.push(Deny::call(call, 0).trapping());
                #[cfg(target_arch = "x86_64")]
                if call == libc::SYS_renameat {
                    rules.push(Deny::call(libc::SYS_rename, 0).trapping());
                }
                let mut command = bramah(&dir, &arguments);
                deny(&mut command, &rules);
                let mut child = command.spawn().unwrap();
                drop(child.stdin.take());
                let ended = child.wait().unwrap();
                // a command that does not make this system call succeeds
                if ended.signal().is_some() {
                    assert_eq!(ended.signal(), Some(libc::SIGSYS), "{says}");
                    is_as_before(&dir, &says);
                    continue;
                }
                assert_eq!(ended.code(), Some(0), "{says}");
                assert_ne!(call, libc::SYS_fsync, "{says}");
                assert!(!temporary(&dir), "{says}");
                dir.write("old", OLD);
                let _ = std::fs::remove_file(dir.path("new"));
            }
        }
    }
}

/// The signal for exceeding the limit of a file's size ends each command while it writes.
#[test]
fn nothing_is_left_of_files_that_are_too_large() {
    let dir = directory();
    File::create(dir.path("huge")).and_then(|file| file.set_len(64 << 20)).unwrap();
    let resume = "hash --resume state --resume-interval 16777216 huge".to_string();
    for arguments in commands().into_iter().chain([resume]) {
        for named in [false, true] {
            let mut command = bramah(&dir, &arguments);
            if named {
                deny(&mut command, NO_UNNAMED_FILES);
            }
            let mut child = limited(&mut command, Resource::FileSize, 2).spawn().unwrap();
            let _ = child.stdin.take().unwrap().write_all(&message(100));
            let ended = child.wait().unwrap();
            let says = format!("{arguments}, named: {named}: {ended}");
            assert_eq!(ended.signal(), Some(libc::SIGXFSZ), "{says}");
            let mut files = dir.files();
            files.retain(|name| name != "huge");
            assert_eq!(files, ["a", "list", "old"], "{says}");
            assert_eq!(dir.read("old"), OLD, "{says}");
        }
    }
}
