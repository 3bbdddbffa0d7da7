//! The states from which large files continue after an interruption.
//!
//! The states of the hashers are saved after every interval, by default a gibibyte, in a JSON file that only its owner
//! can read, since a state may reveal a part of the message or the key:
//!
//! `{"version":2,"files":{"HEX OF THE NAME":{"size":N,"modified":"SECONDS.NANOSECONDS",
//! "offset":N,"states":{"sha256":"HEX"}}},"sha256":"HEX"}` and a line feed.
//!
//! The last field, `sha256`, is the digest of the text before the comma in front of this field, followed by a closing
//! brace. A file that differs in any byte from what this code would write is refused and kept. A state is used only if
//! the name, size and time of the file, the offset, the algorithms and their options are those of the saved state;
//! otherwise the file is hashed from its beginning, and a message says why. A successful run removes the states that
//! are no longer needed.

use crate::{
    exit::Stop,
    identity::{Identity, identity},
    place::Place,
    report,
    sumfile::write_hex,
    temporary::Temporary,
};
use bramah::{
    Sha256,
    hash::{AnyHasher, Function},
};
use serde_json::{Map, Value, json};
use std::{
    fs::{self, File, Metadata},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::SystemTime,
};

/// The version of the file format.
const VERSION: u64 = 2;

/// The saved states of the files of a run.
pub(crate) struct Resume {
    path: PathBuf,
    interval: u64,
    files: Mutex<Map<String, Value>>,
    /// Whether saving has failed at least once.
    failed: AtomicBool,
}

impl Resume {
    /// Reads the file of states; a missing file has no states.
    pub(crate) fn open(path: PathBuf, interval: u64) -> Result<Self, Stop> {
        let path = match Place::of(&path) {
            Ok(Place::Path(place)) if fs::metadata(&place).map_or(true, |found| found.is_file()) => place,
            Ok(_) => return Err(Stop::about(&path, "not a regular file")),
            Err(error) => return Err(Stop::io(&path, &error)),
        };
        let files = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Map::new(),
            Err(error) => return Err(Stop::io(&path, &error)),
            Ok(text) => files_of(&text).ok_or_else(|| {
                Stop::about(
                    &path,
                    format_args!(
                        "damaged, or not a file of saved states (version {VERSION}); delete it to hash from the \
                         beginning"
                    ),
                )
            })?,
        };
        Ok(Self { path, interval: interval.max(1), files: Mutex::new(files), failed: AtomicBool::new(false) })
    }

    /// Returns the number of bytes after which states are saved.
    pub(crate) fn interval(&self) -> u64 {
        self.interval
    }

    /// Returns the identity of the file of states.
    pub(crate) fn identity(&self) -> Option<Identity> {
        fs::metadata(&self.path).ok().as_ref().and_then(identity)
    }

    fn files(&self) -> MutexGuard<'_, Map<String, Value>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Restores the hashers of a file, and seeks the file to the first byte that they have not hashed; returns its
    /// offset.
    pub(super) fn restore(
        &self,
        name: &[u8],
        metadata: &Metadata,
        functions: &[Function],
        hashers: &mut [AnyHasher],
        file: &mut File,
    ) -> io::Result<u64> {
        let files = self.files();
        let Some(saved) = files.get(&hex(name)) else { return Ok(0) };
        let (offset, restored) = match restored(saved, metadata, functions) {
            Ok(both) => both,
            Err(reason) => {
                report::about_bytes(name, format_args!("hashing from the beginning: {reason}"));
                return Ok(0);
            }
        };
        file.seek(SeekFrom::Start(offset))?;
        for (hasher, restored) in hashers.iter_mut().zip(restored) {
            *hasher = restored;
        }
        report::about_bytes(name, format_args!("resuming at byte {offset}"));
        Ok(offset)
    }

    /// Saves the states after `offset` bytes of a file. The first failure is reported, and hashing continues.
    pub(super) fn save(&self, name: &[u8], metadata: &Metadata, offset: u64, hashers: &[AnyHasher]) {
        let states: Map<String, Value> = hashers
            .iter()
            .map(|hasher| (hasher.algorithm().name(), Value::String(hex(&hasher.save()))))
            .collect();
        let saved = json!({
            "size": metadata.len(),
            "modified": metadata.modified().ok().map(time),
            "offset": offset,
            "states": states,
        });
        let mut files = self.files();
        files.insert(hex(name), saved);
        if let Err(error) = self.write(&files)
            && !self.failed.swap(true, Ordering::Relaxed)
        {
            let reason = report::reason(&error);
            report::about(&self.path, format_args!("cannot save the states: {reason}"));
        }
    }

    /// Removes the state of a file that has been hashed.
    pub(super) fn forget(&self, name: &[u8]) {
        self.files().remove(&hex(name));
    }

    fn write(&self, files: &Map<String, Value>) -> io::Result<()> {
        let directory = self.path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let temporary = Temporary::file(directory, 0o600)?;
        temporary.get().write_all(text_of(files).as_bytes())?;
        temporary.get().sync_data()?;
        temporary.persist(&self.path, true)
    }

    /// Ends a successful run: removes the file of states, unless it contains states of files that this run did not
    /// hash. Returns whether all states could be saved.
    pub(crate) fn finish(&self) -> Result<bool, Stop> {
        let files = self.files();
        let done = if !files.is_empty() {
            self.write(&files)
        } else {
            fs::remove_file(&self.path).or_else(|error| match error.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            })
        };
        done.map_err(|error| Stop::io(&self.path, &error))?;
        Ok(!self.failed.load(Ordering::Relaxed))
    }
}

/// Returns the text of a file of states.
fn text_of(files: &Map<String, Value>) -> String {
    let mut text = json!({ "version": VERSION, "files": files }).to_string();
    let digest = hex(&Sha256::digest(&text));
    text.truncate(text.len() - 1); // the closing brace
    text.push_str(&format!(",\"sha256\":\"{digest}\"}}\n"));
    text
}

/// Returns the files in the text of a file of states; `None` if the text is not exactly what [`text_of`] writes.
fn files_of(text: &[u8]) -> Option<Map<String, Value>> {
    let mut value: Value = serde_json::from_slice(text).ok()?;
    let Some(Value::Object(files)) = value.get_mut("files").map(Value::take) else { return None };
    (text_of(&files).as_bytes() == text).then_some(files)
}

/// Returns the offset and the hashers of a saved state; an error if the state is for another version of the file or for
/// other functions.
fn restored(
    saved: &Value,
    metadata: &Metadata,
    functions: &[Function],
) -> Result<(u64, Vec<AnyHasher>), String> {
    let malformed = || String::from("the saved state of this file is malformed");
    let field = |name: &str| saved.get(name).ok_or_else(malformed);
    if saved.as_object().is_none_or(|fields| fields.len() != 4) {
        return Err(malformed());
    }
    let size = field("size")?.as_u64().ok_or_else(malformed)?;
    let offset = field("offset")?.as_u64().ok_or_else(malformed)?;
    let states = field("states")?.as_object().ok_or_else(malformed)?;
    // without a modification time nothing shows whether the file has changed
    let modified = metadata.modified().map(time).map_err(|error| report::reason(&error))?;
    if size != metadata.len() || field("modified")?.as_str() != Some(&modified) {
        return Err("the file has changed since the state was saved".into());
    }
    let mut hashers = Vec::with_capacity(functions.len());
    for function in functions {
        let name = function.algorithm().name();
        let Some(state) = states.get(&name).filter(|_| states.len() == functions.len()) else {
            return Err("the saved state of this file is for other algorithms".into());
        };
        let state = state.as_str().and_then(unhex).ok_or_else(malformed)?;
        let hasher = function.restore(&state).map_err(|error| format!("{name}: {error}"))?;
        if hasher.absorbed() != Some(offset.into()) {
            return Err(format!(
                "{name}: the saved state of this file is damaged: it is not the state after {offset} bytes"
            ));
        }
        hashers.push(hasher);
    }
    if offset > size { Err(malformed()) } else { Ok((offset, hashers)) }
}

/// Returns a time as `SECONDS.NANOSECONDS` since 1970.
pub(crate) fn time(time: SystemTime) -> String {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => format!("{}.{:09}", since.as_secs(), since.subsec_nanos()),
        Err(before) => {
            let before = before.duration();
            format!("-{}.{:09}", before.as_secs(), before.subsec_nanos())
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut out = Vec::with_capacity(2 * bytes.len());
    write_hex(&mut out, bytes);
    String::from_utf8(out).expect("digits")
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let pair = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?);
    text.as_bytes().chunks(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn hexadecimal_there_and_back() {
        assert_eq!(unhex(&hex(&[0, 0x9a, 0xff])).unwrap(), [0, 0x9a, 0xff]);
        assert!(unhex("abc").is_none() && unhex("zz").is_none());
    }

    #[test]
    fn times_have_nine_digits() {
        assert_eq!(time(SystemTime::UNIX_EPOCH + Duration::new(5, 700)), "5.000000700");
        assert_eq!(time(SystemTime::UNIX_EPOCH - Duration::new(5, 700)), "-5.000000700");
    }
}
