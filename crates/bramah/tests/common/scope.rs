//! Environment variables that limit the tests.

/// Returns whether to shorten the tests that only repeat the checks of shorter ones: whether `BRAMAH_TEST_QUICK` is
/// set, for emulated processors, which are a hundred times slower.
pub(crate) fn quick() -> bool {
    std::env::var_os("BRAMAH_TEST_QUICK").is_some()
}

/// Returns whether to run whole products: whether `BRAMAH_TEST_ALL` is set, as `make test-all` does. Without it, what is the
/// same code on every backend, such as the splits of a message, is tested once for each algorithm, on the backend that runs
/// everywhere; and every backend with messages of each length at the borders that it can see.
pub(crate) fn all() -> bool {
    std::env::var_os("BRAMAH_TEST_ALL").is_some()
}

/// Returns whether to test code that is the same on every backend with a subject of this name, which has its backend after
/// ` on `: with the portable backend alone, unless whole products run.
pub(crate) fn for_all(name: &str) -> bool {
    all() || name.contains(" on portable")
}

/// Returns whether to test this backend: `BRAMAH_TEST_BACKENDS`, if set, lists beginnings of names, with
/// commas between.
pub(crate) fn wanted(backend: &str) -> bool {
    std::env::var("BRAMAH_TEST_BACKENDS")
        .map_or(true, |list| list.split(',').any(|name| backend.starts_with(name)))
}

/// Returns whether the environment leaves backends out, so that a test may have nothing to do.
pub(crate) fn limited() -> bool {
    std::env::var_os("BRAMAH_TEST_BACKENDS").is_some()
}
