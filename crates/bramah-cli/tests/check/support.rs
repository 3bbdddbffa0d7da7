//! A directory with files, and programs run in it.

use std::{
    ffi::OsStr,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The SHA-256 of `abc`, the content of `a`.
pub(crate) const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
/// The SHA-256 of no file here.
pub(crate) const ZERO: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// What a program did.
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
}

/// A directory of its own.
pub(crate) struct Dir(tempfile::TempDir);

impl Dir {
    /// With a file `a` that holds `abc`.
    pub(crate) fn new() -> Self {
        let dir = Self(tempfile::tempdir().expect("a directory"));
        dir.write("a", "abc");
        dir
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: impl AsRef<OsStr>, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name.as_ref());
        std::fs::write(&path, text).expect("a file");
        path
    }

    pub(crate) fn bramah<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Ran {
        self.run(env!("CARGO_BIN_EXE_bramah"), arguments, b"")
    }

    /// `bramah check` with arguments between blanks.
    pub(crate) fn check(&self, arguments: &str) -> Ran {
        self.bramah(["check"].into_iter().chain(arguments.split_whitespace()))
    }

    /// # Panics
    /// If there is no such program: what is compared with it would go untested.
    pub(crate) fn run<S: AsRef<OsStr>>(
        &self,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = S>,
        input: &[u8],
    ) -> Ran {
        let program = program.as_ref();
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(self.path())
            .env("LC_ALL", "C")
            .env_remove("POSIXLY_CORRECT")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{program:?} is needed for this test (coreutils, openssl): {error}")
            });
        // who does not read it has ended; what it did is what counts
        let _ = child.stdin.take().expect("a pipe").write_all(input);
        let output = child.wait_with_output().expect("an end");
        Ran {
            out: output.stdout,
            err: String::from_utf8(output.stderr).expect("UTF-8"),
            code: output.status.code().expect("an exit code"),
        }
    }
}
