//! Compares the layout in `docs/architecture.md` with the source tree.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The names in each folder; those of folders end in `/`.
type Listing = BTreeMap<PathBuf, BTreeSet<String>>;

/// The crates whose source files the page lists.
const CRATES: [&str; 5] = ["bramah-machine", "bramah-primitives", "bramah-block", "bramah-hash", "bramah"];

/// Parses the listing of a crate, whose first line is its folder. A line names one or several files or folders, and is
/// indented by two blanks for each parent folder; a description may follow after two blanks.
fn listing(text: &str, name: &str) -> Listing {
    let (_, rest) =
        text.split_once(&format!("```text\ncrates/{name}/src/\n")).expect("the layout of the crate");
    let (block, _) = rest.split_once("```").expect("its end");
    let mut listing = Listing::new();
    let mut folders = vec![PathBuf::new()];
    for line in block.lines() {
        let names = line.trim_start();
        let depth = (line.len() - names.len()) / 2;
        assert!((1..=folders.len()).contains(&depth), "indented too far: {line:?}");
        folders.truncate(depth);
        let folder = folders[depth - 1].clone();
        let names: Vec<&str> = names.split("  ").next().unwrap_or_default().split(' ').collect();
        for name in &names {
            let new = listing.entry(folder.clone()).or_default().insert(name.to_string());
            assert!(new, "listed twice in {folder:?}: {name}");
        }
        folders.push(folder.join(names[names.len() - 1].trim_end_matches('/')));
    }
    listing
}

/// Returns the names in a folder of a crate's sources.
fn on_disk(name: &str, folder: &Path) -> BTreeSet<String> {
    let folder = Path::new(ROOT).join("crates").join(name).join("src").join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut names = BTreeSet::new();
    for entry in entries {
        let entry = entry.expect("an entry of the folder");
        let name = entry.file_name().into_string().expect("UTF-8");
        let is_dir = entry.file_type().expect("a type").is_dir();
        names.insert(if is_dir { format!("{name}/") } else { name });
    }
    names
}

#[test]
fn the_architecture_lists_what_the_library_has() {
    let text = fs::read_to_string(Path::new(ROOT).join("docs/architecture.md")).expect("architecture.md");
    let mut wrong = Vec::new();
    let text = text.replace("\r\n", "\n");
    let all =
        CRATES.into_iter().flat_map(|name| listing(&text, name).into_iter().map(move |entry| (name, entry)));
    for (name, (folder, listed)) in all {
        let there = on_disk(name, &folder);
        let gone = listed.difference(&there).map(|name| format!("{name} is listed and not there"));
        let unlisted = there.difference(&listed).filter(|name| *name != "mod.rs" && *name != "tests.rs");
        let unlisted = unlisted.map(|name| format!("{name} is not listed"));
        wrong.extend(gone.chain(unlisted).map(|what| format!("{name}/src/{}: {what}", folder.display())));
    }
    assert!(wrong.is_empty(), "docs/architecture.md:\n{}", wrong.join("\n"));
}

#[test]
fn a_listing_is_read_by_its_indentation() {
    let text =
        "```text\ncrates/x/src/\n  a.rs     first  and more\n  b/ c/    two\n    d.rs e.rs\n  f.rs\n```";
    let listing = listing(text, "x");
    let names = |folder: &str| listing[Path::new(folder)].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(names(""), ["a.rs", "b/", "c/", "f.rs"]);
    assert_eq!(names("c"), ["d.rs", "e.rs"]);
    assert_eq!(listing.len(), 2);
}

/// A Go module is distributed without the folders above it and without symbolic links, so its licences are copies.
#[test]
fn the_go_module_has_the_licences() {
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let read = |folder: &str| fs::read(Path::new(ROOT).join(folder).join(licence)).expect(licence);
        assert!(read(".") == read("bindings/go"), "bindings/go/{licence} is not {licence}");
    }
}

/// Returns the number of the first line that is a heading of a doc comment with text after it, which rustdoc would show
/// as part of the heading.
fn long_heading(text: &str) -> Option<usize> {
    text.lines().position(|line| {
        let line = line.trim_start();
        ["/// # ", "//! # "].iter().filter_map(|start| line.strip_prefix(start)).any(|rest| {
            let mut words = rest.split_whitespace();
            matches!(words.next(), Some("Errors" | "Panics" | "Safety")) && words.next().is_some()
        })
    })
}

#[test]
fn headings_of_doc_comments_are_lines_of_their_own() {
    assert_eq!(long_heading("/// Text.\n///\n    /// # Errors The file is missing."), Some(2));
    assert_eq!(long_heading("/// # Errors\n/// # Examples of one"), None);
    let mut folders = vec![PathBuf::from(ROOT).join("crates"), PathBuf::from(ROOT).join("bindings")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if !matches!(path.file_name().and_then(|name| name.to_str()), Some("target" | "node_modules"))
                {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|end| end == "rs") {
                files += 1;
                let line = long_heading(&fs::read_to_string(&path).unwrap());
                assert_eq!(line, None, "{}: the line with this index, from 0", path.display());
            }
        }
    }
    assert!(files > 1000, "{files} files");
}
