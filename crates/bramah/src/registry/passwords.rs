//! Password schemes in the registry of all algorithms.

pub(super) use crate::password::Scheme;
use crate::{Standing, backend::Choice, hash, kdf};

/// The password schemes that are not just a key derivation function with a string format. The other schemes have the names
/// of their functions in `kdf`.
const SCHEMES: [&str; 4] = ["bcrypt", "yescrypt", "sha256-crypt", "sha512-crypt"];

/// Returns the password scheme with this name, if it is one of [`SCHEMES`].
pub(super) fn find(name: &str) -> Option<Scheme> {
    Scheme::named(name).filter(|scheme| SCHEMES.contains(&scheme.name()))
}

/// Returns all schemes of [`SCHEMES`].
pub(super) fn all() -> impl Iterator<Item = Scheme> {
    SCHEMES.into_iter().filter_map(Scheme::named)
}

/// Returns the standing of a scheme. Schemes that are not memory-hard are legacy.
pub(super) fn standing(scheme: &Scheme) -> Standing {
    if let Scheme::Yescrypt { .. } = scheme { Standing::Current } else { Standing::Legacy }
}

/// Returns the candidates of the code that takes most of a scheme's time.
pub(super) fn choices(scheme: &Scheme) -> [&'static dyn Choice; 2] {
    match scheme {
        Scheme::Bcrypt { .. } => [kdf::bcrypt::choice(); 2],
        scheme if scheme.name() == "sha512-crypt" => [hash::choices_of::<hash::sha2::Sha512Hash>()[0]; 2],
        _ => [hash::choices_of::<hash::sha2::Sha256Hash>()[0]; 2],
    }
}
