//! The environment variable `BRAMAH_BACKEND`.

use crate::exit::Stop;
use bramah::backend;

/// Refuses a `BRAMAH_BACKEND` with an unknown algorithm or backend, or a backend that this CPU cannot run. The library
/// ignores such a value, so the user would not notice that another backend ran.
pub(crate) fn check() -> Result<(), Stop> {
    let Some(value) = std::env::var_os("BRAMAH_BACKEND") else { return Ok(()) };
    let Some(value) = value.to_str() else {
        return Err(Stop::usage(format_args!(
            "BRAMAH_BACKEND={}: not UTF-8; expected {WANTED}",
            value.to_string_lossy()
        )));
    };
    let all = backend::all();
    for item in value.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let refused = |reason: String| Stop::usage(format_args!("BRAMAH_BACKEND={item}: {reason}"));
        let (algorithm, backend) = match item.split_once('=') {
            Some((algorithm, backend)) => (Some(algorithm), backend),
            None => (None, item),
        };
        let of = all.iter().filter(|choice| algorithm.is_none_or(|name| choice.name() == name));
        // lists the candidates without running self-tests, because this function runs before every command
        let candidates: Vec<backend::Listed> = of.flat_map(|choice| backend::candidates(*choice)).collect();
        if let Some(algorithm) = algorithm.filter(|_| candidates.is_empty()) {
            let mut names: Vec<&str> = all.iter().map(|choice| choice.name()).collect();
            names.sort_unstable();
            let names = names.join(", ");
            return Err(refused(format!(
                "unknown algorithm {algorithm:?}; the algorithms with backends are: {names}"
            )));
        }
        let mut named = candidates.iter().filter(|candidate| candidate.name == backend).peekable();
        if named.peek().is_none() {
            let mut names: Vec<&str> = candidates.iter().map(|candidate| candidate.name).collect();
            names.sort_unstable();
            names.dedup();
            let names = names.join(", ");
            return Err(refused(format!("unknown backend {backend:?}; the backends are: {names}")));
        }
        if !named.any(|candidate| candidate.available) {
            return Err(refused(format!("this CPU cannot run the backend {backend}")));
        }
    }
    Ok(())
}

/// The values that the variable can have, for messages.
const WANTED: &str = "the name of a backend, such as portable, or ALGORITHM=BACKEND, several separated by commas; \
                      `bramah list --backends` prints the names";
