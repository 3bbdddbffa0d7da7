//! The Rust programs in `examples/` are modules of this test program, so that their tests run here without linking each
//! of them separately.

#[allow(dead_code)] // what only `main` calls
#[path = "../../../../examples/gost_dstu.rs"]
mod gost_dstu;
#[allow(dead_code)] // what only `main` calls
#[path = "../../../../examples/hash_many.rs"]
mod hash_many;
#[allow(dead_code)] // what only `main` calls
#[path = "../../../../examples/key_from_passphrase.rs"]
mod key_from_passphrase;

/// The table lists every program. Tests run all programs: the scripts in `tests/command/examples.rs`, and those in
/// Python in the tests of the Python package.
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
