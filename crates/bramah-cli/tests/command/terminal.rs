//! What a terminal shows, and what it is asked for.

use crate::support::{ABC, Dir, Terminal, line};
use std::process::{Command, Stdio};

fn command(dir: &Dir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bramah"));
    command.current_dir(dir.path("")).args(arguments).env_remove("BRAMAH_BACKEND");
    command
}

/// ESC, CSI as one character, a tab and a byte that is not UTF-8.
const NAME: &[u8] = b"e\x1b[31m\xc2\x9b\t\xff";
const SHOWN: &str = "e\\033[31m\\302\\233\\011\\377";

#[test]
fn control_characters_of_names_do_not_reach_it() {
    use std::os::unix::ffi::OsStrExt;
    let dir = Dir::new();
    let name = std::ffi::OsStr::from_bytes(NAME);
    dir.write(name, "abc");
    let list = dir.bramah([std::ffi::OsStr::new("hash"), name]);
    // byte for byte, where there is no terminal
    let raw = [b"SHA256 (", NAME, format!(") = {ABC}\n").as_bytes()].concat();
    list.gives(&raw);
    dir.write("list", &list.out);
    dir.run("check list").gives(&[NAME, b": OK\n"].concat());

    let shows = |arguments: &[&str], to_file: bool| {
        let terminal = Terminal::new();
        let mut command = command(&dir, arguments);
        match to_file {
            true => command.arg("-o").arg(&terminal.name),
            false => command.stdout(terminal.open()),
        };
        assert!(command.status().unwrap().success());
        drop(command);
        terminal.shows()
    };
    let tagged = line(SHOWN, ABC);
    assert_eq!(
        shows(&["hash", "-r", ".", "--exclude", "list", "--exclude", "a"], false),
        tagged.replace("(e", "(./e")
    );
    assert_eq!(
        shows(&["hash", "-r", ".", "--exclude", "list", "--exclude", "a"], true),
        tagged.replace("(e", "(./e")
    );
    assert_eq!(shows(&["check", "list"], false), format!("{SHOWN}: OK\n"));
    // standard error never has them
    for arguments in
        [&["hash", "--\u{1b}[31m"][..], &["hash", "no\u{1b}[31m"], &["\u{1b}[31m"], &["kdf", "\u{9b}31m"]]
    {
        let ran = dir.bramah(arguments);
        assert!(!ran.err.is_empty() && !ran.err.contains(['\u{1b}', '\u{9b}']), "{:?}", ran.err);
    }
}

#[test]
fn a_list_that_is_awaited_from_it_is_named() {
    let dir = Dir::new();
    for arguments in [&["check"][..], &["check", "--audit"]] {
        let mut terminal = Terminal::new();
        let mut command = command(&dir, arguments);
        let command = command.stdin(terminal.open()).stdout(Stdio::null()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        terminal.types(&format!("{ABC}  a\n\u{4}"));
        let ended = child.wait_with_output().unwrap();
        let err = String::from_utf8(ended.stderr).unwrap();
        assert!(
            err.starts_with("bramah: no list is named: it is read from the terminal, up to Ctrl-D\n"),
            "{err}"
        );
    }
}

#[test]
fn no_progress_is_shown_while_typed_input_is_awaited() {
    let dir = Dir::new();
    let mut terminal = Terminal::new();
    let mut command = command(&dir, &["hash"]);
    let mut child =
        command.stdin(terminal.open()).stdout(Stdio::null()).stderr(terminal.open()).spawn().unwrap();
    // the bar would appear after a second
    std::thread::sleep(std::time::Duration::from_millis(1600));
    terminal.types("\u{4}");
    assert!(child.wait().unwrap().success());
    drop(command);
    let shown = terminal.shows();
    assert!(!shown.contains("file") && !shown.contains("B/s"), "{shown:?}");
}
