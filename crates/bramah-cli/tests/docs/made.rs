//! The page of benchmarks, which `make docs` makes from the figures in `bench/results`. `make figures`, which needs
//! Python, checks that its tables and charts match the figures.

use super::page;

#[test]
fn the_page_of_benchmarks_names_all_figures_and_is_short() {
    let text = page("docs/benchmarks.md");
    assert!(text.lines().count() <= 150, "{}", text.lines().count());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/results");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).expect("the figures") {
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        if name.starts_with("held-out-") {
            // the table of these sizes is on the page of worst lengths
            let stem = name.split('.').next().unwrap_or_default();
            assert!(page("docs/lengths.md").contains(stem), "docs/lengths.md names no {stem}");
            continue;
        }
        let link = format!("(../bench/results/{name})");
        let line =
            text.lines().find(|line| line.contains(&link)).unwrap_or_else(|| panic!("no link to {name}"));
        if name.ends_with(".csv") {
            let rows = page(&format!("bench/results/{name}")).lines().count() - 1;
            let rows =
                if rows < 1000 { rows.to_string() } else { format!("{},{:03}", rows / 1000, rows % 1000) };
            assert!(line.contains(&format!("| {rows} |")), "{name} has {rows} rows: run make docs: {line}");
            read += 1;
        }
    }
    assert!(read >= 5, "{read}");
}

#[test]
fn the_charts_suit_light_and_dark_and_show_both_as_the_fastest() {
    for kind in ["one", "many"] {
        let chart = page(&format!("docs/speed-{kind}.svg"));
        assert!(chart.contains("prefers-color-scheme: dark"));
        assert!(chart.lines().any(|line| line.contains("\"ours\"/><text") && line.contains("best")));
        assert!(chart.lines().any(|line| line.contains("\"peer\"/><text") && line.contains("best\">")));
    }
}
