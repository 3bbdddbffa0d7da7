//! Finds backends by name in the lists of candidates of an algorithm, which has one list or two.

use crate::{
    Error,
    backend::{self, Choice, Dispatch},
};
use alloc::{string::String, vec::Vec};

/// Returns the names of the backends that this CPU can run, without duplicates. The candidates of each choice follow one
/// another, best first. Runs no self-test.
pub fn available(choices: impl IntoIterator<Item = &'static dyn Choice>) -> Vec<&'static str> {
    let mut names = Vec::new();
    for candidate in choices.into_iter().flat_map(backend::candidates) {
        if candidate.available && !names.contains(&candidate.name) {
            names.push(candidate.name);
        }
    }
    names
}

/// Returns the index of the candidate with this name in each list, or `None` for lists without such a candidate. Runs no
/// self-test.
///
/// # Errors
/// [`Error::UnknownBackend`] if no list has this name; [`Error::BackendUnavailable`] if this CPU cannot run the candidate.
pub fn find<const N: usize>(
    choices: [&'static dyn Choice; N],
    algorithm: &'static str,
    name: &str,
) -> Result<[Option<u8>; N], Error> {
    let mut lacking = None;
    let places = choices.map(|choice| {
        let mut found = None;
        for (index, candidate) in backend::candidates(choice).enumerate() {
            match candidate.available {
                _ if candidate.name != name => {}
                true => found = Some(index as u8),
                false => lacking = Some(candidate.name),
            }
        }
        found
    });
    match lacking {
        _ if places.iter().any(Option::is_some) => Ok(places),
        Some(lacking) => Err(Error::BackendUnavailable { algorithm, backend: lacking }),
        None => Err(Error::UnknownBackend { algorithm, backend: String::from(name) }),
    }
}

/// Returns the list twice, for an algorithm that has one list of candidates both for single messages and for several messages
/// at once.
pub fn both<T: Sync>(list: &'static Dispatch<T>) -> [&'static dyn Choice; 2] {
    [list, list]
}
