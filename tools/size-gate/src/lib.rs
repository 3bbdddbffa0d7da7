//! Builds the command as it ships, for the gates that look at its size and at the code of its kernels.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

/// The platform of the build, on whatever machine the gates run.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The crates of the library, as the compiler names them.
const CRATES: [&str; 5] = ["bramah_machine", "bramah_primitives", "bramah_block", "bramah_hash", "bramah"];

/// The files that a build of the command produces.
pub struct Release {
    /// The command.
    pub command: PathBuf,
    /// The assembly listing of each crate of the library.
    pub listings: Vec<PathBuf>,
}

/// Returns the target directory of the build, which no other build uses.
pub fn directory(root: &Path) -> PathBuf {
    root.join("target/size-gate")
}

/// Builds the command incrementally. `root` is the folder of the workspace.
pub fn build(root: &Path) -> Result<Release, String> {
    let directory = directory(root);
    let messages = compile(root, &[])?;
    // Cargo prints the name of each file that it has built or found up to date, in quotes
    let listings = CRATES.map(|crate_name| {
        let library = messages
            .split('"')
            .find(|name| name.contains(&format!("/deps/lib{crate_name}-")) && name.ends_with(".rlib"))
            .ok_or(format!("the build names no library {crate_name}"))?;
        let listing = library.replace(&format!("/lib{crate_name}-"), &format!("/{crate_name}-"));
        Ok::<_, String>(PathBuf::from(listing).with_extension("s"))
    });
    Ok(Release {
        command: directory.join(TARGET).join("release/bramah"),
        listings: listings.into_iter().collect::<Result<_, _>>()?,
    })
}

/// Builds the tests for keys left in memory, for the library as the command contains it and for the command's own keys;
/// returns the test programs.
pub fn build_residue(root: &Path) -> Result<[PathBuf; 2], String> {
    compile(root, &["--package", "bramah-residue"])?;
    let programs = directory(root).join(TARGET).join("release");
    Ok(["bramah-residue", "bramah-residue-signing"].map(|name| programs.join(name)))
}

/// Builds the command, and other packages, and returns Cargo's messages.
fn compile(root: &Path, others: &[&str]) -> Result<String, String> {
    // mangled names contain the types of generic functions
    let flags = output(
        Command::new("tools/remap.sh")
            .current_dir(root)
            .env("RUSTFLAGS", "-C symbol-mangling-version=v0 --emit=asm")
            .env_remove("CARGO_ENCODED_RUSTFLAGS"),
    )?;
    output(
        Command::new(tool("CARGO", "cargo"))
            .current_dir(root)
            .env("CARGO_ENCODED_RUSTFLAGS", flags)
            .args(["build", "--release", "--locked", "--package", "bramah-cli", "--target", TARGET])
            .args(["--quiet", "--message-format", "json", "--target-dir"])
            .arg(directory(root))
            .args(others),
    )
}

/// Returns the program that an environment variable names, as for the programs that Cargo runs; by default `name`.
pub fn tool(variable: &str, name: &str) -> OsString {
    std::env::var_os(variable).unwrap_or_else(|| name.into())
}

/// Runs a command and returns its standard output; its standard error is passed through.
pub fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = command.stderr(std::process::Stdio::inherit()).output();
    let done = done.map_err(|error| format!("{name}: {error}"))?;
    if !done.status.success() {
        return Err(format!("{name}: {}", done.status));
    }
    String::from_utf8(done.stdout).map_err(|error| format!("{name}: {error}"))
}
