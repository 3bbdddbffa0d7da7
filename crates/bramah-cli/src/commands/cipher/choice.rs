//! The algorithm of a name.

use crate::exit::Stop;
use bramah::{Error, aead, mode};

/// A cipher in a mode.
pub(super) enum Choice {
    /// One that does not authenticate.
    Plain(mode::Algorithm),
    Authenticated(aead::Algorithm),
}

/// The algorithm of this name, on its backend of that one if it is given.
pub(super) fn find(name: &str, backend: Option<&str>) -> Result<Choice, Stop> {
    let found = match aead::lookup(name) {
        Ok(algorithm) => on(algorithm, backend, aead::Algorithm::with_backend).map(Choice::Authenticated),
        Err(_) => bramah::cipher(name)
            .and_then(|algorithm| on(algorithm, backend, mode::Algorithm::with_backend))
            .map(Choice::Plain),
    };
    found.map_err(|error| match error {
        Error::UnknownName(_) => Stop::usage(format_args!(
            "no cipher and mode are named {name:?}; `bramah list ciphers` and `bramah list modes` have the \
             parts of such names as aes-256-ctr"
        )),
        _ => Stop::usage(error),
    })
}

fn on<A>(
    algorithm: A,
    backend: Option<&str>,
    with_backend: fn(A, &str) -> Result<A, Error>,
) -> Result<A, Error> {
    match backend {
        Some(backend) => with_backend(algorithm, backend),
        None => Ok(algorithm),
    }
}
