//! The copy of the tree that bugs are planted in.

use crate::list::Bug;
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A copy of the source tree below `target/`, including uncommitted changes.
pub(crate) struct Tree {
    original: PathBuf,
    copy: PathBuf,
    target: PathBuf,
}

fn with_path<T>(path: &Path, result: std::io::Result<T>) -> Result<T, String> {
    result.map_err(|error| format!("{}: {error}", path.display()))
}

impl Tree {
    pub(crate) fn new(original: &Path) -> Result<Self, String> {
        let original = with_path(original, original.canonicalize())?;
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or(original.join("target"), |dir| original.join(dir));
        let mutants = target.join("mutants");
        Ok(Self { copy: mutants.join("tree"), original, target: mutants.join("build") })
    }

    /// Returns the folder of the copy.
    pub(crate) fn root(&self) -> &Path {
        &self.copy
    }

    /// Returns the target folder of the copy. The copy needs its own: Cargo cannot distinguish it from the original,
    /// and would mix up their artifacts.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Empties the file for what the next tests print, and returns it for standard output and standard error.
    pub(crate) fn output(&self) -> Result<(fs::File, fs::File), String> {
        let path = self.target.join("output");
        let file = with_path(&path, fs::File::create(&path))?;
        let other = with_path(&path, file.try_clone())?;
        Ok((file, other))
    }

    /// Returns the beginning of the first message of a test that failed, after a colon, so that a reader sees which bug of
    /// a group it is about; returns nothing if the last tests printed no such message.
    pub(crate) fn first_words(&self) -> String {
        let text = fs::read(self.target.join("output")).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let message = text.lines().skip_while(|line| !line.contains(" panicked at ")).nth(1);
        message.map_or(String::new(), |line| format!(": {}", line.chars().take(120).collect::<String>()))
    }

    /// Returns the files of the original that Git tracks, or would track if they were added.
    fn names(&self) -> Result<HashSet<PathBuf>, String> {
        let mut git = Command::new("git");
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(&self.original);
        let output = git.output().map_err(|error| format!("git: {error}"))?;
        if !output.status.success() {
            return Err(format!("git: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let names = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
        Ok(names
            .split_terminator('\0')
            .map(PathBuf::from)
            .filter(|name| self.original.join(name).exists())
            .collect())
    }

    /// Makes the copy equal to the original. Equal files are not written, so that Cargo sees only changes.
    pub(crate) fn refresh(&self) -> Result<(), String> {
        let names = self.names()?;
        for name in &names {
            let (from, to) = (self.original.join(name), self.copy.join(name));
            let wanted = with_path(&from, fs::read(&from))?;
            if fs::read(&to).ok().as_ref() != Some(&wanted) {
                let dir = to.parent().unwrap_or(&self.copy);
                with_path(dir, fs::create_dir_all(dir))?;
                // not `fs::copy`, which would keep the time of the original
                with_path(&to, fs::write(&to, wanted))?;
            }
        }
        let mut left = vec![self.copy.clone()];
        while let Some(dir) = left.pop() {
            for entry in with_path(&dir, dir.read_dir())? {
                let path = with_path(&dir, entry)?.path();
                if path.is_dir() {
                    left.push(path);
                } else if path.strip_prefix(&self.copy).is_ok_and(|name| !names.contains(name)) {
                    with_path(&path, fs::remove_file(&path))?;
                }
            }
        }
        Ok(())
    }

    /// Plants a bug in the copy.
    pub(crate) fn plant(&self, bug: &Bug) -> Result<(), String> {
        let path = self.copy.join(&bug.file);
        let text = with_path(&path, fs::read_to_string(&path))?;
        if text.matches(&bug.find).count() != 1 {
            return Err(format!("{}: its text is not in {} once", bug.name, bug.file));
        }
        with_path(&path, fs::write(&path, text.replacen(&bug.find, &bug.put, 1)))
    }
}
