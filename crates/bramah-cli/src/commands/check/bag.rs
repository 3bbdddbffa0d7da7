//! Checking a bag: a directory with manifests of its files, as RFC 8493 (BagIt) defines it.

use super::{
    Settings,
    list::check_as,
    naming::{Naming, is_inside},
    tally::Tally,
};
use crate::{
    exit::Stop,
    input, names, report,
    sumfile::{Expected, LineEnd, Reader, from_bagit},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

/// Returns whether a directory is a bag.
pub(super) fn is_bag(path: &Path) -> bool {
    path.join("bagit.txt").is_file()
}

/// A manifest.
struct Manifest {
    path: PathBuf,
    /// The name of the manifest's file.
    name: String,
    algorithm: Option<Expected>,
    /// Whether the manifest lists tag files instead of payload files.
    of_tags: bool,
}

/// The faults of a bag, other than files that do not match their digests.
struct Flaws<'a> {
    settings: &'a Settings,
    count: u64,
}

impl Flaws<'_> {
    fn add(&mut self, path: &Path, reason: impl std::fmt::Display) {
        self.count += 1;
        if !self.settings.status {
            report::about(path, reason);
        }
    }
}

/// Checks a bag: that every file matches its manifests, that every payload file is listed, the files to fetch, the sum
/// of sizes, and the declaration. Returns the counts, and whether the bag is complete and valid.
pub(super) fn check(
    settings: &Settings,
    bag: &Path,
    out: &mut (dyn Write + Send),
) -> Result<(Tally, bool), Stop> {
    let mut flaws = Flaws { settings, count: 0 };
    let mut tally = Tally::default();
    declaration(bag, &mut flaws);
    let manifests = match manifests(bag) {
        Ok(manifests) => manifests,
        Err(error) => {
            report::about(bag, report::reason(&error));
            return Ok((tally, false));
        }
    };
    let mut payload = BTreeMap::new();
    if let Err(error) = walk(&bag.join("data"), b"data", &mut payload) {
        flaws.add(&bag.join("data"), report::reason(&error));
    }
    if !manifests.iter().any(|manifest| !manifest.of_tags) {
        flaws.add(bag, "the bag has no payload manifest (manifest-ALGORITHM.txt)");
    }
    let to_fetch = to_fetch(bag, &payload, &mut flaws);
    for manifest in &manifests {
        let Some(algorithm) = manifest.algorithm else {
            flaws.add(&manifest.path, "not checked: unknown algorithm in the name of this manifest");
            continue;
        };
        let own = Settings {
            base: Some(bag.to_path_buf()),
            naming: Naming { inside: true, ..Naming::default() },
            quiet: settings.quiet,
            status: settings.status,
            warn: settings.warn,
            json: settings.json,
            jobs: settings.jobs,
            progress: settings.progress,
            ..Settings::of(Vec::new(), Some(algorithm))
        };
        // RFC 8493 allows a bag without payload files; the manifest of such a bag is an empty file
        let blank = payload.is_empty()
            && !manifest.of_tags
            && fs::metadata(&manifest.path).is_ok_and(|file| file.is_file() && file.len() == 0);
        let (found, read) = match blank {
            true => (Tally::default(), true),
            false => check_as(&own, &manifest.path, out)?,
        };
        // an empty manifest lists no files
        let listed = listed(&manifest.path, algorithm).unwrap_or_default();
        let empty = listed.is_empty() && found.malformed == 0 && payload.is_empty() && !manifest.of_tags;
        let failed = found.malformed + found.failed + found.unreadable + found.missing;
        if !read || failed > 0 || found.matched == 0 && !empty {
            flaws.count += 1;
        }
        tally.add(&found);
        if manifest.of_tags {
            for other in manifests.iter().filter(|other| !other.of_tags) {
                if !listed.contains(other.name.as_bytes()) {
                    flaws.add(&bag.join(&other.name), format_args!("not listed in {}", manifest.name));
                }
            }
            continue;
        }
        for name in payload.keys().filter(|name| !listed.contains(*name)) {
            flaws.add(&bag.join(names::path(name)), format_args!("not listed in {}", manifest.name));
        }
        for name in to_fetch.iter().filter(|name| !listed.contains(*name) && !payload.contains_key(*name)) {
            flaws.add(
                &bag.join(FETCH),
                format_args!("{} is not listed in {}", report::shown(name), manifest.name),
            );
        }
        for name in listed.iter().filter(|name| !name.starts_with(b"data/")) {
            flaws.add(&manifest.path, format_args!("{} is outside the directory data/", report::shown(name)));
        }
    }
    oxum(bag, &payload, &mut flaws);
    Ok((tally, flaws.count == 0))
}

/// Reads the lines `LABEL: VALUE` of a file of a bag.
fn labels(path: &Path) -> io::Result<Vec<(String, String)>> {
    const LARGEST: u64 = 16 << 20;
    let mut text = Vec::new();
    input::file(path)?.take(LARGEST).read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text)).into_owned();
    let split = |line: &str| {
        let (label, value) = line.split_once(':')?;
        Some((label.trim().to_string(), value.trim().to_string()))
    };
    Ok(text.lines().filter(|line| !line.starts_with([' ', '\t'])).filter_map(split).collect())
}

/// Checks the declaration.
fn declaration(bag: &Path, flaws: &mut Flaws) {
    let path = bag.join("bagit.txt");
    let labels = match labels(&path) {
        Ok(labels) => labels,
        Err(error) => return flaws.add(&path, report::reason(&error)),
    };
    let value = |label: &str| labels.iter().find(|(name, _)| name == label).map(|(_, value)| value.as_str());
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match value("BagIt-Version").and_then(|version| version.split_once('.')) {
        Some((major, minor)) if is_number(major) && is_number(minor) => {}
        _ => flaws.add(&path, "missing or malformed BagIt-Version (expected M.N)"),
    }
    match value("Tag-File-Character-Encoding") {
        Some(encoding) if encoding.eq_ignore_ascii_case("UTF-8") => {}
        Some(encoding) => flaws.add(
            &path,
            format_args!(
                "unsupported Tag-File-Character-Encoding {encoding:?}; only UTF-8 is \
                                           supported"
            ),
        ),
        None => flaws.add(&path, "missing Tag-File-Character-Encoding"),
    }
}

/// Returns the manifests of a bag by name.
fn manifests(bag: &Path) -> io::Result<Vec<Manifest>> {
    let mut manifests = Vec::new();
    for entry in fs::read_dir(bag)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (of_tags, rest) = name.strip_prefix("tag").map_or((false, name.as_str()), |rest| (true, rest));
        let word = rest.strip_prefix("manifest-").and_then(|rest| rest.strip_suffix(".txt"));
        let Some(algorithm) = word.map(|word| Expected::named(word).ok()) else { continue };
        manifests.push(Manifest { path: entry.path(), name: name.clone(), algorithm, of_tags });
    }
    manifests.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(manifests)
}

/// Returns the names in a manifest.
fn listed(manifest: &Path, algorithm: Expected) -> io::Result<BTreeSet<Vec<u8>>> {
    let file = BufReader::new(input::file(manifest)?);
    let reader = Reader::new(file, LineEnd::LineFeed, Some(algorithm), None);
    let mut names = BTreeSet::new();
    for next in reader.of_list(manifest, None) {
        if let (_, Ok(entry)) = next? {
            names.insert(entry.name.strip_prefix(b"./").map_or(entry.name.clone(), <[u8]>::to_vec));
        }
    }
    Ok(names)
}

/// Finds all files in a directory and its subdirectories, with their sizes.
fn walk(directory: &Path, name: &[u8], files: &mut BTreeMap<Vec<u8>, u64>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = [name, b"/", &names::bytes(Path::new(&entry.file_name()))].concat();
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &name, files)?;
        } else {
            files.insert(name, fs::metadata(entry.path()).map_or(0, |metadata| metadata.len()));
        }
    }
    Ok(())
}

/// The name of the list of files to be fetched from elsewhere.
const FETCH: &str = "fetch.txt";

/// Reads the list of files to be fetched (RFC 8493, section 2.2.3), if there is one: lines `URL LENGTH FILE`, where
/// LENGTH is a number of bytes or `-`. A file that has not been fetched is a fault; Bramah opens no URL. Returns the
/// names of the files.
fn to_fetch(bag: &Path, payload: &BTreeMap<Vec<u8>, u64>, flaws: &mut Flaws) -> BTreeSet<Vec<u8>> {
    /// The maximum length of a line, in bytes: far longer than any path and URL.
    const LONGEST: u64 = 1 << 20;
    let path = bag.join(FETCH);
    let mut files = BTreeSet::new();
    let mut lines = match input::file(&path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return files,
        Err(error) => {
            flaws.add(&path, report::reason(&error));
            return files;
        }
    };
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        match lines.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) => {
                flaws.add(&path, report::reason(&error));
                break;
            }
        }
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        if text.trim_ascii().is_empty() {
            continue;
        }
        let Some((url, length, file)) = fetch_line(text) else {
            flaws.add(&path, format_args!("line {number}: expected URL LENGTH FILE"));
            continue;
        };
        let name = from_bagit(file.strip_prefix(b"./").unwrap_or(file));
        if !name.starts_with(b"data/") || !is_inside(bag, &names::path(&name)) {
            flaws.add(
                &path,
                format_args!("line {number}: {} is outside the directory data/", report::shown(&name)),
            );
            continue;
        }
        let place = bag.join(names::path(&name));
        match (payload.get(&name), length) {
            (None, _) => {
                flaws.add(&place, format_args!("missing; download this file from {}", report::shown(url)));
            }
            (Some(found), Some(length)) if *found != length => {
                flaws.add(&place, format_args!("the file has {found} bytes, but {FETCH} lists {length}"));
            }
            _ => {}
        }
        files.insert(name);
    }
    files
}

/// Splits a line of `fetch.txt` into URL, length and file.
fn fetch_line(line: &[u8]) -> Option<(&[u8], Option<u64>, &[u8])> {
    let word = |text: &[u8]| text.iter().position(|byte| matches!(byte, b' ' | b'\t'));
    let (url, rest) = line.split_at(word(line)?);
    let rest = rest.trim_ascii_start();
    let (length, file) = rest.split_at(word(rest)?);
    let length = match length {
        b"-" => None,
        digits if digits.iter().all(u8::is_ascii_digit) => Some(str::from_utf8(digits).ok()?.parse().ok()?),
        _ => return None,
    };
    Some((url, length, file.trim_ascii_start()))
}

/// Compares the sizes and the number of files with the sum in `bag-info.txt`, if there is one.
fn oxum(bag: &Path, payload: &BTreeMap<Vec<u8>, u64>, flaws: &mut Flaws) {
    let path = bag.join("bag-info.txt");
    let labels = match labels(&path) {
        Ok(labels) => labels,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return,
        Err(error) => return flaws.add(&path, report::reason(&error)),
    };
    let (bytes, count) = (payload.values().sum::<u64>(), payload.len());
    let files = if count == 1 { "file" } else { "files" };
    for (_, value) in labels.iter().filter(|(label, _)| label.eq_ignore_ascii_case("Payload-Oxum")) {
        let found = format!("{bytes}.{count}");
        if *value != found {
            flaws.add(
                &path,
                format_args!("Payload-Oxum is {value}, but the payload has {bytes} bytes in {count} {files}"),
            );
        }
    }
}
