//! Building and running tests in the copy.

use crate::{list::Tests, tree::Tree};
#[cfg(test)]
use std::path::{Path, PathBuf};
use std::{
    fmt,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The maximum time for the tests; a test that hangs has caught the bug too.
const LONGEST: Duration = Duration::from_secs(900);

/// The result of running tests.
pub(crate) enum Outcome {
    NotBuilt,
    Passed,
    Failed,
    NoEnd,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotBuilt => "does not build",
            Self::Passed => "passes",
            Self::Failed => "fails",
            Self::NoEnd => "does not end",
        })
    }
}

impl Tests {
    /// Returns the package of the test program.
    fn package(&self) -> &'static str {
        match self.target.as_str() {
            "cli-lib" | "command" | "bench" | "docs" | "interop" => "bramah-cli",
            "machine-lib" => "bramah-machine",
            "primitives-lib" => "bramah-primitives",
            "block-lib" => "bramah-block",
            "hash-lib" => "bramah-hash",
            "age-lib" | "parts" | "plugin" | "recipients" | "testkit" | "corruption" | "limits" => {
                "bramah-age"
            }
            "arrow" => "bramah-arrow",
            _ => "bramah",
        }
    }

    /// Returns the Cargo command for the tests' program.
    fn cargo(&self, tree: &Tree) -> Command {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.current_dir(tree.root()).env("CARGO_TARGET_DIR", tree.target());
        cargo.args(["test", "--quiet", "--all-features", "--locked"]);
        match self.target.as_str() {
            // with `--workspace`, the unit tests of every crate would be built; the command's crate and the one of encrypted
            // files are built together, because each alone would build the library with features of its own
            target if target.ends_with("lib") => {
                let package = self.package();
                let other = if package == "bramah-age" { "bramah-cli" } else { package };
                cargo.args(["--lib", "--package", package, "--package", other])
            }
            // the options of the whole suite: with one package, the library would be built again with other features
            target => cargo.args(["--workspace", "--test", target]),
        };
        cargo
    }

    /// Builds and runs the tests.
    pub(crate) fn run(&self, tree: &Tree) -> Result<Outcome, String> {
        let built = self.cargo(tree).arg("--no-run").stderr(Stdio::inherit()).status();
        if !built.map_err(|error| format!("cargo: {error}"))?.success() {
            return Ok(Outcome::NotBuilt);
        }
        let mut cargo = self.cargo(tree);
        let (out, err) = tree.output()?;
        cargo.arg("--").arg(&self.filter).stdout(out).stderr(err);
        let mut child = cargo.spawn().map_err(|error| format!("cargo: {error}"))?;
        let end = Instant::now() + LONGEST;
        loop {
            if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
                return Ok(if status.success() { Outcome::Passed } else { Outcome::Failed });
            }
            if Instant::now() > end {
                child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
                return Ok(Outcome::NoEnd);
            }
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// Returns the source files that may contain the tests of the program.
    #[cfg(test)]
    pub(crate) fn sources(&self, root: &Path) -> Vec<PathBuf> {
        let package = root.join("crates").join(self.package());
        let mut found = Vec::new();
        let mut left = match self.target.as_str() {
            target if target.ends_with("lib") => vec![package.join("src")],
            target => {
                vec![package.join("tests").join(target), package.join("tests").join(format!("{target}.rs"))]
            }
        };
        while let Some(path) = left.pop() {
            if let Ok(entries) = path.read_dir() {
                left.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
            } else if path.is_file() {
                found.push(path);
            }
        }
        found
    }

    /// Returns whether a file is the module that a filter ending in `::` names; true for every file if the filter names
    /// no module.
    #[cfg(test)]
    pub(crate) fn filter_is_in(&self, file: &Path) -> bool {
        let module = self.filter.trim_end_matches("::").replace("::", "/");
        let file = file.with_extension("");
        module.is_empty() || file.ends_with(&module) || file.ends_with(format!("{module}/mod"))
    }
}
