//! Terminals, and links to `bramah` under the names of other tools.

use super::{ABC, Dir, Ran, ZERO};
use std::{
    ffi::OsStr,
    io::Write,
    path::{Path, PathBuf},
};

/// A pseudoterminal.
pub(crate) struct Terminal {
    /// The user's end, to type and to see the output.
    user: std::fs::File,
    /// A program's end, which stays open because unread output is lost when the last program closes its end.
    program: std::fs::File,
    pub(crate) name: PathBuf,
}

impl Terminal {
    pub(crate) fn new() -> Self {
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
        use std::os::unix::ffi::OsStrExt;
        let user = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&user).unwrap();
        unlockpt(&user).unwrap();
        let name = ptsname(&user, Vec::new()).unwrap();
        let name = PathBuf::from(OsStr::from_bytes(name.as_bytes()));
        Self { user: user.into(), program: opened(&name), name }
    }

    /// Returns the end for a program.
    pub(crate) fn open(&self) -> std::fs::File {
        opened(&self.name)
    }

    /// Returns whether the terminal shows what the user types.
    pub(crate) fn echoes(&self) -> bool {
        use rustix::termios::{LocalModes, tcgetattr};
        tcgetattr(&self.program).unwrap().local_modes.contains(LocalModes::ECHO)
    }

    /// Types a text.
    pub(crate) fn types(&mut self, text: &str) {
        self.user.write_all(text.as_bytes()).unwrap();
    }

    /// Waits for output, and returns it.
    pub(crate) fn next_output(&mut self) -> String {
        use std::io::Read;
        let mut buffer = [0; 4096];
        let count = self.user.read(&mut buffer).unwrap();
        String::from_utf8_lossy(&buffer[..count]).into_owned()
    }

    /// Returns everything that was written to the terminal; call this after all programs that write to it have ended.
    pub(crate) fn shows(self) -> String {
        use std::io::Read;
        let Self { mut user, program, .. } = self;
        drop(program);
        let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
        // after the last byte, reading returns an error, not 0 bytes
        while let Ok(count) = user.read(&mut buffer) {
            if count == 0 {
                break;
            }
            bytes.extend_from_slice(&buffer[..count]);
        }
        String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
    }
}

fn opened(terminal: &Path) -> std::fs::File {
    std::fs::OpenOptions::new().read(true).write(true).open(terminal).unwrap()
}

/// A directory with links to `bramah` next to the files.
pub(crate) struct Links(pub(crate) Dir);

impl Links {
    pub(crate) fn new() -> Self {
        let dir = Dir::new();
        for tool in [
            "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "sm3sum",
            "cksum", "sum", "digest", "b3sum", "shasum", "md5", "sha1", "sha224", "sha256", "sha384",
            "sha512", "sha512t256", "rmd160", "age", "age-keygen", "bctest", "chacha-util", "blake2b-util",
        ] {
            std::fs::create_dir_all(dir.path("bin")).unwrap();
            std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_bramah"), dir.path("bin").join(tool)).unwrap();
        }
        dir.write("b", "");
        dir.write("line\nfeed", "x");
        dir.write("it's", "x");
        dir.write("SUMS", format!("{ABC}  a\n"));
        dir.write(
            "mixed",
            format!("{ABC}  a\nx\n{ZERO}  a\n{ZERO}  gone\n{ABC} a\n# c\n\n{ABC} *a\n{ZERO}  bin\n"),
        );
        dir.write("gone only", format!("{ZERO}  gone\n"));
        Self(dir)
    }

    /// Runs `bramah` under the name of a tool.
    pub(crate) fn ours(&self, tool: &str, arguments: &[&str]) -> Ran {
        let link: PathBuf = self.0.path("bin").join(tool);
        self.0.program(link, arguments, b"standard input")
    }
}
