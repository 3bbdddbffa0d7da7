//! Tests of output on terminals, and of questions on terminals.

use crate::{
    support::{ABC, Dir, Terminal, line},
    system::{at_terminal, mortal},
};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

fn command(dir: &Dir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bramah"));
    command.current_dir(dir.path("")).args(arguments).env_remove("BRAMAH_BACKEND");
    command.env_remove("NO_COLOR").env("TERM", "xterm");
    command
}

/// A name with ESC, CSI as a single character, a tab, and a byte that is not UTF-8.
const NAME: &[u8] = b"e\x1b[31m\xc2\x9b\t\xff";
const SHOWN: &str = "e\\033[31m\\302\\233\\011\\377";

#[test]
fn control_characters_of_names_do_not_reach_it() {
    use std::os::unix::ffi::OsStrExt;
    let dir = Dir::new();
    let name = std::ffi::OsStr::from_bytes(NAME);
    dir.write(name, "abc");
    let list = dir.bramah([std::ffi::OsStr::new("hash"), name]);
    // if the output is not a terminal, the name is written byte for byte
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
    assert_eq!(shows(&["check", "list"], false), format!("{SHOWN}: \x1b[32mOK\x1b[0m\n"));
    // control characters never reach standard error
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
        assert!(err.starts_with("bramah: reading the list from the terminal; end it with Ctrl-D\n"), "{err}");
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

/// After a signal has ended a command that asks for a password, the terminal shows what the user types again.
#[test]
fn the_echo_is_on_again_after_a_signal() {
    let dir = Dir::new();
    dir.write("passphrase", "abc");
    dir.run("encrypt -p --passphrase-file passphrase -o a.age a").is("", "", 0);
    dir.write("asking", "echo $$ > process; exec \"$@\"");
    let script = "sh asking \"$0\" \"$@\"; echo $?; exec stty -a";
    for arguments in ["password hash", "encrypt -p -o new a", "decrypt a.age"] {
        for (signal, typed) in [
            (Signal::INT, true),
            (Signal::INT, false),
            (Signal::TERM, false),
            (Signal::HUP, false),
            (Signal::QUIT, false),
        ] {
            // the shell, which begins the session, ends later than the command: the end of a session resets the terminal
            let mut terminal = Terminal::new();
            let mut command = Command::new("sh");
            command.current_dir(dir.path("")).args(["-c", script, env!("CARGO_BIN_EXE_bramah")]);
            command
                .args(arguments.split(' '))
                .stdin(terminal.open())
                .stdout(Stdio::piped())
                .stderr(terminal.open());
            let mut child = at_terminal(mortal(&mut command)).spawn().unwrap();
            let began = Instant::now();
            while terminal.echoes() {
                assert_eq!(child.try_wait().unwrap(), None, "{arguments}: it ended too early");
                assert!(began.elapsed() < Duration::from_secs(60), "{arguments}: it does not ask");
                sleep(Duration::from_millis(1));
            }
            match typed {
                true => terminal.types("abc\u{3}"),
                false => {
                    let process = dir.read("process").trim().parse().unwrap();
                    kill_process(Pid::from_raw(process).unwrap(), signal).unwrap();
                }
            }
            let ended = child.wait_with_output().unwrap();
            let shown = String::from_utf8(ended.stdout).unwrap();
            let words: Vec<&str> = shown.split_whitespace().collect();
            assert_eq!(words[0], (128 + signal.as_raw()).to_string(), "{arguments}");
            for word in ["echo", "icanon", "isig"] {
                assert!(words.contains(&word), "{arguments}, {signal:?}: no {word} in {shown}");
            }
        }
    }
}

/// While a command that asks for a password is stopped (Ctrl-Z), the terminal shows what the user types; after `fg` it does
/// not.
#[test]
fn the_echo_is_on_while_a_question_is_stopped() {
    let dir = Dir::new();
    dir.write("passphrase", "abc");
    dir.run("encrypt -p --passphrase-file passphrase -o a.age a").is("", "", 0);
    let script =
        "set -m; \"$0\" decrypt a.age; echo $?; stty -a; sleep 0.5; fg >/dev/null; code=$?; echo; echo $code";
    let mut terminal = Terminal::new();
    let mut command = Command::new("sh");
    command.current_dir(dir.path("")).args(["-c", script, env!("CARGO_BIN_EXE_bramah")]);
    command.stdin(terminal.open()).stdout(Stdio::piped()).stderr(terminal.open());
    let mut child = at_terminal(mortal(&mut command)).spawn().unwrap();
    for (shown, typed) in [(false, "ab\u{1a}"), (true, ""), (false, "abc\n")] {
        let began = Instant::now();
        while terminal.echoes() != shown {
            assert_eq!(child.try_wait().unwrap(), None, "it ended before {typed:?}");
            assert!(began.elapsed() < Duration::from_secs(60), "the echo did not change before {typed:?}");
            sleep(Duration::from_millis(1));
        }
        terminal.types(typed);
    }
    let ended = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let words: Vec<&str> = ended.split_whitespace().collect();
    assert_eq!(words[0], (128 + Signal::TSTP.as_raw()).to_string(), "{ended}");
    assert!(words.contains(&"echo") && words.contains(&"icanon"), "{ended}");
    assert_eq!(&words[words.len() - 2..], ["abc", "0"], "{ended}");
}

#[test]
fn results_and_errors_are_in_color_if_that_is_wanted() {
    let dir = Dir::new();
    dir.write("b", "");
    dir.write("list", format!("{}{}{}", line("a", ABC), line("b", ABC), line("gone", ABC)));
    let ran = |arguments: &[&str], no_color: &str, term: &str, terminal: bool| {
        let (shown, mut command) = (Terminal::new(), command(&dir, arguments));
        command.env("NO_COLOR", no_color).env("TERM", term);
        if terminal {
            command.stdout(shown.open()).stderr(shown.open());
            _ = command.status().unwrap();
            drop(command);
            return shown.shows();
        }
        let ended = command.output().unwrap();
        String::from_utf8([ended.stdout, ended.stderr].concat()).unwrap()
    };
    let red = |text: &str| format!("\x1b[31m{text}\x1b[0m");
    let colored = ran(&["check", "list"], "", "xterm", true);
    for part in [
        "a: \x1b[32mOK\x1b[0m\n".into(),
        format!("b: {}\n", red("FAILED")),
        format!("gone: {}\n", red("FAILED open or read")),
    ] {
        assert!(colored.contains(&part), "{colored:?}");
    }
    let error = format!("{} gone: No such file or directory\n", red("bramah:"));
    assert!(colored.contains(&error), "{colored:?}");
    let always = ran(&["check", "list", "--color", "always"], "1", "dumb", false);
    assert!(always.contains("a: \x1b[32mOK") && always.contains(&error), "{always:?}");
    for (arguments, no_color, term, terminal) in [
        (&["check", "list"][..], "", "xterm", false),
        (&["check", "list"], "1", "xterm", true),
        (&["check", "list"], "", "dumb", true),
        (&["--color=never", "check", "list"], "", "xterm", true),
        (&["--color=auto", "check", "list"], "", "xterm", false),
    ] {
        let plain = ran(arguments, no_color, term, terminal);
        assert!(
            plain.contains("a: OK\n") && plain.contains("bramah: gone: ") && !plain.contains('\x1b'),
            "{plain:?}"
        );
    }
    assert!(!ran(&["check", "--json", "--color=always", "list"], "", "xterm", false).contains("{\x1b"));
    // messages about wrong usage are colored, too
    assert!(ran(&["check", "-a", "none", "list"], "", "xterm", true).starts_with(&red("bramah:")));
    dir.run("check --color=sometimes list").is_usage("[possible values: auto, always, never]");
    // no colors under the name of another tool
    let tool = Terminal::new();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_bramah"), dir.path("sha256sum")).unwrap();
    let mut command = Command::new(dir.path("sha256sum"));
    command.current_dir(dir.path("")).env_remove("NO_COLOR").args(["-c", "list"]);
    _ = command.stdout(tool.open()).stderr(tool.open()).status().unwrap();
    drop(command);
    let shown = tool.shows();
    assert!(shown.contains("a: OK\n") && !shown.contains('\x1b'), "{shown:?}");
}
