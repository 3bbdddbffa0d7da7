//! The algorithms and backends that arguments name.

use crate::exit::Stop;
use bramah::{
    Error,
    hash::{self, Algorithm, Entry},
};

/// An algorithm and those of its backends that are meant.
pub(crate) struct Chosen {
    pub(crate) entry: &'static Entry,
    /// The names, and the algorithm on each.
    pub(crate) backends: Vec<(&'static str, Algorithm)>,
}

/// The algorithms of these names, each once, or all; on every backend that this CPU can run, or on
/// those of the name `backend`.
pub(crate) fn chosen(names: &[String], backend: Option<&str>) -> Result<Vec<Chosen>, Stop> {
    let with_backends = |entry| Ok(Chosen { entry, backends: backends(entry, backend)? });
    let chosen: Vec<Chosen> = entries(names)?.into_iter().map(with_backends).collect::<Result<_, Stop>>()?;
    match backend {
        Some(name) if chosen.iter().all(|chosen| chosen.backends.is_empty()) => {
            Err(Stop::usage(format_args!("no algorithm has a backend named {name:?}")))
        }
        _ => Ok(chosen),
    }
}

fn entries(names: &[String]) -> Result<Vec<&'static Entry>, Stop> {
    if names.is_empty() {
        return Ok(hash::entries().collect());
    }
    let mut chosen: Vec<&'static Entry> = Vec::new();
    for name in names {
        let entry = hash::lookup(name).map_err(Stop::usage)?.entry();
        if !chosen.iter().any(|other| std::ptr::eq(*other, entry)) {
            chosen.push(entry);
        }
    }
    Ok(chosen)
}

/// One that the CPU cannot run is an error only if it was asked for.
fn backends(entry: &'static Entry, only: Option<&str>) -> Result<Vec<(&'static str, Algorithm)>, Stop> {
    let algorithm = entry.algorithm();
    if let Some(name) = only
        && let Err(error @ Error::BackendUnavailable { .. }) = algorithm.with_backend(name)
    {
        return Err(Stop::usage(error));
    }
    let names =
        algorithm.backends_available().into_iter().filter(|name| only.is_none_or(|only| only == *name));
    names.map(|name| Ok((name, algorithm.with_backend(name).map_err(Stop::failure)?))).collect()
}
