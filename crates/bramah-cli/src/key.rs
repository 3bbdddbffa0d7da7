//! Secret keys and their sources. Everything that is read here is wiped when it is no longer needed.

use crate::{exit::Stop, hex, input, report};
use bramah::ByteLengths;
use std::{
    convert::Infallible,
    env,
    fs::File,
    io,
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

const HEADING: &str = "Key (one of these)";

/// The longest key that is read if keys may have any length, in bytes.
const LONGEST: usize = 1 << 20;

/// The key.
#[derive(clap::Args)]
#[group(id = "source of the key", required = true, multiple = false)]
pub(crate) struct Args {
    /// The file that holds the key and nothing else: its bytes, or twice as many hexadecimal digits,
    /// after which the line may end.
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    key_file: Option<PathBuf>,

    /// The descriptor to read the key from, in the same forms; 0 is standard input.
    #[arg(long, value_name = "N", help_heading = HEADING)]
    key_fd: Option<u32>,

    /// The environment variable that holds the key in hexadecimal. Other programs of the same user can
    /// read it, and programs that are started inherit it.
    #[arg(long, value_name = "VAR", help_heading = HEADING)]
    key_env: Option<String>,

    /// The key in hexadecimal. For tests: everyone on the machine can read the arguments of a running
    /// program, and shells write them down.
    #[arg(long, value_name = "HEX", value_parser = secret, help_heading = HEADING)]
    key: Option<Zeroizing<String>>,
}

fn secret(text: &str) -> Result<Zeroizing<String>, Infallible> {
    Ok(Zeroizing::new(text.to_string()))
}

impl Args {
    /// Returns the argument that names the source, if one does.
    pub(crate) fn argument(&self) -> Option<&'static str> {
        let given = [
            (self.key_file.is_some(), "--key-file"),
            (self.key_fd.is_some(), "--key-fd"),
            (self.key_env.is_some(), "--key-env"),
            (self.key.is_some(), "--key"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, argument)| argument)
    }

    /// Returns whether the key is read from standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        self.key_fd == Some(0)
    }

    /// Reads the key for the algorithm of this name, which takes so many bytes.
    pub(crate) fn read(&self, algorithm: &str, lengths: ByteLengths) -> Result<Zeroizing<Vec<u8>>, Stop> {
        let wrong = |source: &str, found: String| {
            let digits = match (lengths.min, lengths.max) {
                (min, max) if min == max => format!("{} hexadecimal digits", 2 * max),
                _ => "twice as many hexadecimal digits".into(),
            };
            Stop::usage(format_args!(
                "{source}: {found}, but {algorithm} takes a key of {lengths}, or {digits}"
            ))
        };
        let of_digits = |source: &str, text: &[u8]| match hex::decode(text) {
            Some(key) if lengths.contains(key.len()) => Ok(key),
            Some(key) => Err(wrong(source, report::bytes(key.len()))),
            None => Err(Stop::usage(format_args!("{source}: {}", hex::WANTED))),
        };
        if let Some(text) = &self.key {
            return of_digits("--key", text.as_bytes());
        }
        if let Some(name) = &self.key_env {
            let source = format!("--key-env {}", report::shown(name.as_bytes()));
            let value = variable(name).ok_or_else(|| {
                Stop::usage(format_args!("{source}: there is no environment variable of this name"))
            })?;
            return of_digits(&source, value.as_bytes());
        }
        let (source, opened) = opened("key", self.key_file.as_deref(), self.key_fd);
        let fail = |error: io::Error| Stop::failure(format_args!("{source}: {}", report::reason(&error)));
        // the longest form, which ends in CR LF
        let most = 2 * lengths.max.min(LONGEST) + 2;
        let bytes = opened.and_then(|file| input::secret(file, most)).map_err(fail)?;
        let count = bytes.len();
        // never a part of a longer file
        let key = if count > most { None } else { key(&bytes, lengths) };
        key.ok_or_else(|| match count {
            0 => wrong(&source, "nothing".into()),
            count if count > most => wrong(&source, format!("more than {most} bytes")),
            count => wrong(&source, report::bytes(count)),
        })
    }
}

/// Decodes the key that a file holds: in hexadecimal, or as bytes. If both are possible, the bytes are all digits,
/// which those of a key hardly ever are.
fn key(bytes: &[u8], lengths: ByteLengths) -> Option<Zeroizing<Vec<u8>>> {
    let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let digits = line.strip_suffix(b"\r").filter(|_| line.len() < bytes.len()).unwrap_or(line);
    let decoded = hex::decode(digits).filter(|key| lengths.contains(key.len()));
    decoded.or_else(|| lengths.contains(bytes.len()).then(|| Zeroizing::new(bytes.to_vec())))
}

/// Opens a file, or else a descriptor, that holds a secret of that name; returns it with the argument that names it. No
/// output may be this file.
pub(crate) fn opened(secret: &str, path: Option<&Path>, number: Option<u32>) -> (String, io::Result<File>) {
    match path {
        Some(path) => (
            format!("--{secret}-file {}", report::shown(path.as_os_str().as_encoded_bytes())),
            input::file(path),
        ),
        None => {
            let number = number.unwrap_or_default();
            (format!("--{secret}-fd {number}"), descriptor(number))
        }
    }
}

/// Returns the value of an environment variable, if it is text.
pub(crate) fn variable(name: &str) -> Option<Zeroizing<String>> {
    // the standard library may panic on such names
    let sound = !name.is_empty() && !name.contains(['=', '\0']);
    sound.then(|| env::var(name).ok()).flatten().map(Zeroizing::new)
}

/// Opens a descriptor again. If it is an open file, it is read from its beginning.
fn descriptor(number: u32) -> io::Result<File> {
    match number {
        0 => input::open(Path::new("-")),
        _ if cfg!(unix) => {
            input::file(Path::new(&format!("/dev/fd/{number}"))).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => io::Error::other("no such descriptor is open"),
                _ => error,
            })
        }
        _ => Err(io::Error::other("here, only standard input has a number: 0")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_bytes_or_digits() {
        let key = |bytes: &[u8], len| key(bytes, ByteLengths::fixed(len)).map(|key| key.to_vec());
        assert_eq!(key(b"abcd", 4), Some(b"abcd".to_vec()));
        assert_eq!(key(b"abc\n", 4), Some(b"abc\n".to_vec()));
        for text in ["aBcd", "aBcd\n", "aBcd\r\n"] {
            assert_eq!(key(text.as_bytes(), 2), Some(vec![0xab, 0xcd]), "{text:?}");
        }
        for text in ["", "abcd\n\n", "abcd\r", "abcd ", "abcg", "abc", "abcdef", "\nabcd"] {
            assert_eq!(key(text.as_bytes(), 2), None, "{text:?}");
        }
    }

    #[test]
    fn digits_are_digits_where_keys_have_several_lengths() {
        let key = |bytes: &[u8]| key(bytes, ByteLengths::either(2, 4)).map(|key| key.to_vec());
        assert_eq!(key(b"abcd"), Some(vec![0xab, 0xcd]));
        assert_eq!(key(b"abcx"), Some(b"abcx".to_vec()));
        assert_eq!(key(b"ab"), Some(b"ab".to_vec()));
        assert_eq!(key(b"abcdef01"), Some(vec![0xab, 0xcd, 0xef, 1]));
        assert_eq!((key(b""), key(b"abc"), key(b"abcdef")), (None, None, None));
    }
}
