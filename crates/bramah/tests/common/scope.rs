//! Environment variables that limit the tests.

/// Returns whether to shorten the tests that only repeat the checks of shorter ones: whether `BRAMAH_TEST_QUICK` is
/// set, for emulated processors, which are a hundred times slower.
pub(crate) fn quick() -> bool {
    std::env::var_os("BRAMAH_TEST_QUICK").is_some()
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
