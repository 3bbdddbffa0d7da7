//! Helpers of the tests of key derivation.

use bramah::{backend::Choice, kdf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A lock for tests that choose backends, since the backend in use is a property of the whole program.
static BACKENDS: Mutex<()> = Mutex::new(());

/// Runs `f` with every available candidate of the list `name` in use, and, if there is a list of candidates for many
/// messages, with each of these. Puts the best candidates in use again at the end.
pub(crate) fn on_every_backend(name: &str, mut f: impl FnMut(&str)) {
    let _guard: MutexGuard<'_, ()> = BACKENDS.lock().unwrap_or_else(PoisonError::into_inner);
    let many = format!("{name}.many");
    let of =
        |name: &str| -> Option<&'static dyn Choice> { kdf::choices().find(|choice| choice.name() == name) };
    let Some(one) = of(name) else { return f("all there is") };
    let available = |choice: &'static dyn Choice| {
        let infos = (0..choice.count()).filter_map(move |index| choice.info(index).map(|info| (index, info)));
        infos.filter(|(_, info)| info.available).collect::<Vec<_>>()
    };
    for (index, info) in available(one) {
        assert!(info.passes && one.force(index), "{name} on {}", info.name);
        match of(&many) {
            None => f(info.name),
            Some(many) => {
                for (at, with) in available(many) {
                    assert!(with.passes && many.force(at), "{name}.many on {}", with.name);
                    f(&format!("{} and {}", info.name, with.name));
                }
            }
        }
    }
    for choice in [Some(one), of(&many)].into_iter().flatten() {
        assert!(available(choice).first().is_some_and(|(best, _)| choice.force(*best)));
    }
}
