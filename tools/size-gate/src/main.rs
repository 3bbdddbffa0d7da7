//! Builds the command as it ships, from nothing; prints how long that took, the size of the stripped command and the
//! size of the code of each family. It fails if the stripped command is above its limit, or if the command or a
//! family has grown by more than the tolerance over the committed table, `sizes.txt`; if the command contains a path of
//! a folder of the builder's; and if it takes more page faults than its limit to start and hash a small file.
//!
//! `cargo run -p size-gate` compares; `cargo run -p size-gate -- --write` writes the table anew, except for the limit,
//! which is changed by hand. `cargo run -p size-gate -- --residue` runs the tests for keys left in memory instead, and
//! reuses those parts of the same build that are up to date.
//!
//! One compiler makes the same code of the same sources on every machine. Another compiler does not: if the table was
//! written with another version, growth is only printed, and only the limit of the whole command makes the gate fail.

mod family;
mod table;

use size_gate::{output, tool};
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, ExitCode},
    time::Instant,
};
use table::{Growth, Table};

/// The maximum number of page faults of `bramah hash` on a small file. Page faults take most of the command's start
/// time, and hardly depend on the CPU. The limit is a third above the counted number, because systems differ in how
/// many pages one fault maps.
const FAULTS_MAX: u64 = 255;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => run(&root, false),
        ["--write"] => run(&root, true),
        ["--residue"] => residue(&root),
        _ => Err("the one argument that there may be is --write or --residue".into()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("size-gate: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the tests for keys left in memory, and returns whether they passed.
fn residue(root: &Path) -> Result<bool, String> {
    let mut passed = true;
    for program in size_gate::build_residue(root)? {
        let status =
            Command::new(&program).status().map_err(|error| format!("{}: {error}", program.display()))?;
        passed &= status.success();
    }
    Ok(passed)
}

/// Runs the gate, and returns whether nothing has grown too much.
fn run(root: &Path, write: bool) -> Result<bool, String> {
    let file = root.join("tools/size-gate/sizes.txt");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let old = Table::parse(&text)?;
    let directory = size_gate::directory(root);
    if directory.exists() {
        fs::remove_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    }
    let began = Instant::now();
    let command = size_gate::build(root)?.command;
    let seconds = began.elapsed().as_secs();
    let new = Table {
        compiler: compiler(root)?,
        limit: old.limit,
        command: stripped(&command)?,
        families: families(&command)?,
    };
    print!("{}", new.render());
    println!("a release build from nothing, with the assembly listed, took {seconds} s");
    if write {
        fs::write(&file, new.render()).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let Growth { failures, notes } = if write { new.growth(&new) } else { old.growth(&new) };
    for line in notes.iter().chain(&failures) {
        eprintln!("size-gate: {line}");
    }
    let folders = folders(root, &command)?;
    for folder in &folders {
        eprintln!("size-gate: the command contains the builder's folder {folder}: see tools/remap.sh");
    }
    let faults = faults(root, &command)?;
    println!("{faults} page faults to start and hash a small file, of at most {FAULTS_MAX}");
    if faults > FAULTS_MAX {
        eprintln!("size-gate: the command starts with more page faults than its limit, {FAULTS_MAX}");
    }
    Ok(failures.is_empty() && folders.is_empty() && faults <= FAULTS_MAX)
}

/// Returns the number of page faults of the command on a small file, the smallest of a few runs.
fn faults(root: &Path, command: &Path) -> Result<u64, String> {
    let mut fewest = u64::MAX;
    for _ in 0..5 {
        let before = faults_of_children()?;
        output(Command::new(command).arg("hash").arg(root.join("Cargo.toml")))?;
        fewest = fewest.min(faults_of_children()? - before);
    }
    Ok(fewest)
}

/// Returns the number of minor page faults of all child processes that have been waited for: field 11 of
/// `/proc/self/stat` (proc_pid_stat(5)).
fn faults_of_children() -> Result<u64, String> {
    let stat = fs::read_to_string("/proc/self/stat").map_err(|error| format!("/proc/self/stat: {error}"))?;
    // field 2 is a name in parentheses, which may have blanks in it
    let fields = stat.rsplit_once(") ").map(|(_, rest)| rest.split(' ').nth(11 - 3));
    fields.flatten().and_then(|field| field.parse().ok()).ok_or_else(|| format!("not as expected: {stat}"))
}

/// Returns the folders of the build machine whose paths the command contains: those of the crates, the checkout and the
/// compiler.
fn folders(root: &Path, command: &Path) -> Result<Vec<String>, String> {
    let bytes = fs::read(command).map_err(|error| format!("{}: {error}", command.display()))?;
    let root = fs::canonicalize(root).map_err(|error| format!("{}: {error}", root.display()))?;
    let of_cargo = std::env::var("CARGO_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")))
        .map_err(|_| "neither CARGO_HOME nor HOME is set")?;
    let compiler = output(Command::new(tool("RUSTC", "rustc")).args(["--print", "sysroot"]))?;
    let folders = [
        format!("{of_cargo}/registry/"),
        root.join("crates/").display().to_string(),
        root.join("target/").display().to_string(),
        format!("{}/lib/", compiler.trim()),
    ];
    Ok(folders.into_iter().filter(|folder| contains(&bytes, folder.as_bytes())).collect())
}

/// Returns whether the bytes contain this part.
fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Returns the version of the compiler that builds the command.
fn compiler(root: &Path) -> Result<String, String> {
    let version = output(Command::new(tool("RUSTC", "rustc")).current_dir(root).arg("--version"))?;
    version.split(' ').nth(1).map(str::to_string).ok_or(format!("no version of a compiler: {version:?}"))
}

/// Returns the size in bytes of the command without its symbols.
fn stripped(command: &Path) -> Result<u64, String> {
    let to = command.with_extension("stripped");
    output(Command::new("strip").arg("-o").arg(&to).arg(command))?;
    let bytes = fs::metadata(&to).map_err(|error| format!("{}: {error}", to.display()))?;
    Ok(bytes.len())
}

/// Returns the size of the code of each family in bytes. Functions that the linker has merged are counted once, under
/// the name that comes first in alphabetical order.
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
