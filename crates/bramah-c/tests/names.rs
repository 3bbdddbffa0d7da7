//! Checks `bindings/names.txt`, which has the name of every algorithm of the registry, with valid lengths in bytes of a
//! key and a nonce: the tests of every language read this file, and find and use each algorithm. The test fails if the
//! file does not match the registry; `BRAMAH_WRITE_NAMES=1 cargo test -p bramah-c --test names` writes it, and then
//! `bindings/vectors.py` must run.

use bramah::{
    ByteLengths,
    registry::{Algorithm, Kind, of},
};
use std::{fmt::Write, fs, path::Path};

/// Returns the first of the usual lengths that is valid, otherwise the shortest valid length, or 0 if there is none.
fn one(lengths: Option<ByteLengths>, usual: &[usize]) -> usize {
    let Some(lengths) = lengths else { return 0 };
    usual.iter().copied().find(|length| lengths.contains(*length)).unwrap_or(lengths.min)
}

#[test]
fn the_names_are_those_of_the_registry() {
    let mut names = String::new();
    for kind in Kind::ALL {
        let mut last = String::new();
        for algorithm in of(kind) {
            let (name, sizes) = (algorithm.name(), algorithm.sizes());
            let key = match &algorithm {
                Algorithm::Hash(hash) if !hash.info().needs_key => 0,
                _ => one(sizes.key, &[32, 16]),
            };
            let nonce = one(sizes.nonce, &[12, 16, 8]);
            // SHA-512/256 is also listed as SHA-512 with another length, under the same name
            if name != last {
                let _ = writeln!(names, "named kind={kind:?} name={name} key_size={key} nonce_size={nonce}");
            }
            last = name;
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bindings/names.txt");
    if std::env::var_os("BRAMAH_WRITE_NAMES").is_some() {
        fs::write(&path, &names).expect("the names can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == names, "bindings/names.txt is not that of the registry: see the head of this file");
}
