//! The files of one kind of algorithm.

use crate::{Vector, parse};
use std::sync::OnceLock;

/// The files of one kind of algorithm, such as hash functions: a folder with a file for each algorithm.
#[derive(Debug)]
pub struct Folder {
    /// The name of the folder.
    pub name: &'static str,
    /// The names of the algorithms, in alphabetical order.
    pub names: &'static [&'static str],
    /// The file of each algorithm, in the order of the names.
    pub(crate) files: &'static [File],
    /// The input fields, which every vector of the folder has.
    pub(crate) inputs: &'static [&'static str],
    /// The result fields, which every vector of the folder has as literals.
    pub outputs: &'static [&'static str],
}

impl Folder {
    /// Returns the vectors of the algorithm with this name; `None` if it has no file.
    ///
    /// # Panics
    ///
    /// If the file is malformed, or a vector lacks a field; the message names the file and the line.
    ///
    /// ```
    /// for folder in bramah_vectors::folders() {
    ///     for name in folder.names {
    ///         assert!(!folder.read(name).unwrap().is_empty());
    ///     }
    /// }
    /// ```
    pub fn read(&self, name: &str) -> Option<Vec<Vector>> {
        let file = &self.files[self.names.iter().position(|listed| *listed == name)?];
        let vectors = parse(file.path, file.text()).unwrap_or_else(|error| panic!("{error}"));
        for vector in &vectors {
            for input in self.inputs {
                assert!(vector.fields().any(|(field, _)| field == *input), "{vector}: no {input}");
            }
            for output in self.outputs {
                vector.require(output).literal();
            }
        }
        Some(vectors)
    }
}

/// A file. The build script has compressed its text, which is decompressed on first use.
#[derive(Debug)]
pub(crate) struct File {
    path: &'static str,
    packed: &'static [u8],
    text: OnceLock<String>,
}

impl File {
    pub(crate) const fn new(path: &'static str, packed: &'static [u8]) -> Self {
        Self { path, packed, text: OnceLock::new() }
    }

    fn text(&'static self) -> &'static str {
        self.text.get_or_init(|| {
            let bytes = miniz_oxide::inflate::decompress_to_vec(self.packed)
                .expect("what the build script compressed");
            String::from_utf8(bytes).expect("the files are text")
        })
    }
}
