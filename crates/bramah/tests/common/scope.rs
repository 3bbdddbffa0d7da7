//! Environment variables that limit the tests.

/// Returns whether to shorten the tests that only repeat the checks of shorter tests. The variable `BRAMAH_TEST_QUICK`
/// requests this, for emulated processors, which are a hundred times slower.
pub(crate) fn quick() -> bool {
    std::env::var_os("BRAMAH_TEST_QUICK").is_some()
}

/// Returns whether to test every combination. The variable `BRAMAH_TEST_ALL` requests this, and `make test-all` sets
/// it. Without it, code that is the same on every backend, such as the code that splits a message, is tested once for
/// each algorithm, on the portable backend; every other backend is tested only with the lengths of messages at which
/// its code takes different paths.
pub(crate) fn all() -> bool {
    std::env::var_os("BRAMAH_TEST_ALL").is_some()
}

/// Returns whether to test code that is the same on every backend with the subject of this name, in which the backend
/// follows ` on `. That is the case if the backend is the portable one, or if every combination is tested.
pub(crate) fn for_all(name: &str) -> bool {
    all() || name.contains(" on portable")
}

/// Returns whether to test this backend. If `BRAMAH_TEST_BACKENDS` is set, it lists the beginnings of the names of the
/// backends to test, separated by commas.
pub(crate) fn wanted(backend: &str) -> bool {
    std::env::var("BRAMAH_TEST_BACKENDS")
        .map_or(true, |list| list.split(',').any(|name| backend.starts_with(name)))
}

/// Returns whether the environment excludes backends, so that a test may have nothing to do.
pub(crate) fn limited() -> bool {
    std::env::var_os("BRAMAH_TEST_BACKENDS").is_some()
}
