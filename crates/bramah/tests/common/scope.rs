//! Environment variables that limit the tests.

/// Returns whether to shorten the tests that only repeat the checks of shorter tests. The variable `BRAMAH_TEST_QUICK`
/// requests this, for emulated processors, which are a hundred times slower.
pub(crate) fn quick() -> bool {
    std::env::var_os("BRAMAH_TEST_QUICK").is_some()
}

/// Returns whether to test every combination. The variable `BRAMAH_TEST_ALL` requests this, and `make test-all` sets
/// it. Without it, code that is the same on every backend, such as the code that splits a message, is tested once for
/// each algorithm, on the first backend; every other backend is tested only with the lengths of messages at which its
/// code takes different paths.
pub(crate) fn all() -> bool {
    std::env::var_os("BRAMAH_TEST_ALL").is_some()
}

/// Returns the backend with whose results those of `backend` are compared: the first one, or the second for the first one.
/// Every backend is so compared with every other, in steps, and the portable one, which takes hundreds of times as long for
/// S-boxes, runs once and not for each of the others. If the environment excludes backends, the portable one is compared
/// with all that are left.
pub(crate) fn other<'a>(backends: &[&'a str], backend: &'a str) -> &'a str {
    if limited() {
        return "portable";
    }
    backends.iter().copied().find(|name| *name != backend).unwrap_or(backend)
}

/// Returns whether to test code that is the same on every backend, such as the code that splits messages, on this backend.
pub(crate) fn splits(backends: &[&str], backend: &str) -> bool {
    all() || backend == backends[0]
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
