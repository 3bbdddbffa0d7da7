//! Makes the command smaller, where the linker and the C library can: functions that have the same code are folded to
//! one (0.4 MB), and the relocations are packed (0.4 MB, and less work when the command starts).

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The linker arguments. Folding is of code alone, and nothing here compares the addresses of functions. A program with
/// packed relocations needs a C library that knows them: glibc 2.36, or musl 1.2.4.
const ARGUMENTS: [&str; 2] = ["-Wl,--icf=all", "-Wl,-z,pack-relative-relocs"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        for argument in ARGUMENTS.into_iter().filter(|argument| works(argument)) {
            println!("cargo::rustc-link-arg-bins={argument}");
        }
    }
}

fn variable(name: &str) -> std::ffi::OsString {
    env::var_os(name).unwrap_or_default()
}

/// Whether a program for the target links with that argument, and then runs, if this machine can run it. Some linkers
/// warn of an argument that they do not know, and go on: a warning counts as no.
fn works(argument: &str) -> bool {
    let out = PathBuf::from(variable("OUT_DIR"));
    let (source, program) = (out.join("link.rs"), out.join("link"));
    let mut compiler = Command::new(variable("RUSTC"));
    compiler.arg("--target").arg(variable("TARGET")).arg("-o").arg(&program).arg(&source);
    let linker = variable("RUSTC_LINKER");
    if !linker.is_empty() {
        compiler.arg("-C").arg(format!("linker={}", Path::new(&linker).display()));
    }
    compiler.arg("-C").arg(format!("link-arg={argument}"));
    let linked = fs::write(&source, "fn main() {}\n").is_ok()
        && compiler.output().is_ok_and(|done| done.status.success() && done.stderr.is_empty());
    linked
        && (variable("HOST") != variable("TARGET")
            || Command::new(&program).status().is_ok_and(|status| status.success()))
}
