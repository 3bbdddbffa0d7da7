//! The algorithm of a name.

use crate::exit::Stop;
use bramah::{Error, aead, mode, stream};

/// A cipher in a mode, a stream cipher, or an authenticated one.
pub(super) enum Choice {
    /// A mode that does not authenticate.
    Mode(mode::Algorithm),
    /// A stream cipher, which does not authenticate either.
    Stream(stream::Algorithm),
    Authenticated(aead::Algorithm),
}

/// Returns the algorithm of this name, on its backend of the given name if there is one.
pub(super) fn find(name: &str, backend: Option<&str>) -> Result<Choice, Stop> {
    let found = match aead::lookup(name) {
        Ok(algorithm) => on(algorithm, backend, aead::Algorithm::with_backend).map(Choice::Authenticated),
        Err(_) => match stream::lookup(name) {
            Ok(algorithm) => on(algorithm, backend, stream::Algorithm::with_backend).map(Choice::Stream),
            Err(_) => bramah::cipher(name)
                .and_then(|algorithm| on(algorithm, backend, mode::Algorithm::with_backend))
                .map(Choice::Mode),
        },
    };
    found.map_err(|error| match error {
        Error::UnknownName(_) => Stop::usage(format_args!(
            "no cipher is named {name:?}; `bramah list ciphers` and `bramah list modes` have the parts of such \
             names as aes-256-ctr, and `bramah list streams` and `bramah list aeads` the others"
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
