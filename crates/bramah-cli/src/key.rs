//! Secret keys and their sources. All buffers are wiped when they are no longer needed.

use crate::{exit::Stop, hex, input, report};
use bramah::ByteLengths;
use std::{
    convert::Infallible,
    env,
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};
use zeroize::Zeroizing;

const HEADING: &str = "Key (one of these)";

/// The maximum length, in bytes, of a key for algorithms that take keys of any length.
const LONGEST: usize = 1 << 20;

/// The format of a file or a descriptor that holds a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Hexadecimal if the file has exactly the digits that a key needs, otherwise the bytes of the key. If both
    /// readings are possible, it is read as hexadecimal, and a note on standard error says so.
    #[default]
    Auto,
    /// The bytes of the key, even if they are hexadecimal digits.
    Raw,
    /// Hexadecimal digits, two for each byte; a newline may follow.
    Hex,
}

/// The options for the source of the key.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    #[command(flatten)]
    source: KeySource,

    #[command(flatten)]
    form: KeyForm,
}

#[derive(clap::Args)]
#[group(id = "source of the key", required = true, multiple = false)]
struct KeySource {
    /// Read the key from this file, either as raw bytes or as hexadecimal digits with an optional trailing newline;
    /// --key-format selects one of the two.
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    key_file: Option<PathBuf>,

    /// Read the key from this file descriptor, in the same format as for --key-file; 0 is standard input.
    #[arg(long, value_name = "N", help_heading = HEADING)]
    key_fd: Option<u32>,

    /// Read the key, in hexadecimal, from this environment variable. Other programs of the same user can read the
    /// variable, and child processes inherit it.
    #[arg(long, value_name = "VAR", help_heading = HEADING)]
    key_env: Option<String>,

    /// The key, in hexadecimal. Use this only for tests: everyone on the machine can see the arguments of a running
    /// program, and shells keep them in their history.
    #[arg(long, value_name = "HEX", value_parser = secret, help_heading = HEADING)]
    key: Option<Zeroizing<String>>,
}

#[derive(clap::Args)]
#[group(skip)]
struct KeyForm {
    /// Format of --key-file or --key-fd.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t, hide_default_value = true,
        conflicts_with_all = ["key_env", "key"], help_heading = HEADING)]
    key_format: Format,
}

/// The key file of a command whose algorithms do not require a key.
#[derive(Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct FileArgs {
    /// Read the key of a keyed hash from this file, either as raw bytes or as hexadecimal digits with an optional
    /// trailing newline; --key-format selects one of the two.
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,

    /// Format of --key-file.
    #[arg(
        long,
        value_name = "FORMAT",
        value_enum,
        default_value_t,
        hide_default_value = true,
        requires = "key_file"
    )]
    key_format: Format,
}

impl FileArgs {
    /// Returns whether a key file is given.
    pub(crate) fn is_given(&self) -> bool {
        self.key_file.is_some()
    }

    /// Reads the key file, if one is given.
    pub(crate) fn read(&self) -> Result<Option<Text>, Stop> {
        self.key_file.as_deref().map(|path| Text::read(path, self.key_format)).transpose()
    }
}

fn secret(text: &str) -> Result<Zeroizing<String>, Infallible> {
    Ok(Zeroizing::new(text.to_string()))
}

impl Args {
    /// Returns the argument that names the source of the key, if one is given.
    pub(crate) fn argument(&self) -> Option<&'static str> {
        let given = [
            (self.source.key_file.is_some(), "--key-file"),
            (self.source.key_fd.is_some(), "--key-fd"),
            (self.source.key_env.is_some(), "--key-env"),
            (self.source.key.is_some(), "--key"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, argument)| argument)
    }

    /// Returns whether the key is read from standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        self.source.key_fd == Some(0)
    }

    /// Reads the key for the algorithm called `algorithm`, which takes keys of these lengths.
    pub(crate) fn read(&self, algorithm: &str, lengths: ByteLengths) -> Result<Zeroizing<Vec<u8>>, Stop> {
        let wrong = |source: &str, found: String| {
            let digits = match (lengths.min, lengths.max) {
                (min, max) if min == max => format!("{} hexadecimal digits", 2 * max),
                _ => "twice as many hexadecimal digits".into(),
            };
            Stop::usage(format_args!(
                "{source} has {found}, but {algorithm} takes a key of {lengths}, or {digits}"
            ))
        };
        let of_digits = |source: &str, text: &[u8]| match hex::decode(text) {
            Some(key) if lengths.contains(key.len()) => Ok(key),
            Some(key) => Err(wrong(source, report::bytes(key.len()))),
            None => Err(Stop::usage(format_args!("{source}: {}", hex::WANTED))),
        };
        if let Some(text) = &self.source.key {
            return of_digits("--key", text.as_bytes());
        }
        if let Some(name) = &self.source.key_env {
            let source = format!("--key-env {}", report::shown(name.as_bytes()));
            let value = variable(name)
                .ok_or_else(|| Stop::usage(format_args!("{source}: this environment variable is not set")))?;
            return of_digits(&source, value.as_bytes());
        }
        let (source, opened) = opened("key", self.source.key_file.as_deref(), self.source.key_fd);
        let fail = |error: io::Error| Stop::failure(format_args!("{source}: {}", report::reason(&error)));
        let most = lengths.max.min(LONGEST);
        let key = opened.and_then(|file| input::secret(file, longest(most))).map_err(fail)?;
        let count = key.len();
        // a longer file is an error, and is not cut to the length of a key
        if count > longest(most) {
            return Err(wrong(&source, format!("more than {} bytes", longest(most))));
        }
        let key = Text::new(source, key, self.form.key_format)?;
        key.of(lengths).map(|key| Zeroizing::new(key.to_vec())).ok_or_else(|| {
            let count = match self.form.key_format {
                Format::Hex => key.decoded.as_ref().map_or(0, |key| key.len()),
                _ => count,
            };
            wrong(&key.source, report::bytes(count))
        })
    }
}

/// Returns the length in bytes of the longest file with a key of `key` bytes: hexadecimal digits, CR and LF.
const fn longest(key: usize) -> usize {
    2 * key + 2
}

/// The contents of a key file. All commands use the same rule to find the key of an algorithm in them.
pub(crate) struct Text {
    /// The argument that names the file.
    source: String,
    bytes: Zeroizing<Vec<u8>>,
    /// The bytes that the contents encode, if they are hexadecimal.
    decoded: Option<Zeroizing<Vec<u8>>>,
    format: Format,
    /// Whether the note that the contents were read as hexadecimal has been printed.
    noted: AtomicBool,
}

impl Text {
    /// Reads a key file before the algorithm is known.
    fn read(path: &Path, format: Format) -> Result<Self, Stop> {
        let (source, opened) = opened("key", Some(path), None);
        let bytes = opened.and_then(|file| input::secret(file, longest(LONGEST)));
        let bytes =
            bytes.map_err(|error| Stop::failure(format_args!("{source}: {}", report::reason(&error))))?;
        match bytes.len() {
            0 => Err(Stop::usage(format_args!("{source}: the file is empty"))),
            len if len > longest(LONGEST) => {
                Err(Stop::usage(format_args!("{source}: too long: the limit is {} bytes", longest(LONGEST))))
            }
            _ => Self::new(source, bytes, format),
        }
    }

    fn new(source: String, bytes: Zeroizing<Vec<u8>>, format: Format) -> Result<Self, Stop> {
        let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let digits = line.strip_suffix(b"\r").filter(|_| line.len() < bytes.len()).unwrap_or(line);
        let decoded = if format == Format::Raw { None } else { hex::decode(digits) };
        if format == Format::Hex && decoded.is_none() {
            return Err(Stop::usage(format_args!("{source}: {}", hex::WANTED)));
        }
        Ok(Self { source, bytes, decoded, format, noted: AtomicBool::new(false) })
    }

    /// Returns the key for an algorithm that takes keys of these lengths; `None` if the file contains no such key. If
    /// both the contents and the bytes that they encode have such a length, returns the encoded bytes, and prints a
    /// note once.
    pub(crate) fn of(&self, lengths: ByteLengths) -> Option<&[u8]> {
        let (decoded, raw) = self.both(lengths);
        if let (Some(key), Some([_, ..])) = (decoded, raw)
            && !self.noted.swap(true, Ordering::Relaxed)
        {
            report::plain(format_args!(
                "note: {}: read as hexadecimal, which makes a key of {}; use --key-format raw for the text itself, or \
                 --key-format hex to silence this note",
                self.source,
                report::bytes(key.len())
            ));
        }
        decoded.or(raw)
    }

    /// Returns the bytes that the contents encode, and the contents themselves, each only if it has the length of a
    /// key.
    fn both(&self, lengths: ByteLengths) -> (Option<&[u8]>, Option<&[u8]>) {
        let raw =
            Some(&self.bytes[..]).filter(|key| self.format != Format::Hex && lengths.contains(key.len()));
        let decoded = self.decoded.as_ref().filter(|key| lengths.contains(key.len()));
        (decoded.map(|key| &key[..]), raw)
    }

    /// Returns the key for an algorithm that takes keys of these lengths, or else bytes whose length the algorithm will
    /// refuse.
    pub(crate) fn or_wrong(&self, lengths: ByteLengths) -> &[u8] {
        self.of(lengths).unwrap_or_else(|| self.wrong())
    }

    /// Returns the key as [`or_wrong`](Self::or_wrong) does, but prints no note: for an algorithm that the user did not
    /// name.
    pub(crate) fn quietly(&self, lengths: ByteLengths) -> &[u8] {
        let (decoded, raw) = self.both(lengths);
        decoded.or(raw).unwrap_or_else(|| self.wrong())
    }

    fn wrong(&self) -> &[u8] {
        self.decoded.as_ref().filter(|_| self.format == Format::Hex).unwrap_or(&self.bytes)
    }
}

/// Opens the file or descriptor with a secret, which messages call `secret`. Returns the file and the argument that
/// names it. No output may be this file.
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

/// Returns the value of an environment variable, if it is valid UTF-8.
pub(crate) fn variable(name: &str) -> Option<Zeroizing<String>> {
    is_name(name).then(|| env::var(name).ok()).flatten().map(Zeroizing::new)
}

/// Returns whether an environment variable is set, to any value.
pub(crate) fn is_set(name: &str) -> bool {
    is_name(name) && env::var_os(name).is_some()
}

/// Returns whether an environment variable can have this name; for other names the standard library may panic.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['=', '\0'])
}

/// Opens the file of a descriptor a second time; a regular file is read from its beginning.
fn descriptor(number: u32) -> io::Result<File> {
    match number {
        0 => input::open(Path::new("-")),
        _ if cfg!(unix) => {
            input::file(Path::new(&format!("/dev/fd/{number}"))).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => io::Error::other("this file descriptor is not open"),
                _ => error,
            })
        }
        _ => Err(io::Error::other("this system supports only descriptor 0, standard input")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(bytes: &[u8], lengths: ByteLengths, format: Format) -> Option<Vec<u8>> {
        let text = Text::new("a test".into(), Zeroizing::new(bytes.to_vec()), format).ok()?;
        text.of(lengths).map(<[u8]>::to_vec)
    }

    #[test]
    fn a_key_is_bytes_or_digits() {
        let key = |bytes: &[u8], len| key(bytes, ByteLengths::fixed(len), Format::Auto);
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
        let key = |bytes: &[u8]| key(bytes, ByteLengths::either(2, 4), Format::Auto);
        assert_eq!(key(b"abcd"), Some(vec![0xab, 0xcd]));
        assert_eq!(key(b"abcx"), Some(b"abcx".to_vec()));
        assert_eq!(key(b"ab"), Some(b"ab".to_vec()));
        assert_eq!(key(b"abcdef01"), Some(vec![0xab, 0xcd, 0xef, 1]));
        assert_eq!((key(b""), key(b"abc"), key(b"abcdef")), (None, None, None));
    }

    #[test]
    fn a_named_format_leaves_no_choice() {
        let any = ByteLengths { min: 0, max: usize::MAX, step: 1 };
        for text in ["abcd", "abcd\n", "abcd\r\n", "abc", "abcg", ""] {
            assert_eq!(key(text.as_bytes(), any, Format::Raw), Some(text.as_bytes().to_vec()), "{text:?}");
            let digits = text.len() >= 4 && !text.contains('g') || text.is_empty();
            let decoded = digits.then(|| if text.is_empty() { vec![] } else { vec![0xab, 0xcd] });
            assert_eq!(key(text.as_bytes(), any, Format::Hex), decoded, "{text:?}");
        }
        assert_eq!(key(b"abcd", ByteLengths::fixed(4), Format::Hex), None);
        assert_eq!(key(b"abcd", ByteLengths::fixed(2), Format::Raw), None);
    }
}
