//! Messages on standard error: `bramah: NAME: reason`.

use crate::color;
pub(crate) use crate::quote::{printable, quoted as shown};
use std::{
    fmt::Display,
    io::{self, Write as _},
    path::Path,
    sync::OnceLock,
};

static PROGRAM: OnceLock<&'static str> = OnceLock::new();

/// Sets the program name before every message; by default it is `bramah`. May be called only once.
pub(crate) fn set_program(name: &'static str) {
    let _ = PROGRAM.set(name);
}

/// Prints a message that is not about a file, with control characters except line feeds escaped. An error is ignored,
/// since it could not be reported.
pub(crate) fn plain(reason: impl Display) {
    let line = format!("{}: {reason}\n", PROGRAM.get().unwrap_or(&"bramah"));
    let mut text = printable(line.as_bytes()).into_owned();
    if color::of_stderr()
        && let Some(colon) = text.iter().position(|&byte| byte == b':')
    {
        let name = color::red(&String::from_utf8_lossy(&text[..=colon]));
        text.splice(..=colon, name.into_bytes());
    }
    let _ = io::stderr().write_all(&text);
}

/// Prints a message about the file at `path`.
pub(crate) fn about(path: impl AsRef<Path>, reason: impl Display) {
    about_bytes(path.as_ref().as_os_str().as_encoded_bytes(), reason);
}

/// Prints a message about the file called `name`.
pub(crate) fn about_bytes(name: &[u8], reason: impl Display) {
    plain(format_args!("{}: {reason}", shown(name)));
}

/// Returns a number of bytes as text: `1 byte`, `2 bytes`.
pub(crate) fn bytes(count: usize) -> String {
    format!("{count} byte{}", if count == 1 { "" } else { "s" })
}

/// Returns the system's message for an I/O error, without the error number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_have_no_numbers() {
        #[cfg(unix)]
        assert_eq!(reason(&io::Error::from_raw_os_error(2)), "No such file or directory");
        assert_eq!(reason(&io::Error::other("x")), "x");
    }
}
