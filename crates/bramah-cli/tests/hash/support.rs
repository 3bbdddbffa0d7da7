//! A directory of its own, and `bramah` run in it.

use assert_cmd::Command;
use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// The SHA-256 of `abc`.
pub(crate) const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
/// The SHA-256 of nothing.
pub(crate) const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// What a program did.
pub(crate) struct Ran {
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

impl Ran {
    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.out).expect("UTF-8")
    }

    /// The output, of a run that went well.
    #[track_caller]
    pub(crate) fn well(&self) -> &str {
        assert_eq!((self.err.as_str(), self.code), ("", Some(0)));
        self.text()
    }

    #[track_caller]
    pub(crate) fn is(&self, out: &str, err: &str, code: i32) {
        assert_eq!((self.text(), self.err.as_str(), self.code), (out, err, Some(code)));
    }

    /// Wrong usage, of which the message says this.
    #[track_caller]
    pub(crate) fn is_usage(&self, says: &str) {
        assert_eq!((self.text(), self.code), ("", Some(2)), "{}", self.err);
        assert!(self.err.starts_with("bramah: ") && self.err.contains(says), "{}", self.err);
    }

    /// The names in tagged lines.
    pub(crate) fn names(&self) -> Vec<&str> {
        names(self.text())
    }
}

/// A directory with the files `a` (`abc`) and `empty`.
pub(crate) struct Dir(TempDir);

impl Dir {
    pub(crate) fn new() -> Self {
        let dir = Self(TempDir::new().expect("a directory"));
        dir.write("a", "abc");
        dir.write("empty", "");
        dir
    }

    pub(crate) fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.0.path().join(name.as_ref())
    }

    /// Writes a file, and makes the directories on its way.
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

    /// Runs `bramah` with the arguments between blanks.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        ran(&mut self.command(arguments))
    }

    /// Runs another program.
    pub(crate) fn shell(&self, script: &str) -> Ran {
        let mut command = Command::new("sh");
        command.current_dir(self.0.path()).args(["-c", script]).env("bramah", env!("CARGO_BIN_EXE_bramah"));
        ran(&mut command)
    }
}

/// Runs a command to its end.
pub(crate) fn ran(command: &mut Command) -> Ran {
    let output = command.output().expect("a program");
    Ran {
        out: output.stdout,
        err: String::from_utf8(output.stderr).expect("UTF-8"),
        code: output.status.code(),
    }
}

/// The tagged line of a file.
pub(crate) fn line(name: &str, digest: &str) -> String {
    format!("SHA256 ({name}) = {digest}\n")
}

/// The names in tagged lines.
pub(crate) fn names(list: &str) -> Vec<&str> {
    let name = |line: &'_ str| {
        let from = line.find(" (").expect("a tagged line") + 2;
        from..line.rfind(") = ").expect("a tagged line")
    };
    list.lines().filter(|line| !line.starts_with('#')).map(|line| &line[name(line)]).collect()
}
