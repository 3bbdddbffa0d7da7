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
    sync::{Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

/// The contents of the lists: the digests of each name, by algorithm.
#[derive(Default)]
struct Known {
    algorithms: Vec<Algorithm>,
    files: BTreeMap<Vec<u8>, Vec<(Algorithm, Vec<u8>)>>,
    /// The sizes of files, in lists that have them.
    sizes: BTreeMap<Vec<u8>, Size>,
    malformed: u64,
    unreadable: bool,
}

/// The names that have a digest of an algorithm, which is given by its index.
type ByDigest<'a> = BTreeMap<(usize, &'a [u8]), Vec<&'a [u8]>>;

/// Walks the directory, and reports for each file whether it is as listed, not as listed, listed under another name or
/// not at all; then the listed files that are missing. `report` is where a page with the result is written, and `earlier`
/// are such pages.
pub(super) fn run(settings: &Settings, report: Option<&Path>, earlier: &[PathBuf]) -> Result<Exit, Stop> {
    let mut history = History::read(earlier)?;
    let known = read(settings);
    if known.files.is_empty() {
        return Ok(Exit::Failure);
    }
    let functions = settings.parameters.functions(&known.algorithms).map_err(Stop::usage)?;
    let mut by_digest = ByDigest::new();
    for (name, digests) in &known.files {
        for (algorithm, digest) in digests {
            let place = known.algorithms.iter().position(|a| a == algorithm).unwrap_or_default();
            by_digest.entry((place, digest)).or_default().push(name);
        }
    }
    let base = settings.base.clone().unwrap_or_else(|| PathBuf::from("."));
    let audit =
        Audit { settings, known: &known, base: names::bytes(&base).into_owned(), seen: Mutex::default() };
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
    let seen = std::mem::take(&mut *audit.seen());
    let findings = audit.findings(&seen, &by_digest);
    let counts = Counts::of(&findings);
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
        if let Some(size) = file.size {
            self.sizes.insert(plain(&file.name).to_vec(), size);
        }
        let digests = self.files.entry(plain(&file.name).to_vec()).or_default();
        for (algorithm, digest) in file.algorithms.into_iter().zip(file.digests) {
            if !self.algorithms.contains(&algorithm) {
                self.algorithms.push(algorithm);
            }
            digests.push((algorithm, digest));
        }
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

/// The result for a file that was found.
enum Seen {
    /// It has the digests of the list.
    Matched,
    /// It has other digests.
    Changed,
    /// It is not listed; its digests, of all algorithms, and its size.
    Unlisted(Vec<u8>, u64),
    /// It is listed, but could not be read.
    Unreadable,
}

/// Classifies the files.
struct Audit<'a> {
    settings: &'a Settings,
    known: &'a Known,
    base: Vec<u8>,
    seen: Mutex<BTreeMap<Vec<u8>, Seen>>,
}

impl Audit<'_> {
    fn seen(&self) -> MutexGuard<'_, BTreeMap<Vec<u8>, Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the name of a path as a list writes it.
    fn name<'n>(&self, path: &'n [u8]) -> &'n [u8] {
        let inside = path.strip_prefix(self.base.as_slice()).unwrap_or(path);
        plain(unslashed(inside))
    }

    /// Splits the digests of all algorithms.
    fn each<'d>(&self, mut digests: &'d [u8]) -> Vec<&'d [u8]> {
        let cut = |algorithm: &Algorithm| {
            let digest;
            (digest, digests) = digests.split_at(algorithm.output_len());
            digest
        };
        self.known.algorithms.iter().map(cut).collect()
    }

    /// Returns whether a file of these digests, of all algorithms, and this size is as it is listed under a name.
    fn is(&self, name: &[u8], digests: &[u8], size: u64) -> bool {
        let digests = self.each(digests);
        let all = || self.known.algorithms.iter().zip(&digests);
        let is_right =
            |(algorithm, digest): &(Algorithm, Vec<u8>)| all().any(|(a, d)| a == algorithm && d == digest);
        let sized = self.known.sizes.get(name).is_none_or(|listed| listed.admits(size));
        sized && self.known.files.get(name).is_some_and(|listed| listed.iter().all(is_right))
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

    /// Returns the results of all files that were found, and those of listed files that were not.
    fn findings<'f>(
        &'f self,
        seen: &'f BTreeMap<Vec<u8>, Seen>,
        by_digest: &ByDigest<'f>,
    ) -> Vec<Finding<'f>> {
        let mut origins: BTreeSet<&[u8]> = BTreeSet::new();
        let mut find = |(name, file): (&'f Vec<u8>, &'f Seen)| {
            let (kind, from) = match file {
                Seen::Matched => (Kind::Matched, None),
                Seen::Changed => (Kind::Changed, None),
                Seen::Unreadable => (Kind::Unreadable, None),
                Seen::Unlisted(digests, size) => {
                    let names = self.each(digests).into_iter().enumerate();
                    let mut names: Vec<&[u8]> =
                        names.filter_map(|key| by_digest.get(&key)).flatten().copied().collect();
                    names.retain(|name| self.is(name, digests, *size));
                    // a name that is missing is more likely where the file came from, and each only once
                    let missing = |name: &&&[u8]| !seen.contains_key(**name);
                    let gone = names.iter().find(|name| missing(name) && !origins.contains(**name));
                    let gone = gone.or(names.iter().find(missing)).or(names.first()).copied();
                    origins.extend(gone);
                    (if gone.is_some() { Kind::Moved } else { Kind::New }, gone)
                }
            };
            Finding { name, kind, from }
        };
        let mut findings: Vec<Finding<'_>> = seen.iter().map(&mut find).collect();
        let accounted = |name: &[u8]| seen.contains_key(name) || origins.contains(name);
        let missing = self.known.files.keys().filter(|name| !accounted(name));
        findings.extend(missing.map(|name| Finding { name, kind: Kind::Missing, from: None }));
        findings
    }

    /// Reports what could not be decided before all files were seen.
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
        let seen = match self.known.files.get(name) {
            None => Seen::Unlisted(file.digests.to_vec(), file.size),
            Some(_) => {
                let matched = self.is(name, file.digests, file.size);
                self.say(name, if matched { "OK" } else { "FAILED" }, None, out);
                if matched { Seen::Matched } else { Seen::Changed }
            }
        };
        self.seen().insert(name.to_vec(), seen);
    }

    fn failed(&self, path: &[u8], _: &(), _: &str, out: &mut Vec<u8>) {
        let name = self.name(path);
        self.say(name, if self.settings.json { "error" } else { "FAILED open or read" }, None, out);
        self.seen().insert(name.to_vec(), Seen::Unreadable);
    }
}
