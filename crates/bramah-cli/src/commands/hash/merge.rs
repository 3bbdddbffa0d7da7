//! Merging the lists of several runs, such as the parts of `--shard`.

use super::{Args, render::summary};
use crate::{
    engine::Totals,
    exit::{Exit, Stop},
    input, json,
    output::{self, Target},
    report::shown,
    sumfile::{
        Encoding, Expected, Flaw, Layout, LineEnd, Reader, Shard, Style, Use, from_list_name, write_line,
    },
};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
};

/// A line of a list: its sort key, the part that must be unique among lines with the same sort key, and its text.
struct Line {
    name: Vec<u8>,
    what: String,
    text: Vec<u8>,
}

/// Writes the lines of all lists, sorted by name. Lines with the same name stay in the order of the lists.
pub(super) fn run(args: &Args) -> Result<Exit, Stop> {
    if args.files.is_empty() {
        return Err(Stop::usage("--merge: no lists given"));
    }
    let mut lines = Vec::new();
    let mut totals = Totals::default();
    let mut shards = Vec::new();
    for list in &args.files {
        let file = BufReader::new(input::file(list).map_err(|error| Stop::io(list, &error))?);
        if args.json {
            objects(list, file, &mut lines, &mut totals, &mut shards)?;
        } else {
            entries(args, list, file, &mut lines, &mut shards)?;
        }
    }
    if let Some(flaw) = Shard::flaw(&shards) {
        return Err(Stop::failure(format_args!("{flaw}; --merge needs every shard of one run exactly once")));
    }
    lines.sort_by(|a, b| a.name.cmp(&b.name));
    for same in lines.chunk_by(|a, b| a.name == b.name) {
        for (index, line) in same.iter().enumerate() {
            if same[..index].iter().any(|other| other.what == line.what) {
                let reason = format!("{}: listed twice ({})", shown(&line.name), line.what);
                return Err(Stop::failure(reason));
            }
        }
    }
    let mut text: Vec<u8> = lines.iter().flat_map(|line| &line.text).copied().collect();
    if args.json {
        json::put(&summary(&totals, None), &mut text);
    }
    match args.output() {
        Some(path) => {
            let mut target = Target::create(path)?;
            target.write_all(&text).map_err(|error| output::write_error(&error))?;
            target.finish_list(totals.failed == 0)?;
        }
        None => _ = output::print(&text)?,
    }
    Ok(if totals.failed > 0 { Exit::Failure } else { Exit::Well })
}

/// Converts the lines of a list, in any format that `bramah check` reads, to the output format.
fn entries(
    args: &Args,
    list: &Path,
    file: impl BufRead,
    lines: &mut Vec<Line>,
    shards: &mut Vec<Shard>,
) -> Result<(), Stop> {
    let layout = if args.untagged { Layout::Untagged } else { Layout::Tagged };
    let encoding = if args.base64 { Encoding::Base64 } else { Encoding::Hex };
    let end = if args.zero { LineEnd::Nul } else { LineEnd::LineFeed };
    let given = match args.algorithm.as_slice() {
        [] => None,
        [name] => Some(Expected::named(name).map_err(Stop::usage)?),
        _ => {
            return Err(Stop::usage(
                "--merge takes only one -a, for the lines that do not name their algorithm",
            ));
        }
    };
    let reader = Reader::new(file, end, given, from_list_name(list)).for_use(Use::Copied);
    let mut reader = reader.of_list(list, None);
    for next in reader.by_ref() {
        let (number, entry) = next.map_err(|error| Stop::io(list, &error))?;
        // lines with only a size are dropped
        if let Err(Flaw::Size { .. }) = entry {
            continue;
        }
        let entry = entry.map_err(|flaw| {
            let list = shown(list.as_os_str().as_encoded_bytes());
            Stop::failure(format_args!("{list}: line {number}: {flaw}"))
        })?;
        let mut text = Vec::new();
        let style = Style { layout, encoding };
        write_line(&mut text, style.of(entry.algorithm), || entry.tag(), &entry.digest, &entry.name, end);
        lines.push(Line { what: entry.algorithm.name(), name: entry.name, text });
    }
    for shard in reader.shards() {
        let shard = shard.as_ref().map_err(|flaw| {
            Stop::failure(format_args!("{}: {flaw}", shown(list.as_os_str().as_encoded_bytes())))
        })?;
        shards.push(*shard);
    }
    Ok(())
}

/// Reads the objects of a list that `--json` wrote, and adds the list's summary to the total.
fn objects(
    list: &Path,
    file: impl BufRead,
    lines: &mut Vec<Line>,
    totals: &mut Totals,
    shards: &mut Vec<Shard>,
) -> Result<(), Stop> {
    for (index, line) in file.split(b'\n').enumerate() {
        let line = line.map_err(|error| Stop::io(list, &error))?;
        let value: Value = serde_json::from_slice(&line).unwrap_or_default();
        let bad = || {
            let list = shown(list.as_os_str().as_encoded_bytes());
            Stop::failure(format_args!("{list}: line {}: not a line of `bramah hash --json`", index + 1))
        };
        if let Some(summary) = value.get("summary") {
            let number = |name: &str| summary[name].as_u64().ok_or_else(bad);
            totals.files += number("files")?;
            totals.bytes += number("bytes")?;
            totals.failed += number("failed")?;
            if let Some(shard) = summary.get("shard") {
                shards.push(shard.as_str().and_then(|shard| shard.parse().ok()).ok_or_else(bad)?);
            }
            continue;
        }
        // names that are not UTF-8 are in base64 and sorted by their base64 text
        let name = value["path"].as_str().or(value["path_b64"].as_str()).ok_or_else(bad)?;
        let what = value["alg"].as_str().or(value["status"].as_str()).ok_or_else(bad)?;
        let mut text = Vec::new();
        json::put(&value, &mut text);
        lines.push(Line { name: name.as_bytes().to_vec(), what: what.to_string(), text });
    }
    Ok(())
}
