//! The choice of files of a directory that are left out.

use crate::{exit::Stop, input, report};
use ignore::{
    Match,
    gitignore::{Gitignore, GitignoreBuilder},
};
use std::path::{Path, PathBuf};

/// The rules of `--exclude`, `--ignore-file` and `--gitignore`, all in the syntax of `.gitignore`.
/// Nothing is left out by default, hidden files neither.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    /// The rules of the command line, which take precedence.
    rules: Option<Gitignore>,
    /// Whether `.gitignore` files are obeyed.
    pub(crate) gitignore: bool,
}

impl Filter {
    /// Makes a filter from globs and files of rules.
    pub(crate) fn new(globs: &[String], files: &[PathBuf], gitignore: bool) -> Result<Self, Stop> {
        if globs.is_empty() && files.is_empty() {
            return Ok(Self { rules: None, gitignore });
        }
        let mut builder = GitignoreBuilder::new("");
        for file in files {
            input::remember_name(file);
            if let Some(error) = builder.add(file) {
                return Err(Stop::failure(format_args!("{}: {}", file.display(), told(&error))));
            }
        }
        for glob in globs {
            // git takes such a line for one that matches nothing
            if let Some(reason) = unclosed(glob) {
                return Err(Stop::usage(format_args!("--exclude {glob}: {reason}")));
            }
            builder
                .add_line(None, glob)
                .map_err(|error| Stop::usage(format_args!("--exclude {glob}: {}", told(&error))))?;
        }
        let rules = builder.build().map_err(|error| Stop::usage(told(&error)))?;
        Ok(Self { rules: Some(rules), gitignore })
    }

    /// Returns whether nothing is ever left out.
    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_none() && !self.gitignore
    }

    /// Returns the rules of a directory's own `.gitignore`.
    pub(crate) fn of_directory(&self, directory: &Path) -> Option<Gitignore> {
        let file = directory.join(".gitignore");
        if !self.gitignore || !file.is_file() {
            return None;
        }
        let mut builder = GitignoreBuilder::new(directory);
        if let Some(error) = builder.add(&file) {
            report::about(&file, told(&error));
        }
        builder.build().ok()
    }

    /// Returns whether a file is left out: `inner` are the rules of the directories around it, outermost first, and
    /// `relative` is its path from the argument that led to it.
    pub(crate) fn excludes<'a>(
        &self,
        path: &Path,
        relative: &Path,
        is_dir: bool,
        inner: impl DoubleEndedIterator<Item = &'a Gitignore>,
    ) -> bool {
        if let Some(rules) = &self.rules {
            match rules.matched(relative, is_dir) {
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
                Match::None => {}
            }
        }
        if self.gitignore && is_dir && path.file_name().is_some_and(|name| name == ".git") {
            return true;
        }
        for rules in inner.rev() {
            match rules.matched(path, is_dir) {
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
                Match::None => {}
            }
        }
        false
    }
}

/// Returns what is wrong with a glob that has a bracket without an end.
fn unclosed(glob: &str) -> Option<&'static str> {
    let mut characters = glob.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => _ = characters.next(),
            '[' => {
                // the first character of a class may be a bracket, after a negation too
                let rest = characters.as_str().trim_start_matches(['!', '^']);
                let mut class = rest.chars();
                class.next();
                let end = class.as_str().find(']');
                let Some(end) = end else { return Some("a [ without its ]; \\[ stands for the character") };
                characters = class.as_str()[end..].chars();
            }
            _ => {}
        }
    }
    None
}

/// Returns the words of an error, without the system's number.
fn told(error: &ignore::Error) -> String {
    match error.io_error() {
        Some(error) => report::reason(error),
        None => error.to_string(),
    }
}
