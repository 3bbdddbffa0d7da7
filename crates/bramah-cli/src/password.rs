//! Passwords and their sources. All buffers are wiped when they are no longer needed.

use crate::{exit::Stop, input, key, report};
use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;
#[cfg(unix)]
use {
    crate::os,
    std::{
        fs::File,
        io::{Read, Write},
        sync::{Mutex, PoisonError},
    },
};

const HEADING: &str = "Password (by default, Bramah asks for a password on the terminal)";

/// The maximum length of a password, in bytes.
const MOST: usize = 1 << 20;

/// The format of a file or a descriptor that holds a password or a passphrase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// One line of UTF-8 text, without its line end and byte order mark. A second line is an error unless it is
    /// empty.
    #[default]
    Text,
    /// All bytes of the file, line ends included.
    Raw,
}

/// The options for the source of the password.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    #[command(flatten)]
    source: PasswordSource,

    #[command(flatten)]
    form: PasswordForm,
}

#[derive(clap::Args)]
#[group(id = "source of the password", multiple = false)]
struct PasswordSource {
    /// Read the password from this file, which must contain one line of UTF-8 text. The newline is not part of the
    /// password.
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    password_file: Option<PathBuf>,

    /// Read the password from this file descriptor, as one line of UTF-8 text; 0 is standard input.
    #[arg(long, value_name = "N", help_heading = HEADING)]
    password_fd: Option<u32>,

    /// Read the password from this environment variable. Other programs of the same user can read the variable,
    /// and child processes inherit it.
    #[arg(long, value_name = "VAR", help_heading = HEADING)]
    password_env: Option<String>,
}

#[derive(clap::Args)]
#[group(skip)]
struct PasswordForm {
    /// Format of --password-file or --password-fd.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t, hide_default_value = true,
        conflicts_with = "password_env", help_heading = HEADING)]
    password_format: Format,
}

impl Args {
    /// Returns the argument that names the source of the password, if one is given.
    pub(crate) fn argument(&self) -> Option<&'static str> {
        let given = [
            (self.source.password_file.is_some(), "--password-file"),
            (self.source.password_fd.is_some(), "--password-fd"),
            (self.source.password_env.is_some(), "--password-env"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, argument)| argument)
    }

    /// Returns whether the password is read from standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        self.source.password_fd == Some(0)
    }

    /// Reads the password. At a terminal, a password that will be stored (`to_keep`) must be entered twice.
    pub(crate) fn read(&self, to_keep: bool) -> Result<Zeroizing<Vec<u8>>, Stop> {
        if let Some(name) = &self.source.password_env {
            let source = format!("--password-env {}", report::shown(name.as_bytes()));
            return variable(name, "password", &source)?
                .ok_or_else(|| Stop::usage(format_args!("{source}: this environment variable is not set")));
        }
        if self.argument().is_some() {
            return read(
                "password",
                self.source.password_file.as_deref(),
                self.source.password_fd,
                self.form.password_format,
            );
        }
        let password = ask("Password: ")?;
        if to_keep && *ask("Again: ")? != *password {
            return Err(Stop::usage("the two passwords differ"));
        }
        Ok(Zeroizing::new(password.as_bytes().to_vec()))
    }
}

/// Reads a secret text, which messages call `secret`, from a file or a descriptor.
pub(crate) fn read(
    secret: &str,
    path: Option<&Path>,
    number: Option<u32>,
    format: Format,
) -> Result<Zeroizing<Vec<u8>>, Stop> {
    let (source, opened) = key::opened(secret, path, number);
    let fail = |error: io::Error| Stop::failure(format_args!("{source}: {}", report::reason(&error)));
    // a byte order mark may precede the secret, and CR LF may follow it
    let bytes = opened.and_then(|file| input::secret(file, MOST + 5)).map_err(fail)?;
    let found = match format {
        Format::Text => line(&bytes).map_err(|reason| refused(&source, secret, reason))?,
        Format::Raw => &bytes,
    };
    if found.len() > MOST {
        return Err(Stop::usage(format_args!(
            "{source}: the {secret} is too long: the limit is {MOST} bytes"
        )));
    }
    Ok(Zeroizing::new(found.to_vec()))
}

/// Reads a secret text, which messages call `secret`, from the environment variable `name`; `None` if it is not set.
pub(crate) fn variable(name: &str, secret: &str, source: &str) -> Result<Option<Zeroizing<Vec<u8>>>, Stop> {
    let Some(value) = key::variable(name) else {
        return match key::is_set(name) {
            true => Err(refused(source, secret, NOT_UTF_8)),
            false => Ok(None),
        };
    };
    let found = line(value.as_bytes()).map_err(|reason| refused(source, secret, reason))?;
    Ok(Some(Zeroizing::new(found.to_vec())))
}

fn refused(source: &str, secret: &str, reason: &str) -> Stop {
    Stop::usage(format_args!("{source}: {reason}; expected a {secret} on one line of UTF-8 text"))
}

const NOT_UTF_8: &str = "not UTF-8 text";
const UTF_16: &str = "UTF-16 text";
const SECOND_LINE: &str = "more than one line";

/// Returns the first line of UTF-8 text, without its line end and without a byte order mark at the beginning.
///
/// # Errors
/// The text is in another encoding, or another line is not empty.
fn line(bytes: &[u8]) -> Result<&[u8], &'static str> {
    if is_utf_16(bytes) {
        return Err(UTF_16);
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if str::from_utf8(bytes).is_err() {
        return Err(NOT_UTF_8);
    }
    let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else { return Ok(bytes) };
    let (first, rest) = bytes.split_at(end);
    // further lines must be empty
    if !rest.split(|&byte| byte == b'\n').all(|line| matches!(line, b"" | b"\r")) {
        return Err(SECOND_LINE);
    }
    Ok(first.strip_suffix(b"\r").unwrap_or(first))
}

/// Returns whether bytes look like UTF-16 text: they begin with its byte order mark, or every second byte is 0, as
/// for Latin letters.
fn is_utf_16(bytes: &[u8]) -> bool {
    let marked = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let (pairs, rest) = bytes.as_chunks::<2>();
    let all = |wanted: fn(&[u8; 2]) -> bool| !pairs.is_empty() && rest.is_empty() && pairs.iter().all(wanted);
    marked || all(|pair| pair[1] == 0 && pair[0] != 0) || all(|pair| pair[0] == 0 && pair[1] != 0)
}

fn ask(prompt: &str) -> Result<Zeroizing<String>, Stop> {
    if !io::stdin().is_terminal() {
        return Err(Stop::usage(
            "cannot ask for the password, because standard input is not a terminal; use --password-file, \
             --password-fd or --password-env",
        ));
    }
    hidden(prompt)
        .map_err(|error| Stop::failure(format_args!("cannot read the password: {}", report::reason(&error))))
}

/// The path of the terminal device. It reaches the user even if standard input is redirected.
pub(crate) const DEVICE: &str = if cfg!(windows) { "CONIN$" } else { "/dev/tty" };

/// Asks for a line on the terminal, without showing it while the user types. If a signal ends or stops the
/// process meanwhile, the terminal shows what the user types again; when the process goes on, it asks again.
#[cfg(unix)]
pub(crate) fn hidden(prompt: &str) -> io::Result<Zeroizing<String>> {
    /// One question at a time: threads that decrypt several files may ask at the same time.
    static ASKING: Mutex<()> = Mutex::new(());
    let _asking = ASKING.lock().unwrap_or_else(PoisonError::into_inner);
    let terminal = File::options().read(true).write(true).open(DEVICE)?;
    let keys = Keys { terminal: terminal.try_clone()?, prompt: prompt.into(), next: None };
    let _question = input::Question::new();
    let hidden = os::hide(&terminal)?;
    (&terminal).write_all(prompt.as_bytes())?;
    let config = rpassword::ConfigBuilder::new().input_reader(keys).output_discard().build();
    let typed = rpassword::read_password_with_config(config).map(Zeroizing::new);
    drop(hidden);
    typed
}

/// Asks for a line on the console, without showing it while the user types.
#[cfg(not(unix))]
pub(crate) fn hidden(prompt: &str) -> io::Result<Zeroizing<String>> {
    let _question = input::Question::new();
    rpassword::prompt_password(prompt).map(Zeroizing::new)
}

/// The keys that a user types on a terminal, byte by byte. After the process was stopped, the prompt is written again, and
/// Ctrl-U comes first, which deletes what was typed before.
#[cfg(unix)]
struct Keys {
    terminal: File,
    prompt: String,
    next: Option<u8>,
}

#[cfg(unix)]
impl Read for Keys {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        const CTRL_U: u8 = 0x15;
        let Some(first) = buffer.first_mut() else { return Ok(0) };
        loop {
            if os::went_on() {
                self.terminal.write_all(self.prompt.as_bytes())?;
                *first = CTRL_U;
                return Ok(1);
            }
            if let Some(next) = self.next.take() {
                *first = next;
                return Ok(1);
            }
            let mut byte = [0];
            match self.terminal.read(&mut byte) {
                Ok(0) => return Ok(0),
                // if the process was stopped before this key, Ctrl-U comes first
                Ok(_) => self.next = Some(byte[0]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_the_secret() {
        for (bytes, password) in [
            ("", ""),
            ("a", "a"),
            ("a\n", "a"),
            ("a\r\n", "a"),
            ("a\n\n", "a"),
            ("a\r\n\r\n\n", "a"),
            ("\n", ""),
            ("a\r", "a\r"),
            (" a ", " a "),
            ("a\0b", "a\0b"),
            ("\0", "\0"),
            ("\u{feff}a\n", "a"),
            ("\u{feff}\u{feff}a", "\u{feff}a"),
            ("a\u{feff}", "a\u{feff}"),
        ] {
            assert_eq!(line(bytes.as_bytes()), Ok(password.as_bytes()), "{bytes:?}");
        }
        for (bytes, reason) in [
            (&b"a\nb"[..], SECOND_LINE),
            (b"a\n\nb\n", SECOND_LINE),
            (b"a\n ", SECOND_LINE),
            (b"\na", SECOND_LINE),
            (b"a\n\xff", NOT_UTF_8),
            (b"\xe4", NOT_UTF_8),
            (b"\xff\xfea\0", UTF_16),
            (b"\xfe\xff\0a", UTF_16),
            (b"a\0b\0", UTF_16),
            (b"\0a\0\n", UTF_16),
        ] {
            assert_eq!(line(bytes), Err(reason), "{bytes:?}");
        }
    }
}
