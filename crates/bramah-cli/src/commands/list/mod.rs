//! `bramah list`: the algorithms there are.

mod markdown;

use crate::{
    exit::{Exit, Stop},
    output,
};
use bramah::{
    backend::Choice,
    hash::{self, Algorithm, Entry, Takes},
};
use clap::ValueEnum;
use serde_json::{Value, json};
use std::fmt::Write;

/// List the algorithms: names, digest sizes, standing, specification, backends.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to list.
    #[arg(value_enum, default_value = "hashes")]
    kind: Kind,
    /// One JSON object for each algorithm.
    #[arg(long)]
    json: bool,
    /// A Markdown table, the same on every CPU of this architecture.
    #[arg(long, conflicts_with_all = ["json", "backends"])]
    markdown: bool,
    /// The backends of each algorithm, best first, and which of them this CPU runs.
    #[arg(long)]
    backends: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Hashes,
}

/// Runs `bramah list`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let Kind::Hashes = args.kind;
    let mut text = String::new();
    if args.json {
        for entry in hash::entries() {
            writeln!(text, "{}", object(entry)).expect("a String takes all");
        }
    } else if args.markdown {
        markdown::table(&mut text);
    } else if args.backends {
        backends(&mut text);
    } else {
        table(&mut text);
    }
    output::print(text.as_bytes())
}

/// Every algorithm at each of its named lengths.
fn algorithms() -> impl Iterator<Item = Algorithm> {
    hash::entries().flat_map(Entry::algorithms)
}

fn table(text: &mut String) {
    writeln!(text, "{:<16} {:>5}  {:<8}  SPECIFICATION", "NAME", "BITS", "STANDING")
        .expect("a String takes all");
    for algorithm in algorithms() {
        let info = algorithm.info();
        let (name, bits) = (algorithm.name(), 8 * algorithm.output_len());
        writeln!(text, "{name:<16} {bits:>5}  {:<8}  {}", info.standing.name(), info.specification)
            .expect("a String takes all");
    }
}

fn backends(text: &mut String) {
    writeln!(text, "{:<16} {:<5}  {:<12} STATE", "NAME", "FOR", "BACKEND").expect("a String takes all");
    for entry in hash::entries() {
        for (choice, way) in entry.algorithm().choices().into_iter().zip(["one", "many"]) {
            for info in hash::infos(choice) {
                let state = match info {
                    _ if info.chosen => "in use",
                    _ if !info.available => "not on this CPU",
                    _ if !info.passes => "fails its self-test",
                    _ => "available",
                };
                writeln!(text, "{:<16} {way:<5}  {:<12} {state}", entry.info.name, info.name)
                    .expect("a String takes all");
            }
        }
    }
}

fn object(entry: &'static Entry) -> Value {
    let info = &entry.info;
    let algorithm = entry.algorithm();
    let [one, many] = algorithm.choices().map(choice_object);
    let max = if entry.extendable { Value::Null } else { json!(8 * info.lengths.max) };
    json!({
        "name": info.name,
        "aliases": info.aliases,
        "tag": algorithm.tag(),
        "bits": 8 * info.lengths.default,
        "min_bits": 8 * info.lengths.min,
        "max_bits": max,
        "named": entry.algorithms().map(|a| a.name()).collect::<Vec<_>>(),
        "block_bytes": info.block_len,
        "takes": info.takes.iter().map(takes_object).collect::<Vec<_>>(),
        "extendable": entry.extendable,
        "standing": info.standing.name(),
        "specification": info.specification,
        "backends": one,
        "batch_backends": many,
    })
}

fn takes_object(takes: &Takes) -> Value {
    let max = if takes.max == usize::MAX { Value::Null } else { json!(takes.max) };
    json!({ "parameter": takes.parameter.field(), "min_bytes": takes.min, "max_bytes": max })
}

fn choice_object(choice: &'static dyn Choice) -> Value {
    hash::infos(choice)
        .map(|info| {
            json!({
                "name": info.name,
                "available": info.available,
                "passes": info.passes,
                "chosen": info.chosen,
                "constant_time": info.constant_time,
            })
        })
        .collect()
}
