//! Passwords and their sources. Everything that is read here is wiped when it is no longer needed.

use crate::{exit::Stop, input, key, report};
use std::{
    io::{self, IsTerminal},
    path::PathBuf,
};
use zeroize::Zeroizing;

const HEADING: &str = "Password (asked for on the terminal, or one of these)";

/// The longest password in bytes.
const MOST: usize = 1 << 20;

/// The password.
#[derive(clap::Args)]
#[group(id = "source of the password", multiple = false)]
pub(crate) struct Args {
    /// The file that holds the password; the end of its line is no part of it.
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    password_file: Option<PathBuf>,

    /// The descriptor to read the password from, likewise; 0 is standard input.
    #[arg(long, value_name = "N", help_heading = HEADING)]
    password_fd: Option<u32>,

    /// The environment variable that holds the password. Other programs of the same user can read it, and
    /// programs that are started inherit it.
    #[arg(long, value_name = "VAR", help_heading = HEADING)]
    password_env: Option<String>,
}

impl Args {
    /// Returns the argument that names the source, if one does.
    pub(crate) fn argument(&self) -> Option<&'static str> {
        let given = [
            (self.password_file.is_some(), "--password-file"),
            (self.password_fd.is_some(), "--password-fd"),
            (self.password_env.is_some(), "--password-env"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, argument)| argument)
    }

    /// Returns whether the password is read from standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        self.password_fd == Some(0)
    }

    /// Reads the password. If it is entered at a terminal to be stored, it is asked for twice.
    pub(crate) fn read(&self, to_keep: bool) -> Result<Zeroizing<Vec<u8>>, Stop> {
        if let Some(name) = &self.password_env {
            let value = key::variable(name).ok_or_else(|| {
                let name = report::shown(name.as_bytes());
                Stop::usage(format_args!(
                    "--password-env {name}: there is no environment variable of this name"
                ))
            })?;
            return Ok(Zeroizing::new(value.as_bytes().to_vec()));
        }
        if self.argument().is_some() {
            let (source, opened) = key::opened("password", self.password_file.as_deref(), self.password_fd);
            let fail = |error: io::Error| Stop::failure(format_args!("{source}: {}", report::reason(&error)));
            // the end of the line may be CR LF
            let bytes = opened.and_then(|file| input::secret(file, MOST + 2)).map_err(fail)?;
            let password = line(&bytes);
            if password.len() > MOST {
                return Err(Stop::usage(format_args!("{source}: a password of more than {MOST} bytes")));
            }
            return Ok(Zeroizing::new(password.to_vec()));
        }
        let password = ask("Password: ")?;
        if to_keep && *ask("Again: ")? != *password {
            return Err(Stop::usage("the passwords are not the same"));
        }
        Ok(Zeroizing::new(password.as_bytes().to_vec()))
    }
}

/// Returns the line without its end.
fn line(bytes: &[u8]) -> &[u8] {
    let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    line.strip_suffix(b"\r").filter(|_| line.len() < bytes.len()).unwrap_or(line)
}

fn ask(prompt: &str) -> Result<Zeroizing<String>, Stop> {
    if !io::stdin().is_terminal() {
        return Err(Stop::usage(
            "there is no terminal to ask for the password: --password-file, --password-fd or --password-env name it",
        ));
    }
    rpassword::prompt_password(prompt)
        .map(Zeroizing::new)
        .map_err(|error| Stop::failure(format_args!("the password: {}", report::reason(&error))))
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn the_end_of_the_line_is_no_part_of_it() {
        for (bytes, password) in [
            ("", ""),
            ("a", "a"),
            ("a\n", "a"),
            ("a\r\n", "a"),
            ("a\n\n", "a\n"),
            ("a\r", "a\r"),
            (" a ", " a "),
        ] {
            assert_eq!(line(bytes.as_bytes()), password.as_bytes(), "{bytes:?}");
        }
    }
}
