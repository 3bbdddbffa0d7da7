//! The list of bugs.

use std::fmt;

/// A bug: the replacement of a piece of text in one file.
pub(crate) struct Bug {
    pub(crate) name: String,
    /// A description of the bug, in a sentence.
    pub(crate) what: String,
    /// The file, from the root of the tree.
    pub(crate) file: String,
    /// The text to replace, which occurs exactly once in the file.
    pub(crate) find: String,
    pub(crate) put: String,
    /// The tests that must fail, each of them.
    pub(crate) tests: Vec<Tests>,
    /// The reason why no test detects the bug, if none does.
    pub(crate) missed: Option<String>,
}

/// A group of tests of one test program.
pub(crate) struct Tests {
    /// The test program: `hash`, `cipher` and so on, or `lib`.
    pub(crate) target: String,
    /// The beginning of the names of the tests: a module and `::`, or a module and a function.
    pub(crate) filter: String,
}

impl fmt::Display for Tests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.target, self.filter)
    }
}

impl Tests {
    /// Parses a line with a target and a filter.
    pub(crate) fn new(line: &str) -> Self {
        let (target, filter) = line.split_once(' ').unwrap_or((line, ""));
        Self { target: target.into(), filter: filter.into() }
    }
}

/// Returns the bugs of `planted.txt`.
pub(crate) fn bugs() -> Result<Vec<Bug>, String> {
    let text = include_str!("../planted.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    lines.split(|line| line.is_empty()).filter(|lines| !lines.is_empty()).map(bug).collect()
}

/// Returns a bug from lines of the form `field: value`.
fn bug(lines: &[&str]) -> Result<Bug, String> {
    let mut fields = Vec::new();
    for line in lines {
        fields.push(line.split_once(": ").ok_or(format!("`{line}` is no field"))?);
    }
    let all = |name: &str| -> Vec<String> {
        fields.iter().filter(|(field, _)| *field == name).map(|(_, value)| value.to_string()).collect()
    };
    let one = |name: &str| {
        let mut values = all(name).into_iter();
        let value = values.next().ok_or(format!("{name} is missing in {lines:?}"))?;
        if values.next().is_some() { Err(format!("{name} is there twice in {lines:?}")) } else { Ok(value) }
    };
    if let Some((field, _)) = fields
        .iter()
        .find(|(field, _)| !["name", "what", "file", "find", "put", "test", "missed"].contains(field))
    {
        return Err(format!("{field} is no field"));
    }
    let tests: Vec<Tests> = all("test").iter().map(|tests| Tests::new(tests)).collect();
    if tests.is_empty() {
        return Err(format!("no test is named in {lines:?}"));
    }
    Ok(Bug {
        name: one("name")?,
        what: one("what")?,
        file: one("file")?,
        find: one("find")?,
        put: one("put")?,
        tests,
        missed: all("missed").pop(),
    })
}

#[cfg(test)]
mod tests {
    use super::bugs;
    use std::{collections::HashSet, fs, path::Path};

    /// Every text occurs exactly once in its file, every target and module of tests exists, and names are unique. This
    /// keeps the list usable although the mutants are rarely run.
    #[test]
    fn the_list_fits_the_tree() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let bugs = bugs().unwrap();
        let mut names = HashSet::new();
        let mut wrong = Vec::new();
        for bug in &bugs {
            assert!(names.insert(&bug.name), "{} is there twice", bug.name);
            assert_ne!(bug.find, bug.put, "{}", bug.name);
            match fs::read_to_string(root.join(&bug.file)) {
                Ok(text) => match text.matches(&bug.find).count() {
                    1 => {}
                    count => {
                        wrong.push(format!("{}: `{}` is {count} times in {}", bug.name, bug.find, bug.file))
                    }
                },
                Err(error) => wrong.push(format!("{}: {}: {error}", bug.name, bug.file)),
            }
            for tests in &bug.tests {
                let sources = tests.sources(&root);
                let function = tests.filter.rsplit("::").next().unwrap_or_default();
                let there = sources.iter().any(|file| {
                    let text = fs::read_to_string(file).unwrap_or_default();
                    function.is_empty() && tests.filter_is_in(file)
                        || text.contains(&format!("fn {function}"))
                });
                if !there {
                    wrong.push(format!("{}: there is no test {tests}", bug.name));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(bugs.len() >= 20);
    }
}
