//! `bramah check --audit`: comparison of a directory with lists, in both directions.

use super::{
    Settings,
    feed::{Feed, Listed, Next},
    found::{Counts, Finding, Kind},
    list::called,
    page::{self, History},
    verdict::line,
};
use crate::{
    engine::{self, Hashed, Job, Progress, Source},
    exit::{Exit, Stop},
    identity::{Identity, identity},
    json::{named, put},
    names,
    output::{self, Target},
    place::directory,
    report,
    sumfile::{Flaw, Size},
};
use bramah::hash::Algorithm;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU8, Ordering::Relaxed},
    },
    time::SystemTime,
};

/// The contents of the lists.
#[derive(Default)]
struct Known {
    algorithms: Vec<Algorithm>,
    files: BTreeMap<Box<[u8]>, Entry>,
    /// The sizes of files by name, from lists that contain sizes.
    sizes: BTreeMap<Vec<u8>, Size>,
    malformed: u64,
    unreadable: bool,
}

/// A listed name: its digests in the lists, and the result of comparing the file. An audit may hold millions of entries.
#[derive(Default)]
struct Entry {
    /// The digests, each preceded by the index of its algorithm in two bytes.
    digests: Box<[u8]>,
    /// The result for the file: one of the constants below, or 0 before the file is found.
    seen: AtomicU8,
}

/// The possible values of [`Entry::seen`]: the results for a listed file.
const MATCHED: u8 = 1;
const CHANGED: u8 = 2;
const UNREADABLE: u8 = 3;

impl Entry {
    fn is_seen(&self) -> bool {
        self.seen.load(Relaxed) != 0
    }
}

/// The listed names by the index of an algorithm and a digest.
type ByDigest<'a> = BTreeMap<(usize, &'a [u8]), Vec<&'a [u8]>>;

/// Walks the directory, and reports for each file whether it is as listed, changed, listed under another name or not
/// listed; then reports the listed files that are missing. Writes a page with the result to `report`; `earlier` are
/// pages of earlier audits.
pub(super) fn run(settings: &Settings, report: Option<&Path>, earlier: &[PathBuf]) -> Result<Exit, Stop> {
    let mut history = History::read(earlier)?;
    let known = read(settings);
    if known.files.is_empty() {
        return Ok(Exit::Failure);
    }
    let functions = settings.parameters.functions(&known.algorithms).map_err(Stop::usage)?;
    let base = settings.base.clone().unwrap_or_else(|| PathBuf::from("."));
    let audit =
        Audit { settings, known: &known, base: names::bytes(&base).into_owned(), unlisted: Mutex::default() };
    if let Some(report) = report.filter(|report| known.lists(report, &base)) {
        return Err(Stop::usage(format_args!(
            "--report {}: a list names this file, which would be replaced; name another file",
            report::shown(report.as_os_str().as_encoded_bytes())
        )));
    }
    let report = report.map(Target::create).transpose()?;
    let mut avoid: Vec<Identity> = output::stdout_identity().into_iter().collect();
    let given = settings.lists.iter().chain(earlier);
    avoid.extend(given.filter_map(|file| fs::metadata(file).ok().as_ref().and_then(identity)));
    avoid.extend(report.iter().flat_map(Target::identities).copied());
    let job = Job {
        functions: &functions,
        avoid: &avoid,
        resume: None,
        jobs: settings.jobs,
        progress: &Progress::new(settings.progress, || None),
    };
    let mut source = Source { recurse: true, ..Source::of(vec![base.clone()]) };
    let mut out = output::verdicts();
    let totals = job.run(&mut source, &audit, &mut out)?;
    let unlisted = std::mem::take(&mut *audit.unlisted());
    // the page also counts files that match, by folder
    let (findings, counts) = audit.findings(&unlisted, report.is_some());
    let mut text = Vec::new();
    audit.rest(&findings, &mut text);
    let well = counts.differences() == 0 && totals.failed == 0 && known.malformed == 0 && !known.unreadable;
    if !settings.status {
        counts.tell(settings, well, known.malformed, &mut text);
        out.write_all(&text).and_then(|()| out.flush()).map_err(|error| output::write_error(&error))?;
    }
    if let Some(mut report) = report {
        history.add(SystemTime::now(), counts);
        let page = page::page(&base, &settings.lists, well, known.malformed, &findings, &history);
        report.write_all(page.as_bytes()).map_err(|error| output::write_error(&error))?;
        report.finish()?;
    }
    Ok(if well { Exit::Well } else { Exit::Failure })
}

/// Reads all lists.
fn read(settings: &Settings) -> Known {
    let mut known = Known::default();
    for list in &settings.lists {
        let name = called(list);
        let mut any = false;
        let mut feed = match Feed::open(list, settings) {
            Ok(feed) => feed,
            Err(error) => {
                report::about(&name, report::reason(&error));
                known.unreadable = true;
                continue;
            }
        };
        loop {
            match feed.next() {
                Next::End => break,
                Next::Broken(error) => {
                    report::about(&name, report::reason(&error));
                    known.unreadable = true;
                    break;
                }
                Next::Size(_, name, size) => {
                    known.sizes.insert(plain(&name).to_vec(), Size::bytes(size));
                }
                next @ (Next::Malformed(..) | Next::Apart(..)) => {
                    let (line, flaw) = match next {
                        Next::Apart(line, apart, _) => (line, Flaw::Apart(apart)),
                        Next::Malformed(line, flaw) => (line, flaw),
                        _ => continue,
                    };
                    known.malformed += 1;
                    if !settings.status {
                        report::about(
                            &name,
                            format_args!("{line}: improperly formatted checksum line: {flaw}"),
                        );
                    }
                }
                Next::File(mut file) => {
                    any = true;
                    if let Some(name) = settings.naming.relative(&file.name) {
                        file.name = name;
                    }
                    known.add(file);
                }
            }
        }
        if !any {
            report::about(&name, "no properly formatted checksum lines found");
        }
    }
    known
}

impl Known {
    fn add(&mut self, file: Listed) {
        let name = plain(&file.name);
        if let Some(size) = file.size {
            self.sizes.insert(name.to_vec(), size);
        }
        let mut digests = Vec::new();
        for (algorithm, digest) in file.algorithms.into_iter().zip(file.digests) {
            let place = self.algorithms.iter().position(|known| *known == algorithm).unwrap_or_else(|| {
                self.algorithms.push(algorithm);
                self.algorithms.len() - 1
            });
            digests.extend_from_slice(&(place as u16).to_le_bytes());
            digests.extend_from_slice(&digest);
        }
        match self.files.get_mut(name) {
            Some(entry) => entry.digests = [&entry.digests, digests.as_slice()].concat().into(),
            None => _ = self.files.insert(name.into(), Entry { digests: digests.into(), ..Entry::default() }),
        }
    }

    /// Returns whether a list names the file at this path; names are relative to `base`.
    fn lists(&self, path: &Path, base: &Path) -> bool {
        let new = || Some(fs::canonicalize(directory(path)).ok()?.join(path.file_name()?));
        let whole = fs::canonicalize(path).ok().or_else(new).zip(fs::canonicalize(base).ok());
        let name = whole.and_then(|(path, base)| path.strip_prefix(base).ok().map(Path::to_path_buf));
        name.is_some_and(|name| self.files.contains_key(&*names::bytes(&name)))
    }

    /// Returns the digests of an entry, each with the index of its algorithm.
    fn digests<'e>(&self, entry: &'e Entry) -> impl Iterator<Item = (usize, &'e [u8])> {
        let mut rest: &[u8] = &entry.digests;
        std::iter::from_fn(move || {
            let (place, more) = rest.split_first_chunk()?;
            let place = usize::from(u16::from_le_bytes(*place));
            let digest;
            (digest, rest) = more.split_at(self.algorithms[place].output_len());
            Some((place, digest))
        })
    }
}

/// Returns a name without `./` at its front.
fn plain(mut name: &[u8]) -> &[u8] {
    while let Some(rest) = name.strip_prefix(b"./") {
        name = unslashed(rest);
    }
    name
}

fn unslashed(name: &[u8]) -> &[u8] {
    &name[name.iter().take_while(|&&byte| byte == b'/').count()..]
}

/// A file that is not listed.
enum Unlisted {
    /// The digests of all algorithms, and the size in bytes.
    Read(Box<[u8]>, u64),
    /// The file could not be read.
    Unreadable,
}

type UnlistedFiles = BTreeMap<Vec<u8>, Unlisted>;

/// Classifies the files.
struct Audit<'a> {
    settings: &'a Settings,
    known: &'a Known,
    base: Vec<u8>,
    unlisted: Mutex<UnlistedFiles>,
}

impl Audit<'_> {
    fn unlisted(&self) -> MutexGuard<'_, UnlistedFiles> {
        self.unlisted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the name of a path as a list writes it.
    fn name<'n>(&self, path: &'n [u8]) -> &'n [u8] {
        let inside = path.strip_prefix(self.base.as_slice()).unwrap_or(path);
        plain(unslashed(inside))
    }

    /// Splits the concatenated digests of all algorithms.
    fn each<'d>(&self, mut digests: &'d [u8]) -> Vec<&'d [u8]> {
        let cut = |algorithm: &Algorithm| {
            let digest;
            (digest, digests) = digests.split_at(algorithm.output_len());
            digest
        };
        self.known.algorithms.iter().map(cut).collect()
    }

    /// Returns whether a file with these digests of all algorithms and this size matches the entry of a name.
    fn is(&self, name: &[u8], digests: &[u8], size: u64) -> bool {
        let digests = self.each(digests);
        let is_right = |(place, digest): (usize, &[u8])| digests[place] == digest;
        let sized = self.known.sizes.get(name).is_none_or(|listed| listed.admits(size));
        sized && self.known.files.get(name).is_some_and(|entry| self.known.digests(entry).all(is_right))
    }

    fn say(&self, name: &[u8], word: &str, from: Option<&[u8]>, out: &mut Vec<u8>) {
        if self.settings.status || self.settings.quiet && word == "OK" {
            return;
        }
        if self.settings.json {
            let mut object = named(name);
            object.insert("status".into(), word.to_ascii_lowercase().into());
            if let Some(from) = from {
                object.insert("from".into(), Value::Object(named(from)));
            }
            return put(&Value::Object(object), out);
        }
        match from {
            Some(from) => line(name, &format!("{word} from {}", report::shown(from)), out),
            None => line(name, word, out),
        }
    }

    /// Returns the listed names of each digest of an unlisted file.
    fn by_digest<'f>(&'f self, unlisted: &'f UnlistedFiles) -> ByDigest<'f> {
        let mut names = ByDigest::new();
        for file in unlisted.values() {
            if let Unlisted::Read(digests, _) = file {
                names.extend(self.each(digests).into_iter().enumerate().map(|key| (key, Vec::new())));
            }
        }
        if names.is_empty() {
            return names;
        }
        for (name, entry) in &self.known.files {
            for key in self.known.digests(entry) {
                if let Some(names) = names.get_mut(&key) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// Returns the results of all files, found or listed, in the order of their names, and counts them. Results of
    /// files that match are returned only if `all` is set.
    fn findings<'f>(&'f self, unlisted: &'f UnlistedFiles, all: bool) -> (Vec<Finding<'f>>, Counts) {
        let by_digest = self.by_digest(unlisted);
        let mut origins: BTreeSet<&[u8]> = BTreeSet::new();
        let find = |(name, file): (&'f Vec<u8>, &'f Unlisted)| {
            let Unlisted::Read(digests, size) = file else {
                return Finding { name, kind: Kind::Unreadable, from: None };
            };
            let names = self.each(digests).into_iter().enumerate();
            let mut names: Vec<&[u8]> =
                names.filter_map(|key| by_digest.get(&key)).flatten().copied().collect();
            names.retain(|name| self.is(name, digests, *size));
            // the file more likely came from a name that is missing now; only one file can have come from each name
            let missing = |name: &&&[u8]| self.known.files.get(**name).is_some_and(|entry| !entry.is_seen());
            let gone = names.iter().find(|name| missing(name) && !origins.contains(**name));
            let from = gone.or(names.iter().find(missing)).or(names.first()).copied();
            origins.extend(from);
            Finding { name, kind: if from.is_some() { Kind::Moved } else { Kind::New }, from }
        };
        let mut findings: Vec<Finding<'_>> = unlisted.iter().map(find).collect();
        let mut counts = Counts::of(&findings);
        let mut missing = Vec::new();
        for (name, entry) in &self.known.files {
            let kind = match entry.seen.load(Relaxed) {
                MATCHED => Kind::Matched,
                CHANGED => Kind::Changed,
                UNREADABLE => Kind::Unreadable,
                _ if origins.contains(&**name) => continue,
                _ => Kind::Missing,
            };
            let finding = Finding { name, kind, from: None };
            counts.add(&finding);
            match kind {
                Kind::Missing => missing.push(finding),
                Kind::Matched if !all => {}
                _ => findings.push(finding),
            }
        }
        findings.sort_by_key(|finding| finding.name);
        findings.append(&mut missing);
        (findings, counts)
    }

    /// Reports the results that could not be decided before all files had been read.
    fn rest(&self, findings: &[Finding<'_>], out: &mut Vec<u8>) {
        for Finding { name, kind, from } in findings {
            let word = match kind {
                Kind::Moved => "MOVED",
                Kind::New => "NEW",
                Kind::Missing => "MISSING",
                Kind::Matched | Kind::Changed | Kind::Unreadable => continue,
            };
            self.say(name, word, *from, out);
        }
    }
}

impl engine::Sink<()> for Audit<'_> {
    fn hashed(&self, path: &[u8], _: &(), file: &Hashed<'_>, out: &mut Vec<u8>) {
        let name = self.name(path);
        let Some(entry) = self.known.files.get(name) else {
            let unlisted = Unlisted::Read(file.digests.into(), file.size);
            self.unlisted().insert(name.to_vec(), unlisted);
            return;
        };
        let matched = self.is(name, file.digests, file.size);
        self.say(name, if matched { "OK" } else { "FAILED" }, None, out);
        entry.seen.store(if matched { MATCHED } else { CHANGED }, Relaxed);
    }

    fn failed(&self, path: &[u8], _: &(), _: &str, out: &mut Vec<u8>) {
        // the name of the scanned directory itself would be empty
        let name = Some(self.name(path)).filter(|name| !name.is_empty()).unwrap_or(path);
        self.say(name, if self.settings.json { "error" } else { "FAILED open or read" }, None, out);
        match self.known.files.get(name) {
            Some(entry) => entry.seen.store(UNREADABLE, Relaxed),
            None => _ = self.unlisted().insert(name.to_vec(), Unlisted::Unreadable),
        }
    }
}
