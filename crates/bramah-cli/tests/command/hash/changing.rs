//! Tests of files that change while they are read, and of runs that are interrupted.

use crate::support::{ABC, Dir, line, names};
use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// A slow hash function: with it, a small file takes long to read.
const SLOW: &str = "snefru-256";
/// Its digest of `abc`, as `vectors/` has it.
const ABC_BY_SLOW: &str = "7d033205647a2af3dc8339f6cb25643c33ebc622d32979c4b612b02c4903031b";
/// That function and another.
const TWO: &str = "snefru-256,sha256";

#[test]
fn a_file_that_changes_while_it_is_read() {
    let dir = Dir::with_empty();
    let path = dir.path("growing");
    // the file takes so long that it is still being read when it changes: Snefru has 20 to 30 MB/s
    File::create(&path).and_then(|file| file.set_len(32 << 20)).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_bramah"))
        .current_dir(dir.path(""))
        .args(["hash", "--untagged", "-a", SLOW, "growing", "a"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // waits until the program has opened the file, on systems that show this
    let opened = || {
        let Ok(open) = fs::read_dir(format!("/proc/{}/fd", child.id())) else { return true };
        open.flatten().any(|file| fs::read_link(file.path()).is_ok_and(|to| to.ends_with("growing")))
    };
    let began = Instant::now();
    while !opened() && began.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(1));
    }
    sleep(Duration::from_millis(300));
    OpenOptions::new().append(true).open(&path).and_then(|mut file| file.write_all(b"more")).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "bramah: growing: the file changed while it was being read\n"
    );
    assert_eq!(
        (String::from_utf8_lossy(&output.stdout).as_ref(), output.status.code()),
        (&*format!("{ABC_BY_SLOW}  a\n"), Some(1))
    );
}

/// Starts a run, and kills it after it has saved its state.
fn interrupt(dir: &Dir) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bramah"))
        .current_dir(dir.path(""))
        .args(["hash", "-a", TWO, "--resume", "state", "--resume-interval", "16777216", "a", "huge"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while !dir.path("state").exists() && began.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(dir.path("state").exists());
}

#[test]
fn resuming() {
    let dir = Dir::with_empty();
    let huge = dir.path("huge");
    File::create(&huge).and_then(|file| file.set_len(48 << 20)).unwrap();
    interrupt(&dir);
    let again = dir.run(&format!("hash -a {TWO} --resume state a huge"));
    assert!(again.err.starts_with("bramah: huge: resuming at byte "), "{}", again.err);
    assert_eq!(again.text(), dir.run(&format!("hash -a {TWO} a huge")).well());
    assert!(!dir.path("state").exists(), "a run that ends well leaves no state");

    // a run on other files keeps the state
    interrupt(&dir);
    assert_eq!(dir.run("hash --resume state a").well(), line("a", ABC));
    let again = dir.run(&format!("hash -a {TWO} --resume state a huge"));
    assert!(again.err.starts_with("bramah: huge: resuming at byte "), "{}", again.err);
}

#[cfg(unix)]
#[test]
fn updating_reads_only_what_changed() {
    let dir = Dir::with_empty();
    let old = |name: &str| {
        let file = OpenOptions::new().write(true).open(dir.path(name)).unwrap();
        file.set_modified(std::time::SystemTime::now() - Duration::from_secs(60)).unwrap();
    };
    for name in ["t/a", "t/b", "t/c", "t/back\\slash"] {
        dir.write(name, "abc");
        old(name);
    }
    dir.write("t/fresh", "abc");
    dir.run("hash -r --update list t").is("", "", 0);
    let list = dir.read("list");
    assert_eq!(names(&list), ["t/a", "t/b", "t/back\\\\slash", "t/c", "t/fresh"]);
    assert_eq!(list.lines().filter(|line| line.starts_with("# size=3 modified=")).count(), 4);
    dir.run("check --quiet list").is("", "", 0);

    // a wrong digest in the list stays if the file is not read again
    dir.write("list", list.replace(ABC, &"0".repeat(64)));
    dir.write("t/b", "abcd");
    old("t/b");
    fs::remove_file(dir.path("t/c")).unwrap();
    dir.run("hash -r --update list t").is("", "", 0);
    let list = dir.read("list");
    assert_eq!(names(&list), ["t/a", "t/b", "t/back\\\\slash", "t/fresh"]);
    let read = |name: &str| !list.contains(&line(name, &"0".repeat(64)));
    assert_eq!(["t/a", "t/b", "t/back\\\\slash", "t/fresh"].map(read), [false, true, false, true]);

    // with other algorithms or another format, all files are read again
    dir.run("hash -r --update list --untagged t").is("", "", 0);
    assert!(!dir.read("list").contains(&"0".repeat(64)));
    dir.run("hash -r --update list --json t").is_usage("--json");
}

/// A modification time that differs by a nanosecond counts as a change.
#[cfg(unix)]
#[test]
fn updating_sees_every_other_time() {
    const OLD: u64 = 1_700_000_000;
    let dir = Dir::new();
    let times = [
        (500_000_000, 900_000_000),
        (0, 1),
        (999_999_998, 999_999_999),
        (123_456_788, 123_456_789),
        (1_000_000, 2_000_000),
    ];
    for (before, after) in times {
        for (seconds, later) in [(OLD, before), (OLD, after), (OLD - 1, before), (OLD + 1, before)] {
            let set = |seconds, nanoseconds| {
                let time = std::time::UNIX_EPOCH + Duration::new(seconds, nanoseconds);
                OpenOptions::new().write(true).open(dir.path("a")).unwrap().set_modified(time).unwrap();
                // skips file systems with coarser times
                fs::metadata(dir.path("a")).unwrap().modified().unwrap() == time
            };
            if !set(OLD, before) {
                continue;
            }
            dir.run("hash --update list a").is("", "", 0);
            dir.write("list", dir.read("list").replace(ABC, &"0".repeat(64)));
            assert!(set(seconds, later));
            dir.run("hash --update list a").is("", "", 0);
            let read = dir.read("list").contains(ABC);
            assert_eq!(read, (seconds, later) != (OLD, before), "{before} {seconds}.{later}");
            fs::remove_file(dir.path("list")).unwrap();
        }
    }
}

/// A file that was modified just before it was read might change again without getting another time, so its time is not
/// recorded, even if the list is written much later.
#[cfg(target_os = "linux")]
#[test]
fn updating_keeps_no_time_that_was_new_when_the_file_was_read() {
    let dir = Dir::new();
    // the file is read first, and then the command waits for the other end of the FIFO
    let file = OpenOptions::new().write(true).open(dir.path("a")).unwrap();
    file.set_modified(std::time::SystemTime::now() + Duration::from_secs(1)).unwrap();
    let script =
        "mkfifo fifo; { sleep 3.3; printf abc >fifo; } & $bramah hash -j1 --update list a fifo; wait";
    dir.shell(script).is("", "", 0);
    assert_eq!(dir.read("list"), line("a", ABC) + &line("fifo", ABC));
}
