//! Makes the command smaller, where the linker and the C library can: functions that have the same code are folded to
//! one (0.4 MB), the relocations are packed (0.4 MB, and less work when the command starts), and the tables by which a
//! panic unwinds are left out (0.9 MB) if none unwinds: the backtrace of a panic has no frames then. The code that would read
//! them, which the standard library calls, comes from a static library: the shared one asks the CPU for its features when it is
//! loaded, which takes a tenth of a millisecond and more in a virtual machine.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Folding is of code alone, and nothing here compares the addresses of functions.
const FOLDED: [&str; 1] = ["-Wl,--icf=all"];
/// A program with packed relocations needs a C library that knows them: glibc 2.36, or musl 1.2.4.
const PACKED: [&str; 1] = ["-Wl,-z,pack-relative-relocs"];
/// All addresses are found before the command runs, and are protected from writing then. The compiler asks for that itself, unless
/// it was told that calls need not go through such addresses: see tools/remap.sh.
const BOUND: [&str; 1] = ["-Wl,-z,relro,-z,now"];
/// The static library that unwinds, as `-l` takes it. Its licence has an exception for programs that it becomes a part of (GCC
/// Runtime Library Exception 3.1).
const UNWINDER: &str = "static:-bundle=gcc_eh";
/// The linker script that leaves the tables out.
const SCRIPT: &str = "SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;\n";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        add(&FOLDED);
        add(&PACKED);
        add(&BOUND);
        let script = PathBuf::from(variable("OUT_DIR")).join("discard.ld");
        if aborts() && fs::write(&script, SCRIPT).is_ok() {
            add(&["-Wl,--no-eh-frame-hdr", &format!("-Wl,-T,{}", script.display())]);
            add_unwinder();
        }
    }
}

/// Whether a panic ends the command: in the profile `release`, and not in profiles that inherit it. Cargo says neither the
/// profile nor how its panics end; the directory of the profile is where that of this script lies.
fn aborts() -> bool {
    let profile = PathBuf::from(variable("OUT_DIR"));
    profile.ancestors().nth(3).is_some_and(|profile| profile.ends_with("release"))
        && env::var("CARGO_PROFILE_RELEASE_PANIC").map_or(true, |panic| panic == "abort")
}

/// Has the command linked with some arguments, as a compiler takes them, if they work.
fn add(arguments: &[&str]) {
    let arguments: Vec<&str> = arguments.iter().flat_map(|argument| for_linker(argument)).collect();
    if works(&arguments) {
        for argument in arguments {
            println!("cargo::rustc-link-arg-bins={argument}");
        }
    }
}

/// Has the command linked with the static library of GCC that unwinds, if there is one for the target.
fn add_unwinder() {
    let [linker, os, abi] = ["RUSTC_LINKER", "CARGO_CFG_TARGET_OS", "CARGO_CFG_TARGET_ENV"].map(variable);
    if os != "linux" || abi != "gnu" {
        return;
    }
    let linker = if linker.is_empty() { "cc".into() } else { linker };
    let Ok(found) = Command::new(linker).arg("-print-file-name=libgcc_eh.a").output() else { return };
    let path = String::from_utf8_lossy(&found.stdout).trim().to_string();
    // without a directory, it was not found
    let Some(folder) = Path::new(&path).parent().filter(|folder| folder.is_absolute()) else { return };
    let search = format!("native={}", folder.display());
    if works_with(&["-L", &search, "-l", UNWINDER]) {
        println!("cargo::rustc-link-search={search}");
        println!("cargo::rustc-link-lib={UNWINDER}");
    }
}

/// Returns the arguments in `-Wl,one,two` if the linker is LLD itself and not a compiler, which passes them on.
fn for_linker(argument: &str) -> Vec<&str> {
    let linker = PathBuf::from(variable("RUSTC_LINKER"));
    let is_lld = linker.file_stem().and_then(|name| name.to_str()).is_some_and(|name| name.ends_with("lld"));
    match argument.strip_prefix("-Wl,") {
        Some(rest) if is_lld => rest.split(',').collect(),
        _ => vec![argument],
    }
}

fn variable(name: &str) -> std::ffi::OsString {
    env::var_os(name).unwrap_or_default()
}

/// Whether a program for the target links with those arguments, and then runs, if this machine can run it. Some linkers
/// warn of an argument that they do not know, and go on: a warning counts as no.
fn works(arguments: &[&str]) -> bool {
    let all: Vec<String> =
        arguments.iter().flat_map(|argument| ["-C".to_string(), format!("link-arg={argument}")]).collect();
    works_with(&all.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Whether a program links and runs, as for [`works`], with these arguments of the compiler.
fn works_with(arguments: &[&str]) -> bool {
    let out = PathBuf::from(variable("OUT_DIR"));
    let (source, program) = (out.join("link.rs"), out.join("link"));
    let mut compiler = Command::new(variable("RUSTC"));
    compiler
        .args(["-C", "panic=abort", "--target"])
        .arg(variable("TARGET"))
        .arg("-o")
        .arg(&program)
        .arg(&source);
    let linker = variable("RUSTC_LINKER");
    if !linker.is_empty() {
        compiler.arg("-C").arg(format!("linker={}", Path::new(&linker).display()));
    }
    compiler.args(arguments);
    let linked = fs::write(&source, "fn main() {}\n").is_ok()
        && compiler.output().is_ok_and(|done| done.status.success() && done.stderr.is_empty());
    linked
        && (variable("HOST") != variable("TARGET")
            || Command::new(&program).status().is_ok_and(|status| status.success()))
}
