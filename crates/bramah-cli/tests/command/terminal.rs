//! Tests of output on terminals, and of questions on terminals.

use crate::{
    support::{ABC, Dir, Terminal, line},
    system::{at_terminal, mortal},
};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    process::{Child, Command, Stdio},
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
    dir.run("encrypt -p --work-factor 1 --passphrase-file passphrase -o a.age a").is("", "", 0);
    dir.write("asking", "echo $$ > process; exec \"$@\"");
    // Ctrl-C reaches the shell too, which has to go on
    let script = "trap : INT; sh asking \"$0\" \"$@\"; echo $?; exec stty -a";
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

/// Waits until the terminal shows what the user types, or does not.
fn await_echo(terminal: &Terminal, shown: bool, child: &mut Child, when: &str) {
    let began = Instant::now();
    while terminal.echoes() != shown {
        assert_eq!(child.try_wait().unwrap(), None, "{when}: it ended too early");
        assert!(began.elapsed() < Duration::from_secs(60), "{when}: the echo did not become {shown}");
        sleep(Duration::from_millis(1));
    }
}

/// While a command that asks for a password is stopped, by Ctrl-Z or by a signal from elsewhere, the terminal shows what
/// the user types. After `fg` it does not, the command asks again, and what was typed before is not part of the password.
#[test]
fn the_echo_is_on_while_a_question_is_stopped() {
    let dir = Dir::new();
    dir.write("passphrase", "abc");
    dir.run("encrypt -p --work-factor 1 --passphrase-file passphrase -o a.age a").is("", "", 0);
    dir.write("asking", "echo $$ > process; exec \"$@\"");
    let script = "set -m; sh asking \"$0\" decrypt a.age; echo $?; stty -a; mkfifo seen; read line < seen; fg >/dev/null; \
                  code=$?; echo; echo $code; stty -a";
    for (keys, signal) in [("ab\u{1a}", None), ("", Some(Signal::TSTP))] {
        let mut terminal = Terminal::new();
        let mut command = Command::new("sh");
        command.current_dir(dir.path("")).args(["-c", script, env!("CARGO_BIN_EXE_bramah")]);
        command.stdin(terminal.open()).stdout(Stdio::piped()).stderr(terminal.open());
        let mut child = at_terminal(mortal(&mut command)).spawn().unwrap();
        await_echo(&terminal, false, &mut child, "before it is stopped");
        terminal.types(keys);
        if let Some(signal) = signal {
            let process = dir.read("process").trim().parse().unwrap();
            kill_process(Pid::from_raw(process).unwrap(), signal).unwrap();
        }
        await_echo(&terminal, true, &mut child, "while it is stopped");
        // opening the FIFO waits for the shell, which has the terminal then
        while !dir.path("seen").exists() {
            assert_eq!(child.try_wait().unwrap(), None, "it ended while it was stopped");
            sleep(Duration::from_millis(1));
        }
        dir.write("seen", "\n");
        await_echo(&terminal, false, &mut child, "after fg");
        // two threads may handle the two signals, and the second asks again, in less time than a user needs to type
        sleep(Duration::from_millis(200));
        terminal.types("abc\n");
        let ended = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let (stopped, finished) = ended.split_once("abc\n0\n").unwrap_or_else(|| panic!("{ended}"));
        assert_eq!(
            stopped.lines().next(),
            Some((128 + Signal::TSTP.as_raw()).to_string().as_str()),
            "{ended}"
        );
        for settings in [stopped, finished] {
            for word in ["echo", "icanon", "isig"] {
                assert!(settings.split_whitespace().any(|found| found == word), "no {word} in {settings}");
            }
        }
        std::fs::remove_file(dir.path("seen")).unwrap();
        drop(command);
        let shown = terminal.shows();
        // Ctrl-Z discards output that the terminal has not taken yet, maybe the first question
        assert!((1..=3).contains(&shown.matches("Passphrase").count()), "{shown:?}");
    }
}

/// A command in an orphaned process group, as a terminal or a container starts it, cannot be stopped: no shell could
/// continue it. After Ctrl-Z it still hides what the user types.
#[test]
fn the_echo_stays_off_if_nothing_could_continue_the_command() {
    let dir = Dir::new();
    dir.write("passphrase", "abc");
    dir.run("encrypt -p --work-factor 1 --passphrase-file passphrase -o a.age a").is("", "", 0);
    let mut terminal = Terminal::new();
    let mut command = command(&dir, &["decrypt", "a.age"]);
    command.stdin(terminal.open()).stdout(Stdio::piped()).stderr(terminal.open());
    let mut child = at_terminal(mortal(&mut command)).spawn().unwrap();
    await_echo(&terminal, false, &mut child, "before Ctrl-Z");
    // the bar would appear after a second, in place of the question
    sleep(Duration::from_millis(1600));
    terminal.types("ab\u{1a}");
    // the second prompt is written after the echo was turned off again
    let mut shown = String::new();
    while shown.matches("Passphrase").count() < 2 {
        shown += &terminal.next_output();
    }
    assert!(!shown.contains("B/s"), "{shown:?}");
    await_echo(&terminal, false, &mut child, "after Ctrl-Z");
    terminal.types("abc\n");
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), &ended.stdout[..]), (Some(0), &b"abc"[..]));
    drop(command);
    assert!(!terminal.shows().contains("abc"));
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
