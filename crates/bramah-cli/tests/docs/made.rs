//! The tables and charts that `make docs` makes from the figures in `docs/benchmarks.md`.

use super::{between, page};
use assert_cmd::Command;

/// Returns the output of a script of `tools/` on the benchmarks.
fn awk(script: &str, variables: &[&str]) -> String {
    awk_of(script, variables, &["docs/benchmarks.md"])
}

/// Returns the output of a script of `tools/` on these pages.
fn awk_of(script: &str, variables: &[&str], pages: &[&str]) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut awk = Command::new("awk");
    awk.current_dir(root).args(variables).args(["-f", script]).args(pages);
    let ran = awk.output().expect("awk runs");
    assert!(ran.status.success() && ran.stderr.is_empty(), "{ran:?}");
    String::from_utf8(ran.stdout).expect("UTF-8")
}

#[test]
fn the_glance_has_the_figures_of_the_page() {
    let written =
        between("docs/benchmarks.md", "<!-- glance: made by `make docs` from the rest of this page -->");
    let made = awk("tools/glance.awk", &[]);
    assert!(written == made, "docs/benchmarks.md is out of date: run make docs");
    assert!(written.lines().count() > 50);
}

#[test]
fn the_charts_have_the_figures_of_the_page() {
    for kind in ["one", "many"] {
        let chart = page(&format!("docs/speed-{kind}.svg"));
        let made = awk("tools/charts.awk", &["-v", &format!("kind={kind}")]);
        assert!(chart == made, "docs/speed-{kind}.svg is out of date: run make docs");
        assert!(chart.contains("prefers-color-scheme: dark"));
        // both the library and a peer are the fastest somewhere
        assert!(chart.lines().any(|line| line.contains("\"ours\"/><text") && line.contains("best")));
        assert!(chart.lines().any(|line| line.contains("\"peer\"/><text") && line.contains("best\">")));
    }
}

#[test]
fn the_comparison_of_cpus_has_the_figures_of_their_pages() {
    let written = between("docs/cpus.md", "<!-- cpus: made by `make docs` from the pages of the CPUs -->");
    let pages = ["", "-xeon", "-zen3", "-zen1"].map(|cpu| format!("docs/benchmarks{cpu}.md"));
    let made = awk_of(
        "tools/cpus.awk",
        &["-v", "cpus=Zen 5;Xeon;Zen 3;Zen 1"],
        &pages.each_ref().map(String::as_str),
    );
    assert!(written == made, "docs/cpus.md is out of date: run make docs");
    assert!(written.lines().count() > 100);
}
