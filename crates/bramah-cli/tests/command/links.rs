//! `-o` with symbolic links: a link to a descriptor means the descriptor, any other link is followed, and no link is
//! replaced.
//!
//! The links are in the test's directory, since root could replace `/dev/stdout` itself.

use crate::support::{ABC, Dir, Links, line, message};
use std::{
    fs::{self, File},
    io::Read as _,
    os::{
        fd::OwnedFd,
        unix::{
            fs::{FileTypeExt as _, symlink},
            net::UnixStream,
        },
    },
    process::{Command, Output, Stdio},
};

/// A command that writes a file, and the contents that it writes, if they are always the same.
struct Writer {
    program: &'static str,
    arguments: String,
    output: Option<Vec<u8>>,
}

/// Makes the inputs of all commands with `-o`, and returns the commands. `OUT` stands for the output.
fn writers(links: &Links) -> Vec<Writer> {
    let dir = &links.0;
    symlink(env!("CARGO_BIN_EXE_bramah"), dir.path("bin/bramah")).unwrap();
    assert_eq!(dir.run("keygen -o key").code, 0);
    dir.write("public", dir.run("keygen -y key").out);
    dir.write("sealed", dir.run("encrypt -R public a").out);
    dir.write("list", dir.run("hash a").out);
    dir.write("k", [7; 32]);
    let iv = "--iv 000102030405060708090a0b0c0d0e0f";
    let key = format!("--key 000102030405060708090a0b0c0d0e0f {iv}");
    dir.write("eax", dir.run(&format!("cipher aes-128-eax {key} a")).out);
    let listed = Some(line("a", ABC).into_bytes());
    let public = Some(dir.bytes("public"));
    let abc = || Some(b"abc".to_vec());
    [
        ("bramah", "hash -o OUT a".into(), listed.clone()),
        ("bramah", "hash --merge -o OUT list".into(), listed),
        ("bramah", format!("cipher aes-128-ctr -q {key} -f -o OUT a"), None),
        ("bramah", format!("cipher aes-128-eax {key} -f -o OUT a"), Some(dir.bytes("eax"))),
        ("bramah", format!("cipher aes-128-eax {key} -d -f -o OUT eax"), abc()),
        ("bramah", format!("cipher a128cbc-hs256 --key-file k {iv} -f -o OUT a"), None),
        ("bramah", "kdf hkdf --hash sha256 --key 00 -f -o OUT".into(), None),
        ("bramah", "random -f -o OUT 100".into(), None),
        ("bramah", "keygen -f -o OUT".into(), None),
        ("bramah", "keygen -y -f -o OUT key".into(), public.clone()),
        ("bramah", "encrypt -R public -f -o OUT a".into(), None),
        ("bramah", "decrypt -i key -f -o OUT sealed".into(), abc()),
        ("age", "-R public -o OUT a".into(), None),
        ("age", "-d -i key -o OUT sealed".into(), abc()),
        ("age-keygen", "-y -o OUT key".into(), public),
    ]
    .map(|(program, arguments, output)| Writer { program, arguments, output })
    .into()
}

impl Writer {
    /// Returns the command with this output, in the directory.
    fn command(&self, dir: &Dir, out: &str) -> Command {
        let mut command = Command::new(dir.path("bin").join(self.program));
        command.current_dir(dir.path("")).stdin(Stdio::null()).env_remove("BRAMAH_BACKEND");
        command.args(self.arguments.split_whitespace().map(|word| if word == "OUT" { out } else { word }));
        command
    }

    /// Returns an error text unless the run succeeded and `found` is `before` followed by the whole output.
    fn complaint(&self, out: &str, ran: &Output, before: &[u8], found: &[u8]) -> Option<String> {
        let err = String::from_utf8_lossy(&ran.stderr);
        let said = err.lines().all(|line| line.contains("public key: ") || line.starts_with("bramah: --"));
        let whole = found.strip_prefix(before).is_some_and(|found| match &self.output {
            Some(expected) => found == expected,
            None => !found.is_empty(),
        });
        let well = ran.status.code() == Some(0) && said && whole;
        let found = String::from_utf8_lossy(&found[..found.len().min(60)]);
        (!well).then(|| format!("{} {} to {out}: {found:?}, {ran:?}", self.program, self.arguments))
    }
}

#[test]
fn a_link_to_a_descriptor_is_the_descriptor() {
    let links = Links::new();
    let dir = &links.0;
    let writers = writers(&links);
    fs::create_dir(dir.path("sub")).unwrap();
    let made = [
        ("direct", "/proc/self/fd/1"),
        ("dev", "/dev/fd/1"),
        ("thread", "/proc/thread-self/fd/1"),
        ("chain", "direct"),
        ("sub/up", "../chain"),
        ("fds", "/proc/self/fd"),
    ];
    for (name, to) in made {
        symlink(to, dir.path(name)).unwrap();
    }
    // in /proc, to which /dev/fd leads, no link can be replaced
    let names =
        ["/proc/self/fd/1", "/dev/fd/1", "fds/1"].into_iter().chain(made[..5].iter().map(|&(name, _)| name));
    let names: Vec<&str> = names.collect();
    let mut wrong = Vec::new();
    for (number, writer) in writers.iter().enumerate() {
        for (at, name) in names.iter().enumerate() {
            // runs each command with each name; the kind of standard output changes from run to run
            match (number + at) % 4 {
                0 => {
                    let ran = writer.command(dir, name).output().unwrap();
                    wrong.extend(writer.complaint(name, &ran, b"", &ran.stdout));
                }
                kind @ (1 | 2) => {
                    dir.write("stdout", "before\n");
                    let mut file =
                        File::options().write(true).append(kind == 1).open(dir.path("stdout")).unwrap();
                    // as if another command in the same shell had already written
                    std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).unwrap();
                    let ran = writer.command(dir, name).stdout(file).output().unwrap();
                    wrong.extend(writer.complaint(name, &ran, b"before\n", &dir.bytes("stdout")));
                }
                _ => {
                    let (mut ours, theirs) = UnixStream::pair().unwrap();
                    let ran = writer.command(dir, name).stdout(OwnedFd::from(theirs)).output().unwrap();
                    let mut found = Vec::new();
                    ours.read_to_end(&mut found).unwrap();
                    wrong.extend(writer.complaint(name, &ran, b"", &found));
                }
            }
            for (name, to) in made {
                let is_link = fs::read_link(dir.path(name)).is_ok_and(|found| found.as_os_str() == to);
                if !is_link {
                    wrong.push(format!("{} {}: {name} was replaced", writer.program, writer.arguments));
                    let _ = fs::remove_file(dir.path(name));
                    symlink(to, dir.path(name)).unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    // descriptors other than standard output
    dir.shell("$bramah hash -o /dev/fd/5 a 5>five").is("", "", 0);
    assert_eq!(dir.read("five"), line("a", ABC));
}

/// A descriptor that is closed, open only for reading, or opened by the program itself is refused as an output.
#[test]
fn other_descriptors_are_refused() {
    let dir = Dir::new();
    dir.write("text", "before");
    symlink("/proc/self/fd/1", dir.path("link")).unwrap();
    for (arguments, name) in [
        ("-o link a >&-", "link"),
        ("-o link a 1<text", "link"),
        ("-o /dev/fd/7 a", "/dev/fd/7"),
        // the first descriptor that the program itself opens
        ("-o /dev/fd/3 a", "/dev/fd/3"),
    ] {
        for command in ["hash", "random -f", "keygen"] {
            let ran = dir.shell(&format!(
                "$bramah {command} {}",
                arguments.replace(" a", if command == "hash" { " a" } else { "" })
            ));
            ran.is("", &format!("bramah: {name}: Bad file descriptor\n"), 1);
        }
    }
    // an input, or a file that another process has open, is refused too
    dir.shell("$bramah cipher aes-128-ctr -q --key 000102030405060708090a0b0c0d0e0f --iv 000102030405060708090a0b0c0d0e0f -f -o link a 1<>a")
        .is("", "bramah: a: input file is output file\n", 1);
    let ran = dir.shell("exec 8>other; $bramah hash -o /proc/$$/fd/8 a; echo $? >&2");
    assert!(ran.err.ends_with("name of the file itself\n1\n"), "{}", ran.err);
    assert_eq!(
        (dir.read("a"), dir.read("other"), dir.read("text")),
        ("abc".into(), String::new(), "before".into())
    );
    assert_eq!(fs::read_link(dir.path("link")).unwrap().as_os_str(), "/proc/self/fd/1");
}

#[test]
fn links_to_files_are_followed() {
    let links = Links::new();
    let dir = &links.0;
    let writers = writers(&links);
    for sub in ["sub", "there"] {
        fs::create_dir(dir.path(sub)).unwrap();
    }
    let made = [
        ("link", "there/old"),
        ("chain", "link"),
        ("sub/up", "../there/old"),
        ("dangling", "there/new"),
        ("to dangling", "dangling"),
        ("folder", "there"),
    ];
    for (name, to) in made {
        symlink(to, dir.path(name)).unwrap();
    }
    let mut wrong = Vec::new();
    for writer in &writers {
        for (name, file) in [
            ("link", "old"),
            ("chain", "old"),
            ("sub/up", "old"),
            ("dangling", "new"),
            ("to dangling", "new"),
            ("folder/old", "old"),
        ] {
            let there = format!("there/{file}");
            dir.write("there/old", "old");
            let _ = fs::remove_file(dir.path("there/new"));
            let ran = writer.command(dir, name).output().unwrap();
            let found = fs::read(dir.path(&there)).unwrap_or_default();
            if writer.program == "age-keygen" {
                // age-keygen never replaces a file
                assert_eq!(
                    (ran.status.code(), &found[..]),
                    (Some(1), if file == "old" { b"old" } else { &b""[..] })
                );
                continue;
            }
            wrong.extend(writer.complaint(name, &ran, b"", &found));
            for (name, to) in made {
                if !fs::read_link(dir.path(name)).is_ok_and(|found| found.as_os_str() == to) {
                    wrong.push(format!("{} {}: {name} was replaced", writer.program, writer.arguments));
                    let _ = fs::remove_file(dir.path(name));
                    symlink(to, dir.path(name)).unwrap();
                }
            }
            let names: Vec<_> =
                fs::read_dir(dir.path("there")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            if names.len() > 2 {
                wrong.push(format!("{} {}: {names:?}", writer.program, writer.arguments));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Links are also followed for updated lists, incomplete lists and saved states.
#[test]
fn lists_and_states_follow_links() {
    let dir = Dir::new();
    dir.write("there/list", "");
    dir.write("large", message(300_000));
    symlink("there/list", dir.path("list")).unwrap();
    symlink("there/state", dir.path("state")).unwrap();
    dir.run("hash --update list a").is("", "", 0);
    assert!(dir.read("there/list").contains(ABC));
    let ran = dir.run("hash -o list a gone");
    assert!(ran.err.contains("the new list is in there/list.partial"), "{}", ran.err);
    assert_eq!(dir.read("there/list.partial"), line("a", ABC));
    dir.run("hash --resume state --resume-interval 1000 -o list large").is("", "", 0);
    for name in ["list", "state"] {
        assert!(fs::symlink_metadata(dir.path(name)).unwrap().is_symlink(), "{name}");
    }
    dir.run("hash --resume state -o there/state large")
        .is_usage("--resume and the output list are the same file");
    // only a regular file can be updated
    symlink("/proc/self/fd/1", dir.path("out")).unwrap();
    let ran = dir.shell("cp there/list new; $bramah hash --update out a 1<>new");
    assert_eq!(
        (ran.code, ran.err.contains("--update works with regular files only")),
        (1, true),
        "{}",
        ran.err
    );
    assert_eq!(dir.bytes("new"), dir.bytes("there/list"));
}

/// The targets are pipes, devices, sockets, and links that cannot be followed.
#[test]
fn other_kinds_of_targets() {
    let links = Links::new();
    let dir = &links.0;
    let writers = writers(&links);
    symlink("loop", dir.path("loop")).unwrap();
    symlink("none/file", dir.path("nowhere")).unwrap();
    symlink("/dev/null", dir.path("null")).unwrap();
    symlink("fifo", dir.path("to fifo")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(dir.path("socket")).unwrap();
    rustix::fs::mknodat(rustix::fs::CWD, dir.path("fifo"), rustix::fs::FileType::Fifo, 0o600.into(), 0)
        .unwrap();
    for (number, writer) in writers.iter().enumerate() {
        let run = |name: &str| {
            let ran = writer.command(dir, name).output().unwrap();
            (String::from_utf8(ran.stderr).unwrap(), ran.status.code())
        };
        for (name, reason) in [
            ("loop", "loop: Too many levels of symbolic links\n"),
            ("socket", "socket: No such device or address\n"),
        ] {
            let (err, code) = run(name);
            assert!(err.ends_with(reason) && code == Some(1), "{}: {err}", writer.arguments);
        }
        let (err, code) = run("nowhere");
        assert!(err.contains("nowhere: ") && code == Some(1), "{}: {err}", writer.arguments);
        assert_eq!(run("null").1, Some(0), "{}", writer.arguments);
        // the reader of the pipe receives the whole output
        let fifo = if number % 2 == 0 { "fifo" } else { "to fifo" };
        let child = writer.command(dir, fifo).stderr(Stdio::piped()).spawn().unwrap();
        let found = dir.bytes("fifo");
        let ran = child.wait_with_output().unwrap();
        assert_eq!(writer.complaint(fifo, &ran, b"", &found), None);
    }
    for name in ["loop", "nowhere", "null", "to fifo"] {
        assert!(fs::symlink_metadata(dir.path(name)).unwrap().is_symlink(), "{name}");
    }
    assert!(fs::symlink_metadata(dir.path("fifo")).unwrap().file_type().is_fifo());
    assert!(fs::symlink_metadata(dir.path("socket")).unwrap().file_type().is_socket());
}
