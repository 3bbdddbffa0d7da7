//! Checking lists, one after another.

use super::{
    Settings, apart,
    feed::{Feed, Listed, Next, Run},
    naming::{self, joined},
    signed::{self, Verified},
    tally::Tally,
    verdict::{Found, Verdict},
};
use crate::{
    engine::{self, Job, Progress},
    exit::Stop,
    json::put,
    names, output, report,
    signature::Proof,
    sumfile::Flaw,
};
use bramah::hash::Algorithm;
use serde_json::{Value, json};
use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::Mutex,
};

/// Returns the name of a list in messages.
pub(crate) fn called(list: &Path) -> PathBuf {
    PathBuf::from(if list.as_os_str() == "-" { "standard input".as_ref() } else { list.as_os_str() })
}

pub(super) fn write(out: &mut dyn Write, value: &Value) -> Result<(), Stop> {
    let mut text = Vec::new();
    put(value, &mut text);
    out.write_all(&text).and_then(|()| out.flush()).map_err(|error| output::write_error(&error))
}

/// Refuses a digest given with --digest that cannot be the digest of a file.
pub(super) fn refuse_flawed(settings: &Settings) -> Result<(), Stop> {
    let lines = settings.lines.clone().unwrap_or_default();
    match Feed::signed(lines, Path::new("--digest"), settings, &[]).next() {
        Next::Malformed(_, Flaw::Form) => {
            Err(Stop::usage("--digest: expected a digest in hexadecimal or base64"))
        }
        Next::Malformed(_, flaw) => Err(Stop::usage(format_args!("--digest: {flaw}"))),
        _ => Ok(()),
    }
}

/// Checks one list; returns its result, and whether it could be read to its end.
pub(super) fn check_as(
    settings: &Settings,
    list: &Path,
    out: &mut (dyn Write + Send),
) -> Result<(Tally, bool), Stop> {
    let verdict = Verdict { settings, found: Mutex::default() };
    if let Some(lines) = &settings.lines {
        return check_feed(Feed::signed(lines.clone(), list, settings, &[]), list, verdict, out);
    }
    let Some(signing) = &settings.signed else {
        return match Feed::open(list, settings) {
            Ok(feed) => check_feed(feed, list, verdict, out),
            Err(error) => {
                unread(settings, &called(list), &report::reason(&error), out)?;
                Ok((Tally::default(), false))
            }
        };
    };
    let Verified { path, is_file, bytes, proof } = match signing.open(list) {
        Ok(verified) => verified,
        Err((path, reason)) => {
            unread(settings, &called(&path), &reason, out)?;
            return Ok((Tally::default(), false));
        }
    };
    proven(settings, list, &proof, out)?;
    // the signed file may itself be one of the files to check, and not a list
    let (own, files): (Vec<PathBuf>, Vec<PathBuf>) =
        signing.files.iter().cloned().partition(|file| is_file && signed::is_same(file, &path));
    for file in &own {
        verdict.signed(&names::bytes(file), out)?;
    }
    if files.is_empty() && !own.is_empty() {
        return Ok((verdict.ended().tally, true));
    }
    let feed = Feed::signed(bytes, &path, settings, &files);
    if let Some(only) = &feed.only {
        for file in only.missing() {
            verdict.unlisted(&names::bytes(file), out)?;
        }
    }
    check_feed(feed, list, verdict, out)
}

/// Reports that a list cannot be read, or lacks the required signature.
fn unread(settings: &Settings, list: &Path, reason: &str, out: &mut dyn Write) -> Result<(), Stop> {
    report::about(list, reason);
    if settings.json && !settings.status {
        let list = report::shown(list.as_os_str().as_encoded_bytes());
        write(out, &json!({ "list": list, "status": "error", "error": reason }))?;
    }
    Ok(())
}

/// Reports who signed a list.
fn proven(settings: &Settings, list: &Path, proof: &Proof, out: &mut dyn Write) -> Result<(), Stop> {
    if settings.json && !settings.status {
        let list = report::shown(list.as_os_str().as_encoded_bytes());
        let mut object = json!({ "list": list, "status": "signed", "signer": proof.signer });
        if let Some(comment) = &proof.comment {
            object["trusted_comment"] = comment.as_str().into();
        }
        write(out, &object)?;
    }
    if !settings.quiet && !settings.status {
        let comment = proof.comment.as_ref().map(|comment| {
            // minisign separates the words of its comment by tabs
            format!("; trusted comment: {}", comment.replace('\t', " "))
        });
        let comment = comment.unwrap_or_default();
        report::about(called(list), format_args!("signed by {}{comment}", proof.signer));
    }
    Ok(())
}

/// Checks the lines of a list.
fn check_feed(
    mut feed: Feed,
    list: &Path,
    verdict: Verdict<'_>,
    out: &mut (dyn Write + Send),
) -> Result<(Tally, bool), Stop> {
    let settings = verdict.settings;
    let name = called(list);
    let mut complaints = Complaints { settings, list: &name, explained: false, guessed: Vec::new() };
    let progress = Progress::new(settings.progress, || None);
    let mut read = true;
    loop {
        match feed.next() {
            Next::End => break,
            Next::Broken(error) => {
                unread(settings, &name, &report::reason(&error), out)?;
                read = false;
                break;
            }
            Next::Size(line, name, size) => {
                // only the size is compared here; the digests of the file are compared separately
                let mut paths: Vec<_> = feed.only_paths(&name).into_iter().map(Ok).collect();
                if paths.is_empty() {
                    paths.push(settings.naming.path(settings.base.as_deref(), &name));
                }
                let mut differs = false;
                for path in &paths {
                    differs |= verdict.differs(&name, path, size, out)?;
                }
                if differs {
                    continue;
                }
                verdict.malformed(1, false);
                complaints.malformed(line, &Flaw::Size { name, size }, out)?;
            }
            Next::Apart(line, apart, paths) => match apart::parts(settings, apart, paths) {
                Err((_, error)) => {
                    verdict.malformed(1, matches!(error, bramah::Error::NoKey { .. }));
                    complaints.malformed(line, &Flaw::Refused(error), out)?;
                }
                Ok(parts) => {
                    let mut run = apart::Run::new(settings, parts, &mut feed);
                    let check = |_: &[u8], part: &_, done: &mut _| apart::check(&verdict, part, done);
                    engine::each(settings.jobs, &progress, &mut run, &check, out)?;
                }
            },
            Next::Malformed(line, flaw) => {
                verdict.malformed(1, flaw == Flaw::Keyed);
                verdict.unsigned(flaw.is_unsigned());
                complaints.malformed(line, &flaw, out)?;
            }
            Next::File(file) => {
                let functions = match settings.parameters.functions(&file.algorithms) {
                    Ok(functions) => functions,
                    // if one line of a file cannot be used, the others are still compared
                    Err(_) if file.algorithms.len() > 1 => {
                        let parameters = &settings.parameters;
                        feed.put_back(file, |algorithm| parameters.functions(&[*algorithm]).is_ok());
                        continue;
                    }
                    Err(error) => {
                        let keyed = matches!(error, bramah::Error::NoKey { .. });
                        verdict.malformed(file.digests.len() as u64, keyed);
                        complaints.refused(&file, &error, out)?;
                        continue;
                    }
                };
                complaints.guessed(&file);
                if let Some(Err(reason)) = file.path {
                    unopened(&verdict, &file, reason, out)?;
                    continue;
                }
                if file.name.is_empty() {
                    nameless(&verdict, &file, out)?;
                    continue;
                }
                let job = Job {
                    functions: &functions,
                    avoid: &[],
                    resume: None,
                    jobs: settings.jobs,
                    progress: &progress,
                };
                job.run(&mut Run::new(file, &mut feed, settings.base.as_deref()), &verdict, out)?;
            }
        }
    }
    let Found { mut tally, mismatch, gone, right: found } = verdict.ended();
    if let Some(only) = &feed.only {
        for file in only.listed().filter(|file| !found.contains(&*names::bytes(file))) {
            tally.unproven += 1;
            if tally.failed + tally.unreadable == 0 {
                report::about(
                    file,
                    "not verified: the list names this file, but none of the digests of this file could be checked",
                );
            }
        }
        tally.ignored = only.ignored.len() as u64;
        if !only.ignored.is_empty() && !settings.status {
            let (word, reason) = match tally.ignored {
                1 => ("line", "it names another file"),
                _ => ("lines", "they name other files"),
            };
            let lines = signed::ranges(&only.ignored);
            report::about(&name, format_args!("ignored {word} {lines}: {reason}"));
        }
    }
    if let Some(format) = feed.format().filter(|_| settings.warn && settings.word.is_none()) {
        report::about(&name, format_args!("read as {}: {}", format.name, format.by));
    }
    if read {
        tally.warn(&name, settings.ignore_missing, settings.status);
    }
    // the notes that follow are not printed under the name of another tool, such as `sha256sum`
    let noted = !settings.status && settings.word.is_none();
    if let Some(mismatch) = mismatch.filter(|_| noted)
        && let Some(other) = mismatch.matching(&settings.parameters)
    {
        report::about_bytes(&mismatch.path, other.advice(&mismatch));
    }
    if noted
        && !gone.is_empty()
        && 2 * tally.unreadable >= tally.formatted()
        && let Some(option) = naming::hint(&gone, &settings.naming, settings.base.as_deref(), list)
    {
        report::about(
            &name,
            format_args!("the listed files exist under other paths; to check them, use {option}"),
        );
    } else if let Some(file) = gone.iter().find(|name| name.contains(&b'\\')).filter(|_| noted && cfg!(unix))
    {
        report::about_bytes(
            file,
            "backslashes are part of the name on this system; for a list from Windows, use --windows-names",
        );
    }
    Ok((tally, read))
}

/// Reports a file whose name no system allows.
fn nameless(verdict: &Verdict<'_>, file: &Listed, out: &mut dyn Write) -> Result<(), Stop> {
    const REASON: &str = "No such file or directory";
    if verdict.settings.ignore_missing {
        verdict.missing(file);
        return Ok(());
    }
    unopened(verdict, file, REASON, out)
}

/// Reports a file that is not opened, for this reason.
fn unopened(verdict: &Verdict<'_>, file: &Listed, reason: &str, out: &mut dyn Write) -> Result<(), Stop> {
    report::about_bytes(&joined(None, &file.name), reason);
    let mut text = Vec::new();
    verdict.unreadable(file, reason, &mut text);
    out.write_all(&text).and_then(|()| out.flush()).map_err(|error| output::write_error(&error))
}

/// The messages about lines.
struct Complaints<'a> {
    settings: &'a Settings,
    list: &'a Path,
    /// Whether a message about a well-formed line that cannot be used was printed.
    explained: bool,
    /// The algorithms that were guessed from the length of a digest.
    guessed: Vec<Algorithm>,
}

impl Complaints<'_> {
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
            // printed once, even without --warn: otherwise the user could not know why such lines are ignored
            None if flaw.is_unusable() && !self.explained && !settings.status => {
                self.explained = true;
                report::about(self.list, format_args!("{line}: {flaw}"));
            }
            _ => {}
        }
        Ok(())
    }

    /// Reports the lines of a file whose algorithm refuses the options given.
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
                    "{line}: assuming {name} because the digest has {digits} digits; use -a for another algorithm"
                ),
            );
        }
    }
}
