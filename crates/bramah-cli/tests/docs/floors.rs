//! Tests that imports only go down in the picture of floors at the top of `docs/architecture.md`.

use crate::imports::{Crate, Imports, circles};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The crates from the top down, each with the modules that the picture names, from the top down.
type Picture = Vec<(String, Vec<String>)>;

/// Parses the picture, which is the first code block of the page. Each line begins with the name of a floor, followed
/// by crates; after the last crate, a colon and its modules may follow. A line without a crate continues the modules.
fn picture(text: &str) -> Picture {
    let (_, rest) = text.split_once("```text\n").expect("the picture of the floors");
    let (lines, _) = rest.split_once("```").expect("its end");
    let mut picture = Picture::new();
    for line in lines.lines() {
        for word in line.split_whitespace().skip(1) {
            if word.starts_with("bramah") {
                picture.push((word.trim_end_matches(':').into(), Vec::new()));
            } else {
                picture.last_mut().expect("a crate before its modules").1.push(word.into());
            }
        }
    }
    picture
}

fn page() -> Picture {
    picture(&crate::page("docs/architecture.md"))
}

/// Returns the crates of this repository that a manifest names in `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut section = "";
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section.ends_with("dependencies]")
            && !section.contains("dev-")
            && line.starts_with("bramah")
        {
            names.push(line.split([' ', '.', '=']).next().unwrap_or_default().into());
        }
    }
    names
}

/// Returns the module of a file: its folder at the root of the crate, or its own name. The root itself is above all
/// modules.
fn module(file: &Path) -> Option<String> {
    let name = file.iter().next()?.to_str()?.trim_end_matches(".rs");
    (!matches!(name, "lib" | "main")).then(|| name.into())
}

/// Returns whether `face` is the face of the folder of another file: its `mod.rs`, or the file with the folder's name.
fn is_face(face: &Path, file: &Path) -> bool {
    let own = ["mod.rs", "lib.rs", "main.rs"].iter().any(|name| face.ends_with(name));
    let folder = if own { face.parent().unwrap_or(Path::new("")).into() } else { face.with_extension("") };
    face != file && file.starts_with(folder)
}

/// Removes the imports of a face from its own folder, which are always allowed.
fn without_faces(imports: &mut Imports) {
    for (file, taken) in imports {
        taken.retain(|from, _| !is_face(file, from));
    }
}

/// Returns descriptions of the imports that do not go down. `modules` are the modules of the crate from the top down.
fn upward(imports: &Imports, modules: &[String]) -> Vec<String> {
    let place = |file: &PathBuf| module(file).map(|module| modules.iter().position(|other| *other == module));
    let mut wrong = Vec::new();
    for (file, taken) in imports {
        let Some(from) = place(file) else { continue };
        for (other, names) in taken {
            let to = place(other);
            let down = to.is_some_and(|to| from.is_some() && to.is_some() && from <= to);
            if !down {
                wrong.push(format!("{} takes {names:?} from {}", file.display(), other.display()));
            }
        }
    }
    wrong
}

/// Returns descriptions of the circles among a crate's files.
fn in_circles(mut imports: Imports) -> Vec<String> {
    without_faces(&mut imports);
    let circles = circles(&imports);
    let lines = circles.iter().map(|circle| {
        let mut words = String::from("a circle:");
        for file in circle {
            for (other, names) in imports[file].iter().filter(|(other, _)| circle.contains(*other)) {
                words += &format!("\n  {} takes {names:?} from {}", file.display(), other.display());
            }
        }
        words
    });
    lines.collect()
}

fn of(name: &str) -> Crate {
    Crate::read(&Path::new(ROOT).join("crates").join(name).join("src"))
}

#[test]
fn a_crate_builds_on_those_below_it() {
    let picture = page();
    let names: Vec<&String> = picture.iter().map(|(name, _)| name).collect();
    let folders = fs::read_dir(Path::new(ROOT).join("crates")).expect("the crates");
    let there: BTreeSet<String> =
        folders.map(|entry| entry.expect("a crate").file_name().into_string().expect("UTF-8")).collect();
    assert_eq!(names.iter().copied().cloned().collect::<BTreeSet<_>>(), there, "the crates of the picture");
    for (place, name) in names.iter().enumerate() {
        for other in dependencies(&crate::page(&format!("crates/{name}/Cargo.toml"))) {
            let below = names[place + 1..].contains(&&other);
            assert!(below || !there.contains(&other), "{name} builds on {other}, which is not below it");
        }
    }
}

#[test]
fn a_module_takes_names_from_those_below_it() {
    let mut wrong = Vec::new();
    let picture = page();
    let with_modules = picture.iter().filter(|(_, modules)| !modules.is_empty());
    for (name, modules) in with_modules.clone() {
        let imports = of(name).imports();
        assert!(imports.len() > 50, "{name}: {} files", imports.len());
        let there: BTreeSet<String> = imports.keys().filter_map(|file| module(file)).collect();
        assert_eq!(
            modules.iter().cloned().collect::<BTreeSet<_>>(),
            there,
            "the modules of {name} in the picture"
        );
        wrong.extend(upward(&imports, modules).into_iter().map(|what| format!("{name}: {what}")));
    }
    assert!(with_modules.count() >= 2, "{picture:?}");
    assert!(wrong.is_empty(), "imports that do not go down:\n{}", wrong.join("\n"));
}

#[test]
fn no_files_import_each_other() {
    let mut wrong = Vec::new();
    for (name, _) in page() {
        wrong.extend(in_circles(of(&name).imports()).into_iter().map(|what| format!("{name}: {what}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_picture_is_read_from_the_top_down() {
    let text =
        "# A page\n\n```text\nfaces  bramah-a bramah-b\nmiddle bramah: x y\nlow    z\nbottom bramah-c\n```\n";
    let picture = picture(text);
    let line = |(name, modules): &(String, Vec<String>)| format!("{name} {modules:?}");
    let lines: Vec<String> = picture.iter().map(line).collect();
    assert_eq!(lines, ["bramah-a []", "bramah-b []", r#"bramah ["x", "y", "z"]"#, "bramah-c []"]);
    let manifest = "[dependencies]\nbramah-x = 1\nserde = 1\n[dev-dependencies]\nbramah-y = 1\n\
                    [target.'cfg(unix)'.dependencies]\nbramah-z.path = 1\n";
    assert_eq!(dependencies(manifest), ["bramah-x", "bramah-z"]);
}

/// Returns the imports of a crate that consists of these files.
fn sample(files: &[(&str, &str)]) -> Imports {
    Crate::of(files.iter().map(|(file, text)| (file.into(), text.to_string())).collect()).imports()
}

/// An import that goes up is found in every way to write it.
#[test]
fn an_import_that_goes_up_is_found() {
    let modules = ["high", "low"].map(String::from);
    for line in [
        "use crate::high::Thing;",
        "use super::high::Thing;",
        "use {core::fmt, crate::high::{self, part::Other as Thing}};",
        "fn f() -> crate::high::Thing { todo!() }",
        "use crate::high; fn f() { high::thing(); }",
        "use crate::high; fn high() { high::thing(); }",
        "use crate::Thing;",
        "use crate::*; struct Own(Thing);",
        "mod inner { use super::super::high::Thing; }",
        "macro_rules! m { () => { $crate::high::thing!() } }",
        "fn f(c: char) -> bool { c == '\"' } use crate::high::Thing; const S: &str = \"\\\"\";",
        "const S: &str = r#\"\"\"#; use crate::high::Thing;",
    ] {
        let imports = sample(&[
            ("lib.rs", "mod high; mod low; pub use high::Thing;"),
            ("high/mod.rs", "mod part; pub use part::Other; pub struct Thing; pub fn thing() {}"),
            ("high/part.rs", "pub struct Other;"),
            ("low.rs", line),
        ]);
        assert_eq!(upward(&imports, &modules).len(), 1, "{line}: {imports:?}");
        assert!(upward(&imports, &["low", "high"].map(String::from)).is_empty(), "{line}: {imports:?}");
    }
}

#[test]
fn what_is_no_import_is_left_out() {
    let modules = ["high", "low"].map(String::from);
    for line in [
        "// use crate::high::Thing;",
        "/* /* */ use crate::high::Thing; */",
        "const S: &str = \"crate::high::Thing\"; fn f<'a>(x: &'a u8) {}",
        "#[cfg(test)] mod tests { use crate::high::Thing; }",
        "#[cfg(test)] #[allow(unused)] use crate::high::Thing;",
        "use core::high::Thing; use other::Thing as Own;",
        "fn f() { other::high::thing(); }",
        "pub use crate::high::Thing;",
    ] {
        let imports = sample(&[
            ("lib.rs", "mod high; mod low; #[cfg(test)] mod check;"),
            ("high.rs", "pub struct Thing;"),
            ("low.rs", line),
            ("check.rs", "use crate::high::Thing;"),
        ]);
        assert!(upward(&imports, &modules).is_empty(), "{line}: {imports:?}");
    }
}

#[test]
fn a_circle_is_found() {
    let face = "mod a; mod b; mod c; pub use a::A; pub struct Own; fn f() { b::g(); }";
    let both =
        [("lib.rs", face), ("a.rs", "use super::b::B; pub struct A;"), ("c.rs", "use super::{A, Own};")];
    let lone = sample(&[both.as_slice(), &[("b.rs", "pub struct B; pub fn g() {}")]].concat());
    assert!(in_circles(lone.clone()).is_empty(), "{lone:?}");
    let round =
        sample(&[both.as_slice(), &[("b.rs", "use crate::c::C; pub struct B; pub fn g() {}")]].concat());
    let found = in_circles(round);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("c.rs takes {\"A\"} from a.rs"), "{found:?}");
}
