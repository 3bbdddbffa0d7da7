//! The rules that exclude files in directories.

use crate::{exit::Stop, input, names, report};
use gix_glob::{Pattern, pattern::Case, wildmatch::Mode};
use std::{fs, path::PathBuf};

/// Rules in the syntax of `.gitignore`. The last rule that matches a path decides.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    patterns: Vec<Pattern>,
    /// The number of bytes at the beginning of a path that the patterns are not compared with.
    base: usize,
}

impl Rules {
    /// Adds the rules in the text of a file.
    fn add(&mut self, text: &[u8]) {
        self.patterns.extend(gix_ignore::parse(text, false).map(|(pattern, _, _)| pattern));
    }

    /// Returns whether a path is excluded; `None` if no rule matches it.
    fn verdict(&self, path: &[u8], is_dir: bool) -> Option<bool> {
        let path = &path[self.base..];
        let name = path.iter().rposition(|byte| *byte == b'/').map(|slash| slash + 1);
        let matches = |pattern: &&Pattern| {
            let mode = Mode::NO_MATCH_SLASH_LITERAL;
            pattern.matches_repo_relative_path(path.into(), name, Some(is_dir), Case::Sensitive, mode)
        };
        self.patterns.iter().rev().find(matches).map(|pattern| !pattern.is_negative())
    }
}

/// The rules of `--exclude`, `--ignore-file` and `--gitignore`, all in the syntax of `.gitignore`. By default nothing
/// is excluded, not even hidden files.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    /// The rules of the command line, which take precedence.
    rules: Rules,
    /// Whether the rules of `.gitignore` files apply.
    pub(crate) gitignore: bool,
}

impl Filter {
    /// Makes a filter from globs and files of rules.
    pub(crate) fn new(globs: &[String], files: &[PathBuf], gitignore: bool) -> Result<Self, Stop> {
        let mut rules = Rules::default();
        for file in files {
            input::remember_name(file);
            let text = fs::read(file).map_err(|error| {
                Stop::failure(format_args!("{}: {}", file.display(), report::reason(&error)))
            })?;
            rules.add(&text);
        }
        for glob in globs {
            // git accepts a faulty pattern, which then matches nothing
            if let Some(reason) = flaw(glob) {
                return Err(Stop::usage(format_args!("--exclude {glob}: {reason}")));
            }
            rules.add(glob.as_bytes());
        }
        Ok(Self { rules, gitignore })
    }

    /// Returns whether there are no rules, so nothing is excluded.
    pub(crate) fn is_empty(&self) -> bool {
        self.rules.patterns.is_empty() && !self.gitignore
    }

    /// Returns the rules in the `.gitignore` of a directory. The path of the directory ends in a slash.
    pub(crate) fn of_directory(&self, directory: &[u8]) -> Option<Rules> {
        let file: PathBuf = names::path(directory).join(".gitignore");
        if !self.gitignore || !file.is_file() {
            return None;
        }
        let mut rules = Rules { base: directory.len(), ..Rules::default() };
        match fs::read(&file) {
            Ok(text) => rules.add(&text),
            Err(error) => report::about(&file, report::reason(&error)),
        }
        Some(rules)
    }

    /// Returns whether a file is excluded. `inner` are the rules of its parent directories, outermost first; the first
    /// `root` bytes of the file's path are the argument that contains the file.
    pub(crate) fn excludes<'a>(
        &self,
        path: &[u8],
        root: usize,
        is_dir: bool,
        inner: impl DoubleEndedIterator<Item = &'a Rules>,
    ) -> bool {
        if let Some(verdict) = self.rules.verdict(&path[root..], is_dir) {
            return verdict;
        }
        let name = path.rsplit(|byte| *byte == b'/').next();
        if self.gitignore && is_dir && name == Some(b".git") {
            return true;
        }
        inner.rev().find_map(|rules| rules.verdict(path, is_dir)).unwrap_or(false)
    }
}

/// Returns the error in a glob with an unclosed bracket or a descending range; `None` if there is none.
fn flaw(glob: &str) -> Option<&'static str> {
    let mut characters = glob.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => _ = characters.next(),
            '[' => {
                // the first character of a class may be a closing bracket, also after a negation
                let rest = characters.as_str().trim_start_matches(['!', '^']);
                let mut class = rest.chars();
                class.next();
                let end = class.as_str().find(']');
                let Some(end) = end else { return Some("unclosed [; write \\[ for the character itself") };
                let inside: Vec<char> = rest[..rest.len() - class.as_str().len() + end].chars().collect();
                if inside.windows(3).any(|range| range[1] == '-' && range[0] > range[2]) {
                    return Some("a character range ends before it begins");
                }
                characters = class.as_str()[end..].chars();
            }
            _ => {}
        }
    }
    None
}
