//! Tests of the paths, permissions and times of output files.

use super::keys;
use std::{
    fs::{self, File, FileTimes},
    os::unix::fs::PermissionsExt,
    time::{Duration, UNIX_EPOCH},
};

#[test]
fn no_file_is_replaced_unless_it_is_asked_for() {
    let dir = keys();
    dir.write("out", "old");
    for arguments in ["encrypt -R public -o out a", "keygen -o out"] {
        dir.run(arguments).is("", "bramah: out: File exists; use -f to replace it\n", 1);
        assert_eq!(dir.read("out"), "old");
    }
    assert_eq!(dir.run("encrypt -R public -f -o out a").well(), "");
    dir.run("decrypt -i key out").gives(b"abc");
    // the output may not be the input, another name of the input, or the key
    fs::hard_link(dir.path("a"), dir.path("same")).unwrap();
    for name in ["a", "same", "public"] {
        let ran = dir.run(&format!("encrypt -R public -f -o {name} a"));
        assert_eq!((ran.text(), ran.code), ("", 1));
        assert!(ran.err.ends_with(": input file is output file\n"), "{}", ran.err);
    }
    assert_eq!(dir.read("a"), "abc");
}

#[test]
fn permissions_and_times_are_those_of_the_input() {
    let dir = keys();
    let time = UNIX_EPOCH + Duration::from_secs(1_600_000_000);
    for mode in [0o600, 0o640, 0o644, 0o755, 0o400] {
        dir.write("in", "text");
        let times = FileTimes::new().set_modified(time);
        File::options().write(true).open(dir.path("in")).unwrap().set_times(times).unwrap();
        fs::set_permissions(dir.path("in"), fs::Permissions::from_mode(mode)).unwrap();
        assert_eq!(dir.run("encrypt -R public -f -o out in").well(), "");
        assert_eq!(dir.run("decrypt -i key -f -o again out").well(), "");
        for name in ["out", "again"] {
            let metadata = fs::metadata(dir.path(name)).unwrap();
            assert_eq!(metadata.modified().unwrap(), time, "{name}");
            // the umask may remove permissions
            let found = metadata.permissions().mode() & 0o777;
            assert_eq!((found & !mode, found & 0o700), (0, mode & 0o700), "{name}: {found:o} of {mode:o}");
        }
        fs::remove_file(dir.path("in")).unwrap();
    }
    // the output for input from a pipe, and identities, are readable only by their owner
    dir.fed("encrypt -R public -o piped", "abc").gives(b"");
    for name in ["piped", "key"] {
        assert_eq!(fs::metadata(dir.path(name)).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_terminal_gets_text_alone() {
    let dir = keys();
    let program = env!("CARGO_BIN_EXE_bramah");
    let run = |words: &[&str]| {
        let terminal = crate::support::Terminal::new();
        let mut command = std::process::Command::new(program);
        command
            .args(words)
            .current_dir(dir.path(""))
            .stdout(terminal.open())
            .stdin(std::process::Stdio::null());
        let ran = command.output().unwrap();
        // `command` holds an end of the terminal open
        drop(command);
        (terminal.shows(), String::from_utf8(ran.stderr).unwrap(), ran.status.code())
    };
    let (shown, err, code) = run(&["encrypt", "-R", "public", "a"]);
    assert_eq!((shown.as_str(), code), ("", Some(2)), "{err}");
    assert!(err.contains("refusing to write"), "{err}");
    let (shown, err, code) = run(&["encrypt", "-a", "-R", "public", "a"]);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(shown.starts_with("-----BEGIN AGE ENCRYPTED FILE-----\n"), "{shown}");
    for (text, is_text) in [("caf\u{e9}\n", true), ("\x1b[2J", false), ("\0", false)] {
        dir.write("in", text);
        assert_eq!(dir.run("encrypt -R public -f -o out in").well(), "");
        let (shown, err, code) = run(&["decrypt", "-i", "key", "out"]);
        match is_text {
            true => assert_eq!((shown.as_str(), err.as_str(), code), (text, "", Some(0))),
            false => assert_eq!((shown.as_str(), code), ("", Some(2)), "{err}"),
        }
    }
}

#[test]
fn under_other_names_it_behaves_as_age() {
    let links = crate::support::Links::new();
    let dir = &links.0;
    let made = links.ours("age-keygen", &["-o", "key"]);
    assert_eq!((made.text(), made.code), ("", 0), "{}", made.err);
    let public = links.ours("age-keygen", &["-y", "key"]).well().to_string();
    let pq = links.ours("age-keygen", &["-pq"]);
    assert!(pq.text().contains("AGE-SECRET-KEY-PQ-1"), "{}", pq.err);
    let sealed = links.ours("age", &["-r", public.trim()]);
    assert_eq!((sealed.err.as_str(), sealed.code), ("", 0));
    dir.write("sealed", &sealed.out);
    links.ours("age", &["-d", "-i", "key", "sealed"]).gives(b"standard input");
    links.ours("age", &["--decrypt", "--identity=key", "-o", "out", "sealed"]).gives(b"");
    // an existing file is replaced, as by age
    links.ours("age", &["-e", "-i", "key", "-a", "-o", "out", "a"]).gives(b"");
    links.ours("age", &["-d", "-i", "key", "out"]).gives(b"abc");
    for (arguments, says) in [
        (&["-i", "key", "a"][..], "--identity cannot be used without"),
        (&["-d", "-a", "a"], "--armor cannot be used with -d"),
        (&["-d", "-r", "x", "a"], "--recipient cannot be used with -d"),
        (&["-p", "a", "b"], "only one INPUT"),
        (&["--nope"], "unrecognized option"),
    ] {
        let ran = links.ours("age", arguments);
        assert_eq!((ran.text(), ran.code), ("", 2));
        assert!(ran.err.starts_with("age: ") && ran.err.contains(says), "{}", ran.err);
    }
    assert!(links.ours("age", &["--version"]).text().starts_with("age "));
    assert!(links.ours("age-keygen", &["--help"]).text().starts_with("Usage: age-keygen"));
}
