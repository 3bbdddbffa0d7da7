//! The programs in `examples/` of the repository: those in Rust are modules of these tests, which costs less than to link each
//! once more, and their own tests run here.

#[allow(dead_code)] // what only `main` calls
#[path = "../../../../examples/gost_dstu.rs"]
mod gost_dstu;
#[allow(dead_code)] // what only `main` calls
#[path = "../../../../examples/hash_many.rs"]
mod hash_many;
#[allow(dead_code)] // what only `main` calls
#[path = "../../../../examples/key_from_passphrase.rs"]
mod key_from_passphrase;

/// Every program is in the table, and is run by a test: the scripts by `tests/command/examples.rs`, those in Python by the
/// tests of the Python package.
#[test]
fn the_table_has_every_program() {
    let (table, scripts) = (super::page("examples/README.md"), include_str!("../command/examples.rs"));
    let python = super::page("bindings/python/tests/test_examples.py");
    let mut count = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples")).expect("programs")
    {
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        let tests = match name.rsplit_once('.').expect("an extension").1 {
            "rs" => include_str!("examples.rs"),
            "py" => &python,
            "sh" => scripts,
            _ => continue,
        };
        assert!(tests.contains(&format!("{name}\"")), "{name} is not run");
        assert_eq!(table.matches(&format!("| [{name}]({name}) |")).count(), 1, "{name} is not in the table");
        count += 1;
    }
    assert_eq!(count, 10);
}
