//! Tests that an output file is either complete or does not exist.

use super::{IV, KEY};
use crate::support::{Dir, Terminal, message, ran};
use std::{
    fs::{self, Permissions},
    io::Write,
    os::unix::{
        fs::{PermissionsExt, symlink},
        process::ExitStatusExt,
    },
    process::{Command, Stdio},
    time::Duration,
};

fn ctr(more: &str) -> String {
    format!("cipher aes-128-ctr -q {KEY} {IV} {more}")
}

fn eax(more: &str) -> String {
    format!("cipher aes-128-eax {KEY} {IV} {more}")
}

fn mode(dir: &Dir, name: &str) -> u32 {
    fs::metadata(dir.path(name)).unwrap().permissions().mode() & 0o7777
}

#[test]
fn files_are_for_their_owner() {
    let dir = Dir::new();
    for (of_source, expected) in [(0o644, 0o600), (0o600, 0o600), (0o400, 0o400), (0o777, 0o600)] {
        fs::set_permissions(dir.path("a"), Permissions::from_mode(of_source)).unwrap();
        dir.run(&ctr("-f -o out a")).gives(b"");
        assert_eq!(mode(&dir, "out"), expected, "{of_source:o}");
    }
    dir.fed(&ctr("-o from-pipe"), "abc").gives(b"");
    assert_eq!(mode(&dir, "from-pipe"), 0o600);
    // the new file does not take over wider permissions of the replaced one
    dir.write("old", "old");
    fs::set_permissions(dir.path("old"), Permissions::from_mode(0o666)).unwrap();
    dir.fed(&eax("-f -o old"), "abc").gives(b"");
    assert_eq!(mode(&dir, "old"), 0o600);
    assert_eq!(dir.files(), ["a", "from-pipe", "old", "out"], "nothing temporary is left");
}

#[test]
fn files_are_replaced_only_if_that_is_asked_for() {
    let dir = Dir::new();
    dir.write("out", "old");
    for arguments in [ctr("-o out a"), eax("-o out a")] {
        dir.run(&arguments).is("", "bramah: out: File exists; use -f to replace it\n", 1);
        assert_eq!(dir.read("out"), "old");
    }
    dir.run(&ctr("-f -o out a")).gives(b"");
    assert_eq!(dir.bytes("out"), dir.run(&ctr("a")).out);
    symlink("nowhere", dir.path("link")).unwrap();
    dir.run(&ctr("-o link a")).is("", "bramah: link: File exists; use -f to replace it\n", 1);
    assert_eq!(dir.files(), ["a", "link", "out"]);
}

/// If somebody else creates a file with the output's name during the run, that file is kept.
#[test]
fn a_file_that_comes_meanwhile_stays() {
    let dir = Dir::new();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bramah"))
        .current_dir(dir.path(""))
        .args(ctr("-o out").split_whitespace())
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // more than fits into a pipe, so that the command has begun to read
    input.write_all(&message(1 << 20)).unwrap();
    dir.write("out", "other");
    drop(input);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(str::from_utf8(&ended.stderr), Ok("bramah: out: File exists; use -f to replace it\n"));
    assert_eq!((ended.status.code(), dir.read("out").as_str()), (Some(1), "other"));
    assert_eq!(dir.files(), ["a", "out"]);
}

#[test]
fn the_input_is_not_the_output() {
    let dir = Dir::new();
    fs::hard_link(dir.path("a"), dir.path("hard")).unwrap();
    symlink("a", dir.path("soft")).unwrap();
    let same = |name: &str| format!("bramah: {name}: input file is output file\n");
    for (input, output) in
        [("a", "a"), ("a", "./a"), ("a", "hard"), ("hard", "a"), ("a", "soft"), ("soft", "a")]
    {
        for arguments in [ctr(""), eax(""), eax("-d")] {
            dir.run(&format!("{arguments} -f -o {output} {input}")).is("", &same(input), 1);
        }
    }
    dir.shell(&format!("$bramah {} <a", ctr("-f -o a"))).is("", &same("-"), 1);
    dir.shell(&format!("$bramah {} 1<>a", ctr("a"))).is("", &same("a"), 1);
    dir.shell(&format!("$bramah {} <a 1<>a", ctr(""))).is("", &same("-"), 1);
    assert_eq!(dir.read("a"), "abc");
    dir.run(&ctr("-o a a")).is("", "bramah: a: File exists; use -f to replace it\n", 1);
}

#[test]
fn places_that_cannot_be_written_to() {
    let dir = Dir::new();
    dir.write("d/x", "");
    for more in ["", "-f"] {
        dir.run(&ctr(&format!("{more} -o d a"))).is("", "bramah: d: Is a directory\n", 1);
        let none = "bramah: none/out: No such file or directory\n";
        dir.run(&ctr(&format!("{more} -o none/out a"))).is("", none, 1);
    }
    let full = "bramah: write error: No space left on device\n";
    dir.write("sealed", dir.run(&eax("a")).out);
    for arguments in [ctr("a"), eax("a"), eax("-d sealed")] {
        dir.run(&format!("{arguments} -o /dev/full")).is("", full, 1);
        dir.shell(&format!("$bramah {arguments} > /dev/full")).is("", full, 1);
    }
}

#[test]
fn broken_pipe() {
    let dir = Dir::new();
    dir.write("large", message(1 << 20));
    for arguments in [ctr("large"), eax("large")] {
        let ran = dir.shell(&format!("{{ $bramah {arguments}; echo $? >code; }} | true; cat code"));
        ran.is("1\n", "", 0);
    }
}

#[test]
fn devices_and_pipes_are_written_to() {
    let dir = Dir::new();
    let expected = dir.run(&ctr("a")).out;
    dir.run(&ctr("-o /dev/null a")).gives(b"");
    dir.run(&ctr("-o - a")).gives(&expected);
    dir.run(&ctr("-o /dev/stdout a")).gives(&expected);
    dir.shell(&format!("mkfifo fifo; cat fifo & $bramah {}; wait", ctr("-o fifo a"))).gives(&expected);
    dir.fed(&ctr("-"), "abc").gives(&expected);
}

#[test]
fn terminals_get_text_alone() {
    let dir = Dir::new();
    let terminal = Terminal::new();
    let run = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bramah"));
        command.current_dir(dir.path("")).args(arguments.split_whitespace()).stdout(terminal.open());
        let ended = command.output().unwrap();
        (String::from_utf8(ended.stderr).unwrap(), ended.status.code())
    };
    for arguments in [ctr("a"), eax("a"), eax("-d a")] {
        let (err, code) = run(&arguments);
        assert!(
            err.starts_with("bramah: refusing to write binary data to the terminal; use -o FILE"),
            "{err}"
        );
        assert_eq!(code, Some(2));
    }
    assert_eq!(run(&ctr("-o - a")), (String::new(), Some(0)));
    assert_eq!(run(&ctr("-o out a")), (String::new(), Some(0)));
    assert_eq!(dir.files(), ["a", "out"]);
}

#[test]
fn interruption() {
    let dir = Dir::new();
    dir.write("old", "old");
    // SIGINT is not used, because background jobs ignore it
    for signal in [rustix::process::Signal::TERM, rustix::process::Signal::USR1] {
        for arguments in [ctr("-o out"), ctr("-f -o old"), eax("-o out"), eax("-d -o out")] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_bramah"))
                .current_dir(dir.path(""))
                .args(arguments.split_whitespace())
                .stdin(Stdio::piped())
                .spawn()
                .unwrap();
            let mut input = child.stdin.take().unwrap();
            input.write_all(&message(2 << 20)).unwrap();
            std::thread::sleep(Duration::from_millis(100));
            rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal).unwrap();
            assert_eq!(child.wait().unwrap().signal(), Some(signal.as_raw()));
            assert_eq!(dir.files(), ["a", "old"], "nothing is left");
            assert_eq!(dir.read("old"), "old");
        }
    }
}

#[test]
fn a_file_in_a_directory_that_is_named_by_a_path() {
    let dir = Dir::new();
    dir.write("d/x", "");
    dir.run(&ctr("-o d/out a")).gives(b"");
    ran(&mut dir.command(&ctr("-d d/out"))).gives(b"abc");
}
