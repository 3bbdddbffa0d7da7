//! Builds the command as it ships, from nothing; prints how long that took, the size of the stripped command and the
//! size of the code of each family. It fails if the stripped command is above its limit, or if the command or a
//! family has grown by more than the tolerance over the committed table, `sizes.txt`.
//!
//! `cargo run -p size-gate` compares; `cargo run -p size-gate -- --write` writes the table anew, except for the limit,
//! which is changed by hand.
//!
//! One compiler makes the same code of the same sources on every machine. Another one does not: where the table was
//! written with another version, growth is printed, and only the limit of the whole command makes the gate fail.

mod family;
mod table;

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Instant,
};
use table::{Growth, Table};

/// The platform of the table, on whatever machine the gate runs.
const TARGET: &str = "x86_64-unknown-linux-gnu";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let write = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--write"] => true,
        _ => {
            eprintln!("size-gate: the one argument that there may be is --write");
            return ExitCode::from(2);
        }
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    match run(&root, write) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("size-gate: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the gate, and returns whether nothing has grown too much.
fn run(root: &Path, write: bool) -> Result<bool, String> {
    let file = root.join("tools/size-gate/sizes.txt");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let old = Table::parse(&text)?;
    let began = Instant::now();
    let command = build(root)?;
    let seconds = began.elapsed().as_secs();
    let new = Table {
        compiler: compiler(root)?,
        limit: old.limit,
        command: stripped(&command)?,
        families: families(&command)?,
    };
    print!("{}", new.render());
    println!("a release build from nothing took {seconds} s");
    if write {
        fs::write(&file, new.render()).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let Growth { failures, notes } = if write { new.growth(&new) } else { old.growth(&new) };
    for line in notes.iter().chain(&failures) {
        eprintln!("size-gate: {line}");
    }
    Ok(failures.is_empty())
}

/// Builds the command in a target directory of its own, which is emptied first.
fn build(root: &Path) -> Result<PathBuf, String> {
    let target_dir = root.join("target/size-gate");
    if target_dir.exists() {
        fs::remove_dir_all(&target_dir).map_err(|error| format!("{}: {error}", target_dir.display()))?;
    }
    let mut cargo = Command::new(tool("CARGO", "cargo"));
    cargo
        .current_dir(root)
        // mangled names that contain the types of generic functions
        .env("RUSTFLAGS", "-C symbol-mangling-version=v0")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .args(["build", "--quiet", "--release", "--locked", "--package", "bramah-cli", "--target", TARGET])
        .arg("--target-dir")
        .arg(&target_dir);
    output(&mut cargo)?;
    Ok(target_dir.join(TARGET).join("release/bramah"))
}

/// Returns the version of the compiler that builds the command.
fn compiler(root: &Path) -> Result<String, String> {
    let version = output(Command::new(tool("RUSTC", "rustc")).current_dir(root).arg("--version"))?;
    version.split(' ').nth(1).map(str::to_string).ok_or(format!("no version of a compiler: {version:?}"))
}

/// Returns the bytes of the command without its symbols.
fn stripped(command: &Path) -> Result<u64, String> {
    let to = command.with_extension("stripped");
    output(Command::new("strip").arg("-o").arg(&to).arg(command))?;
    let bytes = fs::metadata(&to).map_err(|error| format!("{}: {error}", to.display()))?;
    Ok(bytes.len())
}

/// Returns the bytes of code of each family. Functions that the linker has folded into one are counted once, under the
/// name that is first in the alphabet.
fn families(command: &Path) -> Result<BTreeMap<String, u64>, String> {
    let listing = output(Command::new("nm").args(["--print-size", "--defined-only"]).arg(command))?;
    let mut functions: BTreeMap<&str, (&str, u64)> = BTreeMap::new();
    for line in listing.lines() {
        // symbols without a size have no such column
        let [address, size, kind, name] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else { continue };
        if !matches!(kind, "t" | "T" | "w" | "W" | "i") {
            continue;
        }
        let size = u64::from_str_radix(size, 16).map_err(|_| format!("nm: not a size: {line:?}"))?;
        let first = functions.entry(address).or_insert((name, size));
        *first = (*first).min((name, size));
    }
    if functions.is_empty() {
        return Err(format!("{} has no symbols", command.display()));
    }
    let mut families = BTreeMap::new();
    for (name, size) in functions.into_values() {
        *families.entry(family::of(&format!("{:#}", rustc_demangle::demangle(name)))).or_default() += size;
    }
    Ok(families)
}

/// Returns the tool that the variable names, as cargo does for what it runs.
fn tool(variable: &str, name: &str) -> OsString {
    std::env::var_os(variable).unwrap_or_else(|| name.into())
}

/// Runs a command and returns its standard output; its standard error is passed through.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = command.stderr(std::process::Stdio::inherit()).output();
    let done = done.map_err(|error| format!("{name}: {error}"))?;
    if !done.status.success() {
        return Err(format!("{name}: {}", done.status));
    }
    String::from_utf8(done.stdout).map_err(|error| format!("{name}: {error}"))
}
