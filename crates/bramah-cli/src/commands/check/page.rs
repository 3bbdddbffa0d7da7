//! The report of an audit as an HTML page: the differences from the lists, by folder, and compared with earlier
//! reports.

use super::found::{Counts, Finding, Kind};
use crate::{
    commands::keygen::timestamp,
    exit::Stop,
    names,
    page::{self, escaped},
    report,
};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The maximum number of bytes that the names of files take in a page. Files beyond this limit are only counted. The
/// next constant is the limit for the table of folders.
const NAMES: usize = 100 << 10;
const FOLDERS: usize = 30 << 10;
/// The maximum number of audits that the picture shows: the latest ones.
const AUDITS: usize = 60;
/// The maximum number of bytes to read from an earlier report, more than any report contains.
const REPORT: u64 = 256 << 10;

/// A function that returns the number of files with one kind of difference.
type Count = fn(&Counts) -> u64;
const DIFFERENCES: [(Kind, &str, &str, Count); 5] = [
    (Kind::Changed, "Changed", "changed", |counts| counts.changed),
    (Kind::Missing, "Missing", "missing", |counts| counts.missing),
    (Kind::Moved, "Moved", "moved", |counts| counts.moved),
    (Kind::New, "New", "new", |counts| counts.new),
    (Kind::Unreadable, "Not read", "unreadable", |counts| counts.unreadable),
];

const STYLE: &str = "
:root { --matched: #1a7f37; --changed: #cf222e; --missing: #bc4c00; --moved: #8250df; --new: #0969da; --unreadable: #818b98 }
rect { fill: var(--matched) } text { fill: var(--quiet); font-size: 12px }
.changed { fill: var(--changed) } .missing { fill: var(--missing) } .moved { fill: var(--moved) } .new { fill: var(--new) }
.unreadable { fill: var(--unreadable) }
@media (prefers-color-scheme: dark) { :root { --matched: #3fb950; --changed: #f85149; --missing: #db6d28; --moved: #ab7df8; --new: #4493f8 } }
";

/// The beginning of the `<meta>` element, in the page's head, in which later reports find the result of this audit.
const META: &str = "<meta name=\"bramah-audit\" content=\"";

/// The results of audits, each with its time.
pub(super) struct History(Vec<(String, Counts)>);

impl History {
    /// Reads the results that earlier reports contain.
    pub(super) fn read(reports: &[PathBuf]) -> Result<Self, Stop> {
        let mut history = Self(Vec::new());
        for path in reports {
            let fail = |error| Stop::about(path, report::reason(&error));
            let mut text = Vec::new();
            File::open(path).map_err(fail)?.take(REPORT + 1).read_to_end(&mut text).map_err(fail)?;
            let audits: Option<Vec<_>> = match str::from_utf8(&text) {
                Ok(text) => text.lines().filter_map(|line| line.strip_prefix(META)).map(parsed).collect(),
                Err(_) => None,
            };
            match audits {
                Some(audits) if !audits.is_empty() && text.len() as u64 <= REPORT => history.0.extend(audits),
                _ => return Err(Stop::about(path, "not a report from `bramah check --audit --report`")),
            }
        }
        history.0.sort_by(|(a, _), (b, _)| a.cmp(b));
        history.0.dedup_by(|(a, _), (b, _)| a == b);
        Ok(history)
    }

    /// Adds an audit that ended at this time.
    pub(super) fn add(&mut self, time: SystemTime, counts: Counts) {
        self.0.push((timestamp(time), counts));
        self.0.drain(..self.0.len().saturating_sub(AUDITS));
    }

    fn meta(&self) -> String {
        let mut meta = String::new();
        for (time, counts) in &self.0 {
            let Counts { matched, changed, moved, new, missing, unreadable } = counts;
            _ = writeln!(meta, "{META}{time} {matched} {changed} {moved} {new} {missing} {unreadable}\">");
        }
        meta
    }

    /// Returns a picture with a column for each audit.
    fn picture(&self) -> String {
        const HEIGHT: u64 = 120;
        let most = self.0.iter().map(|(_, counts)| counts.differences()).max().unwrap_or(0).max(1);
        let mut columns = String::new();
        for (number, (time, counts)) in self.0.iter().enumerate() {
            let (x, mut y) = (12 * number, HEIGHT as f64);
            _ = write!(columns, "<g><title>{time}: {}</title>", in_words(counts));
            for (_, _, class, count) in DIFFERENCES {
                let height = count(counts) as f64 * HEIGHT as f64 / most as f64;
                if height > 0.0 {
                    y -= height;
                    _ = write!(
                        columns,
                        "<rect class=\"{class}\" x=\"{x}\" y=\"{y:.1}\" width=\"10\" height=\"{height:.1}\"/>"
                    );
                }
            }
            // an audit without differences is drawn as a line
            _ = writeln!(columns, "<rect x=\"{x}\" y=\"{HEIGHT}\" width=\"10\" height=\"2\"/></g>");
        }
        let (first, last) = (self.0.first(), self.0.last());
        let [first, last] = [first, last].map(|audit| audit.map_or("", |(time, _)| time.as_str()));
        let (width, below) = ((12 * self.0.len()).max(360), HEIGHT + 18);
        format!(
            "<svg viewBox=\"0 0 {width} {}\" width=\"{width}\" role=\"img\" aria-label=\"Differences of each audit\">
{columns}<text x=\"0\" y=\"{below}\">{first}</text>
<text x=\"{width}\" y=\"{below}\" text-anchor=\"end\">{last}: {}</text>
</svg>\n",
            HEIGHT + 24,
            self.0.last().map_or(0, |(_, counts)| counts.differences()),
        )
    }
}

/// Parses the content of the element that [`History::meta`] writes.
fn parsed(content: &str) -> Option<(String, Counts)> {
    let mut words = content.strip_suffix("\">")?.split(' ');
    let time = words.next()?;
    let digits = |c: char| c.is_ascii_digit() || "-:TZ".contains(c);
    if time.len() != 20 || !time.chars().all(digits) {
        return None;
    }
    let mut number = || words.next()?.parse().ok();
    let [matched, changed, moved] = [number()?, number()?, number()?];
    let counts =
        Counts { matched, changed, moved, new: number()?, missing: number()?, unreadable: number()? };
    words.next().is_none().then(|| (time.to_string(), counts))
}

/// Returns the differences in words.
fn in_words(counts: &Counts) -> String {
    let words = DIFFERENCES.iter().map(|(_, word, _, count)| (word.to_lowercase(), count(counts)));
    let words: Vec<String> =
        words.filter(|(_, count)| *count > 0).map(|(word, count)| format!("{count} {word}")).collect();
    if words.is_empty() { "no difference".into() } else { words.join(", ") }
}

/// Returns a name as an HTML element, escaped as in messages.
fn named(name: &[u8]) -> String {
    format!("<bdi>{}</bdi>", escaped(&report::shown(name)))
}

/// Returns the page of an audit that compared the directory `base` with `lists`, ignoring `malformed` lines. The last
/// audit of `history` is this one.
pub(super) fn page(
    base: &Path,
    lists: &[PathBuf],
    well: bool,
    malformed: u64,
    findings: &[Finding<'_>],
    history: &History,
) -> String {
    let (time, counts) = history.0.last().cloned().unwrap_or_default();
    let lists: Vec<String> = lists.iter().map(|list| named(&names::bytes(list))).collect();
    let mut body = format!(
        "<p>Directory {}, compared with {}</p>
<p class=\"quiet\">{time} by bramah {}</p>
",
        named(&names::bytes(base)),
        lists.join(", "),
        env!("CARGO_PKG_VERSION"),
    );
    let bar = |class: &str, count: u64| {
        let all = counts.matched + counts.differences();
        let width = count as f64 * 300.0 / all.max(1) as f64;
        format!(
            "<svg width=\"300\" height=\"12\" viewBox=\"0 0 300 12\" aria-hidden=\"true\">\
             <rect class=\"{class}\" width=\"{width:.1}\" height=\"12\"/></svg>"
        )
    };
    body.push_str("<table>\n");
    let rows = DIFFERENCES.iter().map(|(_, word, class, count)| (*word, *class, count(&counts)));
    for (word, class, count) in std::iter::once(("As listed", "matched", counts.matched)).chain(rows) {
        let bar = bar(class, count);
        _ = writeln!(
            body,
            "<tr><th scope=\"row\">{word}</th><td class=\"number\">{count}</td><td>{bar}</td></tr>"
        );
    }
    body.push_str("</table>\n");
    if malformed > 0 {
        _ = writeln!(body, "<p>Improperly formatted lines in the lists: {malformed}</p>");
    }
    if history.0.len() > 1 {
        _ = write!(body, "<h2>Differences over time</h2>\n{}", history.picture());
    }
    if counts.differences() > 0 {
        folders(findings, &mut body);
        differences(findings, &counts, &mut body);
    }
    let title = if well { "Audit passed" } else { "Audit failed" };
    page::page(title, &history.meta(), STYLE, &body)
}

/// Appends the table of the folders in which something differs.
fn folders(findings: &[Finding<'_>], body: &mut String) {
    let mut folders: BTreeMap<&[u8], Vec<&Finding<'_>>> = BTreeMap::new();
    for finding in findings {
        let end = finding.name.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
        folders.entry(&finding.name[..end]).or_default().push(finding);
    }
    body.push_str("<h2>By folder</h2>\n<table>\n<tr><th>Folder</th><th class=\"number\">As listed</th>");
    for (_, word, _, _) in DIFFERENCES {
        _ = write!(body, "<th class=\"number\">{word}</th>");
    }
    body.push_str("</tr>\n");
    let (end, mut alike, mut left) = (body.len() + FOLDERS, 0, 0);
    for (folder, findings) in folders {
        let counts = Counts::of(findings);
        let name = if folder.is_empty() { &b"."[..] } else { folder };
        let mut row = format!("<tr><td>{}</td><td class=\"number\">{}</td>", named(name), counts.matched);
        for (_, _, _, count) in DIFFERENCES {
            _ = write!(row, "<td class=\"number\">{}</td>", count(&counts));
        }
        match counts.differences() {
            0 => alike += 1,
            _ if body.len() + row.len() > end => left += 1,
            _ => _ = writeln!(body, "{row}</tr>"),
        }
    }
    _ = writeln!(
        body,
        "</table>\n<p class=\"quiet\">Other folders: {alike} as listed, {left} with differences</p>"
    );
}

/// Appends the names of the files that differ.
fn differences(findings: &[Finding<'_>], counts: &Counts, body: &mut String) {
    let end = body.len() + NAMES;
    for (kind, word, _, count) in DIFFERENCES {
        let all = count(counts);
        if all == 0 {
            continue;
        }
        _ = writeln!(body, "<h2>{word} ({all})</h2>\n<ul>");
        let mut shown = 0;
        for finding in findings.iter().filter(|finding| finding.kind == kind) {
            let from = finding.from.map(|from| format!(" from {}", named(from))).unwrap_or_default();
            let item = format!("<li>{}{from}</li>\n", named(finding.name));
            if body.len() + item.len() > end {
                break;
            }
            body.push_str(&item);
            shown += 1;
        }
        body.push_str("</ul>\n");
        if shown < all {
            _ = writeln!(
                body,
                "<p>and {} more, which <code>bramah check --audit</code> prints</p>",
                all - shown
            );
        }
    }
}
