//! A temporary directory, and functions that run `bramah` in it.

#[cfg(unix)]
#[path = "unix.rs"]
mod unix;
#[cfg(unix)]
pub(crate) use self::unix::{Links, Terminal};
use assert_cmd::Command;
use std::{
    ffi::OsStr,
    io::Write,
    path::{Path, PathBuf},
    process::{self, Stdio},
    thread,
};
use tempfile::TempDir;

/// The SHA-256 of `abc`.
pub(crate) const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
/// The SHA-256 of the empty message.
pub(crate) const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// A digest that no file has.
pub(crate) const ZERO: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The result of a program: exit code and output.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
    pub(crate) code: i32,
}

impl Ran {
    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.out).expect("UTF-8")
    }

    /// Returns the output of a run, which must have succeeded without messages.
    #[track_caller]
    pub(crate) fn well(&self) -> &str {
        assert_eq!((self.err.as_str(), self.code), ("", 0));
        self.text()
    }

    /// Checks that a run succeeded without messages and printed these bytes.
    #[track_caller]
    pub(crate) fn gives(&self, out: &[u8]) {
        assert_eq!((self.err.as_str(), self.code), ("", 0));
        assert!(self.out == out, "{} bytes, not {}", self.out.len(), out.len());
    }

    #[track_caller]
    pub(crate) fn is(&self, out: &str, err: &str, code: i32) {
        assert_eq!((self.text(), self.err.as_str(), self.code), (out, err, code));
    }

    /// Checks that a run failed because of wrong usage, with this message.
    #[track_caller]
    pub(crate) fn is_usage(&self, says: &str) {
        assert_eq!((self.text(), self.code), ("", 2), "{}", self.err);
        assert!(self.err.starts_with("bramah: ") && self.err.contains(says), "{}", self.err);
    }

    /// Returns the names in tagged lines.
    pub(crate) fn names(&self) -> Vec<&str> {
        names(self.text())
    }
}

/// A temporary directory, removed on drop.
pub(crate) struct Dir(TempDir);

impl Dir {
    /// Makes a directory with a file `a` that contains `abc`.
    pub(crate) fn new() -> Self {
        let dir = Self(TempDir::new().expect("a directory"));
        dir.write("a", "abc");
        dir
    }

    /// Makes a directory with the files `a` and `empty`.
    pub(crate) fn with_empty() -> Self {
        let dir = Self::new();
        dir.write("empty", "");
        dir
    }

    pub(crate) fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.0.path().join(name.as_ref())
    }

    /// Writes a file, and makes its parent directories.
    pub(crate) fn write(&self, name: impl AsRef<OsStr>, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a directory");
        std::fs::write(&path, text).expect("a file");
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a file")
    }

    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bramah"));
        command.current_dir(self.0.path()).args(arguments.split_whitespace()).env_remove("BRAMAH_BACKEND");
        command
    }

    /// Runs `bramah` with these arguments, separated by blanks.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        ran(&mut self.command(arguments))
    }

    /// Runs `bramah` with these arguments, separated by blanks, on an input.
    pub(crate) fn fed(&self, arguments: &str, input: impl Into<Vec<u8>>) -> Ran {
        ran(self.command(arguments).write_stdin(input))
    }

    /// Returns the names of all files, in order.
    pub(crate) fn files(&self) -> Vec<String> {
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("a file").file_name();
        let files = std::fs::read_dir(self.0.path()).expect("a directory").map(name);
        let mut files: Vec<String> = files.map(|name| name.to_string_lossy().into()).collect();
        files.sort();
        files
    }

    /// Returns the bytes of a file.
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("a file")
    }

    /// Runs `bramah check` with these arguments, separated by blanks.
    pub(crate) fn check(&self, arguments: &str) -> Ran {
        self.bramah(["check"].into_iter().chain(arguments.split_whitespace()))
    }

    /// Runs `bramah` with these arguments.
    pub(crate) fn bramah<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Ran {
        self.program(env!("CARGO_BIN_EXE_bramah"), arguments, b"")
    }

    /// Runs any program on an input.
    ///
    /// # Panics
    /// If the program is not installed, because nothing would be compared then.
    pub(crate) fn program<S: AsRef<OsStr>>(
        &self,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = S>,
        input: &[u8],
    ) -> Ran {
        let program = program.as_ref();
        let mut child = process::Command::new(program)
            .args(arguments)
            .current_dir(self.0.path())
            .env("LC_ALL", "C")
            .env_remove("POSIXLY_CORRECT")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{program:?} is needed for this test (coreutils 9, OpenSSL 3): {error}")
            });
        let mut stdin = child.stdin.take().expect("a pipe");
        thread::scope(|scope| {
            // writes the input while the output is read: a program that has filled a pipe with output stops reading its
            // input
            scope.spawn(move || {
                // an error means that the program ended before it had read all of its input; only its result counts
                let _ = stdin.write_all(input);
            });
            done(child.wait_with_output().expect("an end"))
        })
    }

    /// Runs a script.
    pub(crate) fn shell(&self, script: &str) -> Ran {
        let mut command = Command::new("sh");
        command.current_dir(self.0.path()).args(["-c", script]).env("bramah", env!("CARGO_BIN_EXE_bramah"));
        ran(&mut command)
    }
}

/// Runs a command to its end.
pub(crate) fn ran(command: &mut Command) -> Ran {
    done(command.output().expect("a program"))
}

fn done(output: process::Output) -> Ran {
    Ran {
        out: output.stdout,
        err: String::from_utf8(output.stderr).expect("UTF-8"),
        code: output.status.code().expect("an exit code"),
    }
}

/// Returns bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a message of `len` bytes.
pub(crate) fn message(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

/// Returns a recipient of each kind for hardware keys; a plugin of age's tests has the keys.
pub(crate) fn tagged_recipients() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../bramah-age/tests/data/tagged.txt");
    let text = std::fs::read_to_string(path).expect("the stanzas of age");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(' ').nth(1).expect("a recipient").to_string()).collect()
}

/// Returns the tagged line of a file.
pub(crate) fn line(name: &str, digest: &str) -> String {
    format!("SHA256 ({name}) = {digest}\n")
}

/// Returns the names in tagged lines.
pub(crate) fn names(list: &str) -> Vec<&str> {
    let name = |line: &'_ str| {
        let from = line.find(" (").expect("a tagged line") + 2;
        from..line.rfind(") = ").expect("a tagged line")
    };
    list.lines().filter(|line| !line.starts_with('#')).map(|line| &line[name(line)]).collect()
}

/// Returns the lines of `sha256sum` for files without special names.
#[cfg(unix)]
pub(crate) fn sums<S: AsRef<str>>(dir: &Dir, names: impl IntoIterator<Item = S>) -> String {
    let line = |name: S| {
        let name = name.as_ref();
        format!("{}  {name}\n", hex(&bramah::Sha256::digest(dir.bytes(name))))
    };
    names.into_iter().map(line).collect()
}
