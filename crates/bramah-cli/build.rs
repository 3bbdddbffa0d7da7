//! Lets the linker fold functions that have the same code, if it can: the command is 0.4 MB smaller.

use std::{env, path::Path, process::Command};

/// The argument of `rust-lld` and other linkers for that. They fold only code, and nothing here compares addresses of
/// functions.
const FOLD: &str = "-Wl,--icf=all";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") && links() {
        println!("cargo::rustc-link-arg-bins={FOLD}");
    }
}

/// Whether a program for the target links with that argument: some linkers do not know it.
fn links() -> bool {
    let variable = |name: &str| env::var_os(name).unwrap_or_default();
    let out = variable("OUT_DIR");
    let (source, program) = (Path::new(&out).join("fold.rs"), Path::new(&out).join("fold"));
    let mut compiler = Command::new(variable("RUSTC"));
    compiler.arg("--target").arg(variable("TARGET")).arg("-o").arg(program).arg(&source);
    let linker = variable("RUSTC_LINKER");
    if !linker.is_empty() {
        compiler.arg("-C").arg(format!("linker={}", linker.display()));
    }
    compiler.arg("-C").arg(format!("link-arg={FOLD}"));
    std::fs::write(&source, "fn main() {}\n").is_ok()
        && compiler.output().is_ok_and(|done| done.status.success())
}
