//! Finds the imports between the files of a crate in its sources.
//!
//! The parser only knows `use` items, and paths that begin with `crate`, `self`, `super`, a child module, or an
//! imported name. A re-exported name belongs to the file that defines it: the face of a folder (its `mod.rs`, or the
//! file with the folder's name) that re-exports names does not import them, and a file that takes a name from a face
//! imports the file that defines the name. Tests are ignored, and so are macros that are called by their bare name.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The place of a module in its crate: the names from the root to it.
type Place = Vec<String>;

/// A `use` of one name, or a glob.
struct Use {
    path: Vec<String>,
    /// The name in this module; `*` for a glob.
    name: String,
    /// Whether the `use` is a re-export, visible outside the module.
    passed: bool,
}

/// A module: a file, or the part of a file between `mod name {` and `}`.
#[derive(Default)]
struct Module {
    file: PathBuf,
    defined: BTreeSet<String>,
    /// The names of macros that are exported to the root of the crate.
    exported: BTreeSet<String>,
    uses: Vec<Use>,
    /// The paths in its code.
    paths: Vec<Vec<String>>,
    /// All identifiers in the code, which include the names that it uses from globs.
    words: BTreeSet<String>,
}

/// The target of a path in the sources.
enum Found {
    Module(Place),
    File(PathBuf),
    /// A name of another crate, or an unknown name.
    Outside,
}

/// The modules of a crate.
pub(crate) struct Crate {
    modules: BTreeMap<Place, Module>,
}

/// For each file, the files that it imports names from, with these names.
pub(crate) type Imports = BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>;

/// Splits a source into identifiers, `::` and other characters, without comments, strings, character literals and
/// lifetimes.
fn tokens(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let c = at(i);
        if c == '/' && at(i + 1) == '/' {
            while i < chars.len() && at(i) != '\n' {
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            let mut depth = 0;
            loop {
                match (at(i), at(i + 1)) {
                    ('/', '*') => (depth, i) = (depth + 1, i + 2),
                    ('*', '/') => (depth, i) = (depth - 1, i + 2),
                    _ => i += 1,
                }
                if depth == 0 || i >= chars.len() {
                    break;
                }
            }
        } else if c == '"' {
            i += 1;
            while i < chars.len() && at(i) != '"' {
                i += if at(i) == '\\' { 2 } else { 1 };
            }
            i += 1;
        } else if c == '\'' {
            // a character ends with a quote; a lifetime does not
            if at(i + 1) == '\\' {
                i += 3;
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            } else {
                i += if at(i + 2) == '\'' { 3 } else { 1 };
            }
        } else if word(c) {
            let start = i;
            while word(at(i)) {
                i += 1;
            }
            let text: String = chars[start..i].iter().collect();
            let hashes = (i..chars.len()).take_while(|&j| at(j) == '#').count();
            if matches!(text.as_str(), "r" | "br" | "cr") && at(i + hashes) == '"' {
                i += hashes + 1;
                while i < chars.len() && !(at(i) == '"' && (1..=hashes).all(|j| at(i + j) == '#')) {
                    i += 1;
                }
                i += 1 + hashes;
            } else if !(matches!(text.as_str(), "b" | "c") && matches!(at(i), '"' | '\'')) {
                tokens.push(text);
            }
        } else if c == ':' && at(i + 1) == ':' {
            tokens.push("::".into());
            i += 2;
        } else {
            if !c.is_whitespace() {
                tokens.push(c.into());
            }
            i += 1;
        }
    }
    tokens
}

/// Returns the index after the bracket that closes the one at `open`.
fn closed(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

/// Returns the tokens without items that are only compiled for tests, and the names of the modules among these items.
fn without_tests(tokens: &[String]) -> (Vec<String>, BTreeSet<String>) {
    let starts = |i: usize, with: &[&str]| {
        tokens[i..].iter().map(String::as_str).take(with.len()).eq(with.iter().copied())
    };
    let (mut kept, mut modules) = (Vec::new(), BTreeSet::new());
    let mut i = 0;
    while i < tokens.len() {
        if !starts(i, &["#", "[", "cfg", "(", "test", ")"])
            && !starts(i, &["#", "[", "cfg", "(", "all", "(", "test"])
        {
            kept.push(tokens[i].clone());
            i += 1;
            continue;
        }
        while starts(i, &["#", "["]) {
            i = closed(tokens, i + 1);
        }
        while i < tokens.len() && !matches!(tokens[i].as_str(), ";" | "," | "{" | "}") {
            if tokens[i] == "mod" {
                modules.insert(tokens[i + 1].clone());
            }
            i = if matches!(tokens[i].as_str(), "(" | "[") { closed(tokens, i) } else { i + 1 };
        }
        match tokens.get(i).map(String::as_str) {
            Some("{") => i = closed(tokens, i),
            Some("}") | None => {}
            Some(_) => i += 1,
        }
    }
    (kept, modules)
}

/// Returns whether a token can be a part of a path.
fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Parses the tree of a `use` at index `i`, and returns the index after it.
fn tree(tokens: &[String], mut i: usize, before: &[String], passed: bool, uses: &mut Vec<Use>) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens.get(i).map(String::as_str) {
            Some("::" | "$") => i += 1,
            Some("{") => {
                i += 1;
                while tokens.get(i).is_some_and(|token| token != "}") {
                    i = tree(tokens, i, &path, passed, uses);
                    if tokens.get(i).is_some_and(|token| token == ",") {
                        i += 1;
                    }
                }
                return i + 1;
            }
            Some("*") => {
                uses.push(Use { path, name: "*".into(), passed });
                return i + 1;
            }
            Some("as") => {
                uses.push(Use { path, name: tokens[i + 1].clone(), passed });
                return i + 2;
            }
            Some("self") if !path.is_empty() => i += 1,
            Some(token) if is_word(token) => {
                path.push(token.into());
                i += 1;
            }
            _ => {
                if let Some(name) = path.last().cloned() {
                    uses.push(Use { path, name, passed });
                }
                return i.max(1);
            }
        }
    }
}

impl Crate {
    /// Reads the crate whose root is in the folder `src`. The paths of files are relative to this folder.
    pub(crate) fn read(src: &Path) -> Self {
        let mut files = Vec::new();
        let mut folders = vec![src.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            {
                let path = entry.expect("an entry of the folder").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = fs::read_to_string(&path)
                        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                    files.push((path.strip_prefix(src).expect("below it").to_path_buf(), text));
                }
            }
        }
        Self::of(files)
    }

    /// Makes a crate from files with their texts.
    pub(crate) fn of(files: Vec<(PathBuf, String)>) -> Self {
        let mut modules = BTreeMap::new();
        let mut tests = BTreeSet::new();
        for (file, text) in files {
            let mut place: Place =
                file.with_extension("").iter().map(|part| part.to_string_lossy().into()).collect();
            if place.last().is_some_and(|last| last == "mod")
                || matches!(place.join("/").as_str(), "lib" | "main")
            {
                place.pop();
            }
            let (tokens, only_tests) = without_tests(&tokens(&text));
            tests.extend(only_tests.into_iter().map(|name| [place.as_slice(), &[name]].concat()));
            Self::module(&mut modules, place, &file, &tokens);
        }
        modules.retain(|place: &Place, _| {
            let tested = (0..=place.len()).any(|n| tests.contains(&place[..n]));
            !tested && !place.iter().any(|name| name == "tests")
        });
        Self { modules }
    }

    /// Parses the module at `place`, and the modules inside its tokens.
    fn module(modules: &mut BTreeMap<Place, Module>, place: Place, file: &Path, tokens: &[String]) {
        let mut module = Module { file: file.into(), ..Module::default() };
        let mut i = 0;
        while i < tokens.len() {
            let next = tokens.get(i + 1).map_or("", String::as_str);
            match tokens[i].as_str() {
                "use" if is_word(next) || matches!(next, "::" | "{" | "$") => {
                    let passed = i > 0 && (tokens[i - 1] == "pub" || tokens[i - 1] == ")");
                    i = tree(tokens, i + 1, &[], passed, &mut module.uses);
                }
                "mod" if is_word(next) && tokens.get(i + 2).is_some_and(|token| token == "{") => {
                    let end = closed(tokens, i + 2);
                    let inner = [place.as_slice(), &[next.into()]].concat();
                    Self::module(modules, inner, file, &tokens[i + 3..end - 1]);
                    i = end;
                }
                "fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static"
                    if is_word(next) =>
                {
                    module.defined.insert(next.into());
                    i += if matches!(next, "fn" | "unsafe" | "extern") { 1 } else { 2 };
                }
                "macro_rules" if next == "!" => {
                    let name = tokens[i + 2].clone();
                    if i > 1 && tokens[i - 2] == "macro_export" {
                        module.exported.insert(name.clone());
                    }
                    module.defined.insert(name);
                    i += 3;
                }
                token if is_word(token) => {
                    let mut path = vec![token.to_string()];
                    i += 1;
                    while i + 1 < tokens.len() && tokens[i] == "::" && is_word(&tokens[i + 1]) {
                        path.push(tokens[i + 1].clone());
                        i += 2;
                    }
                    module.words.insert(path[0].clone());
                    if path.len() > 1 {
                        module.paths.push(path);
                    }
                }
                _ => i += 1,
            }
        }
        modules.insert(place, module);
    }

    /// Returns the target of a path in the module at `from`. `steps` is the number of steps that are left before the
    /// path is considered circular.
    fn find(&self, from: &Place, path: &[String], steps: usize) -> Found {
        let mut place = from.clone();
        let mut rest = path;
        match path[0].as_str() {
            "crate" => (place, rest) = (Place::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {}
            first => {
                let module = &self.modules[from];
                let below = self.modules.contains_key(&[from.as_slice(), &[first.into()]].concat());
                let brought = module.uses.iter().any(|item| item.name == first && item.path[0] != first);
                if !below && !brought {
                    return Found::Outside;
                }
            }
        }
        while let Some((name, after)) = rest.split_first() {
            rest = after;
            if name == "super" {
                place.pop();
                continue;
            }
            match self.name(&place, name, rest.is_empty(), steps) {
                Found::Module(next) => place = next,
                other => return other,
            }
        }
        Found::Module(place)
    }

    /// Returns the target of a name in the module at `place`. A name that is not the `last` of its path can only be a
    /// module or a type, although a function may have the same name.
    fn name(&self, place: &Place, name: &String, last: bool, steps: usize) -> Found {
        let below = [place.as_slice(), std::slice::from_ref(name)].concat();
        if self.modules.contains_key(&below) {
            return Found::Module(below);
        }
        let Some(module) = self.modules.get(place) else { return Found::Outside };
        let brought = module.uses.iter().find(|item| item.name == *name);
        if steps == 0 || module.defined.contains(name) && (last || brought.is_none()) {
            return Found::File(module.file.clone());
        }
        if let Some(item) = brought {
            return self.find(place, &item.path, steps - 1);
        }
        for item in module.uses.iter().filter(|item| item.name == "*") {
            match self.find(place, &item.path, steps - 1) {
                Found::Module(all) if all != *place && self.has(&all, name) => {
                    return self.name(&all, name, last, steps - 1);
                }
                Found::Outside => return Found::Outside, // the name may come from this other crate
                _ => {}
            }
        }
        let exported = self.modules.values().find(|other| place.is_empty() && other.exported.contains(name));
        Found::File(exported.unwrap_or(module).file.clone())
    }

    /// Returns whether the module at `place` itself defines this name.
    fn has(&self, place: &Place, name: &String) -> bool {
        self.modules.get(place).is_some_and(|module| {
            module.defined.contains(name) || module.uses.iter().any(|item| item.passed && item.name == *name)
        })
    }

    /// Returns the imports of all files.
    pub(crate) fn imports(&self) -> Imports {
        let mut imports = Imports::new();
        for (place, module) in &self.modules {
            let from = imports.entry(module.file.clone()).or_default();
            let mut take = |found: Found, name: &str| {
                if let Found::File(file) = found
                    && file != module.file
                {
                    from.entry(file).or_default().insert(name.into());
                }
            };
            for item in module.uses.iter().filter(|item| !item.passed || module.words.contains(&item.name)) {
                match self.find(place, &item.path, 8) {
                    Found::Module(all) if item.name == "*" => {
                        for word in module.words.iter().filter(|word| self.has(&all, word)) {
                            take(self.name(&all, word, true, 8), word);
                        }
                    }
                    found => take(found, &item.name),
                }
            }
            for path in &module.paths {
                take(self.find(place, path, 8), &path[1..].join("::"));
            }
        }
        imports
    }
}

/// Returns the sets of files that import each other in a circle.
pub(crate) fn circles(imports: &Imports) -> Vec<BTreeSet<PathBuf>> {
    let reach = |start: &PathBuf| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(file) = open.pop() {
            for next in imports.get(file).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&PathBuf, BTreeSet<PathBuf>> =
        imports.keys().map(|file| (file, reach(file))).collect();
    let mut circles = BTreeSet::new();
    for (&file, to) in &reached {
        if to.contains(file) {
            let back = to.iter().filter(|&other| reached.get(other).is_some_and(|back| back.contains(file)));
            circles.insert(back.cloned().collect::<BTreeSet<_>>());
        }
    }
    circles.into_iter().collect()
}
