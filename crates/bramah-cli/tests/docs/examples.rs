//! The programs in `examples/` of the repository, which are compiled into these tests and not linked once more.

mod hash_many {
    include!("../../../../examples/hash_many.rs");

    #[test]
    fn each_line_is_hashed_by_itself() {
        // more lines than one call takes, an empty one, and a last one without its end
        let lines: Vec<String> =
            (0..=LINES).map(|i| if i == 3 { String::new() } else { i.to_string() }).collect();
        let mut output = Vec::new();
        hash_lines(lines.join("\n").as_bytes(), &mut output).expect("digests");
        let digest = |line: &String| format!("{}\n", bramah::Hex(&Sha256::digest(line.as_bytes())));
        assert!(output == lines.iter().map(digest).collect::<String>().into_bytes());
        // it takes the name of a file from the arguments, which are those of the tests here
        let _: fn() -> Result<(), Box<dyn Error>> = main;
    }
}

mod key_from_passphrase {
    include!("../../../../examples/key_from_passphrase.rs");

    #[test]
    fn a_sealed_file_opens_under_its_passphrase_only() {
        let file = seal(b"correct horse", b"a token").expect("a sealed file");
        assert_eq!(open(b"correct horse", &file).expect("the text"), b"a token");
        assert!(open(b"battery staple", &file).is_err());
        for at in [MAGIC.len(), MAGIC.len() + SALT, file.len() - 1] {
            let mut changed = file.clone();
            changed[at] ^= 1;
            assert!(open(b"correct horse", &changed).is_err(), "{at}");
        }
        for length in [0, 7, MAGIC.len() + SALT + NONCE, file.len() - 1] {
            assert!(open(b"correct horse", &file[..length]).is_err(), "{length}");
        }
        assert_ne!(seal(b"correct horse", b"a token").expect("another file"), file);
        let _: fn() -> Result<()> = main;
    }
}

mod gost_dstu {
    include!("../../../../examples/gost_dstu.rs");

    #[test]
    fn the_values_of_the_standards_are_computed() {
        main().expect("those values");
    }
}

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
