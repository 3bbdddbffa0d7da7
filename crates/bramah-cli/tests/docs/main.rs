//! Tests of the documentation: of generated parts, of examples, and of statements about the sources.

mod check;
mod examples;
mod floors;
mod imports;
#[cfg(unix)]
mod install;
mod layout;
mod made;
mod readme;

use assert_cmd::Command;

fn bramah(arguments: &str) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bramah"));
    command.args(arguments.split_whitespace()).output().expect("bramah runs")
}

fn table() -> String {
    let ran = bramah("list --markdown");
    assert!(ran.status.success() && ran.stderr.is_empty(), "{ran:?}");
    String::from_utf8(ran.stdout).expect("UTF-8")
}

#[test]
fn the_table_has_a_row_for_each_algorithm() {
    let table = table();
    let mut rows = table.lines().map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    assert!(rows.all(|row| row.len() == 9 && row[1..8].iter().all(|cell| !cell.is_empty())), "{table}");
    assert_eq!(table.lines().count(), 2 + bramah::hash::entries().count());
    for start in [
        "| `blake2b` | 128, 160, 224, 256, 384, 512; 8 to 512 | current | RFC 7693 | ",
        "| `md5` | 128 | broken | RFC 1321 | ",
        "| `sha256` | 256 | current | FIPS 180-4 | ",
        "| `sha512-t` | 128, 160; 8 to 504 but 384 | current | FIPS 180-4 | ",
    ] {
        assert!(table.lines().any(|row| row.starts_with(start)), "{start}: {table}");
    }
    for row in table.lines().skip(2) {
        assert!(row.matches("portable").count() >= 2, "for one and for many: {row}");
    }
}

/// Returns the text of a file of the repository.
fn page(name: &str) -> String {
    let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.replace("\r\n", "\n")
}

/// Returns a generated part of a page: from the line `start` to the end that this line names.
#[cfg(target_arch = "x86_64")]
fn between(name: &str, start: &str) -> String {
    let text = page(name);
    let (_, rest) = text.split_once(&format!("{start}\n")).expect("a start");
    let (written, _) = rest.split_once("<!-- end of ").expect("an end");
    written.into()
}

/// The table is for one architecture, which it names.
#[cfg(target_arch = "x86_64")]
#[test]
fn the_page_of_algorithms_has_the_table() {
    let written = between("docs/algorithms.md", "<!-- algorithms: made by `bramah list --markdown` -->");
    assert_eq!(written, table(), "docs/algorithms.md is out of date: run tools/docs.sh");
}

/// The table does not depend on the backends that a process prefers.
#[test]
fn the_table_is_that_of_the_architecture() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bramah"));
    let forced = command.args(["list", "--markdown"]).env("BRAMAH_BACKEND", "portable").output();
    assert_eq!(String::from_utf8(forced.expect("bramah runs").stdout).expect("UTF-8"), table());
}

#[test]
fn one_form_at_a_time() {
    for other in ["--json", "--backends"] {
        let ran = bramah(&format!("list --markdown {other}"));
        let text = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2));
        assert!(text.contains("--markdown") && text.contains(other), "{text}");
    }
}
