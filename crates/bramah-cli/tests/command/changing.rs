//! Files that change while a command reads them: every command fails, and leaves no file.
#![cfg(target_os = "linux")]

use crate::support::{Dir, Ran, message};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    fs::{self, OpenOptions},
    io::Write,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant, SystemTime},
};

const KEY: &str = "--key 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// The ways in which a file changes.
#[derive(Clone, Copy, Debug)]
enum Change {
    Longer,
    Shorter,
    Newer,
}

/// Returns the position at which the program reads next in the open file whose path ends with this name.
fn place(child: &Child, name: &str) -> Option<u64> {
    let id = child.id();
    for file in fs::read_dir(format!("/proc/{id}/fd")).ok()?.flatten() {
        if fs::read_link(file.path()).is_ok_and(|to| to.ends_with(name)) {
            let number = file.file_name();
            let told = fs::read_to_string(format!("/proc/{id}/fdinfo/{}", number.to_str()?)).ok()?;
            return told.lines().next()?.strip_prefix("pos:")?.trim().parse().ok();
        }
    }
    None
}

/// Runs `bramah` on the file `changing`, stops the program while it reads the file, changes the file, and resumes the
/// program. Repeats all this if the program had already read the whole file when it was stopped.
fn changed_midway(dir: &Dir, holds: &[u8], arguments: &str, change: Change) -> Ran {
    let path = dir.path("changing");
    for _ in 0..20 {
        dir.write("changing", holds);
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(100)).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_bramah"))
            .current_dir(dir.path(""))
            .args(arguments.split_whitespace())
            .env("BRAMAH_BACKEND", "portable")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let began = Instant::now();
        let ended = loop {
            if child.try_wait().unwrap().is_some() {
                break true;
            }
            if place(&child, "changing").is_some_and(|place| place > 0) {
                break false;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{arguments}: it reads nothing");
        };
        let pid = Pid::from_child(&child);
        let midway = !ended && kill_process(pid, Signal::STOP).is_ok() && {
            // waits until the process has stopped, which takes some time after the signal
            let stat = format!("/proc/{}/stat", child.id());
            while fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") T") && !stat.contains(") Z")) {
                sleep(Duration::from_millis(1));
            }
            place(&child, "changing").is_some_and(|place| place < holds.len() as u64)
        };
        if midway {
            let mut file = OpenOptions::new().append(true).open(&path).unwrap();
            match change {
                Change::Longer => file.write_all(b"more").unwrap(),
                // only a part that has not been read yet is cut off
                Change::Shorter => file.set_len(holds.len() as u64 - 1).unwrap(),
                Change::Newer => file.set_modified(SystemTime::now()).unwrap(),
            }
        }
        let _ = kill_process(pid, Signal::CONT);
        let ended = child.wait_with_output().unwrap();
        if midway {
            let code = ended.status.code().expect("an exit code");
            return Ran { out: ended.stdout, err: String::from_utf8(ended.stderr).unwrap(), code };
        }
    }
    panic!("{arguments}: it is over before it can be stopped");
}

#[test]
fn whatever_reads_a_file_sees_that_it_changes() {
    // uses portable code and slow ciphers, so that the program can be stopped before it has read the whole file
    let len = 4 << 20;
    let dir = Dir::new();
    let text = message(len);
    let eax = format!("cipher aes-256-eax {KEY} --iv 000102030405060708090a0b0c0d0e0f");
    let sealed = dir.fed(&eax, text.clone()).out;
    assert_eq!(sealed.len(), len + 16);
    dir.write("old", "old");
    dir.write("changing", "");
    let plain = |mode: &str, iv: &str| format!("cipher aes-256-{mode} -q {KEY} {iv}");
    let iv = "--iv 000102030405060708090a0b0c0d0e0f";
    let mut wrong = Vec::new();
    let mut see = |holds: &[u8], arguments: &str| {
        for change in [Change::Longer, Change::Shorter, Change::Newer] {
            let before = dir.files();
            let ran = changed_midway(&dir, holds, arguments, change);
            let right =
                ran.code == 1 && ran.err == "bramah: changing: the file changed while it was being read\n";
            let after = dir.files();
            if !right || after != before || dir.read("old") != "old" {
                wrong.push(format!("{arguments}, {change:?}: {ran:?}, {after:?}"));
                let _ = fs::remove_file(dir.path("new"));
                dir.write("old", "old");
            }
        }
    };
    for to in ["", "-o new", "-f -o old"] {
        see(&text, &format!("{} {to} changing", plain("ctr", iv)));
        see(&sealed, &format!("{eax} -d {to} changing"));
        see(&text, &format!("{eax} {to} changing"));
    }
    see(&text, &format!("{} -o new changing", plain("cbc", iv)));
    see(&text, &format!("{} -d -o new changing", plain("ecb", "--padding none")));
    see(&text, &format!("{eax} --ad-file changing -o new a"));
    see(&text, &format!("mac cmac-aes-256 {KEY} changing"));
    see(&text, &format!("mac cmac-aes-256 {KEY} --check 00000000000000000000000000000000 changing"));
    see(&text, &format!("mac cmac-aes-256 {KEY} --raw changing"));
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
