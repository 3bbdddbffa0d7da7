//! The family that a function belongs to, by its name.

/// The top-level modules of the library ("rooms") whose folders and files are families.
const ROOMS: [&str; 9] =
    ["aead", "block", "hash", "kdf", "mac", "password", "primitives", "random", "stream"];
/// Folders of these rooms with generic code: a function there belongs to the algorithm that it is instantiated for.
const GENERIC: [&str; 5] = ["frame", "registry", "keyed", "cipher", "prf"];

/// The crates with a single room, whose name stands for the folders of the crate.
const CRATES: [(&str, &str); 3] =
    [("bramah_block", "block"), ("bramah_hash", "hash"), ("bramah_primitives", "primitives")];

/// Returns the family of a function by its demangled name, such as `hash::sha2`; for other code, the name of its crate.
pub(crate) fn of(name: &str) -> String {
    let mut generic = None;
    for (at, _) in name.match_indices("bramah") {
        if name[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let library = identifier(&name[at..]);
        let Some(path) = name[at + library.len()..].strip_prefix("::") else { continue };
        let mut path = path.split("::").map(identifier);
        let room = match CRATES.iter().find(|(crate_name, _)| *crate_name == library) {
            Some((_, room)) => Some(*room),
            None if matches!(library, "bramah" | "bramah_machine") => path.next(),
            None => None,
        };
        let (Some(room), Some(folder)) = (room, path.next()) else { continue };
        if ROOMS.contains(&room) && is_folder(folder) && !GENERIC.contains(&folder) {
            return format!("{room}::{folder}");
        }
        generic.get_or_insert_with(|| match room {
            _ if ROOMS.contains(&room) => format!("{room}, generic"),
            "commands" => format!("commands::{folder}"),
            _ => room.to_string(),
        });
    }
    generic.unwrap_or_else(|| format!("crate {}", library(name)))
}

/// Returns the crate whose name comes first.
fn library(name: &str) -> &str {
    let name = name.trim_start_matches(['<', '&', '*', '(', '[']);
    let name = name.strip_prefix("dyn ").or(name.strip_prefix("mut ")).unwrap_or(name);
    match name.split_once("::") {
        Some((library, _)) if identifier(library) == library => library,
        _ => "none",
    }
}

/// Returns the identifier at the beginning of a text.
fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

fn is_folder(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn functions_belong_to_the_algorithm_that_they_are_made_for() {
        assert_eq!(
            of("<bramah_hash::md5::Rounds as bramah_hash::frame::Compress>::many::entry"),
            "hash::md5"
        );
        assert_eq!(of("bramah_hash::frame::batch::run::<bramah_hash::sha2::Sha256>"), "hash::sha2");
        assert_eq!(of("bramah_hash::frame::batch::places::new"), "hash, generic");
        assert_eq!(of("bramah_machine::simd::bytes::load"), "simd");
        assert_eq!(of("bramah::kdf::argon2::fill::<bramah_machine::simd::Avx2>"), "kdf::argon2");
        assert_eq!(of("bramah::commands::hash::run"), "commands::hash");
        assert_eq!(of("<alloc::vec::Vec<u8>>::push"), "crate alloc");
        assert_eq!(of("bramah_vectors::hash"), "crate bramah_vectors");
        assert_eq!(of("memcpy"), "crate none");
    }
}
