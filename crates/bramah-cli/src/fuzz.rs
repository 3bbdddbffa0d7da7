//! The functions that the fuzz targets call; they panic if a property does not hold. They are not a part of the
//! command.
#![allow(clippy::missing_panics_doc, missing_docs)]

use crate::{
    cli::{self, Cli, Command, hash_to_check},
    exit::Exit,
    output::Output,
    signature::{Form, Key, Limits, NAMESPACE, Refused},
    sumfile::{Encoding, Entry, Expected, Layout, LineEnd, Reader, Style, Use, from_list_name, write_line},
};
use clap::Parser;
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
    time::{Duration, SystemTime},
};

/// Reads a list with each line end, each expected algorithm and each file name; entries that are written and read again
/// must stay the same.
pub fn list(bytes: &[u8]) {
    let expected = |name: &str| Expected::named(name).expect("a hash function");
    for end in [LineEnd::LineFeed, LineEnd::Nul] {
        for (given, named) in [
            (None, None),
            (None, from_list_name(Path::new("SHA256SUMS"))),
            (None, from_list_name(Path::new("list.sha512"))),
            (Some(expected("blake2b")), None),
            (Some(expected("sha256")), None),
            (Some(expected("sha1")), None),
            (Some(expected("blake3-64")), None),
            (None, from_list_name(Path::new("list.blake2b-8"))),
        ] {
            for used in [Use::Compared, Use::ComparedUnderKey] {
                let reader = Reader::new(bytes, end, given, named).for_use(used);
                let torrents = given.is_some_and(|given| given.algorithm.info().name == "sha1");
                let mut reader = if torrents { reader.of_torrents() } else { reader };
                // reading from memory fails at most once, for the whole list
                while let Some(Ok((_, line))) = reader.next() {
                    if let Ok(entry) = line {
                        strong(&entry, given, used);
                        written_and_read(&entry, end);
                    }
                }
            }
        }
    }
}

/// Checks that the list did not choose a length at which a digest is easily guessed.
fn strong(entry: &Entry, given: Option<Expected>, used: Use) {
    let (lengths, len) = (entry.algorithm.info().lengths, entry.algorithm.output_len());
    let asked = given.is_some_and(|given| given.algorithm == entry.algorithm);
    let long = used == Use::Compared && len >= 16;
    // OpenSSL's digests of extendable-output functions, which have no key
    let openssl = entry.algorithm.info().name.starts_with("shake") && len >= 16;
    assert!(lengths.is_fixed() || asked || long || openssl || len == lengths.default, "{entry:?}");
}

fn written_and_read(entry: &Entry, end: LineEnd) {
    assert_eq!(entry.digest.len(), entry.algorithm.output_len());
    for encoding in [Encoding::Hex, Encoding::Base64] {
        let mut text = Vec::new();
        let style = Style { layout: Layout::Tagged, encoding };
        write_line(&mut text, style.of(entry.algorithm), || entry.tag(), &entry.digest, &entry.name, end);
        let mut reader = Reader::new(&text[..], end, None, None).for_use(Use::Copied);
        let Some(Ok((1, Ok(again)))) = reader.next() else {
            panic!("not read: {:?}", String::from_utf8_lossy(&text));
        };
        let same = Entry { size: None, guessed: again.guessed, tagged: again.tagged, ..entry.clone() };
        assert_eq!(again, same, "{:?}", String::from_utf8_lossy(&text));
        assert!(reader.next().is_none(), "more than a line: {:?}", String::from_utf8_lossy(&text));
    }
}

/// Parses a command line, and makes all checks of the arguments that are possible before anything is read or
/// written.
pub fn command_line<'a>(words: impl Iterator<Item = &'a [u8]>) {
    let words = words.map(|word| {
        #[cfg(unix)]
        return std::os::unix::ffi::OsStringExt::from_vec(word.to_vec());
        #[cfg(not(unix))]
        return OsString::from(String::from_utf8_lossy(word).into_owned());
    });
    let arguments: Vec<OsString> = std::iter::once(OsString::from("bramah")).chain(words).collect();
    let parsed = Cli::try_parse_from(hash_to_check(arguments));
    match parsed.map(|cli| cli.command) {
        Ok(Command::Hash(args)) => drop(args.check().and_then(|()| args.parameters.with_key(None))),
        Ok(Command::Check(args)) => drop(args.parameters.with_key(None)),
        Ok(Command::Cipher(args)) => drop(args.check()),
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The modification time of the file that is hashed.
const TIME: Duration = Duration::from_secs(1_600_000_000);

/// A directory with a file to be hashed, its list, and the states that an interrupted run has saved.
struct Interrupted {
    directory: PathBuf,
    list: Vec<u8>,
    state: Vec<u8>,
}

impl Interrupted {
    fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// Hashes the file, and returns the exit code.
    fn hash(&self, more: &[&str]) -> Exit {
        let [file, state, out] = ["in", "state", "out"].map(|name| self.path(name).into_os_string());
        let words = ["bramah", "hash", "-j1", "--resume-interval", "65536", "--resume"].map(OsString::from);
        let more = more.iter().map(|name| self.path(name).into_os_string());
        let arguments = words.into_iter().chain([state, "-o".into(), out, file]).chain(more);
        let command = Cli::try_parse_from(arguments).expect("arguments").command;
        cli::run(command).unwrap_or_else(|stop| stop.exit)
    }
}

/// Returns the path of the temporary directory that the process with the ID `process` uses for its files. The process
/// does not remove the directory; its parent process does.
pub fn directory(process: u32) -> PathBuf {
    // each run syncs its files, which is fast on a file system in memory
    let memory = Path::new("/dev/shm");
    let parent = if memory.is_dir() { memory.into() } else { std::env::temp_dir() };
    parent.join(format!("bramah-fuzz-{process}"))
}

fn interrupted() -> &'static Interrupted {
    static ONCE: OnceLock<Interrupted> = OnceLock::new();
    ONCE.get_or_init(|| {
        let directory = directory(std::process::id());
        fs::create_dir_all(&directory).expect("a directory");
        let mut new = Interrupted { directory, list: Vec::new(), state: Vec::new() };
        let bytes: Vec<u8> = (0..200_000_u32).map(|i| (i % 251) as u8).collect();
        fs::write(new.path("in"), bytes).expect("a file");
        let file = fs::File::options().write(true).open(new.path("in")).expect("the file");
        file.set_modified(SystemTime::UNIX_EPOCH + TIME).expect("a time");
        assert_eq!(new.hash(&[]), Exit::Well);
        new.list = fs::read(new.path("out")).expect("the list");
        fs::remove_file(new.path("out")).expect("the list");
        // a missing file makes the run fail, and the state stays
        assert_eq!(new.hash(&["none"]), Exit::Failure);
        new.state = fs::read(new.path("state")).expect("a saved state");
        new
    })
}

/// Returns the contents of a file of states that an interrupted `hash --resume` wrote.
pub fn resumable() -> &'static [u8] {
    &interrupted().state
}

/// Resumes with these bytes as the file of states: a successful run must write the right digest.
pub fn resume(state: &[u8]) {
    let run = interrupted();
    fs::write(run.path("state"), state).expect("a file of states");
    _ = fs::remove_file(run.path("out"));
    if run.hash(&[]) == Exit::Well {
        let list = fs::read(run.path("out")).expect("a run without errors has written its list");
        assert!(list == run.list, "a wrong digest: {}", String::from_utf8_lossy(&list));
    }
}

/// Forgets which outputs were written, as in a new process.
pub fn begin_outputs() {
    crate::written::forget();
}

/// Writes a file as `-o` does; returns the reason if it was not written.
pub fn output(path: &Path, replace: bool, text: &[u8]) -> Result<(), String> {
    let mut output = Output::begin(Some(path), replace, None).map_err(|stop| stop.reason)?;
    output.write(text).and_then(|()| output.finish()).map_err(|stop| stop.reason)
}

/// The message that the signatures in the corpus are for.
pub const SIGNED: &[u8] = b"SHA256 (a) = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n";

/// Parses `key` as a public and as a secret key, and `file` as a signature or a signed file, and verifies it with `key`
/// and with `known`. The owner of `known` signed only [`SIGNED`]; a valid signature of another message is a forgery. No
/// other program is run.
pub fn signature(known: &str, key: &[u8], file: &[u8], message: &[u8]) {
    let limits = Limits { namespace: NAMESPACE.into(), principal: None };
    let ask = || Ok(zeroize::Zeroizing::new(b"pw".to_vec()));
    _ = crate::signature::minisign::<Refused>(key, 10, ask);
    let read = Key::of_file(key).ok();
    _ = str::from_utf8(key).ok().and_then(Key::of_text);
    let known = Key::of_text(known).expect("a key").expect("a good key");
    let form = Form::of(file);
    for (key, is_known) in read.iter().map(|key| (key, false)).chain([(&known, true)]) {
        if matches!(key, Key::OpenPgp(_)) {
            continue;
        }
        _ = form.map(|form| key.misfit(form));
        if key.verify(file, message, &limits).is_ok() && is_known {
            assert_eq!(message, SIGNED, "a forged signature");
        }
        if let Ok((text, _)) = key.open(file)
            && is_known
        {
            assert_eq!(text, SIGNED, "a forged signature");
        }
    }
}
