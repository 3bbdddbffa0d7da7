//! Password schemes among the algorithms.

pub(super) use crate::password::Scheme;
use crate::{Standing, backend::Choice, hash, kdf};

/// The password schemes that are more than a function of `kdf` and a way to write strings. The others have the names of
/// those functions.
const SCHEMES: [&str; 4] = ["bcrypt", "yescrypt", "sha256-crypt", "sha512-crypt"];

/// Returns the password scheme of a name, if it is one of [`SCHEMES`].
pub(super) fn find(name: &str) -> Option<Scheme> {
    Scheme::named(name).filter(|scheme| SCHEMES.contains(&scheme.name()))
}

/// Returns each of [`SCHEMES`].
pub(super) fn all() -> impl Iterator<Item = Scheme> {
    SCHEMES.into_iter().filter_map(Scheme::named)
}

/// Returns the standing: those that are not memory-hard are legacy.
pub(super) fn standing(scheme: &Scheme) -> Standing {
    if let Scheme::Yescrypt { .. } = scheme { Standing::Current } else { Standing::Legacy }
}

/// Returns the candidates that do most of the work.
pub(super) fn choices(scheme: &Scheme) -> [&'static dyn Choice; 2] {
    match scheme {
        Scheme::Bcrypt { .. } => [kdf::bcrypt::choice(); 2],
        scheme if scheme.name() == "sha512-crypt" => [hash::choices_of::<hash::sha2::Sha512Hash>()[0]; 2],
        _ => [hash::choices_of::<hash::sha2::Sha256Hash>()[0]; 2],
    }
}
