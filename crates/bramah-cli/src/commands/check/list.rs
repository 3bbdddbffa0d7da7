//! Checking lists, one after another.

use super::{
    Settings,
    feed::{Feed, Listed, Next, Run, joined, locked},
    tally::Tally,
    verdict::Verdict,
};
use crate::{
    commands::hash::Given,
    engine::{Filter, Job, NameList, Progress, Source},
    exit::{Exit, Stop},
    json::put,
    names, output, report,
    sumfile::Flaw,
};
use bramah::hash::{Algorithm, Function};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

/// Checks all lists. A bad one does not stop the others.
pub(crate) fn run(settings: &Settings) -> Result<Exit, Stop> {
    let mut exit = Exit::Well;
    let mut total = Tally::default();
    let mut out = output::verdicts();
    for list in &settings.lists {
        let (tally, read) = check(settings, list, &mut out)?;
        total.add(&tally);
        if !read || !tally.is_well(settings.strict) {
            exit = Exit::Failure;
        }
    }
    if settings.json && !settings.status {
        write(&mut out, &total.summary())?;
    }
    Ok(exit)
}

/// Returns the name of a list in messages.
pub(crate) fn called(list: &Path) -> PathBuf {
    PathBuf::from(if list.as_os_str() == "-" { "standard input".as_ref() } else { list.as_os_str() })
}

fn write(out: &mut dyn Write, value: &Value) -> Result<(), Stop> {
    let mut text = Vec::new();
    put(value, &mut text);
    out.write_all(&text).and_then(|()| out.flush()).map_err(|error| output::write_error(&error))
}

/// Checks one list; returns its result, and whether it could be read to its end.
fn check(settings: &Settings, list: &Path, out: &mut (dyn Write + Send)) -> Result<(Tally, bool), Stop> {
    let name = called(list);
    let mut complaints = Complaints { settings, list: &name, told: false, guessed: Vec::new() };
    let feed = match Feed::open(list, settings) {
        Ok(feed) => Arc::new(Mutex::new(feed)),
        Err(error) => {
            complaints.unread(&error, out)?;
            return Ok((Tally::default(), false));
        }
    };
    let next = Arc::new(Mutex::new(None));
    let pending = Arc::new(Mutex::new(BTreeMap::new()));
    let verdict = Verdict {
        settings,
        pending,
        tally: Mutex::default(),
        mismatch: Mutex::default(),
        backslash: Mutex::default(),
    };
    let progress = Progress::new(settings.progress, None);
    let mut read = true;
    loop {
        let begun = locked(&next).take();
        match begun.unwrap_or_else(|| locked(&feed).next()) {
            Next::End => break,
            Next::Broken(error) => {
                complaints.unread(&error, out)?;
                read = false;
                break;
            }
            Next::Malformed(line, flaw) => {
                let mut tally = locked(&verdict.tally);
                tally.malformed += 1;
                tally.keyed += u64::from(flaw == Flaw::Keyed);
                drop(tally);
                complaints.malformed(line, &flaw, out)?;
            }
            Next::File(file) => {
                let functions = match functions(&file.algorithms, &settings.parameters) {
                    Ok(functions) => functions,
                    Err(error) => {
                        let (mut tally, lines) = (locked(&verdict.tally), file.digests.len() as u64);
                        tally.malformed += lines;
                        tally.keyed += if matches!(error, bramah::Error::NoKey { .. }) { lines } else { 0 };
                        drop(tally);
                        complaints.refused(&file, &error, out)?;
                        continue;
                    }
                };
                complaints.guessed(&file);
                if file.name.is_empty() {
                    nameless(&verdict, &file, out)?;
                    continue;
                }
                let run = Run {
                    feed: feed.clone(),
                    pending: verdict.pending.clone(),
                    next: next.clone(),
                    algorithms: file.algorithms.clone(),
                    guessed: file.guessed,
                    base: settings.base.as_deref().map(|base| names::bytes(base).into_owned()),
                    buffer: Vec::new(),
                    at: 0,
                    ended: false,
                };
                *locked(&next) = Some(Next::File(file));
                let job = Job {
                    functions: &functions,
                    sink: &verdict,
                    avoid: &[],
                    resume: None,
                    jobs: settings.jobs,
                    progress: &progress,
                };
                job.run(names_of(run), out)?;
            }
        }
    }
    let tally = *locked(&verdict.tally);
    if read {
        tally.warn(&name, settings.ignore_missing, settings.status);
    }
    // coreutils' tools print no such note
    let mismatch = locked(&verdict.mismatch).take().filter(|_| !settings.status && settings.word.is_none());
    if let Some(mismatch) = mismatch
        && let Some(other) = mismatch.matching(&settings.parameters)
    {
        let (other, taken) = (other.name(), mismatch.algorithm.name());
        report::about_bytes(
            &mismatch.path,
            format_args!("the digest does not match as {taken}, but matches as {other}: -a {other} names it"),
        );
    }
    let backslash = locked(&verdict.backslash).take().filter(|_| cfg!(unix));
    if let Some(file) = backslash.filter(|_| !settings.status && settings.word.is_none()) {
        report::about_bytes(
            &file,
            "a backslash is a part of the name on this system; if the list is from Windows, replace \\ by / in its names",
        );
    }
    Ok((tally, read))
}

/// Returns the files of a run.
fn names_of(run: Run) -> Source {
    Source {
        arguments: Vec::new().into_iter(),
        list: Some(NameList { name: PathBuf::new(), reader: Box::new(run), end: 0 }),
        recurse: false,
        follow: false,
        filter: Arc::new(Filter::default()),
        shard: None,
        walk: None,
        count: 0,
    }
}

/// Reports a file with a name that no system allows.
fn nameless(verdict: &Verdict<'_>, file: &Listed, out: &mut dyn Write) -> Result<(), Stop> {
    const REASON: &str = "No such file or directory";
    if verdict.settings.ignore_missing {
        verdict.missing(file);
        return Ok(());
    }
    report::about_bytes(&joined(None, &file.name), REASON);
    let mut text = Vec::new();
    verdict.unreadable(file, REASON, &mut text);
    out.write_all(&text).and_then(|()| out.flush()).map_err(|error| output::write_error(&error))
}

/// Returns the functions of these algorithms.
pub(super) fn functions(algorithms: &[Algorithm], given: &Given) -> Result<Vec<Function>, bramah::Error> {
    algorithms.iter().map(|algorithm| algorithm.with_options(&given.options(algorithm))).collect()
}

/// The messages about lines.
struct Complaints<'a> {
    settings: &'a Settings,
    list: &'a Path,
    /// Whether a message was printed about a well-formed line that cannot be used.
    told: bool,
    /// The algorithms that were known only from the length of a digest.
    guessed: Vec<Algorithm>,
}

impl Complaints<'_> {
    /// Reports that the list cannot be opened, or not be read to its end.
    fn unread(&self, error: &io::Error, out: &mut dyn Write) -> Result<(), Stop> {
        let reason = report::reason(error);
        report::about(self.list, &reason);
        if self.settings.json && !self.settings.status {
            let list = report::shown(self.list.as_os_str().as_encoded_bytes());
            write(out, &json!({ "list": list, "status": "error", "error": reason }))?;
        }
        Ok(())
    }

    fn malformed(&mut self, line: u64, flaw: &Flaw, out: &mut dyn Write) -> Result<(), Stop> {
        let settings = self.settings;
        if settings.json && !settings.status {
            let list = report::shown(self.list.as_os_str().as_encoded_bytes());
            let reason = flaw.to_string();
            write(out, &json!({ "list": list, "line": line, "status": "malformed", "error": reason }))?;
        }
        let word = settings.word.map(|word| match flaw {
            Flaw::Misformatted { word } => word,
            _ => word,
        });
        match word {
            Some(word) if settings.warn => {
                report::about(self.list, format_args!("{line}: improperly formatted {word} checksum line"));
            }
            None if settings.warn => {
                report::about(self.list, format_args!("{line}: improperly formatted checksum line: {flaw}"));
            }
            // once, without being asked for: otherwise the user could not know why such lines do not count
            None if flaw.is_unusable() && !self.told && !settings.status => {
                self.told = true;
                report::about(self.list, format_args!("{line}: {flaw}"));
            }
            _ => {}
        }
        Ok(())
    }

    /// Reports lines of an algorithm that cannot be used in the way that was asked for.
    fn refused(&mut self, file: &Listed, error: &bramah::Error, out: &mut dyn Write) -> Result<(), Stop> {
        self.malformed(file.line, &Flaw::Refused(error.clone()), out)
    }

    fn guessed(&mut self, file: &Listed) {
        let algorithm = file.algorithms[0];
        if file.guessed && !self.settings.status && !self.guessed.contains(&algorithm) {
            self.guessed.push(algorithm);
            let (digits, name) = (2 * algorithm.output_len(), algorithm.name());
            let line = file.line;
            report::about(
                self.list,
                format_args!(
                    "{line}: no algorithm is named: {digits} digits are taken for {name}; -a names another"
                ),
            );
        }
    }
}
