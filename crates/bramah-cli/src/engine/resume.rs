//! Where large files go on after an interruption.
//!
//! The states of the hashers are saved every interval, a gibibyte by default, in a JSON file that
//! only its owner can read, as a state can tell something of a message and a key:
//!
//! `{"version":1,"files":{"HEX OF THE NAME":{"size":N,"modified":"SECONDS.NANOSECONDS",
//! "offset":N,"states":{"sha256":"HEX"}}}}`
//!
//! A state counts only for a file of the same name, size and time. A run that ends well removes
//! the file.

use super::walk::Identity;
use crate::{exit::Stop, report, sumfile::write_hex, temporary::Temporary};
use bramah::hash::{AnyHasher, Function};
use serde_json::{Map, Value, json};
use std::{
    fs::{self, File, Metadata},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::SystemTime,
};

/// The version of the file.
const VERSION: u64 = 1;

/// The saved states of the files of a run.
pub(crate) struct Resume {
    path: PathBuf,
    interval: u64,
    files: Mutex<Map<String, Value>>,
}

impl Resume {
    /// Reads the states, if there are any.
    pub(crate) fn open(path: PathBuf, interval: u64) -> Result<Self, Stop> {
        let bad = |reason: String| Stop::failure(format_args!("{}: {reason}", path.display()));
        let files = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Map::new(),
            Err(error) => return Err(bad(report::reason(&error))),
            Ok(text) => {
                let value: Value = serde_json::from_slice(&text).unwrap_or_default();
                match (value.get("version").and_then(Value::as_u64), value.get("files")) {
                    (Some(VERSION), Some(Value::Object(files))) => files.clone(),
                    _ => return Err(bad("not a file of saved states of this version".into())),
                }
            }
        };
        Ok(Self { path, interval: interval.max(1), files: Mutex::new(files) })
    }

    /// After how many bytes states are saved.
    pub(crate) fn interval(&self) -> u64 {
        self.interval
    }

    /// The file of states.
    pub(crate) fn identity(&self) -> Option<Identity> {
        fs::metadata(&self.path).ok().as_ref().and_then(super::identity)
    }

    /// Puts the hashers where they were and the file behind what they had; returns that place.
    pub(super) fn restore(
        &self,
        name: &[u8],
        metadata: &Metadata,
        functions: &[Function],
        hashers: &mut [AnyHasher],
        file: &mut File,
    ) -> io::Result<u64> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((offset, restored)) =
            files.get(&hex(name)).and_then(|saved| restored(saved, metadata, functions))
        else {
            return Ok(0);
        };
        file.seek(SeekFrom::Start(offset))?;
        for (hasher, restored) in hashers.iter_mut().zip(restored) {
            *hasher = restored;
        }
        report::about_bytes(name, format_args!("resumed at byte {offset}"));
        Ok(offset)
    }

    /// Saves the states behind `offset` bytes of a file.
    pub(super) fn save(
        &self,
        name: &[u8],
        metadata: &Metadata,
        offset: u64,
        hashers: &[AnyHasher],
    ) -> io::Result<()> {
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
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(hex(name), saved);
        let text = json!({ "version": VERSION, "files": &*files }).to_string();
        let directory = self.path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let temporary = Temporary::file(directory, 0o600)?;
        temporary.get().write_all(text.as_bytes())?;
        temporary.get().sync_data()?;
        temporary.persist(&self.path, true)
    }

    /// The run ended well: nothing is left to resume.
    pub(crate) fn remove(&self) -> Result<(), Stop> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Stop::failure(format_args!("{}: {}", self.path.display(), report::reason(&error))))
            }
            _ => Ok(()),
        }
    }
}

/// The place and the hashers, if they are of this very file and of these functions.
fn restored(saved: &Value, metadata: &Metadata, functions: &[Function]) -> Option<(u64, Vec<AnyHasher>)> {
    let modified = metadata.modified().ok().map(time)?;
    if saved["size"].as_u64()? != metadata.len() || saved["modified"].as_str()? != modified {
        return None;
    }
    let states = saved["states"].as_object().filter(|states| states.len() == functions.len())?;
    let restore = |function: &Function| {
        let state = unhex(states.get(&function.algorithm().name())?.as_str()?)?;
        function.restore(&state).ok()
    };
    let hashers = functions.iter().map(restore).collect::<Option<Vec<_>>>()?;
    Some((saved["offset"].as_u64().filter(|offset| *offset <= metadata.len())?, hashers))
}

/// Seconds and nanoseconds since 1970.
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
        assert_eq!(time(SystemTime::UNIX_EPOCH + Duration::new(5, 70)), "5.000000070");
        assert_eq!(time(SystemTime::UNIX_EPOCH - Duration::new(5, 70)), "-5.000000070");
    }
}
