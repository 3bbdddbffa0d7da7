//! The inputs of a run, and the output of each.

use crate::{
    engine::{Filter, Group, Kind, Show, Walk},
    exit::Stop,
    input, names,
    output::place_identity,
    place::directory,
    report,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The rule that makes the name of an output from the name of its input.
#[derive(Clone, Copy)]
pub(crate) enum Naming {
    /// Appends this suffix.
    Append(&'static str),
    /// Removes one of these suffixes.
    Remove(&'static [&'static str]),
}

impl Naming {
    /// Returns the name of the output; `None` if the rule does not apply to the name of the input.
    fn output(self, input: &Path) -> Option<PathBuf> {
        match self {
            Self::Append(suffix) => {
                let mut name = input.as_os_str().to_owned();
                name.push(suffix);
                Some(name.into())
            }
            Self::Remove(suffixes) => {
                let name = input.file_name()?.to_str()?;
                let short = suffixes.iter().find_map(|suffix| name.strip_suffix(suffix));
                short.filter(|name| !name.is_empty()).map(|name| input.with_file_name(name))
            }
        }
    }

    /// Returns whether a file in a directory is skipped because its name looks like the name of an output.
    fn is_done(self, input: &Path) -> bool {
        match self {
            Self::Append(suffix) => input.as_os_str().as_encoded_bytes().ends_with(suffix.as_bytes()),
            Self::Remove(_) => false,
        }
    }

    /// Returns the message about an input that the rule does not apply to.
    fn refusal(self) -> String {
        match self {
            Self::Append(_) => "the path has no file name".into(),
            Self::Remove(suffixes) => {
                format!("the file name does not end in {}; name the output with -o", suffixes.join(" or "))
            }
        }
    }
}

/// A file to read, and the path of its output; `None` means standard output.
pub(crate) struct Item {
    pub(crate) input: PathBuf,
    pub(crate) output: Option<PathBuf>,
}

/// The options of `encrypt` and `decrypt` for outputs and for progress.
#[derive(clap::Args)]
pub(crate) struct OutputArgs {
    /// The output file; with several files, the output directory. Bramah writes a temporary file first, and renames it
    /// to OUT only if everything succeeds. `-` means standard output, even if the output is binary and goes to a
    /// terminal. If OUT is a symbolic link, Bramah writes to the file that the link points to; a link to a file
    /// descriptor means that descriptor.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Replace existing files.
    #[arg(short, long)]
    pub(crate) force: bool,

    /// How to show progress on standard error.
    #[arg(long, value_enum, value_name = "HOW", default_value = "auto", num_args = 0..=1, require_equals = true, default_missing_value = "plain")]
    pub(crate) progress: Show,
}

/// The outputs.
pub(crate) struct Outputs<'a> {
    pub(crate) inputs: &'a [PathBuf],
    pub(crate) output: Option<&'a Path>,
    pub(crate) recursive: bool,
    pub(crate) naming: Naming,
}

impl Outputs<'_> {
    /// Returns the only item if there is a single input that is not a directory. Its output is the one given with `-o`,
    /// otherwise standard output.
    pub(crate) fn single(&self) -> Option<Item> {
        let input = match self.inputs {
            [] => Path::new("-"),
            [input] if !self.recursive || !input.is_dir() => input,
            _ => return None,
        };
        Some(Item { input: input.into(), output: self.output.map(PathBuf::from) })
    }

    /// Refuses outputs with equal names, and outputs that are inputs or would be read as inputs. Only the names of the
    /// arguments are compared; conflicts in directories, or on file systems that ignore case, are refused when the
    /// output is written.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        let mut directories = BTreeSet::new();
        let mut outputs: BTreeMap<PathBuf, &Path> = BTreeMap::new();
        for input in self.inputs {
            if input.as_os_str() == "-" {
                return Err(Stop::usage("standard input cannot be combined with other files"));
            }
            if self.recursive && input.is_dir() {
                if self.output.is_some()
                    && self.inputs.len() > 1
                    && !directories.insert(input.file_name().map(ToOwned::to_owned))
                {
                    let name = report::shown(input.as_os_str().as_encoded_bytes());
                    return Err(Stop::usage(format_args!(
                        "{name}: two input directories would be written to the same subdirectory of -o"
                    )));
                }
            } else if let Some(output) = self.named(input) {
                input::remember_name(input);
                let place =
                    output.file_name().and_then(|name| Some(absolute(directory(&output)).ok()?.join(name)));
                if let Some(other) = outputs.insert(place.unwrap_or_else(|| output.clone()), input) {
                    let [a, b, output] = [other, input, &output]
                        .map(|path| report::shown(path.as_os_str().as_encoded_bytes()));
                    return Err(Stop::usage(format_args!(
                        "{a} and {b} would both be written to {output}; run the command once for each, with -o"
                    )));
                }
            }
            if let (Some(output), true) = (self.output, self.recursive && input.is_dir())
                && let (Ok(root), Ok(output)) = (fs::canonicalize(input), absolute(output))
                && output.starts_with(&root)
            {
                let name = report::shown(input.as_os_str().as_encoded_bytes());
                return Err(Stop::usage(format_args!(
                    "-o: the output directory is inside the input directory {name}"
                )));
            }
        }
        Ok(())
    }

    /// Calls `take` with each file, in order, until it returns false. Reports files that are unreadable or skipped.
    /// Returns whether everything that the arguments name could be read.
    pub(crate) fn each(&self, mut take: impl FnMut(Item) -> bool) -> Result<bool, Stop> {
        let mut well = true;
        for root in self.inputs {
            if self.recursive && root.is_dir() {
                match self.walk(root, &mut take) {
                    Some(found) => well &= found,
                    None => return Ok(well),
                }
                continue;
            }
            let Some(output) = self.named(root) else {
                report::about(root, self.naming.refusal());
                well = false;
                continue;
            };
            if !take(Item { input: root.clone(), output: Some(output) }) {
                return Ok(well);
            }
        }
        Ok(well)
    }

    /// Returns the path of the output of an input that an argument names.
    fn named(&self, input: &Path) -> Option<PathBuf> {
        let place = match self.output {
            Some(directory) => directory.join(input.file_name()?),
            None => input.into(),
        };
        self.naming.output(&place)
    }

    /// Calls `take` with the files of a directory; returns whether all of them could be read, or `None` if `take`
    /// returned false.
    fn walk(&self, root: &Path, take: &mut impl FnMut(Item) -> bool) -> Option<bool> {
        const MOST: usize = 256;
        let mut well = true;
        let mut group = Group::<()>::default();
        let bytes = names::bytes(root).into_owned();
        let mut walk = Walk::new(&bytes, Arc::new(Filter::default()), false, &mut group);
        loop {
            let more = walk.fill(&mut group, MOST, |_, _| true);
            for index in 0..group.len() {
                let (name, kind, _) = group.get(index);
                let input = names::path(name).into_owned();
                match kind {
                    Kind::Failed(reason) => {
                        report::about(&input, reason);
                        well = false;
                        continue;
                    }
                    Kind::Skipped(reason) => {
                        report::about(&input, reason);
                        continue;
                    }
                    _ => {}
                }
                let place = self.place(root, &input);
                if self.output.is_none() && self.naming.is_done(&input) {
                    report::about(
                        &input,
                        "skipped: the file name already has the suffix of an encrypted file",
                    );
                    continue;
                }
                let Some(output) = self.naming.output(&place) else {
                    report::about(&input, format_args!("skipped: {}", self.naming.refusal()));
                    continue;
                };
                // the output is a file of the same directory, which is itself an input
                if self.output.is_none()
                    && self.naming.output(&output).is_some()
                    && place_identity(&output).is_some()
                    && let Naming::Remove(_) = self.naming
                {
                    let output = report::shown(output.as_os_str().as_encoded_bytes());
                    report::about(
                        &input,
                        format_args!("the output for this file, {output}, is also an input"),
                    );
                    well = false;
                    continue;
                }
                if !take(Item { input, output: Some(output) }) {
                    return None;
                }
            }
            if !more {
                return Some(well);
            }
            let end = group.end();
            group.restart(end);
        }
    }

    /// Returns the path of the output of a file in a directory, before its suffix changes: next to the input, or below
    /// the directory that `-o` names.
    fn place(&self, root: &Path, input: &Path) -> PathBuf {
        let Some(directory) = self.output else { return input.into() };
        let below = input.strip_prefix(root).unwrap_or(input);
        match root.file_name() {
            Some(name) if self.inputs.len() > 1 => directory.join(name).join(below),
            _ => directory.join(below),
        }
    }
}

/// Returns the absolute path of a directory, which may not exist yet.
fn absolute(path: &Path) -> std::io::Result<PathBuf> {
    let absolute = std::path::absolute(path)?;
    for ancestor in absolute.ancestors() {
        if let Ok(found) = fs::canonicalize(ancestor) {
            let rest = absolute.strip_prefix(ancestor).unwrap_or(Path::new(""));
            return Ok(found.join(rest));
        }
    }
    Ok(absolute)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_named_after_inputs() {
        let named = |naming: Naming, input: &str| naming.output(Path::new(input));
        assert_eq!(named(Naming::Append(".age"), "d/a.txt"), Some("d/a.txt.age".into()));
        let remove = Naming::Remove(&[".age", ".fca"]);
        assert_eq!(named(remove, "d/a.txt.age"), Some("d/a.txt".into()));
        assert_eq!(named(remove, "a.fca"), Some("a".into()));
        for input in ["d/a.txt", "d/.age", "age"] {
            assert_eq!(named(remove, input), None, "{input}");
        }
    }
}
