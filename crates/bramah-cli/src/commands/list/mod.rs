//! `bramah list`: the available algorithms.

mod ciphers;
mod formats;
mod kdfs;
mod macs;
mod markdown;
mod streams;

use crate::{
    exit::{Exit, Stop},
    output, personality,
};
use bramah::{
    backend::{self, Choice},
    hash::{self, Algorithm, Entry, Takes},
    registry,
};
use clap::ValueEnum;
use serde_json::{Value, json};
use std::fmt::{self, Write};

/// List the algorithms: name, sizes, status, specification, backends.
///
/// `bramah cipher` takes a block cipher joined with a mode or a form of key wrap, such as aes-256-ctr; stream
/// ciphers and AEAD schemes are used under their own names.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to print: the algorithms of a kind, or `formats` for the formats of checksum files that `bramah check` reads.
    #[arg(value_enum, default_value = "hashes")]
    kind: Kind,
    /// Print one JSON object for each algorithm.
    #[arg(long)]
    json: bool,
    /// Print a Markdown table of the hash functions; it is the same on every CPU of this architecture.
    #[arg(long, conflicts_with_all = ["json", "backends"])]
    markdown: bool,
    /// Print the backends of each algorithm, best first, and whether this CPU can run them. Modes use the backends
    /// of their cipher; MACs and key derivation functions use the backends of their cipher or hash function.
    #[arg(long)]
    backends: bool,
    /// For `make install`: print the names of links through which Bramah can be started as another tool.
    #[arg(long, hide = true, conflicts_with_all = ["json", "markdown", "backends"])]
    links: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Hash functions.
    Hashes,
    /// Block ciphers.
    Ciphers,
    /// Modes of block ciphers.
    Modes,
    /// Message authentication codes.
    Macs,
    /// Stream ciphers.
    Streams,
    /// AEAD schemes that are not modes of block ciphers.
    Aeads,
    /// Key wrap for block ciphers.
    Wraps,
    /// Format-preserving encryption for block ciphers.
    Fpes,
    /// Key derivation functions.
    Kdfs,
    /// Formats of lists of digests.
    Formats,
}

/// Runs `bramah list`.
pub(crate) fn run(args: &Args) -> Result<Exit, Stop> {
    let mut text = String::new();
    let written = if args.links {
        personality::names().try_for_each(|name| writeln!(text, "{name}"))
    } else if args.json {
        match args.kind {
            Kind::Hashes => lines(&mut text, hash::entries().map(object)),
            Kind::Ciphers => lines(&mut text, ciphers::ciphers()),
            Kind::Modes => lines(&mut text, ciphers::modes_objects()),
            Kind::Macs => lines(&mut text, macs::objects()),
            Kind::Streams => lines(&mut text, streams::streams_objects()),
            Kind::Aeads => lines(&mut text, streams::aeads_objects()),
            Kind::Wraps => lines(&mut text, ciphers::wraps_objects()),
            Kind::Fpes => lines(&mut text, ciphers::fpes_objects()),
            Kind::Kdfs => lines(&mut text, kdfs::objects()),
            Kind::Formats => lines(&mut text, formats::objects()),
        }
    } else if args.markdown {
        let Kind::Hashes = args.kind else {
            return Err(Stop::usage("--markdown works only with hashes"));
        };
        markdown::table(&mut text);
        Ok(())
    } else if args.backends {
        match args.kind {
            Kind::Hashes => backends(&mut text),
            // all modes, key wrap and format-preserving encryption run on the backends of the ciphers
            Kind::Ciphers | Kind::Modes | Kind::Wraps | Kind::Fpes => {
                backends_of(&mut text, choices(registry::Kind::Cipher))
            }
            Kind::Macs => backends_of(&mut text, choices(registry::Kind::Cipher).chain(macs::choices())),
            Kind::Streams => backends_of(&mut text, choices(registry::Kind::Stream)),
            Kind::Aeads => backends_of(&mut text, choices(registry::Kind::Aead)),
            Kind::Kdfs => backends_of(&mut text, kdfs::choices()),
            Kind::Formats => return Err(Stop::usage("--backends does not work with formats")),
        }
    } else {
        match args.kind {
            Kind::Hashes => table(&mut text),
            Kind::Ciphers => ciphers::ciphers_table(&mut text),
            Kind::Modes => ciphers::modes_table(&mut text),
            Kind::Macs => macs::table(&mut text),
            Kind::Streams => streams::streams_table(&mut text),
            Kind::Aeads => streams::aeads_table(&mut text),
            Kind::Wraps => ciphers::wraps_table(&mut text),
            Kind::Fpes => ciphers::fpes_table(&mut text),
            Kind::Kdfs => kdfs::table(&mut text),
            Kind::Formats => formats::table(&mut text),
        }
    };
    written.expect("a String takes all");
    output::print(text.as_bytes())
}

fn lines(text: &mut String, mut objects: impl Iterator<Item = Value>) -> fmt::Result {
    objects.try_for_each(|object| writeln!(text, "{object}"))
}

/// Returns every algorithm at each of its named lengths.
fn algorithms() -> impl Iterator<Item = Algorithm> {
    hash::entries().flat_map(Entry::algorithms)
}

fn table(text: &mut String) -> fmt::Result {
    writeln!(text, "{:<16} {:>5}  {:<8}  SPECIFICATION", "NAME", "BITS", "STANDING")?;
    for algorithm in algorithms() {
        let info = algorithm.info();
        let (name, bits) = (algorithm.name(), 8 * algorithm.output_len());
        writeln!(text, "{name:<16} {bits:>5}  {:<8}  {}", info.standing.name(), info.specification)?;
    }
    Ok(())
}

fn backends(text: &mut String) -> fmt::Result {
    writeln!(text, "{:<16} {:<5}  {:<12} STATE", "NAME", "FOR", "BACKEND")?;
    for entry in hash::entries() {
        for (choice, way) in entry.algorithm().choices().into_iter().zip(["one", "many"]) {
            for info in backend::infos(choice) {
                let name = name(entry);
                writeln!(text, "{name:<16} {way:<5}  {:<12} {}", info.name, state(&info))?;
            }
        }
    }
    Ok(())
}

/// Returns the name and the list of backends of each algorithm of a kind, except algorithms that are built on a block
/// cipher. Each algorithm of the kind must have only one list of backends.
fn choices(kind: registry::Kind) -> impl Iterator<Item = (String, &'static dyn Choice)> {
    let own = registry::of(kind)
        .filter(move |algorithm| kind == registry::Kind::Cipher || algorithm.cipher().is_none());
    own.map(|algorithm| (algorithm.name(), algorithm.choices()[0]))
}

/// Writes the name of each algorithm and the backends in its list.
fn backends_of(
    text: &mut String,
    choices: impl Iterator<Item = (String, &'static dyn Choice)>,
) -> fmt::Result {
    writeln!(text, "{:<18} {:<12} STATE", "NAME", "BACKEND")?;
    for (name, choice) in choices {
        for info in backend::infos(choice) {
            writeln!(text, "{name:<18} {:<12} {}", info.name, state(&info))?;
        }
    }
    Ok(())
}

fn state(info: &backend::Info) -> &'static str {
    match info {
        _ if info.chosen => "in use",
        _ if !info.available => "not on this CPU",
        _ if !info.passes => "fails its self-test",
        _ => "available",
    }
}

/// Returns the name of an entry, with its digest length in bits if other entries have the same name.
fn name(entry: &'static Entry) -> String {
    match hash::entries().filter(|other| other.info.name == entry.info.name).count() {
        1 => entry.info.name.into(),
        _ => entry.algorithm().name(),
    }
}

fn object(entry: &'static Entry) -> Value {
    let info = &entry.info;
    let algorithm = entry.algorithm();
    let [one, many] = algorithm.choices().map(choice_object);
    let max = if entry.extendable() { Value::Null } else { json!(8 * info.lengths.max) };
    json!({
        "name": name(entry),
        "aliases": info.aliases,
        "tag": algorithm.tag(),
        "bits": 8 * info.lengths.default,
        "min_bits": 8 * info.lengths.min,
        "max_bits": max,
        "named": entry.algorithms().map(|a| a.name()).collect::<Vec<_>>(),
        "block_bytes": info.block_len,
        "takes": info.takes.iter().map(takes_object).collect::<Vec<_>>(),
        "extendable": entry.extendable(),
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
    backend::infos(choice)
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
