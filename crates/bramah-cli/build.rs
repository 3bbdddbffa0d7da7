//! Makes the command smaller, if the linker and the C library support it: identical functions are merged (0.4 MB),
//! relocations are packed (0.4 MB, and a faster start), and the unwind tables are removed (0.9 MB) if panics do not
//! unwind; the backtrace of a panic then has no frames. The unwinder, which the standard library calls, is linked
//! statically: the shared one queries the CPU's features when it is loaded, which takes a tenth of a millisecond or
//! more in a virtual machine.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Only code is merged, and this program does not compare the addresses of functions.
const FOLDED: [&str; 1] = ["-Wl,--icf=all"];
/// A program with packed relocations needs a C library that supports them: glibc 2.36 or musl 1.2.4.
const PACKED: [&str; 1] = ["-Wl,-z,pack-relative-relocs"];
/// The loader resolves all addresses before the command runs, and then makes them read-only. The compiler requests this
/// itself, except with the option for direct calls that tools/remap.sh sets.
const BOUND: [&str; 1] = ["-Wl,-z,relro,-z,now"];
/// The static library with the unwinder, as an argument of `-l`. Its licence has an exception for programs that are
/// linked with it (GCC Runtime Library Exception 3.1).
const UNWINDER: &str = "static:-bundle=gcc_eh";
/// The linker script that removes the unwind tables.
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

/// Returns whether a panic aborts the command: it does in the profile `release`, and not in profiles that inherit it.
/// Cargo passes neither the profile nor its panic strategy to this script, but the profile is a part of the path of the
/// output directory.
fn aborts() -> bool {
    let profile = PathBuf::from(variable("OUT_DIR"));
    profile.ancestors().nth(3).is_some_and(|profile| profile.ends_with("release"))
        && env::var("CARGO_PROFILE_RELEASE_PANIC").map_or(true, |panic| panic == "abort")
}

/// Links the command with these arguments, in the form for a compiler, if they work.
fn add(arguments: &[&str]) {
    let arguments: Vec<&str> = arguments.iter().flat_map(|argument| for_linker(argument)).collect();
    if works(&arguments) {
        for argument in arguments {
            println!("cargo::rustc-link-arg-bins={argument}");
        }
    }
}

/// Links the command with GCC's static unwinder, if there is one for the target.
fn add_unwinder() {
    let [linker, os, abi] = ["RUSTC_LINKER", "CARGO_CFG_TARGET_OS", "CARGO_CFG_TARGET_ENV"].map(variable);
    if os != "linux" || abi != "gnu" {
        return;
    }
    let linker = if linker.is_empty() { "cc".into() } else { linker };
    let Ok(found) = Command::new(linker).arg("-print-file-name=libgcc_eh.a").output() else { return };
    let path = String::from_utf8_lossy(&found.stdout).trim().to_string();
    // if GCC does not find the library, it prints the name without a directory
    let Some(folder) = Path::new(&path).parent().filter(|folder| folder.is_absolute()) else { return };
    let search = format!("native={}", folder.display());
    if works_with(&["-L", &search, "-l", UNWINDER]) {
        println!("cargo::rustc-link-search={search}");
        println!("cargo::rustc-link-lib={UNWINDER}");
    }
}

/// Splits `-Wl,one,two` into its arguments if the linker is LLD itself. Otherwise the linker is a compiler driver, which
/// understands `-Wl`, so the argument stays as it is.
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

/// Returns whether a program for the target can be linked with these arguments, and runs, if this machine can run it. A
/// warning counts as a failure, because some linkers only warn of unknown arguments.
fn works(arguments: &[&str]) -> bool {
    let all: Vec<String> =
        arguments.iter().flat_map(|argument| ["-C".to_string(), format!("link-arg={argument}")]).collect();
    works_with(&all.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Returns whether a program can be linked with these arguments of the compiler, and runs; see [`works`].
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
