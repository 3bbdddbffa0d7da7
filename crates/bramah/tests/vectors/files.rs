//! Tests that every file of vectors is used: each folder has a test that reads all of its files, and each file belongs
//! to an algorithm.

use bramah::hash;
use std::{fs, path::Path};

#[test]
fn every_hash_file_is_of_a_hash_function() {
    for file in bramah_vectors::hashes() {
        assert!(
            hash::entries().any(|entry| entry.info.name == *file),
            "hash/{file}.txt is of no hash function"
        );
    }
}

/// Returns the contents of all source files of the library's tests in a folder, one after another.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("vectors/files.rs")
        {
            text += &fs::read_to_string(&path).unwrap();
        }
    }
    text
}

/// A new folder needs a test that requests the list of its files. This test must check that it knows each file.
#[test]
fn every_folder_is_gone_through_by_a_test() {
    let text = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"));
    for folder in bramah_vectors::folders().filter(|folder| folder.name != "hash") {
        let list = format!("bramah_vectors::{}s()", folder.name);
        assert!(text.contains(&list), "no test of the library goes through {}/ by {list}", folder.name);
    }
}
