//! The algorithms and backends that arguments name.

use super::suggest;
use crate::exit::Stop;
use bramah::{
    Error,
    registry::{self, Algorithm, Kind},
};

/// Returns the name of an algorithm. A hash function's name has no digest length unless two functions share the name,
/// as the two Kupynas do.
pub(crate) fn name(algorithm: &Algorithm) -> String {
    match algorithm {
        Algorithm::Hash(hash) => {
            let name = hash.info().name;
            let is_shared = bramah::hash::entries().filter(|entry| entry.info.name == name).count() > 1;
            if is_shared { hash.name() } else { name.into() }
        }
        _ => algorithm.name(),
    }
}

/// Returns the algorithm with this name; a hash function has its default digest length.
fn lookup(name: &str) -> Result<Algorithm, Error> {
    registry::lookup(name).map(|algorithm| match algorithm {
        Algorithm::Hash(hash) => Algorithm::Hash(hash.entry().algorithm()),
        other => other,
    })
}

/// Returns the error for an unknown name, with similar names as suggestions.
fn unknown(name: &str, error: Error) -> Stop {
    let Error::UnknownName(_) = error else { return Stop::usage(error) };
    let meant = Kind::ALL.into_iter().map(|kind| suggest::of(kind, name)).find(|text| !text.is_empty());
    Stop::usage(format_args!("{error}{}; `bramah list` prints the names", meant.unwrap_or_default()))
}

/// An algorithm and the backends to use.
pub(crate) struct Chosen {
    pub(crate) algorithm: Algorithm,
    /// The name of each backend, and the algorithm on this backend.
    pub(crate) backends: Vec<(&'static str, Algorithm)>,
}

/// Returns the algorithms to use. If `names` is empty, these are the algorithms in `all`. Otherwise they are the
/// algorithms with these names, each converted by `meant` and returned only once. Every algorithm has a list of the
/// backends that this CPU can run. If `backend` is given, the list contains only the backend with this name, or nothing
/// if the algorithm does not have it.
pub(crate) fn chosen(
    names: &[String],
    all: impl Iterator<Item = Algorithm>,
    meant: impl Fn(Algorithm) -> Algorithm,
    backend: Option<&str>,
) -> Result<Vec<Chosen>, Stop> {
    let mut algorithms: Vec<Algorithm> = if names.is_empty() { all.collect() } else { Vec::new() };
    for name in names {
        let algorithm = meant(lookup(name).map_err(|error| unknown(name, error))?);
        if !algorithms.contains(&algorithm) {
            algorithms.push(algorithm);
        }
    }
    let with_backends = |algorithm| Ok(Chosen { algorithm, backends: backends(algorithm, backend)? });
    let chosen: Vec<Chosen> = algorithms.into_iter().map(with_backends).collect::<Result<_, Stop>>()?;
    match backend {
        Some(name) if chosen.iter().all(|chosen| chosen.backends.is_empty()) => Err(Stop::usage(
            format_args!("unknown backend {name:?}; `bramah list --backends` prints the names"),
        )),
        _ => Ok(chosen),
    }
}

/// Returns the backends of an algorithm that the CPU can run. If `only` is given, returns only the backend with this
/// name, or nothing if the algorithm does not have it. It is an error if the CPU cannot run this backend.
fn backends(algorithm: Algorithm, only: Option<&str>) -> Result<Vec<(&'static str, Algorithm)>, Stop> {
    if let Some(name) = only
        && let Err(error @ Error::BackendUnavailable { .. }) = algorithm.with_backend(name)
    {
        return Err(Stop::usage(error));
    }
    let names =
        algorithm.backends_available().into_iter().filter(|name| only.is_none_or(|only| only == *name));
    names.map(|name| Ok((name, algorithm.with_backend(name).map_err(Stop::failure)?))).collect()
}
