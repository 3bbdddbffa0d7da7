//! The summary as bars, in SVG.

use super::{
    machine::Machine,
    summary::{Figure, Group},
};
use crate::{
    commands::keygen::timestamp,
    page::{self, escaped},
};
use std::{fmt::Write as _, time::SystemTime};

/// The style sheet, with colors for light and dark pages.
pub(super) const STYLE: &str = "\
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 15px; font-weight: 600 } .quiet { fill: #59636e }
.bar { fill: #afb8c1 } .used { fill: #0969da }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .quiet { fill: #9198a1 } .bar { fill: #59636e } .used { fill: #4493f8 }
}";

/// The width of the picture in pixels.
const WIDTH: f64 = 760.0;
/// The length of the longest bar in pixels; names and figures take the rest of the width.
const BAR: f64 = 300.0;
/// The height of a line in pixels.
const LINE: f64 = 20.0;

/// Returns the chart as SVG. For each number and size of messages it has one bar for each algorithm; if there is only
/// one algorithm, one bar for each of its backends.
pub(super) fn svg(groups: &[Group<'_>]) -> String {
    drawing(groups, &format!("<style>\n{STYLE}\n</style>\n"))
}

/// Returns the chart as SVG, with the elements `before` in front of the bars.
pub(super) fn drawing(groups: &[Group<'_>], before: &str) -> String {
    let mut body = String::new();
    let mut y = 0.0;
    let name = |figure: &Figure| format!("{} ({})", figure.algorithm, figure.backend);
    let all = groups.iter().flat_map(|group| &group.figures);
    let longest = all.map(|figure| name(figure).chars().count()).max().unwrap_or(0);
    // a character is about 7.5 pixels wide
    let left = (7.5 * longest as f64).min(WIDTH - BAR - 100.0);
    for group in groups {
        y += 24.0;
        _ = writeln!(
            body,
            "<text x=\"0\" y=\"{y}\" class=\"title\">{}, MB/s</text>",
            escaped(&group.messages)
        );
        y += 10.0;
        let most =
            group.figures.iter().map(|figure| figure.bytes_per_second).fold(f64::MIN_POSITIVE, f64::max);
        for figure in &group.figures {
            let length = BAR * figure.bytes_per_second / most;
            let class = if figure.in_use { "bar used" } else { "bar" };
            let (end, bar, text) = (left + 14.0 + length, y + 4.0, y + 14.0);
            _ = writeln!(
                body,
                "<text x=\"{left:.0}\" y=\"{text}\" text-anchor=\"end\">{}</text>\
                 <rect x=\"{:.0}\" y=\"{bar}\" width=\"{length:.1}\" height=\"12\" class=\"{class}\"/>\
                 <text x=\"{end:.1}\" y=\"{text}\" class=\"quiet\">{:.0}</text>",
                escaped(&name(figure)),
                left + 8.0,
                figure.bytes_per_second / 1e6,
            );
            y += LINE;
        }
    }
    y += 24.0;
    _ = writeln!(body, "<rect x=\"0\" y=\"{}\" width=\"12\" height=\"12\" class=\"bar used\"/>", y - 11.0);
    _ = writeln!(body, "<text x=\"18\" y=\"{y}\" class=\"quiet\">the backend in use</text>");
    let height = y + 10.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\">\n<title>Speeds of bramah bench</title>\n{before}{body}</svg>\n"
    )
}

/// Returns a page with the picture, a description of the machine, and the time in milliseconds for which each
/// figure was measured.
pub(super) fn page(groups: &[Group<'_>], machine: &Machine, milliseconds: u64) -> String {
    let Machine { cpu, architecture, features } = machine;
    let (cpu, features) = (escaped(cpu), features.join(" "));
    let body = format!(
        "<p>{cpu}, {architecture}: {features}</p>
<p class=\"quiet\">{} by bramah {}; each figure was measured for {milliseconds} ms; the best turn counts.</p>
{}",
        timestamp(SystemTime::now()),
        env!("CARGO_PKG_VERSION"),
        drawing(groups, ""),
    );
    page::page("Speeds of bramah bench", "", STYLE, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_figures() {
        let figure = |backend, in_use, bytes_per_second| Figure {
            messages: "64".into(),
            algorithm: "md5".into(),
            backend,
            in_use,
            bytes_per_second,
        };
        let figures = [figure("avx2", true, 4e9), figure("portable", false, 1e9)];
        let group = Group { messages: "2 < 3".into(), several: false, figures: figures.iter().collect() };
        let svg = svg(&[group]);
        for part in [
            "2 &lt; 3, MB/s",
            "md5 (avx2)",
            "width=\"300.0\" height=\"12\" class=\"bar used\"/>",
            "width=\"75.0\" height=\"12\" class=\"bar\"/>",
            ">4000</text>",
            "prefers-color-scheme: dark",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert_eq!(svg.matches("<rect").count(), 3);
    }
}
