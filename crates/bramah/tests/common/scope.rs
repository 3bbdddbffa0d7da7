//! What the environment says of how much to test.

/// For emulated processors, a hundred times slower: with `BRAMAH_TEST_QUICK` set, the tests that only
/// repeat what shorter ones show are shortened.
pub(crate) fn quick() -> bool {
    std::env::var_os("BRAMAH_TEST_QUICK").is_some()
}

/// Whether to test this backend: `BRAMAH_TEST_BACKENDS`, if set, lists beginnings of names, with
/// commas between.
pub(crate) fn wanted(backend: &str) -> bool {
    std::env::var("BRAMAH_TEST_BACKENDS")
        .map_or(true, |list| list.split(',').any(|name| backend.starts_with(name)))
}

/// Whether the environment leaves backends out, so that a test may have nothing to do.
pub(crate) fn limited() -> bool {
    std::env::var_os("BRAMAH_TEST_BACKENDS").is_some()
}
