//! Tests that the compiler refuses the code that it refuses according to `docs/architecture.md`. `snippets.rs` is
//! compiled as a module of the library, and must have exactly the errors that are marked in it.
#![cfg(target_arch = "x86_64")]

#[allow(dead_code)]
#[path = "../common/scope.rs"]
mod scope;

use std::{collections::BTreeSet, env, path::Path, process::Command};

/// Lines of the snippets, each with the code of an error or the name of a lint.
type Found = BTreeSet<(u64, String)>;

#[test]
fn misuse_does_not_compile() {
    // shortened runs are for other and emulated CPUs, for which the result of this test is the same
    if scope::quick() {
        return;
    }
    let marked: Found = include_str!("snippets.rs")
        .lines()
        .zip(1..)
        .filter_map(|(line, number)| Some((number, line.split_once(" //~ ")?.1.to_owned())))
        .collect();
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([
            "check",
            "--lib",
            "--no-default-features",
            "--features",
            "alloc,aes,xtea",
            "--locked",
            "--offline",
        ])
        .args(["--message-format", "json", "--target-dir"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("misuse"))
        // flags for other code have no effect here, and this compiler may not know them
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("RUSTFLAGS", "--cfg bramah_misuse")
        .output()
        .expect("cargo runs");
    let mut found = Found::new();
    for line in String::from_utf8(output.stdout).expect("JSON is text").lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line is a message");
        let message = &line["message"];
        let (Some("error"), Some(code)) = (message["level"].as_str(), message["code"]["code"].as_str())
        else {
            assert_ne!(message["level"], "error: internal compiler error", "{}", message["rendered"]);
            continue;
        };
        let mut lines = BTreeSet::new();
        let spans = message["spans"].as_array().into_iter().flatten();
        spans.filter(|span| span["is_primary"] == true).for_each(|span| places(span, &mut lines));
        let these: Found = lines.into_iter().map(|line| (line, code.to_owned())).collect();
        let expected: Vec<_> = these.intersection(&marked).cloned().collect();
        assert!(!expected.is_empty(), "an error that is not marked: {}", message["rendered"]);
        found.extend(expected);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(found, marked, "{errors}");
    assert!(!output.status.success());
}

/// Collects the lines of the snippets to which a span belongs: its own line, and the lines with the macro calls from
/// which it comes.
fn places(span: &serde_json::Value, lines: &mut BTreeSet<u64>) {
    if span["file_name"].as_str().is_some_and(|name| name.ends_with("snippets.rs")) {
        lines.extend(span["line_start"].as_u64());
    }
    if let Some(outer) = span["expansion"].get("span") {
        places(outer, lines);
    }
}
