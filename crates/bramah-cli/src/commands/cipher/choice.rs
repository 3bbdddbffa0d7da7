//! Finding the algorithm with a given name.

use crate::{commands::suggest, exit::Stop};
use bramah::{
    Error, aead, block, encrypt_then_mac, fpe, key_wrap, mode,
    registry::{self, Kind},
    stream,
};

/// A cipher in a mode, a stream cipher, a scheme that authenticates, encrypt-then-MAC, key wrap, or format-preserving
/// encryption.
pub(super) enum Choice {
    /// A mode that does not authenticate.
    Mode(mode::Algorithm),
    /// A stream cipher, which does not authenticate either.
    Stream(stream::Algorithm),
    Authenticated(aead::Algorithm),
    /// Encrypt-then-MAC, which authenticates too.
    Composed(encrypt_then_mac::Algorithm),
    /// Key wrap, which authenticates too.
    Wrap(key_wrap::Algorithm),
    /// Format-preserving encryption, which does not authenticate.
    Texts(fpe::Algorithm),
}

/// Returns the algorithm with this name, on the backend `backend` if one is given.
pub(super) fn find(name: &str, backend: Option<&str>) -> Result<Choice, Stop> {
    let found = if let Ok(algorithm) = aead::lookup(name) {
        on(algorithm, backend, aead::Algorithm::with_backend).map(Choice::Authenticated)
    } else if let Ok(algorithm) = encrypt_then_mac::lookup(name) {
        on(algorithm, backend, encrypt_then_mac::Algorithm::with_backend).map(Choice::Composed)
    } else if let Ok(algorithm) = stream::lookup(name) {
        on(algorithm, backend, stream::Algorithm::with_backend).map(Choice::Stream)
    } else if let Ok(algorithm) = fpe::lookup(name) {
        on(algorithm, backend, fpe::Algorithm::with_backend).map(Choice::Texts)
    } else {
        match key_wrap::lookup(name) {
            Err(Error::UnknownName(_)) => bramah::cipher(name)
                .and_then(|algorithm| on(algorithm, backend, mode::Algorithm::with_backend))
                .map(Choice::Mode),
            found => found
                .and_then(|algorithm| on(algorithm, backend, key_wrap::Algorithm::with_backend))
                .map(Choice::Wrap),
        }
    };
    found.map_err(|error| match error {
        Error::UnknownName(_) => Stop::usage(unknown(name)),
        _ => Stop::usage(error),
    })
}

/// Returns the message for an unknown cipher. If the name is only a part of a cipher's name, the message states
/// the missing part; otherwise it lists similar names.
fn unknown(name: &str) -> String {
    if let Ok(cipher) = block::lookup(name) {
        let name = registry::Algorithm::Cipher(cipher).name();
        return format!(
            "{name} is a block cipher and needs a mode, for example {name}-ctr; `bramah list modes` prints the modes"
        );
    }
    let part = name.to_ascii_lowercase();
    let over_aes = format!("aes-256-{part}");
    let parts = [
        (Kind::Aead, "a mode"),
        (Kind::Mode, "a mode"),
        (Kind::KeyWrap, "a form of key wrap"),
        (Kind::Fpe, "format-preserving encryption"),
    ];
    let is_part = |(kind, _): &(Kind, &str)| registry::of(*kind).any(|a| a.name() == over_aes);
    if let Some((_, what)) = parts.into_iter().find(is_part) {
        return format!("{name} is {what} and needs a block cipher, for example {over_aes}");
    }
    let kinds = [Kind::Aead, Kind::EncryptThenMac, Kind::Stream, Kind::Mode, Kind::KeyWrap, Kind::Fpe];
    let meant = kinds.map(|kind| suggest::of(kind, name)).into_iter().find(|text| !text.is_empty());
    format!(
        "unknown cipher {name:?}{}; names such as aes-256-ctr consist of a block cipher and a mode: see `bramah \
         list ciphers` and `bramah list modes`; for other ciphers see `bramah list streams` and `bramah list aeads`",
        meant.unwrap_or_default()
    )
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
